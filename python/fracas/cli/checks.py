"""The commands ``fracas check`` and ``fracas attack``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from fracas import CheckResult, Dice, InputError, OpposedResult, Rules, laws
from fracas import check as resolve_check
from fracas import opposed as resolve_opposed
from fracas.cli.options import (
    DiceCount,
    JsonFlag,
    Reroll,
    RulesFile,
    ScriptText,
    SeedText,
    dice_from,
    rules_from,
)
from fracas.cli.show import bar, console, final_text, heading, number, percent, print_json, table

# Without a difficulty the table starts where a die of 1 leads and shows two blocks of six.
_SHOWN = 12


def check(
    value: Annotated[
        int, typer.Argument(metavar="VALUE", help="Characteristic with its modifiers.")
    ],
    difficulty: Annotated[
        int | None, typer.Option("--difficulty", metavar="N", help="The final result to reach.")
    ] = None,
    against: Annotated[
        int | None,
        typer.Option("--against", metavar="VALUE", help="The value of the other side: opposed."),
    ] = None,
    dice: DiceCount = 1,
    reroll: Annotated[
        Reroll, typer.Option("--reroll", help="Which sixes are rerolled.")
    ] = Reroll.WHEN_NEEDED,
    seed: SeedText = None,
    script: ScriptText = None,
    rules: RulesFile = None,
    json: JsonFlag = False,
) -> None:
    """Give the exact odds of a check; with dice, roll it as well.

    The check is against a difficulty, against another side, or, with neither, against every
    difficulty within reach. --seed or --script brings the dice.
    """
    source = dice_from(seed, script)
    played = rules_from(rules)
    if against is None:
        _simple(value, difficulty, dice, reroll, source, played, json=json)
        return
    problems = []
    if difficulty is not None:
        problems.append(("--difficulty", str(difficulty), "nothing beside --against"))
    if dice != 1:
        problems.append(("--dice", str(dice), "1 beside --against"))
    if problems:
        raise InputError(problems)
    _opposed((value, against), reroll, source, played, json=json)


def _simple(
    value: int,
    difficulty: int | None,
    dice: int,
    reroll: Reroll,
    source: Dice | None,
    rules: Rules,
    *,
    json: bool,
) -> None:
    difficulties = (
        list(range(value + 1, value + 1 + _SHOWN)) if difficulty is None else [difficulty]
    )
    chances = laws.success(value, difficulties, dice=dice, reroll=reroll.policy, rules=rules)
    result = None
    if source is not None:
        result = resolve_check(
            value,
            difficulty=difficulty,
            dice=dice,
            reroll=reroll.policy,
            source=source,
            rules=rules,
        )
        source.finish()
    if json:
        document: dict[str, Any] = {
            "format": "fracas-check 1",
            "rules": rules.name,
            "method": "exact",
            "value": value,
            "dice": dice,
            "reroll": reroll.policy,
            "odds": [
                {"difficulty": needed, "success": chance}
                for needed, chance in zip(difficulties, chances.tolist(), strict=True)
            ],
            "roll": None if result is None else asdict(result),
        }
        print_json(document)
        return
    out = console()
    note = f"{_count(dice)}, sixes rerolled {reroll.value.replace('-', ' ')}, exact"
    out.print(heading(f"A check of {number(value)}", note))
    grid = table(out, "difficulty", "success", "", left=[""])
    for needed, chance in zip(difficulties, chances.tolist(), strict=True):
        grid.add_row(number(needed), percent(chance), bar(out, chance))
    out.print(grid)
    if result is not None:
        _print_result(out, result, value)


def _print_result(out: Console, result: CheckResult, value: int) -> None:
    verdict = {True: ": success", False: ": failure", None: ""}[result.success]
    out.print(f"\nRolled: {final_text(result, value)}{verdict}")


def _opposed(
    values: tuple[int, int], reroll: Reroll, source: Dice | None, rules: Rules, *, json: bool
) -> None:
    rerolls = (reroll.policy, reroll.policy)
    chance = laws.opposed(*values, reroll=rerolls, rules=rules)
    result = None
    if source is not None:
        result = resolve_opposed(values, reroll=rerolls, source=source, rules=rules)
        source.finish()
    if json:
        print_json(
            {
                "format": "fracas-opposed 1",
                "rules": rules.name,
                "method": "exact",
                "values": list(values),
                "reroll": reroll.policy,
                "wins": [chance, 1.0 - chance],
                "roll": None if result is None else asdict(result),
            }
        )
        return
    out = console()
    note = f"sixes rerolled {reroll.value.replace('-', ' ')}, exact"
    out.print(heading(f"An opposed check of {number(values[0])} against {number(values[1])}", note))
    grid = table(out, "side", "value", "wins", "", left=[""])
    for side, wins in enumerate([chance, 1.0 - chance]):
        grid.add_row(str(side), number(values[side]), percent(wins), bar(out, wins))
    out.print(grid)
    if result is not None:
        _print_rounds(out, result, values)


def _print_rounds(out: Console, result: OpposedResult, values: tuple[int, int]) -> None:
    out.print()
    for count, sides in enumerate(result.rounds, start=1):
        tie = ": a tie, both roll again" if count < len(result.rounds) else ""
        for side, checked in enumerate(sides):
            out.print(f"Side {side}: {final_text(checked, values[side])}{tie if side else ''}")
    out.print(f"Side {result.winner} wins.")


def attack(
    attack: Annotated[int, typer.Argument(metavar="ATTACK", help="Attack with its modifiers.")],
    defence: Annotated[int, typer.Argument(metavar="DEFENCE", help="Defence with its modifiers.")],
    dice: Annotated[
        int | None, typer.Option("--dice", metavar="N", help="Only this many defence dice.")
    ] = None,
    attack_reroll: Annotated[
        Reroll, typer.Option("--attack-reroll", help="Which sixes the attacker rerolls.")
    ] = Reroll.ALWAYS,
    defence_reroll: Annotated[
        Reroll, typer.Option("--defence-reroll", help="Which sixes the defender rerolls.")
    ] = Reroll.WHEN_NEEDED,
    rules: RulesFile = None,
    json: JsonFlag = False,
) -> None:
    """Give the exact odds of an attack against defence dice.

    Against 0 to 4 of them, or only as many as --dice says.
    """
    played = rules_from(rules)
    counts = list(range(5)) if dice is None else [dice]
    chances = laws.attack(
        attack,
        defence,
        dice=counts,
        attack_reroll=attack_reroll.policy,
        defence_reroll=defence_reroll.policy,
        rules=played,
    ).tolist()
    if json:
        print_json(
            {
                "format": "fracas-attack 1",
                "rules": played.name,
                "method": "exact",
                "attack": attack,
                "defence": defence,
                "attack_reroll": attack_reroll.policy,
                "defence_reroll": defence_reroll.policy,
                "odds": [
                    {
                        "dice": count,
                        "automatic_failure": failed,
                        "parried": parried,
                        "landed": landed,
                    }
                    for count, (failed, parried, landed) in zip(counts, chances, strict=True)
                ],
            }
        )
        return
    out = console()
    out.print(
        heading(f"An attack of {number(attack)} against a defence of {number(defence)}", "exact")
    )
    out.print(attack_table(out, counts, chances))


def attack_table(out: Console, counts: list[int], chances: list[list[float]]) -> Table:
    """Give the table of an attack law, one row for each number of defence dice."""
    grid = table(out, "defence dice", "fails", "parried", "lands", "", left=[""])
    for count, (failed, parried, landed) in zip(counts, chances, strict=True):
        grid.add_row(
            str(count), percent(failed), percent(parried), percent(landed), bar(out, landed)
        )
    return grid


def _count(dice: int) -> str:
    return "1 die" if dice == 1 else f"{dice} dice"
