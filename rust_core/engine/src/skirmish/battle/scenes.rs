//! Assaults of battles on tables set up for them: pivots (M-15), targets that are gone (M-16), free
//! measuring.

use super::army::{Army, Troop};
use super::decisions::{BattleDecision, BattleDecisionKind as Kind};
use super::{Battle, BattleEvent, BattleSetup, BattleState};
use crate::machine::{Machine, Node};
use crate::rules::{Rules, RulesSetup};
use crate::skirmish::movement::Action;
use crate::skirmish::profiles::{Base, Profile, ProfileSetup, Size, Weapon};
use crate::skirmish::table::{Form, Passage, Placed, Scenery, Table, TableSetup};
use crate::skirmish::wounds::WoundLevel;
use fracas_geometry::Point;
use std::sync::Arc;

const RUN: u8 = 1;
const CHARGE: u8 = 3;
const ENGAGE: u8 = 4;
const SHOOT: u8 = 4;
const ALONE: u8 = 63;

/// A soldier that walks 10 cm on a base of 2.5 × 2.5 cm.
fn soldier(change: impl FnOnce(&mut ProfileSetup)) -> Arc<Profile> {
    let mut setup = ProfileSetup { name: "soldier".to_owned(), ..ProfileSetup::default() };
    change(&mut setup);
    Arc::new(Profile::new(&setup).unwrap())
}

/// A battle of fighters, those of side 0 first, that is under way.
struct Scene {
    battle: Battle,
    state: BattleState,
    events: Vec<BattleEvent>,
}

/// Side, profile, where it stands and which way it looks.
type Stood = (u8, Arc<Profile>, (f64, f64), f64);

impl Scene {
    fn new(fighters: &[Stood]) -> Self {
        Self::with(fighters, Vec::new(), false)
    }

    fn with(fighters: &[Stood], scenery: Vec<Scenery>, free_measuring: bool) -> Self {
        let mut setup = RulesSetup::default();
        setup.turn.free_measuring = free_measuring;
        let rules = Arc::new(Rules::new(&setup).unwrap());
        let army = |side: u8| Army {
            name: format!("army {side}"),
            people: "people".to_owned(),
            path: "light".to_owned(),
            troops: fighters
                .iter()
                .filter(|one| one.0 == side)
                .map(|one| Troop { profile: Arc::clone(&one.1), count: 1, people: None })
                .collect(),
        };
        let placed = fighters.iter().map(|(side, profile, (x, y), facing)| {
            Placed::new(Arc::clone(profile), *side, Point::new(*x, *y), *facing)
        });
        let setup = TableSetup {
            fighters: placed.collect(),
            scenery,
            width: 100.0,
            depth: 100.0,
            ..TableSetup::default()
        };
        let table = Table::new(&setup, Arc::clone(&rules)).unwrap();
        let setup = BattleSetup { armies: [army(0), army(1)], table, turns: 1 };
        let battle = Battle::new(&setup, rules).unwrap();
        let mut events = Vec::new();
        let state = battle.start(&mut events);
        Self { battle, state, events }
    }

    fn choices(&self) -> Vec<u8> {
        self.battle.choices(&self.state).into_iter().collect()
    }

    fn apply(&mut self, choice: u8) {
        self.battle.apply(&mut self.state, choice, &mut self.events).unwrap();
    }

    fn decision(&self) -> BattleDecision {
        match self.battle.node(&self.state) {
            Node::Decision(decision) => decision,
            other => panic!("{other:?}"),
        }
    }

    /// Goes on to a decision: side 0 wins the Tactics roll and speaks, all others take their first
    /// choice.
    fn to(&mut self, kind: Kind) -> Vec<u8> {
        let mut faces = [5, 2].into_iter();
        loop {
            match self.battle.node(&self.state) {
                Node::Decision(decision) if decision.kind == kind => return self.choices(),
                Node::Decision(_) => self.apply(self.battle.choices(&self.state).first()),
                Node::Chance(_) => {
                    let face = faces.next().unwrap();
                    self.battle.roll(&mut self.state, face, &mut self.events).unwrap();
                }
                Node::Over => panic!("over before {kind:?}"),
            }
        }
    }

    /// Fighter 0 charges or engages somebody.
    fn announce(&mut self, action: u8, target: u8) {
        self.to(Kind::Announce);
        self.apply(action);
        if matches!(self.battle.node(&self.state), Node::Decision(one) if one.kind == Kind::Target)
        {
            self.apply(target);
        }
    }

    /// Fighter 0 charges somebody who dies before that is resolved. Fighter 1 runs.
    fn lose(&mut self, target: u8) {
        self.announce(CHARGE, target);
        self.apply(RUN);
        self.to(Kind::Resolve);
        let number = usize::from(target);
        let mut dead = *self.state.table.fighter(number);
        dead.health.level = WoundLevel::Killed;
        self.state.table.set(number, dead);
        self.events.clear();
        self.apply(0);
    }

    fn mire(&self, fighter: usize) -> Point {
        self.state.table.fighter(fighter).standing.base().mire()
    }

    /// How each move went: by whom, as what, how far.
    fn moves(&self) -> Vec<(u8, Action, f64)> {
        let moves = self.events.iter().filter_map(|event| match *event {
            BattleEvent::Moved { fighter, action, distance, .. } => {
                Some((fighter, action, (distance * 1e6).round() / 1e6))
            }
            _ => None,
        });
        moves.collect()
    }

    /// The assaults that reached contact: how, and with whom.
    fn assaults(&self) -> Vec<(Action, u64)> {
        let assaults = self.events.iter().filter_map(|event| match *event {
            BattleEvent::Assaulted { action, targets, .. } => Some((action, targets)),
            _ => None,
        });
        assaults.collect()
    }

    fn pivoted(&self) -> Vec<u8> {
        let turned = self.events.iter().filter_map(|event| match *event {
            BattleEvent::Pivoted { fighter, .. } => Some(fighter),
            _ => None,
        });
        turned.collect()
    }
}

/// A charger of this power on this base before two that stand too far apart to touch both.
fn two_apart(base: Base, power: u8, powers: [u8; 2]) -> Scene {
    let charger = soldier(|setup| (setup.base, setup.power) = (base, Some(power)));
    let [first, second] = powers.map(|power| soldier(|setup| setup.power = Some(power)));
    let at = [(40.0, 50.0), (40.0, 44.0)];
    Scene::new(&[(0, charger, (30.0, 50.0), 0.0), (1, first, at[0], 0.0), (1, second, at[1], 0.0)])
}

const SQUARE: Base = Base::Rectangle { width: 3.0, depth: 3.0 };

#[test]
// rule: M-15
fn a_charger_turns_those_that_it_could_not_touch_together() {
    for (choice, turned) in [(1, [2]), (2, [1])] {
        let mut scene = two_apart(SQUARE, 2, [1, 1]);
        scene.announce(CHARGE, 1);
        assert_eq!(scene.to(Kind::Also), [2, ALONE]);
        scene.apply(2);
        assert_eq!((scene.decision().kind, scene.choices()), (Kind::Pivot, vec![1, 2, 3]));
        assert_eq!(scene.decision().fighter, Some(0));
        scene.apply(choice);
        assert_eq!(scene.pivoted(), turned);
        assert_eq!(scene.assaults(), [(Action::Charge, 0b110)]);
        assert_eq!(scene.state.table.contacts(), [(0, 1), (0, 2)]);
        let still = 3 - usize::from(turned[0]);
        assert!(scene.state.table.fighter(still).standing.degrees().abs() < 1e-9);
    }
}

#[test]
// rule: M-15
fn a_charger_turns_no_more_power_than_its_own() {
    // A(2) charges B(1) and C(3): it may pivot B alone, so there is nothing to choose.
    for (powers, target, turned) in [([1, 3], 1, 1), ([3, 1], 1, 2), ([1, 3], 2, 1)] {
        let mut scene = two_apart(SQUARE, 2, powers);
        scene.announce(CHARGE, target);
        assert_eq!(scene.to(Kind::Also), [3 - target, ALONE]);
        scene.apply(3 - target);
        assert_eq!(scene.pivoted(), [turned]);
        assert_eq!(scene.assaults(), [(Action::Charge, 0b110)]);
    }
    // Either of two equals, not both.
    let mut scene = two_apart(SQUARE, 1, [1, 1]);
    scene.announce(CHARGE, 1);
    scene.to(Kind::Also);
    scene.apply(2);
    assert_eq!((scene.decision().kind, scene.choices()), (Kind::Pivot, vec![1, 2]));
}

#[test]
// rule: M-15
fn who_turns_nobody_touches_its_target_alone() {
    for base in [SQUARE, Base::Round { diameter: 3.0 }] {
        let mut scene = two_apart(base, 2, [1, 1]);
        scene.announce(CHARGE, 1);
        if base == SQUARE {
            scene.to(Kind::Also);
            scene.apply(ALONE);
        }
        assert_eq!(scene.assaults(), [(Action::Charge, 0b010)]);
        assert!(scene.pivoted().is_empty());
    }
    // Too weak to turn either.
    let mut scene = two_apart(SQUARE, 1, [2, 2]);
    scene.announce(CHARGE, 1);
    assert_eq!(scene.assaults(), [(Action::Charge, 0b010)]);
}

#[test]
// rule: M-14 M-15
fn nobody_is_turned_who_is_touched_as_it_stands() {
    for choice in 0..=3 {
        let charger = soldier(|setup| setup.power = Some(2));
        let enemy = soldier(|_| ());
        let mut scene = Scene::new(&[
            (0, charger, (30.0, 50.0), 0.0),
            (1, Arc::clone(&enemy), (40.0, 51.5), 0.0),
            (1, enemy, (40.0, 48.5), 0.0),
        ]);
        scene.announce(CHARGE, 1);
        scene.to(Kind::Also);
        scene.apply(2);
        assert_eq!(scene.choices(), [0, 1, 2, 3]);
        scene.apply(choice);
        assert!(scene.pivoted().is_empty());
        assert_eq!(scene.assaults(), [(Action::Charge, 0b110)]);
    }
}

#[test]
// rule: M-15
fn who_touches_somebody_is_not_turned() {
    // A friend stands beside the second target.
    let charger = soldier(|setup| (setup.base, setup.power) = (SQUARE, Some(2)));
    let enemy = soldier(|_| ());
    let mut scene = Scene::new(&[
        (0, charger, (30.0, 50.0), 0.0),
        (1, Arc::clone(&enemy), (40.0, 50.0), 0.0),
        (1, Arc::clone(&enemy), (40.0, 44.0), 0.0),
        (1, enemy, (40.0, 41.5), 0.0),
    ]);
    scene.announce(CHARGE, 1);
    assert_eq!(scene.to(Kind::Also), [2, ALONE]);
    scene.apply(2);
    assert_eq!(scene.pivoted(), [1]);
}

/// Two of side 0, the first 10 cm before one of side 1; another one of side 1 somewhere.
fn two_against_two(second: (f64, f64), scenery: Vec<Scenery>, free_measuring: bool) -> Scene {
    let one = soldier(|_| ());
    let at = |side: u8, at: (f64, f64), facing: f64| (side, Arc::clone(&one), at, facing);
    let fighters = [
        at(0, (20.0, 50.0), 0.0),
        at(0, (20.0, 20.0), 0.0),
        at(1, (30.0, 50.0), 180.0),
        at(1, second, 180.0),
    ];
    Scene::with(&fighters, scenery, free_measuring)
}

#[test]
// rule: M-16
fn who_loses_its_target_goes_to_where_it_was_and_redirects() {
    let mut scene = two_against_two((30.0, 57.0), Vec::new(), false);
    scene.lose(2);
    assert_eq!(scene.moves(), [(0, Action::Charge, 7.5)]);
    assert!(scene.mire(0).distance(Point::new(28.75, 50.0)) < 1e-9);
    assert_eq!((scene.decision().kind, scene.choices()), (Kind::Instead, vec![0, 1, 2]));
    assert_eq!(scene.decision().fighter, Some(0));
    assert!((scene.battle.distance_left(&scene.state).unwrap() - 12.5).abs() < 1e-9);
    // There is but one enemy left: it is taken at once. The charge is still one.
    scene.apply(2);
    assert_eq!(scene.assaults(), [(Action::Charge, 0b1000)]);
    assert_eq!(scene.state.table.contacts(), [(0, 3)]);
    assert!(!scene.state.table.is_standing(2));
    scene.to(Kind::Heading);
    scene.apply(0);
    scene.apply(1);
    scene.apply(0);
    let penalised = BattleEvent::Penalised { fighter: 3 };
    assert!(scene.events.contains(&penalised), "M-17: in every respect");
}

#[test]
// rule: M-16
fn who_loses_its_target_may_run_on_or_stay() {
    let mut scene = two_against_two((30.0, 70.0), Vec::new(), false);
    scene.lose(2);
    scene.apply(1);
    assert_eq!(scene.decision().kind, Kind::Heading);
    scene.apply(0);
    assert_eq!((scene.decision().kind, scene.choices()), (Kind::Pace, vec![1, 2, 3, 4]));
    scene.apply(4);
    scene.apply(0);
    assert_eq!(scene.moves(), [(0, Action::Charge, 7.5), (0, Action::Run, 12.5)]);
    assert!(scene.mire(0).distance(Point::new(41.25, 50.0)) < 1e-9);

    let mut scene = two_against_two((30.0, 70.0), Vec::new(), false);
    scene.lose(2);
    scene.apply(0);
    assert_eq!(scene.decision().fighter, Some(1), "the next one's move");
    assert_eq!(scene.moves(), [(0, Action::Charge, 7.5)]);
    assert!(scene.assaults().is_empty());
}

#[test]
// rule: M-13 M-16
fn who_was_too_far_from_its_target_has_no_distance_left() {
    let mut scene = two_against_two((60.0, 40.0), Vec::new(), false);
    scene.lose(3);
    assert_eq!(scene.moves(), [(0, Action::Charge, 20.0)]);
    assert_eq!((scene.decision().kind, scene.choices()), (Kind::Instead, vec![0, 2]));
    scene.apply(2);
    let failed = scene
        .events
        .iter()
        .any(|event| matches!(event, BattleEvent::AssaultFailed { fighter: 0, target: 2, .. }));
    assert!(failed && scene.assaults().is_empty());
}

/// Something impassable and high, in front of who stands at (30, 57).
fn screen() -> Scenery {
    let corners = [(29.0, 53.0), (35.0, 53.0), (35.0, 54.0), (29.0, 54.0)];
    Scenery {
        name: None,
        form: Form::Polygon(corners.map(|(x, y)| Point::new(x, y)).to_vec()),
        passage: Passage::Impassable,
        size: Size::Large,
        height: 5.0,
        hides: true,
    }
}

#[test]
// rule: M-16
fn a_redirected_charge_is_an_engagement_without_sight() {
    let mut scene = two_against_two((32.0, 57.0), vec![screen()], false);
    scene.lose(2);
    scene.apply(2);
    assert_eq!(scene.assaults(), [(Action::Engage, 0b1000)]);
}

#[test]
// rule: M-15 M-16
fn a_redirected_charge_turns_its_targets() {
    let charger = soldier(|setup| (setup.base, setup.power) = (SQUARE, Some(2)));
    let enemy = soldier(|_| ());
    let at = |at: (f64, f64)| (1, Arc::clone(&enemy), at, 0.0);
    let mut scene = Scene::new(&[
        (0, Arc::clone(&charger), (28.0, 50.0), 0.0),
        (0, charger, (20.0, 20.0), 0.0),
        at((33.0, 54.0)),
        at((40.0, 50.0)),
        at((40.0, 44.0)),
    ]);
    scene.lose(2);
    scene.apply(2);
    assert_eq!((scene.decision().kind, scene.choices()), (Kind::Target, vec![3, 4]));
    scene.apply(3);
    assert_eq!((scene.decision().kind, scene.choices()), (Kind::Also, vec![4, ALONE]));
    scene.apply(4);
    assert_eq!((scene.decision().kind, scene.choices()), (Kind::Pivot, vec![1, 2, 3]));
    scene.apply(1);
    assert_eq!(scene.pivoted(), [4]);
    assert_eq!(scene.assaults(), [(Action::Charge, 0b1_1000)]);
}

/// One of side 0 at (20, 50), then one of side 1 at each of two distances from a point 1.25 cm before
/// its centre, where its mire is if it looks that way.
fn ahead(profile: &Arc<Profile>, facing: f64, distances: [f64; 2], free_measuring: bool) -> Scene {
    let round = soldier(|setup| setup.base = Base::Round { diameter: 2.5 });
    let mut fighters = vec![(0, Arc::clone(profile), (20.0, 50.0), facing)];
    for (distance, (x, y)) in distances.into_iter().zip([(0.8, 0.6), (0.8, -0.6)]) {
        let away = distance + 1.25;
        fighters.push((1, Arc::clone(&round), (21.25 + x * away, 50.0 + y * away), 180.0));
    }
    Scene::with(&fighters, Vec::new(), free_measuring)
}

#[test]
// rule: A-17
fn free_measuring_leaves_out_assaults_that_are_too_far() {
    let one = soldier(|_| ());
    let open = |facing: f64, distances: [f64; 2], free_measuring: bool| {
        let mut scene = ahead(&one, facing, distances, free_measuring);
        let announced = scene.to(Kind::Announce);
        for action in [CHARGE, ENGAGE] {
            if announced.contains(&action) {
                scene.apply(action);
                let is_asked = scene.decision().kind == Kind::Target;
                return (action, if is_asked { scene.choices() } else { Vec::new() });
            }
        }
        (0, Vec::new())
    };
    // 20 cm are allowed; the mire of who looks away is 2.5 cm farther off.
    assert_eq!(open(0.0, [20.0, 20.1], false), (CHARGE, vec![1, 2]));
    assert_eq!(open(0.0, [20.0, 7.5], true), (CHARGE, vec![1, 2]));
    assert_eq!(open(0.0, [20.0, 20.1], true), (CHARGE, vec![]));
    assert_eq!(open(0.0, [20.1, 25.0], true), (0, vec![]));
    assert_eq!(open(180.0, [20.1, 25.0], false), (ENGAGE, vec![1, 2]));
    assert_eq!(open(180.0, [20.1, 25.0], true), (0, vec![]));
    assert_eq!(open(180.0, [5.0, 6.0], true), (ENGAGE, vec![1, 2]));
}

#[test]
// rule: A-17 M-16
fn free_measuring_leaves_out_redirections_that_are_too_far() {
    for (y, choices) in [(63.7, vec![0, 1, 2]), (66.0, vec![0, 1])] {
        let mut scene = two_against_two((28.75, y), Vec::new(), true);
        scene.lose(2);
        assert_eq!((scene.decision().kind, scene.choices()), (Kind::Instead, choices));
    }
}

#[test]
// rule: A-15 A-17
fn free_measuring_leaves_out_shots_beyond_the_long_range() {
    let weapon =
        Weapon { strength: 6, short: 10.0, medium: 20.0, long: 30.0, shots: 1, assault: false };
    let bowman = soldier(|setup| (setup.aim, setup.weapon) = (Some(4), Some(weapon)));
    for (distances, free_measuring, targets) in [
        ([30.0, 30.1], false, Some(vec![1, 2])),
        ([25.0, 30.0], true, Some(vec![1, 2])),
        ([30.0, 30.1], true, Some(vec![])),
        ([30.1, 40.0], true, None),
    ] {
        let mut scene = ahead(&bowman, 0.0, distances, free_measuring);
        let open = scene.to(Kind::Action).contains(&SHOOT).then(|| {
            scene.apply(SHOOT);
            let is_asked = scene.decision().kind == Kind::Target;
            if is_asked { scene.choices() } else { Vec::new() }
        });
        assert_eq!(open, targets, "{distances:?} {free_measuring}");
    }
}
