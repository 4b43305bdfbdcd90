//! The battle as a [`Machine`]: its nodes, its choices, how it moves on.

use super::Battle;
use super::combats::InCombat;
use super::decisions::{BattleDecision, BattleDecisionKind};
use super::events::{BattleEvent, Phase};
use super::separating::Set;
use super::state::{BattleState, Heading, Task};
use super::strategic::InContest;
use crate::dice::Roll;
use crate::machine::{Choices, Machine, Node, Observer};
use crate::skirmish::checks::{RerollView, Side};
use crate::skirmish::contest::ContestDecisionKind;

/// What the next task needs.
enum Needs {
    /// Nobody: it happens by itself.
    Nobody,
    /// A choice among these.
    Choice(Choices),
    /// A die.
    Die(Roll),
}

impl Battle {
    /// What the next task of the agenda needs.
    fn needs(&self, state: &BattleState, task: &Task) -> Needs {
        match task {
            Task::Contest(running) => match running.contest.node(&running.state) {
                Node::Chance(roll) => Needs::Die(roll),
                Node::Decision(_) => Needs::Choice(running.choices()),
                Node::Over => Needs::Nobody,
            },
            Task::Fight(fighting) => match fighting.combat.node(&fighting.state) {
                Node::Chance(roll) => Needs::Die(roll),
                Node::Decision(_) => Needs::Choice(fighting.combat.choices(&fighting.state)),
                Node::Over => Needs::Nobody,
            },
            Task::Trial(trial) if trial.is_decision() => Needs::Choice(Choices::NO_OR_YES),
            Task::Trial(trial) => Needs::Die(trial.test.roll()),
            Task::Hit(_) => Needs::Die(Roll::Wound),
            Task::RecoveryDie(_) => Needs::Die(Roll::Recovery),
            Task::EffectDie(_) => Needs::Die(Roll::Upkeep),
            Task::CastDie(_) => Needs::Die(Roll::Mystic),
            _ => self.open_choices(state, task).map_or(Needs::Nobody, Needs::Choice),
        }
    }

    /// The choices of a task that is a decision of the battle itself.
    fn open_choices(&self, state: &BattleState, task: &Task) -> Option<Choices> {
        Some(match *task {
            Task::Sequence(side) => self.next_cards(state, side),
            Task::FirstSpeaker(_) | Task::Pay(_) | Task::Use(_) => Choices::NO_OR_YES,
            Task::Speech => state.cards.speeches(),
            Task::Announce(0) => return None,
            Task::Announce(rest) => self.announcements(state, lowest(rest)),
            Task::Target(fighter, action) => self.assault_targets(state, fighter, action),
            Task::Manner(fighter) => Self::manners(state, fighter),
            Task::Resolve => Self::unresolved(state),
            Task::Also(fighter, made_for, target) => self.also(state, fighter, made_for, target),
            Task::Pivot(fighter, made_for, targets) => {
                Self::pivots(state, fighter, made_for, targets)
            }
            Task::Instead(fighter, _, left) => self.insteads(state, fighter, left),
            Task::Redirect(fighter, _, left) => self.redirect_targets(state, fighter, left),
            Task::Heading(fighter, _) => self.headings(state, fighter),
            Task::Towards(fighter, _) => Choices::of(self.enemies(state, fighter)),
            Task::Pace(_, made_for, _) => Self::paces(made_for),
            Task::Facing(fighter, ..) => self.facings(state, fighter),
            Task::Act(rest) => self.acting(state, rest),
            Task::Action(fighter) => self.actions(state, fighter),
            Task::Aim(fighter) => self.shot_targets(state, fighter),
            Task::ThenWalk(fighter, _) => Self::walks_to_announce(state, fighter),
            Task::Dive(fighter, target) => Self::dives(state, fighter, target),
            Task::Separate(_, ref separating, ..) => separating.choices(),
            Task::NameCombat(side) => self.nameable(state, side),
            Task::NameTester(side) => self.nameable_testers(state, side),
            Task::Choose => places(state.waiting.len()),
            Task::Queue => places(state.queue.len()),
            Task::Pursuer(rest, _) | Task::Order(_, rest) => Choices::of(rest),
            Task::Pursuit(fighter) => self.pursuits(state, fighter),
            Task::PursuitTarget(fighter) => self.pursuit_targets(state, fighter),
            Task::OrderEffects(ref bonds) => Self::effect_orders(bonds),
            Task::Aside(fighter, shoots) => self.asides(state, fighter, shoots),
            Task::Cast(fighter, number) => self.cast_targets(state, fighter, number),
            _ => return None,
        })
    }

    /// Goes on until somebody is needed, or the battle is over.
    fn go_on(&self, state: &mut BattleState, observer: &mut impl Observer<BattleEvent>) {
        state.choices = Choices::NONE;
        loop {
            if self.is_decided(state) {
                state.agenda.clear();
            }
            let Some(task) = state.agenda.pop() else {
                observer.observe(BattleEvent::Ended { turns: state.turn });
                return;
            };
            match self.needs(state, &task) {
                Needs::Nobody => self.happen(state, task, observer),
                Needs::Choice(choices) => match choices.len() {
                    0 => Self::skip(state, &task, observer),
                    1 => self.take(state, task, choices.first(), observer),
                    _ => {
                        state.choices = choices;
                        state.agenda.push(task);
                        return;
                    }
                },
                Needs::Die(_) => {
                    state.agenda.push(task);
                    return;
                }
            }
        }
    }

    /// T-2: a side without fighters has lost; a combat under way is fought out.
    fn is_decided(&self, state: &BattleState) -> bool {
        let alive = self.alive(state);
        self.sides.iter().any(|side| alive & side == 0)
    }

    /// What happens by itself.
    fn happen(
        &self,
        state: &mut BattleState,
        task: Task,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        match task {
            Task::BeginTurn => self.begin_turn(state, observer),
            Task::Begin(phase) => self.begin_phase(state, phase, observer),
            Task::Tactics => self.roll_for_tactics(state, observer),
            Task::Contest(running) => {
                let winner = running.state.winner().unwrap_or(0);
                self.after_contest(state, running.purpose, winner);
            }
            Task::Assault(announcement) => Self::begin_assault(state, announcement, observer),
            Task::SettleCharges => Self::settle_charges(state, observer),
            Task::EndSpeakingTurn => self.end_speaking_turn(state),
            Task::SeparateNext(melees) => self.separate_next(state, melees, observer),
            Task::Authority => Self::begin_authority(state),
            Task::RollForAuthority => self.roll_for_authority(state, observer),
            Task::NextSpeaker => Self::next_speaker(state),
            Task::Combat(fray) => self.begin_combat(state, fray, observer),
            Task::Fight(fighting) => self.end_combat(state, &fighting, observer),
            Task::AfterPursuits(pursuers) => Self::after_pursuits(state, pursuers),
            Task::Regroup(pursuers, groups) => self.regroup(state, pursuers, groups, observer),
            Task::Exclusive(announcement) => Self::carry_out(state, announcement),
            Task::AfterExclusive(announcement) => self.after_exclusive(state, announcement),
            Task::PutInForce(bond) => self.put_in_force(state, bond),
            Task::Join(fray) => self.join_combat(state, fray, observer),
            Task::Effect(bond) => self.begin_effect(state, bond, observer),
            Task::Upkeep(step, side) => self.begin_step(state, step, side),
            Task::ClearMarkers => self.clear_markers(state),
            _ => {}
        }
    }

    /// A decision without any choice: it falls away.
    fn skip(state: &mut BattleState, task: &Task, observer: &mut impl Observer<BattleEvent>) {
        if let Task::Sequence(side) = *task {
            Self::end_sequence(state, side, observer);
        }
    }

    /// Takes a choice of a task that is off the agenda.
    fn take(
        &self,
        state: &mut BattleState,
        task: Task,
        choice: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        match task {
            Task::Sequence(side) => {
                state.sequences[side].push(choice);
                state.agenda.push(Task::Sequence(side));
            }
            Task::FirstSpeaker(by) => {
                Self::set_first_speaker(state, by, Side::from(choice), observer);
            }
            Task::Contest(mut running) => {
                running.choose(choice, &mut InContest(observer));
                state.agenda.push(Task::Contest(running));
            }
            Task::Fight(mut fighting) => {
                let combat = &fighting.combat;
                combat.apply_unchecked(&mut fighting.state, choice, &mut InCombat(observer));
                state.agenda.push(Task::Fight(fighting));
            }
            Task::Trial(trial) => self.trial_reroll(state, trial, choice == 1, observer),
            Task::Separate(by, separating, frays, then) => {
                Self::go_on_separating(state, (by, separating, frays, then), choice, observer);
            }
            Task::NameCombat(side) => Self::name_combat(state, side, choice, observer),
            Task::NameTester(side) => {
                if let Some((_, tester)) = &mut state.named[side] {
                    *tester = choice;
                }
            }
            Task::Choose => {
                let fray = state.waiting[usize::from(choice)];
                state.agenda.push(Task::Combat(fray));
            }
            Task::Queue => {
                let fray = state.queue[usize::from(choice)];
                state.agenda.extend([Task::Queue, Task::Combat(fray)]);
            }
            Task::Order(step, rest) => self.order(state, step, rest, choice),
            Task::OrderEffects(bonds) => Self::order_effects(state, bonds, choice),
            Task::Pay(bond) => self.pay(state, bond, choice == 1, observer),
            Task::Use(bond) if choice == 1 => self.go_on_with_effect(state, bond, observer),
            other => self.take_of_fighter(state, &other, choice, observer),
        }
    }

    /// Takes a choice about what a fighter does.
    fn take_of_fighter(
        &self,
        state: &mut BattleState,
        task: &Task,
        choice: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        match *task {
            Task::Speech => self.speak(state, choice, observer),
            Task::Announce(rest) => Self::announce(state, rest, choice, observer),
            Task::Target(fighter, action) => {
                Self::announce_target(state, fighter, action, choice, observer);
            }
            Task::Manner(_) => Self::announce_manner(state, choice),
            Task::Resolve => self.resolve(state, choice),
            Task::Aside(fighter, shoots) => Self::take_aside(state, fighter, shoots, choice),
            Task::Cast(fighter, number) => self.cast(state, (fighter, number), choice, observer),
            Task::Also(fighter, made_for, target) => {
                Self::touch_also(state, (fighter, made_for, target), choice, observer);
            }
            Task::Pivot(fighter, made_for, targets) => {
                Self::pivot(state, fighter, made_for, targets, choice, observer);
            }
            Task::Instead(fighter, action, left) => {
                Self::do_instead(state, fighter, action, left, choice);
            }
            Task::Redirect(fighter, action, left) => {
                Self::redirect(state, fighter, action, left, choice);
            }
            Task::Heading(fighter, made_for) => Self::set_heading(state, fighter, made_for, choice),
            Task::Towards(fighter, made_for) => {
                state.agenda.push(Task::Pace(fighter, made_for, Heading::Towards(choice)));
            }
            Task::Pace(fighter, made_for, heading) => {
                state.agenda.push(Task::Facing(fighter, made_for, heading, choice));
            }
            Task::Facing(fighter, made_for, heading, pace) => {
                self.make_move(state, (fighter, made_for, heading, pace), choice, observer);
            }
            Task::Act(rest) => {
                state.agenda.push(Task::Act(rest & !(1 << choice)));
                state.agenda.push(Task::Action(choice));
            }
            Task::Action(fighter) => Self::act(state, fighter, choice),
            Task::Aim(fighter) => state.agenda.push(Task::ThenWalk(fighter, choice)),
            Task::ThenWalk(fighter, target) => {
                Self::announce_shot(state, fighter, target, choice == 1);
            }
            Task::Dive(fighter, target) => {
                self.shoot(state, (fighter, target), choice == 1, observer);
            }
            Task::Pursuer(rest, all) => {
                state.agenda.push(Task::Pursuer(rest & !(1 << choice), all));
                state.agenda.push(Task::Pursuit(choice));
            }
            Task::Pursuit(fighter) => Self::pursue(state, fighter, choice),
            Task::PursuitTarget(fighter) => {
                state.agenda.push(Task::Also(fighter, super::state::Move::Pursuit, choice));
            }
            _ => {}
        }
    }

    /// What a player knows who decides on a six (D-8); `None` at any other node.
    pub fn reroll_view(&self, state: &BattleState) -> Option<RerollView> {
        match state.agenda.last()? {
            Task::Contest(running) => running.contest.reroll_view(&running.state),
            Task::Fight(fighting) => fighting.combat.reroll_view(&fighting.state),
            Task::Trial(trial) if trial.is_decision() => Some(self.trial_view(trial)),
            _ => None,
        }
    }

    /// Whose decision a task is, what it is about and for whom.
    fn decision(&self, state: &BattleState, task: &Task) -> Option<BattleDecision> {
        use BattleDecisionKind as Kind;
        let of = |kind, fighter: u8| {
            Some(BattleDecision { kind, side: self.side(fighter), fighter: Some(fighter) })
        };
        let by = |kind, side| Some(BattleDecision { kind, side, fighter: None });
        match *task {
            Task::Sequence(side) => by(Kind::Sequence, side),
            Task::FirstSpeaker(side) => by(Kind::FirstSpeaker, side),
            Task::Speech => by(Kind::Speech, state.cards.speaker()),
            Task::Announce(rest) => of(Kind::Announce, lowest(rest)),
            Task::Target(fighter, _)
            | Task::PursuitTarget(fighter)
            | Task::Aim(fighter)
            | Task::Cast(fighter, _)
            | Task::Redirect(fighter, ..) => of(Kind::Target, fighter),
            Task::Manner(fighter) => of(Kind::Manner, fighter),
            Task::Resolve => by(Kind::Resolve, state.cards.speaker()),
            Task::Also(fighter, ..) => of(Kind::Also, fighter),
            Task::Pivot(fighter, ..) => of(Kind::Pivot, fighter),
            Task::Instead(fighter, ..) => of(Kind::Instead, fighter),
            Task::Heading(fighter, _) => of(Kind::Heading, fighter),
            Task::Towards(fighter, _) => of(Kind::Towards, fighter),
            Task::Pace(fighter, ..) => of(Kind::Pace, fighter),
            Task::Facing(fighter, ..) => of(Kind::Facing, fighter),
            Task::Act(_) => by(Kind::Act, state.cards.speaker()),
            Task::Action(fighter) | Task::Aside(fighter, _) => of(Kind::Action, fighter),
            Task::ThenWalk(fighter, _) => of(Kind::ThenWalk, fighter),
            Task::Dive(_, target) => of(Kind::Dive, target),
            Task::Separate(side, ..) => by(Kind::Separate, side),
            Task::NameCombat(side) => by(Kind::NameCombat, side),
            Task::NameTester(side) => by(Kind::Tester, side),
            Task::Choose | Task::Queue => by(Kind::Combat, Side::from(state.speaker)),
            Task::Pursuer(rest, _) => by(Kind::Pursuer, self.side(lowest(rest))),
            Task::Pursuit(fighter) => of(Kind::Pursuit, fighter),
            Task::Order(_, rest) => by(Kind::Order, self.side(lowest(rest))),
            Task::OrderEffects(ref bonds) => {
                by(Kind::Order, bonds.first().map_or(0, |bond| self.side(bond.caster)))
            }
            Task::Pay(bond) => of(Kind::Pay, bond.caster),
            Task::Use(bond) => of(Kind::Use, bond.caster),
            Task::Trial(trial) => of(Kind::Reroll, trial.fighter),
            Task::Contest(ref running) => match running.contest.node(&running.state) {
                Node::Decision(decision) => Some(BattleDecision {
                    kind: match decision.kind {
                        ContestDecisionKind::Tester => Kind::Tester,
                        ContestDecisionKind::Reroll => Kind::Reroll,
                    },
                    side: decision.side,
                    fighter: decision.fighter.map(|fighter| fighter as u8),
                }),
                _ => None,
            },
            Task::Fight(ref fighting) => match fighting.combat.node(&fighting.state) {
                Node::Decision(decision) => Some(BattleDecision {
                    kind: decision.kind.into(),
                    side: decision.side,
                    fighter: decision.fighter.map(|place| fighting.fray.number(place)),
                }),
                _ => None,
            },
            _ => None,
        }
    }
}

const fn lowest(set: Set) -> u8 {
    set.trailing_zeros() as u8
}

/// The places of a list, of which the first 64 can be chosen.
fn places(count: usize) -> Choices {
    (0..count.min(64) as u8).fold(Choices::NONE, Choices::with)
}

impl Machine for Battle {
    type State = BattleState;
    type Decision = BattleDecision;
    type Event = BattleEvent;

    fn start(&self, observer: &mut impl Observer<BattleEvent>) -> BattleState {
        let mut state = BattleState::new(&self.start, Phase::Strategic);
        self.begin_recovery(&mut state);
        self.go_on(&mut state, observer);
        state
    }

    fn node(&self, state: &BattleState) -> Node<BattleDecision> {
        let Some(task) = state.agenda.last() else { return Node::Over };
        if state.choices.is_empty() {
            return match self.needs(state, task) {
                Needs::Die(roll) => Node::Chance(roll),
                _ => Node::Over,
            };
        }
        self.decision(state, task).map_or(Node::Over, Node::Decision)
    }

    fn choices(&self, state: &BattleState) -> Choices {
        state.choices
    }

    fn apply_unchecked(
        &self,
        state: &mut BattleState,
        choice: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let Some(task) = state.agenda.pop() else { return };
        self.take(state, task, choice, observer);
        self.go_on(state, observer);
    }

    fn roll_unchecked(
        &self,
        state: &mut BattleState,
        face: u8,
        observer: &mut impl Observer<BattleEvent>,
    ) {
        let Some(task) = state.agenda.pop() else { return };
        match task {
            Task::Contest(mut running) => {
                let contest = &running.contest;
                contest.roll_unchecked(&mut running.state, face, &mut InContest(observer));
                state.agenda.push(Task::Contest(running));
            }
            Task::Fight(mut fighting) => {
                let combat = &fighting.combat;
                combat.roll_unchecked(&mut fighting.state, face, &mut InCombat(observer));
                state.agenda.push(Task::Fight(fighting));
            }
            Task::Trial(trial) => self.trial_die(state, trial, face, observer),
            Task::Hit(volley) => self.wound_die(state, volley, face, observer),
            Task::RecoveryDie(fighter) => Self::recovery_die(state, fighter, face, observer),
            Task::EffectDie(bond) => self.effect_die(state, bond, face, observer),
            Task::CastDie(bond) => self.cast_die(state, bond, face, observer),
            other => state.agenda.push(other),
        }
        self.go_on(state, observer);
    }
}
