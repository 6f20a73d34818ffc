import { strict as assert } from 'node:assert';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKey, writeKey } from '@causeway/chains';
import { keyFromPrivate, SCRYPT_N } from '@causeway/chains/keys';
import { keccak256, uintToHex } from '@causeway/protocol';
import { recoverAddress } from 'ethers';
import { codeOf, must } from '../support/bridges.ts';

describe('keystores', function () {
  this.timeout(120_000);
  const privateKey = uintToHex(0xc0ffee, 32);
  const digest = keccak256('0x01');
  let directory: string;
  const source = { keystore: 'key.json', password: { file: 'password' } };

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'causeway-keystore-'));
    writeFileSync(join(directory, 'password'), 'correct\n', { mode: 0o600 });
    await writeKey('evm', join(directory, 'key.json'), privateKey, {
      password: 'correct',
      scryptN: SCRYPT_N.development,
    });
  });
  after(() => rmSync(directory, { recursive: true }));

  it('give back a key that signs digests as the private key does', async () => {
    const key = must(await openKey('evm', source, directory));
    const direct = keyFromPrivate(privateKey);
    assert.equal(key.address, direct.address);
    const signature = await key.sign(digest);
    assert.equal(signature, await direct.sign(digest));
    assert.match(signature, /^0x[0-9a-f]{128}(1b|1c)$/);
    assert.equal(recoverAddress(digest, signature), key.address);
  });

  it('are readable by their owner only and show no key', () => {
    const path = join(directory, 'key.json');
    assert.equal(statSync(path).mode & 0o077, 0);
    assert(!readFileSync(path, 'utf8').includes(privateKey.slice(2)));
  });

  it('keep the private key out of what a handle prints', async () => {
    const key = must(await openKey('evm', source, directory));
    assert(!JSON.stringify(key).includes(privateKey.slice(2)));
  });

  it('are refused by code when missing, malformed, or with a wrong or missing password', async () => {
    const open = (change: object) => openKey('evm', { ...source, ...change }, directory);
    assert.equal(codeOf(await open({ keystore: 'none.json' })), 'KEYSTORE_MISSING');
    assert.equal(codeOf(await open({ keystore: 'password' })), 'KEYSTORE_INVALID');
    assert.equal(codeOf(await open({ password: { file: 'none' } })), 'SECRET_MISSING');
    assert.equal(codeOf(await open({ password: { env: 'CAUSEWAY_TEST_UNSET' } })), 'SECRET_MISSING');
    chmodSync(join(directory, 'password'), 0o640);
    assert.equal(codeOf(await open({})), 'SECRET_EXPOSED');
    assert.equal(codeOf(await open({ password: { file: 'key.json' } })), 'KEYSTORE_PASSWORD');
  });
});
