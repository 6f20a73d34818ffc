use crate::access::Context;
use crate::error::{BridgeError, Result, require};
use crate::event::{Emitter, Event, size};
use crate::interface::{ACCESS_REPLACE_ROOT, EVENT_ROOT_REPLACED};
use crate::state::{Bridge, Interval, MAX_BATCH, Root, State, StatusPage, page_of};

/// Repairs a committed interval after a reorganisation deeper than finality, or a forged root. Inbound paused.
#[inline(never)]
pub fn replace_root(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let interval = Interval { source: args.u32()?, first_nonce: args.u64()?, count: args.u32()? };
    let (new_root, changed) = (args.word()?, args.arrays::<8>()?);
    args.end()?;
    let program = cx.program;
    let [admin, bridge, root, first_status, last_status, event_authority, _] = cx.accounts(&ACCESS_REPLACE_ROOT)?;
    let bridge = Bridge::load(bridge, program)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    bridge.check_admin(admin)?;

    require(bridge.inbound_paused != 0, BridgeError::InboundNotPaused)?;
    require(*new_root != [0; 32], BridgeError::ZeroRoot)?;
    interval.root(root, program)?;
    Root::load_mut(root, program)?.root = *new_root;
    // A longer list names a nonce twice, and would not fit the event.
    require(changed.len() <= MAX_BATCH as usize, BridgeError::BatchTooLarge)?;
    let Interval { source, first_nonce, count } = interval;
    let last_nonce = first_nonce + u64::from(count) - 1;
    StatusPage::of(first_status, program, source, first_nonce)?;
    StatusPage::of(last_status, program, source, last_nonce)?;
    for nonce in changed.iter().copied().map(u64::from_le_bytes) {
        interval.check(nonce)?;
        let on_first = page_of(nonce) == page_of(first_nonce);
        let page = if on_first { &mut *first_status } else { &mut *last_status };
        StatusPage::of(page, program, source, nonce)?.replace(nonce);
    }

    let (source_seed, first_seed, count_seed) = interval.seeds();
    let mut event = Event::<{ size(4 + 8 + 4 + 32 + 4 + 8 * MAX_BATCH as usize) }>::new(EVENT_ROOT_REPLACED);
    event.push(&source_seed).push(&first_seed).push(&count_seed).push(new_root).push_all(changed);
    emitter.emit(&event)
}
