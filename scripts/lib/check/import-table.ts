/** The permitted directions of imports. `source-rules.ts` compares the sources with these tables. */

const CONTRACTS = ['contracts-evm', 'contracts-solana', 'contracts-radix'];

/**
 * The workspaces that the shipped code of each workspace may import, by their package names. Contracts, `protocol`,
 * `runtime`, `networks` and `radix-ledger` import nothing. `chains` and `storage` do not import each other; `outbox`,
 * the relayer and the API use both. The relayer and the API share only storage and the chains. `devnet` runs chains and
 * imports none of these processes.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'contracts/evm': [],
  'contracts/solana': [],
  'contracts/radix': [],
  'contracts/conformance': ['protocol'],
  protocol: [],
  runtime: [],
  networks: [],
  config: ['protocol', 'runtime'],
  keys: ['protocol'],
  chains: [...CONTRACTS, 'networks', 'protocol', 'runtime', 'config'],
  storage: ['protocol', 'runtime'],
  outbox: ['protocol', 'runtime', 'chains', 'storage'],
  agents: ['protocol', 'runtime', 'storage'],
  prices: ['protocol', 'runtime'],
  process: ['protocol', 'runtime', 'config', 'keys', 'chains', 'storage'],
  relayer: ['protocol', 'runtime', 'config', 'keys', 'chains', 'storage', 'outbox', 'process'],
  api: ['protocol', 'runtime', 'config', 'keys', 'chains', 'storage', 'outbox', 'agents', 'prices'],
  solver: [...['protocol', 'runtime', 'config', 'keys', 'chains', 'storage', 'outbox', 'process', 'prices', 'client']],
  client: [],
  web: ['client'],
  'radix-ledger': [],
  'local-nodes': ['radix-ledger'],
  devnet: [...CONTRACTS, 'local-nodes', 'networks', 'protocol', 'runtime', 'config', 'keys', 'chains'],
  scripts: [
    ...CONTRACTS,
    ...[
      'radix-ledger',
      'protocol',
      'runtime',
      'config',
      'keys',
      'chains',
      'storage',
      'outbox',
      'agents',
      'process',
      'relayer',
      'solver',
      'api',
      'client',
      'local-nodes',
      'devnet',
    ],
  ],
  test: [
    ...CONTRACTS,
    ...['networks', 'protocol', 'runtime', 'config', 'keys', 'chains', 'storage', 'outbox', 'agents', 'relayer'],
    ...['solver', 'api', 'client', 'web', 'local-nodes', 'devnet', 'cli'],
  ],
};

/** Further workspaces that tests may import. */
export const TESTS_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'contracts/evm': ['protocol'],
  'contracts/solana': ['protocol'],
  'contracts/radix': ['protocol', 'radix-ledger'],
  chains: ['local-nodes', 'radix-ledger'],
  storage: ['local-nodes'],
  outbox: ['contracts-evm'],
  relayer: ['contracts-evm', 'local-nodes', 'devnet'],
  solver: ['local-nodes', 'devnet'],
  api: ['contracts-evm', 'client', 'local-nodes', 'devnet'],
  web: ['protocol', 'chains', 'storage', 'api'],
};

/** Folders without a package, and the workspaces whose tests import them by path. */
export const IMPORTED_BY_PATH: Readonly<Record<string, readonly string[]>> = {
  'contracts/conformance': ['contracts/evm', 'contracts/solana', 'contracts/radix', 'test'],
};

/** Libraries that only some folders may import. Their tests may import them everywhere. */
export const ONLY_IN: readonly { readonly packages: RegExp; readonly folders: readonly string[] }[] = [
  { packages: /^ethers$/, folders: ['chains', 'contracts/evm', 'devnet'] },
  { packages: /^@safe-global\//, folders: ['chains', 'contracts/evm'] },
  {
    packages: /^@(?:solana|coral-xyz|radixdlt)\//,
    folders: ['chains', 'contracts', 'devnet', 'local-nodes', 'radix-ledger'],
  },
  { packages: /^(?:drizzle-orm|better-sqlite3)$/, folders: ['storage'] },
  { packages: /^(?:merkletreejs|keccak256)$/, folders: ['protocol'] },
];

/**
 * Shipped code that treats every kind of chain alike and names none. In the API, examples show people addresses of each
 * kind, and a table names assets as price sources do. In the scripts, builds, benches, suites and these rules are of
 * one kind each.
 */
export const NAMES_NO_KIND = new RegExp(
  [
    '^(?:relayer|solver|process|outbox|agents|storage|keys)/src/',
    '^prices/src/(?!assets\\.ts$)',
    '^api/src/(?!areas/(?:(?:market|wallets)/schemas|orders/examples)\\.ts$)',
    '^scripts/lib/(?!(?:build|check|tests)/|start/next-steps\\.ts$)',
  ].join('|'),
);

/** Code of chains/ and protocol/ that knows kinds by their descriptors. Its comments may name a kind. */
export const QUOTES_NO_KIND = /^chains\/src\/(?!evm\/|solana\/|radix\/|bitcoin\/)|^protocol\/src\/(?!domain\.ts$)/;

/** Neighbouring folders of one workspace. */
export interface Siblings {
  readonly parent: string;
  /** The folders under this rule; every folder below `parent` when absent. */
  readonly folders?: readonly string[];
  /** The folder that all others may import and that imports none of them. */
  readonly base?: string;
  /** The file through which one folder may import another. When absent, none may. */
  readonly door?: string;
}

/** Kinds of chain do not import each other. An area imports only the index of another area. */
export const SIBLINGS: readonly Siblings[] = [
  { parent: 'chains/src', folders: ['evm', 'solana', 'radix', 'bitcoin'] },
  { parent: 'devnet/src', folders: ['evm', 'solana', 'radix'] },
  { parent: 'local-nodes/src', folders: ['evm', 'solana', 'radix'] },
  { parent: 'api/src/areas', door: 'index.ts' },
  { parent: 'storage/src', base: 'core', door: 'index.ts' },
];

/** Layers of one workspace from the lowest to the highest. Each may import lower layers and itself. */
export const LAYERS: readonly { readonly parent: string; readonly layers: readonly (readonly string[])[] }[] = [
  { parent: 'api/src', layers: [['http'], ['plugins', 'bridge'], ['areas']] },
];

/**
 * Modules of one folder that call each other in one direction: a module that matches `from` must not import one that
 * matches `to`, where `$1` in `to` is the first group of `from`.
 */
export const NEVER_BACK: readonly { readonly from: RegExp; readonly to: string; readonly reason: string }[] = [
  {
    from: /^api\/src\/areas\/([^/]+)\/(?!index\.ts$|routes(?:\.ts$|\/))/,
    to: '^api/src/(?:areas/$1/routes(?:\\.ts$|/)|plugins/)',
    reason: 'routes call services and services use http, never back',
  },
];
