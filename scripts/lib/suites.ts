import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One suite of `npm test`. */
export interface Suite {
  readonly name: string;
  /** Commands run one after the other in the project's root. */
  readonly commands: readonly SuiteCommand[];
  readonly timeoutMinutes: number;
}

/** How a command tells its counts: mocha in a JSON file, Hardhat in the lines that end its output. */
export type SuiteCommand =
  | { readonly kind: 'mocha'; readonly files: string }
  | { readonly kind: 'hardhat'; readonly runner: 'solidity' | 'mocha' };

const units = (workspace: string): Suite => ({
  name: workspace,
  commands: [{ kind: 'mocha', files: `${workspace}/test/**/*.test.ts` }],
  timeoutMinutes: 8,
});

/** Tests of the whole system: each file starts chains and processes of its own, and mostly waits for blocks. */
const systemTests = (): Suite[] =>
  globSync('test/**/*.test.ts', { cwd: fileURLToPath(new URL('../..', import.meta.url)) })
    .sort()
    .map((files) => ({
      name: files.replace(/^test\//, '').replace(/\.test\.ts$/, ''),
      commands: [{ kind: 'mocha', files }],
      timeoutMinutes: 15,
    }));

/** All suites, tests of the whole system first: the runner takes them from both ends, so that unlike ones overlap. */
export const SUITES: readonly Suite[] = [
  ...systemTests(),
  ...[
    'scripts',
    'radix-ledger',
    'devnet',
    'protocol',
    'storage',
    'api',
    'relayer',
    'chains',
    'contracts/solana',
    'contracts/radix',
  ].map(units),
  {
    name: 'contracts',
    commands: [
      { kind: 'hardhat', runner: 'solidity' },
      { kind: 'hardhat', runner: 'mocha' },
    ],
    timeoutMinutes: 15,
  },
];
