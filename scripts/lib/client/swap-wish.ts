import {
  type AssetRecord,
  type BridgeRecord,
  type Deployment,
  readDeployment,
  type SettlerRecord,
} from '@causeway/chains';
import type { SwapHome, SwapWish, TrustedSettler } from '@causeway/client';
import { formatDecimal, parseDecimal } from '@causeway/protocol';
import { unwrap, usageError } from '../keys/key-flags.ts';
import type { SwapQuote } from './swap-quote.ts';

/** What the caller asked for of a swap. */
export interface Asked {
  /** Source and destination in the caller's words: a chain, an asset, or ASSET@chain. */
  readonly from: string;
  readonly to: string;
  /** Decimal, whole units. */
  readonly amount: string;
  /** What the quote promised of the wanted token; undefined when an earlier quote did, of which little is known. */
  readonly toAmount: string | undefined;
  /** The least that is accepted: an amount of the wanted token, or hundredths of a percent less than was promised. */
  readonly least: { readonly amount: string } | { readonly slippageBps: number };
  readonly fallback: 'home' | 'token';
  readonly deadline: SwapWish['deadline'];
}

/** Who is paid, in the form of their chain: on the destination, and on the source when the asset goes home. */
export interface Payees {
  readonly recipient: string;
  readonly refundAddress: string;
}

/** What the deployment files say of a swap. */
export interface KnownSwap {
  /** The asset family of what is sent. */
  readonly family: string;
  /** What the caller asked for, once it is known who is paid. */
  wishOf(payees: Payees): SwapWish;
}

/** A token on a network, and what names it there. */
interface Placed {
  readonly family: string;
  /** The network whose asset it is. */
  readonly home: string;
  readonly token: AssetRecord;
  readonly bridge: BridgeRecord;
}

/** Every token of a deployment: what its bridges lock, and what they mint. */
const tokensOf = ({ network, bridges }: Deployment): readonly Placed[] =>
  Object.entries(bridges).flatMap(([family, bridge]) => [
    { family, home: network, token: bridge.canonicalAsset, bridge },
    ...Object.entries(bridge.remotes).map(([home, { token }]) => ({ family, home, token, bridge })),
  ]);

/** All of an amount, hundredths of a percent. */
const ALL_BPS = 10_000n;

/** The helper contract of a deployment that all its settlers are of, where there is one. */
const SETTLER_PROGRAM = 'settlerProgram';

/**
 * What the caller asked for, as `verifySwap` compares it: settler, chains and tokens come from the deployment files in
 * `folder`, whatever the service's quote says. Throws what is wrong in words, when the files cannot be read, have no
 * settler there, or know none of the quote's tokens by the words that the caller used.
 */
export function knownSwap(folder: string, quote: SwapQuote, asked: Asked): KnownSwap {
  const files = new Map<string, Deployment>();
  const fileOf = (name: string): Deployment => {
    const file = files.get(name) ?? unwrap(readDeployment(folder, name));
    files.set(name, file);
    return file;
  };
  const [source, destination] = [fileOf(quote.fromChain), fileOf(quote.toChain)];
  const placed = (there: Deployment, symbol: string, address: string | null, words: string): Placed => {
    const found = tokensOf(there).find(({ token }) => token.symbol === symbol && token.address === address);
    const named = `${symbol} (${address ?? 'the chain’s own coin'}) on ${there.network}`;
    if (found === undefined) throw usageError(`the deployment files know no ${named}, of which the service speaks`);
    if (isNamed(words, found, there, fileOf)) return found;
    throw usageError(`the service takes ${words} for ${named}: say which asset you mean, as ASSET@chain`);
  };
  const sent = placed(source, quote.fromToken, quote.fromTokenAddress, asked.from);
  const wanted = placed(destination, quote.toToken, quote.toTokenAddress, asked.to);
  const delivered = tokensOf(destination).find(({ family, home }) => family === sent.family && home === sent.home);
  const settler = delivered?.bridge.settler;
  if (delivered === undefined || settler === undefined)
    throw usageError(`the deployment files name no settler for ${quote.fromToken} on ${destination.network}`);
  const { amount, toAmount, deadline } = asked;
  const minToAmount = leastOf(asked, wanted.token);
  return {
    family: sent.family,
    wishOf: ({ recipient, refundAddress }) => ({
      settler: trusted(destination, settler),
      ...{ amount, minToAmount, recipient, deadline, ...(toAmount !== undefined && { toAmount }) },
      delivered: delivered.token,
      wanted: wanted.token,
      fallback: asked.fallback === 'token' ? 'token' : homeOf(source, refundAddress),
    }),
  };
}

/** The least amount that the caller accepts, rounded up to the token's decimals. */
function leastOf({ least, toAmount = '0' }: Asked, { decimals }: AssetRecord): string {
  if ('amount' in least) return least.amount;
  const accepted = unwrap(parseDecimal(toAmount, decimals)) * (ALL_BPS - BigInt(least.slippageBps));
  return formatDecimal((accepted + ALL_BPS - 1n) / ALL_BPS, decimals);
}

/** A deployment's own names of what its kind of chain needs beside the address. */
const trusted = ({ kind, domain, contracts }: Deployment, { address, account }: SettlerRecord): TrustedSettler =>
  ({ kind, domain, address, account, program: contracts[SETTLER_PROGRAM] }) as unknown as TrustedSettler;

const homeOf = ({ kind, domain }: Deployment, address: string): SwapHome => ({ kind, domain, address }) as SwapHome;

/**
 * True when the caller's words mean that token of `there`: by its symbol or that of the asset that it stands for, or by
 * the name of the chain alone, whose own asset it is.
 */
function isNamed(
  words: string,
  { family, home, token }: Placed,
  there: Deployment,
  fileOf: (name: string) => Deployment,
): boolean {
  const [first = '', chain = there.network] = words.toLowerCase().split('@');
  if (chain !== there.network) return false;
  if (first === there.network) return home === there.network && family === 'main';
  if (first === token.symbol.toLowerCase()) return true;
  return home !== there.network && fileOf(home).bridges[family]?.canonicalAsset.symbol.toLowerCase() === first;
}
