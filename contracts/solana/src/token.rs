//! Accounts of the SPL Token program.

use causeway_codec::Word;
use causeway_codec::amount::Unit;
use pinocchio::cpi::{Seed, Signer};
use pinocchio::{AccountView, Address};
use pinocchio_token::instructions::{MintTo, Transfer};

use crate::error::{BridgeError, Result, require};
use crate::pda;
use crate::state::{Bridge, view};

pub const TOKEN_PROGRAM: Address = pinocchio_token::ID;

/// The Associated Token Account program, ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL.
pub const ASSOCIATED_TOKEN_PROGRAM: Address = Address::new_from_array([
    140, 151, 37, 143, 78, 36, 137, 241, 187, 61, 16, 41, 20, 142, 13, 131, 11, 90, 19, 153, 218, 255, 16, 132, 4, 142,
    123, 216, 219, 233, 248, 89,
]);

/// The wire unit of a bridged token, which has the wire's decimals.
pub const WIRE_UNIT: Unit = Unit::SAME;

const INITIALIZED: u8 = 1;
const SOME: u32 = 1;

/// A mint.
#[repr(C, packed)]
pub struct Mint {
    authority_option: u32,
    authority: Word,
    pub supply: u64,
    pub decimals: u8,
    is_initialized: u8,
    freeze_authority_option: u32,
    freeze_authority: Word,
}

impl Mint {
    pub const SPACE: usize = size_of::<Self>();

    /// The mint in `account`, if it is one.
    #[inline(always)]
    pub fn read(account: &AccountView) -> Option<&Self> {
        // SAFETY: a packed struct of integers and bytes.
        unsafe { view::<Self>(account, &TOKEN_PROGRAM) }.filter(|mint| mint.is_initialized == 1)
    }

    /// Whether `authority` alone decides over the supply and nobody can freeze an account.
    pub fn belongs_to(&self, authority: &Address) -> bool {
        self.authority_option == SOME && self.authority == *authority.as_array() && self.freeze_authority_option != SOME
    }
}

/// A token account.
#[repr(C, packed)]
pub struct TokenAccount {
    pub mint: Word,
    pub owner: Word,
    pub amount: u64,
    delegate_option: u32,
    delegate: Word,
    state: u8,
    is_native_option: u32,
    is_native: u64,
    delegated_amount: u64,
    close_authority_option: u32,
    close_authority: Word,
}

impl TokenAccount {
    pub const SPACE: usize = size_of::<Self>();

    /// The token account in `account`, if it is one that is not frozen.
    #[inline(always)]
    pub fn read(account: &AccountView) -> Option<&Self> {
        // SAFETY: a packed struct of integers and bytes.
        unsafe { view::<Self>(account, &TOKEN_PROGRAM) }.filter(|token| token.state == INITIALIZED)
    }
}

/// Whether `account`, which must be the recipient's associated token account, can be paid.
#[inline(always)]
pub fn can_receive(account: &AccountView, recipient: &Word, mint: &Word) -> Result<bool> {
    let seeds: [&[u8]; 3] = [recipient, TOKEN_PROGRAM.as_array(), mint];
    let is_payable = TokenAccount::read(account).is_some_and(|token| token.mint == *mint && token.owner == *recipient);
    if is_payable {
        // Only the Associated Token Account program creates token accounts at addresses derived from it, and it knows
        // one bump: the canonical.
        let canonical = pda::is_derived(seeds, &ASSOCIATED_TOKEN_PROGRAM, account.address());
        require(canonical, BridgeError::InvalidAccount)?;
    } else {
        pda::bump(account, &seeds, &ASSOCIATED_TOKEN_PROGRAM)?;
    }
    Ok(is_payable)
}

/// A payment of tokens that the bridge signs.
pub struct Payment<'a> {
    pub bridge: &'a AccountView,
    /// The mint or the escrow.
    pub from: &'a AccountView,
    pub to: &'a AccountView,
    /// Local units.
    pub amount: u64,
}

impl Payment<'_> {
    #[inline(never)]
    pub fn mint(&self, state: &Bridge) -> Result {
        self.signed(state, |signers| MintTo::new(self.from, self.to, self.bridge, self.amount).invoke_signed(signers))
    }

    #[inline(never)]
    pub fn transfer(&self, state: &Bridge) -> Result {
        self.signed(state, |signers| Transfer::new(self.from, self.to, self.bridge, self.amount).invoke_signed(signers))
    }

    #[inline(always)]
    fn signed(&self, state: &Bridge, invoke: impl FnOnce(&[Signer]) -> Result) -> Result {
        let bump = [state.bump];
        let seeds = [Seed::from(pda::BRIDGE), Seed::from(&bump)];
        invoke(&[Signer::from(&seeds)])
    }
}
