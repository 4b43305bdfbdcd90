//! Effects and mystic actions in battles: the clauses on given dice, and what always holds at random.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use fracas_engine::dice::{Dice, Roll, Seeded};
use fracas_engine::machine::{Machine, Node};
use fracas_engine::rules::{CombinedActions, Rules, RulesSetup};
use fracas_engine::skirmish::battle::army::{Army, Troop};
use fracas_engine::skirmish::battle::{
    Battle, BattleDecisionKind as Kind, BattleEvent, BattleSetup, BattleState, Bond, Origin,
};
use fracas_engine::skirmish::combat::RandomChoices;
use fracas_engine::skirmish::effects::{
    Alterable, DeedName, Effect, MeantFor, Moment, MysticAction, Resource,
};
use fracas_engine::skirmish::profiles::{Profile, ProfileSetup, Skill};
use fracas_engine::skirmish::table::{Placed, Table, TableSetup};
use fracas_engine::skirmish::wounds::WoundLevel;
use fracas_geometry::Point;
use std::sync::Arc;

const CAST: u8 = 8;

fn effect(name: &str, moment: Moment, deed: DeedName) -> Effect {
    Effect::new(name.to_owned(), moment, deed)
}

fn action(name: &str, target: MeantFor, effect: Effect) -> MysticAction {
    let (resource, range, needs) = (Resource::Mana, 20.0, 1);
    MysticAction { name: name.to_owned(), cost: 1, resource, target, range, needs, effect }
}

fn profile(skills: &[&str], change: impl FnOnce(&mut ProfileSetup)) -> Arc<Profile> {
    let skills = skills.iter().map(|skill| Skill::parse(skill).unwrap()).collect();
    let name = "fighter".to_owned();
    let mut setup = ProfileSetup { name, value: 20, skills, ..ProfileSetup::default() };
    change(&mut setup);
    Arc::new(Profile::new(&setup).unwrap())
}

/// A battle of these fighters, side by side, against as many plain ones so far away.
fn battle(own: &[Arc<Profile>], gap: f64, change: impl FnOnce(&mut RulesSetup)) -> Battle {
    let mut rules = RulesSetup::default();
    rules.turn.starting_mana = 6;
    change(&mut rules);
    let rules = Arc::new(Rules::new(&rules).unwrap());
    let plain = profile(&[], |setup| "plain".clone_into(&mut setup.name));
    let troops = [own.to_vec(), vec![plain; own.len()]];
    let mut fighters = Vec::new();
    for (side, profiles) in troops.iter().enumerate() {
        for (place, one) in profiles.iter().enumerate() {
            let (y, facing) = if side == 0 { (20.0, 90.0) } else { (22.5 + gap, 270.0) };
            let position = Point::new(20.0 + 6.0 * place as f64, y);
            fighters.push(Placed::new(Arc::clone(one), side as u8, position, facing));
        }
    }
    let setup = TableSetup { fighters, ..TableSetup::default() };
    let table = Table::new(&setup, Arc::clone(&rules)).unwrap();
    let armies = troops.map(|profiles| Army {
        name: "army".to_owned(),
        people: "people".to_owned(),
        path: "light".to_owned(),
        troops: profiles
            .into_iter()
            .map(|profile| Troop { profile, count: 1, people: None })
            .collect(),
    });
    Battle::new(&BattleSetup { armies, table, turns: 3 }, rules).unwrap()
}

/// A battle under way.
struct Game {
    battle: Battle,
    state: BattleState,
    events: Vec<BattleEvent>,
}

impl Game {
    fn new(battle: Battle) -> Self {
        let mut events = Vec::new();
        let state = battle.start(&mut events);
        Self { battle, state, events }
    }

    /// Goes on until somebody decides that, or to the end: side 0 wins every contest, other dice show
    /// a 1, and everybody takes the lowest choice.
    fn until(&mut self, kind: Kind) {
        let mut first = true;
        loop {
            match self.battle.node(&self.state) {
                Node::Over => return,
                Node::Decision(decision) if decision.kind == kind => return,
                Node::Decision(_) => self.choose(self.battle.choices(&self.state).first()),
                Node::Chance(Roll::Tactics | Roll::Authority | Roll::Initiative) => {
                    self.roll(if first { 5 } else { 2 });
                    first = !first;
                }
                Node::Chance(_) => self.roll(1),
            }
        }
    }

    fn choose(&mut self, choice: u8) {
        self.battle.apply(&mut self.state, choice, &mut self.events).unwrap();
    }

    fn roll(&mut self, face: u8) {
        self.battle.roll(&mut self.state, face, &mut self.events).unwrap();
    }

    fn cast(&mut self, number: u8, target: u8) {
        self.until(Kind::Action);
        self.choose(CAST + number);
        if let Node::Decision(decision) = self.battle.node(&self.state)
            && decision.kind == Kind::Target
        {
            self.choose(target);
        }
    }

    fn level(&self, fighter: usize) -> WoundLevel {
        self.state.table().fighter(fighter).health.level
    }

    /// The names of the effects that have happened, in order.
    fn happened(&self) -> Vec<&str> {
        let names = self.events.iter().filter_map(|event| match *event {
            BattleEvent::EffectHappened { bond } => Some(self.battle.effect(bond).name.as_str()),
            _ => None,
        });
        names.collect()
    }
}

#[test]
// rule: T-4 T-14
fn every_moment_has_its_place_in_the_turn() {
    let moments =
        [Moment::Other, Moment::Passive, Moment::BeforeTactics, Moment::Harmful, Moment::Strategic];
    let own = profile(&[], |setup| {
        setup.effects =
            moments.map(|moment| effect(&moment.to_string(), moment, DeedName::Recover)).to_vec();
    });
    let mut game = Game::new(battle(&[own], 30.0, |_| ()));
    // There is one card each, so the sequences are built by themselves.
    let is_built = |event: &&BattleEvent| matches!(event, BattleEvent::SequenceBuilt { .. });
    assert_eq!(game.events.iter().filter(is_built).count(), 2);
    assert!(matches!(game.events[2], BattleEvent::EffectHappened { .. }));
    assert_eq!(game.happened(), ["strategic", "before_tactics"]);
    game.until(Kind::Pay);
    let turn = ["strategic", "before_tactics", "harmful", "passive", "other"];
    assert_eq!(game.happened(), [turn; 3].concat());
}

#[test]
// rule: T-15
fn what_is_not_paid_ends_for_good() {
    let own = profile(&["Magician"], |setup| {
        let upkeep = Some(2);
        setup.effects = vec![Effect { upkeep, ..effect("own", Moment::Other, DeedName::Worsen) }];
    });
    let mut game = Game::new(battle(&[own], 30.0, |_| ()));
    game.until(Kind::Pay);
    game.choose(1);
    assert_eq!(game.level(0), WoundLevel::Light);
    assert_eq!(game.state.resource(0, Resource::Mana), 6 + 1 - 2);
    game.until(Kind::Pay);
    game.choose(0);
    let bond = Bond { caster: 0, bearer: 0, origin: Origin::Own(0) };
    assert!(game.events.contains(&BattleEvent::EffectEnded { bond }));
    game.until(Kind::Pay);
    assert_eq!(game.battle.node(&game.state), Node::Over);
    assert_eq!(game.happened(), ["own"]);
}

#[test]
// rule: T-14 T-15 T-16
fn skills_are_effects_of_the_registry() {
    let own = profile(&["Reinforcement", "Regeneration/1"], |setup| {
        setup.effects = vec![
            Effect { amount: 4, ..effect("fall", Moment::Strategic, DeedName::Worsen) },
            Effect { amount: 2, ..effect("hurt", Moment::Harmful, DeedName::Worsen) },
        ];
    });
    let plain = profile(&[], |_| ());
    let sure = |rules: &mut RulesSetup| rules.turn.reinforcement = 1;
    let mut game = Game::new(battle(&[own, plain], 30.0, sure));
    game.until(Kind::Pay);
    assert_eq!(game.happened(), ["fall", "Reinforcement"].repeat(3));
    let returned = game.events.iter().filter(|one| matches!(one, BattleEvent::Returned { .. }));
    assert_eq!(returned.count(), 3);
    assert_eq!(game.level(0), WoundLevel::None);
}

#[test]
// rule: A-16 T-15
fn what_is_cast_alters_its_bearer_until_its_moment() {
    let spell = |amount| Effect {
        amount,
        characteristic: Some(Alterable::Defence),
        ..effect("shield", Moment::Passive, DeedName::Alter)
    };
    let caster = profile(&["Magician"], |setup| {
        setup.mystic_actions = vec![
            action("more", MeantFor::Friend, spell(20)),
            action("less", MeantFor::Friend, spell(-2)),
        ];
    });
    let mut game = Game::new(battle(&[caster, profile(&[], |_| ())], 30.0, |_| ()));
    // Its friend stands beside it, where it does not look: it can only mean itself.
    game.cast(0, 0);
    assert_eq!(game.state.table().recruit(0).profile.defence, 20);
    game.cast(1, 0);
    // 3 + 20 − 2, and no more than 20.
    assert_eq!(game.state.table().recruit(0).profile.defence, 20);
    assert_eq!(game.battle.in_force(&game.state).len(), 2);
    game.until(Kind::Sequence);
    assert_eq!(game.state.table().recruit(0).profile.defence, 3);
    assert!(!game.state.table().is_altered(0));
}

#[test]
// rule: A-14
fn mystic_actions_stand_before_and_after_a_run_where_the_rules_say_so() {
    let caster = || {
        profile(&["Magician"], |setup| {
            let gift = effect("gift", Moment::Other, DeedName::Rally);
            setup.mystic_actions = vec![action("gift", MeantFor::Itself, gift)];
        })
    };
    let open = |combined: CombinedActions| {
        let own = [caster()];
        let mut game =
            Game::new(battle(&own, 30.0, |rules| rules.turn.combined_actions = combined));
        game.until(Kind::Announce);
        game.choose(1);
        let may_cast = |game: &Game| match game.battle.node(&game.state) {
            Node::Decision(decision) if decision.kind == Kind::Action => {
                game.battle.choices(&game.state).contains(CAST)
            }
            _ => false,
        };
        let before = may_cast(&game);
        if before {
            game.choose(0);
        }
        for _ in ["heading", "pace", "facing"] {
            game.choose(game.battle.choices(&game.state).first());
        }
        (before, may_cast(&game))
    };
    assert_eq!(open(CombinedActions::None), (false, false));
    assert_eq!(open(CombinedActions::Mystic), (true, true));
}

#[test]
// rule: C-37
fn a_spell_before_a_combat_can_leave_nobody_to_fight() {
    let caster = profile(&["Magician"], |setup| {
        let death = Effect { amount: 4, ..effect("death", Moment::Other, DeedName::Worsen) };
        setup.mystic_actions = vec![action("death", MeantFor::Enemy, death)];
    });
    let in_combat = |rules: &mut RulesSetup| {
        rules.turn.mystic_in_combat = true;
        rules.turn.starting_mana = 1;
    };
    let mut game = Game::new(battle(&[caster, profile(&[], |_| ())], 0.0, in_combat));
    let is_fought = |event: &BattleEvent| matches!(event, BattleEvent::CombatBegan { .. });
    game.until(Kind::Action);
    while !game.events.iter().any(is_fought) {
        game.choose(0);
        game.until(Kind::Action);
    }
    game.cast(0, 2);
    let is_blow = |event: &&BattleEvent| matches!(event, BattleEvent::Combat(_));
    let fought: Vec<u8> = game
        .events
        .iter()
        .filter_map(|event| match *event {
            BattleEvent::Fought { fighter, .. } => Some(fighter),
            _ => None,
        })
        .collect();
    assert_eq!(game.events.iter().filter(is_blow).count(), 0);
    assert_eq!(fought, [0, 2]);
}

/// Casters of everything there is.
fn wizards() -> Vec<Arc<Profile>> {
    let lasting = |moment, deed| Effect { upkeep: Some(1), needs: 2, ..effect("x", moment, deed) };
    let alter = |characteristic, amount| Effect {
        characteristic: Some(characteristic),
        ..Effect { amount, ..lasting(Moment::Other, DeedName::Alter) }
    };
    let first = profile(&["Magician", "Reinforcement"], |setup| {
        setup.mystic_actions = vec![
            action("a", MeantFor::Enemy, lasting(Moment::Harmful, DeedName::Worsen)),
            action(
                "b",
                MeantFor::Enemy,
                Effect { amount: 8, ..lasting(Moment::Other, DeedName::Wound) },
            ),
            action("c", MeantFor::Friend, alter(Alterable::Movement, -8)),
            action("d", MeantFor::Enemy, alter(Alterable::Power, 9)),
        ];
    });
    let second = profile(&["Magician", "Regeneration/3"], |setup| {
        "second".clone_into(&mut setup.name);
        setup.mystic_actions = vec![
            action(
                "e",
                MeantFor::Itself,
                Effect { amount: 2, ..lasting(Moment::Active, DeedName::Worsen) },
            ),
            action("f", MeantFor::Friend, effect("x", Moment::Other, DeedName::Heal)),
            action("g", MeantFor::Friend, effect("x", Moment::Other, DeedName::Rally)),
        ];
        setup.effects = vec![
            Effect { needs: 3, ..effect("x", Moment::Active, DeedName::Heal) },
            Effect { upkeep: Some(3), ..effect("y", Moment::Returning, DeedName::Return) },
        ];
    });
    vec![first, second.clone(), second]
}

/// What always holds of effects.
fn assert_sound(battle: &Battle, state: &BattleState) {
    let table = state.table();
    for (place, bond) in battle.in_force(state).iter().enumerate() {
        assert!(table.is_standing(usize::from(bond.caster)));
        assert!(table.is_standing(usize::from(bond.bearer)));
        assert!(battle.effect(*bond).lasts());
        assert!(!battle.in_force(state)[..place].contains(bond));
    }
    for fighter in 0..battle.fighters() {
        let bears = |bond: &&Bond| usize::from(bond.bearer) == fighter;
        let alters = |bond: &Bond| battle.effect(*bond).deed == DeedName::Alter;
        let is_altered = battle.in_force(state).iter().filter(bears).any(alters);
        assert_eq!(table.is_altered(fighter), is_altered);
    }
}

#[test]
// rule: T-2 T-15 A-14 A-16 C-37
fn random_battles_with_magic_end_and_hold_together() {
    let combined = [CombinedActions::None, CombinedActions::Mystic, CombinedActions::All];
    let mut told = [0; 4];
    for game in 0..60 {
        let battle = battle(&wizards(), 6.0, |rules| {
            rules.turn.combined_actions = combined[game as usize % 3];
            rules.turn.mystic_in_combat = game % 2 == 0;
            rules.turn.starting_mana = 12;
        });
        let (mut player, mut dice) = (RandomChoices::new(7, game), Seeded::new(7, game));
        let mut events = Vec::new();
        let mut state = battle.start(&mut events);
        for _ in 0..100_000 {
            match battle.node(&state) {
                Node::Over => break,
                Node::Chance(roll) => {
                    let Ok(face) = dice.roll(roll);
                    battle.roll(&mut state, face, &mut events).unwrap();
                }
                Node::Decision(_) => {
                    let choice = player.choose(battle.choices(&state));
                    battle.apply(&mut state, choice, &mut events).unwrap();
                }
            }
            assert_sound(&battle, &state);
        }
        assert_eq!(battle.node(&state), Node::Over);
        for event in events {
            match event {
                BattleEvent::Cast { .. } => told[0] += 1,
                BattleEvent::EffectHappened { .. } => told[1] += 1,
                BattleEvent::UpkeepPaid { .. } => told[2] += 1,
                BattleEvent::EffectEnded { .. } => told[3] += 1,
                _ => {}
            }
        }
    }
    assert!(told.iter().all(|&count| count > 50), "{told:?}");
}
