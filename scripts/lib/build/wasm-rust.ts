// Debian's Rust for WebAssembly. Debian has no standard library for it, so that one is compiled with each program.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cargo, installRust, RUST_VERSION } from './debian-rust.ts';

const RUST_TARGET = 'wasm32-unknown-unknown';
const PACKAGES = [
  ...['rustc-web', 'cargo-web', 'rust-web-src', 'lld-22', 'clang-22', 'llvm-22', 'binaryen'],
  ...['gcc', 'libc6-dev'],
];
const LINKER = '/usr/bin/wasm-ld-22';
const C_COMPILER = '/usr/bin/clang-22';
const ARCHIVER = '/usr/bin/llvm-ar-22';
const OPTIMIZER = '/usr/bin/wasm-opt';
const STANDARD_LIBRARY = '/usr/lib/rustlib/src/rust/library';

const LLVM_VERSION = '22.1.8';
const BINARYEN_VERSION = '108';

/** The versions that build WebAssembly. */
export const WASM_TOOLCHAIN: Readonly<Record<string, string>> = {
  'rustc-web': RUST_VERSION,
  'clang-22': LLVM_VERSION,
  binaryen: BINARYEN_VERSION,
};

/** Installs the compiler, linker and optimizer from Debian, unless they are there. Throws as `installRust` does. */
export function installWasmRust(): void {
  installRust([LINKER, C_COMPILER, ARCHIVER, OPTIMIZER, STANDARD_LIBRARY], PACKAGES);
  for (const [tool, version] of [
    [LINKER, LLVM_VERSION],
    [C_COMPILER, LLVM_VERSION],
    [OPTIMIZER, BINARYEN_VERSION],
  ] as const) {
    const output = execFileSync(tool, ['--version'], { encoding: 'utf8' });
    if (!output.split(/\s/).includes(version))
      throw new Error(`${tool} is ${output.split('\n')[0]}; the artifacts are built with ${version}`);
  }
}

/**
 * Runs `work` with a folder for what cargo compiles, and removes it afterwards; with CARGO_TARGET_DIR in the environment
 * that one is used and kept.
 */
export async function withTargetFolder<T>(work: (targetFolder: string) => Promise<T>): Promise<T> {
  const kept = process.env.CARGO_TARGET_DIR;
  if (kept !== undefined) return work(resolve(kept));
  const folder = mkdtempSync(join(tmpdir(), 'causeway-wasm-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What cargo compiles to WebAssembly. */
export interface WasmBuild {
  /** The package's folder in the project. */
  readonly folder: string;
  /** The library's name, underscores in it. */
  readonly library: string;
  /** The profile of its workspace, "release" when absent. */
  readonly profile?: string;
  /** Flags of rustc for the package and everything it depends on. */
  readonly rustFlags: readonly string[];
  /** Further arguments of `cargo build`. */
  readonly args?: readonly string[];
}

/** Compiles a package and all it depends on into `targetFolder`; returns the path of the module. Takes minutes. */
export function buildWasm(build: WasmBuild, targetFolder: string): string {
  const { folder, library, profile = 'release', rustFlags, args = [] } = build;
  const standard = ['--target', RUST_TARGET, '-Zbuild-std=std,panic_abort'];
  cargo(folder, ['build', '--locked', '--quiet', '--profile', profile, ...standard, ...args], {
    CARGO_TARGET_DIR: targetFolder,
    // Building the standard library is a feature of unreleased compilers.
    RUSTC_BOOTSTRAP: '1',
    RUSTFLAGS: rustFlags.join(' '),
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: LINKER,
    CC_wasm32_unknown_unknown: C_COMPILER,
    AR_wasm32_unknown_unknown: ARCHIVER,
    CFLAGS_wasm32_unknown_unknown: '-mcpu=mvp -mmutable-globals -msign-ext',
  });
  return join(targetFolder, RUST_TARGET, profile, `${library}.wasm`);
}

/** The module at `path` as wasm-opt makes it smaller, for an engine with the features named. */
export function optimizeWasm(path: string, args: readonly string[]): Buffer {
  const optimized = `${path}.optimized`;
  execFileSync(OPTIMIZER, [...args, path, '-o', optimized], { stdio: ['ignore', 2, 2] });
  return readFileSync(optimized);
}
