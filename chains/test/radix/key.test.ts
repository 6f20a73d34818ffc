import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKey, RADIX_NETWORKS, writeKey } from '@causeway/chains';
import { radixKeyFromSeed, SCRYPT_N } from '@causeway/chains/keys';
import { bytesToHex, type Hex, hexToBytes } from '@causeway/protocol';
import { PrivateKey, RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import { isSignatureOf, verifierOf } from '../../src/keys/ed25519.ts';
import { must } from '../support/bridges.ts';

describe('Radix keys', () => {
  const seed: Hex = `0x${'c0ffee'.padStart(64, '0')}`;

  it('have the account that the Radix Engine Toolkit derives from the same seed, on each network', async () => {
    const publicKey = new PrivateKey.Ed25519(hexToBytes(seed)).publicKey();
    for (const { id } of RADIX_NETWORKS) {
      const key = radixKeyFromSeed(seed, id);
      assert.equal(key.address, await RadixEngineToolkit.Derive.virtualAccountAddressFromPublicKey(publicKey, id));
      assert.equal(key.publicKey, bytesToHex(publicKey.bytes));
    }
    assert.throws(() => radixKeyFromSeed(seed, 7), /no Radix network/);
  });

  it('come out of a keystore for the network that it names', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'causeway-radix-keystore-'));
    const options = { password: 'correct', scryptN: SCRYPT_N.development, network: 'mainnet' };
    await writeKey('radix', join(directory, 'main.json'), seed, options);
    writeFileSync(join(directory, 'password'), 'correct\n', { mode: 0o600 });
    const source = { keystore: 'main.json', password: { file: 'password' } };
    const key = must(await openKey('radix', source, directory));
    rmSync(directory, { recursive: true });
    assert.match(key.address, /^account_rdx1/);
    const message = Buffer.alloc(32, 7);
    const signature = hexToBytes(await key.sign(bytesToHex(message)));
    assert(isSignatureOf(signature, message, verifierOf(hexToBytes(key.publicKey))));
  });
});
