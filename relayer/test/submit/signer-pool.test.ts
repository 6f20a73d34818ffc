import assert from 'node:assert/strict';
import type { OracleCall, OracleTransaction } from '@causeway/chains';
import { MemoryChain, memoryKey } from '@causeway/chains/test-support';
import { fail, ok, ZERO_32 } from '@causeway/protocol';
import type { Proposal } from '../../src/plan/proposal.ts';
import type { RefusalCode } from '../../src/signer/refusal.ts';
import { HEDGE_MS, SignerPool } from '../../src/submit/signer-pool.ts';
import type { SignerClient } from '../../src/submit/signers.ts';
import { FakeClock } from '../support/fake-clock.ts';

const members = [1, 2, 3, 4, 5].map((number) => memoryKey(number).address);
const chain = new MemoryChain({ name: 'beta', domain: 2, members, threshold: 3, startMs: 0 });
const commit: OracleCall = { function: 'commitRoot', source: 1, firstNonce: 0n, count: 1, root: ZERO_32 };
const transactionAt = async (anchor: string): Promise<OracleTransaction> => {
  const built = await chain.build(anchor, [commit]);
  assert.ok(built.ok);
  return built.value;
};
const transaction = await transactionAt('0');
const proposal: Proposal = {
  destination: 2,
  family: 'main',
  anchor: '0',
  actions: [{ commit: 1, firstNonce: 0n, count: 1 }],
};

describe('a pool of signers', () => {
  let clock: FakeClock;
  /** The numbers of the signers that were asked, in that order. */
  let asked: number[];
  /** What signers are asked for. */
  let current: OracleTransaction;
  beforeEach(() => {
    clock = new FakeClock();
    asked = [];
  });

  /** Signer `number`, which signs every request, or `other`, and returns `digest`. */
  function signer(number: number, other?: OracleTransaction, digest?: OracleTransaction['digest']): SignerClient {
    return {
      url: `signer-${number}`,
      sign: async () => {
        asked.push(number);
        const signed = other ?? current;
        return ok({ ...(await chain.sign(signed, memoryKey(number))), digest: digest ?? signed.digest });
      },
    };
  }
  /** Signer `number`, which refuses. */
  const refusing = (number: number, code: RefusalCode = 'NOT_FINAL'): SignerClient => ({
    url: `signer-${number}`,
    sign: async () => {
      asked.push(number);
      return fail(code, 'wait', true);
    },
  });
  /** Signer `number`, which never answers. */
  const silent = (number: number): SignerClient => ({
    url: `signer-${number}`,
    sign: () => {
      asked.push(number);
      return new Promise(() => {});
    },
  });
  const pool = (...signers: readonly SignerClient[]) => new SignerPool(signers, clock);
  const gather = (from: SignerPool, of = transaction) => {
    current = of;
    const [onSignature, onAnswer] = [() => {}, () => {}];
    return from.gather({ provider: chain, transaction: of, proposal, members, threshold: 3, onSignature, onAnswer });
  };
  const codesOf = (refusals: readonly { readonly code: string }[]) => refusals.map(({ code }) => code).sort();

  it('asks as many as are needed first', async () => {
    const { signatures, came } = await gather(pool(...[1, 2, 3, 4, 5].map((number) => signer(number))));
    assert.deepEqual([signatures.map(({ signer: member }) => member), came], [members.slice(0, 3), 3]);
    assert.deepEqual([asked, clock.pending], [[1, 2, 3], 0]);
  });

  it('asks one more for each refusal, at once', async () => {
    const { signatures } = await gather(pool(refusing(1), signer(2), refusing(3), signer(4), signer(5)));
    assert.equal(signatures.length, 3);
    assert.deepEqual(asked, [1, 2, 3, 4, 5]);
  });

  it('asks the others after a second of silence, and waits for no signer once it has enough', async () => {
    const gathering = gather(pool(silent(1), signer(2), silent(3), signer(4), signer(5)));
    await clock.advance(HEDGE_MS - 1);
    assert.deepEqual(asked, [1, 2, 3]);
    await clock.advance(1);
    assert.equal((await gathering).signatures.length, 3);
    assert.deepEqual(asked, [1, 2, 3, 4, 5]);
  });

  it('asks those first that signed the last time, and those last that failed', async () => {
    const signers = pool(refusing(1), signer(2), silent(3), signer(4), signer(5));
    const first = gather(signers);
    await clock.advance(HEDGE_MS);
    await first;
    asked = [];
    await gather(signers, await transactionAt('1'));
    assert.deepEqual(asked.slice(0, 3), [2, 4, 5]);
  });

  it('keeps signatures over a transaction, and asks only the other signers for it again', async () => {
    let third = refusing(3);
    const late: SignerClient = { url: third.url, sign: (...args) => third.sign(...args) };
    const signers = pool(signer(1), signer(2), late, refusing(4), refusing(5));
    const first = await gather(signers);
    assert.deepEqual([first.signatures.length, first.came], [2, 2]);
    asked = [];
    third = signer(3);
    const second = await gather(signers);
    assert.deepEqual([second.signatures.length, second.came], [3, 1]);
    assert.ok(!asked.includes(1) && !asked.includes(2), String(asked));
    const other = await gather(signers, await transactionAt('1'));
    assert.equal(other.came, other.signatures.length, 'nothing is kept for another transaction');
  });

  it('counts a member once', async () => {
    const again = { ...signer(1), url: 'again' };
    const { signatures } = await gather(pool(signer(1), again, signer(2)));
    assert.equal(signatures.length, 2);
  });

  it('does not count a signer that is not a member', async () => {
    const { signatures, refusals } = await gather(pool(signer(9), signer(1), signer(2)));
    assert.deepEqual([signatures.length, codesOf(refusals)], [2, ['NOT_A_MEMBER']]);
  });

  it('does not count a signature over another digest, whatever digest the answer names', async () => {
    const other = await transactionAt('1');
    const { signatures, refusals } = await gather(
      pool(signer(1, other, transaction.digest), signer(2, other), signer(3)),
    );
    assert.deepEqual([signatures.length, codesOf(refusals)], [1, ['DIGEST_MISMATCH', 'NOT_A_MEMBER']]);
  });

  it('returns the refusals when signatures are missing', async () => {
    const { signatures, refusals } = await gather(
      pool(refusing(1), refusing(2), refusing(3, 'BUSY'), signer(4), signer(5)),
    );
    assert.deepEqual([signatures.length, codesOf(refusals)], [2, ['BUSY', 'NOT_FINAL', 'NOT_FINAL']]);
  });
});
