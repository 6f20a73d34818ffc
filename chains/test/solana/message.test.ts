import { strict as assert } from 'node:assert';
import { AddressLookupTableAccount, PublicKey, TransactionInstruction, TransactionMessage } from '@solana/web3.js';
import bs58 from 'bs58';
import fc from 'fast-check';
import { messageBytes } from '../../src/solana/message.ts';

const keyOf = (number: number) => new PublicKey(Uint8Array.from({ length: 32 }, (_, at) => (at * 7 + number) % 256));

/** Keys of a small range, so that instructions, payer and table share them. */
const key = fc.nat({ max: 40 }).map(keyOf);
const instruction = fc
  .record({
    programId: key,
    keys: fc.array(fc.record({ pubkey: key, isSigner: fc.boolean(), isWritable: fc.boolean() }), { maxLength: 20 }),
    data: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  })
  .map((fields) => new TransactionInstruction(fields));
const parts = fc.record({
  payer: key,
  blockhash: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bs58.encode(bytes)),
  instructions: fc.array(instruction, { maxLength: 4 }),
  table: fc.array(key, { maxLength: 30 }).map(
    (addresses) =>
      new AddressLookupTableAccount({
        key: keyOf(100),
        state: { deactivationSlot: 0n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses },
      }),
  ),
});

describe('messages of version 0', () => {
  it('are byte for byte those of web3.js, whatever keys, roles and table they have', () => {
    fc.assert(
      fc.property(parts, ({ payer, blockhash, instructions, table }) => {
        const expected = new TransactionMessage({ payerKey: payer, recentBlockhash: blockhash, instructions })
          .compileToV0Message([table])
          .serialize();
        assert.deepEqual(Buffer.from(messageBytes({ payer, blockhash, instructions, table })), Buffer.from(expected));
      }),
      { numRuns: 500 },
    );
  });

  it('have at most 256 keys', () => {
    const keys = Array.from({ length: 257 }, (_, number) => ({
      pubkey: new PublicKey(Uint8Array.from([number >> 8, number & 255, ...Array(30).fill(1)])),
      isSigner: false,
      isWritable: false,
    }));
    const many = [new TransactionInstruction({ programId: keyOf(1), keys })];
    const table = new AddressLookupTableAccount({
      key: keyOf(100),
      state: { deactivationSlot: 0n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses: [] },
    });
    assert.throws(
      () => messageBytes({ payer: keyOf(2), blockhash: bs58.encode(Buffer.alloc(32, 1)), instructions: many, table }),
      RangeError,
    );
  });
});
