import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { makeIdentity } from '@causeway/keys';
import { endProcess } from '@causeway/local-nodes';
import { CAUSEWAY, IDENTITY } from './causeway.ts';

const PASSWORD = 'hunter2';
/** A server that nobody runs. */
const POSTGRES = `postgres://me:${PASSWORD}@127.0.0.1:1/causeway`;

/** A relayer without chains: it holds the leases of its database all the same. */
const configuration = (database: string) => `
database: ${database}
chains: {}
relayer:
  http: { port: 0 }
  payers: {}
  identity: { file: identity.json }
  signers: [{ url: 'http://127.0.0.1:9', identity: '${IDENTITY}' }]
`;

describe('a relayer', function () {
  this.timeout(120_000);
  let folder: string;
  let config: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-'));
    config = join(folder, 'causeway.yaml');
    writeFileSync(config, configuration('data.db'));
    assert.ok((await makeIdentity(join(folder, 'identity.json'))).ok);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('refuses a SQLite database on which another one works, and takes it once that one is dead', async () => {
    const first = await started();
    const second = spawnSync(process.execPath, [...CAUSEWAY, 'relayer', '--config', config], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.equal(second.status, 2);
    assert.match(
      second.stderr,
      /^causeway: \S+\.yaml:\d+: database: another process works on the database .*data\.db: end it first$/m,
    );
    first.kill('SIGKILL');
    await endProcess(first);
    await endProcess(await started());
  });

  it('never shows the password of its database', () => {
    writeFileSync(config, configuration(POSTGRES));
    const failed = spawnSync(process.execPath, [...CAUSEWAY, 'relayer', '--config', config], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.equal(failed.status, 2);
    assert.match(failed.stderr, /database: the database postgres:\/\/127\.0\.0\.1:1\/causeway cannot be used/);
    assert.doesNotMatch(failed.stdout + failed.stderr, new RegExp(PASSWORD));
  });

  it('shares no PostgreSQL with a signer: that one refuses it before anything else', () => {
    writeFileSync(
      config,
      `database: ${POSTGRES}\nchains: {}\nsigner: { keys: { evm: { keystore: k.json, password: { env: P } } } }\n`,
    );
    const refused = spawnSync(process.execPath, [...CAUSEWAY, 'signer', '--config', config], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /database: a signer keeps a SQLite file of its own/);
    assert.doesNotMatch(refused.stdout + refused.stderr, new RegExp(PASSWORD));
  });

  /** A running relayer, once it says so. */
  async function started() {
    const relayer = spawn(process.execPath, [...CAUSEWAY, 'relayer', '--config', config], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    for await (const line of createInterface(relayer.stderr)) if (line.includes('relayer started')) return relayer;
    throw new Error('the relayer ended at its start');
  }
});
