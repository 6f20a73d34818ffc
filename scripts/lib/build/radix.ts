import { readFileSync } from 'node:fs';
import { cargo } from './debian-rust.ts';
import { RUST_WORKSPACE_SOURCES } from './rust-workspace.ts';
import type { Target } from './target.ts';
import {
  buildWasm,
  installWasmRust,
  optimizeWasm,
  WASM_TOOLCHAIN,
  type WasmBuild,
  withTargetFolder,
} from './wasm-rust.ts';

const FOLDER = 'contracts/radix';
const CODE = `${FOLDER}/artifacts/causeway_bridge.wasm`;
const DEFINITION = `${FOLDER}/artifacts/causeway_bridge.rpd`;

const RUST_FLAGS = [
  // What Radix's engine runs, and no more.
  '-Ctarget-cpu=mvp',
  '-Ctarget-feature=+mutable-globals,+sign-ext',
  // The engine's functions are imported.
  '-Clink-arg=--allow-undefined',
  // Every call pays for the code's size. The messages of panics that cannot happen would be a fifth of it.
  '-Zunstable-options',
  '-Cpanic=immediate-abort',
];
const OPTIMIZATION = [
  ...['-Oz', '--always-inline-max-function-size', '10'],
  ...['--mvp-features', '--enable-mutable-globals', '--enable-sign-ext'],
  ...['--strip-debug', '--strip-producers'],
];

const library = (args: readonly string[]): WasmBuild => ({
  folder: FOLDER,
  library: 'causeway_bridge',
  profile: 'radix',
  rustFlags: RUST_FLAGS,
  args: ['-Zbuild-std-features=optimize_for_size', ...args],
});

/** The Scrypto blueprint, by Debian's Rust: its code, and its definition, which the local ledger's engine extracts. */
export const radix: Target = {
  sources: [
    ...RUST_WORKSPACE_SOURCES,
    `${FOLDER}/Cargo.toml`,
    `${FOLDER}/src/**/*.rs`,
    'scripts/lib/build/{radix,wasm-rust}.ts',
  ],
  artifacts: [CODE, DEFINITION],
  toolchain: () => ({ ...WASM_TOOLCHAIN }),
  problems: () => [],
  async build() {
    installWasmRust();
    const { Engine } = await import('@causeway/radix-ledger');
    return withTargetFolder(async (targetFolder) => {
      cargo(FOLDER, ['test', '--locked', '--quiet'], { CARGO_TARGET_DIR: targetFolder });
      const definition = Engine.definition(readFileSync(buildWasm(library([]), targetFolder)));
      if (!definition.ok) throw new Error(`no definition: ${definition.error.message}`);
      const code = buildWasm(library(['--features', 'scrypto/no-schema']), targetFolder);
      return new Map([
        [CODE, optimizeWasm(code, OPTIMIZATION)],
        [DEFINITION, definition.value],
      ]);
    });
  },
};
