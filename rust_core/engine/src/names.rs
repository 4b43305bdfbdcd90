//! Enumerations whose values have names in documents, in Python and in messages.

/// An enumeration whose values have names.
pub trait Named: Copy + PartialEq + Sized + 'static {
    /// All the values, in order.
    const ALL: &'static [Self];
    /// All the names, in the same order.
    const NAMES: &'static [&'static str];

    /// The name of this value.
    fn name(self) -> &'static str;

    /// The value of that name.
    fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().position(|known| *known == name).map(|index| Self::ALL[index])
    }
}

/// Declares an enumeration with the name of every value beside it.
macro_rules! named {
    (
        $(#[$outer:meta])*
        $visibility:vis enum $enumeration:ident {
            $($(#[$inner:meta])* $value:ident = $name:literal,)+
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        $visibility enum $enumeration { $($(#[$inner])* $value,)+ }

        impl $crate::names::Named for $enumeration {
            const ALL: &'static [Self] = &[$(Self::$value,)+];
            const NAMES: &'static [&'static str] = &[$($name,)+];

            fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }

        impl std::fmt::Display for $enumeration {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str($crate::names::Named::name(*self))
            }
        }
    };
}

pub(crate) use named;
