import type { Hex } from '@causeway/protocol';
import { dataSlice, EventFragment, getAddress, id } from 'ethers';
import { type AdminChange, changeOf, isAdminEvent } from '../provider/changes.ts';
import { bridgeAbi } from './abi.ts';
import type { RpcLog } from './wire.ts';

/** What the oracle's Safe tells of its owners, modules, guards and handler: one address each, or the threshold. */
const SAFE_EVENTS: ReadonlyMap<string, readonly [name: string, value: string]> = new Map(
  (
    [
      ['AddedOwner', 'address', 'owner'],
      ['RemovedOwner', 'address', 'owner'],
      ['ChangedThreshold', 'uint256', 'threshold'],
      ['EnabledModule', 'address', 'module'],
      ['DisabledModule', 'address', 'module'],
      ['ExecutionFromModuleSuccess', 'address', 'module'],
      ['ChangedGuard', 'address', 'guard'],
      ['ChangedModuleGuard', 'address', 'moduleGuard'],
      ['ChangedFallbackHandler', 'address', 'handler'],
      ['ChangedMasterCopy', 'address', 'singleton'],
    ] as const
  ).map(([name, type, value]) => [id(`${name}(${type})`), [name, value]]),
);

const BRIDGE_EVENTS: ReadonlyMap<string, string> = new Map(
  bridgeAbi.fragments.flatMap((fragment) => {
    if (!EventFragment.isFragment(fragment) || !isAdminEvent(fragment.name)) return [];
    return [[fragment.topicHash, fragment.name]];
  }),
);

/** True when `changeIn` may read a change in `log`. */
export const isChange = ({ topics: [topic] }: Pick<RpcLog, 'topics'>): boolean =>
  topic !== undefined && (BRIDGE_EVENTS.has(topic) || SAFE_EVENTS.has(topic));

/** The change that `log` of the bridge, or of the Safe of its oracle, tells of; null for another event. */
export function changeIn(log: RpcLog, { bridge, safe }: Administered): AdminChange | null {
  const at = { block: log.blockNumber, transaction: log.transactionHash };
  const [topic = ''] = log.topics;
  const own = log.address === bridge ? BRIDGE_EVENTS.get(topic) : undefined;
  if (own !== undefined) return changeOf(own, valuesOf(log, own), at);
  const ofSafe = log.address === safe ? SAFE_EVENTS.get(topic) : undefined;
  if (ofSafe === undefined) return null;
  const [name, value] = ofSafe;
  const word = log.topics[1] ?? log.data;
  const text = value === 'threshold' ? String(BigInt(word)) : getAddress(dataSlice(word, 12, 32));
  return changeOf(`Safe.${name}`, { [value]: text }, at);
}

/** The contracts whose changes count, lower case. */
export interface Administered {
  readonly bridge: Hex;
  readonly safe: Hex;
}

/** The event's values by their names; none where they cannot be decoded, which must not hide that it happened. */
function valuesOf({ data, topics }: RpcLog, name: string): Readonly<Record<string, unknown>> {
  try {
    return bridgeAbi.decodeEventLog(name, data, topics).toObject();
  } catch {
    return {};
  }
}
