//! The accounts of an instruction, and the checks that every one of them passes.

use core::mem;

use pinocchio::error::ProgramError;
use pinocchio::{AccountView, Address};

use crate::args::Args;
use crate::error::{BridgeError, Result, require};

const SIGNER: u8 = 1;
const WRITABLE: u8 = 2;
const OPTIONAL: u8 = 4;

/// An instruction before its handler reads its accounts and arguments.
pub struct Context<'a> {
    pub program: &'a Address,
    accounts: &'a mut [AccountView],
    arguments: &'a [u8],
}

impl<'a> Context<'a> {
    pub fn new(program: &'a Address, accounts: &'a mut [AccountView], arguments: &'a [u8]) -> Self {
        Self { program, accounts, arguments }
    }

    pub fn args(&self) -> Args<'a> {
        Args::new(self.arguments)
    }

    /// The accounts that the interface names; the last one is the program. InvalidAccount when an account lacks an access
    /// that the interface demands.
    #[inline(always)]
    pub fn accounts<const N: usize>(&mut self, access: &[u8; N]) -> Result<&'a mut [AccountView; N]> {
        let (named, rest) =
            mem::take(&mut self.accounts).split_first_chunk_mut::<N>().ok_or(ProgramError::NotEnoughAccountKeys)?;
        self.accounts = rest;
        for (account, access) in named.iter().zip(access) {
            let granted =
                (access & SIGNER == 0 || account.is_signer()) && (access & WRITABLE == 0 || account.is_writable());
            let absent = access & OPTIONAL != 0 && account.address() == self.program;
            require(granted || absent, BridgeError::InvalidAccount)?;
        }
        check_address(&named[N - 1], self.program)?;
        Ok(named)
    }

    /// The accounts after the named ones: the oracle members that sign.
    pub fn rest(&self) -> &[AccountView] {
        self.accounts
    }
}

#[inline(always)]
pub fn check_address(account: &AccountView, address: &Address) -> Result {
    require(account.address() == address, BridgeError::InvalidAccount)
}

/// An optional account that this call does not use: absent, or what clients give by default.
pub fn check_unused(account: &AccountView, program: &Address, default: Option<&Address>) -> Result {
    let address = account.address();
    require(address == program || Some(address) == default, BridgeError::InvalidAccount)
}
