/** One suite of `npm test`. */
export interface Suite {
  readonly name: string;
  /** Commands run one after the other in the project's root. */
  readonly commands: readonly SuiteCommand[];
  /** The part that `--quick` runs; nothing when absent. */
  readonly quick?: readonly SuiteCommand[];
  /** Limit on an idle machine. */
  readonly timeoutMinutes: number;
  /** Seconds on an idle machine with two cores, until a run here has been measured. */
  readonly usualSeconds: number;
  /** Whether it keeps one core busy or mostly waits for blocks. Computing suites give way to waiting ones. */
  readonly load: 'computes' | 'waits';
  /** Memory of all its processes. */
  readonly megabytes: number;
  /** Programs of the system without which the suite is left out. */
  readonly needs?: readonly NeededProgram[];
}

/** A program of the system, and the Debian package that has it. */
export interface NeededProgram {
  readonly program: string;
  readonly package: string;
}

/** How a command reports its counts: mocha in a file, Hardhat in the last lines of its output. */
export type SuiteCommand =
  | {
      readonly kind: 'mocha';
      /** Patterns of files, which run in this order in one process. To mocha, braces alone are no pattern. */
      readonly files: readonly string[];
      /** Only tests whose full title matches. */
      readonly grep?: string;
    }
  | {
      readonly kind: 'hardhat';
      readonly runner: 'solidity' | 'mocha';
      /** These files alone. */
      readonly files?: readonly string[];
    };

/** The browser that opens the web app. */
const CHROMIUM = [{ program: '/usr/bin/chromium-headless-shell', package: 'chromium-headless-shell' }];

const PROMETHEUS = { program: '/usr/bin/prometheus', package: 'prometheus' };
/** Programs that check the rules of alarms and the example for Alertmanager. */
const ALARM_TOOLS = [
  { program: '/usr/bin/promtool', package: 'prometheus' },
  { program: '/usr/bin/amtool', package: 'prometheus-alertmanager' },
];

const mocha = (...files: readonly string[]): SuiteCommand => ({ kind: 'mocha', files });

/** The tests of one workspace. */
const units = (workspace: string, usualSeconds: number, more: Partial<Suite> = {}): Suite => ({
  name: workspace,
  commands: [mocha(`${workspace}/test/**/*.test.ts`)],
  timeoutMinutes: 8,
  usualSeconds,
  load: 'computes',
  megabytes: 600,
  ...more,
});

/** Tests of the whole system on one stack of chains and processes that all its files share. */
const system = (
  name: string,
  usualSeconds: number,
  files: readonly string[] = [name],
  more: Partial<Suite> = {},
): Suite => ({
  name: `system/${name}`,
  commands: [mocha(...files.map((file) => `test/system/${file}.test.ts`))],
  timeoutMinutes: 15,
  usualSeconds,
  load: 'waits',
  megabytes: 2_500,
  ...more,
});

const all = (suite: Suite): Suite => ({ ...suite, quick: suite.commands });

/** One order from and to each kind of chain, at once. */
const AN_ORDER_OF_EACH_KIND: SuiteCommand = {
  kind: 'mocha',
  files: ['test/system/radix.test.ts'],
  grep: 'lock at home and mint',
};

/** Tests of one area with random cases, which the long mode makes many. */
const long = (name: string, ...commands: readonly SuiteCommand[]): Suite => ({
  name,
  commands,
  timeoutMinutes: 120,
  usualSeconds: 600,
  load: 'computes',
  megabytes: 1_500,
});

/** The suites of `npm run test:long`. Every test file with random cases belongs to one. */
export const LONG_SUITES: readonly Suite[] = [
  long('missions', mocha('api/test/areas/missions/rules/properties.test.ts', 'api/test/areas/missions/copies.test.ts')),
  long(
    'libraries',
    mocha('api/test/areas/libraries/rules/properties.test.ts', 'api/test/areas/libraries/resolver.test.ts'),
  ),
  long('messages', mocha('api/test/areas/messages/rules/properties.test.ts')),
  long('holons', mocha('api/test/areas/holons/properties.test.ts')),
  long('tasks', mocha('agents/test/**/*.test.ts', 'api/test/areas/agents/collaboration-crashes.test.ts')),
  long('workflows', mocha('api/test/areas/agents/workflow-crashes.test.ts')),
  long(
    'histories',
    mocha('api/test/areas/agents/histories.test.ts'),
    mocha('api/test/faults/*.long.ts', 'api/test/races/*.test.ts'),
  ),
  long('orders', mocha('storage/test/bridge/*-properties.test.ts')),
  long('lists', mocha('api/test/http/bounded-lists.test.ts', 'api/test/database/usage.test.ts')),
  long('spending', mocha('api/test/areas/wallets/rules/spending-properties.test.ts')),
  long('storage', mocha('storage/test/core/columns.test.ts', 'storage/test/core/search.test.ts')),
  long(
    'requests',
    mocha(
      'api/test/http/fuzz.test.ts',
      'api/test/http/lists.test.ts',
      'api/test/undeclared.test.ts',
      'prices/test/figures.test.ts',
      'api/test/areas/offers/figures.test.ts',
    ),
  ),
  long('solver', mocha('solver/test/*.test.ts')),
  { ...long('web', mocha('web/test/browser/*.test.ts', 'web/test/browser/*.long.ts')), needs: CHROMIUM },
  {
    ...long('web-page', mocha('test/system/web-page.long.ts')),
    load: 'waits',
    megabytes: 2_500,
    needs: CHROMIUM,
  },
  { ...long('alarms', mocha('test/alarms/*.long.ts')), load: 'waits', needs: [PROMETHEUS] },
  long('hostile', mocha('test/hostile/*.long.ts')),
  long('walks', mocha('test/walks/*.long.ts')),
  long('browser', mocha('scripts/test/client/chromium.long.ts')),
  long('generators', mocha('api/test/generators/*.long.ts')),
  long('mcp', mocha('api/test/areas/mcp/*.long.ts')),
  long('a2a', mocha('api/test/areas/a2a/parts.test.ts', 'api/test/areas/a2a/*.long.ts')),
  long('attack', mocha('api/test/attack/attack.test.ts')),
  long('protocol', mocha('protocol/test/*.test.ts'), mocha('test/protocol/*.test.ts')),
  long(
    'relayer',
    mocha(
      'relayer/test/submit/in-flight.test.ts',
      'relayer/test/view/state-check.test.ts',
      'relayer/test/watch/decisions.test.ts',
      'relayer/test/watch/second-look.test.ts',
    ),
    mocha('relayer/test/*/*.long.ts'),
  ),
  long(
    'chains',
    mocha(
      'chains/test/evm/fees.test.ts',
      'chains/test/evm/words.test.ts',
      'chains/test/*/anchor.test.ts',
      'chains/test/delay-above.test.ts',
    ),
  ),
  long(
    'ten-chains',
    mocha(...['all-pairs', 'at-rest', 'eleventh-chain', 'sick-chain'].map((name) => `test/system/${name}.long.ts`)),
  ),
  long('laggards', mocha('test/system/laggards.long.ts')),
  long('emergencies', mocha('test/system/emergencies.long.ts')),
  long('swaps', mocha('test/system/swaps*.long.ts')),
  {
    ...long('kills', ...['evm', 'solana', 'radix'].map((name) => mocha(`test/system/kills-${name}.long.ts`))),
    load: 'waits',
    megabytes: 2_500,
  },
  {
    ...long('watch', ...['evm', 'solana', 'radix', 'calm'].map((name) => mocha(`test/system/watch-${name}.long.ts`))),
    load: 'waits',
    megabytes: 2_500,
  },
  long('local-chains', mocha('devnet/test/*.long.ts')),
  long('contracts/solana', mocha('contracts/solana/test/fuzz.test.ts')),
  long('contracts/radix', mocha('contracts/radix/test/fuzz.test.ts')),
  long('contracts/evm', { kind: 'hardhat', runner: 'solidity' }),
  long(
    'settlers',
    { kind: 'hardhat', runner: 'mocha', files: ['contracts/evm/test/settler-conformance.ts'] },
    mocha(
      ...['solana/test/settler-account-swaps', 'solana/test/settler-conformance', 'radix/test/settler-conformance'].map(
        (name) => `contracts/${name}.test.ts`,
      ),
    ),
  ),
];

/** All suites. Every test file belongs to one. */
export const SUITES: readonly Suite[] = [
  system('evm', 165, ['evm', 'signers', 'gaps', 'forged-evm']),
  system('solana', 200, ['solana', 'first-steps', 'agents', 'forged-solana']),
  system('radix', 220, ['radix', 'forged-radix'], { quick: [AN_ORDER_OF_EACH_KIND] }),
  system('tokens', 90),
  system('ring', 40),
  system('relayers', 75),
  units('chains', 130, { commands: [mocha('chains/conformance/*.test.ts', 'chains/test/**/*.test.ts')] }),
  units('scripts', 60, {
    commands: [mocha('scripts/test/*.test.ts', 'test/mutants/*.test.ts', 'test/walks/*.test.ts')],
  }),
  units('scripts/alarms', 5, {
    commands: [mocha('scripts/test/alarms/*.test.ts', 'test/alarms/*.test.ts')],
    needs: ALARM_TOOLS,
  }),
  units('scripts/client', 90, { commands: [mocha('scripts/test/client/*.test.ts')] }),
  units('devnet', 30),
  units('local-nodes', 30),
  units('radix-ledger', 60),
  all(units('contracts/radix', 60)),
  all(units('contracts/solana', 45)),
  all(units('api', 280, { timeoutMinutes: 20, megabytes: 900 })),
  all(units('relayer', 30)),
  all(units('storage', 140)),
  all(units('client', 15)),
  all(units('web', 1, { commands: [mocha('web/test/*.test.ts')] })),
  units('web/browser', 45, { commands: [mocha('web/test/browser/*.test.ts')], needs: CHROMIUM }),
  all(units('outbox', 2)),
  all(units('prices', 1)),
  all(units('solver', 5)),
  all(units('agents', 50)),
  all(units('protocol', 8, { commands: [mocha('protocol/test/*.test.ts'), mocha('test/protocol/*.test.ts')] })),
  all(units('runtime', 2)),
  all(units('config', 2)),
  all(units('networks', 2)),
  all(units('keys', 5)),
  {
    name: 'contracts',
    commands: [
      { kind: 'hardhat', runner: 'solidity' },
      { kind: 'hardhat', runner: 'mocha' },
    ],
    timeoutMinutes: 15,
    usualSeconds: 90,
    load: 'computes',
    megabytes: 1_500,
  },
];
