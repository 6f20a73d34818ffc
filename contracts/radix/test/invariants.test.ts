// I1 to I7 over a bridge and a model of its remote, while another, compromised remote attacks it.
import assert from 'node:assert/strict';
import type { Message } from '@causeway/protocol';
import { Bridge } from './support/bridge.ts';
import { ACTORS, BUCKET, EVIL, Players, REFILL } from './support/players.ts';
import { HERE, REMOTE } from './support/setting.ts';
import { useBridge } from './support/shared.ts';

const STEPS = 200;
/** Steps between the checks of the chain's state: a breach there does not heal, so that the next check finds it. */
const CHECK_EVERY = 5;

const wireSum = (messages: readonly Message[]) => messages.reduce((sum, { wireAmount }) => sum + wireAmount, 0n);

/** Wire units of the asset of `home` that travel in either direction. */
function inFlight({ sent, far, closed }: Players, home: number): bigint {
  const toFar = sent.filter((message) => !far.isClosed(message));
  const toHere = far.sent.filter((message) => !closed.has(message.nonce));
  return wireSum([...toFar, ...toHere].filter(({ assetHome }) => assetHome === home));
}

interface LaneFields {
  readonly nextOutboundNonce: bigint;
  readonly nextInboundNonce: bigint;
  readonly outstanding: bigint;
}

function assertInvariants(players: Players): void {
  const { bridge, far, sent, committedCount, lockedToEvil, takenByEvil } = players;
  const [lane, evil, state] = bridge.readAll([
    ['lane', { domain: REMOTE.domain }],
    ['lane', { domain: EVIL.domain }],
    ['configuration', {}],
  ]) as unknown as [LaneFields, LaneFields, { readonly holdings: bigint }];
  // I1: outstanding equals the circulation on the other chain plus the amounts in flight. Credits circulate.
  assert.equal(lane.outstanding, far.supply + inFlight(players, HERE), 'I1 of the asset here');
  assert.equal(far.outstanding, bridge.bridgedSupply() + inFlight(players, REMOTE.domain), 'I1 of the asset there');
  // I4: the compromised remote takes at most the amounts locked towards it.
  assert.equal(evil.outstanding + takenByEvil, lockedToEvil, 'I4');
  // I5: nonces are contiguous on both sides.
  assert.equal(lane.nextOutboundNonce, BigInt(sent.length), 'I5');
  assert.equal(lane.nextInboundNonce, BigInt(committedCount), 'I5');
  assert(committedCount <= far.sent.length, 'I5');
  // I6: holdings equal outstanding to the last 10^-18; the locker holds the claimable amounts.
  assert.equal(state.holdings, (lane.outstanding + evil.outstanding) * bridge.unit, 'I6');
}

/** I4: the compromised remote takes no faster than its buckets refill. A breach of it heals with time. */
function assertRate({ bridge, takenByEvil, drawn, start }: Players): void {
  const window = BUCKET + REFILL * (bridge.chain.time - start);
  for (const taken of [takenByEvil, drawn.bridged, drawn.canonical]) assert(taken <= window, 'I4: rate');
}

/** I2: every message keeps its one status. */
function assertStatuses({ bridge, far, closed, committedCount }: Players): void {
  const nonces = far.sent.slice(0, committedCount).map(({ nonce }) => nonce);
  const expected = nonces.map((nonce) => closed.get(nonce) ?? 'none');
  assert.deepEqual(bridge.statusesOf(nonces), expected, 'I2');
}

/** The locker holds everything that it owes, in both resources, apart from the actors' own balances. */
function assertCredits({ bridge }: Players): void {
  const { chain } = bridge;
  const token = bridge.tokenOf(REMOTE);
  const owed = (resource: typeof token) => ACTORS.reduce((sum, actor) => sum + bridge.credit(actor, resource), 0n);
  for (const resource of [token, bridge.canonical])
    assert.equal(chain.balance(bridge.locker, resource), owed(resource), 'the locker');
}

describe('invariants', () => {
  for (const [asset, options, seed] of [
    ['XRD', {}, 1],
    ['XRD', {}, 2],
    ['a token', { divisibility: 12 }, 3],
  ] as const) {
    const deployed = useBridge(options);
    it(`hold for ${asset} after any moves of the players, with seed ${seed}`, function () {
      this.timeout(120_000);
      const bridge = Bridge.instantiate(deployed.chain, deployed.canonical);
      const players = new Players(bridge, seed);
      for (let step = 0; step < STEPS; step++) {
        players.step();
        assertRate(players);
        if (step % CHECK_EVERY === 0) assertInvariants(players);
        if (step % 25 === 0) assertStatuses(players);
      }
      assertInvariants(players);
      // I7: once everything is live, every order ends, cancelled ones by their refund.
      players.drain();
      assertStatuses(players);
      assertInvariants(players);
      assertCredits(players);
      assert.equal(inFlight(players, HERE) + inFlight(players, REMOTE.domain), 0n, 'I7');
      assert(players.closed.size > 25 && players.takenByEvil > 0n, 'the players did something');
    });
  }

  const deployed = useBridge();
  it('do not hold once a message is lost on its way', () => {
    const players = new Players(Bridge.instantiate(deployed.chain, deployed.canonical), 1);
    while (players.far.sent.length === 0) players.step();
    assertInvariants(players);
    players.far.sent.pop();
    assert.throws(() => assertInvariants(players), /I1/);
  });
});
