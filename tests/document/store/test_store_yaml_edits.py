from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sw_data.diagnostics import Edit
from sw_data.document import LIMITS, Document, Place, apply, diff, place
from sw_data.document.pointer import join
from sw_data.document.spelling import same
from sw_data.document.store import open_store, yaml_file
from sw_data.document.store.yaml_file import YamlText
from sw_data.jsonvalue import as_array, as_object

pytest.importorskip("yaml")

JOE = """\
# Joe, our hero
name: Joe   # his name
type: "character"
system:
  # his Pace
  pace: 6
  minStr:
  text: |
    one
    two
  flags: {seen: true, "by": 'all'}
items:
  # the first
  - name: Sword  # sharp
    notes: []

  # the second
  - name: Axe
    tags: [a, b]
  - name: Bow
# the end
"""


def read(text: str) -> Document:
    return yaml_file.read(text.encode(), "joe.yml", LIMITS)


def revised(text: str, *edits: Edit) -> str:
    """The text after edits; they must have been made in the text."""
    document = read(text)
    after = apply(document, edits)
    assert isinstance(document.source, YamlText)
    made, kept = document.source.revised(after.value)
    assert kept, made
    assert read(made).value == after.value
    return made


def edit(op: Any, path: str, value: Any = None) -> Edit:
    return Edit(op=op, path=path, value=value)


@pytest.mark.parametrize(
    ("pointer", "line", "column"),
    [
        ("", 2, 1),
        ("/name", 2, 7),
        ("/system/pace", 6, 9),
        ("/system/minStr", 7, 3),
        ("/system/flags/by", 11, 29),
        ("/items/0/name", 14, 11),
        ("/items/1/tags/1", 19, 15),
        ("/items/7/name", 14, 3),
        ("/nothing/here", 2, 1),
    ],
)
def test_a_pointer_has_its_line_and_column_in_the_yaml(
    pointer: str, line: int, column: int
) -> None:
    assert place(read(JOE), pointer) == Place(line, column)


def test_a_key_has_its_place_too_and_a_mark_or_wide_letters_do_not_move_it() -> None:
    document = yaml_file.read("\ufeffa\U0001f600: é\nb: {c: 1}\n".encode(), "x.yml", LIMITS)
    assert place(document, "/a\U0001f600") == Place(1, 5)
    assert place(document, "/b/c", key=True) == Place(2, 5)


def test_an_alias_has_its_own_place_and_what_is_in_it_the_place_where_it_is_written() -> None:
    document = read("a: &x\n  n: 1\nb: *x\n")
    assert place(document, "/b") == Place(3, 4)
    assert place(document, "/b/n") == Place(2, 6)


def test_a_key_that_is_given_twice_is_found_where_it_stands_again(tmp_path: Path) -> None:
    (tmp_path / "a.yml").write_text("name: a\nsystem:\n  ap: 1\n  ap: 2\n")
    store = open_store(tmp_path / "a.yml")
    list(store.entries())
    [finding] = store.findings
    assert (finding.code, finding.pointer, finding.line, finding.column) == (
        "SW006",
        "/system",
        4,
        3,
    )


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        (edit("replace", "/name", "Jane"), "name: Joe ", "name: Jane "),
        (edit("replace", "/name", "a: b"), "name: Joe ", "name: 'a: b' "),
        (edit("replace", "/type", "npc"), '"character"', '"npc"'),
        (edit("replace", "/system/pace", 8), "pace: 6", "pace: 8"),
        (edit("replace", "/system/minStr", "d6"), "minStr:", "minStr: d6"),
        (edit("replace", "/system/text", "x\ny\n"), "one\n    two", "x\n    y"),
        (edit("replace", "/system/text", "x"), "|\n    one\n    two", "|-\n    x"),
        (edit("replace", "/system/flags/by", "me"), "'all'", "'me'"),
        (edit("add", "/system/flags/x y", [1, "a,b"]), "'all'}", "'all', x y: [1, \"a,b\"]}"),
        (edit("remove", "/system/flags/seen"), '{seen: true, "by"', '{"by"'),
        (edit("remove", "/system/flags/by"), ", \"by\": 'all'", ""),
        (edit("add", "/system/new", {"a": [1, {"b": 2}]}), "'all'}\n",
         "'all'}\n  new:\n    a:\n      - 1\n      - b: 2\n"),
        (edit("remove", "/system/pace"), "  pace: 6\n", ""),
        (edit("remove", "/items/0/name"), "- name: Sword  # sharp\n    notes", "- notes"),
        (edit("replace", "/items/0/notes", ["x"]), "notes: []", "notes:\n      - x"),
        (edit("remove", "/items/2"), "  - name: Bow\n", ""),
        (edit("add", "/items/-", {"name": "Gun", "ap": 1}), "Bow\n", "Bow\n  - name: Gun\n    ap: 1\n"),
        (edit("add", "/items/0", "x"), "  - name: Sword", "  - x\n  - name: Sword"),
        (edit("remove", "/items/1/tags/0"), "[a, b]", "[b]"),
        (edit("add", "/items/1/tags/1", True), "[a, b]", "[a, true, b]"),
        (edit("replace", "/items/1/tags", 5), "[a, b]", "5"),
        (edit("replace", "/system", 1), JOE[JOE.index("system:") : JOE.index("\nitems")], "system: 1"),
    ],
)  # fmt: skip
def test_an_edit_changes_its_place_and_nothing_else(change: Edit, before: str, after: str) -> None:
    assert JOE.count(before) == 1
    assert revised(JOE, change) == JOE.replace(before, after)


def test_lines_are_ended_as_the_file_ends_them_and_an_open_last_line_stays_open() -> None:
    assert revised("a: 1\r\nb: 2\r\n", edit("add", "/c", 3)) == "a: 1\r\nb: 2\r\nc: 3\r\n"
    assert revised("a: 1\nb: 2", edit("add", "/c", 3)) == "a: 1\nb: 2\nc: 3"


def test_lists_stand_under_their_key_as_the_others_do() -> None:
    text = "a:\n- 1\nb: {}\n"
    assert revised(text, edit("replace", "/b", {"c": [2]})) == "a:\n- 1\nb:\n  c:\n  - 2\n"


def test_an_alias_that_is_changed_is_written_out() -> None:
    text = "a: &x {n: 1} # here\nb: *x # there\n"
    assert revised(text, edit("replace", "/b/n", 2)) == "a: &x {n: 1} # here\nb:\n  n: 2\n".replace(
        "b:\n", "b: # there\n"
    )


def test_a_change_behind_an_anchor_that_is_repeated_is_written_anew_and_said(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.yml"
    path.write_text("# note\na: &x {n: 1}\nb: *x\n")

    def change(origin: str, document: Document) -> Document:
        return apply(document, [edit("replace", "/a/n", 2)])

    [finding] = open_store(path).write(path, change, overwrite=True)
    assert finding.code == "SW720"
    assert read(path.read_text()).value == {"a": {"n": 2}, "b": {"n": 1}}
    assert "#" not in path.read_text()


def test_another_encoding_and_its_mark_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.yml"
    path.write_bytes("# ä\nname: Joe\n".encode("utf-8-sig"))

    def change(origin: str, document: Document) -> Document:
        return apply(document, [edit("replace", "/name", "Jane")])

    assert open_store(path).write(path, change, overwrite=True) == []
    assert path.read_bytes() == "# ä\nname: Jane\n".encode("utf-8-sig")


# --- laws ------------------------------------------------------------------------

WORDS = st.sampled_from(["a", "b", "c", "long name", "no", "1", "x: y", "ä\U0001f600", "", "#"])
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-50, 50)
    | st.floats(allow_nan=False, allow_infinity=False)
    | WORDS
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
    | st.sampled_from(["one\ntwo\n", "one\n\n two", "\n", "- a", "a\t", " b "])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=14,
)
ROOTS = st.dictionaries(WORDS, VALUES, min_size=1, max_size=5)


def written(value: Any, choose: Any, column: int = 0) -> list[str]:
    """A value as YAML in block form, some of it in brackets, with a comment in lines of its own and behind values."""
    pad = " " * column
    lines: list[str] = []
    named = as_object(value)
    every = enumerate(as_array(value) or []) if named is None else named.items()
    for key, one in every:
        head = f"{pad}{yaml_file.write(key).decode().split(chr(10))[0]}:"
        head = f"{pad}-" if named is None else head
        if choose(4) == 0:
            lines.append(f"{pad}# note {choose(10**6)}")
        if one and isinstance(one, (dict, list)) and choose(4):
            nested = written(one, choose, column + 2)
            if head.endswith("-") and not nested[0].lstrip().startswith("#") and choose(2):
                nested[0] = f"{head} {nested[0].lstrip()}"
                lines += nested
            else:
                lines += [head, *nested]
        else:
            shown = _json(one)
            lines.append(
                f"{head} {shown}" + (f" # behind {choose(10**6)}" if choose(3) == 0 else "")
            )
    return lines


def _json(value: Any) -> str:
    """JSON that YAML reads, too."""
    text = json.dumps(value, ensure_ascii=False)
    return re.sub(
        "[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]", lambda m: f"\\u{ord(m[0]):04x}", text
    )


@given(ROOTS, VALUES, st.data())
def test_an_edit_of_the_yaml_is_the_edit_of_its_value_and_comments_elsewhere_stay(
    root: dict[str, Any], value: Any, data: st.DataObject
) -> None:
    def choose(most: int) -> int:
        return data.draw(st.integers(0, most - 1))

    text = "\n".join(["# the head", *written(root, choose)]) + "\n"
    document = read(text)
    assert same(document.value, root)
    way, op = _somewhere(root, data)
    change = edit(op, join(way), value)
    after = apply(document, [change])
    assert isinstance(document.source, YamlText)
    made, kept = document.source.revised(after.value)
    assert same(read(made).value, after.value)
    if kept:
        touched = {each.path.split("/")[1] for each in diff(root, after.value) if each.path}
        for comment in re.findall(r"# (?:note|behind) \d+", _without(root, touched, text)):
            assert comment in made
        assert made.startswith("# the head\n")
    else:
        # Only a root of which nothing is left is written anew.
        assert not set(root) & set(after.value)


def _without(root: dict[str, Any], touched: set[str], text: str) -> str:
    """The text without the members of the root that the change is in."""
    kept: list[str] = []
    keys = iter(root)
    inside = False
    for line in text.splitlines():
        if not line.startswith((" ", "#", "-")):
            inside = next(keys) in {each.replace("~1", "/").replace("~0", "~") for each in touched}
        if not inside:
            kept.append(line)
    return "\n".join(kept)


def _somewhere(root: dict[str, Any], data: st.DataObject) -> tuple[tuple[str | int, ...], str]:
    """The way to a place in a value, and what can be done there."""
    way: list[str | int] = []
    here: object = root
    while True:
        named, listed = as_object(here), as_array(here) or []
        keys: list[str | int] = list(range(len(listed))) if named is None else list(named)
        if not keys or data.draw(st.integers(0, 4)) == 0:
            if named is not None:
                return (*way, data.draw(WORDS)), "add"
            return (*way, data.draw(st.integers(0, len(listed)))), "add"
        key = data.draw(st.sampled_from(keys))
        way.append(key)
        here = listed[int(key)] if named is None else named[str(key)]
        if (as_object(here) is None and as_array(here) is None) or data.draw(
            st.integers(0, 2)
        ) == 0:
            return tuple(way), data.draw(st.sampled_from(["replace", "remove"]))


@given(ROOTS, ROOTS, st.data())
def test_any_value_can_be_made_of_any_other_in_the_text(
    before: dict[str, Any], after: dict[str, Any], data: st.DataObject
) -> None:
    def choose(most: int) -> int:
        return data.draw(st.integers(0, most - 1))

    document = read("\n".join(written(before, choose)) + "\n")
    assert isinstance(document.source, YamlText)
    made, kept = document.source.revised(after)
    assert same(read(made).value, after)
    assert kept or not set(before) & set(after)
