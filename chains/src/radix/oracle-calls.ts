import {
  type Domain,
  encodePackedOrders,
  executionOf,
  fail,
  formatDecimal,
  type Hex,
  isHex,
  type Message,
  messageIdOf,
  ok,
  type ProvenUse,
  packOrders,
  type Result,
  toLocalAmount,
  unpackProof,
} from '@causeway/protocol';
import { remoteOf } from '../config/deployment.ts';
import type { CallFailure, ReadFailure } from '../failures.ts';
import { groupCalls } from '../provider/group-calls.ts';
import type { OracleCall } from '../provider/provider.ts';
import { formatRadixAddress, isAccount } from './address.ts';
import type { RadixContext } from './context.ts';
import { address, bytes, callMethod, decimal, list, type ManifestText, u32, u64 } from './manifest.ts';
import { EXECUTE_MANY } from './packed-calls.ts';

/** The bridge that receives the calls. */
export type CallTarget = Pick<RadixContext, 'deployment' | 'bridge' | 'identity'>;

/**
 * The instruction of each of `calls` or, when `packed`, of each group of consecutive orders. Fails with the first
 * refused call and the reason. Reads nothing.
 */
export function compileCalls(
  calls: readonly OracleCall[],
  target: CallTarget,
  packed: boolean,
): Result<readonly ManifestText[], CallFailure> {
  const single: ManifestText[] = [];
  for (const [callIndex, call] of calls.entries()) {
    const instruction = compileCall(call, target);
    if (!instruction.ok) return { ok: false, error: { ...instruction.error, callIndex } };
    single.push(instruction.value);
  }
  if (!packed) return ok(single);
  return ok(
    groupCalls(calls).map((group) =>
      'alone' in group ? (single[calls.indexOf(group.alone)] as ManifestText) : compileTogether(group.together, target),
    ),
  );
}

/** The instruction of orders that go together, each of which was compiled alone. */
function compileTogether(together: readonly [ProvenUse, ...ProvenUse[]], target: CallTarget): ManifestText {
  const paid = together.filter((use) => use.function !== 'cancelOrder');
  const recipients = paid.map(({ message }) => recipientOf(message, target));
  return bridgeCall(target, EXECUTE_MANY, bytes(encodePackedOrders(packOrders(together))), list('Address', recipients));
}

type Commit = Extract<OracleCall, { readonly function: 'commitRoot' }>;
type Use = Exclude<OracleCall, Commit>;

/**
 * The instruction of one oracle call. It checks every field against the target first, so that nobody signs a call that
 * the bridge would refuse: another destination, a mint of this chain's own asset, a recipient that is no account.
 */
function compileCall(call: OracleCall, target: CallTarget): Result<ManifestText, CallFailure> {
  if (call.function === 'commitRoot') return compileCommit(call, target);
  const { message } = call;
  if (message.destination !== target.deployment.domain || message.destinationBridge !== target.bridge.address32) {
    return fail('WRONG_BRIDGE', 'the message is for another bridge');
  }
  const proof = unpackProof(call.function, call.proof);
  if (!proof.ok) return proof;
  if (call.function === 'cancelOrder') return ok(bridgeCall(target, 'cancel_order', ...identified(call)));
  if (call.function !== executionOf(message))
    return fail('WrongAssetHome', `${call.function} does not execute the message`);
  // The engine accepts only an account here and would reject the whole transaction.
  if (!isAccount(message.recipient)) return fail('InvalidRecipient', 'the recipient is no account');
  const recipient = recipientOf(message, target);
  const [orderId, packed] = identified(call);
  if (call.function === 'releaseTokens') return ok(bridgeCall(target, 'release_tokens', orderId, recipient, packed));
  const amount = mintedAmount(message, target);
  return amount.ok ? ok(bridgeCall(target, 'mint_tokens', orderId, recipient, amount.value, packed)) : amount;
}

const recipientOf = ({ recipient }: Message, { identity }: CallTarget): ManifestText =>
  address(formatRadixAddress(recipient, identity.network));

function compileCommit(
  { source, firstNonce, count, root }: Commit,
  target: CallTarget,
): Result<ManifestText, CallFailure> {
  if (!isHex(root, 32)) return fail('ZeroRoot', 'a root has 32 bytes');
  return ok(bridgeCall(target, 'commit_root', u32(source), u64(firstNonce), u32(count), bytes(root)));
}

const bridgeCall = ({ identity }: CallTarget, method: string, ...args: readonly ManifestText[]): ManifestText =>
  callMethod(identity.component, method, ...args);

/** The first and last argument of every use of a root: the message's id and the proof. */
const identified = ({ message, proof }: Use): readonly [ManifestText, ManifestText] => [
  bytes(messageIdOf(message)),
  bytes(proof.toLowerCase() as Hex),
];

/** The message's amount in units of the local bridged token. */
function mintedAmount({ source, wireAmount }: Message, target: CallTarget): Result<ManifestText, ReadFailure> {
  const units = unitsOf(target, source);
  if (!units.ok) return units;
  const { decimals, wireDecimals } = units.value;
  return ok(decimal(formatDecimal(toLocalAmount(wireAmount, decimals, wireDecimals), decimals)));
}

/** The local resource of the asset whose home is `home`. */
export function resourceOf(
  { deployment, bridge, canonical }: Pick<RadixContext, 'deployment' | 'bridge' | 'canonical'>,
  home: Domain,
): Result<string, ReadFailure> {
  if (home === deployment.domain) return ok(canonical);
  const token = remoteOf(bridge, home)?.token.address;
  return token ? ok(token) : fail('UnknownRemote', `domain ${home} is not connected`);
}

/** Decimals of an asset, locally and on the wire. */
interface Units {
  readonly decimals: number;
  readonly wireDecimals: number;
}

/**
 * Local and wire decimals of the asset whose home is `home`, from the deployment file. `verify` compares them with the
 * chain.
 */
export function unitsOf({ deployment, bridge }: CallTarget, home: Domain): Result<Units, ReadFailure> {
  if (home === deployment.domain) {
    return ok({ decimals: bridge.canonicalAsset.decimals, wireDecimals: bridge.wireDecimals });
  }
  const remote = remoteOf(bridge, home);
  if (!remote) return fail('UnknownRemote', `domain ${home} is not connected`);
  return ok({ decimals: remote.token.decimals, wireDecimals: remote.wireDecimals });
}
