import { strict as assert } from 'node:assert';
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import fc from 'fast-check';
import { readLanded } from '../../src/solana/landed-bytes.ts';
import { referenceIn, wireText } from '../../src/solana/transaction.ts';

const keyOf = (number: number) => new PublicKey(Uint8Array.from({ length: 32 }, (_, at) => (at + number) % 256));
const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 255 }), { minLength: 1, maxLength: 20 });

/** The bytes of a transaction whose first `signers` keys sign, and what web3.js finds in them. */
function transactionOf(isLegacy: boolean, signers: number, given: readonly number[]) {
  const [payer, ...others] = given.map(keyOf) as [PublicKey, ...PublicKey[]];
  const instruction = SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 1 });
  const keys = others.map((pubkey, index) => ({ pubkey, isSigner: index < signers - 1, isWritable: false }));
  instruction.keys.push(...keys);
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: bs58.encode(Buffer.alloc(32, 7)),
    instructions: [instruction],
  });
  const compiled = isLegacy ? message.compileToLegacyMessage() : message.compileToV0Message();
  const signatures = Array.from({ length: compiled.header.numRequiredSignatures }, (_, at) => Buffer.alloc(64, 9 + at));
  return { bytes: new VersionedTransaction(compiled, signatures).serialize(), keys: compiled.staticAccountKeys };
}

describe('the bytes of a landed transaction', () => {
  it('have the signature and keys that web3.js finds in them, in legacy and version 0', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.integer({ min: 1, max: 5 }), numbers, (isLegacy, signers, given) => {
        const { bytes, keys } = transactionOf(isLegacy, signers, given);
        const read = readLanded(bytes);
        assert.deepEqual(Buffer.from(read.signature), Buffer.alloc(64, 9));
        assert.deepEqual(read.staticKeys.map(bs58.encode), keys.map(String));
      }),
    );
  });

  it('are written from a message and its signatures as web3.js writes them, and without any for a trial', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), numbers, (signers, given) => {
        const { bytes } = transactionOf(false, signers, given);
        const { message, signatures } = VersionedTransaction.deserialize(bytes);
        const text = wireText(message.serialize(), signatures);
        assert.equal(text, Buffer.from(bytes).toString('base64'));
        assert.equal(referenceIn(text), bs58.encode(signatures[0] as Uint8Array));
        const unsigned = Buffer.from(new VersionedTransaction(message).serialize()).toString('base64');
        assert.equal(wireText(message.serialize()), unsigned);
      }),
    );
  });

  it('are none when they end too early', () => {
    const { bytes } = transactionOf(false, 1, [1, 2, 3]);
    for (const length of [0, 1, 64, 65, 70, 100]) {
      assert.throws(() => readLanded(bytes.subarray(0, length)), /answered no transaction/, String(length));
    }
  });
});
