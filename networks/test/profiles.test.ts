import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  type Figure,
  findProfile,
  type NetworkProfile,
  PROFILES,
  settingsOfProfile,
  withTable,
} from '@causeway/networks';

/** What each profile must say: chain, coin, asset, wallets, finality, and the highest fee cap in gwei. */
const EXPECTED: readonly (readonly [
  name: string,
  chainId: string,
  value: boolean,
  coin: string,
  asset: string,
  native: boolean,
  walletType: number | null,
  leastSeconds: number,
  mostGwei: number | null,
])[] = [
  ['ethereum', '1', true, 'ETH', 'ETH', true, 7, 780, 100],
  ['polygon', '137', true, 'POL', 'POL', true, 8, 2, 1_000],
  ['arbitrum', '42161', true, 'ETH', 'ARB', false, 4, 780, 2],
  ['base', '8453', true, 'ETH', 'AERO', false, 6, 780, 2],
  ['optimism', '10', true, 'ETH', 'OP', false, 28, 780, 2],
  ['bnb', '56', true, 'BNB', 'BNB', true, 31, 2, 10],
  ['avalanche', '43114', true, 'AVAX', 'AVAX', true, 5, 1, 100],
  ['gnosis', '100', true, 'xDAI', 'GNO', false, null, 162, 50],
  ['solana', 'mainnet', true, 'SOL', 'SOL', true, 3, 0.15, null],
  ['radix', 'mainnet', true, 'XRD', 'XRD', true, 37, 0, null],
  ['sepolia', '11155111', false, 'ETH', 'ETH', true, 7, 780, 100],
  ['base-sepolia', '84532', false, 'ETH', 'AERO', false, 6, 780, 2],
  ['solana-devnet', 'dev', false, 'SOL', 'SOL', true, 3, 0.15, null],
  ['stokenet', 'stokenet', false, 'XRD', 'XRD', true, 37, 0, null],
];

/** Every figure of a profile, with its path. */
function figuresOf(part: object, path: string): [string, Figure<unknown>][] {
  if ('value' in part && 'source' in part) return [[path, part as Figure<unknown>]];
  return Object.entries(part).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null ? figuresOf(inner, `${path}.${name}`) : [],
  );
}

const factsOf = (profile: NetworkProfile) => [
  ...[profile.name, profile.chainId.value, profile.value, profile.coin, profile.asset.symbol, profile.asset.native],
  ...[profile.walletType, profile.finality.seconds.value[0], profile.settings.maxFeePerGasGwei?.value ?? null],
];

describe('profiles of networks', () => {
  it('say what was expected of them', () => assert.deepEqual(PROFILES.map(factsOf), EXPECTED));

  it('are a file each', () => {
    const files = readdirSync(new URL('../src/', import.meta.url)).map((name) => name.replace('.ts', ''));
    const names = PROFILES.map(({ name }) => name);
    assert.deepEqual(files.filter((name) => !['index', 'profile', 'table'].includes(name)).sort(), [...names].sort());
    for (const name of names) assert.equal(findProfile(name)?.name, name);
    assert.equal(findProfile('Base'), undefined);
  });

  it('ask on EVM for 32 blocks and the tag, the later of both', () => {
    for (const profile of PROFILES.filter(({ kind }) => kind === 'evm')) {
      assert.deepEqual(settingsOfProfile(profile).finality, { blocks: 32, finalizedTag: true }, profile.name);
    }
  });

  it('give each figure with the page that has it, or mark it as an estimate, and the day', () => {
    for (const profile of PROFILES) {
      const figures = figuresOf(profile, profile.name);
      assert(figures.length >= 3);
      for (const [path, { source, on }] of figures) {
        assert.match(on, /^20\d\d-\d\d-\d\d$/, path);
        if (source !== null) assert.match(source, /^https:\/\//, path);
      }
    }
  });

  it('are the table of the README; CAUSEWAY_UPDATE_TABLE=1 writes it', () => {
    const path = new URL('../../README.md', import.meta.url);
    const page = readFileSync(path, 'utf8');
    const right = withTable(page, PROFILES);
    if (process.env.CAUSEWAY_UPDATE_TABLE === '1') writeFileSync(path, right);
    else assert.equal(page, right);
    assert.throws(() => withTable('a page', PROFILES), RangeError);
  });

  it('have one home for each asset', () => {
    const assets = PROFILES.filter(({ value }) => value).map(({ asset }) => asset.symbol);
    assert.equal(new Set(assets).size, assets.length);
  });

  it('of test networks are not of value, and name a page that gives coins', () => {
    for (const { name, value, faucets = [] } of PROFILES) {
      assert.equal(faucets.length > 0, !value, name);
      for (const url of faucets) assert.match(url, /^https:\/\//);
    }
  });
});
