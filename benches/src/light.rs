//! A duel of two unhurt fighters without skills under the default rules and the plain policy, and
//! nothing else, written by hand: what a rolled duel can cost. It rolls the same dice as the engine.

use fracas_engine::dice::Seeded;

/// What counts of a fighter.
#[derive(Clone, Copy)]
pub(crate) struct Light {
    pub(crate) initiative: i32,
    pub(crate) attack: i32,
    pub(crate) strength: i32,
    pub(crate) defence: i32,
    pub(crate) resilience: i32,
}

/// What an attack came to: 0 when it did not land, else 1 and the wound, none to killed: 1 to 6.
pub(crate) type Blow = u8;
/// The worst blow.
pub(crate) const KILLED: Blow = 6;
/// How many there are.
pub(crate) const BLOWS: usize = 7;

/// By row of the wound table and by the lower die.
const WOUNDS: [[u8; 5]; 11] = [
    [0, 0, 0, 1, 1],
    [0, 1, 1, 1, 2],
    [1, 1, 1, 2, 2],
    [1, 2, 2, 2, 3],
    [2, 2, 2, 3, 3],
    [2, 2, 3, 3, 4],
    [2, 3, 3, 4, 4],
    [3, 3, 4, 4, 5],
    [3, 4, 4, 5, 5],
    [4, 4, 5, 5, 5],
    [4, 5, 5, 5, 5],
];

/// What a blow costs whom it hits.
const PENALTIES: [i32; BLOWS] = [0, 0, -1, -1, -2, -3, 0];

/// The blows that each of two fighters suffered in one game of a seed.
#[inline]
pub(crate) fn duel(seed: u64, game: u64, [one, two]: &[Light; 2]) -> [Blow; 2] {
    let mut dice = Seeded::new(seed, game);
    let one_is_first = loop {
        let finals = [chain(&mut dice) + one.initiative, chain(&mut dice) + two.initiative];
        if finals[0] != finals[1] {
            break finals[0] > finals[1];
        }
    };
    if one_is_first {
        let [second, first] = in_turn(&mut dice, one, two);
        [first, second]
    } else {
        in_turn(&mut dice, two, one)
    }
}

/// The blow on the second fighter and his answer.
#[inline]
fn in_turn(dice: &mut Seeded, first: &Light, second: &Light) -> [Blow; 2] {
    let blow = strike(dice, first, 0, second);
    let answer =
        if blow == KILLED { 0 } else { strike(dice, second, PENALTIES[usize::from(blow)], first) };
    [blow, answer]
}

#[inline]
fn strike(dice: &mut Seeded, attacker: &Light, penalty: i32, target: &Light) -> Blow {
    let attack = chain(dice) + attacker.attack + penalty;
    if attack <= 0 {
        return 0;
    }
    let mut defence = i32::from(dice.next_die());
    if defence == 6 {
        while defence + target.defence < attack {
            let face = i32::from(dice.next_die());
            defence = if face == 1 { 1 } else { defence + face };
            if face < 6 {
                break;
            }
        }
    }
    if defence + target.defence >= attack {
        return 0;
    }
    let faces = [dice.next_die(), dice.next_die()];
    let (lower, higher) = (faces[0].min(faces[1]), faces[0].max(faces[1]));
    if lower == 6 {
        return KILLED;
    }
    let result = i32::from(higher) + attacker.strength + penalty - target.resilience;
    let row = ((result + 5) >> 1).clamp(0, 10) as usize;
    1 + WOUNDS[row][usize::from(lower) - 1]
}

/// A die whose sixes are rerolled until there is none; a one on the way spoils it all.
#[inline]
fn chain(dice: &mut Seeded) -> i32 {
    let mut natural = i32::from(dice.next_die());
    if natural == 6 {
        loop {
            let face = i32::from(dice.next_die());
            if face == 1 {
                return 1;
            }
            natural += face;
            if face < 6 {
                break;
            }
        }
    }
    natural
}
