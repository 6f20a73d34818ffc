// For every function that changes state: a successful call, and the state that it needs.
import { KIND, type Message, ZERO_32 } from '@causeway/protocol';
import { wordOf } from './addresses.ts';
import { type Bridge, intervalOf } from './bridge.ts';
import { type Call, withArgs, withFee } from './call.ts';
import { unitOf } from './calls.ts';
import type { FunctionName } from './interface.ts';
import { keyOf } from './keys.ts';
import { refuseDeposits } from './recipients.ts';
import { GUARDIAN, LIMITS, MEMBERS, OTHER, REFERENCE, REMOTE, STRANGER, USER } from './setting.ts';
import { sharedBridge } from './shared.ts';

/** A call that succeeds once `prepare` has prepared its bridge. */
export interface Scenario {
  /** The function's name and the distinguishing feature. */
  readonly name: string;
  readonly method: FunctionName;
  readonly bridge: Bridge;
  /** Restores the bridge first. */
  prepare(): Call;
}

const RECIPIENT = keyOf('recipient of scenarios');
/** A delivery fee, units of 10^-18 XRD. */
const FEE = 3n * 10n ** 17n;
const REFUSER = keyOf('refuser of scenarios');

const xrd = sharedBridge();
const token = sharedBridge({ divisibility: 12 });

const scenario = (name: string, bridge: Bridge, callOf: (bridge: Bridge) => Call): Scenario => ({
  name,
  method: /^\w+/.exec(name)?.[0] as FunctionName,
  bridge,
  prepare() {
    bridge.chain.restore();
    return callOf(bridge);
  },
});

const inbound = (bridge: Bridge, kind: Message['kind'], recipient = RECIPIENT) =>
  bridge.commitAround(bridge.inbound(kind, { recipient: wordOf(recipient), wireAmount: 1_000_000n }));

function release(bridge: Bridge, recipient = RECIPIENT): Call {
  bridge.run(bridge.calls.lock({ amount: 10_000_000n * bridge.unit }));
  return bridge.calls.release(inbound(bridge, KIND.burn, recipient), 2);
}

function replace(bridge: Bridge): Call {
  const committed = inbound(bridge, KIND.lock);
  bridge.run(bridge.calls.cancel(committed, 2));
  bridge.run(bridge.calls.pause('pause_inbound', GUARDIAN));
  return bridge.calls.replaceRoot({ ...intervalOf(committed), root: REFERENCE }, [2n]);
}

const paused = (bridge: Bridge, direction: 'inbound' | 'outbound'): Call => {
  bridge.run(bridge.calls.pause(`pause_${direction}`));
  return bridge.calls.pause(`unpause_${direction}`);
};
const registered = (bridge: Bridge): Bridge => {
  bridge.run(bridge.calls.setRemote(OTHER));
  return bridge;
};
const burning = (bridge: Bridge): Bridge => {
  bridge.giveBridged(10_000n);
  return bridge;
};
/** A lock with the remote's delivery fee. */
function locked(bridge: Bridge): Call {
  bridge.run(bridge.calls.setFee(REMOTE, FEE));
  return withFee(bridge.calls.lock({ amount: 1_000n * bridge.unit }), FEE);
}
const referred = { reference: REFERENCE, refundAddress: STRANGER };
const burned = { amount: 1_000n * unitOf(REMOTE) };

export const SCENARIOS: readonly Scenario[] = [
  scenario('lock_tokens', xrd, ({ calls, unit }) => calls.lock({ amount: 1_000n * unit })),
  scenario('lock_tokens of a token', token, ({ calls, unit }) => calls.lock({ amount: 1_000n * unit })),
  scenario('lock_tokens_with_reference', xrd, ({ calls, unit }) => calls.lock({ amount: 1_000n * unit, ...referred })),
  scenario('burn_tokens', xrd, (bridge) => burning(bridge).calls.burn(burned)),
  scenario('burn_tokens_with_reference', xrd, (bridge) => burning(bridge).calls.burn({ ...burned, ...referred })),
  scenario('commit_root', xrd, ({ calls }) =>
    calls.commitRoot({ source: REMOTE.domain, firstNonce: 0n, count: 5, root: REFERENCE }),
  ),
  scenario('mint_tokens', xrd, (bridge) => bridge.calls.mint(inbound(bridge, KIND.lock), 2)),
  scenario('mint_tokens, credited', xrd, (bridge) => {
    refuseDeposits(bridge.chain, REFUSER);
    return bridge.calls.mint(inbound(bridge, KIND.lock, REFUSER), 2);
  }),
  scenario('release_tokens', xrd, (bridge) => release(bridge)),
  scenario('release_tokens of a token', token, (bridge) => release(bridge)),
  scenario('release_tokens, credited', xrd, (bridge) => {
    refuseDeposits(bridge.chain, REFUSER);
    return release(bridge, REFUSER);
  }),
  scenario('cancel_order', xrd, (bridge) => bridge.calls.cancel(inbound(bridge, KIND.lock), 2)),
  scenario('replace_root', xrd, replace),
  scenario('replace_root with the zero root', xrd, (bridge) =>
    withArgs(replace(bridge), { root: ZERO_32, changed: [] }),
  ),
  scenario('lock_tokens with a fee', xrd, (bridge) => locked(bridge)),
  scenario('burn_tokens with a fee', xrd, (bridge) => {
    bridge.run(bridge.calls.setFee(REMOTE, FEE));
    return withFee(burning(bridge).calls.burn(burned), FEE);
  }),
  scenario('set_fee', xrd, ({ calls }) => calls.setFee(REMOTE, FEE)),
  scenario('collect_fees', xrd, (bridge) => {
    bridge.run(locked(bridge));
    return bridge.calls.collectFees(RECIPIENT);
  }),
  scenario('pause_remote', xrd, ({ calls }) => calls.pauseRemote(REMOTE)),
  scenario('unpause_remote', xrd, ({ calls }) => calls.unpauseRemote(REMOTE)),
  scenario('set_remote', xrd, ({ calls }) => calls.setRemote(OTHER)),
  scenario('open_remote', xrd, (bridge) => registered(bridge).calls.openRemote(OTHER)),
  scenario('set_limits', xrd, ({ calls }) => calls.setLimits(REMOTE, 'bridged', { ...LIMITS, minAmount: 7n })),
  scenario('set_oracle', xrd, ({ calls }) => calls.setOracle(MEMBERS.slice(0, 3), 2)),
  scenario('set_guardian', xrd, ({ calls }) => calls.setGuardian(USER)),
  scenario('propose_admin', xrd, ({ calls }) => calls.proposeAdmin(USER)),
  scenario('accept_admin', xrd, (bridge) => {
    bridge.run(bridge.calls.proposeAdmin(USER));
    return bridge.calls.acceptAdmin(USER);
  }),
  scenario('pause_outbound', xrd, ({ calls }) => calls.pause('pause_outbound')),
  scenario('unpause_outbound', xrd, (bridge) => paused(bridge, 'outbound')),
  scenario('pause_inbound', xrd, ({ calls }) => calls.pause('pause_inbound')),
  scenario('unpause_inbound', xrd, (bridge) => paused(bridge, 'inbound')),
];
