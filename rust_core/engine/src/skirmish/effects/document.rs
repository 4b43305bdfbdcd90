//! Effects and mystic actions as documents: the shape of them, and the way there and back.

use super::{Alterable, DeedName, Effect, MeantFor, Moment, MysticAction, Resource};
use crate::document::{Field, Shape, Tree};
use crate::errors::Problems;
use crate::names::Named;

const NAME: Shape = Shape::Text(100);
const FACE: Shape = Shape::Integer(1, 6);
const AMOUNT: Shape = Shape::Integer(-20, 20);
const COST: Shape = Shape::Integer(1, 20);
const FARTHEST: f64 = 200.0;
const USUAL_RANGE: f64 = 20.0;

const fn required(key: &'static str, shape: Shape, meaning: &'static str) -> Field {
    Field { key, required: true, shape, meaning }
}

const fn optional(key: &'static str, shape: Shape, meaning: &'static str) -> Field {
    Field { key, required: false, shape, meaning }
}

/// The shape of an effect.
pub(in crate::skirmish) const EFFECT: Shape = Shape::Table(&[
    required("name", NAME, "What the effect is called."),
    optional("moment", Shape::Word(Moment::NAMES), "T-4, T-14: when it comes; else other."),
    required("deed", Shape::Word(DeedName::NAMES), "What it does to its bearer."),
    optional(
        "amount",
        AMOUNT,
        "Levels healed (1 to 4) or worsened (1 to 4), strength of a wound (0 to 20), resource \
         recovered (1 to 20), what is added to a characteristic (not 0); else 1.",
    ),
    optional("characteristic", Shape::Word(Alterable::NAMES), "What is altered; only there."),
    optional("needs", FACE, "T-15: what a die of upkeep must show; 1, or left out: no die."),
    optional("upkeep", COST, "T-15: what it costs each time it comes; left out: nothing."),
    optional("resource", Shape::Word(Resource::NAMES), "What it costs or recovers; else mana."),
]);

/// The shape of a mystic action.
pub(in crate::skirmish) const MYSTIC_ACTION: Shape = Shape::Table(&[
    required("name", NAME, "What the mystic action is called."),
    required("cost", COST, "A-16: what it costs."),
    optional(
        "resource",
        Shape::Word(Resource::NAMES),
        "What that is paid with: mana of a Magician (else), faith of a Faithful.",
    ),
    optional("target", Shape::Word(MeantFor::NAMES), "Whom it is meant for; else an enemy."),
    optional("range", Shape::Number(0.0, FARTHEST), "How far it reaches, in centimetres; else 20."),
    optional("needs", FACE, "A-16: what a die must show for it to succeed; 1: no die."),
    required("effect", EFFECT, "What it does to its target."),
]);

fn word<T: Named>(tree: &Tree, key: &str) -> Option<T> {
    T::from_name(tree.get(key)?.text()?)
}

fn whole<T: TryFrom<i64>>(tree: &Tree, key: &str) -> Option<T> {
    tree.get(key)?.integer()?.try_into().ok()
}

fn name(tree: &Tree) -> String {
    tree.get("name").and_then(Tree::text).unwrap_or_default().to_owned()
}

fn inside(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

impl Effect {
    /// The effect of a document that stands at `path`, or everything that is wrong with it.
    pub fn from_tree(tree: &Tree, path: &str) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        EFFECT.check(tree, path, &mut problems);
        match Self::read_shaped(tree, path, &mut problems) {
            Some(effect) => problems.or(effect),
            None => Err(problems),
        }
    }

    /// The same for a tree whose shape was checked: adds what a shape cannot tell. What does not fit
    /// stays at its default; `None` without a deed.
    pub(in crate::skirmish) fn read_shaped(
        tree: &Tree,
        path: &str,
        problems: &mut Problems,
    ) -> Option<Self> {
        let amount = tree.get("amount").filter(|amount| AMOUNT.admits(amount));
        let effect = Self {
            amount: amount.and_then(|amount| amount.integer()?.try_into().ok()).unwrap_or(1),
            characteristic: word(tree, "characteristic"),
            needs: whole(tree, "needs").unwrap_or(1),
            upkeep: whole(tree, "upkeep"),
            resource: word(tree, "resource").unwrap_or(Resource::Mana),
            ..Self::new(
                name(tree),
                word(tree, "moment").unwrap_or(Moment::Other),
                word(tree, "deed")?,
            )
        };
        effect.check_amount(path, problems);
        effect.check_characteristic(tree, path, problems);
        let returns = [effect.deed == DeedName::Return, effect.moment == Moment::Returning];
        if returns[0] != returns[1] {
            let value = format!("{:?} with the deed {}", effect.moment.name(), effect.deed);
            let allowed = "returning with the deed return, and only with it";
            problems.add(inside(path, "moment"), value, allowed);
        }
        Some(effect)
    }

    /// The effect as a document, complete.
    pub fn to_tree(&self) -> Tree {
        let mut entries: Vec<(String, Tree)> = Vec::new();
        let mut put = |key: &str, value: Tree| entries.push((key.to_owned(), value));
        put("name", self.name.as_str().into());
        put("moment", self.moment.name().into());
        put("deed", self.deed.name().into());
        put("amount", i64::from(self.amount).into());
        if let Some(characteristic) = self.characteristic {
            put("characteristic", characteristic.name().into());
        }
        put("needs", i64::from(self.needs).into());
        if let Some(upkeep) = self.upkeep {
            put("upkeep", i64::from(upkeep).into());
        }
        put("resource", self.resource.name().into());
        Tree::Table(entries)
    }

    /// Every deed has amounts of its own.
    fn check_amount(&self, path: &str, problems: &mut Problems) {
        let (fits, allowed) = match self.deed {
            DeedName::Heal | DeedName::Worsen => ((1..=4).contains(&self.amount), "1 to 4 levels"),
            DeedName::Wound => ((0..=20).contains(&self.amount), "a strength from 0 to 20"),
            DeedName::Recover => ((1..=20).contains(&self.amount), "1 to 20"),
            DeedName::Alter => (self.amount != 0, "any number from -20 to 20 but 0"),
            DeedName::Rally | DeedName::Return => (self.amount == 1, "nothing, or 1"),
        };
        if !fits {
            let allowed = format!("{allowed}, with the deed {}", self.deed);
            problems.add(inside(path, "amount"), self.amount.to_string(), allowed);
        }
    }

    /// What is altered must be said, and nothing else alters.
    fn check_characteristic(&self, tree: &Tree, path: &str, problems: &mut Problems) {
        let given = tree.get("characteristic").is_some();
        if self.deed == DeedName::Alter && !given {
            let allowed = format!("one of {}", Alterable::NAMES.join(", "));
            problems.add(inside(path, "characteristic"), "missing", allowed);
        } else if self.deed != DeedName::Alter && given {
            let value = format!("given with the deed {}", self.deed);
            problems.add(inside(path, "characteristic"), value, "only with the deed alter");
        }
    }
}

impl MysticAction {
    /// The mystic action of a document that stands at `path`, or everything that is wrong with it.
    pub fn from_tree(tree: &Tree, path: &str) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        MYSTIC_ACTION.check(tree, path, &mut problems);
        match Self::read_shaped(tree, path, &mut problems) {
            Some(action) => problems.or(action),
            None => Err(problems),
        }
    }

    /// The same for a tree whose shape was checked: adds what a shape cannot tell. What does not fit
    /// stays at its default; `None` without an effect.
    pub(in crate::skirmish) fn read_shaped(
        tree: &Tree,
        path: &str,
        problems: &mut Problems,
    ) -> Option<Self> {
        let place = inside(path, "effect");
        let effect = Effect::read_shaped(tree.get("effect")?, &place, problems)?;
        if effect.deed == DeedName::Return {
            let allowed = "any other deed: nothing is cast upon those who are out";
            problems.add(inside(&place, "deed"), "\"return\"", allowed);
        }
        if matches!(effect.moment, Moment::Strategic | Moment::BeforeTactics) {
            let value = format!("{:?}", effect.moment.name());
            let allowed = "harmful, passive, active or other, for an effect that is cast";
            problems.add(inside(&place, "moment"), value, allowed);
        }
        let cost = whole(tree, "cost").unwrap_or(1);
        if effect.deed == DeedName::Recover
            && effect.amount >= i8::try_from(cost).unwrap_or(i8::MAX)
        {
            // Else one could cast without end.
            let allowed = format!("less than the cost of {cost}, for what is cast");
            problems.add(inside(&place, "amount"), effect.amount.to_string(), allowed);
        }
        Some(Self {
            name: name(tree),
            cost,
            resource: word(tree, "resource").unwrap_or(Resource::Mana),
            target: word(tree, "target").unwrap_or(MeantFor::Enemy),
            range: tree.get("range").and_then(Tree::number).unwrap_or(USUAL_RANGE),
            needs: whole(tree, "needs").unwrap_or(1),
            effect,
        })
    }

    /// The mystic action as a document, complete.
    pub fn to_tree(&self) -> Tree {
        Tree::table([
            ("name", self.name.as_str().into()),
            ("cost", i64::from(self.cost).into()),
            ("resource", self.resource.name().into()),
            ("target", self.target.name().into()),
            ("range", Tree::from_number(self.range)),
            ("needs", i64::from(self.needs).into()),
            ("effect", self.effect.to_tree()),
        ])
    }
}

/// Adds the names that stand twice in the list `key` of what stands at `path`.
pub(in crate::skirmish) fn check_names(
    items: &[Tree],
    path: &str,
    key: &str,
    problems: &mut Problems,
) {
    let names: Vec<String> = items.iter().map(name).collect();
    for (index, name) in names.iter().enumerate() {
        let first = names.iter().position(|known| known == name).unwrap_or(index);
        if first < index && !name.is_empty() {
            let field = inside(path, &format!("{key}[{index}].name"));
            let value = format!("{name:?}, the name of {key}[{first}]");
            problems.add(field, value, "a name of its own");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Format, parse, write};

    fn fields(problems: &Problems) -> Vec<&str> {
        problems.0.iter().map(|problem| problem.field.as_str()).collect()
    }

    #[test]
    // rule: T-15 A-16
    fn a_mystic_action_that_is_written_reads_as_the_same() {
        let text = r#"
            name = "Ward"
            cost = 2
            resource = "faith"
            target = "friend"
            range = 12.5
            needs = 3
            effect = { name = "Ward", moment = "passive", deed = "alter", characteristic = "aim",
                       amount = -2, needs = 4, upkeep = 1, resource = "faith" }
        "#
        .replace("aim\",\n", "aim\",");
        let tree = parse(text.as_bytes(), Format::Toml).unwrap();
        let action = MysticAction::from_tree(&tree, "").unwrap();
        assert_eq!(action.effect.characteristic, Some(Alterable::Aim));
        for format in [Format::Toml, Format::Json] {
            let text = write(&action.to_tree(), format).unwrap();
            let again = parse(text.as_bytes(), format).unwrap();
            assert_eq!(MysticAction::from_tree(&again, "").unwrap(), action, "{text}");
        }
    }

    #[test]
    fn every_problem_of_a_mystic_action_is_told_at_once() {
        let tree = Tree::table([
            ("name", "x".into()),
            ("range", (-1).into()),
            (
                "effect",
                Tree::table([
                    ("deed", "heal".into()),
                    ("amount", 5.into()),
                    ("characteristic", "aim".into()),
                    ("moment", "strategic".into()),
                ]),
            ),
        ]);
        let problems = MysticAction::from_tree(&tree, "mystic").unwrap_err();
        let mut found = fields(&problems);
        found.sort_unstable();
        let expected = [
            "mystic.cost",
            "mystic.effect.amount",
            "mystic.effect.characteristic",
            "mystic.effect.moment",
            "mystic.effect.name",
            "mystic.range",
        ];
        assert_eq!(found, expected, "{problems}");
    }
}
