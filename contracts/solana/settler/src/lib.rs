//! The settler of swaps on Solana. The order of a swap goes to a vault that only the swap's terms open. A solver pays
//! the user in the wanted asset and gets what the bridge delivers to the vault; when nobody does, the user gets it. One
//! program serves every bridge: a settler is an address derived from its bridge's program. Nobody owns or upgrades it.
#![no_std]

// Modules of the bridge program, compiled into this one too; each program uses a part of them.
#[path = "../../src/access.rs"]
mod access;
#[allow(dead_code)]
#[path = "../../src/args.rs"]
mod args;
#[path = "../../src/closing.rs"]
mod closing;
#[path = "../../src/creation.rs"]
mod creation;
#[allow(dead_code)]
#[path = "../../src/error.rs"]
mod error;
#[allow(dead_code)]
#[path = "../../src/event.rs"]
mod event;
#[allow(dead_code)]
#[path = "../../src/interface.rs"]
mod interface;
#[allow(dead_code)]
#[path = "../../src/pda.rs"]
mod pda;
#[allow(dead_code)]
#[path = "../../src/rate_limit.rs"]
mod rate_limit;
#[allow(dead_code, unused_imports)]
#[path = "../../src/state/mod.rs"]
mod state;
#[allow(dead_code)]
#[path = "../../src/syscall.rs"]
mod syscall;
#[allow(dead_code)]
#[path = "../../src/token.rs"]
mod token;

mod home;
mod instructions;
mod refusal;
mod settler_interface;
mod slot;
mod swap;
mod vault;

use pinocchio::{AccountView, Address, ProgramResult, no_allocator, nostd_panic_handler, program_entrypoint};

use crate::access::Context;
use crate::error::{INSTRUCTION_FALLBACK_NOT_FOUND, INSTRUCTION_MISSING};
use crate::instructions::*;
use crate::settler_interface::*;

/// More than the longest instruction takes, so that a surplus account is seen.
const MAX_ACCOUNTS: usize = 24;

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
        IX_FILL => fill(cx),
        IX_SETTLE => settle(cx),
        IX_SETTLE_LESS => settle_less(cx),
        IX_FILL_AND_SETTLE => fill_and_settle(cx),
        IX_GIVE_BACK => give_back(cx),
        IX_WITHDRAW => withdraw(cx),
        IX_SWEEP => sweep(cx),
        IX_COLLECT => collect(cx),
        IX_CLOSE_SLOT => close_slot(cx),
        _ => Err(INSTRUCTION_FALLBACK_NOT_FOUND),
    }
}
