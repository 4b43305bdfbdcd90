//! Checks on the golden rows.

mod golden;

use fracas_engine::dice::{Roll, ScriptError, Scripted};
use fracas_engine::names::Named;
use fracas_engine::rules::CheckRules;
use fracas_engine::skirmish::checks::{
    Check, CheckResult, Interrupted, Reroll, RerollPolicy, RerollView, Target, resolve_opposed,
};
use golden::{Row, rows};
use std::convert::Infallible;

/// A named policy, or a player who answers from a list; either way what was shown is kept.
struct Player {
    named: Option<Reroll>,
    answers: Vec<bool>,
    views: Vec<RerollView>,
}

impl Player {
    /// The player of a cell: the name of a policy, or answers of yes and no.
    fn new(words: &[&str]) -> Self {
        let named = words.first().and_then(|word| Reroll::from_name(word));
        let answers = words.iter().map(|word| *word == "yes").collect();
        Self { named, answers, views: Vec::new() }
    }
}

impl RerollPolicy for Player {
    type Error = Infallible;

    fn reroll(&mut self, view: &RerollView) -> Result<bool, Infallible> {
        self.views.push(*view);
        match &mut self.named {
            Some(policy) => policy.reroll(view),
            None => Ok(self.answers[self.views.len() - 1]),
        }
    }
}

const fn yes(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

fn joined<T: ToString>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}

/// How many dice of the script a row leaves over; `None` when the script is too short for it.
fn left_over(row: &Row) -> Option<usize> {
    if row.text("left") == "short" { None } else { Some(row.number("left")) }
}

fn assert_left(row: &Row, dice: &Scripted, left: usize) {
    let length = row.numbers::<u8>("dice").len();
    let expected = match left {
        0 => Ok(()),
        left => Err(ScriptError::LeftOver { position: length - left, left }),
    };
    assert_eq!(dice.finish(), expected, "{}", row.place);
}

fn assert_ran_out<T>(
    row: &Row,
    result: &Result<T, Interrupted<ScriptError, Infallible>>,
    wanted: Roll,
) {
    let position = row.numbers::<u8>("dice").len();
    let expected = Interrupted::Dice(ScriptError::RanOut { position, wanted });
    assert_eq!(result.as_ref().err(), Some(&expected), "{}", row.place);
}

fn resolve(
    row: &Row,
    check: Check,
    player: &mut Player,
    dice: &mut Scripted,
) -> Result<CheckResult, Interrupted<ScriptError, Infallible>> {
    let rules: CheckRules = row.rules().checks;
    let target = row.maybe("difficulty").map(Target::Difficulty);
    check.resolve(&rules, target, player, dice)
}

#[test]
// rule: D-1 D-2 D-3 D-4 D-5 D-7 D-8
fn dice_make_a_check() {
    for row in rows("checks.txt") {
        let mut dice = Scripted::new(&row.numbers::<u8>("dice")).unwrap();
        let mut player = Player::new(&row.words("reroll"));
        let check =
            Check { value: row.number("value"), dice: row.number("count"), roll: Roll::Defence };
        let result = resolve(&row, check, &mut player, &mut dice);
        let Some(left) = left_over(&row) else {
            assert_ran_out(&row, &result, Roll::Defence);
            continue;
        };
        let result = result.unwrap();
        let place = &row.place;
        let naturals = joined(result.dice.iter().map(|die| die.natural), " ");
        assert_eq!(naturals, row.text("naturals"), "{place}");
        let outcome = result.outcome;
        assert_eq!(outcome.final_result.to_string(), row.text("final"), "{place}");
        assert_eq!(yes(outcome.is_automatic_failure()), row.text("failure"), "{place}");
        let success = row.maybe("difficulty").map_or("-", |number| yes(outcome.meets(number)));
        assert_eq!(success, row.text("success"), "{place}");
        assert_left(&row, &dice, left);
        if player.named.is_none() {
            assert_eq!(player.views.len(), player.answers.len(), "{place}");
        }
    }
}

#[test]
// rule: D-4 D-6 D-8
fn dice_decide_between_two_sides() {
    for row in rows("opposed.txt") {
        let mut dice = Scripted::new(&row.numbers::<u8>("dice")).unwrap();
        let policies = row.words("reroll");
        let [mut first, mut second] = [Player::new(&policies[..1]), Player::new(&policies[1..])];
        let values = row.numbers("values").try_into().unwrap();
        let rules = row.rules().checks;
        let players = [&mut first, &mut second];
        let result = resolve_opposed(&rules, values, Roll::Initiative, players, &mut dice);
        let Some(left) = left_over(&row) else {
            assert_ran_out(&row, &result, Roll::Initiative);
            continue;
        };
        let result = result.unwrap();
        assert_eq!(result.winner.to_string(), row.text("winner"), "{}", row.place);
        let finals = |round: &[CheckResult; 2]| {
            joined(round.iter().map(|check| check.outcome.final_result), " ")
        };
        let rounds = joined(result.rounds.iter().map(finals), "; ");
        assert_eq!(rounds, row.text("finals"), "{}", row.place);
        assert_left(&row, &dice, left);
    }
}

#[test]
// rule: D-2 D-3 D-4 D-6 D-7 D-8
fn a_player_is_shown_what_he_may_know() {
    for row in rows("views.txt") {
        let mut dice = Scripted::new(&row.numbers::<u8>("dice")).unwrap();
        let answers = row.words("answers");
        let values = row.numbers::<i32>("values");
        let views = if let [first, second] = values[..] {
            // Both sides answer from one list, so what side 0 was asked tells where side 1 begins.
            let script = row.numbers::<u8>("dice");
            let asked = usize::from(script[0] == 6);
            let (answers_0, answers_1) = answers.split_at(asked);
            let mut players = [Player::new(answers_0), Player::new(answers_1)];
            let [player_0, player_1] = &mut players;
            let rules = row.rules().checks;
            let both = [player_0, player_1];
            resolve_opposed(&rules, [first, second], Roll::Check, both, &mut dice).unwrap();
            players.into_iter().flat_map(|player| player.views).collect()
        } else {
            let mut player = Player::new(&answers);
            let check = Check { value: values[0], dice: row.number("count"), roll: Roll::Check };
            resolve(&row, check, &mut player, &mut dice).unwrap();
            player.views
        };
        dice.finish().unwrap();
        let shown = views.iter().map(|view| {
            let target = view.target.map_or("-".to_owned(), |target| target.to_string());
            format!("{}/{}/{target}/{}", view.natural, view.final_result, yes(view.needed))
        });
        assert_eq!(joined(shown, " "), row.text("views"), "{}", row.place);
        assert!(views.iter().all(|view| view.roll == Roll::Check), "{}", row.place);
    }
}
