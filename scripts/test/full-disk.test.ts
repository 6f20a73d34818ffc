import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeIdentity } from '@causeway/keys';
import { openPlatformStorage } from '@causeway/storage';
import { makeKeystore } from '../lib/keys/make-keystore.ts';
import { CAUSEWAY, IDENTITY } from './causeway.ts';

/** Each process with a database, and what its configuration says besides. */
const OFF = '{ enabled: false }';
const CONFIGURATIONS = {
  api: `api: { port: 0, rates: { sources: { coingecko: ${OFF}, coinbase: ${OFF}, kraken: ${OFF}, pyth: ${OFF} } } }`,
  relayer: `relayer:
  http: { port: 0 }
  payers: {}
  identity: { file: identity.json }
  signers: [{ url: 'http://127.0.0.1:9', identity: '${IDENTITY}' }]`,
  signer: `signer:
  http: { port: 0 }
  keys: { evm: { keystore: key.json, password: { file: password } } }
  identity: { file: identity.json }
  relayers: ['${IDENTITY}']`,
} as const;

/** The commands, each with the configuration that it takes, and a database that is there or not. */
const COMMANDS: readonly (readonly [words: string, of: keyof typeof CONFIGURATIONS, database: 'old' | 'new'])[] = [
  ['api', 'api', 'new'],
  ['relayer', 'relayer', 'old'],
  ['signer', 'signer', 'old'],
  ['prune --older-than 1', 'relayer', 'old'],
];

// A limit for the size of files stands for a disk that takes nothing. The shell of other systems has none that can be
// lifted.
if (process.platform === 'linux') {
  describe('a disk that takes nothing at the start', function () {
    this.timeout(120_000);
    let folder: string;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'causeway-full-'));
      writeFileSync(join(folder, 'password'), 'correct\n', { mode: 0o600 });
      await makeKeystore(join(folder, 'key.json'), { kind: 'evm', passwordFile: join(folder, 'password') });
      assert.ok((await makeIdentity(join(folder, 'identity.json'))).ok);
      await (await openPlatformStorage(join(folder, 'old.db'))).close();
    });
    after(() => rmSync(folder, { recursive: true }));

    /** Runs a command that can write no file; its status and output. */
    const run = (words: string, of: keyof typeof CONFIGURATIONS, database: string) => {
      const config = join(folder, `${of}-${database}.yaml`);
      writeFileSync(config, `database: ${database}.db\nchains: {}\n${CONFIGURATIONS[of]}\n`);
      const command = [process.execPath, ...CAUSEWAY, ...words.split(' '), '--config', config];
      return new Promise<{ readonly status: unknown; readonly said: string }>((resolve) => {
        const limited = ['-c', 'ulimit -S -f 0; exec "$@"', 'sh', ...command];
        execFile('sh', limited, { timeout: 60_000 }, (error, _stdout, said) => resolve({ status: error?.code, said }));
      });
    };

    for (const [words, of, database] of COMMANDS) {
      it(`ends \`causeway ${words}\` with status 2 and advice, on a database that is ${database}`, async () => {
        const { status, said } = await run(words, of, database);
        assert.equal(status, 2, said);
        const [last, ...before] = said.trim().split('\n').reverse();
        assert.match(
          String(last),
          /^causeway: (?:\S+\.yaml:\d+: database: )?the database \S+ is unavailable, its disk does not read or write: look at/,
        );
        assert.doesNotMatch(before.join('\n'), /^ {4}at /m, 'no stack');
      });
    }
  });
}
