/** The cargo workspace of the Rust contracts and the codec that they share. */
const WORKSPACE = 'contracts';

/** Globs of what every artifact of the workspace depends on beside its own crate. */
export const RUST_WORKSPACE_SOURCES: readonly string[] = [
  `${WORKSPACE}/{Cargo.toml,Cargo.lock}`,
  `${WORKSPACE}/codec/Cargo.toml`,
  `${WORKSPACE}/codec/src/**/*.rs`,
];
