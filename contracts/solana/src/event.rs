//! Events, in Anchor's event-CPI form: an instruction of this program to itself, which no log can cut short.

use causeway_codec::message::{self, Message};
use causeway_codec::{Keccak256, Word};
use pinocchio::cpi::{Seed, Signer, invoke_signed};
use pinocchio::instruction::{InstructionAccount, InstructionView};
use pinocchio::{AccountView, Address};

use crate::access::Context;
use crate::error::{BridgeError, Result, require};
use crate::pda;
use crate::state::Bridge;
use crate::syscall::{Keccak, copy};

/// Discriminator of the instruction that carries an event.
pub const SELF_CALL: u64 = u64::from_le_bytes([0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d]);

const HEADER: usize = 16;

/// Accepts an event from the program itself: nobody else can sign as the event authority.
pub fn accept(cx: &mut Context) -> Result {
    let own = cx.rest().first().is_some_and(|authority| {
        authority.is_signer() && pda::is_derived([pda::EVENT_AUTHORITY], cx.program, authority.address())
    });
    require(own, BridgeError::InvalidAccount)
}

/// The Borsh form of an event of at most `N` bytes.
pub struct Event<const N: usize> {
    data: [u8; N],
    length: usize,
}

impl<const N: usize> Event<N> {
    pub fn new(discriminator: u64) -> Self {
        let mut event = Self { data: [0; N], length: 0 };
        event.push(&SELF_CALL.to_le_bytes()).push(&discriminator.to_le_bytes());
        event
    }

    /// Appends a field of constant size.
    #[inline(always)]
    pub fn push<const M: usize>(&mut self, bytes: &[u8; M]) -> &mut Self {
        let end = self.length + M;
        self.data[self.length..end].copy_from_slice(bytes);
        self.length = end;
        self
    }

    /// Appends a Borsh vector of fixed-size elements.
    #[inline(always)]
    pub fn push_all<const M: usize>(&mut self, elements: &[[u8; M]]) -> &mut Self {
        self.push(&(elements.len() as u32).to_le_bytes());
        let bytes = elements.as_flattened();
        let end = self.length + bytes.len();
        copy(&mut self.data[self.length..end], bytes);
        self.length = end;
        self
    }

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        &self.data[..self.length]
    }
}

/// The account that emits an event.
pub struct Emitter<'a> {
    pub program: &'a Address,
    pub authority: &'a AccountView,
    pub bump: u8,
}

impl<'a> Emitter<'a> {
    /// InvalidAccount unless `authority` is the event authority.
    #[inline(always)]
    pub fn new(program: &'a Address, bridge: &Bridge, authority: &'a AccountView) -> Result<Self> {
        require(*authority.address().as_array() == bridge.event_authority, BridgeError::InvalidAccount)?;
        Ok(Self { program, authority, bump: bridge.event_authority_bump })
    }

    #[inline(always)]
    pub fn emit<const N: usize>(&self, event: &Event<N>) -> Result {
        self.call(event.bytes())
    }

    /// An event that is one key.
    pub fn key(&self, discriminator: u64, key: &Word) -> Result {
        self.emit(Event::<{ HEADER + 32 }>::new(discriminator).push(key))
    }

    /// TokensLocked, TokensBurned or OrderCancelled: the message and its id.
    #[inline(never)]
    pub fn message(&self, discriminator: u64, message: &Message) -> Result {
        const ID: usize = HEADER + 32;
        let mut packed = [0; message::LENGTH];
        message.pack(&mut packed);
        let id = Keccak::keccak256(&[&packed]);
        message::pack_to_borsh(&mut packed);
        self.emit(Event::<{ ID + message::LENGTH }>::new(discriminator).push(&id).push(&packed))
    }

    #[inline(never)]
    fn call(&self, data: &[u8]) -> Result {
        let bump = [self.bump];
        let seeds = [Seed::from(pda::EVENT_AUTHORITY), Seed::from(&bump)];
        let instruction = InstructionView {
            program_id: self.program,
            accounts: &[InstructionAccount::readonly_signer(self.authority.address())],
            data,
        };
        invoke_signed(&instruction, &[self.authority], &[Signer::from(&seeds)])
    }
}

/// Bytes of an event with fields of `length` bytes.
pub const fn size(length: usize) -> usize {
    HEADER + length
}
