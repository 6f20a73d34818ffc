import {
  decodeTerms,
  encodeMessage,
  FALLBACK,
  fail,
  formatDecimal,
  type Hex,
  ok,
  parseDecimal,
  type Result,
  type SignedTransaction,
  type Terms,
  toAddress32,
  ZERO_32,
} from '@causeway/protocol';
import type { SendFailure } from '../failures.ts';
import type { KeyHandle, ProvenDelivery, Settling, SwapCall, SwapState } from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import { encodeAddress, formatRadixAddress, nodeIdOf } from './address.ts';
import type { RadixContext } from './context.ts';
import {
  address,
  bucket,
  bytes,
  callMethod,
  decimal,
  list,
  type ManifestText,
  takeFromWorktop,
  u32,
  u64,
  WORKTOP,
} from './manifest.ts';
import { readFee } from './reads.ts';
import { decimal as decimalValue, option, reference, tuple, unit } from './sbor.ts';
import { scanSwaps } from './scanner.ts';
import { signManifest } from './sign-manifest.ts';
import { TERMS_DECIMALS } from './swap-events.ts';
import { wellKnown, XRD_DECIMALS } from './well-known.ts';

/** The blueprint's State, and its Swap. */
const stage = unit(0, 'filled' as const)
  .or(unit(1, 'settled' as const))
  .or(unit(2, 'returned' as const));
const swapValue = option(tuple(stage, option(reference)));

/** A settler with what its calls name. */
interface Place {
  readonly context: RadixContext;
  readonly settler: string;
}

/** The settler of the context's bridge, if the deployment file names one. */
export function settling(context: RadixContext): Settling | undefined {
  const { settler } = context.bridge;
  const { network, rpc } = context.connection;
  const vault = nodeIdOf(settler?.account ?? '', 'account', network);
  if (settler === undefined || vault === null) return undefined;
  const place = { context, settler: settler.address };
  return {
    address: settler.address32,
    seesDeliveries: false,
    vaultOf: () => toAddress32(vault),
    assetOf(resource) {
      if (resource === null) return ok(ZERO_32);
      const nodeId = nodeIdOf(resource, 'resource', network);
      return nodeId === null ? fail('InvalidAsset', 'the asset is no Radix resource') : ok(toAddress32(nodeId));
    },
    async swap(id) {
      const found = await rpc.read(callMethod(settler.address, 'swap', bytes(id)), swapValue);
      return map(
        found,
        (swap): SwapState => (swap === null ? { stage: 'none', filler: null } : { stage: swap[0], filler: swap[1] }),
      );
    },
    async held(id, asset) {
      const held = await rpc.read(callMethod(settler.address, 'held', bytes(id), bytes(asset)), decimalValue);
      return held.ok ? parseDecimal(held.value, TERMS_DECIMALS) : held;
    },
    scan: (from, to) => scanSwaps(rpc, settler.address, network, from, typeof to === 'number' ? to : to.number),
    prepareSwap: (key, call) => prepareSwap(place, key, call),
  };
}

async function prepareSwap(
  place: Place,
  key: KeyHandle,
  call: SwapCall,
): Promise<Result<readonly SignedTransaction[], SendFailure>> {
  const terms = decodeTerms(call.terms);
  if (!terms.ok) return terms;
  const { context, settler } = place;
  const deliveries = (call.deliveries ?? []).map((delivery) => deliver(settler, delivery)).join('');
  const sign = async (fee: bigint): Promise<Result<readonly SignedTransaction[], SendFailure>> => {
    const work = writeCall(place, key.address, call, terms.value, fee);
    if (!work.ok) return work;
    const signed = await signManifest(context.connection, key, deliveries + work.value);
    return signed.ok ? ok([signed.value]) : signed;
  };
  if (call.function !== 'giveBack' || terms.value.fallback !== FALLBACK.home) return sign(0n);
  const fee = await readFee(context, terms.value.home);
  if (!fee.ok) return fee;
  const signed = await sign(fee.value);
  // The settler returns the token, and takes no fee, where the lane cannot carry it.
  return !signed.ok && signed.error.code === 'WrongValue' && fee.value > 0n ? sign(0n) : signed;
}

/** Moves what the bridge paid for a message to the store of its swap. */
const deliver = (settler: string, { message, firstNonce, count, siblings }: ProvenDelivery): ManifestText =>
  callMethod(
    settler,
    'deliver',
    bytes(encodeMessage(message)),
    u64(firstNonce),
    u32(count),
    list('Array', siblings.map(bytes)),
  );

/**
 * The instructions of a call by the account `from`; `fee` is the delivery fee of a return home, units of 10^-18 XRD.
 */
function writeCall(
  { context, settler }: Place,
  from: string,
  call: SwapCall,
  terms: Terms,
  fee: bigint,
): Result<ManifestText, SendFailure> {
  const { network } = context.connection;
  const encoded = bytes(call.terms);
  const amountOf = (units: bigint) => decimal(formatDecimal(units, TERMS_DECIMALS));
  const recipient = () => accountIn(terms.recipient, context);
  const back = callMethod(from, 'deposit_batch', WORKTOP);
  switch (call.function) {
    case 'fill':
    case 'fillAndSettle': {
      const [to, token] = [recipient(), resourceIn(terms.assetOut, context)];
      if (!to.ok) return to;
      if (!token.ok) return token;
      const [most, tokens] = [amountOf(call.maxOut), bucket('tokens')];
      const method = call.function === 'fill' ? 'fill' : 'fill_and_settle';
      return ok(
        [
          callMethod(from, 'withdraw', address(token.value), most),
          takeFromWorktop(address(token.value), most, tokens),
          callMethod(settler, method, encoded, most, tokens, address(to.value), address(from)),
          back,
        ].join(''),
      );
    }
    case 'settle':
      return ok(callMethod(settler, 'settle', encoded));
    case 'settleLess':
      return ok(callMethod(settler, 'settle_less', encoded, amountOf(call.least)));
    case 'giveBack': {
      const to = recipient();
      if (!to.ok) return to;
      const xrd = address(wellKnown('xrd', network));
      const [amount, paid] = [decimal(formatDecimal(fee, XRD_DECIMALS)), bucket('fee')];
      return ok(
        [
          ...(fee === 0n ? [] : [callMethod(from, 'withdraw', xrd, amount)]),
          takeFromWorktop(xrd, amount, paid),
          callMethod(settler, 'give_back', encoded, address(to.value), paid),
          back,
        ].join(''),
      );
    }
    case 'withdraw':
    case 'sweep': {
      const [owner, resource] = [recipient(), resourceIn(call.asset, context)];
      if (!owner.ok) return owner;
      if (!resource.ok) return resource;
      const asked = [encoded, address(resource.value), address(owner.value)];
      if (call.function === 'sweep') return ok(callMethod(settler, 'sweep', ...asked));
      const to = call.to ?? from;
      if (nodeIdOf(to, 'account', network) === null)
        return fail('INVALID_ADDRESS', 'a Radix address here is that of an account');
      return ok(callMethod(settler, 'withdraw', ...asked, address(to)));
    }
  }
}

/** The account in a word of terms. */
function accountIn(word: Hex, { connection }: RadixContext): Result<string, SendFailure> {
  const text = formatRadixAddress(word, connection.network);
  return nodeIdOf(text, 'account', connection.network) === null
    ? fail('InvalidRecipient', 'the recipient of the terms is no account')
    : ok(text);
}

/** The resource of a word of terms; zero is XRD. */
function resourceIn(word: Hex, { connection: { network } }: RadixContext): Result<string, SendFailure> {
  if (word === ZERO_32) return ok(wellKnown('xrd', network));
  try {
    const text = encodeAddress(`0x${word.slice(-60)}`, network);
    if (nodeIdOf(text, 'resource', network) !== null) return ok(text);
  } catch {
    // Bytes of another entity.
  }
  return fail('InvalidAsset', 'an asset of the terms is no resource');
}
