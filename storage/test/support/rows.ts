import {
  type BlockRef,
  cancelOf,
  type EventPosition,
  type Hex,
  KIND,
  type Message,
  messageIdOf,
  type SignedTransaction,
  uintToHex,
} from '@causeway/protocol';
import type { MessageRow, NewOrder, ScanRow } from '../../src/index.ts';

export const FAMILY = 'ETH';
export const SOURCE = 31_001;
export const DESTINATION = 31_002;
export const LANE = { family: FAMILY, source: SOURCE, destination: DESTINATION } as const;

/** `value` as 32 bytes. */
export const bytes32 = (value: bigint | number): Hex => uintToHex(value, 32);

/** A Lock from SOURCE to DESTINATION. */
export const lockMessage = (fields: Partial<Message> = {}): Message => ({
  kind: KIND.lock,
  source: SOURCE,
  destination: DESTINATION,
  nonce: 0n,
  sourceBridge: bytes32(0xb1),
  destinationBridge: bytes32(0xb2),
  assetHome: SOURCE,
  sender: bytes32(0xaa),
  recipient: bytes32(0xbb),
  wireAmount: 500_000_000n,
  reference: bytes32(0x1001),
  ...fields,
});

/** The block `number` of fork `fork`. */
export const block = (number: number, fork = 0): BlockRef => ({
  number,
  hash: bytes32((BigInt(fork) << 64n) | BigInt(number)),
  timeMs: 1_600_000_000_000 + 1_000 * number,
});

/** A position in block `number` of fork `fork`. */
export const position = (number: number, index = 0, fork = 0): EventPosition => ({
  block: block(number, fork),
  transaction: bytes32((BigInt(number) << 8n) | BigInt(index)),
  index,
});

/** A seen message in the form of a scan. */
export const seen = (message: Message, at: EventPosition): ScanRow['messages'][number] => ({
  messageId: messageIdOf(message),
  message,
  at,
});

/** A seen message in the form of the chain view. */
export const messageRow = (message: Message, at: EventPosition, final = false): MessageRow => ({
  ...seen(message, at),
  family: FAMILY,
  final,
});

/** The execution or cancellation of a message in the form of a scan. */
export const outcome = (
  messageId: Hex,
  at: EventPosition,
  status: 'executed' | 'cancelled' = 'executed',
): ScanRow['outcomes'][number] => ({ messageId, status, credited: false, at });

/** A scan of `domain` up to block `to`. */
export const scan = (domain: number, to: BlockRef, found: Partial<ScanRow> = {}): ScanRow => ({
  family: FAMILY,
  domain,
  to,
  messages: [],
  outcomes: [],
  roots: [],
  ...found,
});

/** The events of DESTINATION when it cancels `message`: the Cancel message and the outcome. */
export function cancellation(
  message: Message,
  nonce: bigint,
  at: EventPosition,
): Pick<ScanRow, 'messages' | 'outcomes'> {
  return {
    messages: [seen(cancelOf(message, nonce), at)],
    outcomes: [outcome(messageIdOf(message), at, 'cancelled')],
  };
}

/** The API order that lockMessage() matches. */
export const newOrder = (fields: Partial<NewOrder> = {}): NewOrder => ({
  origin: 'api',
  family: FAMILY,
  operation: 'lockTokens',
  source: SOURCE,
  destination: DESTINATION,
  assetHome: SOURCE,
  sender: null,
  recipient: bytes32(0xbb),
  wireAmount: 500_000_000n,
  reference: bytes32(0x1001),
  requiredConfirmations: 32,
  requiredSignatures: 3,
  avatarId: 'avatar-1',
  custody: 'self',
  refundAddress: null,
  unsignedTransactions: null,
  walletId: null,
  deliveryFee: null,
  details: { fromToken: 'ETH', exchangeRate: null },
  expiresAtMs: null,
  ...fields,
});

/** A signed version of a submission. */
export const signed = (fields: Partial<SignedTransaction> = {}): SignedTransaction => ({
  reference: '0xaa',
  raw: '0x02',
  payer: '0x01',
  sequence: 7,
  fee: { maxFeePerGas: '5' },
  ...fields,
});
