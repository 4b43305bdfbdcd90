//! What is left of a melee, as a network to count.

use super::frontier::{Link, Network};
use fracas_engine::skirmish::melee::{Bits, Graph, MOST_FIGHTERS};

/// What the members of a star so far fix: a contact of a centre is used with each of them, and with
/// nobody else up to the last of them.
pub(super) struct Fixed<'a, const W: usize> {
    pub(super) graph: &'a Graph<W>,
    pub(super) left: Bits<W>,
    pub(super) members: Bits<W>,
    pub(super) centres: Bits<W>,
}

impl<'a, const W: usize> Fixed<'a, W> {
    /// Everybody is left and nothing is fixed.
    pub(super) fn all(graph: &'a Graph<W>) -> Self {
        Self { graph, left: graph.all(), members: Bits::EMPTY, centres: Bits::EMPTY }
    }

    pub(super) fn network(&self) -> Network {
        let fighters: Vec<usize> = self.left.into_iter().collect();
        let mut places = [0_u32; MOST_FIGHTERS];
        for (place, &fighter) in fighters.iter().enumerate() {
            places[fighter] = place as u32;
        }
        let links = |&fighter: &usize| {
            let touched = self.graph.touched(fighter, self.left).into_iter();
            let used =
                touched.filter_map(|other| self.is_used(fighter, other).map(|is| (other, is)));
            used.map(|(other, is_forced)| Link { to: places[other], is_forced }).collect()
        };
        Network {
            sides: fighters.iter().map(|&fighter| self.graph.side(fighter) as u8).collect(),
            links: fighters.iter().map(links).collect(),
        }
    }

    /// Whether a contact must be used; `None` when it must not.
    fn is_used(&self, one: usize, other: usize) -> Option<bool> {
        for (centre, leaf) in [(one, other), (other, one)] {
            if !self.centres.has(centre) {
                continue;
            }
            if self.members.has(leaf) {
                return Some(true);
            }
            if self.members.highest().is_some_and(|last| leaf < last) {
                return None;
            }
        }
        Some(false)
    }
}
