import { provenDeliveries, runSwapCall, type Settling, type SwapCall } from '@causeway/chains';
import { decodeTerms, type Hex, isHex, outAt, type Terms, termsIdOf } from '@causeway/protocol';
import type { CommandContext } from '../client/command.ts';
import { unwrap, usageError } from './key-flags.ts';
import {
  type BridgeFlags,
  carryOut,
  followingOf,
  type Intent,
  type OwnKeyFlags,
  type OwnSides,
  type Side,
  showPlan,
  withoutKey,
  withSides,
} from './own-key.ts';

/** Options of `causeway swap withdraw`. */
export interface WithdrawFlags extends OwnKeyFlags {
  readonly to?: string;
}

/** A swap at the settler of --network. */
interface Swap {
  readonly settler: Settling;
  readonly encoded: Hex;
  readonly id: Hex;
  readonly terms: Terms;
}

/** Shows the state of the swap, what waits for it, and what a fill pays now. */
export const showSwap = (context: CommandContext, [text]: readonly string[], flags: BridgeFlags): Promise<void> =>
  withoutKey(flags, async ({ here }) => {
    const swap = swapOf(here, text);
    const { settler, id, terms } = swap;
    const [state, held, head] = [
      unwrap(await settler.swap(id)),
      unwrap(await settler.held(id, terms.assetIn)),
      unwrap(await here.bridge.head()),
    ];
    const now = BigInt(Math.floor(head.timeMs / 1_000));
    const facts = {
      id,
      network: here.bridge.name,
      stage: state.stage,
      filler: state.filler,
      vault: here.bridge.formatAddress(settler.vaultOf(id)),
      held: String(held),
      amountIn: String(terms.amountIn),
      out: now < terms.deadline ? String(outAt(terms, now)) : null,
      deadline: new Date(Number(terms.deadline) * 1_000).toISOString(),
      recipient: here.bridge.formatAddress(terms.recipient),
    };
    context.out.thing(facts, Object.entries(facts));
  });

/** Settles, gives back or sweeps, whichever the state of the swap allows. */
export const finishSwap = (context: CommandContext, [text]: readonly string[], flags: OwnKeyFlags): Promise<void> =>
  withSides(flags, async (sides) => {
    const swap = swapOf(sides.here, text);
    const { stage } = unwrap(await swap.settler.swap(swap.id));
    const {
      encoded: terms,
      terms: { assetIn: asset },
    } = swap;
    const calls = {
      none: { function: 'giveBack', terms },
      filled: { function: 'settle', terms },
      settled: { function: 'sweep', terms, asset },
      returned: { function: 'sweep', terms, asset },
    } as const;
    await callSettler(context, flags, sides, swap, calls[stage]);
  });

/** Withdraws what waits for the swap of the key's account. */
export const withdrawSwap = (context: CommandContext, [text]: readonly string[], flags: WithdrawFlags): Promise<void> =>
  withSides(flags, async (sides) => {
    const swap = swapOf(sides.here, text);
    if (flags.to !== undefined) unwrap(sides.here.bridge.parseAddress(flags.to));
    const to = flags.to === undefined ? {} : { to: flags.to };
    const call = { function: 'withdraw', terms: swap.encoded, asset: swap.terms.assetIn, ...to } as const;
    await callSettler(context, flags, sides, swap, call);
  });

async function callSettler(
  context: CommandContext,
  flags: OwnKeyFlags,
  { here, key, sources }: OwnSides,
  { settler, id }: Swap,
  asked: SwapCall,
): Promise<void> {
  const call = settler.seesDeliveries
    ? asked
    : { ...asked, deliveries: unwrap(await provenDeliveries(sources.here, sources.others, id)) };
  const { name } = here.bridge;
  const facts = { operation: call.function, id, from: key.address, network: name };
  const intent: Intent = {
    question: `Call ${call.function} of the settler on ${name} for the swap ${id}, from ${key.address}?`,
    facts,
    fields: [
      ['call', call.function],
      ['swap', id],
      ['from', `${key.address} on ${name}`],
    ],
  };
  if (flags.plan) {
    unwrap(await settler.prepareSwap(key, call));
    return showPlan(context, intent, {});
  }
  await carryOut(context, flags, intent, () => runSwapCall(here.bridge, settler, key, call, followingOf(here)));
}

function swapOf({ bridge }: Side, text = ''): Swap {
  if (!bridge.settler) throw usageError(`${bridge.name} has no settler: run causeway deploy for it`);
  if (!isHex(text)) throw usageError('terms are 0x and 628 hexadecimal digits');
  const encoded = text.toLowerCase() as Hex;
  const terms = unwrap(decodeTerms(encoded));
  if (terms.settler !== bridge.settler.address)
    throw usageError(`the terms are for another settler than that of ${bridge.name}`);
  return { settler: bridge.settler, encoded, id: termsIdOf(encoded), terms };
}
