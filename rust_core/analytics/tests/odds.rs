//! Exact laws on the golden rows.

#[path = "../../engine/tests/golden/mod.rs"]
mod golden;

use fracas_analytics::laws::{Laws, wound_law};
use fracas_engine::names::Named;
use fracas_engine::rules::Rules;
use fracas_engine::skirmish::checks::Reroll;
use fracas_engine::skirmish::wounds::Wound;
use golden::{Row, rows};

const PRECISION: f64 = 1e-12;

/// The policies of a row.
fn rerolls<const N: usize>(row: &Row) -> [Reroll; N] {
    let names = row.words("reroll");
    std::array::from_fn(|index| {
        let name = names.get(index).copied().unwrap_or_default();
        Reroll::from_name(name).unwrap_or_else(|| golden::fail(row, name))
    })
}

fn laws(row: &Row) -> Laws {
    Laws::new(&row.rules().checks)
}

fn assert_near(found: f64, row: &Row, column: &str) {
    let expected = row.fraction(column);
    assert!((found - expected).abs() < PRECISION, "{}: {found}, not {expected}", row.place);
}

#[test]
// rule: D-2 D-3 D-8
fn one_die_has_this_law() {
    for row in rows("natural_odds.txt") {
        let [reroll] = rerolls(&row);
        let law = laws(&row).natural(reroll, 30);
        for natural in row.numbers::<usize>("naturals") {
            assert_near(law[natural - 1], &row, "chance");
        }
    }
}

#[test]
// rule: D-2 D-3 D-4 D-5 D-7 D-8
fn a_difficulty_is_met_with_this_chance() {
    for row in rows("success_odds.txt") {
        let [reroll] = rerolls(&row);
        let (value, difficulty) = (row.number("value"), row.number("difficulty"));
        let chance = laws(&row).success(value, difficulty, row.number("dice"), reroll);
        assert_near(chance, &row, "chance");
    }
}

#[test]
// rule: D-4 D-6 D-8
fn side_0_wins_with_this_chance() {
    for row in rows("opposed_odds.txt") {
        let values = row.numbers("values").try_into().unwrap();
        assert_near(laws(&row).opposed(values, rerolls(&row))[0], &row, "chance");
    }
}

#[test]
// rule: D-4 D-5 D-7 D-8
fn an_attack_fails_is_parried_or_lands_with_these_chances() {
    for row in rows("attack_odds.txt") {
        let (attack, defence) = (row.number("attack"), row.number("defence"));
        let law = laws(&row).attack(attack, defence, row.number("dice"), rerolls(&row));
        assert_near(law.automatic_failure, &row, "failure");
        assert_near(law.parried, &row, "parried");
        assert_near(law.landed, &row, "landed");
    }
}

#[test]
// rule: W-1 W-3 W-4
fn a_wound_roll_has_this_law() {
    for row in rows("wound_odds.txt") {
        let gap = row.number::<i32>("strength") - row.number::<i32>("resilience");
        let law = wound_law(&Rules::default(), gap);
        for (wound, chance) in Wound::ALL.iter().zip(law) {
            let expected = row.number::<f64>(wound.name()) / 36.0;
            assert!((chance - expected).abs() < PRECISION, "{} {wound}: {chance}", row.place);
        }
    }
}
