//! The swap that an instruction is about.

use causeway_codec::Word;
use causeway_codec::terms::{Site, Terms};
use pinocchio::syscalls::sol_curve_validate_point;
use pinocchio::{AccountView, Address};

use crate::error::{BridgeError, Result, require};
use crate::event::{Emitter, Event, size};
use crate::pda;
use crate::refusal;
use crate::settler_interface::{EVENT_RETURNED, EVENT_SETTLED, EVENT_SWEPT};
use crate::state::{Bridge, State};
use crate::syscall::{self, Keccak, sha256};

pub const SETTLER: &[u8] = b"settler";
pub const SLOT: &[u8] = b"slot";
pub const VAULT: &[u8] = b"vault";

/// A swap at the settler of a bridge. Slots and vaults belong to the settler, so that a bridge which somebody else
/// deployed has no hand on those of another.
pub struct Swap<'a> {
    pub program: &'a Address,
    pub settler: &'a Word,
    pub bridge: &'a Bridge,
    pub bridge_program: Address,
    pub terms: Terms<'a>,
    pub id: Word,
    emitter: Emitter<'a>,
}

impl<'a> Swap<'a> {
    /// MalformedTerms for another length. InvalidAccount unless `settler` is the settler of `bridge`, the state of a
    /// bridge, and `authority` signs this program's events.
    #[inline(never)]
    pub fn of(
        program: &'a Address,
        [settler, bridge, authority]: [&'a AccountView; 3],
        terms: &'a [u8],
    ) -> Result<Self> {
        let terms = Terms::read(terms).map_err(refusal::of_terms)?;
        let bridge_program = bridge.owner();
        let state = Bridge::load(bridge, &bridge_program)?;
        canonical_bump([SETTLER, bridge_program.as_array()], program, settler.address())?;
        let bump = canonical_bump([pda::EVENT_AUTHORITY], program, authority.address())?;
        Ok(Self {
            program,
            settler: settler.address().as_array(),
            bridge: state,
            bridge_program,
            terms,
            id: terms.id::<Keccak>(),
            emitter: Emitter { program, authority, bump },
        })
    }

    /// What forbids a fill of the terms.
    #[inline(never)]
    pub fn check_terms(&self) -> Result {
        let site = Site { domain: self.bridge.domain, settler: self.settler, address_length: 32 };
        self.terms.check(&site).map_err(refusal::of_terms)
    }

    /// The recipient, to be paid by somebody else. InvalidRecipient when the terms name nobody.
    pub fn recipient(&self) -> Result<&'a Word> {
        let recipient = self.terms.recipient();
        self.check_payee(recipient)?;
        Ok(recipient)
    }

    /// InvalidRecipient for an account that must not be paid.
    pub fn check_payee(&self, account: &Word) -> Result {
        require(*account != [0; 32] && account != self.settler, BridgeError::InvalidRecipient)
    }

    /// An event of this swap: the settler, the id, then its fields.
    pub fn emit(&self, discriminator: u64, fields: impl FnOnce(&mut Event<EVENT>)) -> Result {
        let mut event = Event::<EVENT>::new(discriminator);
        event.push(self.settler).push(&self.id);
        fields(&mut event);
        self.emitter.emit(&event)
    }

    #[inline(never)]
    pub fn emit_settled(&self, to: &Word, amount: u64) -> Result {
        self.emit(EVENT_SETTLED, |event| {
            event.push(to).push(&amount.to_le_bytes());
        })
    }

    /// `home` is zero where the input stays here.
    #[inline(never)]
    pub fn emit_returned(&self, amount: u64, home: u32) -> Result {
        self.emit(EVENT_RETURNED, |event| {
            event.push(&amount.to_le_bytes()).push(&home.to_le_bytes());
        })
    }

    #[inline(never)]
    pub fn emit_swept(&self, asset: &Word, to: &Word, amount: u64) -> Result {
        self.emit(EVENT_SWEPT, |event| {
            event.push(asset).push(to).push(&amount.to_le_bytes());
        })
    }
}

/// Bytes of the longest event.
const EVENT: usize = size(32 + 32 + 32 + 32 + 8);

/// Seconds since 1970.
pub fn now() -> Result<u64> {
    Ok(u64::try_from(syscall::now()?).unwrap_or(0))
}

/// The bump of `address`, which must be the one that `find_program_address` finds: the highest whose hash is off the
/// curve. A fifth of the runtime's search.
#[inline(never)]
pub fn canonical_bump<const N: usize>(seeds: [&[u8]; N], program: &Address, address: &Address) -> Result<u8> {
    const { assert!(N < pda::MAX_SEEDS) };
    for bump in (0..=u8::MAX).rev() {
        let last = [bump];
        let mut parts: [&[u8]; pda::MAX_SEEDS + 2] = [&[]; pda::MAX_SEEDS + 2];
        parts[..N].copy_from_slice(&seeds);
        parts[N] = &last;
        parts[N + 1] = program.as_array();
        parts[N + 2] = pda::MARKER;
        let hash = sha256(&parts[..N + 3]);
        if hash == *address.as_array() {
            return Ok(bump);
        }
        if !is_on_curve(&hash) {
            break;
        }
    }
    Err(BridgeError::InvalidAccount.into())
}

fn is_on_curve(hash: &Word) -> bool {
    const EDWARDS: u64 = 0;
    // SAFETY: the syscall reads 32 bytes, and writes nothing.
    unsafe { sol_curve_validate_point(EDWARDS, hash.as_ptr(), core::ptr::null_mut()) == 0 }
}
