//! Rules as a document: the shape of it, and the way there and back.

use super::movement::{MOVEMENT, movement_rules, movement_tree};
use super::shooting::{SHOOTING, shooting_rules, shooting_tree};
use super::turn::{TURN, turn_rules, turn_tree};
use super::wound_table::BOUNDS;
use super::{
    BaseRules, Characteristic, CheckRules, CombatRules, ContestRules, Edition, EqualFriends,
    NeitherCanTest, OpposedTie, Penalties, RerollKnowledge, RerollOfOne, RoutedFighters,
    RoutedTesters, Rules, RulesSetup, SeveralDice, SizeRules, TwoAutomaticFailures, WoundAddition,
    WoundRow, WoundRules,
};
use crate::document::{Field, Shape, Tree};
use crate::names::Named;
use crate::skirmish::profiles::{BaseName, Size};
use crate::skirmish::wounds::{Location, Wound};

/// What a rules document says in its `format`.
pub const RULES_FORMAT: &str = "fracas-rules 1";

pub(super) const fn optional(key: &'static str, shape: Shape, meaning: &'static str) -> Field {
    Field { key, required: false, shape, meaning }
}

const fn required(key: &'static str, shape: Shape, meaning: &'static str) -> Field {
    Field { key, required: true, shape, meaning }
}

/// The shape of a rules document. Every key may be left out and then keeps its default; but a wound
/// table that is given must be whole.
pub const RULES_SHAPE: Shape = Shape::Table(&[
    optional("format", Shape::Word(&[RULES_FORMAT]), "The format of the document."),
    optional("name", Shape::Text(100), "What these rules are called."),
    optional(
        "edition",
        Shape::Word(Edition::NAMES),
        "M-27: which chapter on movement decides where the two differ.",
    ),
    optional("checks", CHECKS, "Rulings on checks."),
    optional("wounds", WOUNDS, "Rulings on wounds."),
    optional("wound_table", WOUND_TABLE, "W-4: what a location and a result give."),
    optional("combat", COMBAT, "Rulings on one combat."),
    optional("contests", CONTESTS, "Rulings on contests of Discipline."),
    optional("movement", MOVEMENT, "Rulings on movement."),
    optional("turn", TURN, "Rulings on the turn."),
    optional("shooting", SHOOTING, "Rulings on shooting."),
    optional("sizes", SIZES, "W-8: what each size means."),
    optional("bases", BASES, "W-8: the named bases."),
]);

const CHECKS: Shape = Shape::Table(&[
    optional(
        "reroll_limit",
        Shape::Either(&[Shape::Word(&["unlimited"]), Shape::Integer(1, 20)]),
        "D-2: how often one die may be rerolled.",
    ),
    optional(
        "reroll_of_one",
        Shape::Word(RerollOfOne::NAMES),
        "D-3: whether a 1 on a reroll costs the whole chain or the last six only.",
    ),
    optional(
        "two_automatic_failures",
        Shape::Word(TwoAutomaticFailures::NAMES),
        "D-6: how two automatic failures of an opposed check compare.",
    ),
    optional(
        "opposed_tie",
        Shape::Word(OpposedTie::NAMES),
        "D-6: what a tie of an opposed check means.",
    ),
    optional(
        "several_dice",
        Shape::Word(SeveralDice::NAMES),
        "D-7: how several dice of one check count.",
    ),
    optional(
        "reroll_knowledge",
        Shape::Word(RerollKnowledge::NAMES),
        "D-8: whether the player who decides on a reroll knows the number to reach.",
    ),
]);

const PENALTY: Shape = Shape::Integer(-10, 0);

const WOUNDS: Shape = Shape::Table(&[
    optional(
        "locations",
        Shape::List(&Shape::Word(Location::NAMES), 6, 6),
        "W-2: the location for a lower die of 1 to 6.",
    ),
    optional(
        "killing_doubles",
        Shape::Set(&Shape::Integer(1, 6), 0, 6),
        "W-3: the doubles that kill outright.",
    ),
    optional(
        "penalties",
        Shape::Table(&[
            optional("stunned", PENALTY, "W-6: for each marker of stunned that counts."),
            optional("light", PENALTY, "W-5: for a light wound."),
            optional("serious", PENALTY, "W-5: for a serious wound."),
            optional("critical", PENALTY, "W-5: for a critical wound."),
        ]),
        "W-5, W-6: what being hurt adds to a characteristic.",
    ),
    optional(
        "penalised",
        Shape::Set(&Shape::Word(Characteristic::NAMES), 0, 9),
        "W-5: the characteristics that being hurt lowers.",
    ),
    optional(
        "lowest_characteristic",
        Shape::Either(&[Shape::Word(&["none"]), Shape::Integer(-20, 20)]),
        "W-5: how low a current characteristic can fall.",
    ),
    optional("stunned_markers", Shape::Integer(1, 4), "W-6: how many markers of stunned add up."),
    optional("addition", Shape::Word(WoundAddition::NAMES), "W-7: how wounds add up."),
]);

const CELL: Shape = Shape::Word(Wound::NAMES);

const WOUND_TABLE: Shape = Shape::Table(&[
    optional(
        "monotone",
        Shape::Boolean,
        "W-4: whether no cell may be milder than one for a lower result or a less vital location.",
    ),
    required(
        "rows",
        Shape::List(
            &Shape::Table(&[
                optional(
                    "up_to",
                    Shape::Integer(BOUNDS.0, BOUNDS.1),
                    "The highest result of the row; the last row has none.",
                ),
                required("leg", CELL, "What a leg gives."),
                required("arm", CELL, "What an arm gives."),
                required("abdomen", CELL, "What the abdomen gives."),
                required("thorax", CELL, "What the thorax gives."),
                required("head", CELL, "What the head gives."),
            ]),
            1,
            121,
        ),
        "From the lowest results to the highest.",
    ),
]);

const GAINED: Shape = Shape::Integer(0, 3);

const CONTESTS: Shape = Shape::Table(&[
    optional(
        "routed_testers",
        Shape::Word(RoutedTesters::NAMES),
        "C-6, C-9: whether routed fighters may make the Discipline test of a separation or of \
         authority.",
    ),
    optional(
        "neither_can_test",
        Shape::Word(NeitherCanTest::NAMES),
        "C-6, C-9, T-8: who wins when neither side can test.",
    ),
]);

const COMBAT: Shape = Shape::Table(&[
    optional(
        "equal_friends",
        Shape::Word(EqualFriends::NAMES),
        "C-12: how friends of equal value come to place their dice.",
    ),
    optional(
        "roll_sure_attacks",
        Shape::Boolean,
        "C-27: whether an attack that cannot fail is rolled though no defence die is announced.",
    ),
    optional("sustained_penalty", PENALTY, "C-28: what a sustained defence adds to defence."),
    optional(
        "sustained_accumulates",
        Shape::Boolean,
        "C-28: whether the penalty adds up over several sustained defences.",
    ),
    optional(
        "sustained_from_first_roll",
        Shape::Boolean,
        "C-28: whether the penalty counts for the very roll it is declared for.",
    ),
    optional(
        "charged_penalty",
        PENALTY,
        "M-17: what being charged adds to initiative, attack, defence and aim.",
    ),
    optional(
        "routed_fighters",
        Shape::Word(RoutedFighters::NAMES),
        "C-38: how a routed fighter fights.",
    ),
    optional(
        "counter_attack",
        Shape::Table(&[
            optional(
                "margin",
                Shape::Integer(0, 20),
                "C-39: by how much a parry must beat the attack to win attack dice.",
            ),
            optional("dice", GAINED, "C-39: how many attack dice it wins."),
        ]),
        "C-39: the skill Counter-attack.",
    ),
    optional(
        "ambidextrous",
        Shape::Table(&[optional("dice", GAINED, "C-40: how many attack dice a parry wins.")]),
        "C-40: the skill Ambidextrous.",
    ),
    optional(
        "exchange_on_automatic_failure",
        Shape::Boolean,
        "C-39, C-40: whether a die announced against an attack that fails automatically may be \
         given up for attack dice.",
    ),
]);

const SIZE: Shape = Shape::Table(&[
    optional("power", Shape::Integer(0, 10), "The power of a fighter of this size."),
    optional("adversaries", Shape::Integer(1, 8), "How many adversaries can be in contact."),
]);

const SIZES: Shape = Shape::Table(&[
    optional("small", SIZE, "Small fighters."),
    optional("medium", SIZE, "Medium fighters."),
    optional("large", SIZE, "Large fighters."),
    optional("very_large", SIZE, "Very large fighters."),
]);

/// An edge or a diameter of a base, in centimetres.
pub(crate) const EDGE: Shape = Shape::Number(0.5, 30.0);

const BASE: Shape = Shape::Table(&[
    optional("width", EDGE, "The front edge in centimetres."),
    optional("depth", EDGE, "The side edge in centimetres."),
]);

const BASES: Shape = Shape::Table(&[
    optional("standard", BASE, "Of small and medium fighters."),
    optional("cavalry", BASE, "Of riders."),
    optional("large", BASE, "Of large fighters."),
    optional("very_large", BASE, "Of very large fighters."),
]);

/// The JSON Schema of rules documents.
pub(super) fn schema() -> Tree {
    RULES_SHAPE.published("Rules of fracas", Some(Rules::default().to_tree()))
}

/// The value of a key that holds a name; the default where the key is left out.
pub(super) fn named<T: Named>(tree: Option<&Tree>, key: &str, default: T) -> T {
    tree.and_then(|tree| tree.get(key)?.text()).and_then(T::from_name).unwrap_or(default)
}

/// The number of a key; the default where the key is left out.
pub(super) fn number<T: TryFrom<i64>>(tree: Option<&Tree>, key: &str, default: T) -> T {
    let found = tree.and_then(|tree| tree.get(key)?.integer());
    found.and_then(|number| T::try_from(number).ok()).unwrap_or(default)
}

/// The number of a key that may hold a word for "no limit"; the default where it is left out.
fn limit<T: TryFrom<i64>>(tree: Option<&Tree>, key: &str, default: Option<T>) -> Option<T> {
    match tree.and_then(|tree| tree.get(key)) {
        None => default,
        Some(value) => value.integer().and_then(|number| T::try_from(number).ok()),
    }
}

/// All the names of a list.
fn names<T: Named>(tree: &Tree) -> Vec<T> {
    tree.items().iter().filter_map(|item| T::from_name(item.text()?)).collect()
}

// Reading takes what fits and leaves the rest at its default: `Rules::from_tree` has reported
// already what does not fit.
impl RulesSetup {
    pub(super) fn from_tree(tree: &Tree) -> Self {
        let default = Self::default();
        let table = tree.get("wound_table");
        let rows = table.and_then(|table| table.get("rows"));
        let monotone = table.and_then(|table| table.get("monotone")?.boolean());
        Self {
            name: tree.get("name").and_then(Tree::text).unwrap_or(&default.name).to_owned(),
            edition: named(Some(tree), "edition", default.edition),
            checks: check_rules(tree.get("checks"), default.checks),
            wounds: wound_rules(tree.get("wounds"), default.wounds),
            wound_rows: rows
                .map_or(default.wound_rows, |rows| rows.items().iter().map(wound_row).collect()),
            wound_table_monotone: monotone.unwrap_or(default.wound_table_monotone),
            combat: combat_rules(tree.get("combat"), default.combat),
            contests: contest_rules(tree.get("contests"), default.contests),
            movement: movement_rules(tree.get("movement"), default.movement),
            turn: turn_rules(tree.get("turn"), default.turn),
            shooting: shooting_rules(tree.get("shooting"), default.shooting),
            sizes: std::array::from_fn(|index| {
                let size = tree.get("sizes").and_then(|sizes| sizes.get(Size::NAMES[index]));
                let default = default.sizes[index];
                SizeRules {
                    power: number(size, "power", default.power),
                    adversaries: number(size, "adversaries", default.adversaries),
                }
            }),
            bases: std::array::from_fn(|index| {
                let base = tree.get("bases").and_then(|bases| bases.get(BaseName::NAMES[index]));
                let default = default.bases[index];
                let edge = |key| base.and_then(|base| base.get(key)?.number());
                BaseRules {
                    width: edge("width").unwrap_or(default.width),
                    depth: edge("depth").unwrap_or(default.depth),
                }
            }),
        }
    }

    /// The setup as a document, complete.
    pub fn to_tree(&self) -> Tree {
        let sizes = Size::NAMES.iter().zip(self.sizes).map(|(name, size)| {
            let table = Tree::table([
                ("power", i64::from(size.power).into()),
                ("adversaries", i64::from(size.adversaries).into()),
            ]);
            ((*name).to_owned(), table)
        });
        let bases = BaseName::NAMES.iter().zip(self.bases).map(|(name, base)| {
            let table = Tree::table([
                ("width", Tree::from_number(base.width)),
                ("depth", Tree::from_number(base.depth)),
            ]);
            ((*name).to_owned(), table)
        });
        Tree::table([
            ("format", RULES_FORMAT.into()),
            ("name", self.name.as_str().into()),
            ("edition", self.edition.name().into()),
            ("checks", checks_tree(&self.checks)),
            ("wounds", wounds_tree(&self.wounds)),
            (
                "wound_table",
                Tree::table([
                    ("monotone", self.wound_table_monotone.into()),
                    ("rows", Tree::List(self.wound_rows.iter().map(row_tree).collect())),
                ]),
            ),
            ("combat", combat_tree(&self.combat)),
            ("contests", contests_tree(&self.contests)),
            ("movement", movement_tree(&self.movement)),
            ("turn", turn_tree(&self.turn)),
            ("shooting", shooting_tree(&self.shooting)),
            ("sizes", Tree::Table(sizes.collect())),
            ("bases", Tree::Table(bases.collect())),
        ])
    }
}

fn check_rules(tree: Option<&Tree>, default: CheckRules) -> CheckRules {
    CheckRules {
        reroll_limit: limit(tree, "reroll_limit", default.reroll_limit),
        reroll_of_one: named(tree, "reroll_of_one", default.reroll_of_one),
        two_automatic_failures: named(
            tree,
            "two_automatic_failures",
            default.two_automatic_failures,
        ),
        opposed_tie: named(tree, "opposed_tie", default.opposed_tie),
        several_dice: named(tree, "several_dice", default.several_dice),
        reroll_knowledge: named(tree, "reroll_knowledge", default.reroll_knowledge),
    }
}

fn checks_tree(checks: &CheckRules) -> Tree {
    Tree::table([
        (
            "reroll_limit",
            checks.reroll_limit.map_or("unlimited".into(), |limit| i64::from(limit).into()),
        ),
        ("reroll_of_one", checks.reroll_of_one.name().into()),
        ("two_automatic_failures", checks.two_automatic_failures.name().into()),
        ("opposed_tie", checks.opposed_tie.name().into()),
        ("several_dice", checks.several_dice.name().into()),
        ("reroll_knowledge", checks.reroll_knowledge.name().into()),
    ])
}

fn wound_rules(tree: Option<&Tree>, default: WoundRules) -> WoundRules {
    let list = |key| tree.and_then(|tree| tree.get(key));
    let penalties = list("penalties");
    let locations = list("locations").map(names).and_then(|names| names.try_into().ok());
    let doubles = |tree: &Tree| -> Vec<u8> {
        tree.items().iter().filter_map(|item| item.integer()?.try_into().ok()).collect()
    };
    WoundRules {
        locations: locations.unwrap_or(default.locations),
        killing_doubles: list("killing_doubles").map_or(default.killing_doubles, doubles),
        penalties: Penalties {
            stunned: number(penalties, "stunned", default.penalties.stunned),
            light: number(penalties, "light", default.penalties.light),
            serious: number(penalties, "serious", default.penalties.serious),
            critical: number(penalties, "critical", default.penalties.critical),
        },
        penalised: list("penalised").map_or(default.penalised, names),
        lowest_characteristic: limit(tree, "lowest_characteristic", default.lowest_characteristic),
        stunned_markers: number(tree, "stunned_markers", default.stunned_markers),
        addition: named(tree, "addition", default.addition),
    }
}

fn wounds_tree(wounds: &WoundRules) -> Tree {
    let Penalties { stunned, light, serious, critical } = wounds.penalties;
    let doubles = wounds.killing_doubles.iter().map(|&double| i64::from(double).into()).collect();
    Tree::table([
        ("locations", Tree::texts(wounds.locations.map(Named::name))),
        ("killing_doubles", Tree::List(doubles)),
        (
            "penalties",
            Tree::table([
                ("stunned", i64::from(stunned).into()),
                ("light", i64::from(light).into()),
                ("serious", i64::from(serious).into()),
                ("critical", i64::from(critical).into()),
            ]),
        ),
        ("penalised", Tree::texts(wounds.penalised.iter().map(|name| name.name()))),
        (
            "lowest_characteristic",
            wounds.lowest_characteristic.map_or("none".into(), |lowest| i64::from(lowest).into()),
        ),
        ("stunned_markers", i64::from(wounds.stunned_markers).into()),
        ("addition", wounds.addition.name().into()),
    ])
}

fn combat_rules(tree: Option<&Tree>, default: CombatRules) -> CombatRules {
    let part = |key| tree.and_then(|tree| tree.get(key));
    let truth = |key, default| part(key).and_then(Tree::boolean).unwrap_or(default);
    let counter_attack = part("counter_attack");
    CombatRules {
        equal_friends: named(tree, "equal_friends", default.equal_friends),
        roll_sure_attacks: truth("roll_sure_attacks", default.roll_sure_attacks),
        sustained_penalty: number(tree, "sustained_penalty", default.sustained_penalty),
        sustained_accumulates: truth("sustained_accumulates", default.sustained_accumulates),
        sustained_from_first_roll: truth(
            "sustained_from_first_roll",
            default.sustained_from_first_roll,
        ),
        charged_penalty: number(tree, "charged_penalty", default.charged_penalty),
        routed_fighters: named(tree, "routed_fighters", default.routed_fighters),
        counter_attack_margin: number(counter_attack, "margin", default.counter_attack_margin),
        counter_attack_dice: number(counter_attack, "dice", default.counter_attack_dice),
        ambidextrous_dice: number(part("ambidextrous"), "dice", default.ambidextrous_dice),
        exchange_on_automatic_failure: truth(
            "exchange_on_automatic_failure",
            default.exchange_on_automatic_failure,
        ),
    }
}

fn combat_tree(combat: &CombatRules) -> Tree {
    let whole = |number: u8| Tree::from(i64::from(number));
    Tree::table([
        ("equal_friends", combat.equal_friends.name().into()),
        ("roll_sure_attacks", combat.roll_sure_attacks.into()),
        ("sustained_penalty", i64::from(combat.sustained_penalty).into()),
        ("sustained_accumulates", combat.sustained_accumulates.into()),
        ("sustained_from_first_roll", combat.sustained_from_first_roll.into()),
        ("charged_penalty", i64::from(combat.charged_penalty).into()),
        ("routed_fighters", combat.routed_fighters.name().into()),
        (
            "counter_attack",
            Tree::table([
                ("margin", whole(combat.counter_attack_margin)),
                ("dice", whole(combat.counter_attack_dice)),
            ]),
        ),
        ("ambidextrous", Tree::table([("dice", whole(combat.ambidextrous_dice))])),
        ("exchange_on_automatic_failure", combat.exchange_on_automatic_failure.into()),
    ])
}

fn contest_rules(tree: Option<&Tree>, default: ContestRules) -> ContestRules {
    ContestRules {
        routed_testers: named(tree, "routed_testers", default.routed_testers),
        neither_can_test: named(tree, "neither_can_test", default.neither_can_test),
    }
}

fn contests_tree(contests: &ContestRules) -> Tree {
    Tree::table([
        ("routed_testers", contests.routed_testers.name().into()),
        ("neither_can_test", contests.neither_can_test.name().into()),
    ])
}

fn wound_row(tree: &Tree) -> WoundRow {
    WoundRow {
        up_to: limit(Some(tree), "up_to", None),
        cells: std::array::from_fn(|column| {
            named(Some(tree), Location::NAMES[column], Wound::None)
        }),
    }
}

fn row_tree(row: &WoundRow) -> Tree {
    let bound = row.up_to.map(|bound| ("up_to".to_owned(), i64::from(bound).into()));
    let cells = Location::NAMES.iter().zip(row.cells);
    let cells = cells.map(|(name, cell)| ((*name).to_owned(), cell.name().into()));
    Tree::Table(bound.into_iter().chain(cells).collect())
}
