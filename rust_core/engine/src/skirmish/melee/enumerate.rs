//! The separations of a melee, one after another in canonical order.

use super::bits::Bits;
use super::graph::Graph;
use std::borrow::Borrow;

/// The separations of a graph. From one to the next it takes time that grows with the square of the
/// fighters at most, never with the number of separations: no search ends in nothing.
#[derive(Clone, Debug)]
pub struct Separations<const W: usize, G = Graph<W>> {
    graph: G,
    /// The stars of the separation given last.
    stars: Vec<Bits<W>>,
    /// Who was left before each of them was taken out.
    lefts: Vec<Bits<W>>,
    has_begun: bool,
}

impl<const W: usize, G: Borrow<Graph<W>>> Separations<W, G> {
    /// The separations of a graph, from the first one on.
    pub const fn new(graph: G) -> Self {
        Self { graph, stars: Vec::new(), lefts: Vec::new(), has_begun: false }
    }

    /// The graph they are of.
    pub fn graph(&self) -> &Graph<W> {
        self.graph.borrow()
    }

    /// The next separation: the members of its stars, in canonical order.
    pub fn advance(&mut self) -> Option<&[Bits<W>]> {
        let graph = self.graph.borrow();
        let mut left = if self.has_begun {
            loop {
                let (star, left) = self.stars.pop().zip(self.lefts.pop())?;
                if let Some(next) = graph.next_star(star, left) {
                    self.stars.push(next);
                    self.lefts.push(left);
                    break left.minus(next);
                }
            }
        } else {
            self.has_begun = true;
            graph.all()
        };
        while !left.is_empty() {
            let star = graph.first_star(left)?;
            self.stars.push(star);
            self.lefts.push(left);
            left = left.minus(star);
        }
        Some(&self.stars)
    }
}
