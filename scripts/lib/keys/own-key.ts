import {
  type AssetRecord,
  burnTokens,
  type ChainProvider,
  type ChainRegistry,
  chainConfig,
  claimCredit,
  closeRoots,
  type KeyHandle,
  kindOf,
  lockTokens,
  type Network,
  openProviders,
  type ScannedBridge,
  type SendArguments,
  type SendFailure,
} from '@causeway/chains';
import { loadConfig } from '@causeway/config';
import { formatDecimal, isHex, parseDecimal, type Result, type SendOperation, ZERO_32 } from '@causeway/protocol';
import { z } from 'zod';
import type { CommandContext } from '../client/command.ts';
import type { Fields } from '../client/output.ts';
import { unwrap, usageError } from './key-flags.ts';
import { type KeyFlags, keyOf } from './own-key-of.ts';

/** Options that name a bridge. */
export interface BridgeFlags {
  readonly network: string;
  readonly config: string;
  readonly family: string;
}

/** Options of `causeway lock`, `burn`, `claim` and `close-roots`. */
export interface OwnKeyFlags extends BridgeFlags, KeyFlags {
  readonly plan?: true;
  readonly yes?: true;
}

/** Options of `causeway lock` and `burn`. */
export interface SendFlags extends OwnKeyFlags {
  readonly to: string;
  readonly recipient?: string;
  readonly refundAddress?: string;
  readonly reference?: string;
}

/** Options of `causeway claim`. */
export interface ClaimFlags extends OwnKeyFlags {
  readonly home?: string;
  readonly to?: string;
}

/** The part of a configuration file that these commands read. */
const ownKeyConfig = z.object({
  deployments: z.string().default('deployments'),
  chains: z.record(z.string(), chainConfig),
});

/** One side of a command: a network of the configuration file, and its bridge. */
export interface Side {
  readonly network: Network;
  readonly bridge: ChainProvider;
}

/** The content of a transaction: `facts` for programs, `fields` for people. */
export interface Intent {
  readonly question: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly fields: Fields;
}

/** Locks or burns the amount in `args`. */
export const sendOwn = (
  operation: SendOperation,
  context: CommandContext,
  [amount = '']: readonly string[],
  flags: SendFlags,
): Promise<void> =>
  withSides(flags, async ({ here, key, sideOf }) => {
    const there = sideOf(flags.to);
    const { bridge } = here;
    const home = operation === 'lockTokens' ? here : there;
    const { decimals, symbol } = assetAt(here, home, flags.family);
    const localAmount = unwrap(parseDecimal(amount, decimals));
    const recipient = flags.recipient ?? ownAddressAt(there, here, key);
    const refundAddress = flags.refundAddress ?? key.address;
    const maxFee = unwrap(await bridge.fee(there.bridge.domain));
    const fee = formatDecimal(maxFee, kindOf(here.network.deployment.kind).coin.decimals);
    const args: SendArguments = {
      remote: there.bridge.domain,
      recipient: recipientAt(there, recipient),
      localAmount,
      reference: referenceOf(flags.reference),
      refundAddress,
      maxFee,
    };
    unwrap(bridge.parseAddress(refundAddress));
    const sum = `${formatDecimal(localAmount, decimals)} ${symbol}`;
    const verb = operation === 'lockTokens' ? 'Lock' : 'Burn';
    const [from, to] = [`${key.address} on ${bridge.name}`, `${recipient} on ${there.bridge.name}`];
    const intent: Intent = {
      question: `${verb} ${sum} from ${from} for ${to}, and pay ${fee} of the coin of ${bridge.name} as delivery fee?`,
      facts: {
        operation,
        amount: formatDecimal(localAmount, decimals),
        symbol,
        from: key.address,
        network: bridge.name,
        recipient,
        destination: there.bridge.name,
        refundAddress,
        fee,
      },
      fields: [
        [verb.toLowerCase(), sum],
        ['from', from],
        ['for', to],
        ['refund goes to', refundAddress],
        ['delivery fee', `${fee} of the coin of ${bridge.name}`],
      ],
    };
    if (flags.plan) {
      // Signing finds what the bridge would refuse. What was signed is forgotten.
      unwrap(await bridge.prepareSend(operation, key, args));
      const transactions = unwrap(await bridge.unsignedSend(operation, key.address, args));
      return showPlan(context, intent, { transactions });
    }
    const run = operation === 'lockTokens' ? lockTokens : burnTokens;
    await carryOut(context, flags, intent, () => run(bridge, key, args, followingOf(here)));
  });

/** Claims everything that is credited to the key in one asset. */
export const claimOwn = (context: CommandContext, _args: readonly string[], flags: ClaimFlags): Promise<void> =>
  withSides(flags, async ({ here, key, sideOf }) => {
    const { bridge } = here;
    const home = flags.home === undefined ? here : sideOf(flags.home);
    const { decimals, symbol } = assetAt(here, home, flags.family);
    const to = flags.to ?? key.address;
    unwrap(bridge.parseAddress(to));
    const args = { home: home.bridge.domain, to };
    const credit = unwrap(await bridge.claimable(key.address, args.home));
    const amount = formatDecimal(credit, decimals);
    const intent: Intent = {
      question: `Claim ${amount} ${symbol} of ${key.address} on ${bridge.name} for ${to}?`,
      facts: { operation: 'claim', amount, symbol, from: key.address, network: bridge.name, recipient: to },
      fields: [
        ['claim', `${amount} ${symbol}`],
        ['of', `${key.address} on ${bridge.name}`],
        ['for', to],
      ],
    };
    if (flags.plan || credit === 0n) {
      unwrap(await bridge.prepareClaim(key, args));
      return showPlan(context, intent, {});
    }
    await carryOut(context, flags, intent, () => claimCredit(bridge, key, args, followingOf(here)));
  });

/** Closes the roots whose rent the key paid and that no message needs any more. */
export const closeOwnRoots = (context: CommandContext, _args: readonly string[], flags: OwnKeyFlags): Promise<void> =>
  withSides(flags, async ({ here, key }) => {
    const { bridge } = here;
    if (!bridge.prepareCloseRoots) throw usageError(`roots on ${bridge.name} cost no rent`);
    const submissions = unwrap(await bridge.prepareCloseRoots(key));
    const count = String(submissions.length);
    const intent: Intent = {
      question: `Send ${count} transactions on ${bridge.name} that close roots, with their rent to ${key.address}?`,
      facts: { operation: 'close-roots', from: key.address, network: bridge.name, transactions: count },
      fields: [
        ['close roots of', `${key.address} on ${bridge.name}`],
        ['transactions', count],
      ],
    };
    if (flags.plan || submissions.length === 0) return showPlan(context, intent, {});
    await carryOut(context, flags, intent, () => closeRoots(bridge, key, followingOf(here)));
  });

/** The bridge of --network, checked against its chain, and the other networks of the configuration file. */
export interface Sides {
  readonly here: Side;
  readonly sideOf: (network: string) => Side;
  /** The bridges of the family, here and elsewhere, as their histories are read. */
  readonly sources: { readonly here: ScannedBridge; readonly others: readonly ScannedBridge[] };
}

/** The same, for the owner of a key. */
export interface OwnSides extends Sides {
  readonly key: KeyHandle;
}

/** Runs `work` with them, and with the key that the options name. */
export const withSides = (flags: OwnKeyFlags, work: (sides: OwnSides) => Promise<void>): Promise<void> =>
  withBridge(
    flags,
    ({ network }) => keyOf(network.deployment.kind, flags, network.deployment.chainId),
    (sides, key) => work({ ...sides, key }),
  );

/** Runs `work` with them, for somebody who only reads. */
export const withoutKey = (flags: BridgeFlags, work: (sides: Sides) => Promise<void>): Promise<void> =>
  withBridge(flags, async () => undefined, work);

/** Runs `work` with what `before` returned, which comes before the bridge is compared with its chain. */
async function withBridge<T>(
  flags: BridgeFlags,
  before: (here: Side) => Promise<T>,
  work: (sides: Sides, found: T) => Promise<void>,
): Promise<void> {
  const { baseDir, ...config } = loadConfig(flags.config, ownKeyConfig);
  const registry = unwrap(await openProviders(config, baseDir));
  try {
    const sideOf = (name: string) => sideIn(registry, name, flags.family);
    const here = sideOf(flags.network);
    const found = await before(here);
    unwrap(await here.bridge.verify());
    const scanned = registry.networks.flatMap(({ deployment, providers }): readonly ScannedBridge[] => {
      const [provider, record] = [providers[flags.family], deployment.bridges[flags.family]];
      return provider && record ? [{ provider, since: record.deployedAtBlock }] : [];
    });
    const isHere = ({ provider }: ScannedBridge) => provider === here.bridge;
    const sources = {
      here: scanned.find(isHere) as ScannedBridge,
      others: scanned.filter((one) => !isHere(one)),
    };
    await work({ here, sideOf, sources }, found);
  } finally {
    await registry.close();
  }
}

function sideIn(registry: ChainRegistry, name: string, family: string): Side {
  const network = registry.network(name);
  const known = registry.networks.map((each) => each.name).join(', ');
  if (!network) throw usageError(`${name} is no network of the configuration file; it has ${known}`);
  const bridge = network.providers[family];
  if (!bridge) throw usageError(`${name} has no bridge of family ${family}`);
  return { network, bridge };
}

/** The asset of `home` as it is on the network of `here`. */
function assetAt(here: Side, home: Side, family: string): AssetRecord {
  const record = here.network.deployment.bridges[family];
  const asset = home === here ? record?.canonicalAsset : record?.remotes[home.bridge.name]?.token;
  if (!asset) throw usageError(`${here.bridge.name} is not linked with ${home.bridge.name}`);
  return asset;
}

/** The key's address as a recipient at `there`, which only networks of one kind share. */
function ownAddressAt(there: Side, here: Side, key: KeyHandle): string {
  if (there.bridge.kind === here.bridge.kind) return key.address;
  throw usageError(`give --recipient: the key has no address on ${there.bridge.name}`);
}

function recipientAt({ bridge }: Side, address: string): SendArguments['recipient'] {
  const recipient = unwrap(bridge.parseAddress(address));
  if (!bridge.isReserved(recipient)) return recipient;
  throw usageError(`${address} belongs to ${bridge.name} itself: nobody could send from it`);
}

function referenceOf(text: string | undefined): SendArguments['reference'] {
  if (text === undefined) return ZERO_32;
  if (isHex(text, 32)) return text;
  throw usageError('--reference is 0x and 64 hexadecimal digits');
}

export const followingOf = ({ network: { config } }: Side) => ({
  lookMs: Math.min(config.pollMs, 250),
  escalateAfterMs: config.escalateAfterMs,
});

export function showPlan(
  { out }: CommandContext,
  { facts, fields }: Intent,
  more: { readonly transactions?: readonly unknown[] },
): void {
  out.thing({ ...facts, ...more }, fields);
  for (const transaction of more.transactions ?? []) out.note(JSON.stringify(transaction, null, 2));
  out.note('Nothing was sent.');
}

/** Asks, runs `send` and prints its transaction. */
export async function carryOut(
  { out, ask }: CommandContext,
  { yes }: OwnKeyFlags,
  { question, facts, fields }: Intent,
  send: () => Promise<Result<string, SendFailure>>,
): Promise<void> {
  if (!yes && !ask.isTerminal) throw usageError('give --yes: there is no terminal to ask at');
  if (!yes && !(await ask.agrees(question))) return out.note('nothing was sent');
  const transaction = unwrap(await send());
  out.thing({ ...facts, transaction }, [...fields, ['transaction', transaction]]);
}
