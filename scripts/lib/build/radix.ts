import { buildBlueprint } from './blueprint.ts';
import { cargo } from './debian-rust.ts';
import { RUST_WORKSPACE_SOURCES } from './rust-workspace.ts';
import type { Target } from './target.ts';
import { installWasmRust, WASM_TOOLCHAIN, withTargetFolder } from './wasm-rust.ts';

const FOLDER = 'contracts/radix';
/** The packages: the bridge, and the settler of swaps. */
const PACKAGES = [
  [FOLDER, 'causeway_bridge'],
  [`${FOLDER}/settler`, 'causeway_settler'],
] as const;
const codeOf = (library: string): string => `${FOLDER}/artifacts/${library}.wasm`;
const definitionOf = (library: string): string => `${FOLDER}/artifacts/${library}.rpd`;

/** The Scrypto blueprints, by Debian's Rust: their code and their definitions. */
export const radix: Target = {
  sources: [
    ...RUST_WORKSPACE_SOURCES,
    `${FOLDER}/{,settler/}Cargo.toml`,
    `${FOLDER}/{src,settler/src}/**/*.rs`,
    'scripts/lib/build/{radix,blueprint,wasm-rust}.ts',
  ],
  artifacts: PACKAGES.flatMap(([, library]) => [codeOf(library), definitionOf(library)]),
  toolchain: () => ({ ...WASM_TOOLCHAIN }),
  problems: () => [],
  async build() {
    installWasmRust();
    return withTargetFolder(async (targetFolder) => {
      cargo(FOLDER, ['test', '--locked', '--quiet'], { CARGO_TARGET_DIR: targetFolder });
      const built = new Map<string, Buffer>();
      for (const [folder, library] of PACKAGES) {
        const { code, definition } = await buildBlueprint(folder, library, targetFolder);
        built.set(codeOf(library), code).set(definitionOf(library), definition);
      }
      return built;
    });
  },
};
