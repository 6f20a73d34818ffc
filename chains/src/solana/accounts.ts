import { PublicKey } from '@solana/web3.js';
import { z } from 'zod';
import { bytes32, integer } from './event-fields.ts';
import { decodeBridgeAccount, decodeSettlerAccount } from './program.ts';

const pubkey = z.instanceof(PublicKey);

const limits = z
  .object({ min_amount: integer, max_amount: integer, capacity: integer, refill_per_second: integer })
  .transform(({ min_amount, max_amount, capacity, refill_per_second }) => ({
    minAmount: min_amount,
    maxAmount: max_amount,
    capacity,
    refillPerSecond: refill_per_second,
  }));

/** Limits in wire units, and the bucket's level at `updatedAt`, Unix seconds. */
const bucket = z
  .object({ limits, level: integer, updated_at: integer })
  .transform(({ limits, level, updated_at }) => ({ limits, level, updatedAt: updated_at }));
export type Bucket = z.infer<typeof bucket>;

const bridge = z
  .object({
    domain: z.int(),
    wire_decimals: z.int(),
    canonical_decimals: z.int(),
    outbound_paused: z.boolean(),
    inbound_paused: z.boolean(),
    admin: pubkey,
    pending_admin: pubkey,
    guardian: pubkey,
    canonical_mint: pubkey,
    claimable: integer,
  })
  .transform((fields) => ({
    domain: fields.domain,
    wireDecimals: fields.wire_decimals,
    canonicalDecimals: fields.canonical_decimals,
    paused: { outbound: fields.outbound_paused, inbound: fields.inbound_paused },
    admin: fields.admin,
    /** Null while nobody is proposed. */
    proposedAdmin: fields.pending_admin.equals(PublicKey.default) ? null : fields.pending_admin,
    guardian: fields.guardian,
    /** Local units of the canonical asset credited and not claimed. */
    claimable: fields.claimable,
    /** Null for SOL. */
    canonicalMint: fields.canonical_mint.equals(PublicKey.default) ? null : fields.canonical_mint,
  }));

const oracles = z.object({ threshold: z.int(), members: z.array(pubkey) });

const remote = z
  .object({
    domain: z.int(),
    bridge: bytes32,
    mint: pubkey,
    address_length: z.int(),
    wire_decimals: z.int(),
    opened: z.boolean(),
    next_outbound_nonce: integer,
    next_inbound_nonce: integer,
    outstanding: integer,
    canonical: bucket,
    bridged: bucket,
    paused: z.boolean(),
    fee: integer,
    name: z.string(),
    symbol: z.string(),
  })
  .transform(({ address_length, wire_decimals, next_outbound_nonce, next_inbound_nonce, ...fields }) => ({
    ...fields,
    addressLength: address_length,
    wireDecimals: wire_decimals,
    nextOutboundNonce: next_outbound_nonce,
    nextInboundNonce: next_inbound_nonce,
  }));

export type BridgeAccount = z.infer<typeof bridge>;
export type OraclesAccount = z.infer<typeof oracles>;
export type RemoteAccount = z.infer<typeof remote>;

/** Decode the program's accounts. Each throws when `data` is no account of its type. */
export const decodeBridge = (data: Uint8Array): BridgeAccount => bridge.parse(decodeBridgeAccount('Bridge', data));
export const decodeOracles = (data: Uint8Array): OraclesAccount => oracles.parse(decodeBridgeAccount('Oracles', data));
export const decodeRemote = (data: Uint8Array): RemoteAccount => remote.parse(decodeBridgeAccount('Remote', data));

const root = z
  .object({ source: z.int(), first_nonce: integer, count: z.int(), root: bytes32, payer: pubkey })
  .transform(({ first_nonce, ...fields }) => ({ ...fields, firstNonce: first_nonce }));
export type RootAccount = z.infer<typeof root>;
const statusPage = z
  .object({ bits: z.array(z.int()).length(1024) })
  .transform(({ bits }) => ({ bits: Uint8Array.from(bits) }));
const claimable = z.object({ amount: integer, payer: pubkey });

export const decodeRoot = (data: Uint8Array) => root.parse(decodeBridgeAccount('Root', data));
export const decodeStatusPage = (data: Uint8Array) => statusPage.parse(decodeBridgeAccount('StatusPage', data));
export const decodeClaimable = (data: Uint8Array) => claimable.parse(decodeBridgeAccount('Claimable', data));

/** Sizes of the SPL Token program's accounts, and offsets of the fields that are read. */
const MINT_LENGTH = 82;
const MINT_SUPPLY = 36;
const MINT_DECIMALS = 44;
const TOKEN_ACCOUNT_LENGTH = 165;
const TOKEN_AMOUNT = 64;

function exactly(data: Uint8Array, length: number): Buffer {
  if (data.length !== length) throw new RangeError(`${data.length} bytes are no account of ${length}`);
  return Buffer.from(data);
}

/** Supply and decimals of an SPL mint. Throws when `data` is none. */
export function decodeMint(data: Uint8Array): { readonly supply: bigint; readonly decimals: number } {
  const bytes = exactly(data, MINT_LENGTH);
  return { supply: bytes.readBigUInt64LE(MINT_SUPPLY), decimals: bytes.readUInt8(MINT_DECIMALS) };
}

/** Offsets of a mint's authorities: each has four bytes before it, 1 where there is one. */
const MINT_AUTHORITY = 0;
const FREEZE_AUTHORITY = 46;

/** Who may mint and who may freeze an SPL token; null for nobody. Throws when `data` is no mint. */
export function decodeMintRoles(data: Uint8Array): {
  readonly mintAuthority: PublicKey | null;
  readonly freezeAuthority: PublicKey | null;
} {
  const bytes = exactly(data, MINT_LENGTH);
  const authorityAt = (offset: number) =>
    bytes.readUInt32LE(offset) === 0 ? null : new PublicKey(bytes.subarray(offset + 4, offset + 36));
  return { mintAuthority: authorityAt(MINT_AUTHORITY), freezeAuthority: authorityAt(FREEZE_AUTHORITY) };
}

/** Amount in an SPL token account. Throws when `data` is none. */
export const decodeTokenAmount = (data: Uint8Array): bigint =>
  exactly(data, TOKEN_ACCOUNT_LENGTH).readBigUInt64LE(TOKEN_AMOUNT);

const slot = z.object({
  stage: z
    .union([z.object({ Filled: z.object() }), z.object({ Settled: z.object() }), z.object({ Returned: z.object() })])
    .transform((variant) => Object.keys(variant)[0]?.toLowerCase() as 'filled' | 'settled' | 'returned'),
  solver: pubkey,
});

/** What became of a swap. The solver is the default key where nobody filled. */
export const decodeSlot = (data: Uint8Array) => slot.parse(decodeSettlerAccount('Slot', data));
