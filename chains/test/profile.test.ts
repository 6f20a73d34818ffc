import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ChainConfig,
  chainConfig,
  type Deployment,
  kindOf,
  registryOf,
  settingsOf,
  sharedConfig,
} from '@causeway/chains';
import { loadConfig } from '@causeway/config';
import { PROFILES } from '@causeway/networks';

const RPC = ['https://one.test', 'https://two.test', 'https://three.test'];

describe('the profile of a chain', () => {
  const settings = (given: object, chainId?: string, kind: 'evm' | 'solana' | 'radix' = 'evm') => {
    const chain = chainId === undefined ? {} : { chainId, ...(kind === 'evm' ? { domain: Number(chainId) } : {}) };
    const result = settingsOf(kindOf(kind), 'here', chainConfig.parse(given), chain);
    return result.ok ? (result.value as Readonly<Record<string, unknown>>) : result.error.message;
  };

  it('gives the settings that the section has not, each as it stands there', () => {
    for (const { name, kind, chainId, value, settings: figures } of PROFILES) {
      const taken = settings({ profile: name, rpc: RPC }, chainId.value, kind);
      assert(typeof taken === 'object', String(taken));
      assert.equal(taken.value, value, name);
      for (const [setting, figure] of Object.entries(figures)) assert.deepEqual(taken[setting], figure.value, name);
    }
  });

  it('is overridden by the section, in finality member by member', () => {
    const own = { profile: 'base', rpc: RPC, maxFeePerGasGwei: 7, finality: { blocks: 64 }, pollMs: 123 };
    const taken = settings(own, '8453');
    assert(typeof taken === 'object');
    assert.deepEqual(taken.finality, { blocks: 64, finalizedTag: true });
    assert.deepEqual([taken.maxFeePerGasGwei, taken.pollMs, taken.logRange], [7, 123, 2_000]);
    const refused = settings({ ...own, finality: { finalizedTag: false } }, '8453');
    assert.match(String(refused), /^chains\.here\.finality\.finalizedTag: must be true/);
  });

  it('is not weakened by the section on a network of value: the tag stays, and every endpoint is one’s own', () => {
    for (const { name, kind, value, chainId, finality } of PROFILES) {
      if (kind !== 'evm' || !value) continue;
      const refused = String(settings({ profile: name, rpc: RPC, finality: { finalizedTag: false } }, chainId.value));
      assert.match(refused, /^chains\.here\.finality\.finalizedTag: must be true, because on /, name);
      if (name === 'gnosis') assert(refused.includes(`on Gnosis ${finality.rule}`), refused);
    }
    assert(!chainConfig.safeParse({ profile: 'gnosis', rpc: RPC, finality: { blocks: 0 } }).success);
    const fork = { profile: 'gnosis', rpc: RPC, value: false, finality: { finalizedTag: false } };
    assert(typeof settings(fork, '100') === 'object');
  });

  it('has what is left open told to the operator', () => {
    const adviceOf = (given: object) => {
      const config = chainConfig.parse({ rpc: RPC, ...given });
      return registryOf([{ name: 'here', config, deployment: { kind: 'evm' } as Deployment, providers: {} }]).advice;
    };
    for (const nothing of [{ profile: 'gnosis' }, { profile: 'sepolia' }, { value: false }]) {
      assert.deepEqual(adviceOf(nothing), []);
    }
    const fork = /^chains\.here\.value: is false, though Gnosis is of value: .* unless this is a fork$/;
    for (const [given, advice] of [
      [{}, /^chains\.here\.maxFeePerGasGwei: is 500/],
      [{ profile: 'gnosis', value: false }, fork],
    ] as const) {
      const [first, ...more] = adviceOf(given);
      assert.match(first ?? '', advice);
      assert.deepEqual(more, []);
    }
  });

  it('changes nothing where there is none', () => {
    const taken = settings({ rpc: RPC, value: false }, '8453');
    assert(typeof taken === 'object');
    assert.deepEqual([taken.maxFeePerGasGwei, taken.finality], [500, { blocks: 32, finalizedTag: false }]);
  });

  it('is refused for another chain, with the profile of that one', () => {
    const base = { profile: 'base', rpc: RPC };
    assert.match(String(settings(base, '10')), /^chains\.here\.profile: is of Base, chain 8453, but this is chain 10;/);
    assert.match(String(settings(base, '10')), /write "profile: optimism"/);
    assert.match(String(settings(base, '424242')), /remove it and give the settings/);
    assert.match(String(settings(base, 'mainnet', 'solana')), /is of evm chains, but this is a solana chain/);
    assert.match(String(settings({ profile: 'solana', rpc: RPC }, 'dev', 'solana')), /write "profile: solana-devnet"/);
    // A fork has the chain's id, and says itself that it has no value.
    assert(typeof settings({ ...base, value: false }, '8453') === 'object');
  });

  it('has placeholders for endpoints, which a network of value refuses', () => {
    const mixed = [...RPC.slice(0, 2), 'https://user:key@MINE.example./key'];
    for (const profile of ['polygon', undefined]) {
      const refused = String(settings({ profile, rpc: mixed, finality: { finalizedTag: true } }, '137'));
      assert.match(refused, /^chains\.here\.rpc: mine\.example stands for an endpoint/);
      assert(!refused.includes('key'));
    }
    assert(typeof settings({ profile: 'sepolia' }, '11155111') === 'object');
  });

  describe('in a file', () => {
    let directory: string;
    beforeEach(() => {
      directory = mkdtempSync(join(tmpdir(), 'causeway-profile-'));
    });
    afterEach(() => rmSync(directory, { recursive: true }));
    const load = (...lines: readonly string[]) => {
      const path = join(directory, 'causeway.yaml');
      writeFileSync(path, ['database: a.db', 'chains:', ...lines].join('\n'));
      return loadConfig(path, sharedConfig);
    };

    it('is taken by its name', () => {
      const { chains } = load('  base:', '    profile: base', `    rpc: [${RPC.join(', ')}]`);
      const { profile, value, maxFeePerGasGwei } = chains.base as ChainConfig;
      assert.deepEqual([profile, value, maxFeePerGasGwei], ['base', true, 2]);
    });

    it('is refused where there is none, with the nearest name and the line', () => {
      const refused = (name: string) => () => load('  base:', '    rpc: [https://one.test]', `    profile: ${name}`);
      assert.throws(
        refused('bsae'),
        /causeway\.yaml:5: chains\.base\.profile: "bsae" is no profile; did you mean base\?/,
      );
      assert.throws(refused('fantom'), /"fantom" is no profile; there are ethereum, polygon,/);
      assert.throws(refused('7'), /causeway\.yaml:5: chains\.base\.profile: /);
    });
  });
});
