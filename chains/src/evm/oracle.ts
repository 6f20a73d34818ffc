import { fail, type Hex, ok, type Result, type SignedTransaction } from '@causeway/protocol';
import type Safe from '@safe-global/protocol-kit';
import type { CallFailure, OracleFailure, ReadFailure } from '../failures.ts';
import { bound } from '../provider/compose.ts';
import {
  bindPacked,
  checkPacked,
  groupCalls,
  oncePacked,
  type TakesPacked,
  unpackedAnchor,
} from '../provider/group-calls.ts';
import type {
  KeyHandle,
  KeyIdentity,
  OracleCall,
  OracleRoom,
  OracleRules,
  OracleSignature,
  OracleSigning,
  OracleTransaction,
} from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import { formatAnchor, parseAnchor } from './anchor.ts';
import type { EvmContext } from './context.ts';
import { encodeOracleCall, VOID_CALLDATA } from './oracle-calls.ts';
import { GasBook, gasShareOf } from './oracle-gas.ts';
import { recoverSafeSigner, safeAction, safeTxHash, signSafeTransaction } from './oracle-payload.ts';
import { readOracle } from './oracle-state.ts';
import { encodeTogether, takesPackedOrders } from './packed-calls.ts';
import { safeView } from './reads.ts';
import { prepareAll, prepareReplacement } from './sender.ts';
import { simulateCalls } from './simulate.ts';
import { gasLimitAnswer } from './wire.ts';

/** Most bytes of calldata in a batch. Nodes refuse transactions above 128 KiB. */
const MAX_BATCH_BYTES = 100_000;

/** Bytes of a call without siblings: selector, arguments, head of the proof, MultiSend framing. */
const CALL_BYTES = 512;

/** Bytes of one packed order, without siblings: a run's siblings are counted with its first order. */
const PACKED_BYTES = 128;

/** A Safe transaction can hold a commitment and its uses; its bytes are the limit. */
const ORACLE_RULES: OracleRules = {
  maxCalls: 512,
  maxCommitMessages: 4_096,
  commitsApart: false,
  size: {
    maxBytes: MAX_BATCH_BYTES,
    bytesOf: (messages) => CALL_BYTES + 32 * Math.ceil(Math.log2(messages)),
    packedBytes: PACKED_BYTES,
  },
};

/** How long the gas of a block is taken as known, milliseconds. */
const GAS_LIMIT_MS = 60_000;

/** The bridge, what its code can do, and protocol-kit once it is connected. */
interface Desk extends EvmContext {
  readonly takesPacked: TakesPacked;
  readonly gas: GasBook;
  /** What a block held when it was last looked at. */
  inBlock?: { readonly gas: number; readonly atMs: number };
  kit?: Promise<Safe>;
}

/** The oracle's transactions of one bridge, as transactions of its Safe. */
export const oracleSigning = (context: EvmContext): OracleSigning => ({
  oracleRules: ORACLE_RULES,
  ...bound(
    {
      ...context,
      takesPacked: oncePacked(() => takesPackedOrders(context)),
      gas: new GasBook(context.bridge.canonicalAsset.address === null),
    } as Desk,
    {
      oracle: readOracle,
      anchor: newAnchor,
      acceptsAnchor,
      room,
      bind: (desk, anchor, calls: readonly OracleCall[]) => bindPacked(anchor, calls, desk.takesPacked),
      build,
      buildVoid,
      simulate,
      prepareOracle,
    },
  ),
  earlierAnchor: unpackedAnchor,
  order: {
    placeOf(anchor) {
      const parsed = parseAnchor(anchor);
      return parsed.ok ? Number(parsed.value.nonce) : undefined;
    },
    anchorAt: (place) => formatAnchor({ nonce: BigInt(place), packed: false }),
    next: async () => map(await safeView(context, 'nonce'), ([nonce]) => Number(nonce)),
  },
  sign: signSafeTransaction,
  recoverSigner: recoverSafeSigner,
});

/**
 * The Safe's nonce; the payer does not matter. Meanwhile protocol-kit is loaded, which takes as long as a signature.
 */
async function newAnchor(desk: Desk, _payer: KeyIdentity): Promise<Result<string, CallFailure>> {
  void connectedKit(desk);
  return map(await safeView(desk, 'nonce'), ([nonce]) => formatAnchor({ nonce: BigInt(nonce), packed: false }));
}

async function acceptsAnchor(desk: Desk, anchor: string): Promise<Result<void, CallFailure>> {
  const current = map(await safeView(desk, 'nonce'), ([nonce]) => BigInt(nonce));
  if (!current.ok) return current;
  const parsed = parseAnchor(anchor);
  if (parsed.ok && current.value === parsed.value.nonce) return ok(undefined);
  return fail('ANCHOR_MISMATCH', `the oracle's next anchor is ${current.value}`, true);
}

/** Part of a block's gas, and the figures of calls. */
async function room(desk: Desk): Promise<Result<OracleRoom, ReadFailure>> {
  const { takesPacked, gas } = desk;
  const [inBlock, takes] = await Promise.all([gasInBlock(desk), takesPacked()]);
  if (!inBlock.ok) return inBlock;
  const packs = takes.ok && takes.value;
  const useOf: OracleRoom['useOf'] = (call, packed) => gas.of(call, packed);
  return ok({ most: gasShareOf(BigInt(inBlock.value)) - gas.base, packs, useOf });
}

/** Gas that a quorum's newest blocks hold at least. It changes slowly, so that it is read now and then. */
async function gasInBlock(desk: Desk): Promise<Result<number, ReadFailure>> {
  const { rpc, clock } = desk.connection;
  const now = clock.monotonic();
  if (desk.inBlock && now - desk.inBlock.atMs < GAS_LIMIT_MS) return ok(desk.inBlock.gas);
  const limits = await rpc.reached(async (endpoint) =>
    gasLimitAnswer.parse(await endpoint.send('eth_getBlockByNumber', ['latest', false])),
  );
  if (!limits.ok) return limits;
  desk.inBlock = { gas: limits.value[0] as number, atMs: now };
  return ok(desk.inBlock.gas);
}

async function build(
  desk: Desk,
  anchor: string,
  calls: readonly OracleCall[],
): Promise<Result<OracleTransaction, CallFailure>> {
  const parsed = parseAnchor(anchor);
  if (!parsed.ok) return parsed;
  if (parsed.value.packed) {
    const checked = await checkPacked(desk.takesPacked);
    if (!checked.ok) return checked;
  }
  const calldata = encode(desk, calls, parsed.value.packed);
  if (!calldata.ok) return calldata;
  const digest = digestAt(desk, anchor, calldata.value);
  return digest.ok ? ok({ anchor, calls, payloads: [digest.value], digest: digest.value }) : digest;
}

async function buildVoid(context: EvmContext, anchor: string): Promise<Result<OracleTransaction, CallFailure>> {
  const digest = digestAt(context, anchor, [VOID_CALLDATA]);
  return digest.ok ? ok({ anchor, calls: [], voids: true, payloads: [digest.value], digest: digest.value }) : digest;
}

/** What members sign so that the Safe calls the bridge with `calldata` at the nonce `anchor`. */
function digestAt({ safe, bridge }: EvmContext, anchor: string, calldata: readonly Hex[]): Result<Hex, CallFailure> {
  return map(parseAnchor(anchor), ({ nonce }) => safeTxHash(safe, safeAction(safe, bridge.address, calldata), nonce));
}

/**
 * Runs the calls one by one, also those that would be packed. A call of its own refuses an order that executeMany would
 * skip, and the failure says which and why.
 */
async function simulate(context: EvmContext, calls: readonly OracleCall[]): Promise<Result<void, CallFailure>> {
  const calldata = encode(context, calls, false);
  if (!calldata.ok) return calldata;
  return simulateCalls(context.connection.rpc, context.safe, context.bridge.address, calldata.value);
}

async function prepareOracle(
  desk: Desk,
  transaction: OracleTransaction,
  signatures: readonly OracleSignature[],
  payer: KeyHandle,
  replaces?: SignedTransaction,
  behind = 0,
): Promise<Result<SignedTransaction, OracleFailure>> {
  const anchor = parseAnchor(transaction.anchor);
  if (!anchor.ok) return anchor;
  const { nonce, packed } = anchor.value;
  const calldata = transaction.voids ? ok([VOID_CALLDATA]) : encode(desk, transaction.calls, packed);
  if (!calldata.ok) return calldata;
  const kit = await connectedKit(desk);
  if (!kit.ok) return kit;
  const { bridge, safe, connection } = desk;
  const { encodeExecution } = await import('./kit.ts');
  const data = await encodeExecution(kit.value, { transaction, nonce }, bridge.address, calldata.value, signatures);
  if (!data.ok) return data;
  const request = { to: safe.safe, data: data.value, value: 0n };
  if (replaces) return prepareReplacement(connection, payer, replaces, request);
  // Before the ones ahead of it are included, no node can tell its gas.
  const gas =
    behind > 0
      ? { gasLimit: desk.gas.limitFor(transaction.calls, packed) }
      : { leastGas: desk.gas.leastFor(transaction.calls, packed) };
  const prepared = await prepareAll(connection, payer, [{ ...request, ...gas }]);
  if (!prepared.ok) return prepared;
  const [submission] = prepared.value as readonly [SignedTransaction];
  if (behind === 0) desk.gas.learn(transaction.calls, packed, BigInt(submission.fee.gasLimit ?? 0));
  return ok(submission);
}

/** The calldata of `calls`, each alone or, when `packed`, with consecutive orders together. */
function encode(
  { deployment, bridge }: EvmContext,
  calls: readonly OracleCall[],
  packed: boolean,
): Result<readonly Hex[], CallFailure> {
  const target = { domain: deployment.domain, bridge };
  const each: Hex[] = [];
  for (const [callIndex, call] of calls.entries()) {
    const encoded = encodeOracleCall(call, target);
    if (!encoded.ok) return { ok: false, error: { ...encoded.error, callIndex } };
    each.push(encoded.value);
  }
  const alone = new Map(calls.map((call, index) => [call, each[index] as Hex]));
  const calldata = packed
    ? groupCalls(calls).map((group) =>
        'alone' in group ? (alone.get(group.alone) as Hex) : encodeTogether(group.together),
      )
    : each;
  if (calldata.length === 0) return fail('EmptyBatch', 'a transaction has at least one call');
  const bytes = calldata.reduce((sum, data) => sum + (data.length - 2) / 2, 0);
  if (bytes > MAX_BATCH_BYTES) return fail('BATCH_TOO_LARGE', `${bytes} bytes of calldata; at most ${MAX_BATCH_BYTES}`);
  return ok(calldata);
}

/** protocol-kit, loaded and connected at its first use, and connected again after a failure. */
async function connectedKit(desk: Desk): Promise<Result<Safe, OracleFailure>> {
  const { connectKit } = await import('./kit.ts');
  desk.kit ??= connectKit(desk.connection.rpc, desk.safe);
  try {
    return ok(await desk.kit);
  } catch {
    delete desk.kit;
    return fail('RPC_UNAVAILABLE', 'the Safe cannot be read', true);
  }
}
