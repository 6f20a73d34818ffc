use crate::access::{Context, check_address};
use crate::closing::close;
use crate::error::{BridgeError, Result, require};
use crate::interface::ACCESS_CLOSE_ROOT;
use crate::pda;
use crate::state::{Pages, Root, State};

/// Closes a root once every message of its interval is executed or cancelled: nobody needs it any more. Anyone may.
#[inline(never)]
pub fn close_root(cx: &mut Context) -> Result {
    cx.args().end()?;
    let program = cx.program;
    let [root_account, rent_to, first_status, last_status, _] = cx.accounts(&ACCESS_CLOSE_ROOT)?;
    require(!pda::is_vacant(root_account), BridgeError::UnknownRoot)?;
    let root = Root::load(root_account, program)?;
    check_address(rent_to, &root.payer.into())?;
    let done = Pages::of(root.interval(), program, first_status, last_status)?.are_done()?;
    require(done, BridgeError::RootInUse)?;
    close(root_account, rent_to)
}
