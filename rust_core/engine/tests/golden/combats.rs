//! The combats of `tests/golden`: what is asked, rolled and told, line by line. The head of
//! `combats.txt` explains the format.

#![allow(
    dead_code,
    clippy::panic,
    clippy::unwrap_used,
    reason = "shared by several test programs, and a test may stop at the first surprise"
)]

use crate::golden::Row;
use fracas_engine::dice::Roll;
use fracas_engine::machine::{Machine, Node, Observer};
use fracas_engine::names::Named;
use fracas_engine::rules::Rules;
use fracas_engine::skirmish::combat::{
    AttackOutcome, Combat, CombatEvent, CombatSetup, Decision, DecisionKind, FighterSetup,
    Placement, State,
};
use fracas_engine::skirmish::profiles::{Profile, ProfileSetup, Skill};
use fracas_engine::skirmish::wounds::{Health, WoundLevel, WoundRoll};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

/// One combat of a golden file.
pub(crate) struct Script {
    /// The file and the line, such as `combats.txt:12`.
    pub(crate) place: String,
    pub(crate) combat: Combat,
    splits: Vec<(u8, u8)>,
    /// What is asked, rolled and told.
    pub(crate) log: Vec<String>,
    /// Whether the log goes on to the end of the combat.
    pub(crate) is_whole: bool,
}

/// The combats of one file of `tests/golden`.
pub(crate) fn combats(name: &str) -> Vec<Script> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(name);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut blocks: Vec<(String, Vec<&str>)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("combat ") {
            blocks.push((format!("{name}:{}", index + 1), Vec::new()));
        }
        if !line.trim().is_empty() && !line.starts_with('#') {
            blocks.last_mut().unwrap().1.push(line.trim());
        }
    }
    assert!(!blocks.is_empty(), "{name} has no combats");
    blocks.into_iter().map(|(place, lines)| script(place, &lines)).collect()
}

fn script(place: String, lines: &[&str]) -> Script {
    let begin = lines.iter().position(|line| *line == "begin").unwrap();
    let mut fighters = Vec::new();
    let (mut sides, mut rules) = ([0, 0], Rules::default());
    let mut splits = Vec::new();
    for line in &lines[..begin] {
        let (key, rest) = line.split_once(' ').unwrap();
        match key {
            "fighter" => fighters.push(fighter(rest, &place)),
            "rules" => rules = Rules::from_json(rest.as_bytes()).unwrap(),
            "sides" => {
                let words: Vec<_> = rest.split(' ').collect();
                sides = [words[1], words[3]].map(|side| side.parse().unwrap());
            }
            "splits" => {
                splits = rest
                    .split(' ')
                    .map(|pair| pair.split_once('=').unwrap())
                    .map(|(fighter, dice)| (fighter.parse().unwrap(), dice.parse().unwrap()))
                    .collect();
            }
            "combat" | "clauses" | "source" => {}
            _ => panic!("{place}: {line}"),
        }
    }
    let mut log: Vec<_> = lines[begin + 1..].iter().map(|line| (*line).to_owned()).collect();
    let is_whole = log.last().is_some_and(|line| line != "...");
    if !is_whole {
        log.pop();
    }
    Script { combat: combat(fighters, sides, rules, &place), place, splits, log, is_whole }
}

/// The combat of a row: its cells `fighters`, `sides` and `rules`.
pub(crate) fn combat_of(row: &Row) -> Combat {
    let fighters = row.text("fighters").split(';').map(|words| fighter(words, &row.place));
    let sides = row.numbers("sides").try_into().unwrap();
    combat(fighters.collect(), sides, row.rules(), &row.place)
}

fn combat(
    mut fighters: Vec<FighterSetup>,
    [lone_side, chosen_by]: [usize; 2],
    rules: Rules,
    place: &str,
) -> Combat {
    let lone = fighters.remove(0);
    let setup = CombatSetup { lone, enemies: fighters, lone_side, chosen_by };
    Combat::new(&setup, Arc::new(rules)).unwrap_or_else(|problems| panic!("{place}: {problems}"))
}

fn fighter(words: &str, place: &str) -> FighterSetup {
    let mut profile = ProfileSetup {
        name: "Fighter".to_owned(),
        initiative: 3,
        attack: 3,
        strength: 5,
        defence: 3,
        resilience: 5,
        value: 0,
        ..ProfileSetup::default()
    };
    let mut health = Health::UNHURT;
    let (mut charged, mut bound_to_defence, mut routed) = (false, false, false);
    let mut placement = Placement::Normal;
    let mut words = words.split_whitespace();
    while let Some(word) = words.next() {
        let mut next = || words.next().unwrap();
        match word {
            "initiative" => profile.initiative = next().parse().unwrap(),
            "attack" => profile.attack = next().parse().unwrap(),
            "strength" => profile.strength = next().parse().unwrap(),
            "defence" => profile.defence = next().parse().unwrap(),
            "resilience" => profile.resilience = next().parse().unwrap(),
            "value" => profile.value = next().parse().unwrap(),
            "skills" => {
                profile.skills =
                    next().split(',').map(|name| Skill::parse(name).unwrap()).collect();
            }
            "health" => health.level = WoundLevel::from_name(next()).unwrap(),
            "stunned" => health.stunned = next().parse().unwrap(),
            "placement" => placement = Placement::from_name(next()).unwrap(),
            "charged" => charged = true,
            "bound" => bound_to_defence = true,
            "routed" => routed = true,
            _ => panic!("{place}: {word} says nothing about a fighter"),
        }
    }
    let profile = Arc::new(Profile::new(&profile).unwrap());
    FighterSetup { profile, health, charged, bound_to_defence, routed, placement }
}

/// Walks a combat with the answers and dice of its log, and writes down what happens.
pub(crate) fn run(script: &Script) -> Vec<String> {
    let combat = &script.combat;
    let mut answers: VecDeque<u8> = numbers(&script.log, '?');
    let mut faces: VecDeque<u8> = numbers(&script.log, '*');
    let mut log = Log::default();
    let mut state = combat.start(&mut log);
    loop {
        match combat.node(&state) {
            Node::Over => {
                log.lines.push(outcome_line(combat, &state));
                return log.lines;
            }
            Node::Decision(decision) => {
                if let Some(dice) = given(script, &decision) {
                    combat.apply(&mut state, dice, &mut log).unwrap();
                    continue;
                }
                let Some(answer) = answers.pop_front() else { return log.lines };
                let asked = decision_line(combat, &state, &decision);
                log.lines.push(format!("{asked} = {answer}"));
                combat.apply(&mut state, answer, &mut log).unwrap_or_else(|illegal| {
                    panic!("{}: {asked}: {illegal}", script.place);
                });
            }
            Node::Chance(roll) => {
                let Some(face) = faces.pop_front() else { return log.lines };
                let mut line = format!("* {}", roll.name());
                if log.lines.last().is_some_and(|last| last.starts_with(&line)) {
                    line = log.lines.pop().unwrap();
                }
                log.lines.push(format!("{line} {face}"));
                combat.roll(&mut state, face, &mut log).unwrap();
            }
        }
    }
}

/// The numbers that the lines of a kind give: the answer after `=`, or the faces after the name.
fn numbers(log: &[String], kind: char) -> VecDeque<u8> {
    let lines = log.iter().filter(|line| line.starts_with(kind));
    let numbers = lines.flat_map(|line| match line.rsplit_once('=') {
        Some((_, answer)) => vec![answer.trim().parse().unwrap()],
        None => line.split(' ').skip(2).map(|face| face.parse().unwrap()).collect(),
    });
    numbers.collect()
}

/// The dice of a fighter that is given its split.
fn given(script: &Script, decision: &Decision) -> Option<u8> {
    let is_his = |(fighter, _): &&(u8, u8)| Some(*fighter) == decision.fighter;
    let split = script.splits.iter().find(is_his).map(|&(_, dice)| dice);
    split.filter(|_| decision.kind == DecisionKind::Place)
}

fn decision_line(combat: &Combat, state: &State, decision: &Decision) -> String {
    let fighter = decision.fighter.map_or(String::new(), |number| format!(" fighter {number}"));
    let line = format!("? {} side {}{fighter}", decision.kind.name(), decision.side);
    if decision.kind == DecisionKind::Reroll {
        let view = combat.reroll_view(state).unwrap();
        let target = view.target.map_or("-".to_owned(), |target| target.to_string());
        let needed = if view.needed { "needed" } else { "not needed" };
        let (roll, natural, stands) = (view.roll.name(), view.natural, view.final_result);
        return format!("{line}, {roll} {natural} makes {stands} against {target}, {needed}");
    }
    let choices: Vec<_> = combat.choices(state).into_iter().map(|n| n.to_string()).collect();
    format!("{line} of {}", choices.join(" "))
}

fn health_words(health: Health) -> String {
    match health.stunned {
        0 => health.level.name().to_owned(),
        markers => format!("{} stunned {markers}", health.level.name()),
    }
}

fn outcome_line(combat: &Combat, state: &State) -> String {
    let healths = (0..combat.fighters()).map(|fighter| health_words(state.fighter(fighter).health));
    let healths: Vec<_> = healths.collect();
    format!("outcome: {}; landed {} {}", healths.join(", "), state.landed(0), state.landed(1))
}

/// Writes events down.
#[derive(Default)]
struct Log {
    lines: Vec<String>,
    /// The final results of the initiative checks of this round.
    finals: Vec<i32>,
    /// Who rolled last.
    fighter: u8,
    wound: Option<WoundRoll>,
}

impl Observer<CombatEvent> for Log {
    fn observe(&mut self, event: CombatEvent) {
        if let Some(line) = self.line(event) {
            self.lines.push(line);
        }
    }
}

impl Log {
    fn line(&mut self, event: CombatEvent) -> Option<String> {
        Some(match event {
            CombatEvent::DicePlaced { fighter, attack, defence } => {
                format!("placed {fighter}: {attack} attack, {defence} defence")
            }
            CombatEvent::Rolled { fighter, .. } => {
                self.fighter = fighter;
                return None;
            }
            CombatEvent::Checked { roll: Roll::Initiative, outcome, .. } => {
                self.finals.push(outcome.final_result);
                return None;
            }
            CombatEvent::Checked { roll, outcome, .. } => {
                format!("{} of {}: {}", roll.name(), self.fighter, outcome.final_result)
            }
            CombatEvent::InitiativeRound { testers: [first, second], winner } => {
                let won = winner.map_or("tie".to_owned(), |side| format!("side {side}"));
                let finals = std::mem::take(&mut self.finals);
                let [a, b] = finals[..] else { panic!("two checks, not {finals:?}") };
                format!("initiative {first} against {second}: {a} to {b}, {won}")
            }
            CombatEvent::PassBegan { number } => format!("pass {number}"),
            CombatEvent::AttackAnnounced { attacker, target, dice, sustained } => {
                let kind = if sustained { " sustained" } else { "" };
                format!("{attacker} attacks {target}: {dice} defence{kind}")
            }
            CombatEvent::SkillChosen { fighter, skill } => {
                format!("skill of {fighter}: {}", skill.name())
            }
            CombatEvent::AttackResolved { attacker, target, result } => {
                let result = match result {
                    AttackOutcome::AutomaticFailure => "automatic failure",
                    AttackOutcome::Parried { .. } => "parried",
                    AttackOutcome::Landed => "landed",
                };
                format!("{attacker} on {target}: {result}")
            }
            CombatEvent::DieGained { fighter, skill, dice, given_up } => {
                let price = if given_up { " for a defence die" } else { "" };
                format!("gained {fighter}: {dice} by {}{price}", skill.name())
            }
            CombatEvent::WoundRolled { roll, .. } => {
                self.wound = Some(roll);
                return None;
            }
            CombatEvent::Wounded { fighter, health } => {
                let roll = self.wound.take().unwrap();
                let (location, wound) = (roll.location.name(), roll.wound.name());
                let now = health_words(health);
                format!("wound on {fighter}: {location} {} {wound}, now {now}", roll.result)
            }
            CombatEvent::Eliminated { fighter } => format!("eliminated {fighter}"),
            CombatEvent::Ended { passes } => format!("ended: passes {passes}"),
        })
    }
}
