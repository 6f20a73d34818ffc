import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ChainConfig,
  ConfigError,
  chainConfig,
  kindOf,
  loadConfig,
  settingsOf,
  sharedConfig,
  waitForConfig,
} from '@causeway/chains';
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
  const chain = 'database: data.db\nchains:\n  ethereum:\n    rpc: [http://127.0.0.1:1]\n';

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
      assert(settingsOf(kindOf(kind), 'here', chainConfig.parse({ rpc: ['http://127.0.0.1:1'] })).ok);
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
