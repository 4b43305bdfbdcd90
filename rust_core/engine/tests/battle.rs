//! Whole battles: they end, whatever is chosen and rolled, and nothing impossible happens on the way.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use fracas_engine::dice::{Dice, Roll, Seeded};
use fracas_engine::machine::{Machine, Node};
use fracas_engine::rules::{Rules, RulesSetup};
use fracas_engine::skirmish::battle::army::{Army, Troop};
use fracas_engine::skirmish::battle::{
    Battle, BattleDecisionKind, BattleEvent, BattleSetup, BattleState, Phase,
};
use fracas_engine::skirmish::combat::RandomChoices;
use fracas_engine::skirmish::profiles::{Profile, ProfileSetup, Size, Skill, Weapon};
use fracas_engine::skirmish::table::{Placed, Table, TableSetup};
use fracas_geometry::{Point, Relation};
use std::sync::Arc;

fn profile(name: &str, change: impl FnOnce(&mut ProfileSetup)) -> Arc<Profile> {
    let mut setup = ProfileSetup { name: name.to_owned(), value: 20, ..ProfileSetup::default() };
    change(&mut setup);
    Arc::new(Profile::new(&setup).unwrap())
}

fn army(name: &str, troops: &[(Arc<Profile>, usize)]) -> Army {
    let troop = |(profile, count): &(Arc<Profile>, usize)| Troop {
        profile: Arc::clone(profile),
        count: *count,
        people: None,
    };
    Army {
        name: name.to_owned(),
        people: name.to_owned(),
        path: "light".to_owned(),
        troops: troops.iter().map(troop).collect(),
    }
}

/// Two armies that face each other across a table, a row each.
fn battle(armies: [Army; 2], turns: u8, gap: f64) -> Battle {
    let rules = Arc::new(Rules::default());
    let mut fighters = Vec::new();
    for (side, army) in armies.iter().enumerate() {
        let (y, facing) =
            if side == 0 { (45.0 - gap / 2.0, 90.0) } else { (45.0 + gap / 2.0, 270.0) };
        for (place, troop) in army.fighters().enumerate() {
            let profile = Arc::clone(&army.troops[troop].profile);
            let position = Point::new(20.0 + 6.0 * place as f64, y);
            fighters.push(Placed::new(profile, side as u8, position, facing));
        }
    }
    let setup = TableSetup { fighters, ..TableSetup::default() };
    let table = Table::new(&setup, Arc::clone(&rules)).unwrap();
    Battle::new(&BattleSetup { armies, table, turns }, rules).unwrap()
}

fn usual(turns: u8, gap: f64) -> Battle {
    let warrior = profile("warrior", |_| ());
    let guard = profile("guard", |setup| {
        setup.attack = 5;
        setup.defence = 5;
        setup.resilience = 8;
    });
    let troll = profile("troll", |setup| {
        setup.size = Size::Large;
        setup.base = fracas_engine::skirmish::profiles::Base::of_size(Size::Large);
        setup.strength = 9;
        setup.skills = vec![Skill::parse("Regeneration/4").unwrap()];
    });
    let mage = profile("mage", |setup| {
        setup.skills =
            ["Magician", "Reinforcement"].map(|skill| Skill::parse(skill).unwrap()).to_vec();
    });
    let red = army("red", &[(Arc::clone(&warrior), 3), (guard, 1), (troll, 1)]);
    let blue = army("blue", &[(warrior, 4), (mage, 2)]);
    battle([red, blue], turns, gap)
}

/// No base stands in another, and the table knows who touches whom.
fn assert_nothing_overlaps(state: &BattleState) {
    let table = state.table();
    let standing: Vec<usize> = (0..table.count()).filter(|&one| table.is_standing(one)).collect();
    assert_eq!(table.standing().collect::<Vec<_>>(), standing);
    let mut contacts = Vec::new();
    for (place, &one) in standing.iter().enumerate() {
        for &other in &standing[place + 1..] {
            let relation = table.relation(&table.body(one), &table.body(other));
            assert_ne!(relation, Relation::Overlapping, "{one} and {other}");
            if relation == Relation::Touching {
                contacts.push((one, other));
            }
        }
    }
    assert_eq!(table.contacts(), contacts);
}

/// Plays a game at random; gives its events and how many nodes it had.
fn play(battle: &Battle, seed: u64, game: u64) -> (Vec<BattleEvent>, usize, BattleState) {
    let mut player = RandomChoices::new(seed, game);
    let mut dice = Seeded::new(seed, game);
    let mut events = Vec::new();
    let mut state = battle.start(&mut events);
    let mut nodes = 0;
    loop {
        match battle.node(&state) {
            Node::Over => return (events, nodes, state),
            Node::Chance(roll) => {
                let Ok(face) = dice.roll(roll);
                battle.roll(&mut state, face, &mut events).unwrap();
            }
            Node::Decision(_) => {
                let choices = battle.choices(&state);
                assert!(choices.len() >= 2);
                let choice = player.choose(choices);
                battle.apply(&mut state, choice, &mut events).unwrap();
            }
        }
        nodes += 1;
        assert!(nodes < 100_000, "no end: {:?}", &events[events.len() - 20..]);
        assert_nothing_overlaps(&state);
    }
}

#[test]
// rule: T-1 T-2 A-9 C-34
fn random_battles_end() {
    let battle = usual(6, 20.0);
    let mut killed = 0;
    for game in 0..60 {
        let (events, _, state) = play(&battle, 7, game);
        assert!(matches!(events.last(), Some(BattleEvent::Ended { .. })));
        killed += battle.points_lost(&state, 0) + battle.points_lost(&state, 1);
    }
    assert!(killed > 0, "somebody dies somewhere");
}

#[test]
#[ignore = "long"]
// rule: T-1 T-2
fn a_hundred_thousand_random_battles_end() {
    let battles = [usual(2, 8.0), shooters(2, 15.0)];
    for game in 0..100_000 {
        let battle = &battles[(game % 2) as usize];
        let (events, _, state) = play(battle, 11, game);
        assert!(matches!(events.last(), Some(BattleEvent::Ended { .. })));
        let lost = [0, 1].map(|side| battle.points_lost(&state, side));
        assert!((0..2).all(|side| lost[side] <= battle.points_of(side)), "{lost:?}");
    }
}

#[test]
// rule: T-1
fn the_phases_of_a_turn_come_in_their_order() {
    let (events, ..) = play(&usual(2, 60.0), 3, 0);
    let phases: Vec<Phase> = events
        .iter()
        .filter_map(|event| match event {
            BattleEvent::PhaseBegan { phase } => Some(*phase),
            _ => None,
        })
        .collect();
    let turn = [Phase::Strategic, Phase::Activation, Phase::Combat, Phase::Maintenance];
    assert_eq!(phases, [turn, turn].concat());
}

const BOW: Weapon =
    Weapon { strength: 6, short: 10.0, medium: 20.0, long: 30.0, shots: 2, assault: false };

/// Two shooters and a warrior on each side.
fn shooters(turns: u8, gap: f64) -> Battle {
    let bowman = profile("bowman", |setup| {
        setup.aim = Some(4);
        setup.weapon = Some(BOW);
    });
    let thrower = profile("thrower", |setup| {
        setup.aim = Some(3);
        setup.weapon = Some(Weapon { assault: true, shots: 1, ..BOW });
    });
    let warrior = profile("warrior", |_| ());
    let red = army("red", &[(Arc::clone(&bowman), 2), (Arc::clone(&warrior), 1)]);
    let blue = army("blue", &[(bowman, 1), (thrower, 1), (warrior, 1)]);
    battle([red, blue], turns, gap)
}

#[test]
// rule: A-15 M-20 T-2
fn random_battles_with_shooters_end() {
    let battle = shooters(4, 20.0);
    let (mut shots, mut dived, mut hits) = (0, 0, 0);
    for game in 0..60 {
        let (events, _, state) = play(&battle, 11, game);
        assert!(matches!(events.last(), Some(BattleEvent::Ended { .. })));
        for event in &events {
            match event {
                BattleEvent::Shot { dived: true, .. } => dived += 1,
                BattleEvent::Shot { .. } => shots += 1,
                BattleEvent::WoundRolled { .. } => hits += 1,
                _ => {}
            }
        }
        assert!(state.turn() <= 4);
    }
    assert!(shots > 0 && dived > 0 && hits > 0, "{shots} {dived} {hits}");
}

#[test]
// rule: A-15
fn a_shot_is_declared_and_dived_from_and_rolled_and_wounds() {
    let bowman = profile("bowman", |setup| {
        setup.aim = Some(4);
        setup.weapon = Some(BOW);
    });
    let warrior = profile("warrior", |_| ());
    let lone = |name: &str, profile: &Arc<Profile>| army(name, &[(Arc::clone(profile), 1)]);
    // From the mire of the one to the base of the other: 17.5 - 2.5 cm.
    let battle = battle([lone("red", &bowman), lone("blue", &warrior)], 1, 17.5);
    let mut events = Vec::new();
    let mut state = battle.start(&mut events);
    let mut asked = Vec::new();
    // Tactics 5 against 2; the shot; its wound. Then every choice of others is the first.
    let mut faces = [5, 2, 4, 3, 1].into_iter();
    while !events.iter().any(|event| matches!(event, BattleEvent::WoundRolled { .. })) {
        match battle.node(&state) {
            Node::Over => panic!("over too soon"),
            Node::Chance(roll) => {
                asked.push(roll);
                battle.roll(&mut state, faces.next().unwrap(), &mut events).unwrap();
            }
            Node::Decision(decision) => {
                let choice = match decision.kind {
                    BattleDecisionKind::Action => 4,
                    BattleDecisionKind::ThenWalk => 0,
                    BattleDecisionKind::Dive => 1,
                    _ => battle.choices(&state).first(),
                };
                battle.apply(&mut state, choice, &mut events).unwrap();
            }
        }
    }
    assert_eq!(asked, [Roll::Tactics, Roll::Tactics, Roll::Shot, Roll::Wound, Roll::Wound]);
    let shot = events.iter().find_map(|event| match *event {
        BattleEvent::Shot { fighter, target, distance, dived } => {
            Some((fighter, target, distance, dived))
        }
        _ => None,
    });
    assert_eq!(shot, Some((0, 1, 15.0, true)));
    let resolved = events.iter().find_map(|event| match *event {
        BattleEvent::ShotResolved { outcome, difficulty, .. } => {
            Some((outcome.map(|outcome| outcome.final_result), difficulty))
        }
        _ => None,
    });
    // Aim 4, the immobile shot 1, the die 4; medium range 7 and cover 2.
    assert_eq!(resolved, Some((Some(9), Some(9))));
    assert!(state.table().fighter(1).has(fracas_engine::skirmish::table::Mark::MustTakeCover));
}

/// Two close ranks on bases with corners, among them some that can turn two at a time.
fn ranks(turns: u8, free_measuring: bool) -> Battle {
    let mut rules = RulesSetup::default();
    rules.turn.free_measuring = free_measuring;
    let rules = Arc::new(Rules::new(&rules).unwrap());
    let warrior = profile("warrior", |_| ());
    let troll = profile("troll", |setup| {
        setup.size = Size::Large;
        setup.base = fracas_engine::skirmish::profiles::Base::of_size(Size::Large);
    });
    let red = army("red", &[(Arc::clone(&warrior), 3), (Arc::clone(&troll), 3)]);
    let blue = army("blue", &[(troll, 3), (warrior, 3)]);
    let armies = [red, blue];
    let mut fighters = Vec::new();
    for (side, army) in armies.iter().enumerate() {
        let (y, facing) = if side == 0 { (40.0, 90.0) } else { (50.0, 270.0) };
        for (place, troop) in army.fighters().enumerate() {
            let profile = Arc::clone(&army.troops[troop].profile);
            let position = Point::new(30.0 + 5.6 * place as f64, y + 1.5 * (place % 3) as f64);
            let facing = facing + 11.0 * place as f64;
            fighters.push(Placed::new(profile, side as u8, position, facing));
        }
    }
    let setup = TableSetup { fighters, ..TableSetup::default() };
    let table = Table::new(&setup, Arc::clone(&rules)).unwrap();
    Battle::new(&BattleSetup { armies, table, turns }, rules).unwrap()
}

/// Plays battles of close ranks at random; how many fighters were turned, and how many assaults came
/// too short.
fn play_ranks(games: u64, free_measuring: bool) -> (usize, usize) {
    let battle = ranks(2, free_measuring);
    let (mut turned, mut short) = (0, 0);
    for game in 0..games {
        let (events, ..) = play(&battle, 5, game);
        assert!(matches!(events.last(), Some(BattleEvent::Ended { .. })));
        turned += events.iter().filter(|one| matches!(one, BattleEvent::Pivoted { .. })).count();
        let failed = |one: &&BattleEvent| matches!(one, BattleEvent::AssaultFailed { .. });
        short += events.iter().filter(failed).count();
    }
    (turned, short)
}

#[test]
// rule: M-15 A-17
fn random_battles_of_close_ranks_end() {
    let (turned, short) = play_ranks(150, false);
    let (_, measured) = play_ranks(150, true);
    assert!(turned > 0 && measured < short, "{turned} {short} {measured}");
}

#[test]
#[ignore = "long"]
// rule: M-15 A-17
fn thousands_of_random_battles_of_close_ranks_end() {
    for free_measuring in [false, true] {
        let (turned, _) = play_ranks(5_000, free_measuring);
        assert!(turned > 100, "{turned}");
    }
}
