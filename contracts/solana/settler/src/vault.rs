//! The vault of a swap, and payments. A payment that can't be made is refused with PaymentFailed before it is tried.

use causeway_codec::Word;
use pinocchio::cpi::{Seed, Signer};
use pinocchio::{AccountView, Address};
use pinocchio_system::instructions::Transfer as TransferSol;
use pinocchio_token::instructions::Transfer as TransferTokens;

use crate::access::{check_address, check_unused};
use crate::error::{BridgeError, Result, require};
use crate::state::view;
use crate::swap::{Swap, VAULT, canonical_bump};
use crate::syscall::rent_exemption;
use crate::token::{self, ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM, TokenAccount};

/// Owner of the sysvars, Sysvar1111111111111111111111111111111111111.
const SYSVARS: Address = Address::new_from_array([
    6, 167, 213, 23, 24, 117, 247, 41, 199, 61, 147, 64, 143, 33, 97, 32, 6, 126, 216, 140, 118, 224, 140, 40, 127,
    193, 148, 96, 0, 0, 0, 0,
]);

/// Whether the word of an asset means SOL.
pub fn is_sol(asset: &Word) -> bool {
    *asset == [0; 32]
}

/// The accounts of an asset in an instruction: SOL takes none of them.
pub fn check_asset(asset: &Word, account: &AccountView, token_program: &AccountView, program: &Address) -> Result {
    if is_sol(asset) {
        check_unused(account, program, None)?;
        return check_unused(token_program, program, Some(&TOKEN_PROGRAM));
    }
    check_address(token_program, &TOKEN_PROGRAM)
}

/// InvalidAccount unless `account` is where `owner` is paid: its wallet, or its associated token account. PaymentFailed
/// when it can't take `amount`.
#[inline(never)]
pub fn check_payable(account: &AccountView, owner: &Word, asset: &Word, amount: u64) -> Result {
    if is_sol(asset) {
        check_address(account, &Address::new_from_array(*owner))?;
        return check_takes(account, asset, amount);
    }
    require(token::can_receive(account, owner, asset)? && account.is_writable(), BridgeError::PaymentFailed)
}

/// PaymentFailed unless `account` can take `amount`, whoever owns it. A reserved address is read-only even when a
/// transaction asks to write it.
#[inline(never)]
pub fn check_takes(account: &AccountView, asset: &Word, amount: u64) -> Result {
    let takes = if is_sol(asset) {
        let balance = account.lamports().checked_add(amount).ok_or(BridgeError::AmountTooLarge)?;
        !account.executable() && !account.owned_by(&SYSVARS) && balance >= rent_exemption(account.data_len())?
    } else {
        TokenAccount::read(account).is_some_and(|token| token.mint == *asset)
    };
    require(takes && account.is_writable(), BridgeError::PaymentFailed)
}

/// What a payment adds to: lamports, or tokens.
pub fn balance(account: &AccountView, asset: &Word) -> u64 {
    if is_sol(asset) {
        return account.lamports();
    }
    // SAFETY: a packed struct of integers and bytes. A frozen account counts: it holds what it holds.
    unsafe { view::<TokenAccount>(account, &TOKEN_PROGRAM) }.map_or(0, |token| token.amount)
}

/// A vault with one of its assets.
pub struct Vault<'a> {
    pub account: &'a AccountView,
    /// The vault's token account; not used for SOL.
    pub token: &'a AccountView,
    pub asset: &'a Word,
    /// Local units of the asset in the vault.
    pub held: u64,
    settler: &'a Word,
    id: &'a Word,
    bump: u8,
}

impl<'a> Vault<'a> {
    /// InvalidAccount unless `account` is the vault of the swap, and `token` its associated token account of the asset.
    #[inline(never)]
    pub fn of(swap: &'a Swap, [account, token, token_program]: [&'a AccountView; 3], asset: &'a Word) -> Result<Self> {
        let bump = canonical_bump([VAULT, swap.settler, &swap.id], swap.program, account.address())?;
        check_asset(asset, token, token_program, swap.program)?;
        if !is_sol(asset) {
            check_associated(token, account.address(), asset)?;
        }
        let held = balance(if is_sol(asset) { account } else { token }, asset);
        Ok(Self { account, token, asset, held, settler: swap.settler, id: &swap.id, bump })
    }

    /// `amount` with what may not stay: SOL below rent exemption.
    pub fn with_dust(&self, amount: u64) -> Result<u64> {
        let left = self.held.checked_sub(amount).ok_or(BridgeError::AmountTooLarge)?;
        Ok(if is_sol(self.asset) && left < rent_exemption(0)? { self.held } else { amount })
    }

    /// Pays an account that is checked.
    #[inline(never)]
    pub fn pay(&self, to: &AccountView, amount: u64) -> Result {
        if amount == 0 {
            return Ok(());
        }
        if is_sol(self.asset) {
            return self
                .signs(|signers| TransferSol { from: self.account, to, lamports: amount }.invoke_signed(signers));
        }
        require(TokenAccount::read(self.token).is_some(), BridgeError::PaymentFailed)?;
        self.signs(|signers| TransferTokens::new(self.token, to, self.account, amount).invoke_signed(signers))
    }

    /// Calls `invoke` with the vault's signature.
    #[inline(always)]
    pub fn signs(&self, invoke: impl FnOnce(&[Signer]) -> Result) -> Result {
        let bump = [self.bump];
        let seeds = [Seed::from(VAULT), Seed::from(self.settler), Seed::from(self.id), Seed::from(&bump)];
        invoke(&[Signer::from(&seeds)])
    }
}

/// InvalidAccount unless `account` is the associated token account of `owner`.
pub fn check_associated(account: &AccountView, owner: &Address, mint: &Word) -> Result {
    let seeds: [&[u8]; 3] = [owner.as_array(), TOKEN_PROGRAM.as_array(), mint];
    canonical_bump(seeds, &ASSOCIATED_TOKEN_PROGRAM, account.address()).map(drop)
}
