"""Rules and profiles in files: there and back without loss, and everything that can be wrong."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fracas as fr
from fracas import _core
from strategies import Document, profile_documents, rules_documents

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FORMATS = ("toml", "json")
PARSERS: dict[str, Callable[[str], Any]] = {"toml": tomllib.loads, "json": json.loads}
each_format = pytest.mark.parametrize("format_", FORMATS)


def read_rules(text: str | bytes, format_: str) -> fr.Rules:
    return fr.Rules.from_toml(text) if format_ == "toml" else fr.Rules.from_json(text)


@each_format
@given(document=rules_documents)
def test_rules_survive_a_text(format_: str, document: Document) -> None:
    rules = fr.Rules(document)
    text = rules.to_toml() if format_ == "toml" else rules.to_json()
    assert read_rules(text, format_) == rules
    assert read_rules(text.encode(), format_) == rules
    # Another reader of the format finds the same document.
    assert PARSERS[format_](text) == rules.to_dict()


@each_format
@given(
    documents=st.lists(profile_documents(), min_size=1, max_size=4, unique_by=lambda d: d["name"])
)
def test_profiles_survive_a_text(format_: str, documents: list[Document]) -> None:
    profiles = [fr.Profile.from_dict(document) for document in documents]
    text = _core.write_profiles(profiles, format_)
    assert _core.parse_profiles(text, format_) == profiles
    written = PARSERS[format_](text)
    assert written["profiles"] == [profile.to_dict() for profile in profiles]


@each_format
def test_files_load_as_they_were_saved(tmp_path: Path, format_: str) -> None:
    rules = fr.Rules(name="Überfall 猫", bases={"large": {"width": 0.1 + 0.6}})
    path = tmp_path / f"rules.{format_.upper()}"
    fr.save_rules(rules, path)
    assert fr.load_rules(path) == rules == fr.load_rules(str(path))
    profiles = list(fr.library().values())
    path = tmp_path / f"profiles.{format_}"
    fr.save_profiles(profiles, path)
    assert fr.load_profiles(path) == profiles
    assert b"\r" not in path.read_bytes()
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [
        path.name, f"rules.{format_.upper()}",
    ]  # fmt: skip


def test_a_failed_save_leaves_the_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "profiles.toml"
    fr.save_profiles([fr.Profile("a")], path)
    before = path.read_bytes()
    with pytest.raises(fr.ProfileError):
        fr.save_profiles([], path)
    with pytest.raises(fr.ProfileError):
        fr.save_profiles([fr.Profile("a"), fr.Profile("a")], path)
    assert path.read_bytes() == before
    directory = tmp_path / "folder.toml"
    directory.mkdir()
    with pytest.raises(OSError, match=r"folder\.toml"):
        fr.save_rules(fr.Rules(), directory)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["folder.toml", "profiles.toml"]


@pytest.mark.parametrize("name", ["rules.yaml", "rules", "toml", "rules.toml.bak", ".json"])
def test_a_file_says_its_format_by_its_name(tmp_path: Path, name: str) -> None:
    for call in (
        lambda: fr.load_rules(tmp_path / name),
        lambda: fr.load_profiles(tmp_path / name),
        lambda: fr.save_rules(fr.Rules(), tmp_path / name),
        lambda: fr.save_profiles([fr.Profile("a")], tmp_path / name),
    ):
        with pytest.raises(fr.InputError) as caught:
            call()
        assert caught.value.problems[0].field == "path"
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_not_there_is_told_by_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        fr.load_rules(tmp_path / "none.toml")
    with pytest.raises(FileNotFoundError):
        fr.save_rules(fr.Rules(), tmp_path / "nowhere" / "rules.toml")


@pytest.mark.parametrize(
    ("format_", "content", "part"),
    [
        ("toml", b"", "an empty document"),
        ("json", b"", "an empty document"),
        ("json", b"\xef\xbb\xbf \n\t", "an empty document"),
        ("toml", b'name = "\xff"', "not UTF-8 at byte 8"),
        ("json", b'{"name": "\xff"}', "not UTF-8 at byte 10"),
        ("toml", "name = 'a'".encode("utf-16"), "not UTF-8 at byte 0"),
        ("toml", b'name = "a', "line 1"),
        ("toml", b"name = 'a'\n[checks\n", "line 2"),
        ("json", b'{"name": "a"', "line 1"),
        ("json", b'{"name": "a"} x', "line 1"),
        ("json", b'{"name": "a",\n "name": "b"}', 'the key "name" stands twice'),
        ("json", b'{"checks": {"reroll_limit": 1, "reroll_limit": 2}}', "stands twice"),
        ("toml", b"name = 'a'\nname = 'b'", "line 2"),
        ("json", b"[" * 100_000, "line 1"),
        ("json", b'{"a":' * 100_000, "line 1"),
        ("toml", b"a = " + b"[" * 100_000, "line 1"),
        ("toml", b"a" + b".a" * 100_000 + b" = 1", ""),
        ("json", b"NaN", "line 1"),
        ("json", b'{"name": 1e999}', "out of range"),
        ("json", b" " * (4 * 1024 * 1024 + 1), "more than 4194304 bytes"),
        ("toml", b"#" * (4 * 1024 * 1024 + 1), "more than 4194304 bytes"),
    ],
)
def test_a_broken_file_is_one_problem_that_says_where(
    tmp_path: Path, format_: str, content: bytes, part: str
) -> None:
    path = tmp_path / f"broken.{format_}"
    path.write_bytes(content)
    for load, kind in ((fr.load_rules, fr.RulesError), (fr.load_profiles, fr.ProfileError)):
        with pytest.raises(kind) as caught:
            load(path)
        assert part in caught.value.problems[0].value
        assert len(str(caught.value)) < 2000


def test_the_largest_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    text = b"[checks]\nreroll_limit = 1\n"
    path.write_bytes(text + b"#" * (_core.MAX_DOCUMENT_BYTES - len(text)))
    assert fr.load_rules(path) == fr.Rules(checks={"reroll_limit": 1})


@each_format
def test_a_truncated_file_never_loads(format_: str) -> None:
    profiles = [fr.Profile("a", skills=["Pariah"]), fr.Profile("b", base={"diameter": 3.5})]
    text = _core.write_profiles(profiles, format_).encode()
    for end in range(len(text)):
        try:
            loaded = _core.parse_profiles(text[:end], format_)
        except fr.ProfileError:
            continue
        # TOML has no end mark: what is whole up to here may be fewer fields or fewer profiles.
        assert format_ == "toml" or text[end:].strip() == b""
        assert len(loaded) <= len(profiles)


TEN_MISTAKES = """
format = "fracas-profiles 1"

[[profiles]]
name = "Guard"
atack = 5
strength = 21

[[profiles]]
attack = "five"
skills = ["Pariah", "Flying"]

[[profiles]]
name = "Guard"
size = "huge"
base = { width = 2.5 }
courage = 3
fear = 2
movement = nan
"""


def test_a_file_with_ten_mistakes_reports_all_ten(tmp_path: Path) -> None:
    path = tmp_path / "ten.toml"
    path.write_text(TEN_MISTAKES, encoding="utf-8")
    with pytest.raises(fr.ProfileError) as caught:
        fr.load_profiles(path)
    found = {problem.field: problem for problem in caught.value.problems}
    assert sorted(found) == [
        "profiles[0].atack",
        "profiles[0].strength",
        "profiles[1].attack",
        "profiles[1].name",
        "profiles[1].skills[1]",
        "profiles[2].base",
        "profiles[2].fear",
        "profiles[2].movement",
        "profiles[2].name",
        "profiles[2].size",
    ]
    assert len(caught.value.problems) == 10
    assert found["profiles[0].strength"] == (
        "profiles[0].strength",
        "21",
        "a whole number from 0 to 20",
    )
    assert "did you mean attack?" in found["profiles[0].atack"].allowed
    assert found["profiles[1].name"].value == "missing"
    assert "profiles[0]" in found["profiles[2].name"].value
    assert str(caught.value).count("\n") == 9


def test_a_date_is_not_a_number() -> None:
    with pytest.raises(fr.RulesError, match="name: the date 1979-05-27; "):
        fr.Rules.from_toml("name = 1979-05-27")


@pytest.mark.parametrize("wrong", [3, None, ["name"], bytearray(b"a"), "\ud800"])
def test_a_text_is_a_text(wrong: Any) -> None:
    for call in (fr.Rules.from_toml, fr.Rules.from_json):
        with pytest.raises(fr.InputError) as caught:
            call(wrong)
        assert caught.value.problems[0].field == "text"


def test_the_library_holds_the_worked_combat_and_cannot_be_changed() -> None:
    library = fr.library()
    guard, warrior = library["Praetorian guard"], library["Dawn warrior"]
    champion = library["Dawn champion"]
    of_guard = (guard.initiative, guard.attack, guard.strength, guard.defence, guard.resilience)
    assert (*of_guard, guard.value) == (3, 5, 8, 5, 11, 49)
    of_warrior = (warrior.initiative, warrior.attack, warrior.strength, warrior.defence)
    assert (*of_warrior, warrior.resilience, warrior.value) == (3, 3, 7, 3, 7, 19)
    assert (champion.initiative, champion.strength, champion.defence) == (5, 7, 6)
    assert champion.value == 74
    assert len(library) >= 10
    unlocked: Any = library
    with pytest.raises(TypeError):
        unlocked["Mine"] = guard
