//! Wound rolls, health and sizes on the golden rows.

mod golden;

use fracas_engine::dice::Scripted;
use fracas_engine::names::Named;
use fracas_engine::rules::{BaseRules, Characteristic, Rules};
use fracas_engine::skirmish::profiles::{Base, BaseName, Profile, ProfileSetup, Size};
use fracas_engine::skirmish::wounds::{Health, Location, Wound, WoundLevel, WoundRoll};
use golden::{Row, rows};

fn health(row: &Row, level: &str, stunned: &str) -> Health {
    Health { level: row.named::<WoundLevel>(level), stunned: row.number(stunned) }
}

#[test]
// rule: W-1 W-2 W-3 W-4
fn two_dice_make_a_wound() {
    for row in rows("wound_rolls.txt") {
        let faces = row.numbers::<u8>("dice");
        let mut dice = Scripted::new(&faces).unwrap();
        let (strength, resilience) = (row.number("strength"), row.number("resilience"));
        let roll = WoundRoll::roll(&row.rules(), strength, resilience, &mut dice).unwrap();
        let expected = WoundRoll {
            dice: faces.try_into().unwrap(),
            location: row.named("location"),
            result: row.number("result"),
            wound: row.named("wound"),
        };
        assert_eq!(roll, expected, "{}", row.place);
        assert_eq!(dice.finish(), Ok(()), "{}", row.place);
    }
}

#[test]
// rule: W-4
fn the_default_table_has_these_cells() {
    let rules = Rules::default();
    for row in rows("wound_table.txt") {
        for location in Location::ALL {
            let wound = rules.wound(*location, row.number("result"));
            assert_eq!(wound, row.named::<Wound>(location.name()), "{} {location}", row.place);
        }
    }
}

#[test]
// rule: W-6 W-7
fn one_more_wound_adds_up() {
    for row in rows("health.txt") {
        let after = health(&row, "level", "stunned").after(&row.rules().wounds, row.named("wound"));
        assert_eq!(after, health(&row, "level_after", "stunned_after"), "{}", row.place);
    }
}

#[test]
// rule: W-5 W-6
fn being_hurt_lowers_a_characteristic() {
    for row in rows("current.txt") {
        let characteristic: Characteristic = row.named("characteristic");
        let health = health(&row, "level", "stunned");
        let current = health.current(&row.rules().wounds, characteristic, row.number("value"));
        assert_eq!(current, row.number::<i32>("current"), "{}", row.place);
    }
}

#[test]
// rule: W-8
fn a_size_has_its_power_its_room_and_its_base() {
    let rules = Rules::default();
    for row in rows("sizes.txt") {
        let size: Size = row.named("size");
        let of_size = rules.sizes[size as usize];
        assert_eq!(of_size.power, row.number::<u8>("power"), "{}", row.place);
        assert_eq!(of_size.adversaries, row.number::<u8>("adversaries"), "{}", row.place);
        let name: BaseName = row.named("base");
        let base = rules.bases[name as usize];
        let expected = BaseRules { width: row.number("width"), depth: row.number("depth") };
        assert_eq!(base, expected, "{}", row.place);
        assert_eq!(Base::of_size(size), Base::Named(name), "{}", row.place);
        let setup = ProfileSetup {
            name: "x".to_owned(),
            size,
            base: Base::of_size(size),
            ..ProfileSetup::default()
        };
        assert_eq!(Profile::new(&setup).unwrap().base, Base::Named(name), "{}", row.place);
    }
}

#[test]
// rule: W-4
fn a_table_that_gets_milder_is_refused_unless_it_says_so() {
    let row = |up_to: Option<i32>, head: &str| {
        let bound = up_to.map_or(String::new(), |bound| format!("up_to = {bound}, "));
        format!(
            "{{ {bound}leg = \"none\", arm = \"none\", abdomen = \"light\", thorax = \"light\", \
             head = \"{head}\" }}"
        )
    };
    let table = |rows: &[String], monotone: bool| {
        let text = format!("[wound_table]\nmonotone = {monotone}\nrows = [{}]", rows.join(", "));
        Rules::from_toml(text.as_bytes()).map_err(|problems| {
            problems.0.into_iter().map(|problem| problem.field).collect::<Vec<_>>()
        })
    };
    let upwards = [row(Some(0), "critical"), row(None, "serious")];
    assert_eq!(table(&upwards, true).unwrap_err(), ["wound_table.rows[1].head"]);
    assert!(table(&upwards, false).is_ok());
    let sideways = [row(Some(0), "stunned"), row(None, "serious")];
    assert_eq!(table(&sideways, true).unwrap_err(), ["wound_table.rows[0].head"]);
    let unordered = [row(Some(0), "light"), row(Some(0), "light"), row(None, "light")];
    assert_eq!(table(&unordered, false).unwrap_err(), ["wound_table.rows[1].up_to"]);
    let bounded = [row(Some(0), "light"), row(Some(1), "light")];
    assert_eq!(table(&bounded, false).unwrap_err(), ["wound_table.rows[1].up_to"]);
}
