import {
  assetHomeOf,
  cancelOf,
  encodeMessage,
  type Hex,
  KIND,
  MAX_U64,
  MAX_WIRE_AMOUNT,
  type Message,
  messageIdOf,
  ZERO_32,
} from '../../src/index.ts';
import { addressOn, EVM_REMOTE, SITES, type Site, word } from './sites.ts';

/** A Lock or Burn between two bridges. Its fields depend only on `label`. */
export function sampleMessage(
  kind: typeof KIND.lock | typeof KIND.burn,
  from: Site,
  to: Site,
  nonce: bigint,
  label: string,
  fields: Partial<Message> = {},
): Message {
  return {
    kind,
    source: from.domain,
    destination: to.domain,
    nonce,
    sourceBridge: from.bridge,
    destinationBridge: to.bridge,
    assetHome: assetHomeOf(kind, from.domain, to.domain),
    sender: addressOn(from.kind, `sender of ${label}`),
    recipient: addressOn(to.kind, `recipient of ${label}`),
    wireAmount: 1_500_000_000n,
    reference: word(`reference of ${label}`),
    ...fields,
  };
}

/**
 * Messages with their 198 bytes and their id: every pair of kinds of chain, every kind of message, extreme integers.
 */
export function messageVectors() {
  const [evm, solana, radix] = SITES;
  const pairs = [EVM_REMOTE, ...SITES].flatMap((from) => SITES.filter((to) => to !== from).map((to) => ({ from, to })));
  const everyKind = pairs.flatMap(({ from, to }) => {
    const label = `${from.name} to ${to.name}`;
    const lock = sampleMessage(KIND.lock, from, to, 0n, `lock ${label}`);
    const burn = sampleMessage(KIND.burn, from, to, 1n, `burn ${label}`);
    return [
      { name: `lock ${label}`, message: lock },
      { name: `burn ${label}`, message: burn },
      { name: `cancel of lock ${label}`, message: cancelOf(lock, 2n) },
      { name: `cancel of burn ${label}`, message: cancelOf(burn, 3n) },
    ];
  });
  const lock = (name: string, fields: Partial<Message>) => ({
    name,
    message: sampleMessage(KIND.lock, solana, radix, 7n, name, fields),
  });
  const ones: Hex = `0x${'ff'.repeat(32)}`;
  const extremes = [
    lock('amount 1', { wireAmount: 1n }),
    lock('amount u64 max', { wireAmount: MAX_U64 }),
    lock('amount u64 max + 1', { wireAmount: MAX_U64 + 1n }),
    lock('amount u128 max', { wireAmount: MAX_WIRE_AMOUNT }),
    lock('nonce 0', { nonce: 0n }),
    lock('nonce 2^32', { nonce: 1n << 32n }),
    lock('nonce u64 max', { nonce: MAX_U64 }),
    lock('domains 1 and 2^31 - 1', { source: 1, destination: 2 ** 31 - 1, assetHome: 1 }),
    lock('domains 2^31 and 2^32 - 1', { source: 2 ** 31, destination: 2 ** 32 - 1, assetHome: 2 ** 31 }),
    lock('reference zero', { reference: ZERO_32 }),
    {
      name: 'every bit of every field set',
      message: sampleMessage(KIND.burn, evm, radix, MAX_U64, 'ones', {
        source: 2 ** 32 - 1,
        destination: 2 ** 32 - 1,
        assetHome: 2 ** 32 - 1,
        sourceBridge: ones,
        destinationBridge: ones,
        sender: ones,
        recipient: ones,
        wireAmount: MAX_WIRE_AMOUNT,
        reference: ones,
      }),
    },
  ];
  return [...everyKind, ...extremes].map(({ name, message }) => ({
    name,
    ...message,
    encoded: encodeMessage(message),
    messageId: messageIdOf(message),
  }));
}
