"""What the decisions of a battle and their choices mean, in words. No rule lives here."""

from __future__ import annotations

from fracas.battles import Battle
from fracas.glossary import Glossary, Language, glossary
from fracas.types import Decision

__all__ = ["choice_labels", "question"]

# The number that stands for nobody where a choice is a fighter.
_NOBODY = 63
_TOWARDS = 16
_NEAREST = 17
_COMPASS = 16
# The number of the first mystic action of a fighter among what it can do.
_FIRST_MYSTIC = 8

# Decisions whose choices are fighters of the battle.
_FIGHTERS = {"tester", "target", "resolve", "towards", "act", "pursuer", "order"}
# Decisions whose choices are fighters of the combat under way.
_LOCAL = {"place_next", "initiative_tester", "attacker", "attack_target"}
# Decisions each of whose choices has a word of its own.
_WORDS = {
    "speech",
    "announce",
    "manner",
    "pivot",
    "instead",
    "action",
    "then_walk",
    "dive",
    "pursuit",
    "pay",
    "use",
    "sustain",
    "skill",
    "exchange",
}
# Decisions of a battle that share their name with others of a combat.
_QUESTIONS = {"target": "assault_target", "tester": "contest_tester"}


def question(battle: Battle, language: Language = "en") -> str:
    """Say what the decision is about that a battle waits for; nothing at any other node.

    >>> import fracas as fr
    >>> question(fr.Battle("dawn", "wild"))
    'Side 0: Which card comes next in the sequence'
    """
    decision = battle.decision
    if decision is None:
        return ""
    word = glossary(language).word
    fighter = "" if decision.fighter is None else battle.names[decision.fighter]
    names = ", ".join(battle.names[one] for one in battle.combatants)
    kind = _QUESTIONS.get(decision.kind, decision.kind)
    effect = battle.at_stake or ""
    asked = word(f"decision.{kind}", fighter=fighter or names, names=names, effect=effect)
    return word("decision.asked", side=word("decision.side", side=decision.side), asked=asked)


def choice_labels(battle: Battle, language: Language = "en") -> dict[int, str]:
    """Say what each choice means of the decision that a battle waits for.

    >>> import fracas as fr
    >>> choice_labels(fr.Battle("dawn", "wild"))
    {0: 'Dawn champion', 1: 'Praetorian guard', 2: 'Dawn warrior'}
    """
    decision = battle.decision
    if decision is None:
        return {}
    words = glossary(language)
    return {choice: _label(battle, decision, choice, words) for choice in decision.choices}


def _label(battle: Battle, decision: Decision, choice: int, words: Glossary) -> str:
    kind = decision.kind
    if kind in _FIGHTERS:
        return battle.names[choice]
    if kind in _LOCAL:
        return battle.names[battle.combatants[choice]]
    if kind == "action" and choice >= _FIRST_MYSTIC and decision.fighter is not None:
        name = battle.mystic_actions(decision.fighter)[choice - _FIRST_MYSTIC].name
        return words.word("choice.mystic", name=name)
    if kind in _WORDS:
        return words.word(f"choice.{kind}_{choice}")
    return _number(battle, decision, choice, words)


def _number(battle: Battle, decision: Decision, choice: int, words: Glossary) -> str:
    """Say what a choice means that is a card, a side, a way, a combat or a number of dice."""
    label = str(choice)
    match decision.kind:
        case "sequence":
            label = battle.armies[decision.side].cards[choice].name
        case "first_speaker":
            label = words.word("choice.side", side=choice, name=battle.armies[choice].name)
        case "also" | "separate":
            nobody = words.word("choice.alone" if decision.kind == "also" else "choice.complete")
            label = nobody if choice == _NOBODY else battle.names[choice]
        case "heading" | "facing" | "pace":
            label = _way(decision, choice, words)
        case "name_combat" | "combat":
            lone, enemies = battle.combats[choice]
            against = ", ".join(battle.names[enemy] for enemy in enemies)
            label = words.word("choice.combat", lone=battle.names[lone], enemies=against)
        case "place":
            label = words.word("choice.attack_dice", attack=words.dice(choice))
        case "defence":
            label = words.dice(choice)
        case "reroll":
            natural = decision.view.natural if decision.view else ""
            label = words.word(f"choice.reroll_{choice}", natural=natural)
    return label


def _way(decision: Decision, choice: int, words: Glossary) -> str:
    if decision.kind == "pace":
        return words.word("choice.pace", quarters=choice) if choice else words.word("choice.pace_0")
    if choice >= _COMPASS:
        towards = "choice.towards" if decision.kind == "heading" else "choice.ahead"
        return words.word("choice.nearest" if choice == _NEAREST else towards)
    degrees = words.number(f"{choice * 22.5:g}")
    # One of the four words for the nearest quarter of the compass.
    quarters = words.word("compass").split(",")
    return words.word("choice.compass", degrees=degrees, direction=quarters[(choice + 2) // 4 % 4])
