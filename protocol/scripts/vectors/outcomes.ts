import { cancelOf, encodeMessage, KIND, type Message, messageIdOf } from '../../src/index.ts';
import { sampleMessage } from './messages.ts';
import { addressOn, EVM_REMOTE, SITES, word } from './sites.ts';

const [EVM, SOLANA, RADIX] = SITES;
/** A bridge that is on neither end of the lane. */
const THIRD = EVM_REMOTE;

const MESSAGES = [
  ['a lock', sampleMessage(KIND.lock, EVM, RADIX, 5n, 'cancelled lock')],
  ['a burn', sampleMessage(KIND.burn, SOLANA, EVM, 6n, 'cancelled burn')],
] as const;

/** A Cancel of `message` with one field changed: the field's name first. */
const changes = (message: Message): readonly (readonly [string, Partial<Message>])[] => [
  ['kind', { kind: message.kind }],
  ['source', { source: THIRD.domain }],
  ['destination', { destination: THIRD.domain }],
  ['sourceBridge', { sourceBridge: THIRD.bridge }],
  ['destinationBridge', { destinationBridge: THIRD.bridge }],
  ['assetHome', { assetHome: message.assetHome === message.source ? message.destination : message.source }],
  ['sender', { sender: addressOn('evm', 'another sender') }],
  ['recipient', { recipient: message.recipient }],
  ['wireAmount, higher', { wireAmount: message.wireAmount + 1n }],
  ['wireAmount, lower', { wireAmount: message.wireAmount - 1n }],
  ['reference', { reference: word('another message') }],
];

/** Messages, and Cancels that undo them or only refer to them: both packed, in 198 bytes. */
export const cancelVectors = () =>
  MESSAGES.flatMap(([name, message]) => {
    const genuine = cancelOf(message, 3n);
    const row = (what: string, cancel: Message, isGenuine: boolean) => ({
      name: `${name}: ${what}`,
      message: encodeMessage(message),
      cancel: encodeMessage(cancel),
      genuine: isGenuine,
    });
    return [
      row('its Cancel', genuine, true),
      row('its Cancel with another nonce', { ...genuine, nonce: 0n }, true),
      ...changes(message).map(([field, change]) => row(`another ${field}`, { ...genuine, ...change }, false)),
    ];
  });

/** Whether an execution or cancellation of a message counts that the bridge of a domain emits. */
export const outcomeVectors = () =>
  [...MESSAGES, ['a cancel', cancelOf(MESSAGES[0][1], 3n)] as const].flatMap(([name, message]) =>
    [
      ['its destination', message.destination, true],
      ['its source', message.source, false],
      ['a third domain', THIRD.domain, false],
    ].map(([emitter, domain, counts]) => ({
      name: `${name}, by ${emitter}`,
      message: encodeMessage(message),
      messageId: messageIdOf(message),
      domain,
      counts,
    })),
  );
