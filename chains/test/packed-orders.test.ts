// Consecutive orders in one call, on the kinds of chain whose bridge takes them so.
import { strict as assert } from 'node:assert';
import type { ChainProvider, OracleCall } from '@causeway/chains';
import { type Message, messageIdOf, type ProvenUse } from '@causeway/protocol';
import { groupCalls } from '../src/provider/group-calls.ts';
import { actorsOf } from './support/actors.ts';
import { codeOf, must } from './support/bridges.ts';
import { batchOf, execute, executionOf, included, mintsOf, signedBy, statusOf } from './support/traffic.ts';
import { sharedWorld, type World } from './support/worlds.ts';

/** As many orders as one transaction of the kind takes beside their commitment, and what they may cost at most. */
const KINDS = [
  { kind: 'evm', orders: 50, mostShare: 0.75 },
  { kind: 'radix', orders: 19, mostShare: 0.5 },
] as const;

for (const { kind, orders, mostShare } of KINDS)
  describe(`packed orders on ${kind}`, function () {
    this.timeout(120_000);
    let world: World;
    let ethereum: ChainProvider;
    let here: ChainProvider;

    before(async () => {
      world = await sharedWorld(kind);
      [ethereum, here] = [world.provider('ethereum'), world.provider('here')];
    });

    const newMints = (count: number) => mintsOf(ethereum, here, count);
    const newAnchor = async (): Promise<string> => must(await here.anchor(actorsOf(here).relayer));

    it('are consecutive ones of one interval, whatever their order; the others are alone', async () => {
      const { messages, calls } = await newMints(6);
      const [commit, ...mints] = calls as [OracleCall, ...ProvenUse[]];
      const shown = (given: readonly OracleCall[]): readonly string[] =>
        groupCalls(given).map((group) => {
          if ('together' in group) return group.together.map(({ message }) => at(message)).join('+');
          return group.alone.function === 'commitRoot' ? 'commit' : at(group.alone.message);
        });
      const at = ({ nonce }: Message): string => String(nonce - (messages[0]?.nonce ?? 0n));
      const only = (...indexes: number[]) => indexes.map((index) => mints[index] as ProvenUse);
      assert.deepEqual(shown([commit, ...mints]), ['commit', '0+1+2+3+4+5']);
      assert.deepEqual(shown([...only(4, 2, 0, 3), commit]), ['commit', '0', '2+3+4']);
      assert.deepEqual(shown(only(0, 2, 4)), ['0', '2', '4']);
      assert.deepEqual(shown(only(5, 4, 1, 0)), ['0+1', '4+5']);
      // The same message under another root, or twice, does not go with the others.
      const other = executionOf('mintTokens', messages[1] as Message, batchOf(messages[1] as Message));
      assert.deepEqual(shown([...only(0), other, ...only(2)]), ['0', '2', '1']);
      assert.deepEqual(shown(only(1, 1)), ['1', '1']);
    });

    it('are bound to their form, which an earlier release does not know', async () => {
      const { calls } = await newMints(2);
      const anchor = await newAnchor();
      assert.equal(must(await here.bind(anchor, calls)), `${anchor}+packed`);
      assert.equal(must(await here.bind(`${anchor}+packed`, calls)), `${anchor}+packed`);
      // One order alone keeps the form of before.
      assert.equal(must(await here.bind(anchor, calls.slice(0, 2))), anchor);
      assert.equal(here.earlierAnchor?.(`${anchor}+packed`), anchor);
      assert.equal(here.earlierAnchor?.(anchor), undefined);
      must(await here.acceptsAnchor(`${anchor}+packed`));
      const digests = await Promise.all(
        [anchor, `${anchor}+packed`].map(async (text) => must(await here.build(text, calls)).digest),
      );
      assert.notEqual(digests[0], digests[1]);
      const twice = [...calls, calls[1] as OracleCall];
      assert.notEqual(must(await here.build(anchor, twice)).digest, digests[0], 'a call twice is two calls');
    });

    it(`deliver ${orders} orders in one transaction, for less than ${mostShare} of what single calls cost`, async () => {
      const units: number[] = [];
      for (const form of ['packed', 'single']) {
        const { messages, calls } = await newMints(orders);
        const anchor = await newAnchor();
        const bound = form === 'packed' ? must(await here.bind(anchor, calls)) : anchor;
        const transaction = must(await here.build(bound, calls));
        const signatures = await signedBy(here, transaction);
        const submission = must(await here.prepareOracle(transaction, signatures, actorsOf(here).relayer));
        must(await here.broadcast(submission));
        const outcome = await included(here, submission);
        assert.deepEqual([outcome.success, outcome.events.length], [true, orders + 1], outcome.failure?.message);
        for (const message of messages) assert.equal(await statusOf(here, message), 'executed');
        units.push(Number(outcome.executionUnits));
      }
      const [packed, single] = units as [number, number];
      assert.ok(packed < mostShare * single, `${packed} of ${single}`);
    });

    it('tell which were skipped, and why, and the others are carried out', async () => {
      const { messages, calls } = await newMints(3);
      const [commit, ...mints] = calls as [OracleCall, ...OracleCall[]];
      await execute(here, [commit, mints[1] as OracleCall]);
      // Nobody would send this: each order is simulated alone, and the failing one named.
      const simulated = await here.simulate(mints);
      assert.deepEqual(!simulated.ok && [simulated.error.code, simulated.error.callIndex], ['AlreadyExecuted', 1]);
      const outcome = await execute(here, mints);
      assert.deepEqual(outcome.skipped, [{ messageId: messageIdOf(messages[1] as Message), code: 'AlreadyExecuted' }]);
      assert.equal(outcome.events.length, 2);
      for (const message of messages) assert.equal(await statusOf(here, message), 'executed');
      // All of them again: nothing happens, and nothing fails.
      const again = await execute(here, mints);
      assert.deepEqual([again.success, again.events.length, again.skipped?.length], [true, 0, 3]);
    });

    it('are refused by their anchor where it is not of this form', async () => {
      const { calls } = await newMints(2);
      const anchor = await newAnchor();
      for (const mark of ['+pack', '+packed+packed', '+Packed', ' +packed', '+packed ']) {
        assert.equal(codeOf(await here.build(anchor + mark, calls)), 'INVALID_ANCHOR', mark);
        assert.equal(codeOf(await here.acceptsAnchor(anchor + mark)), 'ANCHOR_MISMATCH', mark);
      }
    });
  });
