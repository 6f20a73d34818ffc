import { type EventPosition, fail, type Hex, ok, type Result, type SwapEvent } from '@causeway/protocol';
import type { PublicKey } from '@solana/web3.js';
import { z } from 'zod';
import type { ScanFailure } from '../failures.ts';
import type { Told } from '../provider/told.ts';
import { addressBytes } from './addresses.ts';
import { address, bytes32, integer } from './event-fields.ts';
import { decodeSettlerEvent } from './program.ts';

const own = { settler: address, id: bytes32 };

/** The events of settlers, each with the settler that they are of. */
const READERS: Readonly<Record<string, (fields: unknown) => Told<SwapEvent> & { readonly settler: Hex }>> = {
  Filled: (fields) => ({ type: 'filled', ...z.object({ ...own, solver: address, out: integer }).parse(fields) }),
  Settled: (fields) => ({ type: 'settled', ...z.object({ ...own, to: address, amount: integer }).parse(fields) }),
  Returned: (fields) => ({ type: 'returned', ...z.object({ ...own, amount: integer, home: z.int() }).parse(fields) }),
  Swept: (fields) => ({
    type: 'swept',
    ...z.object({ ...own, asset: address, to: address, amount: integer }).parse(fields),
  }),
};

/**
 * The event in `data` of `settler`; null for another event, and for another settler's: one program emits the events of
 * all. Fails with INVALID_EVENT when it cannot be decoded.
 */
export function decodeSwapEvent(
  data: string,
  at: EventPosition,
  settler: PublicKey,
): Result<SwapEvent | null, ScanFailure> {
  try {
    const event = decodeSettlerEvent(Buffer.from(data, 'base64'));
    const read = event && READERS[event.name];
    if (!event || !read) return ok(null);
    const { settler: of, ...told } = read(event.fields);
    return ok(of === addressBytes(settler) ? ({ ...told, at } as SwapEvent) : null);
  } catch {
    return fail('INVALID_EVENT', `event ${at.index} of ${at.transaction} cannot be decoded`);
  }
}
