//! The return of an input home: a lock or burn of the vault at the settler's bridge.

use causeway_codec::address::is_address;
use causeway_codec::amount::Unit;
use pinocchio::cpi::invoke_signed;
use pinocchio::instruction::{InstructionAccount, InstructionView};
use pinocchio::{AccountView, Address};

use crate::access::check_address;
use crate::error::{BridgeError, Result};
use crate::interface::{IX_BURN_TOKENS_WITH_REFERENCE, IX_LOCK_TOKENS_WITH_REFERENCE};
use crate::state::Remote;
use crate::swap::Swap;
use crate::vault::{Vault, is_sol};

/// The bridge's accounts that a return home needs.
pub struct Lane<'a> {
    pub payer: &'a AccountView,
    pub bridge: &'a AccountView,
    pub bridge_program: &'a AccountView,
    pub remote: &'a mut AccountView,
    /// The escrow, or the mint of a bridged token.
    pub source: &'a AccountView,
    pub event_authority: &'a AccountView,
    pub token_program: &'a AccountView,
    pub system_program: &'a AccountView,
    /// The highest delivery fee that the payer accepts, lamports.
    pub max_fee: u64,
}

impl Lane<'_> {
    /// Whether the terms return `amount` home, and the lane there can carry it. A pause does not count: it ends.
    /// InvalidAccount unless `remote` is, or would be, the home's.
    #[inline(never)]
    pub fn carries(&mut self, swap: &Swap, amount: u64) -> Result<bool> {
        if !swap.terms.returns_home() || swap.check_terms().is_err() {
            return Ok(false);
        }
        let asset = swap.terms.asset_in();
        let remote = match Remote::registered(self.remote, &swap.bridge_program, swap.terms.home()) {
            Err(error) if error == BridgeError::UnknownRemote.into() => return Ok(false),
            found => found?,
        };
        let is_canonical = *asset == swap.bridge.canonical_mint;
        let is_known = remote.opened != 0 && (is_canonical || *asset == remote.mint);
        if !is_known || !is_address(swap.terms.home_address(), remote.address_length) {
            return Ok(false);
        }
        let (unit, bucket) = if is_canonical {
            (swap.bridge.canonical_unit()?, &remote.canonical)
        } else {
            (Unit::SAME, &remote.bridged)
        };
        Ok(unit.to_wire(amount).is_ok_and(|wire_amount| bucket.check(wire_amount).is_ok()))
    }

    /// Sends `amount` home with the swap's id as reference and the recipient as refund address. The payer pays the
    /// lane's delivery fee.
    #[inline(never)]
    pub fn send(&self, swap: &Swap, vault: &Vault, amount: u64) -> Result {
        check_address(self.bridge_program, &swap.bridge_program)?;
        let (home, to) = (swap.terms.home().to_le_bytes(), swap.terms.home_address());
        let amount = amount.to_le_bytes();
        let is_canonical = *vault.asset == swap.bridge.canonical_mint;
        let mut data = Data::<DATA>::default();
        if is_canonical {
            data.push(&IX_LOCK_TOKENS_WITH_REFERENCE.to_le_bytes()).push(&home).push(to).push(&amount);
        } else {
            data.push(&IX_BURN_TOKENS_WITH_REFERENCE.to_le_bytes()).push(&amount).push(&home).push(to);
        }
        data.push(&swap.id).push(swap.terms.recipient()).push(&self.max_fee.to_le_bytes());

        // An absent account is the bridge program itself.
        let (token, token_program) = if is_sol(vault.asset) {
            (self.bridge_program, self.bridge_program)
        } else {
            (vault.token, self.token_program)
        };
        let token_account = InstructionAccount::new(token.address(), !is_sol(vault.asset), false);
        let instruction = InstructionView {
            program_id: &swap.bridge_program,
            accounts: &[
                InstructionAccount::writable_signer(vault.account.address()),
                InstructionAccount::writable_signer(self.payer.address()),
                InstructionAccount::readonly(self.bridge.address()),
                InstructionAccount::writable(self.remote.address()),
                InstructionAccount::writable(self.source.address()),
                token_account,
                InstructionAccount::readonly(token_program.address()),
                InstructionAccount::readonly(self.system_program.address()),
                InstructionAccount::readonly(self.event_authority.address()),
                InstructionAccount::readonly(self.bridge_program.address()),
            ],
            data: &data.bytes,
        };
        let accounts: [&AccountView; 10] = [
            vault.account,
            self.payer,
            self.bridge,
            self.remote,
            self.source,
            token,
            token_program,
            self.system_program,
            self.event_authority,
            self.bridge_program,
        ];
        vault.signs(|signers| invoke_signed(&instruction, &accounts, signers))
    }
}

/// Bytes of a lock or burn with a reference.
const DATA: usize = 8 + 4 + 32 + 8 + 32 + 32 + 8;

/// The data of an instruction, field by field.
struct Data<const N: usize> {
    bytes: [u8; N],
    length: usize,
}

impl<const N: usize> Default for Data<N> {
    fn default() -> Self {
        Self { bytes: [0; N], length: 0 }
    }
}

impl<const N: usize> Data<N> {
    #[inline(always)]
    fn push<const M: usize>(&mut self, field: &[u8; M]) -> &mut Self {
        let end = self.length + M;
        self.bytes[self.length..end].copy_from_slice(field);
        self.length = end;
        self
    }
}

/// `account`, or the bridge program where it is absent.
pub fn or_bridge<'a>(account: &'a AccountView, program: &Address, bridge_program: &'a AccountView) -> &'a AccountView {
    if account.address() == program { bridge_program } else { account }
}
