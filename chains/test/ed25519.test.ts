import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { solanaKeyFromSeed } from '@causeway/chains/keys';
import { type Hex, hexToBytes } from '@causeway/protocol';
import { isSignatureOf, verifierOf } from '../src/keys/ed25519.ts';

/** Order of the group, RFC 8032. */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

const sha512 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha512');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const fromLittleEndian = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
const littleEndian = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();

describe('ed25519 signatures', () => {
  const seed: Hex = `0x${'42'.repeat(32)}`;
  const key = solanaKeyFromSeed(seed);
  const publicKey = hexToBytes(key.publicKey);
  const message = Buffer.from('message');

  it("are the key's signatures of the message", async () => {
    const signature = hexToBytes(await key.sign(`0x${message.toString('hex')}`));
    const verifier = verifierOf(publicKey);
    assert(isSignatureOf(signature, message, verifier));
    assert(!isSignatureOf(signature, Buffer.from('another'), verifier));
    assert(
      !isSignatureOf(signature, message, verifierOf(hexToBytes(solanaKeyFromSeed(`0x${'43'.repeat(32)}`).publicKey))),
    );
  });

  it('that only a lenient check accepts do not count, because the cluster would refuse the transaction', () => {
    // The owner of a key can sign with the neutral element as first half: S = k·a then satisfies the plain equation of
    // RFC 8032.
    const scalar = sha512(hexToBytes(seed)).subarray(0, 32);
    scalar[0] = (scalar[0] as number) & 0xf8;
    scalar[31] = ((scalar[31] as number) & 0x7f) | 0x40;
    const neutral = Buffer.alloc(32);
    neutral[0] = 1;
    const challenge = fromLittleEndian(sha512(neutral, publicKey, message)) % ORDER;
    const signature = Buffer.concat([neutral, littleEndian((challenge * fromLittleEndian(scalar)) % ORDER)]);
    assert(!isSignatureOf(signature, message, verifierOf(publicKey)));
  });
});
