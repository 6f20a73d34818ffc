use crate::access::{Context, check_address};
use crate::creation::Creator;
use crate::error::{BridgeError, Result, require};
use crate::event::{Emitter, Event, size};
use crate::interface::{ACCESS_COMMIT_ROOT, EVENT_ROOT_COMMITTED};
use crate::pda;
use crate::state::{Bridge, Interval, MAX_BATCH, Oracles, Remote, State, StatusPage, page_of};

/// Commits the root of an interval, and creates the status pages it needs. Never paused.
#[inline(never)]
pub fn commit_root(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let interval = Interval { source: args.u32()?, first_nonce: args.u64()?, count: args.u32()? };
    let new_root = args.word()?;
    args.end()?;
    let program = cx.program;
    let [payer, bridge, oracles, remote, root, first_status, last_status, system_program, event_authority, _] =
        cx.accounts(&ACCESS_COMMIT_ROOT)?;
    let bridge = Bridge::load(bridge, program)?;
    let emitter = Emitter::new(program, bridge, event_authority)?;
    check_address(system_program, &pinocchio_system::ID)?;
    Oracles::load(oracles, program)?.authorize(cx.rest())?;

    let Interval { source, first_nonce, count } = interval;
    let remote = Remote::open(remote, program, source)?;
    require(count != 0, BridgeError::EmptyBatch)?;
    require(count <= MAX_BATCH, BridgeError::BatchTooLarge)?;
    require(*new_root != [0; 32], BridgeError::ZeroRoot)?;
    require(first_nonce == remote.next_inbound_nonce, BridgeError::NonceGap)?;
    let next = first_nonce.checked_add(count.into()).ok_or(BridgeError::NonceGap)?;
    remote.next_inbound_nonce = next;

    let creator = Creator { payer, program };
    interval.create(root, creator, new_root)?;
    let (source_seed, first_seed, count_seed) = interval.seeds();
    for (account, nonce) in [(first_status, first_nonce), (last_status, next - 1)] {
        if pda::is_vacant(account) {
            let page = page_of(nonce);
            let (state, _) = creator.state::<StatusPage>(account, &[pda::STATUS, &source_seed, &page.to_le_bytes()])?;
            state.source = source;
            state.page = page;
        }
        StatusPage::of(account, program, source, nonce)?;
    }

    let mut event = Event::<{ size(4 + 8 + 4 + 32) }>::new(EVENT_ROOT_COMMITTED);
    event.push(&source_seed).push(&first_seed).push(&count_seed).push(new_root);
    emitter.emit(&event)
}
