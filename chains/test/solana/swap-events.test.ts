import { strict as assert } from 'node:assert';
import { BN, BorshCoder } from '@coral-xyz/anchor';
import { PublicKey } from '@solana/web3.js';
import { SETTLER_IDL } from '../../src/solana/program.ts';
import { decodeSwapEvent } from '../../src/solana/swap-events.ts';
import { codeOf, must } from '../support/bridges.ts';

const key = (byte: number) => new PublicKey(Buffer.alloc(32, byte));
const word = (byte: number) => `0x${Buffer.alloc(32, byte).toString('hex')}`;
const [settler, solver] = [key(1), key(3)];
const AT = { block: { number: 5, hash: 'five', timeMs: 5_000 }, transaction: 'signature', index: 2 };

/** The data of an event Filled, base64. */
function filled(of: PublicKey): string {
  const { discriminator } = SETTLER_IDL.events?.find(({ name }) => name === 'Filled') ?? assert.fail();
  const fields = { settler: of, id: [...Buffer.alloc(32, 2)], solver, out: new BN('18446744073709551615') };
  const encoded = new BorshCoder(SETTLER_IDL).types.encode('Filled', fields);
  return Buffer.concat([Buffer.from(discriminator), encoded]).toString('base64');
}

describe('events of settlers on Solana', () => {
  it('are decoded', () => {
    const event = must(decodeSwapEvent(filled(settler), AT, settler));
    assert.deepEqual(event, { type: 'filled', id: word(2), solver: word(3), out: 2n ** 64n - 1n, at: AT });
  });

  it('of another settler of the same program do not count', () => {
    assert.equal(must(decodeSwapEvent(filled(key(4)), AT, settler)), null);
  });

  it('that are cut short are refused, and unknown ones do not count', () => {
    const short = Buffer.from(filled(settler), 'base64').subarray(0, -1).toString('base64');
    assert.equal(codeOf(decodeSwapEvent(short, AT, settler)), 'INVALID_EVENT');
    assert.equal(must(decodeSwapEvent(Buffer.alloc(16, 9).toString('base64'), AT, settler)), null);
  });
});
