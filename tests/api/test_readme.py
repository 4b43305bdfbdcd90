"""The pages that people read first: their examples run, their tables are what the engine says."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from fracas.cli import main
from golden_rows import GOLDEN

pytestmark = pytest.mark.checkout

ROOT = GOLDEN.parent.parent
PAGES = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "benches/README.md", "rust_core/README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_the_python_of_a_page_runs(page: str) -> None:
    failed, _ = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert failed == 0


def test_the_commands_of_the_readme_print_what_it_shows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    text = (ROOT / "README.md").read_text("utf-8")
    blocks = re.findall(r"```console\n\$ fracas (.*?)\n(.*?)```", text, re.DOTALL)
    assert blocks
    for command, shown in blocks:
        assert main(shlex.split(command)) == 0
        printed = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
        assert printed == shown.splitlines(), command


@pytest.mark.parametrize("page", PAGES)
def test_the_links_of_a_page_lead_to_files(page: str) -> None:
    place = ROOT / page
    for link in re.findall(r"\]\(([^)#]+)", place.read_text("utf-8")):
        if "://" not in link:
            assert (place.parent / link).exists(), link


def test_the_table_of_rulings_is_the_engines() -> None:
    from rulings import PUBLISHED, replaced  # noqa: PLC0415 - a script of the checkout

    text = Path(PUBLISHED).read_text("utf-8")
    assert "<!-- rulings -->" in text
    assert text == replaced(text), "run scripts/rulings.py --write"
