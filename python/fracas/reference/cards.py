"""The cards of a player in the activation phase: sequence, reserve, refusals (A-1 to A-9)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fracas.events import SpeechName

__all__ = ["SPEECHES", "Hand", "next_speaker", "speak", "speeches", "with_refusals"]

SPEECHES: tuple[SpeechName, ...] = ("play_top", "reserve", "play_reserve", "play_both", "refuse")
"""What a player can do with the word, by the number of the choice (A-2)."""


@dataclass(frozen=True)
class Hand:
    """What a player holds."""

    pile: tuple[int, ...] = ()
    """What is left of the sequence, the top card first."""
    reserve: int | None = None
    has_reserved: bool = False
    """Whether he has put a card in reserve in this phase (A-4)."""
    refusals: int = 0

    @property
    def has_cards(self) -> bool:
        """Whether he has a card left to play."""
        return bool(self.pile) or self.reserve is not None


def with_refusals(hands: tuple[Hand, Hand]) -> tuple[Hand, Hand]:
    """Hand out the refusals of a phase.

    *Rule* Whoever has fewer cards in his sequence gets as many refusals as he has fewer (A-5).

    *Example* Six cards against eleven.

    >>> [hand.refusals for hand in with_refusals((Hand((0,) * 6), Hand((0,) * 11)))]
    [5, 0]
    """
    first, second = (len(hand.pile) for hand in hands)
    return (
        replace(hands[0], refusals=max(0, second - first)),
        replace(hands[1], refusals=max(0, first - second)),
    )


def speeches(own: Hand, other: Hand) -> list[SpeechName]:
    """List what a speaker may do with his cards.

    *Rule* Play the top card, put it in reserve, play the reserve, play both, or refuse (A-2); a
    card goes to the reserve once a phase (A-4).

    *Edge cases* Nobody refuses when the other has no card left (A-5).
    """
    is_open: dict[SpeechName, bool] = {
        "play_top": bool(own.pile),
        "reserve": bool(own.pile) and not own.has_reserved,
        "play_reserve": own.reserve is not None,
        "play_both": bool(own.pile) and own.reserve is not None,
        "refuse": own.refusals > 0 and other.has_cards,
    }
    return [speech for speech in SPEECHES if is_open[speech]]


def speak(hand: Hand, speech: SpeechName) -> tuple[Hand, tuple[int, ...]]:
    """Give the hand after a speech, and the cards that were played (A-2 to A-4, A-8)."""
    if speech == "refuse":
        return replace(hand, refusals=hand.refusals - 1), ()
    if speech == "reserve":
        return replace(hand, pile=hand.pile[1:], reserve=hand.pile[0], has_reserved=True), ()
    played: tuple[int, ...] = ()
    if speech in {"play_top", "play_both"}:
        played += hand.pile[:1]
        hand = replace(hand, pile=hand.pile[1:])
    if speech in {"play_reserve", "play_both"} and hand.reserve is not None:
        played += (hand.reserve,)
        hand = replace(hand, reserve=None)
    return hand, played


def next_speaker(hands: tuple[Hand, Hand], last: int) -> int | None:
    """Tell who speaks after a speaking turn; ``None`` when the phase is over.

    *Rule* The players alternate; who has no card is skipped (A-6); without cards it is over (A-9).
    """
    return next((side for side in (1 - last, last) if hands[side].has_cards), None)
