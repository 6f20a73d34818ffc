use crate::access::Context;
use crate::error::Result;
use crate::event::{Emitter, Event, size};
use crate::interface::{ACCESS_SET_LIMITS, EVENT_LIMITS_SET};
use crate::rate_limit::Limits;
use crate::state::{Bridge, Remote, Side, State};
use crate::syscall::now;

/// Sets the limits of one side of a remote, in wire units. The first call fills the bucket.
#[inline(never)]
pub fn set_limits(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (domain, side) = (args.u32()?, Side::from_borsh(args.u8()?)?);
    let limits = Limits {
        min_amount: args.u64()?,
        max_amount: args.u64()?,
        capacity: args.u64()?,
        refill_per_second: args.u64()?,
    };
    args.end()?;
    let program = cx.program;
    let [admin, bridge, remote, event_authority, _] = cx.accounts(&ACCESS_SET_LIMITS)?;
    let bridge = Bridge::load(bridge, program)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    bridge.check_admin(admin)?;

    let remote = Remote::registered(remote, program, domain)?;
    let opened = remote.opened != 0;
    remote.bucket(side).set(limits, opened, now()?)?;

    let mut event = Event::<{ size(4 + 1 + 4 * 8) }>::new(EVENT_LIMITS_SET);
    event.push(&domain.to_le_bytes()).push(&[side as u8]);
    for limit in [limits.min_amount, limits.max_amount, limits.capacity, limits.refill_per_second] {
        event.push(&limit.to_le_bytes());
    }
    emitter.emit(&event)
}
