from __future__ import annotations

from typing import Any

import pytest

from sw_data.checks import Choices, fixes, parse_choices, select
from sw_data.diagnostics import Diagnostic, DocumentRef, Edit, Severity, register
from sw_data.errors import DocumentError, ImpossibleError, NotFoundError


def finding(code: str = "SW203", **changes: Any) -> Diagnostic:
    made = register.finding(code, "wrong", pointer="/system/minStr")
    about = DocumentRef(kind="weapon", id="abc", name="Great Sword")
    return made.model_copy(update={"document": about, "file": "packs/weapons.db", **changes})


def parsed(text: str) -> Choices:
    choices = parse_choices(text, "sw-data.toml")
    assert choices is not None
    return choices


def kept(text: str, *diagnostics: Diagnostic) -> list[str]:
    return [each.code for each in parsed(text).apply(diagnostics or [finding()])]


EVERY = [finding("SW201"), finding("SW203"), finding("SW301"), finding("SW614")]


def test_codes_are_selected_by_code_or_family() -> None:
    assert [each.code for each in select(EVERY, ["SW2"])] == ["SW201", "SW203"]
    assert [each.code for each in select(EVERY, ["SW203", "SW6"])] == ["SW203", "SW614"]
    assert [each.code for each in select(EVERY, [], ["SW2"])] == ["SW301", "SW614"]
    assert select(EVERY) == EVERY


def test_choices_select_and_ignore() -> None:
    assert kept('select = ["SW2", "SW3"]\nignore = ["SW201"]', *EVERY) == ["SW203", "SW301"]
    assert kept('select = "sw2, sw301"', *EVERY) == ["SW201", "SW203", "SW301"]


def test_a_severity_is_chosen_by_the_longest_code_that_fits() -> None:
    choices = parsed('[severity]\nSW2 = "info"\nSW203 = "error"\nSW301 = "off"')
    assert [(each.code, each.severity) for each in choices.apply(EVERY)] == [
        ("SW201", Severity.INFO),
        ("SW203", Severity.ERROR),
        ("SW614", Severity.ERROR),
    ]


@pytest.mark.parametrize(
    ("parts", "gone"),
    [
        ('document = "Great Sword"', True),
        ('document = "abc"', True),
        ('document = "Great *"', True),
        ('document = "Club"', False),
        ('pointer = "/system/minStr"', True),
        ('pointer = "*/minStr"', True),
        ('pointer = "/system"', False),
        ('file = "weapons.db"', True),
        ('file = "packs/*.db"', True),
        ('file = "other/*.db"', False),
        ('document = "Great Sword", pointer = "/system/ap"', False),
        ('document = "[a-z]*"', False),
    ],
)
def test_one_finding_at_one_document_is_suppressed(parts: str, gone: bool) -> None:
    text = f'suppress = [{{code = "SW203", {parts}, reason = "as printed"}}]'
    assert kept(text) == ([] if gone else ["SW203"])
    assert kept(text, finding("SW201")) == ["SW201"]


def test_a_pyproject_has_its_choices_in_a_table_of_its_own() -> None:
    text = '[project]\nname = "x"\n[tool.sw-data]\nignore = ["SW2"]\nstrict = true\n'
    choices = parse_choices(text, "some/folder/pyproject.toml")
    assert choices == Choices(ignore=("SW2",), strict=True)
    assert parse_choices('[project]\nname = "x"', "pyproject.toml") is None


def test_the_command_line_selects_anew_and_ignores_more() -> None:
    choices = parsed('select = ["SW2"]\nignore = ["SW201"]')
    both = choices.with_options(select=["SW3"], ignore=["SW301"], strict=True)
    assert both == Choices(select=("SW3",), ignore=("SW201", "SW301"), strict=True)
    assert choices.with_options() == choices


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("select = [", DocumentError, "not TOML"),
        ('selct = ["SW2"]', ImpossibleError, "unknown key 'selct'; did you mean 'select'?"),
        ('select = ["SW9"]', NotFoundError, "no diagnostic code begins with 'SW9'"),
        ("select = 3", ImpossibleError, "select should be a list of codes"),
        ('strict = "yes"', ImpossibleError, "strict should be true or false"),
        ('severity = "info"', ImpossibleError, "severity should be a table"),
        ('[severity]\nSW203 = "bad"', ImpossibleError, "severity of SW203 is 'bad'"),
        ('[severity]\n"" = "off"', ImpossibleError, "should be one code"),
        ('suppress = "SW203"', ImpossibleError, "suppress should be a list"),
        ('suppress = [{document = "x"}]', ImpossibleError, "a table with a code"),
        ('suppress = [{code = "SW203"}]', ImpossibleError, "names no document"),
        (
            'suppress = [{code = "SW203", documnt = "x"}]',
            ImpossibleError,
            "did you mean 'document'",
        ),
        ('suppress = [{code = "SW2,SW3", file = "x"}]', ImpossibleError, "should be one code"),
        ('suppress = [{code = "SW203", file = 3}]', ImpossibleError, "should be a text; got 3"),
    ],
)
def test_a_choice_that_means_nothing_is_an_error_that_says_what_is_right(
    text: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message.replace("?", r"\?")):
        parse_choices(text, "sw-data.toml")


def test_too_long_a_file_is_refused() -> None:
    with pytest.raises(DocumentError, match="at most"):
        parse_choices("#" * 2_000_000, "sw-data.toml")


# --- fixes that can be made together ---


def fixable(*edits: tuple[str, str], safe: bool = True) -> Diagnostic:
    made = tuple(Edit.model_validate({"op": op, "path": path, "value": 1}) for op, path in edits)
    return register.finding("SW101", "wrong", pointer=edits[0][1], fix=("Mend it", made, safe))


def test_only_safe_fixes_are_made_unless_asked_for() -> None:
    safe, unsafe = fixable(("replace", "/a")), fixable(("replace", "/b"), safe=False)
    plain = register.finding("SW101", "wrong", pointer="/c")
    repairs = fixes([safe, unsafe, plain])
    assert (repairs.mended, repairs.left) == ((safe,), (unsafe,))
    assert fixes([safe, unsafe], unsafe=True).mended == (safe, unsafe)


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        (("replace", "/a"), ("replace", "/b"), True),
        (("replace", "/a"), ("replace", "/a"), False),
        (("replace", "/a"), ("replace", "/a/b"), False),
        (("replace", "/a/b"), ("remove", "/a"), False),
        (("replace", "/ab"), ("remove", "/a"), True),
        (("remove", "/list/0"), ("remove", "/list/1"), False),
        (("remove", "/list/0"), ("replace", "/list/1/a"), False),
        (("add", "/list/-"), ("add", "/list/-"), False),
        (("add", "/a/x"), ("add", "/a/y"), True),
    ],
)
def test_of_two_fixes_that_meet_the_first_one_is_made(
    one: tuple[str, str], other: tuple[str, str], together: bool
) -> None:
    first, second = fixable(one), fixable(other)
    repairs = fixes([first, second])
    assert repairs.mended == ((first, second) if together else (first,))
    assert repairs.left == (() if together else (second,))
    assert len(repairs.edits) == len(repairs.mended)
