import assert from 'node:assert/strict';
import { concatHex, type Hex, KIND, type Message, messageIdOf, type ProofFor, uintToHex } from '@causeway/protocol';
import fc from 'fast-check';
import { type Committed, intervalOf, messageAt, useBridge } from '../bridge.ts';
import type { Event, Kind } from '../bridge-under-test.ts';
import { flipBit } from '../bytes.ts';
import { executeMany as many, repacked, sorted } from '../packed.ts';
import { LIMITS, OTHER, REMOTE } from '../setting.ts';

/** Wire units. A payment of the native coin must be worth more than what an account of it costs. */
const AMOUNT = 1_000_000n;
/** The message that each operation is for. */
const KINDS = { mintTokens: KIND.lock, releaseTokens: KIND.burn, cancelOrder: KIND.lock } as const;
const MIXED = ['mintTokens', 'releaseTokens', 'cancelOrder', 'mintTokens', 'releaseTokens'] as const;
/** Hexadecimal digits of 0x and the head, and of an order. */
const HEAD = 2 + 2 * 26;
const ORDER = 2 * 113;

const times = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);
const mints = (count: number) => times(count, 'mintTokens' as const);

/** What a kind's one call for many consecutive orders does with each. */
export function executeMany(kind: Kind): void {
  if (!kind.packsOrders) return;
  describe('executeMany', () => {
    const bridge = useBridge(kind);
    /** An interval of a message for each of `uses`. */
    const commit = (uses: readonly ProofFor[], fields: Partial<Message> = {}): Promise<Committed> =>
      bridge.commit(uses.map((use) => bridge.inbound(KINDS[use], { wireAmount: AMOUNT, ...fields })));
    const skipped = (committed: Committed, index: number, reason: string): Event => ({
      name: 'OrderSkipped',
      fields: { messageId: messageIdOf(messageAt(committed, index)), reason },
    });
    /** By message: the reason why it was skipped, or the event's name. */
    const outcomes = (events: readonly Event[], committed: Committed): string[] => {
      const byId = new Map(events.map((event) => [idOf(event), event]));
      return committed.messages.map((message) => {
        const event = byId.get(messageIdOf(message));
        if (event === undefined) return 'nothing';
        return event.name === 'OrderSkipped' ? event.fields.reason : event.name;
      });
    };
    const state = async () => [
      ...[await bridge.under.statuses(REMOTE.domain, 0n, 8), await bridge.lane(), await bridge.bridgedSupply()],
      ...[await bridge.under.held(), await bridge.level('bridged'), await bridge.level('canonical')],
    ];

    beforeEach(async () => {
      await bridge.run(bridge.lock({ wireAmount: 10n * AMOUNT }));
    });

    it('does with each order what its own function does', async () => {
      const committed = await commit(MIXED);
      const single: Event[] = [];
      const functions = { mintTokens: 'mint', releaseTokens: 'release', cancelOrder: 'cancel' } as const;
      for (const [index, use] of MIXED.entries())
        single.push(...(await bridge.run(bridge[functions[use]](committed, index))));
      const after = await state();
      await bridge.under.restore();
      await bridge.run(bridge.lock({ wireAmount: 10n * AMOUNT }));
      const packed = await bridge.run(many(await commit(MIXED), 0, MIXED));
      assert.deepEqual(sorted(packed), sorted(single));
      assert.deepEqual(await state(), after);
    });

    it('executes any part of an interval, and nothing else', async () => {
      const committed = await commit(mints(40));
      const done = new Set<number>();
      await fc.assert(
        fc.asyncProperty(fc.nat(39), fc.integer({ min: 1, max: 12 }), async (first, wanted) => {
          const length = Math.min(wanted, 40 - first);
          const events = await bridge.run(many(committed, first, mints(length)));
          const part = Array.from({ length }, (_, offset) => first + offset);
          const expected = part.map((index) => (done.has(index) ? 'OrderSkipped' : 'TokensMinted'));
          assert.deepEqual(events.map(({ name }) => name).sort(), expected.sort());
          for (const index of part) done.add(index);
          const statuses = await bridge.under.statuses(REMOTE.domain, 0n, 40);
          assert.deepEqual(
            statuses,
            committed.messages.map((_, index) => (done.has(index) ? 'executed' : 'none')),
          );
          assert.equal(await bridge.bridgedSupply(), AMOUNT * BigInt(done.size));
        }),
        { numRuns: 8 },
      );
    });

    it('writes each page of statuses that its orders are in, and nothing beside them', async () => {
      const committed = await commit(times(140, 'cancelOrder' as const));
      await bridge.run(many(committed, 55, times(80, 'cancelOrder' as const)));
      assert.deepEqual(
        await bridge.under.statuses(REMOTE.domain, 0n, 140),
        committed.messages.map((_, index) => (index >= 55 && index < 135 ? 'cancelled' : 'none')),
      );
    });

    it('skips what is executed, cancelled or replaced, with an event', async () => {
      const committed = await commit(mints(4));
      await bridge.run(bridge.mint(committed, 0), bridge.cancel(committed, 1), bridge.mint(committed, 2));
      await bridge.run(bridge.pause('pauseInbound'), bridge.replaceRoot(intervalOf(committed), [2n]));
      await bridge.run(bridge.pause('unpauseInbound'));
      const events = await bridge.run(many(committed, 0, mints(4)));
      const reasons = ['AlreadyExecuted', 'AlreadyCancelled', 'OrderReplaced'];
      for (const [index, reason] of reasons.entries())
        assert.deepEqual(events[index], skipped(committed, index, reason));
      assert.deepEqual(outcomes(events, committed), [...reasons, 'TokensMinted']);
      assert.deepEqual(await bridge.statusesOf([0n, 1n, 2n, 3n]), ['executed', 'cancelled', 'replaced', 'executed']);
    });

    it('skips a cancellation of what was executed or cancelled, and cancels what was replaced', async () => {
      const committed = await commit(mints(3));
      await bridge.run(bridge.mint(committed, 0), bridge.cancel(committed, 1), bridge.mint(committed, 2));
      await bridge.run(bridge.pause('pauseInbound'), bridge.replaceRoot(intervalOf(committed), [2n]));
      const events = await bridge.run(many(committed, 0, times(3, 'cancelOrder' as const)));
      assert.deepEqual(outcomes(events, committed).slice(0, 2), ['AlreadyExecuted', 'AlreadyCancelled']);
      assert.equal(events.at(-1)?.name, 'OrderCancelled');
    });

    it('skips all the second time, and pays nobody twice', async () => {
      const committed = await commit(MIXED);
      await bridge.run(many(committed, 0, MIXED));
      const before = await state();
      const events = await bridge.run(many(committed, 0, MIXED));
      assert.deepEqual(new Set(events.map(({ name }) => name)), new Set(['OrderSkipped']));
      assert.equal(events.length, MIXED.length);
      assert.deepEqual(await state(), before);
    });

    it('skips a mint above the bucket, and mints what fits behind it', async () => {
      const amounts = [LIMITS.capacity - 5n, 6n, 5n, 1n];
      const committed = await bridge.commit(amounts.map((wireAmount) => bridge.inbound(KIND.lock, { wireAmount })));
      const events = await bridge.run(many(committed, 0, mints(4)));
      const expected = ['TokensMinted', 'RateLimited', 'TokensMinted', 'RateLimited'];
      assert.deepEqual(outcomes(events, committed), expected);
      assert.equal(await bridge.level('bridged'), 0n);
      assert.deepEqual(await bridge.statusesOf([0n, 1n, 2n, 3n]), ['executed', 'none', 'executed', 'none']);
    });

    it('skips a release when all of them together are above what is outstanding', async () => {
      const amounts = [6n * AMOUNT, 4n * AMOUNT + 1n, 4n * AMOUNT];
      const committed = await bridge.commit(amounts.map((wireAmount) => bridge.inbound(KIND.burn, { wireAmount })));
      const events = await bridge.run(many(committed, 0, times(3, 'releaseTokens' as const)));
      const expected = ['TokensReleased', 'InsufficientOutstanding', 'TokensReleased'];
      assert.deepEqual(outcomes(events, committed), expected);
      assert.equal(await bridge.outstanding(), 0n);
    });

    it('skips a release above the bucket, which draws on what is outstanding no more than it pays', async () => {
      for (let count = 0; count < 3; count += 1) await bridge.run(bridge.lock({ wireAmount: LIMITS.maxAmount }));
      const before = await bridge.outstanding();
      const amounts = [LIMITS.capacity, AMOUNT];
      const committed = await bridge.commit(amounts.map((wireAmount) => bridge.inbound(KIND.burn, { wireAmount })));
      const events = await bridge.run(many(committed, 0, times(2, 'releaseTokens' as const)));
      assert.deepEqual(outcomes(events, committed), ['TokensReleased', 'RateLimited']);
      assert.equal(before - (await bridge.outstanding()), LIMITS.capacity);
    });

    it('releases nothing for an amount of zero, as its own function does', async () => {
      const uses = times(2, 'releaseTokens' as const);
      const committed = await commit(uses, { wireAmount: 0n });
      const [single] = await bridge.run(bridge.release(committed, 0));
      const [first, second] = await bridge.run(many(committed, 0, uses));
      assert.equal(first && outcomes([first], committed)[0], 'AlreadyExecuted');
      assert.deepEqual([single?.name, second?.name], ['TokensReleased', 'TokensReleased']);
    });

    it('skips a mint of zero, which can be cancelled', async () => {
      const committed = await commit(mints(2), { wireAmount: 0n });
      const events = await bridge.run(many(committed, 0, mints(2)));
      assert.deepEqual(outcomes(events, committed), ['ZeroAmount', 'ZeroAmount']);
      await bridge.run(many(committed, 0, times(2, 'cancelOrder' as const)));
      assert.deepEqual(await bridge.statusesOf([0n, 1n]), ['cancelled', 'cancelled']);
    });

    it('credits a recipient that refuses, and pays its neighbours', async () => {
      const recipients = ['one', 'refuses', 'three'].map((name) => bridge.under.account(name));
      await bridge.under.block('canonical', recipients[1] as Hex);
      const committed = await bridge.commit(
        recipients.map((recipient) => bridge.inbound(KIND.burn, { recipient, wireAmount: AMOUNT })),
      );
      const events = await bridge.run(many(committed, 0, times(3, 'releaseTokens' as const)));
      assert.deepEqual(
        events.map(({ fields }) => 'credited' in fields && fields.credited),
        [false, true, false],
      );
      assert.equal(await bridge.under.credit('canonical', recipients[1] as Hex), AMOUNT * bridge.unit);
    });

    it('is refused while mint and release are paused, except for cancellations and what is skipped', async () => {
      const committed = await commit(['mintTokens', 'cancelOrder', 'releaseTokens', 'cancelOrder']);
      await bridge.run(bridge.mint(committed, 0));
      for (const [pause, unpause, error, index] of [
        [bridge.pause('pauseInbound'), bridge.pause('unpauseInbound'), 'InboundPaused', 0],
        [bridge.pauseRemote(REMOTE), bridge.unpauseRemote(REMOTE), 'RemotePaused', 2],
      ] as const) {
        await bridge.run(pause);
        await bridge.refuses(many(committed, 0, ['mintTokens', 'cancelOrder', 'releaseTokens']), error);
        const uses = (['mintTokens', 'cancelOrder'] as const).slice(index === 0 ? 0 : 1);
        const events = await bridge.run(many(committed, index === 0 ? 0 : 3, uses));
        assert.deepEqual(
          events.map(({ name }) => name),
          index === 0 ? ['OrderSkipped', 'OrderCancelled'] : ['OrderCancelled'],
        );
        await bridge.run(unpause);
      }
    });

    it('is refused without the oracle', async () =>
      bridge.refusesCallers(
        many(await commit(mints(2)), 0, mints(2)),
        [...bridge.notOracles, bridge.user],
        'NotOracle',
      ));

    it('is refused for orders in another order, twice, or of another interval or operation', async () => {
      const committed = await commit(MIXED);
      const call = many(committed, 0, MIXED);
      const refuses = (change: (packed: Hex) => string, error: string) =>
        bridge.refuses(repacked(call, change as (packed: Hex) => Hex), error);
      const order = (packed: Hex, index: number) => packed.slice(HEAD + index * ORDER, HEAD + (index + 1) * ORDER);
      const placed = (packed: Hex, places: readonly number[]) =>
        packed.slice(0, HEAD) + places.map((index) => order(packed, index)).join('') + packed.slice(HEAD + 5 * ORDER);
      await refuses((packed) => placed(packed, [1, 0, 2, 3, 4]), 'InvalidProof');
      await refuses((packed) => placed(packed, [0, 0, 2, 3, 4]), 'InvalidProof');
      const operation = (packed: Hex, byte: string) => packed.slice(0, HEAD) + byte + packed.slice(HEAD + 2);
      await refuses((packed) => operation(packed, '13'), 'InvalidProof');
      await refuses((packed) => operation(packed, '12'), 'InvalidKind');
      await refuses((packed) => concatHex(uintToHex(OTHER.domain, 4), `0x${packed.slice(10)}`), 'UnknownRoot');
      assert.deepEqual(await bridge.statusesOf([0n, 1n, 2n, 3n, 4n]), times(5, 'none'));
    });

    it('is refused for siblings missing or left over, and for bytes left over', async () => {
      const call = many(await commit(mints(5)), 1, mints(2));
      const zeros = '00'.repeat(32);
      for (const change of [
        (packed: Hex) => `${packed}${zeros}`,
        (packed: Hex) => packed.slice(0, -64),
        (packed: Hex) => `${packed}00`,
        (packed: Hex) => packed.slice(0, -2),
        () => '0x',
      ])
        await bridge.refuses(repacked(call, change as (packed: Hex) => Hex), 'MalformedProof');
    });

    it('is refused for any flipped bit', async () => {
      const call = many(await commit(mints(3)), 1, mints(2));
      for (let bit = 0; bit < ((call.args.packed.length - 2) / 2) * 8; bit += 3 * kind.flippedBits)
        await bridge.refusesAny(repacked(call, (packed) => flipBit(packed, bit)));
      await bridge.run(call);
    });

    it('takes the last orders of the largest interval', async () => {
      const count = kind.largestBatch;
      const committed = await commit(mints(count));
      await bridge.run(many(committed, count - 3, mints(3)));
      assert.equal(await bridge.bridgedSupply(), 3n * AMOUNT);
    });
  });
}

const idOf = ({ fields }: Event): Hex | undefined => ('messageId' in fields ? fields.messageId : undefined);
