"""The public names: they exist, they are few, and each says what it is."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import types

import sw_data


def test_every_public_name_exists_and_stands_once() -> None:
    assert len(sw_data.__all__) == len(set(sw_data.__all__))
    assert [name for name in sw_data.__all__ if not hasattr(sw_data, name)] == []


def test_no_public_name_is_private() -> None:
    assert [name for name in sw_data.__all__ if name.startswith("_")] == []


def test_every_public_name_has_a_docstring_of_its_own() -> None:
    silent: list[str] = []
    for name in sw_data.__all__:
        value = getattr(sw_data, name)
        if inspect.isclass(value) or inspect.isroutine(value) or inspect.ismodule(value):
            inherited = inspect.isclass(value) and value.__doc__ is None
            if inherited or not (inspect.getdoc(value) or "").strip():
                silent.append(name)
    assert silent == []


def test_the_public_methods_of_public_classes_have_docstrings() -> None:
    silent = [
        f"{name}.{method}"
        for name in sw_data.__all__
        if inspect.isclass(value := getattr(sw_data, name))
        for method, function in vars(value).items()
        if not method.startswith("_")
        and isinstance(function, (types.FunctionType, classmethod, staticmethod, property))
        and not (inspect.getdoc(getattr(value, method)) or "").strip()
    ]
    assert silent == []


def test_the_names_that_users_hold_on_to_are_there() -> None:
    wanted = {"load", "validate", "resolve", "SwDataError", "Diagnostic", "Ruleset"}
    wanted |= {"Character", "Weapon", "Vehicle", "Chase", "ActionLog", "Outcome"}
    assert wanted - set(sw_data.__all__) == set()


def test_help_of_the_package_names_every_public_name() -> None:
    text = sw_data.__doc__ or ""
    assert [name for name in sw_data.__all__ if not re.search(rf"\b{name}\b", text)] == []


def test_dir_shows_every_public_name() -> None:
    assert set(sw_data.__all__) <= set(dir(sw_data))


def test_every_error_that_is_raised_on_purpose_is_a_sw_data_error() -> None:
    from sw_data import errors

    strangers = [
        name
        for name, value in vars(errors).items()
        if inspect.isclass(value)
        and value.__module__ == errors.__name__
        and not issubclass(value, errors.SwDataError)
    ]
    assert strangers == []


def test_a_star_import_brings_only_public_names() -> None:
    program = "before = set(globals()); from sw_data import *; import sw_data\n"
    program += "extra = set(globals()) - before - set(sw_data.__all__) - {'before', 'sw_data'}\n"
    program += "assert not extra, extra"
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
