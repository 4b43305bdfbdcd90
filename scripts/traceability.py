#!/usr/bin/env python3
"""Print the table clause → code → tests, and fail when a claimed clause has no code or no test.

* The claimed clauses are the lines of tests/golden/clauses.txt.
* Code is a doc comment of Rust (``///``, ``//!``) under rust_core/*/src, or a docstring or comment
  under python/fracas, that names the clause: alone (``D-2``), in a list or in a range
  (``D-1 to D-5``).
* A test is a Python test marked ``@pytest.mark.rule("D-2", ...)`` or a Rust test with a line
  ``// rule: D-2 D-3`` among its attributes.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent

_CLAUSE = r"(?<![\w-])([A-Z])-(\d+)(?![\w-])"
_MENTION = re.compile(rf"{_CLAUSE}(?:\s*(?:to|through|–|—|…|\.\.\.?)\s*{_CLAUSE})?")
_RUST_DOC = re.compile(r"\s*//[/!](?!/)(.*)")
_RUST_RULE = re.compile(r"\s*//\s*rule:(.*)")
_RUST_FUNCTION = re.compile(r"\s*(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?fn\s+(\w+)")
_RUST_TEST = re.compile(r"\s*#\[(?:\w+::)*test\b")


class Block(NamedTuple):
    """A piece of prose in a source file and the line it starts on."""

    line: int
    text: str


class Evidence(NamedTuple):
    """A place that speaks of a clause: ``path:line`` for code, ``path::name`` for a test."""

    clause: str
    place: str


@dataclass
class Table:
    """What was claimed, what was found, and what is wrong."""

    claims: dict[str, str] = field(default_factory=dict)
    code: dict[str, list[str]] = field(default_factory=dict)
    tests: dict[str, list[str]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def clauses_in(text: str) -> list[tuple[str, int]]:
    """List the clauses that a text names, ranges spelled out, each with its offset.

    >>> [clause for clause, _ in clauses_in("D-2, D-3 and W-1 to W-3, in UTF-8")]
    ['D-2', 'D-3', 'W-1', 'W-2', 'W-3']
    """
    found: list[tuple[str, int]] = []
    for mention in _MENTION.finditer(text):
        letter, first, last_letter, last = mention.groups()
        if last is None:
            found.append((f"{letter}-{int(first)}", mention.start()))
        elif letter == last_letter and int(first) < int(last):
            found += [(f"{letter}-{n}", mention.start()) for n in range(int(first), int(last) + 1)]
        else:
            found.append((f"{letter}-{int(first)}", mention.start()))
            found.append((f"{last_letter}-{int(last)}", mention.start()))
    return found


def marked_clauses(text: str) -> list[str]:
    """Read a mark, which may hold clauses and nothing else; anything else gives an empty list."""
    rest = re.sub(r"[\s,]", "", _MENTION.sub("", text))
    return [] if rest else [clause for clause, _ in clauses_in(text)]


def rust_docs(source: str) -> Iterator[Block]:
    """Yield the doc comments of a Rust file, neighbouring lines joined."""
    start, lines = 0, list[str]()
    for number, line in enumerate([*source.splitlines(), ""], start=1):
        doc = _RUST_DOC.match(line)
        if doc:
            start = start if lines else number
            lines.append(doc[1])
        elif lines:
            yield Block(start, "\n".join(lines))
            lines = []


def python_docs(source: str) -> Iterator[Block]:
    """Yield the docstrings (of attributes too) and the comments of a Python file."""
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield Block(node.lineno, node.value.value)
    start, lines = 0, list[str]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if lines and token.start[0] != start + len(lines):
                yield Block(start, "\n".join(lines))
                lines = []
            start = start if lines else token.start[0]
            lines.append(token.string.removeprefix("#"))
    if lines:
        yield Block(start, "\n".join(lines))


def code_evidence(blocks: Iterable[Block], path: str) -> Iterator[Evidence]:
    """Yield the first mention of each clause in one file."""
    seen: set[str] = set()
    for block in sorted(blocks):
        for clause, offset in clauses_in(block.text):
            if clause not in seen:
                seen.add(clause)
                line = block.line + block.text.count("\n", 0, offset)
                yield Evidence(clause, f"{path}:{line}")


def rust_tests(source: str, path: str, problems: list[str]) -> Iterator[Evidence]:
    """Yield the clauses of the ``// rule:`` lines and the tests they stand on."""
    lines = source.splitlines()
    for index, line in enumerate(lines):
        rule = _RUST_RULE.match(line)
        if not rule:
            continue
        where = f"{path}:{index + 1}"
        clauses = marked_clauses(rule[1])
        if not clauses:
            problems.append(f"{where}: not a list of clauses: {line.strip()!r}")
        first = index
        while first > 0 and lines[first - 1].lstrip().startswith(("#[", "//")):
            first -= 1
        last = index
        while last < len(lines) and not _RUST_FUNCTION.match(lines[last]):
            last += 1
        function = _RUST_FUNCTION.match(lines[last]) if last < len(lines) else None
        if function is None or not any(_RUST_TEST.match(above) for above in lines[first:last]):
            problems.append(f"{where}: the rule line is not on a #[test]")
            continue
        yield from (Evidence(clause, f"{path}::{function[1]}") for clause in clauses)


def python_tests(source: str, path: str, problems: list[str]) -> Iterator[Evidence]:
    """Yield the clauses of the ``pytest.mark.rule`` marks and what they stand on.

    Clauses that a test takes from its data (``rule(*row.clauses)``) are no evidence here: the
    table must be readable without running the tests.
    """
    yield from _marks(ast.parse(source), path, path, problems)


def _marks(node: ast.AST, path: str, place: str, problems: list[str]) -> Iterator[Evidence]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        place = f"{place}::{node.name}"
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
        for argument in node.args:
            if isinstance(argument, ast.Constant):
                clauses = marked_clauses(str(argument.value))
                if not clauses:
                    problems.append(f"{path}:{node.lineno}: not a clause: {argument.value!r}")
                yield from (Evidence(clause, place) for clause in clauses)
    for child in ast.iter_child_nodes(node):
        yield from _marks(child, path, place, problems)


def read_claims(text: str, path: str, problems: list[str]) -> dict[str, str]:
    """Read the list of claimed clauses: a clause, blanks, our paraphrase."""
    claims: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        clause, _, paraphrase = line.partition(" ")
        if not re.fullmatch(_CLAUSE, clause) or not paraphrase.strip():
            problems.append(f"{path}:{number}: not a clause and its paraphrase: {line!r}")
        elif clause in claims:
            problems.append(f"{path}:{number}: {clause} is claimed twice")
        else:
            claims[clause] = paraphrase.strip()
    return claims


def build_table(root: Path) -> Table:
    """Read a checkout and compare what it claims with what it holds."""
    table = Table()
    for path, text in _sources(root, "tests/golden/clauses.txt"):
        table.claims = read_claims(text, path, table.problems)
    for path, text in _sources(root, "rust_core/*/src/**/*.rs"):
        _add(table.code, code_evidence(rust_docs(text), path))
    for path, text in _sources(root, "python/fracas/**/*.py"):
        _add(table.code, code_evidence(python_docs(text), path))
    for path, text in _sources(root, "rust_core/*/src/**/*.rs", "rust_core/*/tests/**/*.rs"):
        _add(table.tests, rust_tests(text, path, table.problems))
    for path, text in _sources(root, "tests/**/*.py"):
        _add(table.tests, python_tests(text, path, table.problems))
    table.problems += _gaps(table)
    return table


def _sources(root: Path, *patterns: str) -> Iterator[tuple[str, str]]:
    for path in sorted({path for pattern in patterns for path in root.glob(pattern)}):
        yield path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")


def _add(column: dict[str, list[str]], evidence: Iterable[Evidence]) -> None:
    for clause, place in evidence:
        places = column.setdefault(clause, [])
        if place not in places:
            places.append(place)


def _gaps(table: Table) -> Iterator[str]:
    if not table.claims:
        yield "tests/golden/clauses.txt claims nothing"
    for clause in table.claims:
        if clause not in table.code:
            yield f"{clause} is claimed and no code names it"
        if clause not in table.tests:
            yield f"{clause} is claimed and no test is marked with it"
    for clause, places in table.tests.items():
        if clause not in table.claims:
            yield f"{clause} is not claimed and {places[0]} is marked with it"


def as_text(table: Table) -> str:
    """Lay the table out for a terminal."""
    lines: list[str] = []
    for clause, paraphrase in table.claims.items():
        lines.append(f"{clause:<5} {paraphrase}")
        for title, column in (("code", table.code), ("tests", table.tests)):
            for index, place in enumerate(column.get(clause, ["none"])):
                lines.append(f"      {'' if index else title:<5} {place}")
    return "\n".join(lines)


def as_markdown(table: Table) -> str:
    """Lay the table out as Markdown."""
    lines = ["| clause | about | code | tests |", "|---|---|---|---|"]
    for clause, paraphrase in table.claims.items():
        cells = [
            "<br>".join(f"`{place}`" for place in column.get(clause, [])) or "none"
            for column in (table.code, table.tests)
        ]
        lines.append(f"| {clause} | {paraphrase} | {cells[0]} | {cells[1]} |")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the result is its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")
    parser.add_argument("--quiet", action="store_true", help="print a summary, not the table")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout to read")
    options = parser.parse_args(arguments)

    table = build_table(options.root)
    if options.quiet:
        print(f"{len(table.claims)} clauses claimed, {len(table.problems)} problems")
    else:
        print(as_markdown(table) if options.markdown else as_text(table))
    for problem in table.problems:
        print(f"traceability: {problem}", file=sys.stderr)
    return 1 if table.problems else 0


if __name__ == "__main__":
    sys.exit(main())
