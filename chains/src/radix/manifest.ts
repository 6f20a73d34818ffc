import type { Hex } from '@causeway/protocol';

/** A value or an instruction in the text form of transaction manifests. */
export type ManifestText = string;

/**
 * `text` in quotes. Throws RangeError for characters that addresses and numbers do not have: they could end the quotes.
 */
function quoted(type: string, text: string): ManifestText {
  if (!/^[\w.-]*$/.test(text)) throw new RangeError(`no ${type}: ${text}`);
  return `${type}("${text}")`;
}

/** An address in bech32m. */
export const address = (bech32m: string): ManifestText => quoted('Address', bech32m);

/** An address that the transaction itself allocates, and the right to create an entity there; see allocateAddress. */
export const namedAddress = (name: string): ManifestText => `NamedAddress("${name}")`;
export const reservation = (name: string): ManifestText => `AddressReservation("${name}")`;

export const bytes = (hex: Hex): ManifestText => quoted('Bytes', hex.slice(2));
/** A blob of the transaction, referred to by its hash. */
export const blob = (hash: Hex): ManifestText => `Blob("${hash.slice(2)}")`;

export const u8 = (value: number): ManifestText => `${value}u8`;
export const u32 = (value: number): ManifestText => `${value}u32`;
export const u64 = (value: bigint): ManifestText => `${value}u64`;
export const u128 = (value: bigint): ManifestText => `${value}u128`;

/** A non-fungible's local id in its text form, such as #1#. */
export const localId = (text: string): ManifestText => `NonFungibleLocalId(${string(text)})`;

export const bool = (value: boolean): ManifestText => String(value);

/** A decimal as text, such as "0.5". */
export const decimal = (text: string): ManifestText => quoted('Decimal', text);

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

/** A map between values of the kinds `key` and `value`, such as "String". */
export const map = (
  key: string,
  value: string,
  entries: readonly (readonly [ManifestText, ManifestText])[],
): ManifestText => `Map<${key}, ${value}>(${entries.map((entry) => entry.join(' => ')).join(', ')})`;

/** An instruction with its arguments. */
export const instruction = (name: string, ...args: readonly ManifestText[]): ManifestText =>
  `${[name, ...args].join('\n  ')};\n`;

export const callMethod = (component: string, method: string, ...args: readonly ManifestText[]): ManifestText =>
  instruction('CALL_METHOD', address(component), string(method), ...args);

/** Reads the rule of `role` of an entity's own blueprint. */
export const getRole = (entity: string, role: string): ManifestText =>
  instruction('CALL_ROLE_ASSIGNMENT_METHOD', address(entity), string('get'), variant(0), string(role));

/** Reads the rule of an entity's owner. */
export const getOwner = (entity: string): ManifestText =>
  instruction('CALL_ROLE_ASSIGNMENT_METHOD', address(entity), string('get_owner_role'));

/** Pays for the transaction from `account`, at most `xrd`, a decimal. */
export const lockFee = (account: string, xrd: string): ManifestText => callMethod(account, 'lock_fee', decimal(xrd));

/**
 * Allocates an address for the entity that `blueprint` creates. `name` refers to the address and to its reservation.
 */
export const allocateAddress = (packageAddress: string, blueprint: string, name: string): ManifestText =>
  instruction(
    'ALLOCATE_GLOBAL_ADDRESS',
    address(packageAddress),
    string(blueprint),
    reservation(name),
    namedAddress(name),
  );

/** Sets an entry of the metadata of `entity` and locks it, so that nobody can change it again. */
export const setLockedMetadata = (entity: string, key: string, value: ManifestText): ManifestText =>
  instruction('SET_METADATA', address(entity), string(key), value) +
  instruction('LOCK_METADATA', address(entity), string(key));

/** A named bucket of tokens taken from the worktop. */
export const bucket = (name: string): ManifestText => quoted('Bucket', name);

/** Takes `amount` of `resource` from the worktop into `taken`, a bucket. */
export const takeFromWorktop = (resource: ManifestText, amount: ManifestText, taken: ManifestText): ManifestText =>
  instruction('TAKE_FROM_WORKTOP', resource, amount, taken);

/** Everything on the worktop. */
export const WORKTOP: ManifestText = 'Expression("ENTIRE_WORKTOP")';

/** Lines of text that the engine does not read. */
export const comment = (text: string): ManifestText =>
  text
    .split('\n')
    .map((line) => `# ${line}\n`)
    .join('');
