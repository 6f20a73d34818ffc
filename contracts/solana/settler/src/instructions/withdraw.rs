use causeway_codec::Word;
use pinocchio::AccountView;

use crate::access::{Context, check_address};
use crate::error::{BridgeError, Result, require};
use crate::refusal::{SettlerError, ensure};
use crate::settler_interface::{ACCESS_SWEEP, ACCESS_WITHDRAW};
use crate::slot::{Slot, Stage};
use crate::swap::Swap;
use crate::token::TokenAccount;
use crate::vault::{Vault, check_payable, check_takes, is_sol};

/// Pays to `to` all of `asset` in the vault, at any time unless the swap is filled and not settled. A swap that nobody
/// filled ends by it, also before anything has arrived. The recipient alone may.
pub fn withdraw(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (terms, asset) = (args.bytes()?, args.word()?);
    args.end()?;
    let program = cx.program;
    let [
        recipient,
        payer,
        settler,
        bridge,
        slot,
        vault,
        vault_token,
        to,
        token_program,
        system_program,
        event_authority,
        _,
    ] = cx.accounts(&ACCESS_WITHDRAW)?;
    check_address(system_program, &pinocchio_system::ID)?;
    let swap = Swap::of(program, [settler, bridge, event_authority], terms)?;
    let is_recipient = recipient.address().as_array() == swap.terms.recipient();
    ensure(is_recipient, SettlerError::NotRecipient)?;
    let vault = Vault::of(&swap, [vault, vault_token, token_program], asset)?;
    check_destination(&swap, &vault, to)?;
    let stage = Slot::stage_of(slot, &swap)?;
    ensure(stage != Stage::Filled, SettlerError::AlreadyFilled)?;
    let is_over = stage != Stage::None;
    let is_input = asset == swap.terms.asset_in();
    // With nothing there, the recipient cancels a swap that is not over.
    ensure(vault.held > 0 || !is_over, SettlerError::NotDelivered)?;
    if !is_over {
        Slot::open(slot, &swap, payer, Stage::Returned, &[0; 32])?;
        swap.emit_returned(if is_input { vault.held } else { 0 }, 0)?;
    }
    if is_over || !is_input {
        swap.emit_swept(asset, to.address().as_array(), vault.held)?;
    }
    pay_all(&vault, to)
}

/// Pays to the recipient all of `asset` in the vault of a swap that is settled or returned. Anyone may.
pub fn sweep(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (terms, asset) = (args.bytes()?, args.word()?);
    args.end()?;
    let program = cx.program;
    let accounts = cx.accounts(&ACCESS_SWEEP)?;
    let [settler, bridge, slot, vault, vault_token, to, token_program, system_program, event_authority, _] = accounts;
    check_address(system_program, &pinocchio_system::ID)?;
    let swap = Swap::of(program, [settler, bridge, event_authority], terms)?;
    let stage = Slot::stage_of(slot, &swap)?;
    ensure(matches!(stage, Stage::Settled | Stage::Returned), SettlerError::NotOver)?;
    let vault = Vault::of(&swap, [vault, vault_token, token_program], asset)?;
    ensure(vault.held > 0, SettlerError::NotDelivered)?;
    check_payable(to, swap.recipient()?, asset, vault.held)?;
    swap.emit_swept(asset, to.address().as_array(), vault.held)?;
    pay_all(&vault, to)
}

/// InvalidRecipient for nobody, the settler and the vault itself: a wallet, or the owner of a token account.
fn check_destination(swap: &Swap, vault: &Vault, to: &AccountView) -> Result {
    let check = |payee: &Word| {
        swap.check_payee(payee)?;
        require(payee != vault.account.address().as_array(), BridgeError::InvalidRecipient)
    };
    if is_sol(vault.asset) {
        return check(to.address().as_array());
    }
    TokenAccount::read(to).map_or(Ok(()), |token| check(&token.owner))
}

fn pay_all(vault: &Vault, to: &AccountView) -> Result {
    if vault.held == 0 {
        return Ok(());
    }
    check_takes(to, vault.asset, vault.held)?;
    vault.pay(to, vault.held)
}
