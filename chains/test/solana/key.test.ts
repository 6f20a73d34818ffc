import { strict as assert } from 'node:assert';
import { createPublicKey, verify } from 'node:crypto';
import { solanaKeyFromSeed } from '@causeway/chains/keys';
import { bytesToHex, type Hex, hexToBytes } from '@causeway/protocol';
import { Keypair } from '@solana/web3.js';
import bs58 from 'bs58';

/** RFC 8032, 7.1, tests 2 and 3. */
const RFC_8032 = [
  {
    seed: '0x4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    publicKey: '0x3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '0x72',
    signature:
      '0x92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    seed: '0xc5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    publicKey: '0xfc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: '0xaf82',
    signature:
      '0x6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
] as const;

describe('Solana keys', () => {
  const seed: Hex = `0x${'c0ffee'.padStart(64, '0')}`;

  it('sign as RFC 8032 says', async () => {
    for (const { seed, publicKey, message, signature } of RFC_8032) {
      const key = solanaKeyFromSeed(seed);
      assert.equal(key.address, bs58.encode(hexToBytes(publicKey)));
      assert.equal(await key.sign(message), signature);
    }
  });

  it('have the address that web3.js derives from the same seed, and sign for it what is longer than a digest', async () => {
    const key = solanaKeyFromSeed(seed);
    assert.equal(key.address, Keypair.fromSeed(hexToBytes(seed)).publicKey.toBase58());
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bs58.decode(key.address)]);
    const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    const message = Buffer.from('a message that is longer than a digest, as transactions are');
    assert(verify(null, message, publicKey, hexToBytes(await key.sign(bytesToHex(message)))));
  });
});
