// The bridge's events in the form of the conformance suites.
import { type Domain, type Hex, padLeft } from '@causeway/protocol';
import { type Addressable, type LogDescription, type Result, ZeroAddress } from 'ethers';
import type { Event, Side } from '../../../conformance/src/bridge-under-test.ts';
import type { Limits, Oracle, Remote } from '../../../conformance/src/setting.ts';

/** The contract's numbers of sides. */
export const SIDES: readonly Side[] = ['canonical', 'bridged'];

/** The oracle whose Safe has this address. */
type OracleAt = (address: string) => Oracle | undefined;
/** The name of the bridge's error with this selector. */
type ErrorName = (selector: string) => string | undefined;

/** An address as a word. */
export const word = (address: string | Addressable): Hex => padLeft((address as string).toLowerCase() as Hex);

/** A role's holder as a word; null for the zero address. */
export const roleOf = (address: string): Hex | null => (address === ZeroAddress ? null : word(address));

export const limitsOf = ({ minAmount, maxAmount, capacity, refillPerSecond }: Result): Limits => ({
  ...{ minAmount, maxAmount, capacity, refillPerSecond },
});

export const registrationOf = (domain: Domain, remote: Record<string, unknown> | Result): Remote => {
  const { bridge, addressLength, wireDecimals } = remote as Record<string, unknown>;
  return { domain, bridge: bridge as Hex, addressLength: Number(addressLength), wireDecimals: Number(wireDecimals) };
};

/** The message of a log, with numbers where the protocol has them. */
function messageOf(fields: Result) {
  const { version: _, orderReference: reference, ...message } = fields.toObject();
  const numbers = ['kind', 'source', 'destination', 'assetHome'].map((name) => [name, Number(message[name])]);
  return { ...message, ...Object.fromEntries(numbers), reference };
}

/** An event of the bridge. */
export const eventOf = ({ name, args }: LogDescription, oracleAt: OracleAt, errorName: ErrorName): Event =>
  ({ name, fields: fieldsOf(name, args.toObject(), oracleAt, errorName) }) as unknown as Event;

function fieldsOf(name: string, data: Record<string, unknown>, oracleAt: OracleAt, errorName: ErrorName): unknown {
  if ('message' in data) return { messageId: data.messageId, message: messageOf(data.message as Result) };
  if ('credited' in data) {
    const { orderReference: reference, ...fields } = data;
    return { ...fields, reference };
  }
  switch (name) {
    case 'OrderSkipped':
      return { ...data, reason: errorName(data.reason as string) };
    case 'RootCommitted':
      return { ...data, source: Number(data.source), count: Number(data.count) };
    case 'RootReplaced':
      return {
        ...data,
        source: Number(data.source),
        count: Number(data.count),
        changed: [...(data.changed as Result)],
      };
    case 'RemoteSet':
      return registrationOf(Number(data.domain), data);
    case 'RemotePausedSet':
    case 'FeeSet':
      return { ...data, remote: Number(data.remote) };
    case 'FeesCollected':
      return { ...data, to: word(data.to as string) };
    case 'RemoteOpened':
      return { domain: Number(data.domain) };
    case 'LimitsSet':
      return { domain: Number(data.domain), side: SIDES[Number(data.side)], limits: limitsOf(data.limits as Result) };
    case 'OracleSet':
      return oracleAt(data.oracle as string);
    case 'Claimed':
      return { ...data, creditor: word(data.creditor as string), to: word(data.to as string) };
    case 'GuardianSet':
      return { guardian: roleOf(data.guardian as string) };
    case 'AdminProposed':
    case 'AdminSet':
      return { admin: roleOf(data.admin as string) };
    default:
      return data;
  }
}
