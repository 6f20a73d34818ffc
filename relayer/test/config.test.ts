import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@causeway/config';
import { relayerConfig, signerConfig, watchConfig } from '../src/config.ts';
import { RELAYER, SIGNER } from './support/identities.ts';

describe('configuration', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const load = (text: string) => {
    const path = join(folder, 'causeway.yaml');
    writeFileSync(path, text);
    return loadConfig(path, relayerConfig);
  };
  const VALID = `
database: causeway.db
chains:
  ethereum: { rpc: ['http://127.0.0.1:8545'] }
relayer:
  payers: { evm: { keystore: payer.json, password: { env: PAYER } } }
  identity: { file: keys/relayer.keys }
  signers: [{ url: 'http://127.0.0.1:9201', identity: '${SIGNER.name}' }]
`;

  it('lets the relayer use PostgreSQL, and a signer a file of its own alone', () => {
    const shared = VALID.replace('causeway.db', 'postgres://user@localhost/causeway');
    assert.equal(load(shared).database, 'postgres://user@localhost/causeway');
    const path = join(folder, 'signer.yaml');
    writeFileSync(
      path,
      shared.replace(
        /relayer:[\s\S]*/,
        `signer: { identity: { env: I }, relayers: ['${RELAYER.name}'], keys: { evm: { keystore: k.json, password: { env: P } } } }`,
      ),
    );
    assert.throws(() => loadConfig(path, signerConfig), /database: a signer keeps a SQLite file/);
  });

  it('lets a watch use a file of its own alone, and pause four times an hour unless it says otherwise', () => {
    const path = join(folder, 'watch.yaml');
    const watching = (database: string) => {
      writeFileSync(path, `database: ${database}\ndeployments: d\nchains: {}\nwatch: {}\n`);
      return loadConfig(path, watchConfig);
    };
    assert.throws(() => watching('postgres://user@localhost/causeway'), /database: a watch keeps a SQLite file/);
    const { watch } = watching('watch.db');
    assert.deepEqual([watch.http.port, watch.pollMs, watch.pausesPerHour, watch.keys], [9_400, 3_000, 4, {}]);
  });

  it('has defaults for everything that can have one', () => {
    const { relayer } = load(VALID);
    assert.deepEqual(relayer.http, { host: '127.0.0.1', port: 9_100 });
    assert.deepEqual(relayer.cancelAfterSeconds, { default: 86_400, lanes: {} });
    assert.deepEqual([relayer.maxBatchOrders, relayer.batchWindowMs, relayer.intervals.sweepMs], [undefined, 0, 1_000]);
    assert.equal(relayer.maxInFlight, 4);
  });

  it('names every problem with its path', () => {
    assert.throws(
      () => load(VALID.replace(/signers: .*/, 'signers: []\n  cancelAfter: 5')),
      (error) =>
        error instanceof ConfigError && /relayer\.signers/.test(error.message) && /cancelAfter/.test(error.message),
    );
  });
});
