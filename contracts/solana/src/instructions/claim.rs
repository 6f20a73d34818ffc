use causeway_codec::Word;
use pinocchio::AccountView;

use crate::access::{Context, check_address, check_unused};
use crate::closing::close;
use crate::error::{BridgeError, Result, require};
use crate::event::{Emitter, Event, size};
use crate::interface::{ACCESS_CLAIM, EVENT_CLAIMED};
use crate::payment;
use crate::pda;
use crate::state::{Bridge, Claimable, State};
use crate::token::{Mint, Payment, TOKEN_PROGRAM, TokenAccount};

/// Pays all that failed payments credited to the creditor, and closes the credit. Never paused.
#[inline(never)]
pub fn claim(cx: &mut Context) -> Result {
    cx.args().end()?;
    let program = cx.program;
    let [creditor, bridge_account, claimable, to, rent_to, escrow, mint, token_program, event_authority, _] =
        cx.accounts(&ACCESS_CLAIM)?;
    let bridge = Bridge::load(bridge_account, program)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    let creditor = creditor.address().as_array();
    // A claim of the canonical asset names the escrow, a claim of a bridged token its mint.
    let is_bridged = mint.address() != program;
    let asset = if is_bridged { *mint.address().as_array() } else { bridge.canonical_mint };
    let is_recipient = *to.address().as_array() != [0; 32] && to.address() != claimable.address();
    require(is_recipient, BridgeError::InvalidRecipient)?;
    Claimable::check(claimable, program, &asset, creditor)?;
    require(!pda::is_vacant(claimable), BridgeError::NothingToClaim)?;
    let credit = Claimable::load(claimable, program)?;
    let amount = credit.amount;
    check_address(rent_to, &credit.payer.into())?;

    if is_bridged {
        require(asset != bridge.canonical_mint, BridgeError::InvalidAccount)?;
        check_unused(escrow, program, None)?;
        check_address(token_program, &TOKEN_PROGRAM)?;
        let supply = Mint::read(mint).ok_or(BridgeError::InvalidAccount)?.supply;
        let payable = takes(to, &asset) && supply.checked_add(amount).is_some();
        require(payable, BridgeError::PaymentFailed)?;
        Payment { bridge: bridge_account, from: mint, to, amount }.mint(bridge)?;
    } else if bridge.is_native() {
        bridge.check_escrow(escrow)?;
        check_unused(token_program, program, Some(&TOKEN_PROGRAM))?;
        require(payment::can_receive(to, bridge, amount)?, BridgeError::PaymentFailed)?;
        payment::pay(escrow, to, amount)?;
        Bridge::load_mut(bridge_account, program)?.settle(amount)?;
    } else {
        bridge.check_escrow(escrow)?;
        check_address(token_program, &TOKEN_PROGRAM)?;
        let payable = takes(to, &asset) && TokenAccount::read(escrow).is_some() && to.address() != escrow.address();
        require(payable, BridgeError::PaymentFailed)?;
        Payment { bridge: bridge_account, from: escrow, to, amount }.transfer(bridge)?;
        Bridge::load_mut(bridge_account, program)?.settle(amount)?;
    }

    close(claimable, rent_to)?;
    let mut event = Event::<{ size(32 + 32 + 32 + 8) }>::new(EVENT_CLAIMED);
    event.push(creditor).push(&asset).push(to.address().as_array()).push(&amount.to_le_bytes());
    emitter.emit(&event)
}

/// Whether `account` is a token account of `mint` that can be paid.
fn takes(account: &AccountView, mint: &Word) -> bool {
    account.is_writable() && TokenAccount::read(account).is_some_and(|token| token.mint == *mint)
}
