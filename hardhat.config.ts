import { createRequire } from 'node:module';
import toolbox from '@nomicfoundation/hardhat-toolbox';
import { defineConfig } from 'hardhat/config';
import compiler from './contracts/evm/compiler.json' with { type: 'json' };

// The compiler of the npm package, so that every machine builds the same bytes without a download.
const path = createRequire(import.meta.url).resolve('solc/soljson.js');
const compilers = [{ ...compiler, path }];

// Hardhat compiles each file with settings of its own alone, and all others in one run. Only the deployed contracts
// need optimised code, which takes minutes for the tests.
const quick = { version: compiler.version, path, settings: { evmVersion: compiler.settings.evmVersion } };
const deployed = [
  ...['CausewayBridge.sol', 'PackedExecutor.sol', 'BridgedToken.sol', 'Settler.sol', 'Vault.sol'],
  'test-tokens/TestToken.sol',
];
const overrides = Object.fromEntries(deployed.map((file) => [`contracts/evm/src/${file}`, { ...compiler, path }]));

// The long mode and the seed of fuzz and invariant tests.
const long = process.env.CAUSEWAY_LONG === '1';
const seed = process.env.CAUSEWAY_SEED ?? '';

export default defineConfig({
  plugins: [toolbox],
  paths: {
    sources: 'contracts/evm/src',
    tests: 'contracts/evm/test',
    cache: 'contracts/evm/cache',
    artifacts: 'contracts/evm/build',
  },
  solidity: { profiles: { default: { compilers: [quick], overrides }, production: { compilers } } },
  typechain: { outDir: 'contracts/evm/cache/types' },
  networks: { default: { type: 'edr-simulated', chainType: 'l1', chainId: 31337 } },
  test: {
    solidity: {
      fuzz: { runs: long ? 10_000 : 256, ...(seed !== '' && { seed: `0x${BigInt(seed).toString(16)}` }) },
      invariant: { runs: long ? 512 : 48, depth: long ? 256 : 64 },
    },
  },
});
