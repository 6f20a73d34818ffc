import { id, type ParamType } from 'ethers';
import { bridgeAbi } from './abi.ts';
import type { AdminCall } from './admin-calls.ts';
import type { CallRequest } from './sender.ts';

// Files that the Transaction Builder of Safe{Wallet} imports. That program defines the format and the checksum.

/** Release of the Transaction Builder whose form the files have. */
const BUILDER_VERSION = '1.18.0';

/** An input of a function, as the ABI has it. */
interface Input {
  readonly internalType: string;
  readonly name: string;
  readonly type: string;
  readonly components?: readonly Input[];
}

/**
 * One transaction of a batch. The Transaction Builder shows method and values to people, and encodes them itself; it
 * takes `data` as it is, and shows nothing, where that is present.
 */
interface BatchTransaction {
  readonly to: string;
  readonly value: string;
  readonly data: string | null;
  readonly contractMethod: {
    readonly inputs: readonly Input[];
    readonly name: string;
    readonly payable: boolean;
  } | null;
  readonly contractInputsValues: Readonly<Record<string, string>> | null;
}

/** A batch of transactions of the Safe `createdFromSafeAddress`. */
export interface SafeBatch {
  readonly version: '1.0';
  /** The EIP-155 chain id. */
  readonly chainId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly meta: {
    readonly name: string;
    readonly description: string;
    readonly txBuilderVersion: string;
    readonly createdFromSafeAddress: string;
    readonly createdFromOwnerAddress: string;
    readonly checksum?: string;
  };
  readonly transactions: readonly BatchTransaction[];
}

/** Facts of a batch beside its transactions. */
interface BatchFacts {
  readonly chainId: number;
  readonly safe: string;
  readonly name: string;
  /** What the batch does, in words. */
  readonly description: string;
  readonly nowMs: number;
}

/** The text of a batch of `transactions` with its checksum. */
export function safeBatch(facts: BatchFacts, transactions: readonly BatchTransaction[]): string {
  const { chainId, safe, name, description, nowMs } = facts;
  const meta = {
    name,
    description,
    txBuilderVersion: BUILDER_VERSION,
    createdFromSafeAddress: safe,
    createdFromOwnerAddress: '',
  };
  const batch: SafeBatch = { version: '1.0', chainId: String(chainId), createdAt: nowMs, meta, transactions };
  return `${JSON.stringify({ ...batch, meta: { ...meta, checksum: checksumOf(batch) } }, null, 2)}\n`;
}

/** A call of `bridge` that people can read. */
export function readableCall(bridge: string, { method, args }: AdminCall): BatchTransaction {
  const fragment = bridgeAbi.getFunction(method);
  if (fragment === null) throw new RangeError(`the bridge has no function ${method}`);
  const values = fragment.inputs.map(({ name }, index) => [name, valueText(args[index])] as const);
  return {
    to: bridge,
    value: '0',
    data: null,
    contractMethod: { inputs: fragment.inputs.map(inputOf), name: method, payable: fragment.payable },
    contractInputsValues: Object.fromEntries(values),
  };
}

/** A call of which only the bytes are known. */
export const rawCall = ({ to, data, value }: CallRequest): BatchTransaction => ({
  to,
  value: value.toString(),
  data,
  contractMethod: null,
  contractInputsValues: null,
});

/**
 * The checksum of a batch: keccak256 of its canonical form without the checksum and with a null name. The canonical
 * form of an object is its sorted keys as JSON, then each value followed by a comma.
 */
export function checksumOf(batch: SafeBatch): string {
  const { checksum: _, ...meta } = batch.meta;
  return id(canonical({ ...batch, meta: { ...meta, name: null } }));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(entries).sort();
  return `{${JSON.stringify(keys)}${keys.map((key) => `${canonical(entries[key])},`).join('')}}`;
}

const inputOf = ({ name, type, baseType, components }: ParamType): Input => ({
  internalType: type,
  name,
  type: baseType === 'tuple' ? 'tuple' : type,
  ...(components && { components: components.map(inputOf) }),
});

/** A value as the form of the Transaction Builder takes it: numbers and addresses bare, structs and lists as JSON. */
function valueText(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  // A list of numbers is read digit by digit, a struct as JSON, in which large numbers must be text.
  const isList = value.every((each) => typeof each === 'bigint');
  return isList ? `[${value.join(',')}]` : JSON.stringify(value.map(String));
}
