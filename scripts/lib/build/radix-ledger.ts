import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Target } from './target.ts';
import { buildWasm, installWasmRust, optimizeWasm, WASM_TOOLCHAIN, withTargetFolder } from './wasm-rust.ts';

const FOLDER = 'radix-ledger/engine';
const ENGINE = 'radix-ledger/artifacts/radix_ledger.wasm';

/** Flags that make no difference between the machines of two people. */
const rustFlags = (): readonly string[] => [
  '-Cpanic=abort',
  // There is no randomness: every call's outcome depends on its input alone.
  '--cfg=getrandom_backend="unsupported"',
  // Messages of panics name the files of the crates.
  `--remap-path-prefix=${process.env.CARGO_HOME ?? join(homedir(), '.cargo')}=/cargo`,
];
const OPTIMIZATION = [
  '-Os',
  ...['--enable-bulk-memory', '--enable-sign-ext', '--enable-mutable-globals', '--enable-nontrapping-float-to-int'],
  ...['--enable-reference-types', '--enable-multivalue'],
  ...['--strip-debug', '--strip-producers'],
];

/** The engine of the local Radix ledger: radix-engine in WebAssembly, by Debian's Rust. */
export const radixLedger: Target = {
  sources: [
    `${FOLDER}/{Cargo.toml,Cargo.lock,build.rs}`,
    `${FOLDER}/src/**/*.rs`,
    'scripts/lib/build/{radix-ledger,wasm-rust}.ts',
  ],
  artifacts: [ENGINE],
  toolchain: () => ({ ...WASM_TOOLCHAIN }),
  problems: () => [],
  async build() {
    installWasmRust();
    return withTargetFolder(async (targetFolder) => {
      const module = buildWasm({ folder: FOLDER, library: 'radix_ledger', rustFlags: rustFlags() }, targetFolder);
      return new Map([[ENGINE, optimizeWasm(module, OPTIMIZATION)]]);
    });
  },
};
