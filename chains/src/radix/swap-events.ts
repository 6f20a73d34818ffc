import { type EventPosition, fail, type Hex, ok, parseDecimal, type Result, type SwapEvent } from '@causeway/protocol';
import type { ScanFailure } from '../failures.ts';
import type { Told } from '../provider/told.ts';
import type { RawEvent } from './events.ts';
import type { RadixNetwork } from './network.ts';
import { decimal, decodeSbor, tuple, u32, word } from './sbor.ts';

/** Decimals of the amounts in terms and in the events of swaps, whatever the divisibility of a resource is. */
export const TERMS_DECIMALS = 18;

const amount = decimal.transform((text) => {
  const units = parseDecimal(text, TERMS_DECIMALS);
  if (!units.ok) throw new RangeError(`${text} is no amount`);
  return units.value;
});

/** The events of the settler's blueprint. */
const SCHEMAS = {
  Delivered: tuple(word, word, word, amount).transform(
    ([id, messageId, asset, units]): Told<SwapEvent> => ({ type: 'delivered', id, messageId, asset, amount: units }),
  ),
  Filled: tuple(word, word, amount).transform(
    ([id, solver, out]): Told<SwapEvent> => ({ type: 'filled', id, solver, out }),
  ),
  Settled: tuple(word, word, amount).transform(
    ([id, to, units]): Told<SwapEvent> => ({ type: 'settled', id, to, amount: units }),
  ),
  Returned: tuple(word, amount, u32).transform(
    ([id, units, home]): Told<SwapEvent> => ({ type: 'returned', id, amount: units, home }),
  ),
  Swept: tuple(word, word, word, amount).transform(
    ([id, asset, to, units]): Told<SwapEvent> => ({ type: 'swept', id, asset, to, amount: units }),
  ),
} as const;

const isKnown = (name: string): name is keyof typeof SCHEMAS => Object.hasOwn(SCHEMAS, name);

/** The settler's event in `raw`; null for another one. Fails with INVALID_EVENT when it cannot be decoded. */
export async function decodeSwapEvent(
  { name, data }: RawEvent,
  at: EventPosition,
  network: RadixNetwork,
): Promise<Result<SwapEvent | null, ScanFailure>> {
  if (!isKnown(name)) return ok(null);
  try {
    return ok({ ...(await decodeSbor(data as Hex, network, SCHEMAS[name])), at });
  } catch {
    return fail('INVALID_EVENT', `event ${at.index} of ${at.transaction} cannot be decoded`);
  }
}
