import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@causeway/config';
import { relayerConfig, signerConfig } from '../src/config.ts';
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

  it('has defaults for everything that can have one', () => {
    const { relayer } = load(VALID);
    assert.deepEqual(relayer.http, { host: '127.0.0.1', port: 9_100 });
    assert.deepEqual(relayer.cancelAfterSeconds, { default: 86_400, lanes: {} });
    assert.deepEqual([relayer.maxBatchOrders, relayer.batchWindowMs, relayer.intervals.sweepMs], [50, 0, 1_000]);
  });

  it('names every problem with its path', () => {
    assert.throws(
      () => load(VALID.replace(/signers: .*/, 'signers: []\n  cancelAfter: 5')),
      (error) =>
        error instanceof ConfigError && /relayer\.signers/.test(error.message) && /cancelAfter/.test(error.message),
    );
  });
});
