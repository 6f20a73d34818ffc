//! A Radix ledger in one WebAssembly module: radix-engine over a substate database in memory.
//!
//! The module holds one ledger. `abi` is what the host sees; everything else is plain Rust.
//! Nothing here reads a clock, a file or randomness: the same calls give the same bytes.

#[cfg(target_arch = "wasm32")]
mod abi;
mod definition;
mod genesis;
mod hashes;
mod ledger;
mod manifests;
mod messages;
mod preview;
mod queries;
mod receipt;
mod rejection;
mod rounds;
mod sbor_json;
mod store;
mod text;
mod transactions;
