/** A command line for the project's copy. */
export type Command = readonly [string, ...string[]];

export interface SuiteCommands {
  /** Builds the artifacts that the tests run, unless they run the sources. */
  readonly build?: Command;
  readonly run: Command;
  /** Further tests, which run when the tests of `run` have noticed nothing. */
  readonly more?: Command;
}

const TARGET_FOLDER = 'CARGO_TARGET_DIR=.causeway/target';

/** The suites that can catch mutants. */
export const SUITES = {
  protocol: { run: ['mocha', '--bail', 'protocol/test/*.test.ts'] },
  relayer: { run: ['mocha', '--bail', 'relayer/test/**/*.test.ts'] },
  watch: {
    run: [
      ...['mocha', '--bail'],
      ...['decisions', 'second-look', 'arming', 'guard'].map((name) => `relayer/test/watch/${name}.test.ts`),
    ],
  },
  clock: {
    run: [
      ...['mocha', '--bail', 'protocol/test/repeated-lines.test.ts', 'client/test/client.test.ts'],
      ...['core/group-commit', 'core/unavailable', 'core/time'].map((name) => `storage/test/${name}.test.ts`),
      ...['readiness', 'full-disk', 'http/resets', 'areas/agents/clocks'].map((name) => `api/test/${name}.test.ts`),
    ],
  },
  writes: {
    run: [
      ...['mocha', '--bail', '--timeout', '60000'],
      ...[
        'core/schedule',
        'core/leases',
        'core/epochs',
        'core/readers',
        'core/writers',
        'core/horizon',
        'postgres',
      ].map((name) => `storage/test/${name}.test.ts`),
    ],
  },
  // The tests of a few rules, because the whole relayer's take minutes.
  history: {
    run: [
      ...['mocha', '--bail', 'chains/test/config.test.ts'],
      ...['patient-quorum', 'quorum-reserve'].map((name) => `chains/test/${name}.test.ts`),
      ...['fairness', 'planner'].map((name) => `relayer/test/plan/${name}.test.ts`),
      ...['replaced', 'state-check', 'completeness'].map((name) => `relayer/test/view/${name}.test.ts`),
      ...['turns', 'signer-work'].map((name) => `relayer/test/signer/${name}.test.ts`),
      'relayer/test/exchange/authenticated-routes.test.ts',
      ...['relayer/test/lease-holder.test.ts', 'storage/test/bridge/chain-view.test.ts'],
    ],
  },
  accounts: {
    run: [
      ...['mocha', '--bail', '--timeout', '60000', 'chains/test/delay-above.test.ts'],
      ...['accounts', 'refusal'].map((name) => `relayer/test/signer/${name}.test.ts`),
      ...['acknowledge', 'coverage', 'delays', 'forgeries', 'false-alarms'].map(
        (name) => `relayer/test/account/${name}.test.ts`,
      ),
      ...['storage/test/bridge/comparisons.test.ts', 'api/test/areas/orders/held.test.ts'],
    ],
  },
  administration: {
    run: [
      ...['mocha', '--bail', '--timeout', '60000', 'scripts/test/repair.test.ts', 'scripts/test/administer.test.ts'],
      'chains/test/evm/safe-plans.test.ts',
    ],
    more: ['mocha', '--bail', '--timeout', '60000', 'chains/conformance/deploy.test.ts', '--grep', 'evm'],
  },
  outbox: { run: ['mocha', '--bail', 'outbox/test/*.test.ts'] },
  api: {
    run: [
      ...['mocha', '--bail', '--timeout', '20000', 'keys/test/*.test.ts'],
      ...['plugins', 'areas/avatars'].map((folder) => `api/test/${folder}/*.test.ts`),
      ...['http/callers', 'http/dropped', 'http/schema', 'undeclared'].map((name) => `api/test/${name}.test.ts`),
      'storage/test/avatars/guard.test.ts',
      'api/test/database/named-columns.test.ts',
      ...['spending', 'spending-freezes', 'wallets'].map((name) => `api/test/areas/wallets/rules/${name}.test.ts`),
      ...['exports', 'sends', 'wallets', 'leaving', 'keeping', 'frozen'].map(
        (name) => `api/test/areas/wallets/${name}.test.ts`,
      ),
      ...['amount', 'place', 'quote'].map((name) => `api/test/areas/orders/${name}.test.ts`),
      ...['takers', 'sight', 'registry'].map((name) => `api/test/areas/agents/${name}.test.ts`),
      'agents/test/webhooks/push.test.ts',
    ],
  },
  // Every role and method on an operation of each area.
  attack: {
    run: [
      ...['env', 'CAUSEWAY_ATTACK_ONLY=loadHolon,getTask,createWallet,updateOwnAvatar,createOrder,createMission'],
      'CAUSEWAY_ATTACK_CASES=600',
      ...['mocha', '--bail', '--timeout', '300000', '--grep', 'on SQLite', 'api/test/attack/attack.test.ts'],
    ],
  },
  chains: {
    run: [
      ...['mocha', '--bail', '--timeout', '120000', '--grep', ': (?:evm|radix)', '--invert'],
      ...['chains/conformance/*.test.ts', 'chains/test/solana/*.test.ts'],
    ],
  },
  evm: {
    run: [
      ...['mocha', '--bail', '--timeout', '120000'],
      ...['keystores', 'post', 'rpc-in-flight'].map((name) => `chains/test/${name}.test.ts`),
      ...['oracle', 'nonces', 'parallel-locks', 'submissions'].map((name) => `chains/test/evm/${name}.test.ts`),
    ],
  },
  radix: {
    run: [
      ...['mocha', '--bail', '--timeout', '120000', '--grep', ': (?:evm|solana)', '--invert'],
      ...['chains/conformance/*.test.ts', 'chains/test/radix/*.test.ts'],
    ],
  },
  // Without the figures of gas, which every change of a contract changes.
  contracts: {
    run: ['hardhat', 'test', 'solidity'],
    more: ['hardhat', 'test', 'mocha', 'contracts/evm/test/conformance.ts'],
  },
  // Tests that are named alone do not compile the contract.
  settler: {
    build: ['hardhat', 'build', '--no-tests', '--quiet'],
    run: [
      ...['hardhat', 'test', 'solidity'],
      ...['Fill', 'Settle', 'GiveBack', 'Vault'].map((name) => `contracts/evm/test/${name}.t.sol`),
    ],
    more: ['hardhat', 'test', 'mocha', 'contracts/evm/test/settler-conformance.ts'],
  },
  codec: {
    build: ['cargo', 'build', '--quiet', '--manifest-path', 'contracts/codec/Cargo.toml'],
    run: ['cargo', 'test', '--quiet', '--manifest-path', 'contracts/codec/Cargo.toml'],
  },
  program: {
    build: ['node', 'scripts/build-contracts.ts', '--only', 'solana'],
    run: ['mocha', '--config', 'contracts/solana/.mocharc.json', '--bail', 'contracts/solana/test/**/*.test.ts'],
  },
  // Compiled parts are kept between mutants.
  blueprint: {
    build: ['env', TARGET_FOLDER, 'cargo', 'check', '--quiet', '--manifest-path', 'contracts/radix/Cargo.toml'],
    // The build runs the crate's own tests.
    run: ['env', TARGET_FOLDER, 'node', 'scripts/build-contracts.ts', '--only', 'radix'],
    more: ['mocha', '--config', 'contracts/radix/.mocharc.json', '--bail', 'contracts/radix/test/**/*.test.ts'],
  },
  // Without the figures of costs, which every change of a contract changes.
  settlerProgram: {
    build: ['node', 'scripts/build-contracts.ts', '--only', 'solana'],
    run: [
      ...['mocha', '--config', 'contracts/solana/.mocharc.json', '--bail'],
      ...['attacks', 'rent', 'account-swaps', 'conformance'].map(
        (name) => `contracts/solana/test/settler-${name}.test.ts`,
      ),
    ],
  },
  settlerBlueprint: {
    build: ['env', TARGET_FOLDER, 'node', 'scripts/build-contracts.ts', '--only', 'radix'],
    run: [
      ...['mocha', '--config', 'contracts/radix/.mocharc.json', '--bail'],
      ...['settler', 'settler-conformance'].map((name) => `contracts/radix/test/${name}.test.ts`),
    ],
  },
} as const satisfies Record<string, SuiteCommands>;
export type SuiteName = keyof typeof SUITES;
