"""Combats of the golden files, step by step, by the core and by the reference."""

from __future__ import annotations

import pytest

import fracas as fr
from combats import (
    ReferenceWalk,
    Script,
    Setup,
    Walk,
    read_combats,
    read_setup,
    run,
    write_event,
)
from fracas import reference
from fracas.types import Decision
from golden_rows import Row, each_row

WORKED = read_combats("worked_combat.txt")
SMALL = read_combats("combats.txt")
each_side = pytest.mark.parametrize("implementation", ["core", "reference"])


def cases(scripts: list[Script]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("script", scripts, ids=lambda script: script.where)


def begin(implementation: str, setup: Setup) -> Walk:
    if implementation == "core":
        return setup.core().start()
    return ReferenceWalk(setup.readable())


@pytest.mark.rule("C-11", "C-12", "C-16", "C-17", "C-18", "C-19", "C-20", "C-21", "C-22", "C-23",
                  "C-24", "C-25", "C-26", "C-27", "C-28")  # fmt: skip
@each_side
@cases(WORKED)
def test_the_worked_combat_goes_as_it_is_told(script: Script, implementation: str) -> None:
    assert run(begin(implementation, script.setup), script) == [*script.log]


@pytest.mark.rule("C-11", "C-12", "C-13", "C-14", "C-15", "C-16", "C-17", "C-18", "C-19", "C-20",
                  "C-21", "C-22", "C-23", "C-24", "C-25", "C-26", "C-27", "C-28", "C-29", "C-38",
                  "C-39", "C-40", "M-17")  # fmt: skip
@each_side
@cases(SMALL)
def test_a_small_combat_goes_as_the_clause_says(script: Script, implementation: str) -> None:
    lines = run(begin(implementation, script.setup), script)
    assert lines[: len(script.log)] == [*script.log], f"{script.where}: {script.title}"
    assert not script.is_whole or len(lines) == len(script.log), script.where


def test_the_small_combats_speak_of_every_clause_they_are_marked_with() -> None:
    spoken = {clause for script in SMALL for clause in script.clauses}
    assert spoken == {*(f"C-{n}" for n in [*range(11, 30), 38, 39, 40]), "M-17"}


class Teller:
    """A player who answers with the next number of a list."""

    def __init__(self, answers: list[int]) -> None:
        self.answers = answers

    def __call__(self, _decision: Decision | reference.Decision) -> int:
        return self.answers.pop(0)


@pytest.mark.rule("C-22", "C-24", "C-27")
@cases([script for script in [*WORKED, *SMALL] if script.is_whole])
def test_a_whole_game_uses_up_its_dice(script: Script) -> None:
    told = [line for line in script.log if line[0] not in "?*"]
    player = Teller(script.answers())
    game = script.setup.core(splits=script.splits).play(script.faces(), policy=player)
    assert [*map(write_event, game.events)] == told[:-1]
    assert [face for _, face in game.dice] == script.faces()
    assert not player.answers

    player = Teller(script.answers())
    source = reference.Scripted(script.faces())
    events, _ = reference.play(script.setup.readable(), (player, player), source, script.splits)
    source.finish()
    assert events == game.events
    assert source.record == game.dice


@pytest.mark.rule("C-22", "C-23", "C-27")
def test_the_dice_of_the_worked_combat_are_twenty_and_have_their_names() -> None:
    (script,) = WORKED
    game = script.setup.core().play(script.faces(), policy=Teller(script.answers()))
    names = [name for name, _ in game.dice]
    assert len(names) == 20
    wound = ["wound", "wound"]
    assert names == [
        "initiative", "initiative", "attack", "defence", *wound, *wound, *wound,
        "attack", "attack", "defence", "defence", *wound, "attack", "defence", *wound,
    ]  # fmt: skip
    again = script.setup.core().play(fr.Dice.recorded(game.dice), policy=Teller(script.answers()))
    assert again == game


@pytest.mark.rule("C-11", "C-12", "C-14", "C-16", "C-19", "C-20", "C-22", "C-28")
@each_row("perft.txt")
def test_the_paths_of_a_combat_are_as_many(row: Row) -> None:
    setup, depth, count = read_setup(row), int(row["depth"]), int(row["count"])
    assert setup.core().perft(depth) == count, row.where
    assert reference.perft(setup.readable(), depth) == count, row.where
