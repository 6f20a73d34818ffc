//! The Causeway bridge on Solana: one deployment locks its canonical asset towards remotes, mints and burns one bridged
//! token per remote, and pays releases and refunds, each at most once.
#![no_std]

mod access;
mod args;
mod closing;
mod creation;
mod error;
mod event;
mod inbound;
mod instructions;
mod interface;
mod outbound;
mod payment;
mod pda;
mod rate_limit;
mod state;
mod syscall;
mod token;

use pinocchio::{AccountView, Address, ProgramResult, no_allocator, nostd_panic_handler, program_entrypoint};

use crate::access::Context;
use crate::error::{INSTRUCTION_FALLBACK_NOT_FOUND, INSTRUCTION_MISSING};
use crate::instructions::*;
use crate::interface::*;

/// More than the longest instruction takes with every oracle member, so that a surplus account is seen.
const MAX_ACCOUNTS: usize = 32;

program_entrypoint!(process_instruction, MAX_ACCOUNTS);
no_allocator!();
nostd_panic_handler!();

fn process_instruction(program: &Address, accounts: &mut [AccountView], data: &[u8]) -> ProgramResult {
    let Some((discriminator, arguments)) = data.split_first_chunk() else {
        return Err(INSTRUCTION_MISSING);
    };
    let cx = &mut Context::new(program, accounts, arguments);
    match u64::from_le_bytes(*discriminator) {
        event::SELF_CALL => event::accept(cx),
        IX_INITIALIZE => initialize(cx),
        IX_LOCK_TOKENS => lock_tokens(cx),
        IX_LOCK_TOKENS_WITH_REFERENCE => lock_tokens_with_reference(cx),
        IX_BURN_TOKENS => burn_tokens(cx),
        IX_BURN_TOKENS_WITH_REFERENCE => burn_tokens_with_reference(cx),
        IX_COMMIT_ROOT => commit_root(cx),
        IX_MINT_TOKENS => mint_tokens(cx),
        IX_RELEASE_TOKENS => release_tokens(cx),
        IX_CANCEL_ORDER => cancel_order(cx),
        IX_REPLACE_ROOT => replace_root(cx),
        IX_CLOSE_ROOT => close_root(cx),
        IX_SET_REMOTE => set_remote(cx),
        IX_OPEN_REMOTE => open_remote(cx),
        IX_SET_LIMITS => set_limits(cx),
        IX_SET_FEE => set_fee(cx),
        IX_COLLECT_FEES => collect_fees(cx),
        IX_SET_ORACLE => set_oracle(cx),
        IX_SET_GUARDIAN => set_guardian(cx),
        IX_PROPOSE_ADMIN => propose_admin(cx),
        IX_ACCEPT_ADMIN => accept_admin(cx),
        IX_PAUSE_OUTBOUND => pause_outbound(cx),
        IX_UNPAUSE_OUTBOUND => unpause_outbound(cx),
        IX_PAUSE_INBOUND => pause_inbound(cx),
        IX_UNPAUSE_INBOUND => unpause_inbound(cx),
        IX_PAUSE_REMOTE => pause_remote(cx),
        IX_UNPAUSE_REMOTE => unpause_remote(cx),
        IX_CLAIM => claim(cx),
        _ => Err(INSTRUCTION_FALLBACK_NOT_FOUND),
    }
}
