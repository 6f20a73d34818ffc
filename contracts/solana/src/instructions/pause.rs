use pinocchio::AccountView;

use crate::access::Context;
use crate::error::Result;
use crate::event::{Emitter, Event, size};
use crate::interface::{
    ACCESS_PAUSE_INBOUND, ACCESS_PAUSE_OUTBOUND, ACCESS_UNPAUSE_INBOUND, ACCESS_UNPAUSE_OUTBOUND,
    EVENT_INBOUND_PAUSED_SET, EVENT_OUTBOUND_PAUSED_SET,
};
use crate::state::{Bridge, State};

#[derive(Clone, Copy)]
enum Direction {
    Outbound,
    Inbound,
}

/// Pauses lock and burn.
pub fn pause_outbound(cx: &mut Context) -> Result {
    let accounts = cx.accounts(&ACCESS_PAUSE_OUTBOUND)?;
    set_paused(cx, accounts, Direction::Outbound, true)
}

/// Unpauses lock and burn.
pub fn unpause_outbound(cx: &mut Context) -> Result {
    let accounts = cx.accounts(&ACCESS_UNPAUSE_OUTBOUND)?;
    set_paused(cx, accounts, Direction::Outbound, false)
}

/// Pauses mint and release.
pub fn pause_inbound(cx: &mut Context) -> Result {
    let accounts = cx.accounts(&ACCESS_PAUSE_INBOUND)?;
    set_paused(cx, accounts, Direction::Inbound, true)
}

/// Unpauses mint and release.
pub fn unpause_inbound(cx: &mut Context) -> Result {
    let accounts = cx.accounts(&ACCESS_UNPAUSE_INBOUND)?;
    set_paused(cx, accounts, Direction::Inbound, false)
}

/// The guardian and the admin pause, only the admin unpauses.
#[inline(never)]
fn set_paused(cx: &Context, accounts: &mut [AccountView; 4], direction: Direction, paused: bool) -> Result {
    cx.args().end()?;
    let [authority, bridge, event_authority, _] = accounts;
    let bridge = Bridge::load_mut(bridge, cx.program)?;
    let emitter = Emitter::new(cx.program, bridge, event_authority)?;
    if paused {
        bridge.check_guardian(authority)?;
    } else {
        bridge.check_admin(authority)?;
    }

    let (flag, event) = match direction {
        Direction::Outbound => (&mut bridge.outbound_paused, EVENT_OUTBOUND_PAUSED_SET),
        Direction::Inbound => (&mut bridge.inbound_paused, EVENT_INBOUND_PAUSED_SET),
    };
    *flag = paused as u8;
    emitter.emit(Event::<{ size(1) }>::new(event).push(&[paused as u8]))
}
