//! Contests on the golden rows, and what a setup may be.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod golden;

use fracas_engine::dice::Roll;
use fracas_engine::machine::{Choices, IllegalChoice, Machine, Node};
use fracas_engine::rules::Rules;
use fracas_engine::skirmish::checks::RerollView;
use fracas_engine::skirmish::combat::{FighterSetup, Plain};
use fracas_engine::skirmish::contest::{
    Candidate, Contest, ContestDecision, ContestDecisionKind, ContestEvent, ContestSetup,
    ContestState, MAX_CANDIDATES,
};
use fracas_engine::skirmish::profiles::{Profile, ProfileSetup};
use fracas_engine::skirmish::wounds::{Health, WoundLevel};
use golden::{Row, fail, rows};
use std::sync::Arc;

/// A fighter of a cell: `number:discipline`, then r, l and s for routed, light and stunned.
fn entrant(row: &Row, word: &str) -> (u32, FighterSetup) {
    let Some((number, rest)) = word.split_once(':') else { fail(row, word) };
    let marks = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let discipline = rest[..rest.len() - marks.len()].parse().unwrap();
    let setup = ProfileSetup { name: "Anybody".to_owned(), discipline, ..ProfileSetup::default() };
    let mut fighter = FighterSetup::new(Arc::new(Profile::new(&setup).unwrap()));
    fighter.routed = marks.contains('r');
    fighter.health = Health {
        level: if marks.contains('l') { WoundLevel::Light } else { WoundLevel::None },
        stunned: u8::from(marks.contains('s')),
    };
    (number.parse().unwrap(), fighter)
}

fn contest_of(row: &Row) -> Contest {
    let rules = Arc::new(row.rules());
    let side = |column: &str| -> Vec<_> {
        row.words(column).into_iter().map(|word| entrant(row, word)).collect()
    };
    let sides = [side("side 0"), side("side 1")];
    let setup = ContestSetup::between(Roll::Discipline, [&sides[0], &sides[1]], &rules).unwrap();
    Contest::new(&setup, rules).unwrap()
}

/// Plays a row: habits where nobody is asked, else the answers of the cell; both must be used up.
fn events_of(row: &Row, contest: &Contest) -> Vec<ContestEvent> {
    let mut asked = row.numbers::<u32>("asked").into_iter();
    let by_habit = row.text("asked").is_empty();
    let mut dice = row.numbers::<u8>("dice").into_iter();
    let mut events = Vec::new();
    let mut state = contest.start(&mut events);
    loop {
        match contest.node(&state) {
            Node::Over => break,
            Node::Chance(_) => {
                let face = dice.next().unwrap_or_else(|| fail(row, "one die more"));
                contest.roll(&mut state, face, &mut events).unwrap();
            }
            Node::Decision(decision) if by_habit => {
                let choice = Plain::default().choose_in_contest(contest, &state, &decision);
                contest.apply(&mut state, choice, &mut events).unwrap();
            }
            Node::Decision(decision) => {
                let answer = asked.next().unwrap_or_else(|| fail(row, "one answer more"));
                let choice = match decision.kind {
                    ContestDecisionKind::Tester => contest.choice_of(decision.side, answer),
                    ContestDecisionKind::Reroll => u8::try_from(answer).ok(),
                };
                contest.apply(&mut state, choice.unwrap(), &mut events).unwrap();
            }
        }
    }
    assert_eq!((asked.next(), dice.next()), (None, None), "{}: left over", row.place);
    assert_eq!(state.winner(), Some(row.number("winner")), "{}: winner", row.place);
    events
}

#[test]
// rule: C-6 D-6 D-8
fn contests_go_as_the_rows_say() {
    for row in rows("contests.txt") {
        let events = events_of(&row, &contest_of(&row));
        let (mut testers, mut finals, mut lot) = (Vec::new(), Vec::new(), None);
        let mut rounds = Vec::new();
        for event in &events {
            match *event {
                ContestEvent::TesterPicked { side, fighter } => {
                    assert_eq!(side, testers.len(), "{}", row.place);
                    testers.push(fighter);
                }
                ContestEvent::Checked { outcome, .. } => {
                    finals.push(outcome.final_result.to_string());
                }
                ContestEvent::Round { fighters, .. } => {
                    assert_eq!(fighters.to_vec(), testers, "{}", row.place);
                    rounds.push(std::mem::take(&mut finals).join(" "));
                }
                ContestEvent::LotDrawn { face, .. } => lot = Some(face),
                ContestEvent::Rolled { .. } | ContestEvent::Ended { .. } => {}
            }
        }
        assert_eq!(testers, row.numbers::<u32>("testers"), "{}: testers", row.place);
        assert_eq!(rounds.join("; "), row.text("finals"), "{}: finals", row.place);
        assert_eq!(lot, row.maybe("lot"), "{}: lot", row.place);
        let winner = row.number("winner");
        assert_eq!(events.last(), Some(&ContestEvent::Ended { winner }), "{}", row.place);
    }
}

fn contest(values: [&[i32]; 2]) -> Contest {
    let mut number = 0;
    let candidates = values.map(|values| {
        let list = values.iter().map(|&value| {
            number += 1;
            Candidate { fighter: number - 1, value }
        });
        list.collect()
    });
    let setup = ContestSetup { roll: Roll::Discipline, candidates };
    Contest::new(&setup, Arc::new(Rules::default())).unwrap()
}

fn after(contest: &Contest, steps: &[u8]) -> ContestState {
    let mut state = contest.start(&mut ());
    for &step in steps {
        match contest.node(&state) {
            Node::Decision(_) => contest.apply(&mut state, step, &mut ()).unwrap(),
            _ => contest.roll(&mut state, step, &mut ()).unwrap(),
        }
    }
    state
}

#[test]
// rule: C-6
fn side_0_picks_its_tester_first_and_a_side_of_one_is_not_asked() {
    let decision = |side| {
        let kind = ContestDecisionKind::Tester;
        Node::Decision(ContestDecision { kind, side, fighter: None })
    };
    let several = contest([&[1, 2, 3], &[4, 5]]);
    assert_eq!(several.node(&after(&several, &[])), decision(0));
    assert_eq!(several.choices(&after(&several, &[])), Choices::up_to(2));
    assert_eq!(several.node(&after(&several, &[1])), decision(1));
    assert_eq!(several.choices(&after(&several, &[1])), Choices::up_to(1));
    assert_eq!(several.node(&after(&several, &[1, 0])), Node::Chance(Roll::Discipline));
    let lone = contest([&[1], &[4, 5]]);
    assert_eq!(lone.node(&after(&lone, &[])), decision(1));
    let duel = contest([&[1], &[4]]);
    assert_eq!(duel.node(&after(&duel, &[])), Node::Chance(Roll::Discipline));
}

#[test]
// rule: D-8
fn side_1_knows_what_side_0_came_to_when_it_decides_on_a_six() {
    let duel = contest([&[2], &[3]]);
    let roll = Roll::Discipline;
    let first = RerollView { roll, natural: 6, final_result: 8, target: None, needed: true };
    assert_eq!(duel.reroll_view(&after(&duel, &[6])), Some(first));
    let second = RerollView { final_result: 9, target: Some(18), ..first };
    assert_eq!(duel.reroll_view(&after(&duel, &[6, 1, 6, 1, 4, 6])), Some(second));
    let won = RerollView { natural: 12, final_result: 15, target: Some(8), roll, needed: false };
    assert_eq!(duel.reroll_view(&after(&duel, &[6, 0, 6, 1, 6])), Some(won));
    assert_eq!(duel.reroll_view(&after(&duel, &[6, 0])), None);
}

#[test]
// rule: D-6
fn after_a_tie_the_contest_stands_where_the_testers_were_picked() {
    let several = contest([&[2, 2], &[3]]);
    assert_eq!(after(&several, &[1, 3, 2]), after(&several, &[1]));
    assert_ne!(after(&several, &[1]), after(&several, &[0]));
}

#[test]
fn an_illegal_step_leaves_the_state_as_it_was() {
    let several = contest([&[2, 2], &[3]]);
    let mut state = several.start(&mut ());
    let before = state;
    let allowed = Choices::up_to(1);
    let refused = several.apply(&mut state, 2, &mut ());
    assert_eq!(refused, Err(IllegalChoice::NotAmong { choice: 2, allowed }));
    assert_eq!(several.roll(&mut state, 3, &mut ()), Err(IllegalChoice::NoChance));
    assert_eq!(state, before);
    let mut over = after(&several, &[0, 5, 1]);
    assert_eq!(over.winner(), Some(0));
    assert_eq!(several.apply(&mut over, 0, &mut ()), Err(IllegalChoice::NoDecision));
    assert_eq!(several.roll(&mut over, 3, &mut ()), Err(IllegalChoice::NoChance));
}

#[test]
fn every_problem_of_a_setup_is_reported() {
    let one = |fighter, value| Candidate { fighter, value };
    let many = (10..11 + MAX_CANDIDATES as u32).map(|fighter| one(fighter, 0)).collect();
    let setup = ContestSetup {
        roll: Roll::Wound,
        candidates: [vec![one(3, 1), one(12, 2), one(3, 9_999)], many],
    };
    let problems = Contest::new(&setup, Arc::new(Rules::default())).unwrap_err();
    let fields: Vec<_> = problems.0.iter().map(|problem| problem.field.as_str()).collect();
    let expected = ["roll", "fighters[3]", "fighters[3].discipline", "side 1", "fighters[12]"];
    assert_eq!(fields, expected);
}

#[test]
fn who_is_out_cannot_be_in_a_contest() {
    let setup = ProfileSetup { name: "Anybody".to_owned(), ..ProfileSetup::default() };
    let mut fighter = FighterSetup::new(Arc::new(Profile::new(&setup).unwrap()));
    fighter.health.level = WoundLevel::Killed;
    let side = [(4, fighter)];
    let rules = Rules::default();
    let problems = ContestSetup::between(Roll::Discipline, [&side, &[]], &rules).unwrap_err();
    assert_eq!(problems.0[0].field, "fighters[4].health");
}
