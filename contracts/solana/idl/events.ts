import { bytes32, type Field, intervalFields, type TypeDefinition } from './vocabulary.ts';

const messageFields: readonly Field[] = [
  { name: 'message_id', type: bytes32 },
  { name: 'message', type: { defined: { name: 'Message' } } },
];
const executedFields: readonly Field[] = [
  { name: 'message_id', type: bytes32 },
  { name: 'recipient', type: 'pubkey' },
  { name: 'wire_amount', type: 'u128' },
  { name: 'reference', type: bytes32 },
  { name: 'credited', type: 'bool' },
];
export const EVENTS: readonly TypeDefinition[] = [
  { name: 'TokensLocked', docs: ['The canonical asset was locked.'], fields: messageFields },
  { name: 'TokensBurned', docs: ['A bridged token was burned.'], fields: messageFields },
  { name: 'OrderCancelled', docs: ['An inbound order was cancelled; the message refunds it.'], fields: messageFields },
  { name: 'TokensMinted', docs: ['A bridged token was minted, or credited.'], fields: executedFields },
  { name: 'TokensReleased', docs: ['The canonical asset was released, or credited.'], fields: executedFields },
  { name: 'RootCommitted', docs: ['An interval was committed.'], fields: intervalFields },
  {
    name: 'RootReplaced',
    docs: ['A committed interval got another root, or was dropped: then the root is zero.'],
    fields: [...intervalFields, { name: 'changed', type: { vec: 'u64' } }],
  },
  {
    name: 'Claimed',
    docs: ['A credit was paid; mint is zeros for SOL, amount in local units.'],
    fields: [
      { name: 'creditor', type: 'pubkey' },
      { name: 'mint', type: 'pubkey' },
      { name: 'to', type: 'pubkey' },
      { name: 'amount', type: 'u64' },
    ],
  },
  {
    name: 'RemoteSet',
    docs: ['A remote was registered.'],
    fields: [
      { name: 'domain', type: 'u32' },
      { name: 'bridge', type: bytes32 },
      { name: 'token', type: 'pubkey' },
      { name: 'address_length', type: 'u8' },
      { name: 'wire_decimals', type: 'u8' },
    ],
  },
  { name: 'RemoteOpened', docs: ['A remote was opened for good.'], fields: [{ name: 'domain', type: 'u32' }] },
  {
    name: 'LimitsSet',
    docs: ['The limits of one side of a remote changed.'],
    fields: [
      { name: 'domain', type: 'u32' },
      { name: 'side', type: { defined: { name: 'Side' } } },
      { name: 'limits', type: { defined: { name: 'Limits' } } },
    ],
  },
  {
    name: 'OutboundPausedSet',
    docs: ['Lock and burn were paused or unpaused.'],
    fields: [{ name: 'paused', type: 'bool' }],
  },
  {
    name: 'InboundPausedSet',
    docs: ['Mint and release were paused or unpaused.'],
    fields: [{ name: 'paused', type: 'bool' }],
  },
  {
    name: 'RemotePausedSet',
    docs: ['Lock, burn, mint and release were paused or unpaused for one remote.'],
    fields: [
      { name: 'remote', type: 'u32' },
      { name: 'paused', type: 'bool' },
    ],
  },
  {
    name: 'FeeSet',
    docs: ['The delivery fee of a remote changed; lamports.'],
    fields: [
      { name: 'remote', type: 'u32' },
      { name: 'fee', type: 'u64' },
    ],
  },
  {
    name: 'FeesCollected',
    docs: ['The delivery fees of a remote were paid out; lamports.'],
    fields: [
      { name: 'to', type: 'pubkey' },
      { name: 'amount', type: 'u64' },
    ],
  },
  {
    name: 'OracleSet',
    docs: ['The oracle set changed.'],
    fields: [
      { name: 'members', type: { vec: 'pubkey' } },
      { name: 'threshold', type: 'u8' },
    ],
  },
  { name: 'GuardianSet', docs: ['The guardian changed.'], fields: [{ name: 'guardian', type: 'pubkey' }] },
  {
    name: 'AdminProposed',
    docs: ['A new admin was proposed; zeros withdraw.'],
    fields: [{ name: 'admin', type: 'pubkey' }],
  },
  { name: 'AdminSet', docs: ['The admin changed.'], fields: [{ name: 'admin', type: 'pubkey' }] },
];
