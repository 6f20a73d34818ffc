import type { BlockRef } from '@causeway/protocol';
import { z } from 'zod';
import { type AdminChange, changeOf, isAdminEvent } from '../provider/changes.ts';
import type { RawEvent } from './events.ts';
import type { RadixNetwork } from './network.ts';
import { decodeSbor } from './sbor.ts';

/** The events of the engine's module that keeps an entity's roles. The bridge's own calls emit them, too. */
const ROLE_EVENTS: ReadonlySet<string> = new Set(['SetRoleEvent', 'SetOwnerRoleEvent', 'LockOwnerRoleEvent']);

/** The names of the values of each event, in their order. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  AdminProposed: ['admin'],
  AdminSet: ['admin'],
  GuardianSet: ['guardian'],
  OracleSet: ['members', 'threshold'],
  RemoteSet: ['domain', 'bridge', 'token', 'addressLength', 'wireDecimals'],
  RemoteOpened: ['domain'],
  LimitsSet: ['domain', 'side', 'limits'],
  FeeSet: ['remote', 'fee'],
  FeesCollected: ['to', 'amount'],
  OutboundPausedSet: ['paused'],
  InboundPausedSet: ['paused'],
  RemotePausedSet: ['remote', 'paused'],
  SetRoleEvent: ['role', 'rule'],
  SetOwnerRoleEvent: ['rule'],
};

/** True when `raw` tells of a change: an event of the bridge itself, or of the module of its roles. */
export const isChange = ({ name, module }: Pick<RawEvent, 'name' | 'module'>): boolean =>
  module === 'Main' ? isAdminEvent(name) : ROLE_EVENTS.has(name);

/** The changes that `events` of one transaction tell of. */
export async function changesIn(
  events: readonly RawEvent[],
  block: BlockRef,
  transaction: string,
  network: RadixNetwork,
): Promise<readonly AdminChange[]> {
  const at = { block: block.number, transaction };
  const changes: AdminChange[] = [];
  for (const { name, data } of events.filter(isChange)) {
    changes.push(changeOf(name.replace(/Event$/, ''), await valuesOf(name, data, network), at));
  }
  return changes;
}

/** The event's values by their names; none where they cannot be decoded, which must not hide that it happened. */
async function valuesOf(name: string, data: string, network: RadixNetwork): Promise<Readonly<Record<string, unknown>>> {
  try {
    const fields = await decodeSbor(data, network, z.object({ fields: z.array(value) }));
    return Object.fromEntries((FIELDS[name] ?? []).map((field, index) => [field, fields.fields[index] ?? '']));
  } catch {
    return {};
  }
}

/** Any value in the toolkit's JSON form, as text: kinds and names are left out. */
const value: z.ZodType<string> = z.lazy(() =>
  z.union([
    z.object({ kind: z.literal('Bytes'), hex: z.string() }).transform(({ hex }) => `0x${hex}`),
    z.object({ kind: z.literal('Array'), elements: z.array(value) }).transform(({ elements }) => inBrackets(elements)),
    z.object({ kind: z.literal('Tuple'), fields: z.array(value) }).transform(({ fields }) => inBrackets(fields)),
    z
      .object({ kind: z.literal('Enum'), variant_id: z.string(), fields: z.array(value) })
      .transform(({ variant_id, fields }) => [`variant ${variant_id}`, ...fields].join(' ')),
    z.object({ value: z.union([z.string(), z.boolean(), z.number()]) }).transform((one) => String(one.value)),
  ]),
);

const inBrackets = (parts: readonly string[]): string => `[${parts.join(' ')}]`;
