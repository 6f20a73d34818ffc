import { buildBlueprint } from './blueprint.ts';
import { cargo } from './debian-rust.ts';
import { RUST_WORKSPACE_SOURCES } from './rust-workspace.ts';
import type { Target } from './target.ts';
import { installWasmRust, WASM_TOOLCHAIN, withTargetFolder } from './wasm-rust.ts';

const FOLDER = 'contracts/radix';
const CODE = `${FOLDER}/artifacts/causeway_bridge.wasm`;
const DEFINITION = `${FOLDER}/artifacts/causeway_bridge.rpd`;

/** The bridge's Scrypto blueprint, by Debian's Rust: its code and its definition. */
export const radix: Target = {
  sources: [
    ...RUST_WORKSPACE_SOURCES,
    `${FOLDER}/Cargo.toml`,
    `${FOLDER}/src/**/*.rs`,
    'scripts/lib/build/{radix,blueprint,wasm-rust}.ts',
  ],
  artifacts: [CODE, DEFINITION],
  toolchain: () => ({ ...WASM_TOOLCHAIN }),
  problems: () => [],
  async build() {
    installWasmRust();
    return withTargetFolder(async (targetFolder) => {
      cargo(FOLDER, ['test', '--locked', '--quiet'], { CARGO_TARGET_DIR: targetFolder });
      const { code, definition } = await buildBlueprint(FOLDER, 'causeway_bridge', targetFolder);
      return new Map([
        [CODE, code],
        [DEFINITION, definition],
      ]);
    });
  },
};
