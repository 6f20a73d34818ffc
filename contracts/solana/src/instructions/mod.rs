//! The program's functions, one file a function or close pair.

mod burn;
mod cancel;
mod claim;
mod close_root;
mod commit_root;
mod fees;
mod initialize;
mod lock;
mod mint;
mod pause;
mod release;
mod replace_root;
mod roles;
mod set_limits;
mod set_remote;

pub use burn::{burn_tokens, burn_tokens_with_reference};
pub use cancel::cancel_order;
pub use claim::claim;
pub use close_root::close_root;
pub use commit_root::commit_root;
pub use fees::{collect_fees, set_fee};
pub use initialize::initialize;
pub use lock::{lock_tokens, lock_tokens_with_reference};
pub use mint::mint_tokens;
pub use pause::{pause_inbound, pause_outbound, pause_remote, unpause_inbound, unpause_outbound, unpause_remote};
pub use release::release_tokens;
pub use replace_root::replace_root;
pub use roles::{accept_admin, propose_admin, set_guardian, set_oracle};
pub use set_limits::set_limits;
pub use set_remote::{open_remote, set_remote};
