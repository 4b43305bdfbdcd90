//! Profiles as documents: the shape of them, and the way there and back.

use super::weapon::WEAPON;
use super::{Base, BaseName, Nerve, Profile, ProfileSetup, Size, Skill, SkillKind, Weapon};
use crate::document::{Field, Shape, Tree};
use crate::errors::Problems;
use crate::names::Named;
use crate::rules::EDGE;
use crate::skirmish::effects::{
    DeedName, EFFECT, Effect, MOST_EFFECTS, MYSTIC_ACTION, MysticAction, Resource, check_names,
};
use std::collections::BTreeMap;

/// What a document of profiles says in its `format`.
pub const PROFILES_FORMAT: &str = "fracas-profiles 1";

/// The most profiles that one document holds.
const MOST_PROFILES: usize = 10_000;

const CHARACTERISTIC: Shape = Shape::Integer(0, 20);

const fn field(key: &'static str, shape: Shape, meaning: &'static str) -> Field {
    Field { key, required: false, shape, meaning }
}

/// The shape of one profile. Only the name is required.
pub const PROFILE_SHAPE: Shape = Shape::Table(&[
    Field {
        key: "name",
        required: true,
        shape: Shape::Text(100),
        meaning: "What the fighter is called.",
    },
    field("movement", Shape::Number(0.0, 50.0), "How far it walks, in centimetres."),
    field("initiative", CHARACTERISTIC, "Speed of reaction."),
    field("attack", CHARACTERISTIC, "Skill at arms when striking."),
    field("strength", CHARACTERISTIC, "Force of a blow."),
    field("defence", CHARACTERISTIC, "Skill at arms when struck."),
    field("resilience", CHARACTERISTIC, "Toughness."),
    field("aim", CHARACTERISTIC, "Skill with missiles; left out for who cannot shoot."),
    field("weapon", WEAPON, "A-15: what it shoots with; left out for who has nothing."),
    field("courage", CHARACTERISTIC, "Steadiness in the face of fear; not beside fear."),
    field("fear", CHARACTERISTIC, "How frightening it is; not beside courage."),
    field("discipline", CHARACTERISTIC, "Obedience and leadership."),
    field("power", Shape::Integer(0, 10), "Power in a charge; left out for the size's (W-8)."),
    field("size", Shape::Word(Size::NAMES), "How big it is (W-8)."),
    field("base", BASE, "What it stands on; left out for the size's (W-8)."),
    field("value", Shape::Integer(0, 1000), "Strategic value in points."),
    field("skills", Shape::Set(&SKILL, 0, 30), "What it can do besides."),
    field(
        "effects",
        Shape::List(&EFFECT, 0, MOST_EFFECTS),
        "T-4, T-14: effects of its own, beside those of its skills.",
    ),
    field(
        "mystic_actions",
        Shape::List(&MYSTIC_ACTION, 0, MOST_EFFECTS),
        "A-16: the spells and miracles that it may use.",
    ),
]);

const BASE: Shape = Shape::Either(&[
    Shape::Word(BaseName::NAMES),
    Shape::Table(&[Field {
        key: "diameter",
        required: true,
        shape: EDGE,
        meaning: "The diameter of a round base in centimetres.",
    }]),
    Shape::Table(&[
        Field {
            key: "width",
            required: true,
            shape: EDGE,
            meaning: "The front edge in centimetres.",
        },
        Field {
            key: "depth",
            required: true,
            shape: EDGE,
            meaning: "The side edge in centimetres.",
        },
    ]),
]);

const SKILL: Shape = Shape::Parsed {
    accepts: |text| Skill::parse(text).is_some(),
    known: super::SKILL_NAMES,
    pattern: "^(Magician|Faithful|Warrior-mage|Warrior-monk|Counter-attack|Ambidextrous|Mercenary\
              |Pariah|Reinforcement|(Immortal|Elemental|Alliance)/(?=.*\\S)[^/]{1,40}\
              |((Command|Regeneration)/|Target/\\+)0*([1-9][0-9]?|100))$",
    allowed: "Immortal, Elemental and Alliance with a name (Alliance/light), Command and \
              Regeneration with a number from 1 to 100 (Regeneration/5), Target with a number to add \
              (Target/+2)",
};

/// The shape of a document of several profiles.
pub const PROFILES_SHAPE: Shape = Shape::Table(&[
    field("format", Shape::Word(&[PROFILES_FORMAT]), "The format of the document."),
    Field {
        key: "profiles",
        required: true,
        shape: Shape::List(&PROFILE_SHAPE, 1, MOST_PROFILES),
        meaning: "The profiles.",
    },
]);

/// The JSON Schema of documents of profiles.
pub(super) fn schema() -> Tree {
    PROFILES_SHAPE.published("Profiles of fracas", None)
}

/// Reads a document of several profiles, reporting all problems of all of them.
pub(super) fn read_profiles(tree: &Tree) -> Result<Vec<Profile>, Problems> {
    let mut problems = Problems::default();
    PROFILES_SHAPE.check_but(tree, "profiles", &mut problems);
    let profiles = read_list(tree, &mut problems);
    problems.or(profiles)
}

/// Reads the list `profiles` of a document, adding all problems of all of them.
pub(in crate::skirmish) fn read_list(tree: &Tree, problems: &mut Problems) -> Vec<Profile> {
    let mut first_of_name = BTreeMap::new();
    let mut profiles = Vec::new();
    for (index, item) in tree.get("profiles").map_or(&[][..], Tree::items).iter().enumerate() {
        let path = format!("profiles[{index}]");
        let profile = Profile::read(item, &path, problems);
        let first = *first_of_name.entry(profile.name.clone()).or_insert(index);
        if first < index && !profile.name.is_empty() {
            let value = format!("{:?}, the name of profiles[{first}]", profile.name);
            problems.add(format!("{path}.name"), value, "a name of its own");
        }
        profiles.push(profile);
    }
    profiles
}

impl Profile {
    /// Reads one profile, adding all its problems. What does not fit stays at its default.
    pub(super) fn read(tree: &Tree, path: &str, problems: &mut Problems) -> Self {
        PROFILE_SHAPE.check(tree, path, problems);
        Self::read_shaped(tree, path, problems)
    }

    /// The same for a tree whose shape was checked: adds what a shape cannot tell.
    pub(in crate::skirmish) fn read_shaped(
        tree: &Tree,
        path: &str,
        problems: &mut Problems,
    ) -> Self {
        if tree.get("courage").is_some() && tree.get("fear").is_some() {
            let place = if path.is_empty() { "fear".to_owned() } else { format!("{path}.fear") };
            problems.add(place, "given beside courage", "courage or fear, not both");
        }
        let mut setup = ProfileSetup::from_tree(tree);
        setup.read_effects(tree, path, problems);
        setup.read_mystic_actions(tree, path, problems);
        // Ranges are compared only when each of them is one.
        let fits = tree.get("weapon").is_some_and(|weapon| WEAPON.admits(weapon));
        if let Some(weapon) = setup.weapon.filter(|_| fits) {
            let place =
                if path.is_empty() { "weapon".to_owned() } else { format!("{path}.weapon") };
            weapon.check_ranges(&place, problems);
        }
        Self(setup)
    }
}

impl ProfileSetup {
    fn from_tree(tree: &Tree) -> Self {
        let default = Self::default();
        let number = |key: &str| tree.get(key)?.integer()?.try_into().ok();
        let characteristic = |key: &str, default: u8| number(key).unwrap_or(default);
        let size = tree.get("size").and_then(|size| Size::from_name(size.text()?));
        let size = size.unwrap_or(default.size);
        let skills = tree.get("skills").map_or(&[][..], Tree::items);
        Self {
            name: tree.get("name").and_then(Tree::text).unwrap_or("").to_owned(),
            movement: tree.get("movement").and_then(Tree::number).unwrap_or(default.movement),
            initiative: characteristic("initiative", default.initiative),
            attack: characteristic("attack", default.attack),
            strength: characteristic("strength", default.strength),
            defence: characteristic("defence", default.defence),
            resilience: characteristic("resilience", default.resilience),
            aim: number("aim"),
            weapon: tree.get("weapon").and_then(Weapon::from_tree),
            nerve: number("fear")
                .map(Nerve::Fear)
                .or_else(|| number("courage").map(Nerve::Courage))
                .unwrap_or(default.nerve),
            discipline: characteristic("discipline", default.discipline),
            power: number("power"),
            size,
            base: tree.get("base").and_then(Base::from_tree).unwrap_or(Base::of_size(size)),
            value: tree
                .get("value")
                .and_then(|value| value.integer()?.try_into().ok())
                .unwrap_or(default.value),
            skills: skills.iter().filter_map(|skill| Skill::parse(skill.text()?)).collect(),
            effects: Vec::new(),
            mystic_actions: Vec::new(),
        }
    }

    /// Reads the effects of its own, and adds what a shape cannot tell of them.
    fn read_effects(&mut self, tree: &Tree, path: &str, problems: &mut Problems) {
        let (items, places) = listed(tree, path, "effects");
        for (item, place) in items.iter().zip(places) {
            let Some(effect) = Effect::read_shaped(item, &place, problems) else { continue };
            if effect.deed == DeedName::Alter {
                let allowed = "any other deed: what its profile has is its own anyway";
                problems.add(format!("{place}.deed"), "\"alter\"", allowed);
            }
            self.effects.push(effect);
        }
        check_names(items, path, "effects", problems);
    }

    /// Reads its mystic actions; one that it can never pay is a problem.
    fn read_mystic_actions(&mut self, tree: &Tree, path: &str, problems: &mut Problems) {
        let key = "mystic_actions";
        let (items, places) = listed(tree, path, key);
        for (item, place) in items.iter().zip(places) {
            let Some(action) = MysticAction::read_shaped(item, &place, problems) else { continue };
            let skill = match action.resource {
                Resource::Mana => SkillKind::Magician,
                Resource::Faith => SkillKind::Faithful,
            };
            if !self.skills.iter().any(|known| known.kind == skill) {
                let value = format!("{:?} without the skill {skill}", action.resource.name());
                let allowed = "mana with the skill Magician, faith with the skill Faithful";
                problems.add(format!("{place}.resource"), value, allowed);
            }
            self.mystic_actions.push(action);
        }
        check_names(items, path, key, problems);
    }

    /// The setup as a document. What says nothing, such as an aim that is not there, is left out.
    pub fn to_tree(&self) -> Tree {
        let mut entries: Vec<(String, Tree)> = Vec::new();
        let mut put = |key: &str, value: Tree| entries.push((key.to_owned(), value));
        put("name", self.name.as_str().into());
        put("movement", Tree::from_number(self.movement));
        put("initiative", i64::from(self.initiative).into());
        put("attack", i64::from(self.attack).into());
        put("strength", i64::from(self.strength).into());
        put("defence", i64::from(self.defence).into());
        put("resilience", i64::from(self.resilience).into());
        if let Some(aim) = self.aim {
            put("aim", i64::from(aim).into());
        }
        if let Some(weapon) = self.weapon {
            put("weapon", weapon.to_tree());
        }
        match self.nerve {
            Nerve::Courage(courage) => put("courage", i64::from(courage).into()),
            Nerve::Fear(fear) => put("fear", i64::from(fear).into()),
        }
        put("discipline", i64::from(self.discipline).into());
        if let Some(power) = self.power {
            put("power", i64::from(power).into());
        }
        put("size", self.size.name().into());
        put("base", self.base.to_tree());
        put("value", i64::from(self.value).into());
        let skills: Vec<_> = self.skills.iter().map(ToString::to_string).collect();
        put("skills", Tree::texts(skills.iter().map(String::as_str)));
        if !self.effects.is_empty() {
            put("effects", Tree::List(self.effects.iter().map(Effect::to_tree).collect()));
        }
        if !self.mystic_actions.is_empty() {
            let actions = self.mystic_actions.iter().map(MysticAction::to_tree).collect();
            put("mystic_actions", Tree::List(actions));
        }
        Tree::Table(entries)
    }
}

/// The items of a list of a profile at `path`, and where each of them stands.
fn listed<'a>(
    tree: &'a Tree,
    path: &str,
    key: &str,
) -> (&'a [Tree], impl Iterator<Item = String> + use<>) {
    let items = tree.get(key).map_or(&[][..], Tree::items);
    let list = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    (items, (0..items.len()).map(move |index| format!("{list}[{index}]")))
}

impl Base {
    fn from_tree(tree: &Tree) -> Option<Self> {
        if let Some(name) = tree.text() {
            return BaseName::from_name(name).map(Self::Named);
        }
        let edge = |key| tree.get(key).and_then(Tree::number);
        match (edge("diameter"), edge("width"), edge("depth")) {
            (Some(diameter), None, None) => Some(Self::Round { diameter }),
            (None, Some(width), Some(depth)) => Some(Self::Rectangle { width, depth }),
            _ => None,
        }
    }

    /// The base as it stands in a document.
    pub fn to_tree(self) -> Tree {
        match self {
            Self::Named(name) => name.name().into(),
            Self::Round { diameter } => Tree::table([("diameter", Tree::from_number(diameter))]),
            Self::Rectangle { width, depth } => Tree::table([
                ("width", Tree::from_number(width)),
                ("depth", Tree::from_number(depth)),
            ]),
        }
    }
}
