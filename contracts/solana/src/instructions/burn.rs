use causeway_codec::message::Kind;
use pinocchio::{AccountView, Address};
use pinocchio_token::instructions::Burn;

use crate::access::{Context, check_address};
use crate::error::{BridgeError, Result};
use crate::event::Emitter;
use crate::interface::{ACCESS_BURN_TOKENS, ACCESS_BURN_TOKENS_WITH_REFERENCE, EVENT_TOKENS_BURNED};
use crate::outbound::{NO_REFERENCE, Order, Origin};
use crate::state::{Bridge, State};
use crate::token::{TOKEN_PROGRAM, WIRE_UNIT};

/// Burns the sender's bridged token of a remote, where the canonical asset is released.
pub fn burn_tokens(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (amount, remote, recipient) = (args.u64()?, args.u32()?, args.word()?);
    let max_fee = args.u64()?;
    args.end()?;
    let accounts = cx.accounts(&ACCESS_BURN_TOKENS)?;
    burn(
        cx.program,
        accounts,
        &Order { remote, recipient, amount, reference: &NO_REFERENCE, refund_address: None, max_fee },
    )
}

/// `burn_tokens` with the caller's reference and the address to refund.
pub fn burn_tokens_with_reference(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (amount, remote, recipient) = (args.u64()?, args.u32()?, args.word()?);
    let (reference, refund_address) = (args.word()?, Some(args.word()?));
    let max_fee = args.u64()?;
    args.end()?;
    let accounts = cx.accounts(&ACCESS_BURN_TOKENS_WITH_REFERENCE)?;
    burn(cx.program, accounts, &Order { remote, recipient, amount, reference, refund_address, max_fee })
}

#[inline(never)]
fn burn(program: &Address, accounts: &mut [AccountView; 10], order: &Order) -> Result {
    let [sender, payer, bridge, remote_account, mint, sender_token, token_program, system_program, event_authority, _] =
        accounts;
    let bridge = Bridge::load(bridge, program)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    check_address(token_program, &TOKEN_PROGRAM)?;
    check_address(system_program, &pinocchio_system::ID)?;

    let vault = *remote_account;
    let remote = order.check(remote_account, bridge, program)?;
    order.pay_fee(payer, &vault, remote.fee)?;
    remote.check_mint(mint)?;
    let wire_amount = WIRE_UNIT.to_wire(order.amount).map_err(BridgeError::from)?;
    remote.bridged.check(wire_amount)?;
    Burn::new(sender_token, mint, sender, order.amount).invoke()?;
    let domain = bridge.domain;
    let message = order.message(Kind::Burn, wire_amount, Origin { domain, program, remote, sender });
    emitter.message(EVENT_TOKENS_BURNED, &message)
}
