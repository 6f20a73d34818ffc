import { type Mutant, mutantsOf } from '../mutant.ts';

/** The message codec, batches, amounts and states of orders. */
export const PROTOCOL_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('protocol', {
    'protocol/src/message.ts': {
      'the id binds all 8 bytes of the nonce': [
        '...MESSAGE_FIELDS.map((field) => encodeField(field, message[field.name])),',
        "...MESSAGE_FIELDS.map((field) => encodeField(field, field.name === 'nonce' ? message.nonce & 0xffffffffn : message[field.name])),",
      ],
      'the id binds the destination bridge': [
        '...MESSAGE_FIELDS.map((field) => encodeField(field, message[field.name])),',
        "...MESSAGE_FIELDS.map((field) => encodeField(field, message[field.name === 'destinationBridge' ? 'sourceBridge' : field.name])),",
      ],
      'the id binds the recipient': [
        '...MESSAGE_FIELDS.map((field) => encodeField(field, message[field.name])),',
        "...MESSAGE_FIELDS.map((field) => encodeField(field, message[field.name === 'recipient' ? 'sender' : field.name])),",
      ],
      "the id binds the asset's home": [
        '...MESSAGE_FIELDS.map((field) => encodeField(field, message[field.name])),',
        "...MESSAGE_FIELDS.map((field) => encodeField(field, message[field.name === 'assetHome' ? 'source' : field.name])),",
      ],
      "a refund goes to the cancelled message's sender": [
        'recipient: message.sender,',
        'recipient: message.recipient,',
      ],
      'a Cancel names the cancelled message': ['reference: messageIdOf(message),', 'reference: message.reference,'],
      "a genuine Cancel equals the message's, field by field": [
        'encodeMessage(cancelOf(message, cancel.nonce)) === encodeMessage(cancel)',
        'messageIdOf(message) === cancel.reference',
      ],
    },
    'protocol/src/batch.ts': {
      'a leaf is hashed once more than its id': [
        'export const leafOf = (messageId: Hex): Hex => keccak256(messageId);',
        'export const leafOf = (messageId: Hex): Hex => messageId;',
      ],
      'pairs are sorted': ['{ sortPairs: true }', '{ sortPairs: false }'],
      'a lone node is promoted, not doubled': ['{ sortPairs: true }', '{ sortPairs: true, duplicateOdd: true }'],
      "a proof belongs to the nonce's place": ['return tree.getProof(leaf, index)', 'return tree.getProof(leaf)'],
      'a node is never taken for a leaf': ['[root, messageId, ...siblings].every', '[root, ...siblings].every'],
    },
    'protocol/src/proof.ts': {
      'a proof is made for messages of the batch only': ['!== messageIdOf(message)) {', '=== undefined) {'],
      'no byte is left over': ['siblingBytes % 32 !== 0 ||', 'siblingBytes % 16 !== 0 ||'],
      'the nonce is not behind the interval': ['offset >= BigInt(proof.count)', 'offset > BigInt(proof.count)'],
    },
    'protocol/src/amount.ts': {
      'dust is refused': [
        "if (localAmount % unit !== 0n) return fail('DustAmount'",
        "if (localAmount < unit) return fail('DustAmount'",
      ],
      'a wire amount fits 128 bits': ['if (wireAmount > MAX_WIRE_AMOUNT)', 'if (wireAmount > MAX_WIRE_AMOUNT + 1n)'],
    },
    'protocol/src/terms.ts': {
      'what a fill pays is rounded up': [
        'return quotedOut - ((quotedOut - minOut) * (time - exclusiveUntil)) / (deadline - exclusiveUntil);',
        'return minOut + ((quotedOut - minOut) * (deadline - time)) / (deadline - exclusiveUntil);',
      ],
      'terms are of one settler': [' || terms.settler !== settler.toLowerCase()', ''],
      'a finishFee is at most a twentieth': [
        'finishFee > amountIn / FINISH_FEE_DIVISOR',
        'finishFee > amountIn / FINISH_FEE_DIVISOR + 1n',
      ],
      'the settler is no recipient': [' || recipient === settler', ''],
      'a vault is the clone of the first contract': ["'0xd694', creator, '0x01'", "'0xd694', creator, '0x02'"],
    },
    'protocol/src/address.ts': {
      'a pad is zero': ['return /^0*$/.test(', 'return /^0*1?$/.test('],
      'zero is no address': ['|| address === ZERO_32) return false;', "|| address === '0x') return false;"],
    },
    'protocol/src/order-state.ts': {
      'a completed order is not cancelled': [
        "completed: { executionVanished: 'minting' },",
        "completed: { executionVanished: 'minting', cancelStarted: 'cancelling' },",
      ],
      'a mint that came first completes an order that is being cancelled': [
        "cancelling: { lockVanished: 'locking', executed: 'completed',",
        "cancelling: { lockVanished: 'locking',",
      ],
      'a lock that vanished is waited for again': [
        "const onChain: Row = {\n  lockVanished: 'locking',",
        "const onChain: Row = {\n  lockVanished: 'proving',",
      ],
    },
  }),
];
