//! Accounts of the program that are given up.

use pinocchio::AccountView;

use crate::error::{BridgeError, Result};

/// Closes an account of the program: its lamports go to `to`, which paid its rent, and its address is vacant again.
#[inline(never)]
pub fn close(account: &mut AccountView, to: &mut AccountView) -> Result {
    let balance = to.lamports().checked_add(account.lamports()).ok_or(BridgeError::AmountTooLarge)?;
    to.set_lamports(balance);
    // Without lamports and data, an account of the System program: the runtime forgets it.
    account.close()
}
