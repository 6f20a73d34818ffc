import assert from 'node:assert/strict';
import { KIND, type Message, messageIdOf, ZERO_32 } from '@causeway/protocol';
import type { MessageRow, RootRow } from '@causeway/storage';
import { Bridges } from '../../src/bridges.ts';
import { NOTHING_AHEAD, type PlannerDeps, type Reading } from '../../src/plan/plan.ts';
import { MAX_MESSAGES } from '../../src/plan/proposal.ts';
import { proveRows } from '../../src/plan/prover.ts';
import { Selection } from '../../src/plan/selection.ts';
import { bridgeOf, World } from '../support/world.ts';

describe('the selection for a round', function () {
  this.timeout(20_000);
  it('takes no more messages than a signer accepts and no more bytes than a transaction holds, and leaves the others', async () => {
    const world = await World.create();
    const [alpha, beta] = world.chains;
    const [source, destination] = world.chains.map((chain) => bridgeOf(chain));
    assert.ok(source && destination);
    const lane = { family: 'main', source: alpha.domain, destination: beta.domain };
    const rowOf = (nonce: bigint): MessageRow => {
      const message: Message = {
        kind: KIND.lock,
        source: alpha.domain,
        destination: beta.domain,
        nonce,
        sourceBridge: alpha.bridge,
        destinationBridge: beta.bridge,
        assetHome: alpha.domain,
        sender: alpha.bridge,
        recipient: alpha.bridge,
        wireAmount: 1n,
        reference: ZERO_32,
      };
      const at = { block: { number: 1, hash: '0x01', timeMs: 0 }, transaction: '0x02', index: 0 };
      return { messageId: messageIdOf(message), family: 'main', message, at, final: true };
    };
    const half = MAX_MESSAGES / 2;
    const intervals = [0n, BigInt(half), BigInt(2 * half)].map((firstNonce) => {
      const rows = Array.from({ length: half }, (_, index) => rowOf(firstNonce + BigInt(index)));
      return proveRows(lane, rows as [MessageRow, ...MessageRow[]]);
    });
    const holding = (nonce: bigint) =>
      intervals.find(({ firstNonce, count }) => nonce >= firstNonce && nonce < firstNonce + BigInt(count));
    const view = {
      ...world.storage.chainView,
      messages: async (_lane: unknown, firstNonce: bigint) => holding(firstNonce)?.rows ?? [],
      rootOf: async (_lane: unknown, nonce: bigint) => {
        const { firstNonce, count, batch } = holding(nonce) ?? {};
        return { lane, firstNonce, count, root: batch?.root } as RootRow;
      },
    };
    const deps = {
      bridge: destination,
      bridges: new Bridges([source, destination]),
      view,
      delays: { heldUntil: async () => undefined },
      tracker: { orderOf: async () => undefined },
      rules: { cancelAfter: world.cancelAfter },
    } as unknown as PlannerDeps;
    const reading: Reading = {
      oracle: { members: [], threshold: 0 },
      anchor: '0',
      ahead: NOTHING_AHEAD,
      room: undefined,
      inboundPaused: false,
      finalizedTimeMs: 0,
      lanes: new Map([
        [alpha.domain, { nextOutboundNonce: 0n, nextInboundNonce: BigInt(3 * half), outstanding: 0n, paused: false }],
      ]),
      differing: new Set(),
      lost: new Set(),
    };
    const aside = {
      defer: () => assert.fail('nothing waits'),
      giveUp: async () => assert.fail('nothing is given up'),
      keepsOut: () => false,
      justArrived: () => false,
      wantsAlone: () => {},
    };
    const candidates = [0n, 1n, BigInt(half), BigInt(2 * half)].map(rowOf);
    const most = { orders: 50, commitMessages: 256 };
    const chosen = await new Selection(deps, reading, aside, most).choose(candidates);
    assert.ok(chosen.ok);
    assert.deepEqual(
      chosen.value.items.map(({ row }) => row.message.nonce),
      [0n, 1n, BigInt(half)],
    );
    // A call of 32 bytes and of 5 for each halving of its interval; a transaction of two calls.
    const bytesOf = (messages: number) => 32 + 5 * Math.log2(messages);
    const size = { maxBytes: 2 * bytesOf(half), bytesOf };
    const provider = Object.create(destination.provider, { oracleRules: { value: { ...beta.oracleRules, size } } });
    const within = { ...deps, bridge: { ...destination, provider } };
    const small = await new Selection(within, reading, aside, most).choose(candidates);
    assert.ok(small.ok);
    assert.equal(small.value.items.length, 2);
    await world.close();
  });
});
