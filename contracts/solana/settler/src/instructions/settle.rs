use causeway_codec::Word;
use pinocchio::{AccountView, Address};

use crate::access::{Context, check_address};
use crate::error::{BridgeError, Result, require};
use crate::refusal::{SettlerError, ensure};
use crate::settler_interface::{ACCESS_SETTLE, ACCESS_SETTLE_LESS};
use crate::slot::Slot;
use crate::swap::Swap;
use crate::vault::{Vault, check_payable};

/// Pays amountIn to the filler, once the bridge has delivered. Anyone may.
pub fn settle(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let terms = args.bytes()?;
    args.end()?;
    let program = cx.program;
    let accounts = cx.accounts(&ACCESS_SETTLE)?;
    let [settler, bridge, slot, vault, vault_token, to, token_program, system_program, event_authority, _] = accounts;
    check_address(system_program, &pinocchio_system::ID)?;
    let swap = Swap::of(program, [settler, bridge, event_authority], terms)?;
    let filler = Slot::settle(slot, &swap)?;
    let vault = Vault::of(&swap, [vault, vault_token, token_program], swap.terms.asset_in())?;
    pay_filler(&swap, &vault, to, &filler)
}

/// Pays to the filler what has arrived, less than amountIn, and at least `least`. Final: what comes later is the
/// recipient's.
pub fn settle_less(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (terms, least) = (args.bytes()?, args.u64()?);
    args.end()?;
    let program = cx.program;
    let accounts = cx.accounts(&ACCESS_SETTLE_LESS)?;
    let [filler, settler, bridge, slot, vault, vault_token, to, token_program, system_program, event_authority, _] =
        accounts;
    check_address(system_program, &pinocchio_system::ID)?;
    let swap = Swap::of(program, [settler, bridge, event_authority], terms)?;
    let solver = Slot::settle(slot, &swap)?;
    ensure(*filler.address() == Address::new_from_array(solver), SettlerError::NotFiller)?;
    require(least != 0, BridgeError::ZeroAmount)?;
    let vault = Vault::of(&swap, [vault, vault_token, token_program], swap.terms.asset_in())?;
    ensure(vault.held >= least, SettlerError::NotDelivered)?;
    ensure(u128::from(vault.held) < swap.terms.amount_in(), SettlerError::FullyDelivered)?;
    pay(&swap, &vault, to, &solver, vault.held)
}

/// Pays amountIn, and SOL that may not stay.
#[inline(never)]
pub fn pay_filler(swap: &Swap, vault: &Vault, to: &AccountView, filler: &Word) -> Result {
    let amount = u64::try_from(swap.terms.amount_in()).map_err(|_| SettlerError::NotDelivered)?;
    ensure(vault.held >= amount, SettlerError::NotDelivered)?;
    pay(swap, vault, to, filler, vault.with_dust(amount)?)
}

fn pay(swap: &Swap, vault: &Vault, to: &AccountView, filler: &Word, amount: u64) -> Result {
    check_payable(to, filler, vault.asset, amount)?;
    swap.emit_settled(filler, amount)?;
    vault.pay(to, amount)
}
