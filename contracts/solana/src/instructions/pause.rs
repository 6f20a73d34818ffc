use pinocchio::AccountView;

use crate::access::Context;
use crate::error::Result;
use crate::event::{Emitter, Event, size};
use crate::interface::{
    ACCESS_PAUSE_INBOUND, ACCESS_PAUSE_OUTBOUND, ACCESS_PAUSE_REMOTE, ACCESS_UNPAUSE_INBOUND, ACCESS_UNPAUSE_OUTBOUND,
    ACCESS_UNPAUSE_REMOTE, EVENT_INBOUND_PAUSED_SET, EVENT_OUTBOUND_PAUSED_SET, EVENT_REMOTE_PAUSED_SET,
};
use crate::state::{Bridge, Remote, State};

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

/// Pauses lock, burn, mint and release for one remote.
pub fn pause_remote(cx: &mut Context) -> Result {
    let accounts = cx.accounts(&ACCESS_PAUSE_REMOTE)?;
    set_remote_paused(cx, accounts, true)
}

/// Unpauses lock, burn, mint and release for one remote.
pub fn unpause_remote(cx: &mut Context) -> Result {
    let accounts = cx.accounts(&ACCESS_UNPAUSE_REMOTE)?;
    set_remote_paused(cx, accounts, false)
}

#[inline(never)]
fn set_paused(cx: &Context, accounts: &mut [AccountView; 4], direction: Direction, paused: bool) -> Result {
    cx.args().end()?;
    let [authority, bridge, event_authority, _] = accounts;
    let bridge = Bridge::load_mut(bridge, cx.program)?;
    let emitter = Emitter::new(cx.program, bridge, event_authority)?;
    check_pauser(bridge, authority, paused)?;

    let (flag, event) = match direction {
        Direction::Outbound => (&mut bridge.outbound_paused, EVENT_OUTBOUND_PAUSED_SET),
        Direction::Inbound => (&mut bridge.inbound_paused, EVENT_INBOUND_PAUSED_SET),
    };
    *flag = paused as u8;
    emitter.emit(Event::<{ size(1) }>::new(event).push(&[paused as u8]))
}

#[inline(never)]
fn set_remote_paused(cx: &Context, accounts: &mut [AccountView; 5], paused: bool) -> Result {
    let mut args = cx.args();
    let domain = args.u32()?;
    args.end()?;
    let [authority, bridge, remote, event_authority, _] = accounts;
    let bridge = Bridge::load(bridge, cx.program)?;
    let emitter = Emitter::new(cx.program, bridge, event_authority)?;
    check_pauser(bridge, authority, paused)?;

    Remote::registered(remote, cx.program, domain)?.paused = paused as u8;
    let mut event = Event::<{ size(4 + 1) }>::new(EVENT_REMOTE_PAUSED_SET);
    emitter.emit(event.push(&domain.to_le_bytes()).push(&[paused as u8]))
}

/// The guardian and the admin pause, only the admin unpauses.
fn check_pauser(bridge: &Bridge, authority: &AccountView, paused: bool) -> Result {
    if paused { bridge.check_guardian(authority) } else { bridge.check_admin(authority) }
}
