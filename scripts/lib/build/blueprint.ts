import { readFileSync } from 'node:fs';
import { buildWasm, optimizeWasm, type WasmBuild } from './wasm-rust.ts';

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

/** A compiled Scrypto package. */
export interface Blueprint {
  readonly code: Buffer;
  /** The definition (`.rpd`), which the local ledger's engine extracts. */
  readonly definition: Buffer;
}

/** Compiles the Scrypto package `library` in `folder` of the project into `targetFolder`. Takes minutes. */
export async function buildBlueprint(folder: string, library: string, targetFolder: string): Promise<Blueprint> {
  const { Engine } = await import('@causeway/radix-ledger');
  const build = (args: readonly string[]): WasmBuild => ({
    ...{ folder, library, profile: 'radix', rustFlags: RUST_FLAGS },
    args: ['-Zbuild-std-features=optimize_for_size', ...args],
  });
  const definition = Engine.definition(readFileSync(buildWasm(build([]), targetFolder)));
  if (!definition.ok) throw new Error(`no definition: ${definition.error.message}`);
  const code = optimizeWasm(buildWasm(build(['--features', 'scrypto/no-schema']), targetFolder), OPTIMIZATION);
  return { code, definition: definition.value };
}
