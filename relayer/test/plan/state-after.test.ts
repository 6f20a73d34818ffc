import assert from 'node:assert/strict';
import type { OracleCall } from '@causeway/chains';
import { idOf, type MemoryChain } from '@causeway/chains/test-support';
import { buildBatch, type Hex, type Message, packProof, type Status } from '@causeway/protocol';
import fc from 'fast-check';
import {
  effectsIn,
  effectsOf,
  type InboundState,
  messageKey,
  rootKey,
  stateAfter,
} from '../../src/plan/state-after.ts';
import { World } from '../support/world.ts';

const MESSAGES = 12;

/** One transaction of a run: the number of messages that it commits, and its uses of committed ones. */
interface Step {
  readonly commits: number;
  readonly uses: readonly { readonly nonce: number; readonly cancels: boolean }[];
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    commits: fc.integer({ min: 0, max: 4 }),
    uses: fc.array(fc.record({ nonce: fc.nat(MESSAGES - 1), cancels: fc.boolean() }), { maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('the state after signed transactions', function () {
  this.timeout(60_000);
  let world: World;
  let alpha: MemoryChain;
  let beta: MemoryChain;
  let messages: readonly Message[];
  before(async () => {
    world = await World.create();
    [alpha, beta] = world.chains;
    for (let index = 0; index < MESSAGES; index++) alpha.lock(beta);
    alpha.mine();
    messages = alpha.emitted();
  });
  after(() => world.close());

  /** The calls of `run`, each transaction with those that the contract accepts after the ones before it. */
  function transactionsOf(run: readonly Step[]): readonly (readonly OracleCall[])[] {
    const used = new Set<number>();
    const intervals: { readonly first: number; readonly batch: ReturnType<typeof buildBatch> }[] = [];
    let next = 0;
    return run.map(({ commits, uses }) => {
      const calls: OracleCall[] = [];
      const count = Math.min(commits, MESSAGES - next);
      if (count > 0) {
        const ids = Array.from({ length: count }, (_, index) => idOf(alpha, next + index));
        const batch = buildBatch(BigInt(next), ids);
        calls.push({ function: 'commitRoot', source: alpha.domain, firstNonce: BigInt(next), count, root: batch.root });
        intervals.push({ first: next, batch });
        next += count;
      }
      for (const { nonce, cancels } of uses) {
        if (nonce >= next || used.has(nonce)) continue;
        used.add(nonce);
        const { batch } = intervals.findLast(({ first }) => first <= nonce) as (typeof intervals)[number];
        const message = messages[nonce] as Message;
        const name = cancels ? 'cancelOrder' : 'mintTokens';
        calls.push({ function: name, message, proof: packProof(name, message, batch) });
      }
      return calls;
    });
  }

  /** The state of beta, as it is read. */
  async function read(roots: readonly { firstNonce: bigint; count: number }[]): Promise<InboundState> {
    const lane = await beta.lane(alpha.domain);
    const statuses = await beta.statuses(alpha.domain, 0n, MESSAGES);
    assert.ok(lane.ok && statuses.ok);
    const found = new Map<string, Hex>();
    for (const { firstNonce, count } of roots) {
      const root = await beta.root(alpha.domain, firstNonce, count);
      if (root.ok && root.value) found.set(rootKey({ source: alpha.domain, firstNonce, count }), root.value);
    }
    const other = statuses.value.map((status, nonce) => [messageKey(alpha.domain, BigInt(nonce)), status] as const);
    return {
      next: new Map([[alpha.domain, lane.value.nextInboundNonce]]),
      roots: found,
      statuses: new Map<string, Status>(other.filter(([, status]) => status !== 'none')),
    };
  }

  it('is the state that is read once they are included, however many of them were included before', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (run) => {
        const depth = beta.tip.number;
        const transactions = transactionsOf(run);
        const effects = transactions.map(effectsOf);
        const roots = effects.flat().flatMap((effect) => (effect.does === 'commit' ? [effect] : []));
        const predicted: (InboundState | undefined)[] = [stateAfter(await read(roots), effects.flat())];
        for (const calls of transactions) {
          if (calls.length > 0) beta.executeAsOther(calls);
          predicted.push(stateAfter(await read(roots), effects.flat()));
        }
        const then = await read(roots);
        for (const each of predicted) assert.deepEqual(each, then);
        beta.reorg(beta.tip.number - depth, false);
      }),
      { numRuns: 60 },
    );
  });

  it('is none when a commitment does not continue its lane', () => {
    const state = { next: new Map([[7, 4n]]), roots: new Map(), statuses: new Map() };
    const commit = (firstNonce: bigint, count: number) =>
      ({ does: 'commit', source: 7, firstNonce, count, root: '0x01' }) as const;
    assert.equal(stateAfter(state, [commit(5n, 1)]), undefined);
    assert.equal(stateAfter(state, [commit(3n, 2)]), undefined, 'it overlaps');
    assert.equal(stateAfter(state, [commit(4n, 1), commit(6n, 1)]), undefined);
    assert.deepEqual(stateAfter(state, [commit(4n, 1), commit(5n, 2)])?.next, new Map([[7, 7n]]));
    assert.deepEqual(stateAfter(state, [commit(2n, 2)]), state, 'what is in the state already adds nothing');
  });

  it('has a replaced message cancelled once, and never executed', () => {
    const key = messageKey(7, 1n);
    const state = { next: new Map(), roots: new Map(), statuses: new Map<string, Status>([[key, 'replaced']]) };
    const does = (what: 'execute' | 'cancel') => [{ does: what, source: 7, nonce: 1n }] as const;
    assert.equal(stateAfter(state, does('execute'))?.statuses.get(key), 'replaced');
    assert.equal(stateAfter(state, does('cancel'))?.statuses.get(key), 'cancelled');
  });

  it('is the same for a stored transaction as for its calls', () => {
    const [calls = []] = transactionsOf([
      {
        commits: 3,
        uses: [
          { nonce: 1, cancels: false },
          { nonce: 2, cancels: true },
        ],
      },
    ]);
    const [commit] = calls;
    assert.ok(commit?.function === 'commitRoot');
    const { source, firstNonce, count, root } = commit;
    const actions = [
      { commit: source, firstNonce, count },
      { execute: source, nonce: 1n, firstNonce, count },
      { cancel: source, nonce: 2n, firstNonce, count },
    ];
    assert.deepEqual(effectsIn(actions, [{ source, firstNonce, count, root }]), effectsOf(calls));
  });
});
