//! Charge penalties (M-17, M-18): who suffers from the charges of one speaking turn.

use crate::errors::Problems;
use crate::rules::{MovementRules, SeveralTargets};
use crate::skirmish::table::{Mark, Table};
use std::collections::{BTreeMap, BTreeSet};

/// A charge that reached contact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// Who charged.
    pub charger: usize,
    /// Whom.
    pub targets: Vec<usize>,
}

/// How many chargers of one target may have other targets besides: far more than find room.
const MOST_DIVIDED: usize = 20;

/// The targets that suffer the charge penalty, ascending.
///
/// # Rule
/// M-17: the power of those who charge a fighter in one speaking turn is at least its own. M-18: of
/// chargers with several targets, some group must have at least the power of all whom that group
/// charges; or, by another ruling, all the chargers of the fighter together.
///
/// # Edge cases
/// Charges of one fighter are taken together. Who is charged twice suffers once.
///
/// # Errors
/// More than 20 chargers of one target that charge others too.
pub fn penalised(
    rules: &MovementRules,
    power: impl Fn(usize) -> u32,
    charges: &[Charge],
) -> Result<Vec<usize>, Problems> {
    let mut targets_of: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for charge in charges {
        targets_of.entry(charge.charger).or_default().extend(&charge.targets);
    }
    let all: BTreeSet<usize> = targets_of.values().flatten().copied().collect();
    let mut found = Vec::new();
    for &target in &all {
        // Who charges nobody else only adds power to a group.
        let (whole, divided): (Vec<_>, Vec<_>) = targets_of
            .iter()
            .filter(|(_, targets)| targets.contains(&target))
            .partition(|(_, targets)| targets.len() == 1);
        let outweighs = |group: &[(&usize, &BTreeSet<usize>)]| {
            let union: BTreeSet<usize> =
                group.iter().flat_map(|(_, targets)| targets.iter().copied()).collect();
            let against: u32 = union.into_iter().map(&power).sum();
            group.iter().map(|(charger, _)| power(**charger)).sum::<u32>() >= against
        };
        if divided.len() > MOST_DIVIDED {
            let value = format!("{} chargers of fighter {target} with others", divided.len());
            return Err(Problems::one("charges", value, format!("at most {MOST_DIVIDED}")));
        }
        let everybody = (1_u32 << divided.len()) - 1;
        let groups = match rules.several_targets {
            SeveralTargets::SomeGroup => 0..=everybody,
            SeveralTargets::AllChargers => everybody..=everybody,
        };
        let is_penalised = groups.into_iter().any(|chosen| {
            let mut group = whole.clone();
            let is_in = |place: &usize| chosen >> place & 1 == 1;
            group.extend((0..divided.len()).filter(is_in).map(|place| divided[place]));
            !group.is_empty() && outweighs(&group)
        });
        if is_penalised {
            found.push(target);
        }
    }
    Ok(found)
}

/// M-17: the table with the penalties of the charges of one speaking turn.
pub fn apply(table: &Table, charges: &[Charge]) -> Result<(Vec<usize>, Table), Problems> {
    let power = |fighter: usize| u32::from(table.recruit(fighter).power);
    let penalised = penalised(&table.rules().movement, power, charges)?;
    let after = penalised.iter().fold(table.clone(), |table, &fighter| {
        table.with(fighter, table.fighter(fighter).with(Mark::Charged))
    });
    Ok((penalised, after))
}
