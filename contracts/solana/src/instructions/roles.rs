use causeway_codec::Word;

use crate::access::Context;
use crate::error::{BridgeError, Result, require};
use crate::event::{Emitter, Event, size};
use crate::interface::*;
use crate::state::{Bridge, MAX_MEMBERS, Oracles, State};

type OracleSet = Event<{ size(4 + 32 * MAX_MEMBERS + 1) }>;

/// Replaces the oracle set.
#[inline(never)]
pub fn set_oracle(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let (members, threshold) = (args.arrays()?, args.u8()?);
    args.end()?;
    let program = cx.program;
    let [admin, bridge, oracles, event_authority, _] = cx.accounts(&ACCESS_SET_ORACLE)?;
    let bridge = Bridge::load(bridge, program)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    bridge.check_admin(admin)?;

    Oracles::load_mut(oracles, program)?.set(members, threshold)?;
    bridge.check_roles(members)?;
    emitter.emit(&oracle_set_event(members, threshold))
}

/// The event of a set that was checked.
pub fn oracle_set_event(members: &[Word], threshold: u8) -> OracleSet {
    let mut event = OracleSet::new(EVENT_ORACLE_SET);
    event.push_all(members).push(&[threshold]);
    event
}

/// Replaces the guardian.
#[inline(never)]
pub fn set_guardian(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let guardian = args.word()?;
    args.end()?;
    let program = cx.program;
    let [admin, bridge, oracles, event_authority, _] = cx.accounts(&ACCESS_SET_GUARDIAN)?;
    let bridge = Bridge::load_mut(bridge, program)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    bridge.check_admin(admin)?;

    bridge.guardian = *guardian;
    bridge.check_roles(Oracles::load(oracles, program)?.members())?;
    emitter.key(EVENT_GUARDIAN_SET, guardian)
}

/// Proposes a new admin, or withdraws the proposal by zeros.
#[inline(never)]
pub fn propose_admin(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let proposed = args.word()?;
    args.end()?;
    let program = cx.program;
    let [admin, bridge, event_authority, _] = cx.accounts(&ACCESS_PROPOSE_ADMIN)?;
    let bridge = Bridge::load_mut(bridge, program)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    bridge.check_admin(admin)?;

    bridge.pending_admin = *proposed;
    emitter.key(EVENT_ADMIN_PROPOSED, proposed)
}

/// Takes the admin role over. Proposed admin only.
#[inline(never)]
pub fn accept_admin(cx: &mut Context) -> Result {
    cx.args().end()?;
    let program = cx.program;
    let [admin, bridge, oracles, event_authority, _] = cx.accounts(&ACCESS_ACCEPT_ADMIN)?;
    let bridge = Bridge::load_mut(bridge, program)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    let admin = admin.address().as_array();
    require(*admin == bridge.pending_admin, BridgeError::NotAdmin)?;

    bridge.admin = *admin;
    bridge.pending_admin = [0; 32];
    bridge.check_roles(Oracles::load(oracles, program)?.members())?;
    emitter.key(EVENT_ADMIN_SET, admin)
}
