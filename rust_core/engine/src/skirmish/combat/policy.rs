//! Policies that have a name: habits of players, fixed and documented.

use super::Combat;
use super::attack::{Exchange, Stage};
use super::machine::{Decision, DecisionKind};
use super::rolls::Pending;
use super::settling::{WinningSkill, choose_skill};
use super::state::{Fights, MAX_FIGHTERS, State, Step};
use crate::dice::{Roll, philox2x64};
use crate::document::{Field, Shape, Tree};
use crate::errors::Problems;
use crate::machine::{Choices, Machine};
use crate::names::{Named, named};
use crate::skirmish::checks::Reroll;

named! {
    /// How a plain player places his dice.
    pub enum PlacingHabit {
        /// As evenly as possible, the odd die in attack.
        Even = "plain",
        /// All in attack.
        AllOutAttack = "all_out_attack",
        /// All in defence.
        AllOutDefence = "all_out_defence",
    }
}

/// A player of fixed habits.
///
/// Dice are placed by [`Plain::placing`] unless [`Plain::splits`] says otherwise; among equal friends,
/// attackers and targets the first listed comes first; the fighter with the highest current
/// initiative tests for it, the first listed on a tie; one defence die is announced while there is
/// one; defence sixes are rerolled only when needed; of two skills Ambidextrous is used; a die
/// announced against an automatic failure is kept. In a contest of Discipline the fighter with the
/// highest current one tests, the lowest number on a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plain {
    /// How dice are placed.
    pub placing: PlacingHabit,
    /// Whether sixes of the attack check are rerolled.
    pub attack_sixes: bool,
    /// Whether sixes of the initiative check are rerolled.
    pub initiative_sixes: bool,
    /// Which sixes of a contest of Discipline are rerolled (C-6, C-9, T-8).
    pub discipline_sixes: Reroll,
    /// Whether a sustained defence is declared whenever it may be.
    pub sustained_defence: bool,
    /// The attack dice of each fighter, where they are given outright.
    pub splits: [Option<u8>; MAX_FIGHTERS],
}

impl Default for Plain {
    fn default() -> Self {
        Self {
            placing: PlacingHabit::Even,
            attack_sixes: true,
            initiative_sixes: true,
            discipline_sixes: Reroll::WhenNeeded,
            sustained_defence: false,
            splits: [None; MAX_FIGHTERS],
        }
    }
}

impl Plain {
    /// How many attack dice a fighter with so many dice places.
    #[inline]
    pub fn split(&self, fighter: u8, dice: u8) -> u8 {
        self.splits[usize::from(fighter)].unwrap_or(match self.placing {
            PlacingHabit::Even => dice.div_ceil(2),
            PlacingHabit::AllOutAttack => dice,
            PlacingHabit::AllOutDefence => 0,
        })
    }

    /// What such a player chooses.
    #[inline]
    pub fn choose(&self, combat: &Combat, state: &State, decision: &Decision) -> u8 {
        match decision.kind {
            DecisionKind::PlaceNext | DecisionKind::Attacker | DecisionKind::Target => {
                combat.choices(state).first()
            }
            DecisionKind::Place => {
                let fighter = decision.fighter.unwrap_or(0);
                self.split(fighter, combat.combat_dice(fighter))
            }
            DecisionKind::Tester => combat.best_tester(&state.fighters),
            DecisionKind::Reroll => u8::from(self.rerolls(combat, state)),
            DecisionKind::Defence | DecisionKind::Skill => 1,
            DecisionKind::Sustain => u8::from(self.sustained_defence),
            DecisionKind::Exchange => 0,
        }
    }

    fn rerolls(&self, combat: &Combat, state: &State) -> bool {
        combat.reroll_view(state).is_some_and(|view| match view.roll {
            Roll::Attack => self.attack_sixes,
            Roll::Initiative => self.initiative_sixes,
            _ => view.needed,
        })
    }
}

impl Combat {
    /// Takes the choices of two players of fixed habits up to the next whole roll, which it gives;
    /// `None` when the combat is over. The same as asking [`Plain::choose`] at every decision, with
    /// fewer questions: combats are rolled by the hundred million.
    #[inline]
    pub fn advance(&self, state: &mut State, players: &[Plain; 2]) -> Option<Pending> {
        loop {
            match state.step {
                Step::Attack(exchange) => match exchange.stage {
                    Stage::Announce => self.announce(state, exchange, 1, &mut ()),
                    Stage::Sustain => {
                        let sustained = players[self.side(exchange.target)].sustained_defence;
                        let exchange = Exchange { sustained, ..exchange };
                        self.begin_attack_check(state, exchange, &mut ());
                    }
                    Stage::GiveUp => self.give_up(state, exchange, false, &mut ()),
                    // Die by die this decision comes between the two checks; the answer is the same.
                    Stage::Attack(_) if self.asks_for_skill(&exchange) => {
                        choose_skill(state, exchange, WinningSkill::Ambidextrous, &mut ());
                    }
                    _ => return self.pending(state),
                },
                Step::Initiative(_) => return self.pending(state),
                Step::Turn => {
                    let first = self.candidates(state).first();
                    self.begin_attack(state, first, &mut ());
                }
                Step::Over => return None,
                Step::PlaceNext(_) | Step::Place(_) | Step::Tester => {
                    let decision = self.decision(state)?;
                    let choice = players[decision.side].choose(self, state, &decision);
                    self.apply_unchecked(state, choice, &mut ());
                }
            }
        }
    }

    /// The first of the several with the highest current initiative.
    pub(super) fn best_tester(&self, fights: &Fights) -> u8 {
        let mut best = 1;
        for fighter in self.enemy_numbers() {
            if self.initiative_value(fights, fighter) > self.initiative_value(fights, best) {
                best = fighter;
            }
        }
        best
    }
}

/// A policy as a value that can be named in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// A player of fixed habits.
    Plain(Plain),
    /// Every choice at random.
    Random,
}

const ALWAYS: &str = "always";
const NEVER: &str = "never";
const WHENEVER_ALLOWED: &str = "whenever_allowed";

const fn field(key: &'static str, shape: Shape, meaning: &'static str) -> Field {
    Field { key, required: false, shape, meaning }
}

/// The shape of a policy in a document.
pub const POLICY_SHAPE: Shape = Shape::Table(&[
    Field {
        key: "name",
        required: true,
        shape: Shape::Word(&["plain", "all_out_attack", "all_out_defence", "random"]),
        meaning: "Which policy.",
    },
    field("attack_sixes", Shape::Word(&[ALWAYS, NEVER]), "Whether attack sixes are rerolled."),
    field(
        "initiative_sixes",
        Shape::Word(&[ALWAYS, NEVER]),
        "Whether sixes of the initiative check are rerolled.",
    ),
    field(
        "sustained_defence",
        Shape::Word(&[NEVER, WHENEVER_ALLOWED]),
        "Whether a sustained defence is declared.",
    ),
    field(
        "discipline_sixes",
        Shape::Word(Reroll::NAMES),
        "Which sixes of a contest of Discipline are rerolled.",
    ),
]);

impl Policy {
    /// The policy of a document; a random one takes no habits.
    pub fn from_tree(tree: &Tree) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        POLICY_SHAPE.check(tree, "", &mut problems);
        let word = |key: &str| tree.get(key).and_then(Tree::text);
        let Some(placing) = word("name").and_then(PlacingHabit::from_name) else {
            for (key, _) in tree.entries().iter().filter(|(key, _)| key != "name") {
                problems.add(key.as_str(), "a habit of a random policy", "the name alone");
            }
            return problems.or(Self::Random);
        };
        let habit =
            |key: &str, yes: &str, default: bool| word(key).map_or(default, |word| word == yes);
        let default = Plain::default();
        problems.or(Self::Plain(Plain {
            placing,
            attack_sixes: habit("attack_sixes", ALWAYS, default.attack_sixes),
            initiative_sixes: habit("initiative_sixes", ALWAYS, default.initiative_sixes),
            discipline_sixes: word("discipline_sixes")
                .and_then(Reroll::from_name)
                .unwrap_or(default.discipline_sixes),
            sustained_defence: habit(
                "sustained_defence",
                WHENEVER_ALLOWED,
                default.sustained_defence,
            ),
            splits: default.splits,
        }))
    }

    /// The policy as a document.
    pub fn to_tree(self) -> Tree {
        let Self::Plain(plain) = self else { return Tree::table([("name", "random".into())]) };
        let sixes = |always: bool| Tree::from(if always { ALWAYS } else { NEVER });
        let sustained = if plain.sustained_defence { WHENEVER_ALLOWED } else { NEVER };
        Tree::table([
            ("name", plain.placing.name().into()),
            ("attack_sixes", sixes(plain.attack_sixes)),
            ("initiative_sixes", sixes(plain.initiative_sixes)),
            ("sustained_defence", sustained.into()),
            ("discipline_sixes", plain.discipline_sixes.name().into()),
        ])
    }
}

/// Choices at random, each equally likely, from a stream of their own: the dice of a game do not
/// depend on how its players decide to decide.
#[derive(Clone, Debug)]
pub struct RandomChoices {
    seed: u64,
    game: u64,
    position: u64,
}

impl RandomChoices {
    /// Sets the words of choices apart from the dice of the same seed.
    const KEY: u64 = 0x706F_6C69_6379_0001;

    /// The choices of one game of a seed.
    pub const fn new(seed: u64, game: u64) -> Self {
        Self { seed, game, position: 0 }
    }

    /// One of these choices, each equally likely.
    pub fn choose(&mut self, choices: Choices) -> u8 {
        let count = u64::from(choices.len().max(1));
        let uneven = count.wrapping_neg() % count;
        loop {
            let product = u128::from(self.next_word()) * u128::from(count);
            if product as u64 >= uneven {
                let index = (product >> 64) as usize;
                return choices.into_iter().nth(index).unwrap_or(0);
            }
        }
    }

    fn next_word(&mut self) -> u64 {
        let words = philox2x64([self.position / 2, self.game], self.seed ^ Self::KEY);
        let word = words[(self.position % 2) as usize];
        self.position += 1;
        word
    }
}
