import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { type Hex, hexToBytes } from '@causeway/protocol';
import { openKeys } from '../src/index.ts';

const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

/** The example key of EIP-155, whose signature of the EIP's transaction is public. */
const EIP155_KEY = '46'.repeat(32);
const EIP155_DIGEST = '0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53';
const EIP155_RS =
  '0x28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276' +
  '67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83';

/** Test 2 of RFC 8032, section 7.1. */
const RFC8032 = {
  secret: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
  publicKey: '0x3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
  signature:
    '0x92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
    '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
};

describe('signing keys', () => {
  const environment = {
    KEYS: `wrap 1 ${base64('11'.repeat(32))}; sign evm secp256k1 ${base64(EIP155_KEY)}; sign other ed25519 ${base64(RFC8032.secret)}`,
  };
  const signingKey = async (name: string) => {
    const keys = await openKeys({ env: 'KEYS', previous: [] }, '/', { environment });
    assert.ok(keys.ok);
    return keys.value.signingKey(name);
  };
  const signed = async (name: string, payload: Hex) => {
    const key = await signingKey(name);
    assert.ok(key.ok);
    const signature = await key.value.sign(payload);
    assert.ok(signature.ok);
    return { ...key.value, signature: signature.value };
  };

  it('sign digests with secp256k1 as the example of EIP-155 does', async () => {
    const { signature, publicKey } = await signed('evm', EIP155_DIGEST);
    assert.equal(signature, `${EIP155_RS}1b`);
    assert.match(publicKey, /^0x0[23][\da-f]{64}$/);
    await assert.rejects(signed('evm', '0x00'), RangeError);
  });

  it('sign payloads with ed25519 as RFC 8032 does, and OpenSSL accepts it', async () => {
    const { signature, publicKey } = await signed('other', '0x72');
    assert.deepEqual([publicKey, signature], [RFC8032.publicKey, RFC8032.signature]);
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), hexToBytes(publicKey)]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    assert.ok(verify(null, Buffer.from([0x72]), key, hexToBytes(signature)));
  });

  it('are found by their names alone', async () => {
    const none = await signingKey('none');
    assert.equal(!none.ok && none.error.code, 'KEY_UNKNOWN');
  });
});
