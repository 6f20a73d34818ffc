import { buildBlueprint } from './blueprint.ts';
import type { Target } from './target.ts';
import { installWasmRust, WASM_TOOLCHAIN, withTargetFolder } from './wasm-rust.ts';

const FOLDER = 'radix-ledger/example/counter';
const CODE = `${FOLDER}/artifacts/counter.wasm`;
const DEFINITION = `${FOLDER}/artifacts/counter.rpd`;

/** The small Scrypto blueprint that the local ledger's example tests, by Debian's Rust. */
export const radixExample: Target = {
  sources: [
    `${FOLDER}/Cargo.{toml,lock}`,
    `${FOLDER}/src/**/*.rs`,
    'scripts/lib/build/{radix-example,blueprint,wasm-rust}.ts',
  ],
  artifacts: [CODE, DEFINITION],
  toolchain: () => ({ ...WASM_TOOLCHAIN }),
  problems: () => [],
  async build() {
    installWasmRust();
    return withTargetFolder(async (targetFolder) => {
      const { code, definition } = await buildBlueprint(FOLDER, 'counter', targetFolder);
      return new Map([
        [CODE, code],
        [DEFINITION, definition],
      ]);
    });
  },
};
