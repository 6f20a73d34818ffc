//! The terms of a swap, version 1: their fields, their rules, and what a fill pays.

use crate::address::is_address;
use crate::proof::part;
use crate::{Keccak256, Word};

/// Bytes of packed terms.
pub const LENGTH: usize = 314;

const VERSION: u8 = 1;
const TOKEN: u8 = 0;
const HOME: u8 = 1;
/// The largest finishFee is amountIn divided by this.
pub const FINISH_FEE_DIVISOR: u8 = 20;

/// Reasons for which a settler does not fill terms, by the names of its errors, in the order of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    MalformedTerms,
    UnknownVersion,
    WrongSettler,
    InvalidAsset,
    ZeroAmount,
    MinOutAboveQuotedOut,
    InvalidRecipient,
    InvalidSolver,
    InvalidDeadline,
    InvalidFallback,
    FinishFeeTooHigh,
}

/// A settler, and what it knows of its chain.
pub struct Site<'a> {
    pub domain: u32,
    pub settler: &'a Word,
    /// Bytes of an address of the chain.
    pub address_length: u8,
}

/// Terms in their packed form, big-endian. Words are left-padded addresses, amounts local units, times seconds since
/// 1970; an asset of zero is the native coin.
#[derive(Clone, Copy)]
pub struct Terms<'a>(&'a [u8; LENGTH]);

impl<'a> Terms<'a> {
    /// Reads terms, whatever they say: the ways out of a vault serve bad terms too. MalformedTerms for another length.
    #[inline(always)]
    pub fn read(bytes: &'a [u8]) -> Result<Self, Fault> {
        bytes.try_into().map(Self).map_err(|_| Fault::MalformedTerms)
    }

    /// The swap's id: the reference of its order, and what its vault is derived from.
    #[inline(always)]
    pub fn id<K: Keccak256>(&self) -> Word {
        K::keccak256(&[self.0])
    }

    pub fn version(&self) -> u8 {
        self.0[0]
    }

    pub fn domain(&self) -> u32 {
        u32::from_be_bytes(*part(self.0, 1))
    }

    pub fn settler(&self) -> &'a Word {
        part(self.0, 5)
    }

    pub fn asset_in(&self) -> &'a Word {
        part(self.0, 37)
    }

    pub fn amount_in(&self) -> u128 {
        u128::from_be_bytes(*part(self.0, 69))
    }

    pub fn asset_out(&self) -> &'a Word {
        part(self.0, 85)
    }

    pub fn quoted_out(&self) -> u128 {
        u128::from_be_bytes(*part(self.0, 117))
    }

    pub fn min_out(&self) -> u128 {
        u128::from_be_bytes(*part(self.0, 133))
    }

    pub fn recipient(&self) -> &'a Word {
        part(self.0, 149)
    }

    pub fn solver(&self) -> &'a Word {
        part(self.0, 181)
    }

    pub fn exclusive_until(&self) -> u64 {
        u64::from_be_bytes(*part(self.0, 213))
    }

    pub fn deadline(&self) -> u64 {
        u64::from_be_bytes(*part(self.0, 221))
    }

    pub fn fallback(&self) -> u8 {
        self.0[229]
    }

    pub fn home(&self) -> u32 {
        u32::from_be_bytes(*part(self.0, 230))
    }

    pub fn home_address(&self) -> &'a Word {
        part(self.0, 234)
    }

    pub fn finish_fee(&self) -> u128 {
        u128::from_be_bytes(*part(self.0, 266))
    }

    pub fn salt(&self) -> &'a Word {
        part(self.0, 282)
    }

    /// Whether the input goes home when nobody fills the swap.
    pub fn returns_home(&self) -> bool {
        self.fallback() == HOME
    }

    /// Whether `account` may fill at `time`, of the rule about the solver alone.
    pub fn is_solver(&self, account: &Word, time: u64) -> bool {
        time >= self.exclusive_until() || self.solver() == account || *self.solver() == [0; 32]
    }

    /// The first rule that the terms break for a fill by the settler of `site`.
    pub fn check(&self, site: &Site) -> Result<(), Fault> {
        let is_zero = |word: &Word| *word == [0; 32];
        let is_account = |word: &Word| is_address(word, site.address_length);
        let is_asset = |word: &Word| is_zero(word) || is_account(word);
        let rules = [
            (self.version() == VERSION, Fault::UnknownVersion),
            (self.domain() == site.domain && self.settler() == site.settler, Fault::WrongSettler),
            (is_asset(self.asset_in()) && is_asset(self.asset_out()), Fault::InvalidAsset),
            (self.amount_in() != 0 && self.quoted_out() != 0 && self.min_out() != 0, Fault::ZeroAmount),
            (self.min_out() <= self.quoted_out(), Fault::MinOutAboveQuotedOut),
            (is_account(self.recipient()) && self.recipient() != site.settler, Fault::InvalidRecipient),
            (is_zero(self.solver()) || is_account(self.solver()), Fault::InvalidSolver),
            (self.deadline() > self.exclusive_until(), Fault::InvalidDeadline),
            (self.has_fallback(), Fault::InvalidFallback),
            (self.has_fair_fee(), Fault::FinishFeeTooHigh),
        ];
        rules.iter().find(|(holds, _)| !holds).map_or(Ok(()), |(_, fault)| Err(*fault))
    }

    /// Either no home, or one on another chain with an address there.
    fn has_fallback(&self) -> bool {
        let (home, has_address) = (self.home(), *self.home_address() != [0; 32]);
        match self.fallback() {
            TOKEN => home == 0 && !has_address,
            HOME => home != 0 && home != self.domain() && has_address,
            _ => false,
        }
    }

    /// finishFee is at most a twentieth of amountIn.
    fn has_fair_fee(&self) -> bool {
        self.finish_fee() <= divide(self.amount_in(), FINISH_FEE_DIVISOR)
    }

    /// What a fill at `time` pays, local units of assetOut: quotedOut until exclusiveUntil, then linearly less down to
    /// minOut at the deadline and after it, rounded up. For terms that `check` takes.
    pub fn out_at(&self, time: u64) -> u128 {
        let (quoted, start, end) = (self.quoted_out(), self.exclusive_until(), self.deadline());
        if time <= start {
            return quoted;
        }
        if time >= end {
            return self.min_out();
        }
        quoted - share(quoted - self.min_out(), time - start, end - start)
    }
}

// The runtime of Solana neither multiplies nor divides 128 bits, nor can it tell whether a product overflowed.

/// amount / divisor, rounded down, as by hand: four digits of 32 bits.
fn divide(amount: u128, divisor: u8) -> u128 {
    let divisor = u64::from(divisor);
    let mut rest = 0;
    let mut digits = amount.to_be_bytes();
    for digit in digits.as_chunks_mut().0 {
        let dividend = rest << 32 | u64::from(u32::from_be_bytes(*digit));
        *digit = ((dividend / divisor) as u32).to_be_bytes();
        rest = dividend % divisor;
    }
    u128::from_be_bytes(digits)
}

/// amount * part / whole, rounded down; `part` < `whole`.
fn share(amount: u128, part: u64, whole: u64) -> u128 {
    if 128 - amount.leading_zeros() <= part.leading_zeros() {
        // The product fits 64 bits, and so does the amount.
        return ((amount as u64).wrapping_mul(part) / whole).into();
    }
    // Otherwise bit by bit, as by hand: the remainder stays below `whole`.
    let (part, whole) = (u128::from(part), u128::from(whole));
    let (mut quotient, mut remainder) = (0u128, 0u128);
    for byte in amount.to_be_bytes().into_iter().skip_while(|byte| *byte == 0) {
        for bit in (0..8).rev() {
            quotient += quotient;
            remainder += remainder;
            if byte >> bit & 1 == 1 {
                remainder += part;
            }
            // It is below twice `whole` and `part`: at most two subtractions.
            while remainder >= whole {
                remainder -= whole;
                quotient += 1;
            }
        }
    }
    quotient
}
