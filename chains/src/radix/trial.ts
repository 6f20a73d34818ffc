import {
  ADDRESS_LENGTH,
  type ExecutionFailure,
  fromAddress32,
  ok,
  type ProvenUse,
  type Result,
  type Status,
} from '@causeway/protocol';
import type { CallFailure } from '../failures.ts';
import { firstFailing } from '../provider/first-failing.ts';
import { groupCalls, packs, type TakesPacked } from '../provider/group-calls.ts';
import type { OracleCall } from '../provider/provider.ts';
import { isOwnError } from '../provider/refusals.ts';
import { formatRadixAddress } from './address.ts';
import type { Anchor } from './anchor.ts';
import type { RadixContext } from './context.ts';
import { NODE_MISSING, ofPayment } from './errors.ts';
import type { RadixNetwork } from './network.ts';
import { compileCalls } from './oracle-calls.ts';
import { statusesCall, statusesValue } from './reads.ts';
import { decodeSbor } from './sbor.ts';

/** Upper bound of the cost of paying and of the signatures, XRD. A trial run does not include it. */
export const PAYMENT_XRD = 1n;

/** The bridge, and what was tried out at it. */
export interface Trials extends RadixContext {
  readonly takesPacked: TakesPacked;
  /** Calls that succeeded together in their packed form when they were last tried out, by the first of them. */
  readonly passed: WeakMap<OracleCall, readonly OracleCall[]>;
}

/** An order that its call would leave as it is. The event with the reason is not in a trial run's answer. */
const SKIPPED: ExecutionFailure = {
  code: 'EXECUTION_FAILED',
  message: 'the bridge would skip the order',
  retryable: true,
};

/**
 * Runs the calls in the form in which they would be sent, in one transaction that everyone signed and nobody pays for,
 * up to the first that cannot be written. Calls that together cost more than the payer reserves fail here with
 * FEE_EXHAUSTED, before the payer loses the fee.
 */
export async function simulate(desk: Trials, calls: readonly OracleCall[]): Promise<Result<void, CallFailure>> {
  const compiled = compileCalls(calls, desk, false);
  const written = compiled.ok ? calls : calls.slice(0, compiled.error.callIndex);
  const takes = packs(written) ? await desk.takesPacked() : ok(false);
  const together = takes.ok && takes.value;
  const failing = await firstFailing(written.length, (count) => refusalOf(desk, written.slice(0, count), together));
  if (!failing.ok) return failing;
  if (failing.value === null) {
    const [first] = written;
    if (together && first) desk.passed.set(first, written);
    return compiled.ok ? ok(undefined) : compiled;
  }
  const { callIndex } = failing.value;
  const reason =
    failing.value.reason === SKIPPED ? await whySkipped(desk, written, callIndex) : ok(failing.value.reason);
  if (!reason.ok) return reason;
  const call = written[callIndex] as OracleCall;
  return { ok: false, error: { ...inWords(call, reason.value, desk.connection.network), callIndex } };
}

/**
 * Runs packed orders as they would be sent, unless that was done with just these. What was tried out as single calls,
 * by an earlier planner or a member, may be skipped together.
 */
export async function tryPacked(
  desk: Trials,
  { packed, tipPercentage }: Anchor,
  calls: readonly OracleCall[],
): Promise<Result<void, CallFailure>> {
  const passed = calls[0] && desk.passed.get(calls[0]);
  if (!packed || (passed?.length === calls.length && passed.every((call, index) => call === calls[index]))) {
    return ok(undefined);
  }
  const instructions = compileCalls(calls, desk, packed);
  if (!instructions.ok) return instructions;
  const refusal = await desk.connection.rpc.refusalOf(instructions.value.join(''), { tipPercentage });
  if (!refusal.ok) return refusal;
  return refusal.value === null ? ok(undefined) : { ok: false, error: refusal.value };
}

/** The refusal of `calls` together, or of the first order that would be skipped; null when all of them succeed. */
async function refusalOf(
  desk: Trials,
  calls: readonly OracleCall[],
  together: boolean,
): Promise<Result<ExecutionFailure | null, CallFailure>> {
  const { rpc, network, config } = desk.connection;
  const instructions = compileCalls(calls, desk, together);
  if (!instructions.ok) return instructions;
  const maxCost = (BigInt(config.maxFeeXrd) - PAYMENT_XRD) * 10n ** 18n;
  const trial = { tipPercentage: config.tipPercentage, maxCost };
  const runs = together ? runsOf(calls) : [];
  const looks = runs.map(
    ([
      {
        message: { source, nonce },
      },
      ...rest
    ]) => statusesCall(desk, source, nonce, 1 + rest.length),
  );
  // A skipped order fails nothing: its status says that it was.
  const manifest = [...looks, ...instructions.value, ...looks].join('');
  return rpc.tryOut(manifest, trial, async (outputs) => {
    const read = (output: string | undefined) => decodeSbor(output ?? '', network, statusesValue);
    for (const [index, run] of runs.entries()) {
      const before = await read(outputs[index]);
      const after = await read(outputs[outputs.length - runs.length + index]);
      const done = run.every((use, at) => isDone(use, before[at], after[at]));
      if (!done) return SKIPPED;
    }
    return null;
  });
}

const runsOf = (calls: readonly OracleCall[]): readonly (readonly [ProvenUse, ...ProvenUse[]])[] =>
  groupCalls(calls).flatMap((group) => ('together' in group ? [group.together] : []));

const isDone = ({ function: use }: ProvenUse, before: Status | undefined, after: Status | undefined): boolean =>
  before !== after && after === (use === 'cancelOrder' ? 'cancelled' : 'executed');

/** Why the order at `index` would be skipped after those before it: what its own function says. */
async function whySkipped(
  desk: Trials,
  calls: readonly OracleCall[],
  index: number,
): Promise<Result<ExecutionFailure, CallFailure>> {
  const before = compileCalls(calls.slice(0, index), desk, true);
  const alone = compileCalls(calls.slice(index, index + 1), desk, false);
  if (!before.ok) return before;
  if (!alone.ok) return alone;
  const reason = await desk.connection.rpc.refusalOf([...before.value, ...alone.value].join(''));
  return reason.ok ? ok(reason.value ?? SKIPPED) : reason;
}

/**
 * The reason why `call` is refused. An account that was never allocated is no recipient. The engine's reasons name the
 * call, whose tokens are the bridge's.
 */
function inWords(call: OracleCall, reason: ExecutionFailure, network: RadixNetwork): ExecutionFailure {
  if (isOwnError(reason.code)) return reason;
  if (reason.code === NODE_MISSING && call.function !== 'commitRoot') {
    const { recipient } = call.message;
    const spellings = [formatRadixAddress(recipient, network), fromAddress32(recipient, ADDRESS_LENGTH.radix).slice(2)];
    const nobody = spellings.some((spelling) => reason.message.endsWith(spelling));
    if (nobody) return { ...reason, code: 'InvalidRecipient' };
  }
  const meant = ofPayment(reason, call.function);
  return { ...meant, message: `${call.function}: ${meant.message}` };
}
