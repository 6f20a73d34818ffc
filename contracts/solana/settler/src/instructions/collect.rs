use pinocchio::AccountView;
use pinocchio::cpi::invoke_signed;
use pinocchio::instruction::{InstructionAccount, InstructionView};

use crate::access::{Context, check_address};
use crate::error::Result;
use crate::home::or_bridge;
use crate::interface::IX_CLAIM;
use crate::settler_interface::ACCESS_COLLECT;
use crate::swap::Swap;
use crate::vault::{Vault, is_sol};

/// Claims into the vault what the bridge credited to it because a payment failed. Anyone may.
pub fn collect(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let terms = args.bytes()?;
    args.end()?;
    let program = cx.program;
    let [
        settler,
        bridge,
        vault,
        vault_token,
        claimable,
        rent_to,
        escrow,
        mint,
        token_program,
        bridge_event_authority,
        bridge_program,
        event_authority,
        _,
    ] = cx.accounts(&ACCESS_COLLECT)?;
    let swap = Swap::of(program, [settler, bridge, event_authority], terms)?;
    check_address(bridge_program, &swap.bridge_program)?;
    // As the bridge decides: a bridged token by its mint, otherwise the canonical asset.
    let is_bridged = mint.address() != program;
    let asset = if is_bridged { mint.address().as_array() } else { &swap.bridge.canonical_mint };
    let vault = Vault::of(&swap, [vault, vault_token, token_program], asset)?;
    let to = if is_sol(asset) { vault.account } else { vault.token };

    let escrow = or_bridge(escrow, program, bridge_program);
    let mint = or_bridge(mint, program, bridge_program);
    let token_program = or_bridge(token_program, program, bridge_program);
    let is_present = |account: &AccountView| account.address() != bridge_program.address();
    let instruction = InstructionView {
        program_id: &swap.bridge_program,
        accounts: &[
            // The vault's wallet may also be what is paid.
            InstructionAccount::new(vault.account.address(), is_sol(asset), true),
            InstructionAccount::writable(bridge.address()),
            InstructionAccount::writable(claimable.address()),
            InstructionAccount::writable(to.address()),
            InstructionAccount::writable(rent_to.address()),
            InstructionAccount::new(escrow.address(), is_present(escrow), false),
            InstructionAccount::new(mint.address(), is_present(mint), false),
            InstructionAccount::readonly(token_program.address()),
            InstructionAccount::readonly(bridge_event_authority.address()),
            InstructionAccount::readonly(bridge_program.address()),
        ],
        data: &IX_CLAIM.to_le_bytes(),
    };
    let accounts: [&AccountView; 10] = [
        vault.account,
        bridge,
        claimable,
        to,
        rent_to,
        escrow,
        mint,
        token_program,
        bridge_event_authority,
        bridge_program,
    ];
    vault.signs(|signers| invoke_signed(&instruction, &accounts, signers))
}
