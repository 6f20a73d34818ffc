import earlierSettlers from '@causeway/contracts-evm/earlier-settlers.json' with { type: 'json' };
import settler from '@causeway/contracts-evm/Settler.json' with { type: 'json' };
import { type Hex, ok, padLeft, type Result } from '@causeway/protocol';
import type { ReadFailure } from '../failures.ts';
import { type Expected, type Found, required } from '../provider/differences.ts';
import { map } from '../provider/result.ts';
import { parseEvmAddress } from './address.ts';
import { hasCode } from './code.ts';
import type { EvmContext } from './context.ts';
import { create2Address } from './deploy/addresses.ts';

/** Creation code of this release's settler of the bridge at `bridge`. */
export const settlerCode = (bridge: string): Hex => codeFor(settler.bytecode as Hex, bridge);

/** Its only argument is the bridge. */
const codeFor = (code: string, bridge: string): Hex => `${code as Hex}${padLeft(bridge).slice(2)}`;

/**
 * True when `address` is that of a settler of the bridge at `bridge`: it follows from the bridge and from the code of
 * this release or of one before, whose settlers are there for good.
 */
export const isSettlerOf = (bridge: string, address: string): boolean =>
  [settler.bytecode, ...earlierSettlers].some((code) => create2Address(codeFor(code, bridge)) === address);

/** Name of the settler. */
const SETTLER = 'the settler';

/** What the file says of the settler, if it names one. */
export const expectedSettler = ({ bridge: { settler } }: EvmContext): Expected =>
  settler === undefined ? {} : { [SETTLER]: required(`${settler.address}, ${settler.address32}`) };

/** Finds the settler that the file names, or what the bridge's would be where the named one is another contract. */
export async function findSettler({ bridge, connection }: EvmContext): Promise<Result<Found, ReadFailure>> {
  if (bridge.settler === undefined) return ok({});
  const { address, address32 } = bridge.settler;
  const parsed = parseEvmAddress(address);
  if (!isSettlerOf(bridge.address, address) || !parsed.ok || parsed.value !== address32) {
    return ok({ [SETTLER]: create2Address(settlerCode(bridge.address)) });
  }
  return map(await hasCode(connection, address), (there) => ({
    [SETTLER]: there ? `${address}, ${address32}` : 'missing',
  }));
}
