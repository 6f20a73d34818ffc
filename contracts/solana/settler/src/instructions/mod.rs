//! The program's functions.

mod close_slot;
mod collect;
mod fill;
mod give_back;
mod settle;
mod withdraw;

pub use close_slot::close_slot;
pub use collect::collect;
pub use fill::{fill, fill_and_settle};
pub use give_back::give_back;
pub use settle::{settle, settle_less};
pub use withdraw::{sweep, withdraw};
