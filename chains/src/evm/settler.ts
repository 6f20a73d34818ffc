import earlierSettlers from '@causeway/contracts-evm/earlier-settlers.json' with { type: 'json' };
import settler from '@causeway/contracts-evm/Settler.json' with { type: 'json' };
import { type Hex, ok, padLeft, type Result } from '@causeway/protocol';
import type { ReadFailure } from '../failures.ts';
import { mismatch } from '../provider/verification.ts';
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

/** Compares the settler in the file, if it names one, with the chain. */
export async function verifySettler(context: EvmContext): Promise<Result<void, ReadFailure>> {
  const { settler: onFile, address: bridge } = context.bridge;
  if (onFile === undefined) return ok(undefined);
  const { address, address32 } = onFile;
  const parsed = parseEvmAddress(address);
  if (!isSettlerOf(bridge, address) || !parsed.ok || parsed.value !== address32) {
    return mismatch(context, 'the settler', create2Address(settlerCode(bridge)), `${address}, ${address32}`);
  }
  const there = await hasCode(context.connection, address);
  if (!there.ok) return there;
  return there.value ? ok(undefined) : mismatch(context, 'the settler', 'missing', address);
}
