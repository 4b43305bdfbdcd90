//! Sets of fighters of one melee, a bit for each.

/// A set of numbers below 64 × `W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// The set of one number.
    #[inline]
    pub fn one(number: usize) -> Self {
        Self::EMPTY.with(number)
    }

    /// The set of all numbers below a count.
    pub fn below(count: usize) -> Self {
        (0..count).fold(Self::EMPTY, Self::with)
    }

    /// The set with one more number.
    #[inline]
    #[must_use]
    pub fn with(mut self, number: usize) -> Self {
        self.0[number / 64] |= 1 << (number % 64);
        self
    }

    /// The set without a number.
    #[inline]
    #[must_use]
    pub fn without(mut self, number: usize) -> Self {
        self.0[number / 64] &= !(1 << (number % 64));
        self
    }

    /// Whether a number is in it.
    #[inline]
    pub fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Whether nothing is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many numbers are in it.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The lowest number in it.
    #[inline]
    pub fn lowest(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// The highest number in it.
    #[inline]
    pub fn highest(&self) -> Option<usize> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(word * 64 + 63 - self.0[word].leading_zeros() as usize)
    }

    /// What is in both.
    #[inline]
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }

    /// What is in either.
    #[inline]
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }

    /// What is in this one and not in the other.
    #[inline]
    #[must_use]
    pub fn minus(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    /// The numbers above one.
    #[inline]
    #[must_use]
    pub fn above(mut self, number: usize) -> Self {
        let place = number / 64;
        self.0[..place].fill(0);
        self.0[place] &= (!1_u64) << (number % 64);
        self
    }

    /// Whether all of it is in another.
    #[inline]
    pub fn is_within(&self, other: Self) -> bool {
        self.0.iter().zip(other.0).all(|(&word, other)| word & !other == 0)
    }
}

/// The numbers of a set, ascending.
pub struct Numbers<const W: usize>(Bits<W>);

impl<const W: usize> Iterator for Numbers<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let lowest = self.0.lowest()?;
        self.0.0[lowest / 64] &= self.0.0[lowest / 64] - 1;
        Some(lowest)
    }
}

impl<const W: usize> IntoIterator for Bits<W> {
    type Item = usize;
    type IntoIter = Numbers<W>;

    #[inline]
    fn into_iter(self) -> Numbers<W> {
        Numbers(self)
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        numbers.into_iter().fold(Self::EMPTY, Self::with)
    }
}
