// The blueprint's interface from its callers' view. interface.test.ts compares it with the definition.
import type { Struct, Type } from './types.ts';

const SIDE: Type = { variants: ['canonical', 'bridged'] };
const LIMITS: Struct = { minAmount: 'u128', maxAmount: 'u128', capacity: 'u128', refillPerSecond: 'u128' };
const STATUS: Type = { variants: ['none', 'executed', 'cancelled', 'replaced'] };
const OPTIONAL_BADGE: Type = { option: 'badge' };
const KEYS: Type = { list: 'key' };
const NONCES: Type = { list: 'u64' };
const ORACLE: Struct = { members: KEYS, threshold: 'u8' };
const INTERVAL: Struct = { source: 'u32', firstNonce: 'u64', count: 'u32', root: 'word' };

/** The tokens, and the delivery fee in XRD. */
const PAYMENT: Struct = { tokens: 'bucket', fee: 'bucket' };
const LOCK: Struct = { destinationChain: 'u32', recipient: 'word', amount: 'decimal', ...PAYMENT };
const BURN: Struct = { amount: 'decimal', returnChain: 'u32', returnAddress: 'word', ...PAYMENT };

/** The callers of a function. The admin may also call the guardian's functions. */
export type Role = 'public' | 'oracle' | 'guardian' | 'admin' | 'proposedAdmin';
export interface Declared {
  readonly role: Role;
  readonly args: Struct;
  readonly returns: Type;
}

const declare = (role: Role, args: Struct, returns: Type = 'nothing'): Declared => ({ role, args, returns });

/** Every function of the blueprint, with its arguments in order. */
export const FUNCTIONS = {
  instantiate: declare(
    'public',
    {
      domain: 'u32',
      canonical: 'address',
      admin: 'badge',
      guardian: 'badge',
      ...ORACLE,
      dappDefinition: 'address',
      iconUrl: 'string',
      addressReservation: { option: 'reservation' },
    },
    'address',
  ),
  lock_tokens: declare('public', { ...LOCK, refundAddress: 'address' }),
  lock_tokens_with_reference: declare('public', { ...LOCK, reference: 'word', refundAddress: 'address' }),
  burn_tokens: declare('public', { ...BURN, refundAddress: 'address' }),
  burn_tokens_with_reference: declare('public', { ...BURN, reference: 'word', refundAddress: 'address' }),
  commit_root: declare('oracle', INTERVAL),
  mint_tokens: declare('oracle', { orderId: 'word', recipient: 'address', amount: 'decimal', proof: 'bytes' }),
  release_tokens: declare('oracle', { orderId: 'word', recipient: 'address', proof: 'bytes' }),
  cancel_order: declare('oracle', { orderId: 'word', proof: 'bytes' }),
  execute_many: declare('oracle', { packed: 'bytes', recipients: { list: 'address' } }),
  pause_outbound: declare('guardian', {}),
  pause_inbound: declare('guardian', {}),
  unpause_outbound: declare('admin', {}),
  unpause_inbound: declare('admin', {}),
  pause_remote: declare('guardian', { remote: 'u32' }),
  unpause_remote: declare('admin', { remote: 'u32' }),
  set_fee: declare('guardian', { remote: 'u32', fee: 'decimal' }),
  collect_fees: declare('admin', { to: 'address' }),
  set_remote: declare('admin', {
    remoteDomain: 'u32',
    bridge: 'word',
    addressLength: 'u8',
    wireDecimals: 'u8',
    name: 'string',
    symbol: 'string',
    iconUrl: 'string',
  }),
  open_remote: declare('admin', { remoteDomain: 'u32' }),
  set_limits: declare('admin', { remoteDomain: 'u32', side: SIDE, limits: { struct: LIMITS } }),
  replace_root: declare('admin', { ...INTERVAL, changed: NONCES }),
  set_oracle: declare('admin', ORACLE),
  set_guardian: declare('admin', { guardian: 'badge' }),
  propose_admin: declare('admin', { admin: OPTIONAL_BADGE }),
  accept_admin: declare('proposedAdmin', {}),
  configuration: declare(
    'public',
    {},
    {
      struct: {
        domain: 'u32',
        canonical: 'address',
        wireDecimals: 'u8',
        locker: 'address',
        dappDefinition: 'address',
        admin: 'badge',
        proposedAdmin: OPTIONAL_BADGE,
        guardian: 'badge',
        ...ORACLE,
        outboundPaused: 'bool',
        inboundPaused: 'bool',
        holdings: 'decimal',
        fees: 'decimal',
      },
    },
  ),
  remote: declare(
    'public',
    { domain: 'u32' },
    {
      option: {
        struct: { bridge: 'word', token: 'address', addressLength: 'u8', wireDecimals: 'u8', opened: 'bool' },
      },
    },
  ),
  lane: declare(
    'public',
    { domain: 'u32' },
    { struct: { nextOutboundNonce: 'u64', nextInboundNonce: 'u64', outstanding: 'u128', paused: 'bool' } },
  ),
  limits: declare('public', { domain: 'u32', side: SIDE }, { struct: { ...LIMITS, available: 'u128' } }),
  fee: declare('public', { remote: 'u32' }, 'decimal'),
  status: declare('public', { source: 'u32', nonce: 'u64' }, STATUS),
  statuses: declare('public', { source: 'u32', firstNonce: 'u64', count: 'u32' }, { list: STATUS }),
  root: declare('public', { source: 'u32', firstNonce: 'u64', count: 'u32' }, { option: 'word' }),
  claimable: declare('public', { account: 'address', resource: 'address' }, 'decimal'),
} as const satisfies Readonly<Record<string, Declared>>;
export type FunctionName = keyof typeof FUNCTIONS;
/** The functions without side effects. */
export const READS = [
  'configuration',
  'remote',
  'lane',
  'limits',
  'fee',
  'status',
  'statuses',
  'root',
  'claimable',
] as const;

const MESSAGE: Struct = {
  messageId: 'word',
  message: {
    struct: {
      kind: 'u8',
      source: 'u32',
      destination: 'u32',
      nonce: 'u64',
      sourceBridge: 'word',
      destinationBridge: 'word',
      assetHome: 'u32',
      sender: 'word',
      recipient: 'word',
      wireAmount: 'u128',
      reference: 'word',
    },
  },
};
const EXECUTED: Struct = {
  messageId: 'word',
  recipient: 'word',
  wireAmount: 'u128',
  reference: 'word',
  credited: 'bool',
};
const PAUSED: Struct = { paused: 'bool' };

/** Every event of the blueprint, with its fields in order. */
export const EVENTS: Readonly<Record<string, Struct>> = {
  TokensLocked: MESSAGE,
  TokensBurned: MESSAGE,
  OrderCancelled: MESSAGE,
  TokensMinted: EXECUTED,
  TokensReleased: EXECUTED,
  OrderSkipped: { messageId: 'word', reason: 'string' },
  RootCommitted: INTERVAL,
  RootReplaced: { ...INTERVAL, changed: NONCES },
  RemoteSet: { domain: 'u32', bridge: 'word', token: 'address', addressLength: 'u8', wireDecimals: 'u8' },
  RemoteOpened: { domain: 'u32' },
  LimitsSet: { domain: 'u32', side: SIDE, limits: { struct: LIMITS } },
  OutboundPausedSet: PAUSED,
  InboundPausedSet: PAUSED,
  RemotePausedSet: { remote: 'u32', ...PAUSED },
  FeeSet: { remote: 'u32', fee: 'decimal' },
  FeesCollected: { to: 'word', amount: 'decimal' },
  OracleSet: ORACLE,
  GuardianSet: { guardian: 'badge' },
  AdminProposed: { admin: OPTIONAL_BADGE },
  AdminSet: { admin: 'badge' },
};
