import { createRequire } from 'node:module';
import type { Target } from './target.ts';

const CONTRACTS = ['CausewayBridge', 'PackedExecutor', 'BridgedToken', 'Settler', 'Vault', 'TestToken'];

const artifact = (name: string) => `contracts/evm/artifacts/${name}.json`;
const packageVersion = (name: string): string => createRequire(import.meta.url)(`${name}/package.json`).version;

/** The Solidity contracts, by hardhat with solc from npm. */
export const evm: Target = {
  sources: ['contracts/evm/src/**/*.sol', 'contracts/evm/compiler.json'],
  locks: ['package-lock.json'],
  artifacts: CONTRACTS.map(artifact),
  toolchain: () => ({
    solc: packageVersion('solc'),
    '@openzeppelin/contracts': packageVersion('@openzeppelin/contracts'),
  }),
  problems: () => [],
  async build() {
    const { default: hre } = await import('hardhat');
    await hre.tasks.getTask('build').run({ force: true, quiet: true, noTests: true });
    const built = new Map<string, Buffer>();
    for (const name of CONTRACTS) {
      const { contractName, abi, bytecode, deployedBytecode } = await hre.artifacts.readArtifact(name);
      const trimmed = { contractName, abi, bytecode, deployedBytecode };
      built.set(artifact(name), Buffer.from(`${JSON.stringify(trimmed, null, 2)}\n`));
    }
    return built;
  },
};
