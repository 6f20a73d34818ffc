import { bytesToHex } from '@causeway/protocol';

/** Something that the admin, the guardian, or whoever has power over them or over the code, changed. */
export interface AdminChange {
  /** Name of the contract's event, such as "LimitsSet", or of what changed without one, such as "ProgramChanged". */
  readonly name: string;
  /** Its values in words. */
  readonly detail: string;
  readonly block: number;
  /** Null where only the state showed it. */
  readonly transaction: string | null;
}

/** The events of administration on every kind of chain. `RootReplaced` is compared with messages instead. */
const ADMIN_EVENTS: ReadonlySet<string> = new Set([
  ...['AdminProposed', 'AdminSet', 'GuardianSet', 'OracleSet'],
  ...['RemoteSet', 'RemoteOpened', 'LimitsSet', 'FeeSet', 'FeesCollected'],
  ...['OutboundPausedSet', 'InboundPausedSet', 'RemotePausedSet'],
]);

/** True for the name of a bridge's event that tells of an AdminChange. */
export const isAdminEvent = (name: string): boolean => ADMIN_EVENTS.has(name);

/** The change that event `name` at `at` tells of, with its values by their names. */
export const changeOf = (
  name: string,
  values: Readonly<Record<string, unknown>>,
  at: Pick<AdminChange, 'block' | 'transaction'>,
): AdminChange => ({
  name,
  detail: Object.entries(values)
    .map(([key, value]) => `${key} ${textOf(value)}`)
    .join(', '),
  ...at,
});

/** `value` for people: numbers, addresses, lists, and the names of what has no value of its own. */
function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return bytesToHex(value);
  if (Array.isArray(value)) return `[${[...value].map(textOf).join(' ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  // Numbers and addresses of an SDK have a text of their own.
  if (value.toString !== Object.prototype.toString) return String(value);
  return Object.entries(value)
    .map(([key, each]) => `${key} ${textOf(each)}`.trim())
    .join(' ');
}
