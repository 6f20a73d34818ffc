use crate::access::{Context, check_address};
use crate::closing::close;
use crate::error::{BridgeError, Result, require};
use crate::interface::ACCESS_CLOSE_ROOT;
use crate::pda;
use crate::state::{Pages, Remote, Root, State};

/// Closes a root once every message of its interval is executed or cancelled: nobody needs it any more. Anyone may. The
/// lane's last interval keeps its root, which tells `replace_root` where the interval begins.
#[inline(never)]
pub fn close_root(cx: &mut Context) -> Result {
    cx.args().end()?;
    let program = cx.program;
    let [root_account, rent_to, remote, first_status, last_status, _] = cx.accounts(&ACCESS_CLOSE_ROOT)?;
    require(!pda::is_vacant(root_account), BridgeError::UnknownRoot)?;
    let root = Root::load(root_account, program)?;
    check_address(rent_to, &root.payer.into())?;
    let interval = root.interval();
    let remote = Remote::registered(remote, program, interval.source)?;
    require(interval.end().is_some_and(|end| end < remote.next_inbound_nonce), BridgeError::RootInUse)?;
    let done = Pages::of(interval, program, first_status, last_status)?.are_done()?;
    require(done, BridgeError::RootInUse)?;
    close(root_account, rent_to)
}
