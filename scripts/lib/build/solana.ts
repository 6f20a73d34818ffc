import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cargo, installRust, installTool, RUST_VERSION } from './debian-rust.ts';
import { RUST_WORKSPACE_SOURCES } from './rust-workspace.ts';
import { ROOT, type Target } from './target.ts';

const FOLDER = 'contracts/solana';
/** The programs: the bridge, and the settler of swaps. */
const PROGRAMS = ['bridge', 'settler'] as const;
const programOf = (name: string): string => `${FOLDER}/artifacts/causeway_${name}.so`;
const idlOf = (name: string): string => `${FOLDER}/idl/causeway_${name}.json`;

const RUST_TARGET = 'bpfel-unknown-none';
const PROFILE = 'solana';
const PACKAGES = ['rustc-web', 'cargo-web', 'libstd-rust-web-dev-bpf', 'gcc', 'libc6-dev'];
const LINKER = { name: 'sbpf-linker', version: '0.2.6' };

/** The Solana programs, by Debian's Rust and sbpf-linker, and their IDLs. */
export const solana: Target = {
  sources: [
    ...RUST_WORKSPACE_SOURCES,
    `${FOLDER}/{Cargo.toml,.cargo/config.toml,settler/Cargo.toml}`,
    `${FOLDER}/{src,settler/src}/**/*.rs`,
    `${FOLDER}/idl/**/*.ts`,
  ],
  artifacts: PROGRAMS.flatMap((name) => [programOf(name), idlOf(name)]),
  toolchain: () => ({ 'rustc-web': RUST_VERSION, [LINKER.name]: LINKER.version }),
  problems() {
    try {
      generateInterface('--check');
      return [];
    } catch (error) {
      return [`${FOLDER}/idl: ${String((error as { stderr?: unknown }).stderr ?? error).trim()}`];
    }
  },
  async build() {
    generateInterface();
    installRust([`/usr/lib/rustlib/${RUST_TARGET}`], PACKAGES);
    installTool(LINKER.name, LINKER.version);
    const folder = mkdtempSync(join(tmpdir(), 'causeway-solana-'));
    try {
      const environment = { CARGO_TARGET_DIR: folder };
      cargo(FOLDER, ['test', '--locked', '--quiet', '-p', 'causeway-codec'], environment);
      const profile = ['--profile', PROFILE, '--target', RUST_TARGET];
      const built = PROGRAMS.flatMap((name) => {
        cargo(FOLDER, ['build', '--locked', '--quiet', ...profile, '-p', `causeway-${name}`], environment);
        const program = readFileSync(join(folder, RUST_TARGET, PROFILE, `libcauseway_${name}.so`));
        return [[programOf(name), program] as const, [idlOf(name), readFileSync(join(ROOT, idlOf(name)))] as const];
      });
      return new Map(built);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Writes the IDLs and the programs' constants from the interfaces; with --check, throws when they are not current. */
function generateInterface(...args: readonly string[]): void {
  execFileSync(process.execPath, [join(ROOT, FOLDER, 'idl/generate.ts'), ...args], { encoding: 'utf8', stdio: 'pipe' });
}
