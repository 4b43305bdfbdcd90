"""Whatever the bytes, a reader answers with a value or with an error of fracas.

A panic of the compiled core is no ``Exception`` but a ``BaseException``: it would go through here
and fail the test.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import fracas as fr
from fracas import _core
from strategies import Document, profile_documents, rules_documents, times

READERS: dict[str, Callable[[bytes], object]] = {
    "rules in TOML": fr.Rules.from_toml,
    "rules in JSON": fr.Rules.from_json,
    "profiles in TOML": lambda text: _core.parse_profiles(text, "toml"),
    "profiles in JSON": lambda text: _core.parse_profiles(text, "json"),
}
each_reader = pytest.mark.parametrize("read", READERS.values(), ids=list(READERS))

# Pieces that the formats are made of, so that some of the noise gets past the first character.
PIECES = [
    b"{", b"}", b"[", b"]", b"[[profiles]]\n", b"[checks]\n", b"[wounds]\n", b'"name"', b"name",
    b"=", b":", b",", b"\n", b'"', b"'", b'"""', b"#", b"\\u0000", b"\\ud800", b"\xff", b"\x00",
    b"reroll_limit", b"up_to", b"rows", b"skills", b"Command/", b"1", b"-", b"6.0", b"1e308",
    b"nan", b"inf", b"true", b"null", b"1979-05-27", b"9999999999999999999", b"\xef\xbb\xbf",
    b"0x", b"_", b".", b" ",
]  # fmt: skip
noise = st.binary(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=40).map(b"".join)


def problems_of(call: Callable[..., object], *arguments: Any) -> tuple[fr.Problem, ...] | None:
    """Give what fracas says is wrong; None when nothing is. Any other error goes through."""
    try:
        call(*arguments)
    except fr.FracasError as error:
        return error.problems
    return None


def put(read: Callable[[bytes], object], text: bytes) -> None:
    problems = problems_of(read, text)
    assert problems != ()
    for problem in problems or ():
        assert problem.value
        assert problem.allowed
        # Bearable, whatever was put in.
        assert len(str(problem)) < 2000


@each_reader
@times(10)
@given(text=noise)
@example(b"a" * 10_000)
@example(b'"' + b"\\" * 9_999)
@example(b"[" * 10_000)
def test_noise(read: Callable[[bytes], object], text: bytes) -> None:
    put(read, text)


@st.composite
def damaged(draw: st.DrawFn, texts: st.SearchStrategy[bytes]) -> bytes:
    """Draw a valid text and cut it, repeat a part of it, or put something in it."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 3))):
        first, second = sorted(draw(st.integers(0, len(text))) for _ in range(2))
        middle = draw(st.sampled_from([b"", text[first:second] * 2]) | st.sampled_from(PIECES))
        text = text[:first] + middle + text[second:]
    return text


def texts_of(format_: str) -> st.SearchStrategy[bytes]:
    def rules_text(document: Document) -> bytes:
        rules = fr.Rules(document)
        return (rules.to_toml() if format_ == "toml" else rules.to_json()).encode()

    def profiles_text(document: Document) -> bytes:
        return _core.write_profiles([fr.Profile.from_dict(document)], format_).encode()

    return rules_documents.map(rules_text) | profile_documents().map(profiles_text)


@times(4)
@given(text=damaged(texts_of("toml")))
def test_damaged_toml(text: bytes) -> None:
    put(READERS["rules in TOML"], text)
    put(READERS["profiles in TOML"], text)


@times(4)
@given(text=damaged(texts_of("json")))
def test_damaged_json(text: bytes) -> None:
    put(READERS["rules in JSON"], text)
    put(READERS["profiles in JSON"], text)


@given(
    document=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner),
        max_leaves=10,
    )
)
def test_any_python_value(document: object) -> None:
    assert problems_of(fr.Rules, document) != ()
    assert problems_of(fr.Profile.from_dict, document) != ()


@given(skill=st.text() | st.builds("Alliance/{}".format, st.text()))
def test_any_skill(skill: str) -> None:
    problems = problems_of(partial(fr.Profile, "x", skills=[skill]))
    if problems is not None:
        assert [problem.field for problem in problems] == ["skills[0]"]
        return
    profile = fr.Profile("x", skills=[skill])
    assert profile.skills == (skill,)
    text = json.loads(_core.write_profiles([profile], "json"))
    assert text["profiles"][0]["skills"] == [skill]
