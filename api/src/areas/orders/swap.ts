import { kindOf, type Settling } from '@causeway/chains';
import {
  decodeTerms,
  encodeTerms,
  FALLBACK,
  type Hex,
  ok,
  parseTerms,
  TERMS_VERSION,
  type Terms,
  termsIdOf,
  toLocalAmount,
  ZERO_32,
} from '@causeway/protocol';
import type { NewSwap } from '@causeway/storage';
import type { Answer } from '../../http/errors/errors.ts';
import { iso } from '../../http/requests/times.ts';
import type { SwapDeal } from '../offers/index.ts';
import { refuse } from './errors.ts';

/** The part of the lane's time until a cancellation that a deadline lies within: after it, nobody could be sure. */
const DEADLINE_PART = { of: 3, in: 4 } as const;
/** The part of it for which a swap waits after its expected delivery, and the longest such wait, milliseconds. */
const WAIT_PART = 4;
const MAX_WAIT_MS = 30 * 60_000;

/** Where the input goes when nobody fills. */
export const FALLBACKS = ['home', 'token'] as const;
export type Fallback = (typeof FALLBACKS)[number];

/** What the orderer decides about a swap. */
export interface SwapWishes {
  readonly fallback: Fallback;
  /** Unix milliseconds. */
  readonly deadlineMs: number | undefined;
}

/** The times of a swap's terms, seconds since 1970. */
interface TermsTimes {
  readonly exclusiveUntil: bigint;
  readonly deadline: bigint;
}

const toSeconds = (ms: number): bigint => BigInt(Math.floor(ms / 1_000));

/**
 * The times of a swap that is locked now. By default it waits for a quarter of the lane's `cancelAfterMs` after its
 * expected delivery, at most half an hour. Fails with DEADLINE_OUT_OF_RANGE for a wished deadline that is later than
 * three quarters of it, or not later than its delivery.
 */
export function timesOf(
  { nowMs, seconds, paid }: Pick<SwapDeal, 'nowMs' | 'seconds' | 'paid'>,
  cancelAfterMs: number,
  wished: number | undefined,
): Answer<TermsTimes> {
  const latestMs = nowMs + (cancelAfterMs * DEADLINE_PART.of) / DEADLINE_PART.in;
  const deliveredMs = nowMs + (seconds?.delivered ?? 0) * 1_000;
  const waitMs = Math.min(cancelAfterMs / WAIT_PART, MAX_WAIT_MS);
  const usualMs = seconds === null ? latestMs : Math.min(latestMs, deliveredMs + waitMs);
  const deadlineMs = wished ?? usualMs;
  // A leap second is no time of this clock, and lies within nothing.
  if (wished !== undefined && !(wished > deliveredMs && wished <= latestMs)) {
    const [earliest, latest] = [iso(deliveredMs), iso(latestMs)];
    const message = `the deadline must be after the expected delivery (${earliest}) and at most ${latest}`;
    return refuse('DEADLINE_OUT_OF_RANGE', message, { facts: { earliest, latest } });
  }
  // Others need time to fill after the solver's own, however soon the deadline is.
  const halfMs = deliveredMs < deadlineMs ? (deliveredMs + deadlineMs) / 2 : nowMs + (deadlineMs - nowMs) / 2;
  const exclusiveUntil = toSeconds(Math.min(paid.heldUntilMs, halfMs));
  const deadline = toSeconds(deadlineMs);
  if (deadline > exclusiveUntil) return ok({ exclusiveUntil, deadline });
  return refuse('DEADLINE_OUT_OF_RANGE', 'the deadline leaves no second in which anybody could fill');
}

/** Who takes part in a swap, left-padded addresses. */
interface Parties {
  /** On the route's destination. */
  readonly recipient: Hex;
  /** On the route's source. */
  readonly homeAddress: Hex;
}

/** An order's swap: what is stored of it, and where its input goes. */
export interface DraftedSwap {
  readonly stored: NewSwap;
  /** Left-padded. */
  readonly vault: Hex;
}

/**
 * The terms of a swap as it is ordered now, its id and its vault. `salt` is random. Fails like timesOf, with
 * INVALID_ADDRESS for a recipient that the settler refuses, and with SWAP_NOT_AVAILABLE when the network here has no
 * settler.
 */
export function draftSwap(
  deal: SwapDeal,
  { recipient, homeAddress }: Parties,
  { fallback, deadlineMs }: SwapWishes,
  { cancelAfterMs, fromBlock, salt }: { cancelAfterMs: number; fromBlock: number; salt: Hex },
): Answer<DraftedSwap> {
  const { route, amount, finishFee, paid } = deal;
  const { asset, source, destination, destinationProvider, toToken } = route.bridge;
  const settling = destinationProvider.settler;
  if (!settling)
    return refuse('SWAP_NOT_AVAILABLE', `${destination.name} has no settler here; order with mode "bridge"`);
  const times = timesOf(deal, cancelAfterMs, deadlineMs);
  if (!times.ok) return times;
  const solver = solverWord(deal);
  const local = (wire: bigint) => toLocalAmount(wire, toToken.decimals, asset.wireDecimals);
  const home = fallback === 'home';
  const terms: Terms = {
    version: TERMS_VERSION,
    domain: destination.deployment.domain,
    settler: settling.address,
    assetIn: assetWord(settling, toToken.address),
    amountIn: local(amount.wireAmount),
    assetOut: assetWord(settling, route.wantedToken.address),
    quotedOut: paid.quotedOut,
    minOut: paid.minOut,
    recipient,
    // Without a time of its own, the solver competes with everybody.
    solver: paid.solver?.exclusiveUntilMs === null ? ZERO_32 : solver,
    ...times.value,
    fallback: FALLBACK[fallback],
    home: home ? source.deployment.domain : 0,
    homeAddress: home ? homeAddress : ZERO_32,
    finishFee: local(finishFee),
    salt,
  };
  const encoded = encodeTerms(terms);
  const { addressLength } = kindOf(destination.deployment.kind);
  const checked = parseTerms(encoded, { domain: terms.domain, settler: settling.address, addressLength });
  if (!checked.ok) {
    if (checked.error.code === 'InvalidRecipient') return refuse('INVALID_ADDRESS', checked.error.message);
    throw new Error(`terms of ${source.name} to ${destination.name} break a rule: ${checked.error.message}`);
  }
  const swapId = termsIdOf(encoded);
  const stored = {
    ...{ swapId, terms: encoded, recipient, fromBlock },
    deadlineMs: Number(terms.deadline) * 1_000,
    outDecimals: route.wantedToken.decimals,
    solverId: paid.solver?.solverId ?? null,
    solverAccountId: paid.solver?.accountId ?? null,
    solverAddress: paid.solver?.address ?? null,
    quoteExpiresAtMs: paid.solver ? paid.expiresAtMs : null,
  };
  return ok({ stored, vault: settling.vaultOf(swapId) });
}

/** The solver of a swap, left-padded; zero for a limit order. */
function solverWord({ route, paid }: SwapDeal): Hex {
  if (paid.solver === null) return ZERO_32;
  const address = route.bridge.destinationProvider.parseAddress(paid.solver.address);
  if (!address.ok) throw new Error(`an offer has the address ${paid.solver.address}: ${address.error.message}`);
  return address.value;
}

/** The word of a token of a deployment. */
function assetWord(settling: Settling, address: string | null): Hex {
  const word = settling.assetOf(address);
  if (!word.ok) throw new Error(`the token ${address} of a deployment: ${word.error.message}`);
  return word.value;
}

/** The terms of a stored swap. Throws when they have not 314 bytes. */
export function termsOf({ terms }: Pick<NewSwap, 'terms'>): Terms {
  const decoded = decodeTerms(terms);
  if (!decoded.ok) throw new Error(decoded.error.message);
  return decoded.value;
}

/** The terms in JSON: amounts and times as decimal text. */
export const termsView = (hex: Hex, terms: Terms) => ({
  hex,
  version: terms.version,
  domain: terms.domain,
  settler: terms.settler,
  assetIn: terms.assetIn,
  amountIn: String(terms.amountIn),
  assetOut: terms.assetOut,
  quotedOut: String(terms.quotedOut),
  minOut: String(terms.minOut),
  recipient: terms.recipient,
  solver: terms.solver,
  exclusiveUntil: String(terms.exclusiveUntil),
  deadline: String(terms.deadline),
  fallback: terms.fallback,
  home: terms.home,
  homeAddress: terms.homeAddress,
  finishFee: String(terms.finishFee),
  salt: terms.salt,
});
