//! The cards of an activation phase: sequences, reserve, refusals, who speaks.

use crate::machine::Choices;
use crate::names::named;
use crate::skirmish::checks::Side;

/// The most cards of a side.
pub const MAX_CARDS: usize = 32;

named! {
    /// what a player does with the word.
    pub enum Speech {
        /// Plays the top card of his sequence.
        PlayTop = "play_top",
        /// Puts the top card in reserve.
        Reserve = "reserve",
        /// Plays the card in reserve.
        PlayReserve = "play_reserve",
        /// Plays the top card and the card in reserve together.
        PlayBoth = "play_both",
        /// Hands the word over.
        Refuse = "refuse",
    }
}

/// The cards that a player has left in this activation phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// In the order they are played; those before `top` are gone.
    sequence: [u8; MAX_CARDS],
    top: u8,
    cards: u8,
    reserve: Option<u8>,
    may_reserve: bool,
    refusals: u8,
}

impl Hand {
    fn new(sequence: &[u8]) -> Self {
        let mut cards = [0; MAX_CARDS];
        cards[..sequence.len()].copy_from_slice(sequence);
        let count = sequence.len() as u8;
        Self {
            sequence: cards,
            top: 0,
            cards: count,
            reserve: None,
            may_reserve: true,
            refusals: 0,
        }
    }

    /// The cards still in the pile, the top one first.
    pub fn pile(&self) -> &[u8] {
        &self.sequence[usize::from(self.top)..usize::from(self.cards)]
    }

    /// The card in reserve.
    pub const fn reserve(&self) -> Option<u8> {
        self.reserve
    }

    /// Whether a card may still be put in reserve in this phase.
    pub const fn may_reserve(&self) -> bool {
        self.may_reserve
    }

    /// How many refusals are left.
    pub const fn refusals(&self) -> u8 {
        self.refusals
    }

    /// Whether there is a card left, in the pile or in reserve.
    pub fn has_cards(&self) -> bool {
        !self.pile().is_empty() || self.reserve.is_some()
    }

    fn take_top(&mut self) -> Option<u8> {
        let card = self.pile().first().copied();
        self.top += u8::from(card.is_some());
        card
    }
}

/// The cards of both players, and who has the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cards {
    hands: [Hand; 2],
    speaker: u8,
}

/// The cards that were played in a speaking turn: the one of the pile, the one of the reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Played {
    /// From the top of the sequence.
    pub top: Option<u8>,
    /// From the reserve.
    pub reserve: Option<u8>,
}

impl Played {
    /// The cards, the top one first.
    pub fn cards(self) -> impl Iterator<Item = u8> {
        self.top.into_iter().chain(self.reserve)
    }
}

impl Cards {
    /// The start of an activation phase: each side's sequence, at most [`MAX_CARDS`] cards, and who
    /// speaks first.
    ///
    /// # Rule
    /// who has fewer cards may refuse as often as the difference. A-6: a first speaker without
    /// a card is skipped.
    pub fn new(sequences: [&[u8]; 2], first: Side) -> Self {
        let mut hands =
            sequences.map(|sequence| Hand::new(&sequence[..sequence.len().min(MAX_CARDS)]));
        let counts = hands.map(|hand| hand.cards);
        for side in 0..2 {
            hands[side].refusals = counts[1 - side].saturating_sub(counts[side]);
        }
        let mut cards = Self { hands, speaker: first as u8 };
        if !cards.hands[first].has_cards() {
            cards.speaker = 1 - cards.speaker;
        }
        cards
    }

    /// The hand of a side.
    pub const fn hand(&self, side: Side) -> &Hand {
        &self.hands[side]
    }

    /// Who has the word.
    pub const fn speaker(&self) -> Side {
        self.speaker as Side
    }

    /// the phase is over when nobody has a card left.
    pub fn is_over(&self) -> bool {
        self.hands.iter().all(|hand| !hand.has_cards())
    }

    /// What the speaker may do: the numbers of [`Speech`].
    ///
    /// # Rule
    /// one card of the pile at most. A-4: one card in reserve, once a phase. A-5: nobody
    /// refuses once the opponent has no card.
    pub fn speeches(&self) -> Choices {
        let hand = &self.hands[self.speaker()];
        let opponent = &self.hands[1 - self.speaker()];
        let has_top = !hand.pile().is_empty();
        let has_reserve = hand.reserve.is_some();
        let open = [
            (Speech::PlayTop, has_top),
            (Speech::Reserve, has_top && hand.may_reserve),
            (Speech::PlayReserve, has_reserve),
            (Speech::PlayBoth, has_top && has_reserve),
            (Speech::Refuse, hand.has_cards() && hand.refusals > 0 && opponent.has_cards()),
        ];
        let legal = open.iter().filter(|(_, is_open)| *is_open);
        legal.fold(Choices::NONE, |choices, (speech, _)| choices.with(*speech as u8))
    }

    /// The speaker does something that he may do; gives the cards that he plays. The word does not
    /// pass: the fighters of those cards act first ([`Cards::pass_the_word`]).
    pub fn speak(&mut self, speech: Speech) -> Played {
        let hand = &mut self.hands[usize::from(self.speaker)];
        match speech {
            Speech::PlayTop => Played { top: hand.take_top(), reserve: None },
            Speech::PlayReserve => Played { top: None, reserve: hand.reserve.take() },
            Speech::PlayBoth => Played { top: hand.take_top(), reserve: hand.reserve.take() },
            Speech::Reserve => {
                hand.reserve = hand.take_top();
                hand.may_reserve = false;
                Played::default()
            }
            Speech::Refuse => {
                hand.refusals = hand.refusals.saturating_sub(1);
                Played::default()
            }
        }
    }

    /// the word goes to the other player, unless he has no card left.
    pub fn pass_the_word(&mut self) {
        if self.hands[1 - self.speaker()].has_cards() {
            self.speaker = 1 - self.speaker;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cards, Speech};

    fn all(cards: &Cards) -> Vec<Speech> {
        let all = [
            Speech::PlayTop,
            Speech::Reserve,
            Speech::PlayReserve,
            Speech::PlayBoth,
            Speech::Refuse,
        ];
        let legal = cards.speeches();
        all.into_iter().filter(|speech| legal.contains(*speech as u8)).collect()
    }

    /// Speaks and passes the word, as when nobody acts.
    fn speak(cards: &mut Cards, speech: Speech) -> Vec<u8> {
        assert!(all(cards).contains(&speech), "{speech:?} of {:?}", all(cards));
        let played = cards.speak(speech).cards().collect();
        cards.pass_the_word();
        played
    }

    #[test]
    // rule: A-1 A-2 A-4 A-5 A-6 A-8 A-9
    fn the_long_example_of_ten_speaking_turns() {
        // Side 0 has five cards, side 1 four: one refusal. Side 1 speaks first.
        let mut cards = Cards::new([&[0, 1, 2, 3, 4], &[0, 1, 2, 3]], 1);
        assert_eq!(cards.hand(1).refusals(), 1);
        let none: [u8; 0] = [];
        let turns: [(usize, Speech, &[u8]); 10] = [
            (1, Speech::Refuse, &none),
            (0, Speech::PlayTop, &[0]),
            (1, Speech::Reserve, &none),
            (0, Speech::Reserve, &none),
            (1, Speech::PlayTop, &[1]),
            (0, Speech::PlayTop, &[2]),
            (1, Speech::PlayBoth, &[2, 0]),
            (0, Speech::PlayTop, &[3]),
            (1, Speech::PlayTop, &[3]),
            (0, Speech::PlayBoth, &[4, 1]),
        ];
        for (side, speech, played) in turns {
            assert!(!cards.is_over());
            assert_eq!(cards.speaker(), side);
            assert_eq!(speak(&mut cards, speech), played);
        }
        assert!(cards.is_over());
    }

    #[test]
    // rule: A-5
    fn six_cards_against_eleven_give_five_refusals() {
        let eleven: Vec<u8> = (0..11).collect();
        let cards = Cards::new([&eleven[..6], &eleven], 0);
        assert_eq!([cards.hand(0).refusals(), cards.hand(1).refusals()], [5, 0]);
    }

    #[test]
    // rule: A-3 A-4 A-6
    fn who_goes_on_alone_plays_two_cards_at_most() {
        let mut cards = Cards::new([&[0, 1, 2], &[]], 0);
        assert_eq!(all(&cards), [Speech::PlayTop, Speech::Reserve]);
        speak(&mut cards, Speech::Reserve);
        assert_eq!(cards.speaker(), 0);
        assert_eq!(speak(&mut cards, Speech::PlayBoth), [1, 0]);
        assert_eq!(all(&cards), [Speech::PlayTop]);
        assert_eq!(speak(&mut cards, Speech::PlayTop), [2]);
        assert!(cards.is_over());
    }

    #[test]
    // rule: A-2 A-4
    fn who_has_reserved_has_four_choices() {
        let mut cards = Cards::new([&[0, 1], &[0, 1, 2]], 0);
        speak(&mut cards, Speech::Reserve);
        speak(&mut cards, Speech::PlayTop);
        let four = [Speech::PlayTop, Speech::PlayReserve, Speech::PlayBoth, Speech::Refuse];
        assert_eq!(all(&cards), four);
    }

    #[test]
    // rule: A-5
    fn nobody_refuses_when_the_opponent_has_no_card_left() {
        let mut cards = Cards::new([&[0], &[0, 1]], 1);
        speak(&mut cards, Speech::PlayTop);
        assert!(all(&cards).contains(&Speech::Refuse));
        speak(&mut cards, Speech::Refuse);
        speak(&mut cards, Speech::PlayTop);
        assert_eq!(all(&cards), [Speech::PlayTop, Speech::Reserve]);
    }
}
