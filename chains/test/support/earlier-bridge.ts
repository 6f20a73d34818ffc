import earlierBridges from '@causeway/contracts-evm/earlier-bridges.json' with { type: 'json' };
import { bytesToHex, type Hex, hexToBytes } from '@causeway/protocol';
import earlier from './earlier-bridge.json' with { type: 'json' };

const [build] = earlierBridges;

/** Hash of the code of the EVM bridge of the release before executeMany, as verification shows it. */
export const EARLIER_CODE = build?.code;

/** What that bridge has on chain, with these immutables: 32 bytes for domain, asset, wire decimals and unit. */
export function earlierBridge(immutables: Readonly<Record<'d' | 'a' | 'w' | 'u', Hex>>): Hex {
  const code = hexToBytes(earlier.deployedBytecode as Hex);
  for (const [index, place] of (build?.places ?? []).entries()) {
    code.set(hexToBytes(immutables[build?.immutables[index] as 'd']), place);
  }
  return bytesToHex(code);
}
