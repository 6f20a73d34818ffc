import { bytes32, type Field, intervalFields, type TypeDefinition } from './vocabulary.ts';

const rentPayer: Field = { name: 'payer', type: 'pubkey', docs: ['Who paid the rent, and gets it back.'] };

export const ACCOUNTS: readonly TypeDefinition[] = [
  {
    name: 'Bridge',
    docs: ['The bridge: its asset, roles and pauses.'],
    fields: [
      { name: 'domain', type: 'u32' },
      { name: 'wire_decimals', type: 'u8' },
      { name: 'canonical_decimals', type: 'u8' },
      { name: 'outbound_paused', type: 'bool' },
      { name: 'inbound_paused', type: 'bool' },
      { name: 'bump', type: 'u8' },
      { name: 'event_authority_bump', type: 'u8' },
      { name: 'admin', type: 'pubkey' },
      { name: 'pending_admin', type: 'pubkey' },
      { name: 'guardian', type: 'pubkey' },
      { name: 'canonical_mint', type: 'pubkey', docs: ['Zeros for SOL.'] },
      { name: 'escrow', type: 'pubkey' },
      { name: 'event_authority', type: 'pubkey' },
      { name: 'claimable', type: 'u64', docs: ['Local units of the canonical asset credited and not claimed.'] },
    ],
  },
  {
    name: 'Oracles',
    docs: ['The oracle set.'],
    fields: [
      { name: 'threshold', type: 'u8' },
      { name: 'members', type: { vec: 'pubkey' } },
    ],
  },
  { name: 'Escrow', docs: ['Holds locked SOL as lamports above its rent.'], fields: [] },
  {
    name: 'Remote',
    docs: ['A remote: registration, both lanes, limits.'],
    fields: [
      { name: 'domain', type: 'u32' },
      { name: 'bridge', type: bytes32 },
      { name: 'mint', type: 'pubkey' },
      { name: 'address_length', type: 'u8' },
      { name: 'wire_decimals', type: 'u8' },
      { name: 'opened', type: 'bool' },
      { name: 'next_outbound_nonce', type: 'u64' },
      { name: 'next_inbound_nonce', type: 'u64' },
      { name: 'outstanding', type: 'u64', docs: ['Wire units.'] },
      { name: 'canonical', type: { defined: { name: 'Bucket' } } },
      { name: 'bridged', type: { defined: { name: 'Bucket' } } },
      { name: 'paused', type: 'bool', docs: ['Lock, burn, mint and release are paused for this remote alone.'] },
      { name: 'fee', type: 'u64', docs: ['Delivery fee of a lock or burn, lamports; paid fees lie above the rent.'] },
      { name: 'name', type: 'string' },
      { name: 'symbol', type: 'string' },
    ],
  },
  { name: 'Root', docs: ['The root of a committed interval.'], fields: [...intervalFields, rentPayer] },
  {
    name: 'StatusPage',
    docs: ['Two bits a nonce, the lowest nonce in the lowest bits of the first byte.'],
    fields: [
      { name: 'source', type: 'u32' },
      { name: 'page', type: 'u64' },
      { name: 'bits', type: { array: ['u8', 1024] } },
    ],
  },
  {
    name: 'Claimable',
    docs: ['A credit, in local units of mint (zeros for SOL).'],
    fields: [
      { name: 'mint', type: 'pubkey' },
      { name: 'recipient', type: 'pubkey' },
      { name: 'amount', type: 'u64' },
      rentPayer,
    ],
  },
];

export const TYPES: readonly TypeDefinition[] = [
  { name: 'Kind', docs: ['The kinds of message.'], variants: ['Invalid', 'Lock', 'Burn', 'Cancel'] },
  { name: 'Side', docs: ['The two limit sets of a remote.'], variants: ['Canonical', 'Bridged'] },
  {
    name: 'Message',
    docs: ['A bridge message, version 1.'],
    fields: [
      { name: 'version', type: 'u8' },
      { name: 'kind', type: { defined: { name: 'Kind' } } },
      { name: 'source', type: 'u32' },
      { name: 'destination', type: 'u32' },
      { name: 'nonce', type: 'u64' },
      { name: 'source_bridge', type: bytes32 },
      { name: 'destination_bridge', type: bytes32 },
      { name: 'asset_home', type: 'u32' },
      { name: 'sender', type: bytes32 },
      { name: 'recipient', type: bytes32 },
      { name: 'wire_amount', type: 'u128' },
      { name: 'reference', type: bytes32 },
    ],
  },
  {
    name: 'Limits',
    docs: ['Limits in wire units.'],
    fields: [
      { name: 'min_amount', type: 'u64' },
      { name: 'max_amount', type: 'u64' },
      { name: 'capacity', type: 'u64' },
      { name: 'refill_per_second', type: 'u64' },
    ],
  },
  {
    name: 'Bucket',
    docs: ['Limits, and what the bucket held at `updated_at`, Unix seconds.'],
    fields: [
      { name: 'limits', type: { defined: { name: 'Limits' } } },
      { name: 'level', type: 'u64' },
      { name: 'updated_at', type: 'i64' },
      { name: 'largest_max_amount', type: 'u64' },
    ],
  },
];
