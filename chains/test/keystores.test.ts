import { strict as assert } from 'node:assert';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeyHandle, openKey, writeKey } from '@causeway/chains';
import { keyFromPrivate, radixKeyFromSeed, SCRYPT_N, solanaKeyFromSeed } from '@causeway/chains/keys';
import type { BuiltInKind, Hex } from '@causeway/protocol';
import { codeOf, must } from './support/bridges.ts';

const SECRET: Hex = `0x${'c0ffee'.padStart(64, '0')}`;
const SIMULATOR = 242;

/** The keys of each kind, and the field of a keystore that names the key. */
const KINDS: Readonly<
  Record<BuiltInKind, { readonly keyOf: (secret: Hex) => KeyHandle; readonly field: string; readonly network?: string }>
> = {
  evm: { keyOf: keyFromPrivate, field: 'address' },
  solana: { keyOf: solanaKeyFromSeed, field: 'publicKey' },
  radix: { keyOf: (secret) => radixKeyFromSeed(secret, SIMULATOR), field: 'account', network: 'simulator' },
};
const NAMES = Object.keys(KINDS) as BuiltInKind[];

for (const kind of NAMES) {
  const { keyOf, field } = KINDS[kind];
  describe(`a keystore: ${kind}`, () => {
    let directory: string;
    const source = { keystore: 'key.json', password: { file: 'password' } };
    const open = (change: object = {}) => openKey(kind, { ...source, ...change }, directory);
    const path = (name: string) => join(directory, name);
    const write = (as: BuiltInKind, name: string) => {
      const { network } = KINDS[as];
      const options = { password: 'correct', scryptN: SCRYPT_N.development, ...(network && { network }) };
      return writeKey(as, path(name), SECRET, options);
    };

    before(async () => {
      directory = mkdtempSync(join(tmpdir(), 'causeway-keystore-'));
      writeFileSync(path('password'), 'correct\n', { mode: 0o600 });
      await write(kind, 'key.json');
    });
    after(() => rmSync(directory, { recursive: true }));

    it('gives back a key that signs as the secret does, and prints no secret', async () => {
      const [key, direct] = [must(await open()), keyOf(SECRET)];
      assert.equal(key.address, direct.address);
      const digest: Hex = `0x${'07'.repeat(32)}`;
      assert.equal(await key.sign(digest), await direct.sign(digest));
      assert(!JSON.stringify(key).includes(SECRET.slice(2)));
    });

    it('signs a payload always alike, and no two payloads with one r, which would give the key away', async () => {
      const key = must(await open());
      const payloads = Array.from({ length: 8 }, (_, index): Hex => `0x${String(index).repeat(64)}`);
      const signatures = await Promise.all(payloads.map((payload) => key.sign(payload)));
      assert.equal(new Set(signatures.map((signature) => signature.slice(2, 66))).size, payloads.length);
      assert.deepEqual(await Promise.all(payloads.map((payload) => key.sign(payload))), signatures);
    });

    it('is readable by its owner only, and names the key without the secret', () => {
      assert.equal(statSync(path('key.json')).mode & 0o077, 0);
      const text = readFileSync(path('key.json'), 'utf8');
      assert(!text.includes(SECRET.slice(2)));
      const fields = JSON.parse(text);
      const name = keyOf(SECRET).address;
      assert.deepEqual([fields.version, fields[field]], [3, kind === 'evm' ? name.slice(2).toLowerCase() : name]);
      assert.equal('address' in fields, kind === 'evm');
    });

    it('is refused by code when missing, malformed, mislabelled, or with a wrong or missing password', async () => {
      assert.equal(codeOf(await open({ keystore: 'none.json' })), 'KEYSTORE_MISSING');
      assert.equal(codeOf(await open({ keystore: 'password' })), 'KEYSTORE_INVALID');
      assert.equal(codeOf(await open({ password: { file: 'none' } })), 'SECRET_MISSING');
      assert.equal(codeOf(await open({ password: { env: 'CAUSEWAY_TEST_UNSET' } })), 'SECRET_MISSING');
      assert.equal(codeOf(await open({ password: { file: 'key.json' } })), 'KEYSTORE_PASSWORD');
      const fields = JSON.parse(readFileSync(path('key.json'), 'utf8'));
      for (const other of [keyOf(`0x${'11'.repeat(32)}`).address, 'account_sim1', 7]) {
        writeFileSync(path('mislabelled.json'), JSON.stringify({ ...fields, [field]: other }));
        assert.equal(codeOf(await open({ keystore: 'mislabelled.json' })), 'KEYSTORE_INVALID', String(other));
      }
      chmodSync(path('password'), 0o640);
      assert.equal(codeOf(await open()), 'SECRET_EXPOSED');
      chmodSync(path('password'), 0o600);
    });

    it('is of one kind, which has keys of its own for the same secret, and is refused as another by its name', async () => {
      for (const other of NAMES.filter((name) => name !== kind)) {
        await write(other, 'other.json');
        const opened = await open({ keystore: 'other.json' });
        assert(!opened.ok, other);
        const message = `other.json has a key of ${other}, not of ${kind}`;
        assert.deepEqual([opened.error.code, opened.error.message], ['KEYSTORE_INVALID', message]);
        assert.notEqual(KINDS[other].keyOf(SECRET).address, keyOf(SECRET).address);
      }
    });

    it('may leave out the name where other programs do, which is on EVM', async () => {
      const { [field]: _name, ...nameless } = JSON.parse(readFileSync(path('key.json'), 'utf8'));
      writeFileSync(path('nameless.json'), JSON.stringify(nameless));
      const opened = await open({ keystore: 'nameless.json' });
      if (kind === 'evm') assert.equal(must(opened).address, keyOf(SECRET).address);
      else assert.equal(codeOf(opened), 'KEYSTORE_INVALID');
    });
  });
}
