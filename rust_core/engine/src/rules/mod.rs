//! The rules as data: every table, number and ruling that a group of players may want otherwise.
//!
//! [`RulesSetup`] is what people write: public fields, may be wrong. [`Rules`] is always valid; the
//! only way from the one to the other is [`Rules::new`] (or a document), which reports all problems
//! at once.

mod document;
mod movement;
mod shooting;
mod turn;
mod wound_table;

pub(crate) use document::EDGE;
pub use document::{RULES_FORMAT, RULES_SHAPE};
pub use wound_table::{WoundRow, WoundTable, WoundsByDice};

use crate::document::{Format, Tree, parse, write};
use crate::errors::Problems;
use crate::names::named;
use crate::skirmish::wounds::{Location, Wound};
use std::ops::Deref;

named! {
    /// D-3: what a 1 on a reroll costs.
    pub enum RerollOfOne {
        /// The natural result falls to 1, however long the chain.
        WholeChain = "whole_chain",
        /// Only the last six is lost: 6, 6, 1 gives 6 + 1.
        LastDie = "last_die",
    }
}

named! {
    /// D-6: how two automatic failures of an opposed check compare.
    pub enum TwoAutomaticFailures {
        /// The higher final result wins.
        CompareFinals = "compare_finals",
        /// The higher natural result wins.
        CompareNaturals = "compare_naturals",
    }
}

named! {
    /// D-6: what a tie of an opposed check means.
    pub enum OpposedTie {
        /// Both sides roll again.
        RollAgain = "roll_again",
        /// Side 0 wins.
        Side0Wins = "side_0_wins",
        /// Side 1 wins.
        Side1Wins = "side_1_wins",
    }
}

named! {
    /// D-7: how several dice of one check count.
    pub enum SeveralDice {
        /// The best one counts.
        Best = "best",
        /// The best one counts, and each further die adds 1 to the final result.
        BestPlusOnePerExtraDie = "best_plus_one_per_extra_die",
    }
}

named! {
    /// D-8: what a player knows when he decides on a reroll.
    pub enum RerollKnowledge {
        /// The difficulty, and as side 1 of an opposed check the result of side 0.
        Open = "open",
        /// Neither.
        Blind = "blind",
    }
}

named! {
    /// W-7: how a new wound adds to an old one.
    pub enum WoundAddition {
        /// Levels add: light 1, serious 2, critical 3, four or more is killed.
        ByLevel = "by_level",
        /// One level above the worse of the two.
        WorstPlusOne = "worst_plus_one",
    }
}

named! {
    /// C-12: how friends of equal value come to place their dice.
    pub enum EqualFriends {
        /// Their player chooses the order.
        PlayerChooses = "player_chooses",
        /// As they are listed.
        ListedOrder = "listed_order",
    }
}

named! {
    /// C-38: how a routed fighter fights.
    pub enum RoutedFighters {
        /// Like any other.
        LikeOthers = "like_others",
        /// With all dice in defence.
        DefenceOnly = "defence_only",
    }
}

named! {
    /// C-6, C-9: whether routed fighters may make a Discipline test.
    pub enum RoutedTesters {
        /// They may not.
        Never = "never",
        /// They may when their side has nobody else.
        WhenNoOther = "when_no_other",
        /// They may like any other.
        Always = "always",
    }
}

named! {
    /// C-6, C-9, T-8: who wins a contest in which neither side can test.
    pub enum NeitherCanTest {
        /// One die decides: 1 to 3 for side 0, 4 to 6 for side 1.
        OneDie = "one_die",
        /// Side 0.
        Side0 = "side_0",
        /// Side 1.
        Side1 = "side_1",
    }
}

named! {
    /// M-27: which of the two chapters on movement decides where they differ.
    pub enum Edition {
        /// The newer one: cover needs level 0, and there is no diving from an assault shot.
        Newer = "newer",
        /// The older one: neither condition.
        Older = "older",
    }
}

named! {
    /// M-4: whether a base passes between obstacles exactly as far apart as it is wide.
    pub enum ExactGap {
        /// It does.
        Passes = "passes",
        /// It does not.
        Closed = "closed",
    }
}

named! {
    /// M-12: whether a base that touches its maximum of adversaries takes another.
    pub enum FullBases {
        /// It does not.
        Closed = "closed",
        /// It does, where there is room.
        Open = "open",
    }
}

named! {
    /// M-18: which chargers of a target must outweigh those they charge.
    pub enum SeveralTargets {
        /// Any group of them.
        SomeGroup = "some_group",
        /// All of them together.
        AllChargers = "all_chargers",
    }
}

named! {
    /// M-10: where a fighter looks.
    pub enum SightArc {
        /// In front of the line through its mire.
        Front = "front",
        /// All round.
        AllRound = "all_round",
    }
}

named! {
    /// M-10: what hides a target.
    pub enum HiddenBy {
        /// Bases and scenery at least as big as it.
        AsBig = "as_big",
        /// Bases and scenery of any size.
        Any = "any",
        /// Nothing.
        Nothing = "nothing",
    }
}

named! {
    /// The characteristics that wounds can lower (W-5).
    pub enum Characteristic {
        /// Speed of reaction.
        Initiative = "initiative",
        /// Skill at arms when striking.
        Attack = "attack",
        /// Force of a blow.
        Strength = "strength",
        /// Skill at arms when struck.
        Defence = "defence",
        /// Toughness.
        Resilience = "resilience",
        /// Skill with missiles.
        Aim = "aim",
        /// Steadiness in the face of fear.
        Courage = "courage",
        /// How frightening it is.
        Fear = "fear",
        /// Obedience and leadership.
        Discipline = "discipline",
    }
}

/// The rulings on checks (D-2 to D-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckRules {
    /// D-2: how often one die may be rerolled; `None` for without end.
    pub reroll_limit: Option<u8>,
    /// D-3: what a 1 on a reroll costs.
    pub reroll_of_one: RerollOfOne,
    /// D-6: how two automatic failures compare.
    pub two_automatic_failures: TwoAutomaticFailures,
    /// D-6: what a tie means.
    pub opposed_tie: OpposedTie,
    /// D-7: how several dice count.
    pub several_dice: SeveralDice,
    /// D-8: what a player knows when he decides on a reroll.
    pub reroll_knowledge: RerollKnowledge,
}

impl Default for CheckRules {
    fn default() -> Self {
        Self {
            reroll_limit: None,
            reroll_of_one: RerollOfOne::WholeChain,
            two_automatic_failures: TwoAutomaticFailures::CompareFinals,
            opposed_tie: OpposedTie::RollAgain,
            several_dice: SeveralDice::Best,
            reroll_knowledge: RerollKnowledge::Open,
        }
    }
}

/// What being hurt costs (W-5, W-6): numbers to be added, so 0 or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Penalties {
    /// For each marker of stunned that counts.
    pub stunned: i8,
    /// For a light wound.
    pub light: i8,
    /// For a serious wound.
    pub serious: i8,
    /// For a critical wound.
    pub critical: i8,
}

/// The rulings on wounds (W-2 to W-7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WoundRules {
    /// W-2: the location for a lower die of 1 to 6.
    pub locations: [Location; 6],
    /// W-3: the doubles that kill outright.
    pub killing_doubles: Vec<u8>,
    /// W-5, W-6: what being hurt costs.
    pub penalties: Penalties,
    /// W-5: the characteristics that it lowers.
    pub penalised: Vec<Characteristic>,
    /// W-5: how low a current characteristic can fall; `None` for without end.
    pub lowest_characteristic: Option<i8>,
    /// W-6: how many markers of stunned add up.
    pub stunned_markers: u8,
    /// W-7: how wounds add up.
    pub addition: WoundAddition,
}

impl Default for WoundRules {
    fn default() -> Self {
        use Characteristic::{Aim, Attack, Defence, Initiative, Strength};
        use Location::{Abdomen, Arm, Head, Leg, Thorax};
        Self {
            locations: [Leg, Arm, Abdomen, Thorax, Head, Head],
            killing_doubles: vec![6],
            penalties: Penalties { stunned: -1, light: -1, serious: -2, critical: -3 },
            penalised: vec![Initiative, Attack, Strength, Defence, Aim],
            lowest_characteristic: None,
            stunned_markers: 1,
            addition: WoundAddition::ByLevel,
        }
    }
}

/// The rulings on one combat (C-12 to C-40, M-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombatRules {
    /// C-12: how friends of equal value come to place their dice.
    pub equal_friends: EqualFriends,
    /// C-27: whether an attack that cannot fail is rolled though no defence die is announced.
    pub roll_sure_attacks: bool,
    /// C-28: what a sustained defence adds to defence: 0 or less.
    pub sustained_penalty: i8,
    /// C-28: whether that adds up over several.
    pub sustained_accumulates: bool,
    /// C-28: whether it counts for the very roll it is declared for.
    pub sustained_from_first_roll: bool,
    /// M-17: what being charged adds to initiative, attack and defence: 0 or less.
    pub charged_penalty: i8,
    /// C-38: how a routed fighter fights.
    pub routed_fighters: RoutedFighters,
    /// C-39: by how much a parry must beat the attack to win attack dice.
    pub counter_attack_margin: u8,
    /// C-39: how many attack dice it wins.
    pub counter_attack_dice: u8,
    /// C-40: how many attack dice a parry wins.
    pub ambidextrous_dice: u8,
    /// C-39, C-40: whether a die announced against an attack that fails automatically may be given
    /// up for attack dice.
    pub exchange_on_automatic_failure: bool,
}

impl Default for CombatRules {
    fn default() -> Self {
        Self {
            equal_friends: EqualFriends::PlayerChooses,
            roll_sure_attacks: false,
            sustained_penalty: -2,
            sustained_accumulates: true,
            sustained_from_first_roll: true,
            charged_penalty: -1,
            routed_fighters: RoutedFighters::LikeOthers,
            counter_attack_margin: 2,
            counter_attack_dice: 1,
            ambidextrous_dice: 1,
            exchange_on_automatic_failure: true,
        }
    }
}

/// The rulings on contests of Discipline (C-6, C-9, T-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestRules {
    /// C-6, C-9: whether routed fighters may test.
    pub routed_testers: RoutedTesters,
    /// C-6, C-9, T-8: who wins when neither side can test.
    pub neither_can_test: NeitherCanTest,
}

impl Default for ContestRules {
    fn default() -> Self {
        Self { routed_testers: RoutedTesters::Never, neither_can_test: NeitherCanTest::OneDie }
    }
}

/// The rulings on movement (M-4 to M-22).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovementRules {
    /// M-4: whether a gap of exactly the width of the base lets it pass.
    pub gap_of_exactly_the_width: ExactGap,
    /// M-11: whether a free fighter may engage a target that it sees.
    pub engage_a_seen_target: bool,
    /// M-12: whether a base with its maximum of adversaries takes another.
    pub full_bases: FullBases,
    /// M-18: which chargers must outweigh their targets.
    pub several_targets: SeveralTargets,
    /// M-10: where a fighter looks.
    pub sight_arc: SightArc,
    /// M-10: what hides a target.
    pub hidden_by: HiddenBy,
    /// M-22: the difficulty of disengaging, without adversaries.
    pub disengage_difficulty: u8,
    /// M-22: what each adversary in contact adds to it.
    pub disengage_per_adversary: u8,
    /// M-19, M-20: the X of the skill Target/+X that cover gives.
    pub cover: u8,
}

impl Default for MovementRules {
    fn default() -> Self {
        Self {
            gap_of_exactly_the_width: ExactGap::Passes,
            engage_a_seen_target: false,
            full_bases: FullBases::Closed,
            several_targets: SeveralTargets::SomeGroup,
            sight_arc: SightArc::Front,
            hidden_by: HiddenBy::AsBig,
            disengage_difficulty: 4,
            disengage_per_adversary: 2,
            cover: 2,
        }
    }
}

named! {
    /// A-14: what a fighter may add to a charge, an engagement or a run.
    pub enum CombinedActions {
        /// Nothing.
        None = "none",
        /// Mystic actions.
        Mystic = "mystic",
        /// Mystic actions and shots.
        All = "all",
    }
}

/// The rulings on the turn (T-8 to T-15, A-14, A-17, C-37).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnRules {
    /// T-8: whether routed fighters may make the Tactics roll.
    pub tactics_routed_testers: RoutedTesters,
    /// T-12: the difficulty of rallying.
    pub rally_difficulty: u8,
    /// T-13: how near friends must be to give a faithful temporary faith, in centimetres.
    pub faith_distance: u8,
    /// T-15: what a die must show for a fighter with the skill Reinforcement to come back.
    pub reinforcement: u8,
    /// A-17: whether distances may be measured before an action is declared.
    pub free_measuring: bool,
    /// T-13, A-16: the mana that a magician has before the first turn.
    pub starting_mana: u8,
    /// A-14: what a fighter may add to a charge, an engagement or a run.
    pub combined_actions: CombinedActions,
    /// C-37: whether mystic actions may be used when a combat begins.
    pub mystic_in_combat: bool,
}

impl Default for TurnRules {
    fn default() -> Self {
        Self {
            tactics_routed_testers: RoutedTesters::Always,
            rally_difficulty: 8,
            faith_distance: 20,
            reinforcement: 5,
            free_measuring: false,
            starting_mana: 0,
            combined_actions: CombinedActions::None,
            mystic_in_combat: false,
        }
    }
}

/// The rulings on shooting (A-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShootingRules {
    /// A-15: the difficulty of a shot at short range.
    pub short: u8,
    /// A-15: at medium range.
    pub medium: u8,
    /// A-15: at long range.
    pub long: u8,
    /// A-15: what a shooter adds to its check that does not move in the same activation.
    pub immobile: u8,
}

impl Default for ShootingRules {
    fn default() -> Self {
        Self { short: 4, medium: 7, long: 10, immobile: 1 }
    }
}

/// What a size means (W-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeRules {
    /// The power of a fighter of this size, unless its profile says otherwise.
    pub power: u8,
    /// How many adversaries can be in contact with it.
    pub adversaries: u8,
}

/// The width (the front edge) and the depth of a rectangular base, in centimetres (W-8).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BaseRules {
    /// The front edge.
    pub width: f64,
    /// The side edge.
    pub depth: f64,
}

/// Rules as people write them: public fields, may be wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct RulesSetup {
    /// What these rules are called.
    pub name: String,
    /// M-27: which chapter on movement decides where the two differ.
    pub edition: Edition,
    /// Checks.
    pub checks: CheckRules,
    /// Wounds.
    pub wounds: WoundRules,
    /// W-4: the wound table, row by row.
    pub wound_rows: Vec<WoundRow>,
    /// W-4: whether the table must never get milder.
    pub wound_table_monotone: bool,
    /// One combat.
    pub combat: CombatRules,
    /// Contests of Discipline.
    pub contests: ContestRules,
    /// Movement.
    pub movement: MovementRules,
    /// The turn.
    pub turn: TurnRules,
    /// Shooting.
    pub shooting: ShootingRules,
    /// W-8: small, medium, large and very large.
    pub sizes: [SizeRules; 4],
    /// W-8: the standard, cavalry, large and very large base.
    pub bases: [BaseRules; 4],
}

impl Default for RulesSetup {
    fn default() -> Self {
        let size = |power, adversaries| SizeRules { power, adversaries };
        let base = |width, depth| BaseRules { width, depth };
        Self {
            name: "default".to_owned(),
            edition: Edition::Newer,
            checks: CheckRules::default(),
            wounds: WoundRules::default(),
            wound_rows: WoundTable::default_rows(),
            wound_table_monotone: true,
            combat: CombatRules::default(),
            contests: ContestRules::default(),
            movement: MovementRules::default(),
            turn: TurnRules::default(),
            shooting: ShootingRules::default(),
            sizes: [size(1, 4), size(1, 4), size(2, 6), size(3, 8)],
            bases: [base(2.5, 2.5), base(2.5, 5.0), base(3.75, 3.75), base(5.0, 5.0)],
        }
    }
}

/// Rules that hold together. Reads like a [`RulesSetup`] whose fields cannot be changed.
///
/// ```
/// # use fracas_engine::rules::{Rules, RulesSetup};
/// let once = Rules::from_toml(b"[checks]\nreroll_limit = 1\n").unwrap();
/// assert_eq!(once.checks.reroll_limit, Some(1));
/// assert_eq!(once.wounds, Rules::default().wounds);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    setup: RulesSetup,
    table: WoundTable,
    by_dice: WoundsByDice,
}

impl Rules {
    /// Works out beforehand what is looked up by the million.
    fn compiled(setup: RulesSetup) -> Self {
        let table = WoundTable::new(&setup.wound_rows);
        let mut rules = Self { setup, table, by_dice: WoundsByDice::default() };
        rules.by_dice = WoundsByDice::new(&rules);
        rules
    }

    /// The rules of a setup, or everything that is wrong with it.
    pub fn new(setup: &RulesSetup) -> Result<Self, Problems> {
        Self::from_tree(&setup.to_tree())
    }

    /// The rules of a document; what it does not say keeps its default.
    pub fn from_tree(tree: &Tree) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        RULES_SHAPE.check(tree, "", &mut problems);
        let setup = RulesSetup::from_tree(tree);
        // The order of the rows is looked at only when every cell is there.
        if !problems.0.iter().any(|problem| problem.field.starts_with("wound_table")) {
            wound_table::check_rows(&setup.wound_rows, setup.wound_table_monotone, &mut problems);
        }
        problems.or(Self::compiled(setup))
    }

    /// The rules of a TOML text.
    pub fn from_toml(bytes: &[u8]) -> Result<Self, Problems> {
        Self::from_tree(&parse(bytes, Format::Toml)?)
    }

    /// The rules of a JSON text.
    pub fn from_json(bytes: &[u8]) -> Result<Self, Problems> {
        Self::from_tree(&parse(bytes, Format::Json)?)
    }

    /// The rules as a document, complete: what it gives back loads as equal rules.
    pub fn to_tree(&self) -> Tree {
        self.setup.to_tree()
    }

    /// The rules as text.
    pub fn to_text(&self, format: Format) -> Result<String, Problems> {
        write(&self.to_tree(), format)
    }

    /// W-4: what a wound roll of this result at this location gives.
    #[inline]
    pub fn wound(&self, location: Location, result: i32) -> Wound {
        self.table.cell(location, result)
    }

    /// W-1 to W-4: what two dice give for a gap of strength − resilience, worked out beforehand.
    #[inline]
    pub fn wound_of_dice(&self, gap: i32, dice: [u8; 2]) -> Wound {
        self.by_dice.wound(gap, dice)
    }

    /// The JSON Schema of rules documents.
    pub fn schema() -> Tree {
        document::schema()
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::compiled(RulesSetup::default())
    }
}

impl Deref for Rules {
    type Target = RulesSetup;

    fn deref(&self) -> &RulesSetup {
        &self.setup
    }
}
