import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChainConfig, chainConfig, kindOf, settingsOf, sharedConfig } from '@causeway/chains';
import { ConfigError, loadConfig, waitForConfig } from '@causeway/config';
import { NOT_FINAL_BY_DEPTH } from '../src/evm/depth.ts';
import { evmKind } from '../src/evm/kind.ts';

describe('configuration files', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'causeway-config-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));
  const load = (text: string) => {
    const path = join(directory, 'causeway.yaml');
    writeFileSync(path, text);
    return loadConfig(path, sharedConfig);
  };
  const chain = 'database: data.db\nchains:\n  ethereum:\n    rpc: [http://127.0.0.1:1]\n    value: false\n';

  it('fill in the defaults, 32 blocks of finality among them', () => {
    const config = load(chain);
    const settings = settingsOf(evmKind, 'ethereum', config.chains.ethereum as ChainConfig);
    assert.deepEqual(settings.ok && settings.value.finality, { blocks: 32, finalizedTag: false });
    assert.equal(config.deployments, 'deployments');
    assert.equal(config.baseDir, directory);
  });

  it('are refused with every problem and its path', () => {
    const text = `${chain}    pollMs: 1\n    quorom: 2\nrelayerr: {}\n`;
    assert.throws(
      () => load(text),
      (error) => {
        assert(error instanceof ConfigError);
        for (const part of ['chains.ethereum.pollMs', 'quorom', 'relayerr: unknown section']) {
          assert(error.message.includes(part), `${part} in ${error.message}`);
        }
        return true;
      },
    );
  });

  it('are refused with a setting of another kind of chain, which is named', () => {
    const foreign = {
      evm: { maxFeeXrd: 25, tipPercentage: 0, maxComputeUnitPriceMicroLamports: 1 },
      solana: { maxFeeXrd: 25, tipPercentage: 0, maxFeePerGasGwei: 500 },
      radix: {
        maxFeePerGasGwei: 500,
        maxComputeUnitPriceMicroLamports: 1,
        webSocket: 'ws://127.0.0.1:1',
        finality: {},
      },
    } as const;
    for (const kind of ['evm', 'solana', 'radix'] as const) {
      assert(settingsOf(kindOf(kind), 'here', chainConfig.parse({ rpc: ['http://127.0.0.1:1'], value: false })).ok);
      for (const [setting, value] of Object.entries(foreign[kind])) {
        const refused = settingsOf(
          kindOf(kind),
          'here',
          chainConfig.parse({ rpc: ['http://127.0.0.1:1'], [setting]: value }),
        );
        assert(!refused.ok && refused.error.code === 'CONFIG_INVALID', `${kind} ${setting}`);
        assert.match(refused.error.message, new RegExp(`^chains\\.here\\.${setting}: .* but here is a ${kind} chain`));
      }
    }
  });

  describe('of a network of value', () => {
    const settings = (config: object, domain?: number, kind: 'evm' | 'solana' | 'radix' = 'evm') => {
      const result = settingsOf(
        kindOf(kind),
        'net',
        chainConfig.parse({ rpc: ['http://127.0.0.1:1'], ...config }),
        domain === undefined ? {} : { domain, chainId: `${domain}` },
      );
      return result.ok ? result.value : result.error.message;
    };
    const said = (finality: object) => ({ finality });

    it('say whether the depth of a block decides alone, and are refused with the line to add', () => {
      const missing = [
        [{}, 'finality: { finalizedTag: true }'],
        [said({}), 'finality: { finalizedTag: true }'],
        [said({ blocks: 64 }), 'finality: { blocks: 64, finalizedTag: true }'],
      ] as const;
      for (const [config, line] of missing) {
        const refusal = settings(config);
        assert(typeof refusal === 'string', `${JSON.stringify(config)} is taken`);
        assert(refusal.startsWith('chains.net.finality.finalizedTag: is missing'), refusal);
        for (const part of [`write "${line}" in chains.net`, line.replace('true', 'false'), '"value: false"'])
          assert(refusal.includes(part), `${part} in ${refusal}`);
        const mended = JSON.parse(line.replace('finality: ', '').replaceAll(/(\w+):/g, '"$1":')) as object;
        assert(typeof settings(said(mended)) === 'object');
      }
      for (const finalizedTag of [true, false]) {
        const taken = settings(said({ finalizedTag }));
        assert(typeof taken === 'object');
        assert.deepEqual('finality' in taken && taken.finality, { blocks: 32, finalizedTag });
      }
    });

    it('are refused with depth alone where the network is known to take back blocks so deep', () => {
      for (const [domain, name] of NOT_FINAL_BY_DEPTH.flatMap(({ networks }) => Object.entries(networks))) {
        const here = Number(domain);
        const refusal = settings(said({ blocks: 1_000, finalizedTag: false }), here);
        assert(typeof refusal === 'string', `${name} is taken`);
        for (const part of [
          `on ${name} `,
          'must be true',
          'https://',
          '"finality: { blocks: 1000, finalizedTag: true }"',
        ])
          assert(refusal.includes(part), `${part} in ${refusal}`);
        assert(typeof settings({}, here) === 'string');
        assert(typeof settings(said({ finalizedTag: true }), here) === 'object');
        assert(typeof settings({ value: false }, here) === 'object', 'a fork of it is a test network');
      }
      assert(typeof settings(said({ finalizedTag: false }), 41_001) === 'object');
    });

    it('need not say so where depth never decides alone', () => {
      for (const kind of ['solana', 'radix'] as const) assert(typeof settings({}, undefined, kind) === 'object', kind);
    });
  });

  it('are refused when missing or no YAML', () => {
    assert.throws(() => loadConfig(join(directory, 'none.yaml'), sharedConfig), ConfigError);
    assert.throws(() => load('chains: ['), ConfigError);
  });

  it('are told by line and column what is not YAML, without what stands there', () => {
    assert.throws(
      () => load('database: a.db\nchains: { secret: [\n'),
      (error: Error) =>
        /causeway\.yaml: line 3, column 1 is not YAML: /.test(error.message) && !/secret/.test(error.message),
    );
  });

  it('are told what is missing', () => {
    assert.throws(() => load('chains: {}'), /causeway\.yaml: database: is missing; give a string$/);
  });

  it('can be waited for', async () => {
    const path = join(directory, 'later.yaml');
    const steps: string[] = [];
    const waited = waitForConfig(path, async () => steps.push('loaded')).then(() => steps.push('there'));
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(steps, ['loaded']);
    writeFileSync(path, chain);
    await waited;
    assert.deepEqual(steps, ['loaded', 'there']);
  });
});
