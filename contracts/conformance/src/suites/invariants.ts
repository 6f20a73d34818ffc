// I1 to I7 over a bridge and a model of its remote, while another, compromised remote attacks it.
import assert from 'node:assert/strict';
import type { Domain, Message } from '@causeway/protocol';
import { useBridge } from '../bridge.ts';
import type { Asset, Kind } from '../bridge-under-test.ts';
import { BUCKET, EVIL, PEER, Players, REFILL } from '../players.ts';

const STEPS = 200;
/** Steps between the checks of the chain's state: a breach there does not heal, so that the next check finds it. */
const CHECK_EVERY = 5;

const wireSum = (messages: readonly Message[]) => messages.reduce((sum, { wireAmount }) => sum + wireAmount, 0n);

/** Wire units of the asset of `home` that travel in either direction. */
function inFlight({ sent, far, closed }: Players, home: Domain): bigint {
  const toFar = sent.filter((message) => !far.isClosed(message));
  const toHere = far.sent.filter((message) => !closed.has(message.nonce));
  return wireSum([...toFar, ...toHere].filter(({ assetHome }) => assetHome === home));
}

/** I2: every message keeps its one status. */
async function assertStatuses({ bridge, far, closed, committedCount }: Players): Promise<void> {
  const nonces = far.sent.slice(0, committedCount).map(({ nonce }) => nonce);
  const expected = nonces.map((nonce) => closed.get(nonce) ?? 'none');
  assert.deepEqual(await bridge.statusesOf(nonces, PEER), expected, 'I2');
  assert.deepEqual(await bridge.under.statuses(PEER.domain, 0n, nonces.length), expected, 'I2, the interval at once');
}

/** I4: the compromised remote takes no faster than its buckets refill. A breach of it heals with time. */
function assertRate({ takenByEvil, drawn, start, now }: Players): void {
  const window = BUCKET + REFILL * (now - start);
  for (const taken of [takenByEvil, drawn.bridged, drawn.canonical]) assert(taken <= window, 'I4: rate');
}

async function assertInvariants(players: Players): Promise<void> {
  const { bridge, far, sent, committedCount, lockedToEvil, takenByEvil } = players;
  const lane = await bridge.lane(PEER);
  const evil = await bridge.lane(EVIL);
  // I1: outstanding equals the circulation on the other chain plus the amounts in flight. Credits circulate.
  const unminted = bridge.kind.creditsAreMinted ? 0n : players.credits.bridged.sum;
  const circulating = (await bridge.bridgedSupply(PEER)) + unminted;
  assert.equal(lane.outstanding, far.supply + inFlight(players, bridge.here), 'I1 of the asset here');
  assert.equal(far.outstanding, circulating + inFlight(players, PEER.domain), 'I1 of the asset there');
  // I4: the compromised remote takes at most the amounts locked towards it.
  assert.equal(evil.outstanding + takenByEvil, lockedToEvil, 'I4');
  // I5: nonces are contiguous on both sides.
  assert.equal(lane.nextOutboundNonce, BigInt(sent.length), 'I5');
  assert.equal(lane.nextInboundNonce, BigInt(committedCount), 'I5');
  assert(committedCount <= far.sent.length, 'I5');
  // I6, to the last unit: nobody else sends anything to the escrow. Fees are apart, or beside it in one balance.
  const claims = lane.outstanding + evil.outstanding + players.credits.canonical.sum;
  const inEscrow = bridge.kind.feesInEscrow && players.isNative ? players.fees : 0n;
  assert.equal(await bridge.under.held(), claims * bridge.unit + inEscrow, 'I6');
  assert.equal(await bridge.under.fees(), players.fees, 'fees');
}

const PLAYS: readonly (readonly [name: string, asset: Asset, seed: number])[] = [
  ['the native coin', 'native', 6],
  ['the native coin', 'native', 8],
  ['a token', { decimals: 12 }, 3],
];

export const invariants = (kind: Kind) =>
  describe('the invariants', () => {
    for (const [name, asset, seed] of PLAYS) {
      const bridge = useBridge(kind, asset);
      it(`hold for ${name} after any moves of the players, with seed ${seed}`, async function () {
        this.timeout(120_000);
        const players = await Players.meet(bridge, seed, asset);
        for (let step = 0; step < STEPS; step++) {
          await players.step();
          assertRate(players);
          if (step % CHECK_EVERY === 0) await assertInvariants(players);
        }
        await assertStatuses(players);
        // I7: once everything is live, every order ends, cancelled ones by their refund.
        await players.drain();
        await assertStatuses(players);
        await assertInvariants(players);
        assert.equal(inFlight(players, bridge.here) + inFlight(players, PEER.domain), 0n, 'I7');
        assert(players.closed.size > 20 && players.takenByEvil > 0n, 'the players did something');
        assert(players.collected > 0n, 'fees were paid and collected');
      });
    }

    const bridge = useBridge(kind);
    it('do not hold once a message is lost on its way', async () => {
      const players = await Players.meet(bridge, 1);
      while (players.far.sent.length === 0) await players.step();
      await assertInvariants(players);
      players.far.sent.pop();
      await assert.rejects(assertInvariants(players), /I1/);
    });
  });
