// For every instruction: successful calls, and the state that they need.
import { KIND, type Message } from '@causeway/protocol';
import type { Interval } from '../../../conformance/src/bridge-under-test.ts';
import { batchOf } from '../../../conformance/src/messages.ts';
import { PAGE_NONCES, wordOf } from './addresses.ts';
import { Bridge, intervalOf, sharedBridge } from './bridge.ts';
import type { Call } from './call.ts';
import { keyOf } from './keys.ts';
import { GUARDIAN, LIMITS, MEMBERS, OTHER, PAYER, REFERENCE, REMOTE, STRANGER, USER } from './setting.ts';

/** A call that succeeds once `prepare` has prepared its bridge. */
export interface Scenario {
  /** The instruction's name and the distinguishing feature. */
  readonly name: string;
  readonly instruction: string;
  readonly bridge: Bridge;
  /** Restores the bridge first, then lets `plant` add what the test needs. */
  prepare(plant?: (bridge: Bridge) => void): Call;
}

const RECIPIENT = keyOf('recipient of scenarios');
const TO = keyOf('to of scenarios');

const sol = sharedBridge({});
const token = sharedBridge({ decimals: 6 });
const bare = new Bridge();
const bareToken = new Bridge({ decimals: 6 });
for (const { chain } of [bare, bareToken]) chain.checkpoint();

const scenario = (name: string, bridge: Bridge, callOf: (bridge: Bridge) => Call): Scenario => ({
  name,
  instruction: /^\w+/.exec(name)?.[0] ?? name,
  bridge,
  prepare(plant) {
    bridge.chain.restore();
    plant?.(bridge);
    return callOf(bridge);
  },
});

const inbound = (bridge: Bridge, kind: Message['kind']) =>
  bridge.commitAround(bridge.inbound(kind, { recipient: wordOf(RECIPIENT), wireAmount: 1_000_000n }));

/** A release to a recipient that already has rent or, for a token, an account; or to one without either. */
function release(bridge: Bridge, payable: boolean): Call {
  bridge.run(bridge.calls.lock({ amount: 10_000_000n }));
  if (payable && bridge.asset.mint !== undefined) bridge.giveTokens(RECIPIENT, 0n);
  if (payable && bridge.asset.mint === undefined) bridge.fund(RECIPIENT, 10n ** 9n);
  const wireAmount = payable ? 1_000_000n : 1_000n;
  const message = bridge.inbound(KIND.burn, { recipient: wordOf(RECIPIENT), wireAmount });
  return bridge.calls.release(bridge.commitAround(message), 2);
}

function mint(bridge: Bridge, payable: boolean): Call {
  if (payable) bridge.giveTokens(RECIPIENT, 0n, bridge.calls.mintOf(REMOTE));
  return bridge.calls.mint(inbound(bridge, KIND.lock), 2);
}

function claim(bridge: Bridge): Call {
  bridge.run(release(bridge, false));
  if (bridge.asset.mint === undefined) {
    bridge.fund(TO, 10n ** 9n);
    return bridge.calls.claim(RECIPIENT, TO);
  }
  return bridge.calls.claim(RECIPIENT, bridge.giveTokens(TO, 0n));
}

function replace(bridge: Bridge): Call {
  const committed = inbound(bridge, KIND.lock);
  bridge.run(bridge.calls.cancel(committed, 2));
  bridge.run(bridge.calls.pause('pauseInbound', GUARDIAN));
  return bridge.calls.replaceRoot({ ...intervalOf(committed), root: REFERENCE }, [2n]);
}

/** The next interval of REMOTE's lane; half of it is on the second status page. */
function acrossPages(bridge: Bridge): Interval {
  const interval = { source: REMOTE.domain, count: 64, root: REFERENCE };
  const first = bridge.remote().nextInboundNonce as bigint;
  const half = PAGE_NONCES - 32n;
  for (let next = first; next < half; next += 64n) {
    const count = next + 64n > half ? Number(half - next) : 64;
    bridge.run(bridge.calls.commitRoot({ ...interval, firstNonce: next, count }));
  }
  return { ...interval, firstNonce: half };
}

/** The last interval of a lane, whose messages are all executed or cancelled. */
function done(bridge: Bridge): Interval {
  const committed = bridge.commit([bridge.inbound(KIND.lock), bridge.inbound(KIND.lock)]);
  bridge.run(bridge.calls.cancel(committed, 0));
  bridge.run(bridge.calls.mint(committed, 1));
  return intervalOf(committed);
}

/** An interval whose root can be closed. */
function closable(bridge: Bridge): Interval {
  const interval = done(bridge);
  bridge.commit([bridge.inbound(KIND.lock)]);
  return interval;
}

const paused = (bridge: Bridge, name: 'Inbound' | 'Outbound'): Call => {
  bridge.run(bridge.calls.pause(`pause${name}`));
  return bridge.calls.pause(`unpause${name}`);
};
const registered = (bridge: Bridge): Bridge => {
  bridge.run(bridge.calls.setRemote(OTHER));
  return bridge;
};
const FEE = 5_000n;
const priced = (bridge: Bridge): Bridge => {
  bridge.run(bridge.calls.setFee(REMOTE, FEE));
  return bridge;
};
const burning = (bridge: Bridge): Bridge => {
  bridge.giveBridged(10_000n);
  return priced(bridge);
};
const paid = { amount: 1_000n, payer: PAYER, maxFee: FEE };
const referred = { ...paid, reference: REFERENCE, refundAddress: STRANGER };

export const SCENARIOS: readonly Scenario[] = [
  scenario('initialize with SOL', bare, ({ calls }) => calls.initialize()),
  scenario('initialize with a token', bareToken, ({ calls }) => calls.initialize()),
  scenario('lockTokens of SOL', sol, (bridge) => priced(bridge).calls.lock(paid)),
  scenario('lockTokens of a token', token, (bridge) => priced(bridge).calls.lock(paid)),
  scenario('lockTokensWithReference of SOL', sol, (bridge) => priced(bridge).calls.lock(referred)),
  scenario('lockTokensWithReference of a token', token, (bridge) => priced(bridge).calls.lock(referred)),
  scenario('burnTokens', sol, (bridge) => burning(bridge).calls.burn(paid)),
  scenario('burnTokensWithReference', sol, (bridge) => burning(bridge).calls.burn(referred)),
  scenario('commitRoot', sol, (bridge) => {
    const firstNonce = bridge.remote().nextInboundNonce as bigint;
    return bridge.calls.commitRoot({ source: REMOTE.domain, firstNonce, count: 5, root: REFERENCE });
  }),
  scenario('commitRoot across two pages', sol, (bridge) => bridge.calls.commitRoot(acrossPages(bridge))),
  scenario('mintTokens', sol, (bridge) => mint(bridge, true)),
  scenario('mintTokens, credited', sol, (bridge) => mint(bridge, false)),
  scenario('releaseTokens of SOL', sol, (bridge) => release(bridge, true)),
  scenario('releaseTokens of SOL, credited', sol, (bridge) => release(bridge, false)),
  scenario('releaseTokens of a token', token, (bridge) => release(bridge, true)),
  scenario('releaseTokens of a token, credited', token, (bridge) => release(bridge, false)),
  scenario('cancelOrder', sol, (bridge) => bridge.calls.cancel(inbound(bridge, KIND.lock), 2)),
  scenario('replaceRoot', sol, replace),
  scenario('replaceRoot across two pages', sol, (bridge) => {
    const interval = acrossPages(bridge);
    bridge.run(bridge.calls.commitRoot(interval));
    bridge.run(bridge.calls.pause('pauseInbound', GUARDIAN));
    return bridge.calls.replaceRoot(interval, [interval.firstNonce, interval.firstNonce + 63n]);
  }),
  scenario('replaceRoot of a closed root', sol, (bridge) => {
    const interval = closable(bridge);
    bridge.run(bridge.calls.closeRoot(interval));
    bridge.run(bridge.calls.pauseRemote('pauseRemote', REMOTE.domain));
    return bridge.calls.replaceRoot(interval, []);
  }),
  scenario('replaceRoot by none', sol, (bridge) => {
    const interval = done(bridge);
    bridge.run(bridge.calls.pause('pauseInbound'));
    return bridge.calls.drop(interval);
  }),
  scenario('closeRoot', sol, (bridge) => bridge.calls.closeRoot(closable(bridge))),
  scenario('closeRoot across two pages', sol, (bridge) => {
    const interval = acrossPages(bridge);
    const lock = bridge.inbound(KIND.lock);
    const committed = batchOf(
      Array.from({ length: 64 }, (_, index) => ({ ...lock, nonce: interval.firstNonce + BigInt(index) })),
      interval.firstNonce,
    );
    bridge.run(bridge.calls.commitRoot(intervalOf(committed)));
    for (let index = 0; index < 64; index++) bridge.run(bridge.calls.cancel(committed, index));
    bridge.commit([lock]);
    return bridge.calls.closeRoot(interval);
  }),
  scenario('setRemote', sol, ({ calls }) => calls.setRemote(OTHER)),
  scenario('openRemote', sol, (bridge) => registered(bridge).calls.openRemote(OTHER)),
  scenario('setLimits', sol, ({ calls }) => calls.setLimits(REMOTE, 'bridged', { ...LIMITS, minAmount: 7n })),
  scenario('setFee', sol, ({ calls }) => calls.setFee(REMOTE, FEE)),
  scenario('collectFees', sol, (bridge) => {
    bridge.run(priced(bridge).calls.lock(paid));
    bridge.fund(TO, 10n ** 9n);
    return bridge.calls.collectFees(REMOTE, TO);
  }),
  scenario('setOracle', sol, ({ calls }) => calls.setOracle(MEMBERS.slice(0, 3), 2)),
  scenario('setGuardian', sol, ({ calls }) => calls.setGuardian(USER)),
  scenario('proposeAdmin', sol, ({ calls }) => calls.proposeAdmin(USER)),
  scenario('acceptAdmin', sol, (bridge) => {
    bridge.run(bridge.calls.proposeAdmin(USER));
    return bridge.calls.acceptAdmin(USER);
  }),
  scenario('pauseOutbound', sol, ({ calls }) => calls.pause('pauseOutbound')),
  scenario('unpauseOutbound', sol, (bridge) => paused(bridge, 'Outbound')),
  scenario('pauseInbound', sol, ({ calls }) => calls.pause('pauseInbound')),
  scenario('unpauseInbound', sol, (bridge) => paused(bridge, 'Inbound')),
  scenario('pauseRemote', sol, ({ calls }) => calls.pauseRemote('pauseRemote', REMOTE.domain)),
  scenario('unpauseRemote', sol, ({ calls }) => calls.pauseRemote('unpauseRemote', REMOTE.domain)),
  scenario('claim of SOL', sol, claim),
  scenario('claim of a token', token, claim),
  scenario('claim of a bridged token', sol, (bridge) => {
    bridge.run(mint(bridge, false));
    return bridge.calls.claim(RECIPIENT, bridge.giveTokens(TO, 0n, bridge.calls.mintOf(REMOTE)), REMOTE);
  }),
];
