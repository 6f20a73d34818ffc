import type { Hex } from '@causeway/protocol';

/** A value or an instruction in the text form of transaction manifests. */
export type ManifestText = string;

/** An address in bech32m. */
export const address = (bech32m: string): ManifestText => `Address("${bech32m}")`;

/** An address that the transaction itself reserves; see allocateAddress. */
export const namedAddress = (name: string): ManifestText => `NamedAddress("${name}")`;

export const bytes = (hex: Hex): ManifestText => `Bytes("${hex.slice(2)}")`;
export const u8 = (value: number): ManifestText => `${value}u8`;
export const u32 = (value: number): ManifestText => `${value}u32`;
export const u64 = (value: bigint): ManifestText => `${value}u64`;
export const u128 = (value: bigint): ManifestText => `${value}u128`;

/** A decimal in its own text form, such as "0.5". */
export const decimal = (text: string): ManifestText => `Decimal("${text}")`;

/** Text of any characters. */
export const string = (text: string): ManifestText => JSON.stringify(text);

export const tuple = (...fields: readonly ManifestText[]): ManifestText => `Tuple(${fields.join(', ')})`;

/** Variant `index` of an enum, with its fields. */
export const variant = (index: number, ...fields: readonly ManifestText[]): ManifestText =>
  `Enum<${index}u8>(${fields.join(', ')})`;

/** The two variants of an Option. */
export const NONE = variant(0);
export const some = (value: ManifestText): ManifestText => variant(1, value);

/** A list whose elements are of `kind`, such as "Enum". */
export const list = (kind: string, values: readonly ManifestText[]): ManifestText =>
  `Array<${kind}>(${values.join(', ')})`;

/** An instruction with its arguments. */
const instruction = (name: string, ...args: readonly ManifestText[]): ManifestText =>
  `${[name, ...args].join('\n  ')};\n`;

export const callMethod = (component: string, method: string, ...args: readonly ManifestText[]): ManifestText =>
  instruction('CALL_METHOD', address(component), string(method), ...args);

/** Pays for the transaction from `account`, with at most `xrd`, a decimal. */
export const lockFee = (account: string, xrd: string): ManifestText => callMethod(account, 'lock_fee', decimal(xrd));
