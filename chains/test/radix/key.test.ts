import { strict as assert } from 'node:assert';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKey, RADIX_NETWORKS, writeKey } from '@causeway/chains';
import { radixKeyFromSeed, SCRYPT_N, solanaKeyFromSeed } from '@causeway/chains/keys';
import { bytesToHex, type Hex, hexToBytes } from '@causeway/protocol';
import { PrivateKey, RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import { isSignatureOf, verifierOf } from '../../src/ed25519.ts';
import { codeOf, must } from '../support/bridges.ts';

const SIMULATOR = 242;
const CHEAP = { password: 'correct', scryptN: SCRYPT_N.development };

describe('Radix keys', function () {
  this.timeout(120_000);
  const seed: Hex = `0x${'c0ffee'.padStart(64, '0')}`;
  let directory: string;
  const source = { keystore: 'key.json', password: { file: 'password' } };
  const open = (change: object = {}) => openKey('radix', { ...source, ...change }, directory);

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'causeway-radix-keystore-'));
    writeFileSync(join(directory, 'password'), 'correct\n', { mode: 0o600 });
    await writeKey('radix', join(directory, 'key.json'), seed, { ...CHEAP, network: 'simulator' });
  });
  after(() => rmSync(directory, { recursive: true }));

  it('have the account that the Radix Engine Toolkit derives from the same seed, on each network', async () => {
    const publicKey = new PrivateKey.Ed25519(hexToBytes(seed)).publicKey();
    for (const { id } of RADIX_NETWORKS) {
      const key = radixKeyFromSeed(seed, id);
      assert.equal(key.address, await RadixEngineToolkit.Derive.virtualAccountAddressFromPublicKey(publicKey, id));
      assert.equal(key.publicKey, bytesToHex(publicKey.bytes));
    }
    assert.throws(() => radixKeyFromSeed(seed, 7), /no Radix network/);
  });

  it('come out of a keystore unchanged, for the same network', async () => {
    const key = must(await open());
    assert.equal(key.address, radixKeyFromSeed(seed, SIMULATOR).address);
    await writeKey('radix', join(directory, 'main.json'), seed, { ...CHEAP, network: 'mainnet' });
    assert.match(must(await open({ keystore: 'main.json' })).address, /^account_rdx1/);
    const message = Buffer.alloc(32, 7);
    const signature = hexToBytes(await key.sign(bytesToHex(message)));
    assert(isSignatureOf(signature, message, verifierOf(hexToBytes(key.publicKey))));
  });

  it('have keystores that only their owner can read, with the account and without the seed', () => {
    const path = join(directory, 'key.json');
    assert.equal(statSync(path).mode & 0o077, 0);
    const text = readFileSync(path, 'utf8');
    assert(!text.includes(seed.slice(2)));
    const fields = JSON.parse(text);
    assert.deepEqual([fields.version, fields.account], [3, radixKeyFromSeed(seed, SIMULATOR).address]);
    assert(!('address' in fields));
  });

  it('are refused by code when missing, mislabelled, of another kind, or with a wrong password', async () => {
    assert.equal(codeOf(await open({ keystore: 'none.json' })), 'KEYSTORE_MISSING');
    assert.equal(codeOf(await open({ password: { file: 'key.json' } })), 'KEYSTORE_PASSWORD');
    const fields = JSON.parse(readFileSync(join(directory, 'key.json'), 'utf8'));
    for (const account of [radixKeyFromSeed(`0x${'11'.repeat(32)}`, SIMULATOR).address, 'account_sim1', 7]) {
      writeFileSync(join(directory, 'mislabelled.json'), JSON.stringify({ ...fields, account }));
      assert.equal(codeOf(await open({ keystore: 'mislabelled.json' })), 'KEYSTORE_INVALID');
    }
    await writeKey('solana', join(directory, 'solana.json'), seed, CHEAP);
    assert.equal(codeOf(await open({ keystore: 'solana.json' })), 'KEYSTORE_INVALID');
    assert.notEqual(solanaKeyFromSeed(seed).address, radixKeyFromSeed(seed, SIMULATOR).address);
  });
});
