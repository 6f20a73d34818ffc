//! The program's accounts: fixed layouts, read and written in place, the same bytes as the IDL's Borsh.

mod bridge;
mod claimable;
mod escrow;
mod oracles;
mod remote;
mod root;
mod status;

use pinocchio::{AccountView, Address};

pub use bridge::Bridge;
pub use claimable::Claimable;
pub use escrow::Escrow;
pub use oracles::{MAX_MEMBERS, Oracles};
pub use remote::{Remote, Side};
pub use root::{Interval, MAX_BATCH, Root};
pub use status::{Pages, Status, StatusPage, page_of};

use crate::error::{BridgeError, Result};
use crate::pda;

/// The layout of an account of this program, whose first field is the discriminator.
///
/// # Safety
/// A `#[repr(C, packed)]` struct for which any bytes are a valid value, and which starts with a u64.
pub unsafe trait State: Sized {
    const DISCRIMINATOR: u64;

    const SPACE: usize = size_of::<Self>();

    /// The state in `account`; InvalidAccount when it is not of this type, or not this program's. Only the program
    /// creates accounts, each at its derived address, so that the key fields of the state tell the address.
    #[inline(always)]
    fn load<'a>(account: &'a AccountView, program: &Address) -> Result<&'a Self> {
        // SAFETY: the trait guarantees it.
        unsafe { view::<Self>(account, program) }
            .filter(|state| discriminator(*state) == Self::DISCRIMINATOR)
            .ok_or(BridgeError::InvalidAccount.into())
    }

    /// The state in `account`, to be changed.
    #[inline(always)]
    fn load_mut<'a>(account: &'a mut AccountView, program: &Address) -> Result<&'a mut Self> {
        Self::load(account, program)?;
        // SAFETY: just loaded, and the account is borrowed for as long as the state.
        Ok(unsafe { &mut *account.data_mut_ptr().cast() })
    }

    /// The state in `account`. If nobody created an account there, which `seeds` must derive, the error is `missing`.
    #[inline(always)]
    fn load_or<'a>(
        account: &'a AccountView,
        program: &Address,
        seeds: &[&[u8]],
        missing: BridgeError,
    ) -> Result<&'a Self> {
        if pda::is_vacant(account) {
            pda::bump(account, seeds, program)?;
            return Err(missing.into());
        }
        Self::load(account, program)
    }

    /// Writes the discriminator into an account just created, and returns its state, all zeros.
    fn init(account: &mut AccountView) -> &mut Self {
        // SAFETY: the account was created with SPACE bytes, and starts with the discriminator.
        unsafe {
            account.data_mut_ptr().cast::<u64>().write_unaligned(Self::DISCRIMINATOR);
            &mut *account.data_mut_ptr().cast()
        }
    }
}

fn discriminator<T: State>(state: &T) -> u64 {
    // SAFETY: the trait guarantees it.
    unsafe { core::ptr::from_ref(state).cast::<u64>().read_unaligned() }
}

/// The data of an account of `owner` with the size of a `T`.
///
/// # Safety
/// `T` has no alignment, and any bytes are a valid value.
#[inline(always)]
pub unsafe fn view<'a, T>(account: &'a AccountView, owner: &Address) -> Option<&'a T> {
    let fits = account.data_len() == size_of::<T>() && account.owned_by(owner);
    // SAFETY: the data is long enough, and the caller guarantees the rest.
    fits.then(|| unsafe { &*account.data_ptr().cast() })
}
