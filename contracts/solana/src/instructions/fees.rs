use crate::access::Context;
use crate::error::{BridgeError, Result, require};
use crate::event::{Emitter, Event, size};
use crate::interface::{ACCESS_COLLECT_FEES, ACCESS_SET_FEE, EVENT_FEE_SET, EVENT_FEES_COLLECTED};
use crate::payment;
use crate::state::{Bridge, Remote, State};
use crate::syscall::rent_exemption;

/// Sets the delivery fee of locks and burns towards a remote, in lamports. The guardian and the admin may.
#[inline(never)]
pub fn set_fee(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (domain, fee) = (args.u32()?, args.u64()?);
    args.end()?;
    let program = cx.program;
    let [authority, bridge, remote, event_authority, _] = cx.accounts(&ACCESS_SET_FEE)?;
    let bridge = Bridge::load(bridge, program)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    bridge.check_guardian(authority)?;

    Remote::registered(remote, program, domain)?.fee = fee;
    let mut event = Event::<{ size(4 + 8) }>::new(EVENT_FEE_SET);
    emitter.emit(event.push(&domain.to_le_bytes()).push(&fee.to_le_bytes()))
}

/// Pays out the delivery fees of a remote. They lie in its account above the rent, apart from all that is owed. Never
/// paused.
#[inline(never)]
pub fn collect_fees(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let domain = args.u32()?;
    args.end()?;
    let program = cx.program;
    let [admin, bridge, remote, to, event_authority, _] = cx.accounts(&ACCESS_COLLECT_FEES)?;
    let bridge = Bridge::load(bridge, program)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    bridge.check_admin(admin)?;

    Remote::registered(remote, program, domain)?;
    let amount = remote.lamports().saturating_sub(rent_exemption(Remote::SPACE)?);
    require(*to.address().as_array() != [0; 32], BridgeError::InvalidRecipient)?;
    let payable = to.address() != remote.address() && payment::can_receive(to, bridge, amount)?;
    require(payable, BridgeError::PaymentFailed)?;
    payment::pay(remote, to, amount)?;

    let mut event = Event::<{ size(32 + 8) }>::new(EVENT_FEES_COLLECTED);
    emitter.emit(event.push(to.address().as_array()).push(&amount.to_le_bytes()))
}
