use crate::access::{Context, check_address, check_unused};
use crate::closing::close;
use crate::creation::Creator;
use crate::error::{BridgeError, Result, require};
use crate::event::{Emitter, Event, size};
use crate::interface::{ACCESS_REPLACE_ROOT, EVENT_ROOT_REPLACED};
use crate::pda;
use crate::state::{Bridge, Interval, MAX_BATCH, Pages, Remote, Root, State};

/// Repairs a committed interval after a reorganisation deeper than finality, or a forged root: gives it another root, or
/// drops it by the zero root. Inbound or the remote paused.
#[inline(never)]
pub fn replace_root(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let interval = Interval { source: args.u32()?, first_nonce: args.u64()?, count: args.u32()? };
    let (new_root, changed) = (args.word()?, args.arrays::<8>()?);
    args.end()?;
    let program = cx.program;
    let [admin, bridge, remote, root, rent_to, first_status, last_status, system_program, event_authority, _] =
        cx.accounts(&ACCESS_REPLACE_ROOT)?;
    let bridge = Bridge::load(bridge, program)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    check_address(system_program, &pinocchio_system::ID)?;
    bridge.check_admin(admin)?;

    let remote = Remote::registered(remote, program, interval.source)?;
    require(bridge.inbound_paused != 0 || remote.paused != 0, BridgeError::InboundNotPaused)?;
    let next = remote.next_inbound_nonce;
    let end = interval.end().filter(|end| *end <= next).ok_or(BridgeError::UnknownRoot)?;
    let mut pages = Pages::of(interval, program, first_status, last_status)?;
    if *new_root == [0; 32] {
        require(changed.is_empty(), BridgeError::ZeroRoot)?;
        // Only a stored root tells where its interval begins.
        check_address(rent_to, &interval.root(root, program)?.payer.into())?;
        require(end == next, BridgeError::ZeroRoot)?;
        close(root, rent_to)?;
        pages.replace_all()?;
        remote.next_inbound_nonce = interval.first_nonce;
    } else {
        check_unused(rent_to, program, None)?;
        if pda::is_vacant(root) {
            interval.create(root, Creator { payer: admin, program }, new_root)?;
        } else {
            interval.root(root, program)?;
            Root::load_mut(root, program)?.root = *new_root;
        }
        // A longer list names a nonce twice, and would not fit the event.
        require(changed.len() <= MAX_BATCH as usize, BridgeError::BatchTooLarge)?;
        for nonce in changed.iter().copied().map(u64::from_le_bytes) {
            interval.check(nonce)?;
            pages.page(nonce)?.replace(nonce);
        }
    }

    let (source_seed, first_seed, count_seed) = interval.seeds();
    let mut event = Event::<{ size(4 + 8 + 4 + 32 + 4 + 8 * MAX_BATCH as usize) }>::new(EVENT_ROOT_REPLACED);
    event.push(&source_seed).push(&first_seed).push(&count_seed).push(new_root).push_all(changed);
    emitter.emit(&event)
}
