// Debian's Rust, which has the BPF target that rustup lacks, and tools built with it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebian } from '../install/debian.ts';
import { ROOT } from './target.ts';

const BIN = '/usr/bin';
const RUSTC = join(BIN, 'rustc');
const CARGO = join(BIN, 'cargo');
const TOOLS = join(ROOT, '.causeway/tools');
/** What would change the compiler or its flags behind the project's back. */
const FOREIGN = /^(?:RUSTC|RUSTUP_|RUSTFLAGS$|RUSTDOC|CARGO_(?!HOME$|NET_|HTTP_|REGISTR))/;

/** The version of the compiler that builds the artifacts. */
export const RUST_VERSION = '1.96.0';

/** The environment of Debian's cargo: its own compiler, the project's tools, and no setting of the user's. */
export function rustEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  const path = [join(TOOLS, 'bin'), BIN, process.env.PATH].join(delimiter);
  return { ...Object.fromEntries(own), PATH: path, RUSTC, LD_LIBRARY_PATH: join(TOOLS, 'llvm') };
}

/** Runs Debian's cargo in `folder` of the project; what it prints goes to standard error. */
export function cargo(folder: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): void {
  execFileSync(CARGO, args, {
    cwd: join(ROOT, folder),
    env: { ...rustEnvironment(), ...environment },
    stdio: ['ignore', 2, 2],
  });
}

/**
 * Installs `packages`, Debian's Rust among them, unless Rust and the files `needed` are there. Throws when this is no
 * Debian, when the caller may not install packages, or when Debian has another version than the artifacts are built
 * with.
 */
export function installRust(needed: readonly string[], packages: readonly string[]): void {
  installDebian(packages, [RUSTC, CARGO, ...needed]);
  const version = execFileSync(RUSTC, ['--version'], { encoding: 'utf8' });
  if (!version.startsWith(`rustc ${RUST_VERSION} `))
    throw new Error(`${RUSTC} is ${version.trim()}; the artifacts are built with ${RUST_VERSION}`);
}

/** Builds a cargo tool into the project's tools folder, unless this version of it is there. Takes minutes. */
export function installTool(name: string, version: string): void {
  linkLlvm();
  if (existsSync(join(TOOLS, 'bin', name)) && installedVersion(name) === version) return;
  console.error(`Building ${name} ${version}: a few minutes, once.`);
  cargo('.', ['install', name, '--version', version, '--locked', '--force', '--root', TOOLS]);
}

function installedVersion(name: string): string | undefined {
  const output = execFileSync(join(TOOLS, 'bin', name), ['--version'], { env: rustEnvironment(), encoding: 'utf8' });
  return /\d+\.\d+\.\d+/.exec(output)?.[0];
}

/** A linker of LLVM bitcode must have the compiler's own LLVM; it loads any it finds, so it is given one alone. */
function linkLlvm(): void {
  const library = /libLLVM\S* => (\S+)/.exec(execFileSync('ldd', [RUSTC], { encoding: 'utf8' }))?.[1];
  if (library === undefined) throw new Error(`${RUSTC} has no LLVM library of its own`);
  const folder = join(TOOLS, 'llvm');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  symlinkSync(library, join(folder, 'libLLVM.so'));
}
