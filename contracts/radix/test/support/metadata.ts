import type { Address } from './addresses.ts';
import type { Chain } from './chain.ts';
import { decodeSbor } from './sbor.ts';
import type { Type, Value } from './types.ts';

/** Metadata values that the bridge writes: a string, an integer, an address, a URL, bytes, addresses. */
const METADATA: Type = {
  option: { union: { 0: 'string', 3: 'u32', 8: 'address', 13: 'string', 130: 'bytes', 136: { list: 'address' } } },
};

/** The metadata of an entity under `keys`, null where there is none. */
export function metadataOf(chain: Chain, entity: Address, keys: readonly string[]): Value[] {
  const { outputs } = chain.preview(keys.map((key) => `CALL_METADATA_METHOD Address("${entity}") "get" "${key}";`));
  return outputs.map((output) => decodeSbor(output, METADATA));
}
