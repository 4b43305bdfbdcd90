"""The parsing of scripts/traceability.py; `make lint` runs the script itself."""

from __future__ import annotations

from pathlib import Path

import pytest

traceability = pytest.importorskip("traceability", reason="scripts/ is not beside the tests")

pytestmark = pytest.mark.checkout


def clauses(text: str) -> list[str]:
    return [clause for clause, _ in traceability.clauses_in(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nothing here", []),
        ("D-2, D-3", ["D-2", "D-3"]),
        ("(D-1 to D-4, D-7)", ["D-1", "D-2", "D-3", "D-4", "D-7"]),
        ("W-1–W-3", ["W-1", "W-2", "W-3"]),
        ("W-1 … W-2", ["W-1", "W-2"]),
        ("D-1 to\n W-2", ["D-1", "W-2"]),
        ("D-5 to D-2", ["D-5", "D-2"]),
        ("UTF-8, IEEE-754, d-2, D-2b, X-D-2", []),
        ("**C-24**'s", ["C-24"]),
    ],
)
def test_lists_and_ranges_of_clauses_are_understood(text: str, expected: list[str]) -> None:
    assert clauses(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C-24 C-25", ["C-24", "C-25"]),
        ("C-24, C-25", ["C-24", "C-25"]),
        ("D-1 to D-3", ["D-1", "D-2", "D-3"]),
        ("D-1 and more", []),
        ("D2", []),
        ("", []),
    ],
)
def test_a_mark_holds_clauses_and_nothing_else(text: str, expected: list[str]) -> None:
    assert traceability.marked_clauses(text) == expected


def test_a_range_may_run_over_the_end_of_a_doc_comment_line() -> None:
    source = "//! Head (D-9).\n\n  /// Checks, D-1 to\n  /// D-3.\n//// D-7\n// D-8\nfn f() {}\n"
    evidence = traceability.code_evidence(traceability.rust_docs(source), "f.rs")
    assert sorted(evidence) == [
        ("D-1", "f.rs:3"),
        ("D-2", "f.rs:3"),
        ("D-3", "f.rs:3"),
        ("D-9", "f.rs:1"),
    ]


def test_docstrings_attribute_docstrings_and_comments_are_code_evidence() -> None:
    source = '''\
"""Module.

Cites W-1.
"""
x = 1
"""W-2."""
# W-3 to
# W-4
y = "W-5"
z = 1  # W-6
'''
    evidence = traceability.code_evidence(traceability.python_docs(source), "m.py")
    assert sorted(evidence) == [
        ("W-1", "m.py:3"),
        ("W-2", "m.py:6"),
        ("W-3", "m.py:7"),
        ("W-4", "m.py:7"),
        ("W-6", "m.py:10"),
    ]


def test_a_rule_line_counts_only_on_a_rust_test() -> None:
    source = """
        #[test]
        // rule: D-1 D-2
        fn above() {}

        // rule: D-3
        #[test]
        fn below() {}

        // rule: D-4
        fn helper() {}

        #[test]
        // rule: soon
        fn vague() {}
    """
    problems: list[str] = []
    evidence = list(traceability.rust_tests(source, "t.rs", problems))
    assert evidence == [
        ("D-1", "t.rs::above"),
        ("D-2", "t.rs::above"),
        ("D-3", "t.rs::below"),
    ]
    assert [problem.partition(" ")[0] for problem in problems] == ["t.rs:10:", "t.rs:14:"]


def test_marks_are_found_on_functions_classes_modules_and_parameters() -> None:
    source = """
pytestmark = pytest.mark.rule("D-1")

@pytest.mark.rule("D-2", "D-3")
class TestThing:
    @pytest.mark.rule("D-4", *more)
    def test_it(self): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("D-5"))])
def test_parameters(x): ...

@pytest.mark.rule("D6")
def test_typo(): ...
"""
    problems: list[str] = []
    assert sorted(traceability.python_tests(source, "t.py", problems)) == [
        ("D-1", "t.py"),
        ("D-2", "t.py::TestThing"),
        ("D-3", "t.py::TestThing"),
        ("D-4", "t.py::TestThing::test_it"),
        ("D-5", "t.py::test_parameters"),
    ]
    assert problems == ["t.py:12: not a clause: 'D6'"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name, text in {
        "tests/golden/clauses.txt": "# claims\nD-1 one\nD-2 two\n",
        "rust_core/engine/src/lib.rs": "/// D-1 and D-2.\nfn f() {}\n",
        "python/fracas/a.py": "",
        "tests/rules/test_a.py": '@pytest.mark.rule("D-1", "D-2")\ndef test_a(): ...\n',
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_a_complete_checkout_passes(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert traceability.main(["--root", str(checkout)]) == 0
    assert "tests/rules/test_a.py::test_a" in capsys.readouterr().out
    assert traceability.main(["--root", str(checkout), "--markdown"]) == 0
    assert "| D-2 | two | `rust_core/engine/src/lib.rs:1` |" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("rust_core/engine/src/lib.rs", "/// D-1.\n", "D-2 is claimed and no code names it"),
        ("tests/rules/test_a.py", 'pytest.mark.rule("D-1")\n', "no test is marked with it"),
        ("tests/rules/test_b.py", 'pytest.mark.rule("D-3")\n', "D-3 is not claimed"),
        ("tests/golden/clauses.txt", "D-1 one\nD-1 one\n", "claimed twice"),
        ("tests/golden/clauses.txt", "D-1\n", "not a clause and its paraphrase"),
        ("tests/golden/clauses.txt", "", "claims nothing"),
    ],
)
def test_a_gap_fails_and_is_named(
    checkout: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, problem: str
) -> None:
    (checkout / name).write_text(text, encoding="utf-8")
    assert traceability.main(["--root", str(checkout)]) == 1
    assert problem in capsys.readouterr().err
