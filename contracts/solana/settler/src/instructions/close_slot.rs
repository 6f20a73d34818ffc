use causeway_codec::terms::Terms;

use crate::access::{Context, check_address};
use crate::closing::close;
use crate::error::{BridgeError, Result, require};
use crate::refusal::{self, SettlerError, ensure};
use crate::settler_interface::ACCESS_CLOSE_SLOT;
use crate::slot::Slot;
use crate::state::State;
use crate::swap::now;
use crate::syscall::Keccak;

/// Closes the slot of a swap that is settled or returned, after the deadline: the id can't be filled any more, and what
/// comes later is given back or withdrawn like the input of an unfilled swap. Anyone may.
pub fn close_slot(cx: &mut Context) -> Result {
    let mut args = cx.args();
    let terms = Terms::read(args.bytes()?).map_err(refusal::of_terms)?;
    args.end()?;
    let [account, rent_to, _] = cx.accounts(&ACCESS_CLOSE_SLOT)?;
    let slot = Slot::load(account, cx.program)?;
    require(slot.id == terms.id::<Keccak>(), BridgeError::InvalidAccount)?;
    check_address(rent_to, &slot.payer.into())?;
    ensure(slot.is_over(), SettlerError::NotOver)?;
    ensure(now()? >= terms.deadline(), SettlerError::DeadlineNotReached)?;
    close(account, rent_to)
}
