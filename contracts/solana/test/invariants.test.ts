// I1 to I7 over a bridge and a model of its remote, while another, compromised remote attacks it.
import assert from 'node:assert/strict';
import type { Message } from '@causeway/protocol';
import { Bridge } from './support/bridge.ts';
import { ACTORS, BUCKET, EVIL, Players, REFILL } from './support/players.ts';
import { HERE, REMOTE } from './support/setting.ts';
import { claims, escrowed } from './support/solvency.ts';
import { supplyOf } from './support/tokens.ts';

const STEPS = 300;
/** Steps between the checks of the chain's state: a breach there does not heal, so that the next check finds it. */
const CHECK_EVERY = 5;
const SEEDS = [1, 2];

const wireSum = (messages: readonly Message[]) => messages.reduce((sum, { wireAmount }) => sum + wireAmount, 0n);

/** Wire units of the asset of `home` that travel in either direction. */
function inFlight({ sent, far, closed }: Players, home: number): bigint {
  const toFar = sent.filter((message) => !far.isClosed(message));
  const toHere = far.sent.filter((message) => !closed.has(message.nonce));
  return wireSum([...toFar, ...toHere].filter(({ assetHome }) => assetHome === home));
}

/** I1: outstanding equals the circulation on the other chain plus the amounts in flight. */
function assertOutstanding(players: Players): void {
  const { bridge, far } = players;
  const mint = bridge.calls.mintOf(REMOTE);
  assert.equal(bridge.outstanding(), far.supply + inFlight(players, HERE), 'I1 of the asset here');
  const credited = ACTORS.reduce((sum, actor) => sum + bridge.credit(actor, mint), 0n);
  const circulating = supplyOf(bridge.chain, mint) + credited;
  assert.equal(far.outstanding, circulating + inFlight(players, REMOTE.domain), 'I1 of the asset there');
}

/** I2: every message keeps its one status. */
function assertStatuses({ bridge, far, closed, committedCount }: Players): void {
  for (const message of far.sent.slice(0, committedCount))
    assert.equal(bridge.statusOf(message.nonce), closed.get(message.nonce) ?? 'none', 'I2');
}

/** I4: the compromised remote takes at most the amounts locked towards it. */
function assertContained({ bridge, lockedToEvil, takenByEvil }: Players): void {
  assert.equal(bridge.outstanding(EVIL) + takenByEvil, lockedToEvil, 'I4');
}

/** I4: the compromised remote takes no faster than its buckets refill. A breach of it heals with time. */
function assertRate({ bridge, takenByEvil, drawn, start }: Players): void {
  const window = BUCKET + REFILL * (bridge.chain.time - start);
  for (const taken of [takenByEvil, drawn.bridged, drawn.canonical]) assert(taken <= window, 'I4: rate');
}

/** I5: nonces are contiguous on both sides. */
function assertNonces({ bridge, sent, far, committedCount }: Players): void {
  const { nextOutboundNonce, nextInboundNonce } = bridge.remote();
  assert.equal(nextOutboundNonce, BigInt(sent.length), 'I5');
  assert.equal(nextInboundNonce, BigInt(committedCount), 'I5');
  assert(committedCount <= far.sent.length, 'I5');
  for (const messages of [sent, far.sent])
    for (const [index, { nonce }] of messages.entries()) assert.equal(nonce, BigInt(index), 'I5');
}

function assertInvariants(players: Players): void {
  assertOutstanding(players);
  assertContained(players);
  assertNonces(players);
  // I6, to the last unit: nobody else sends anything to the escrow.
  assert.equal(escrowed(players.bridge), claims(players.bridge, [REMOTE, EVIL]), 'I6');
}

describe('invariants', () => {
  for (const [asset, decimals] of [
    ['SOL', undefined],
    ['a token', 12],
  ] as const)
    for (const seed of SEEDS)
      it(`hold for ${asset} after any moves of the players, with seed ${seed}`, function () {
        this.timeout(120_000);
        const bridge = new Bridge(decimals === undefined ? {} : { decimals });
        bridge.run(bridge.calls.initialize());
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
        assert.equal(inFlight(players, HERE) + inFlight(players, REMOTE.domain), 0n, 'I7');
        assert(players.closed.size > 30 && players.takenByEvil > 0n, 'the players did something');
      });

  it('do not hold once a message is lost on its way', () => {
    const bridge = new Bridge({});
    bridge.run(bridge.calls.initialize());
    const players = new Players(bridge, 1);
    while (players.far.sent.length === 0) players.step();
    assertInvariants(players);
    players.far.sent.pop();
    assert.throws(() => assertInvariants(players), /I1/);
  });
});
