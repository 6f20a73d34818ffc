use causeway_codec::message::Kind;
use pinocchio::{AccountView, Address};
use pinocchio_system::instructions::Transfer as TransferSol;
use pinocchio_token::instructions::Transfer as TransferTokens;

use crate::access::{Context, check_address, check_unused};
use crate::error::{BridgeError, Result, require};
use crate::event::Emitter;
use crate::interface::{ACCESS_LOCK_TOKENS, ACCESS_LOCK_TOKENS_WITH_REFERENCE, EVENT_TOKENS_LOCKED};
use crate::outbound::{NO_REFERENCE, Order, Origin};
use crate::state::{Bridge, State};
use crate::token::{TOKEN_PROGRAM, TokenAccount};

/// Locks the canonical asset towards a remote, where its bridged token is minted.
pub fn lock_tokens(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (remote, recipient, amount) = (args.u32()?, args.word()?, args.u64()?);
    let max_fee = args.u64()?;
    args.end()?;
    let accounts = cx.accounts(&ACCESS_LOCK_TOKENS)?;
    lock(
        cx.program,
        accounts,
        &Order { remote, recipient, amount, reference: &NO_REFERENCE, refund_address: None, max_fee },
    )
}

/// `lock_tokens` with the caller's reference and the address to refund.
pub fn lock_tokens_with_reference(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (remote, recipient, amount) = (args.u32()?, args.word()?, args.u64()?);
    let (reference, refund_address) = (args.word()?, Some(args.word()?));
    let max_fee = args.u64()?;
    args.end()?;
    let accounts = cx.accounts(&ACCESS_LOCK_TOKENS_WITH_REFERENCE)?;
    lock(cx.program, accounts, &Order { remote, recipient, amount, reference, refund_address, max_fee })
}

#[inline(never)]
fn lock(program: &Address, accounts: &mut [AccountView; 10], order: &Order) -> Result {
    let [
        sender,
        payer,
        bridge,
        remote_account,
        escrow,
        sender_token,
        token_program,
        system_program,
        event_authority,
        _,
    ] = accounts;
    let bridge = Bridge::load(bridge, program)?;
    bridge.check_escrow(escrow)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    check_address(system_program, &pinocchio_system::ID)?;

    let vault = *remote_account;
    let remote = order.check(remote_account, bridge, program)?;
    order.pay_fee(payer, &vault, remote.fee)?;
    let wire_amount = bridge.canonical_unit()?.to_wire(order.amount).map_err(BridgeError::from)?;
    remote.canonical.check(wire_amount)?;
    remote.outstanding = remote.outstanding.checked_add(wire_amount).ok_or(BridgeError::AmountTooLarge)?;
    if bridge.is_native() {
        check_unused(sender_token, program, None)?;
        check_unused(token_program, program, Some(&TOKEN_PROGRAM))?;
        TransferSol { from: sender, to: escrow, lamports: order.amount }.invoke()?;
    } else {
        check_address(token_program, &TOKEN_PROGRAM)?;
        let before = balance(escrow)?;
        TransferTokens::new(sender_token, escrow, sender, order.amount).invoke()?;
        let exact = before.checked_add(order.amount) == Some(balance(escrow)?);
        require(exact, BridgeError::BalanceDeltaMismatch)?;
    }
    let domain = bridge.domain;
    let message = order.message(Kind::Lock, wire_amount, Origin { domain, program, remote, sender });
    emitter.message(EVENT_TOKENS_LOCKED, &message)
}

fn balance(escrow: &AccountView) -> Result<u64> {
    Ok(TokenAccount::read(escrow).ok_or(BridgeError::InvalidAccount)?.amount)
}
