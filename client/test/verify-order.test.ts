import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type OrderClaim, type OrderMessage, type OrderProof, verifyOrder } from '../src/index.ts';

const vectors = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../contracts/vectors/${name}`, import.meta.url), 'utf8'));

type MessageVector = Readonly<Record<'messageId' | keyof OrderMessage, string>>;

/** A proofs-*.json file: the members that these tests read. */
interface SiteFile {
  readonly intervals: readonly Readonly<Record<'source' | 'firstNonce' | 'count' | 'root', string>>[];
  readonly proofs: readonly (Readonly<
    Record<'name' | 'orderId' | 'firstNonce' | 'count' | keyof OrderMessage, string>
  > & {
    readonly siblings: string[];
  })[];
}

const messageOf = (row: Readonly<Record<keyof OrderMessage, string>>): OrderMessage => ({
  ...{ kind: Number(row.kind), source: Number(row.source), destination: Number(row.destination) },
  ...{ nonce: row.nonce, sourceBridge: row.sourceBridge, destinationBridge: row.destinationBridge },
  ...{ assetHome: Number(row.assetHome), sender: row.sender, recipient: row.recipient },
  ...{ wireAmount: row.wireAmount, reference: row.reference },
});

/** Locks and burns of the shared vectors; a Cancel is no order's message. */
const MESSAGES = vectors<readonly MessageVector[]>('messages.json').filter(({ kind }) => kind === '1' || kind === '2');

const claimOf = ({ messageId, reference, kind }: MessageVector): OrderClaim => ({
  ...{ messageId, reference, operation: kind === '1' ? 'lockTokens' : 'burnTokens' },
});

const proofOf = (row: MessageVector, interval: OrderProof['interval'] = null): OrderProof => ({
  ...{ messageId: row.messageId, message: messageOf(row), interval },
});
const subjects = (...args: Parameters<typeof verifyOrder>) => verifyOrder(...args).map(({ subject }) => subject);
const [ROW] = MESSAGES as [MessageVector];

describe('verifyOrder', () => {
  it('computes the ids of the shared vectors', () => {
    assert.equal(MESSAGES.length, 29);
    for (const row of MESSAGES) assert.deepEqual(subjects(claimOf(row), proofOf(row)), ['root']);
  });

  const proven = ['evm', 'solana', 'radix'].flatMap((kind) => {
    const { proofs, intervals } = vectors<SiteFile>(`proofs-${kind}.json`);
    return proofs.flatMap((row) => {
      const { root = '' } =
        intervals.find(
          ({ source, firstNonce, count }) =>
            source === row.source && firstNonce === row.firstNonce && count === row.count,
        ) ?? {};
      if (row.kind === '3') return [];
      const { firstNonce, siblings, orderId } = row;
      const interval = { firstNonce, count: Number(row.count), root, siblings, transaction: '' };
      const message = { ...row, messageId: orderId };
      return [{ name: `${kind}: ${row.name}`, claim: claimOf(message), proof: proofOf(message, interval), interval }];
    });
  });

  it('follows the proofs of the shared vectors to their roots', () => {
    assert.ok(proven.length > 60, `${proven.length}`);
    for (const { name, claim, proof } of proven) assert.deepEqual(verifyOrder(claim, proof), [], name);
  });

  it('finds another root, other siblings, and a nonce outside', () => {
    const { claim, proof, interval } =
      proven.find(({ interval: { siblings } }) => siblings.length > 1) ?? assert.fail();
    const word = `0x${'ab'.repeat(32)}`;
    const [first = '', ...others] = interval.siblings;
    const changes: [object, string][] = [
      [{ root: word }, 'root'],
      [{ siblings: others }, 'root'],
      [{ siblings: [word, ...others] }, 'root'],
      [{ siblings: [first.slice(0, -2), ...others] }, 'root'],
      [{ siblings: [...interval.siblings, ...Array(33).fill(word)] }, 'root'],
      [{ siblings: null }, 'root'],
      [{ firstNonce: String(BigInt(proof.message?.nonce ?? 0) + 1n) }, 'nonce'],
      [{ count: 0 }, 'nonce'],
      [{ firstNonce: 'x' }, 'nonce'],
    ];
    for (const [change, subject] of changes)
      assert.deepEqual(
        subjects(claim, { ...proof, interval: { ...interval, ...change } }),
        [subject],
        JSON.stringify(change),
      );
  });

  it('finds every other message', () => {
    const message = messageOf(ROW);
    const changes: Partial<OrderMessage>[] = [
      ...(['kind', 'source', 'destination', 'assetHome'] as const).map((name) => ({ [name]: message[name] + 1 })),
      ...(['nonce', 'wireAmount'] as const).map((name) => ({ [name]: String(BigInt(message[name]) + 1n) })),
      ...(['sourceBridge', 'destinationBridge', 'sender', 'recipient', 'reference'] as const).map((name) => ({
        [name]: `0x${'ab'.repeat(32)}`,
      })),
    ];
    assert.equal(changes.length, Object.keys(message).length);
    for (const change of changes) {
      const proof = { ...proofOf(ROW), message: { ...message, ...change } };
      const found = subjects(claimOf(ROW), proof);
      assert.ok(found.includes('messageId'), JSON.stringify(change));
    }
  });

  it('says that there is no message, or that a field does not fit', () => {
    const none = { messageId: null, message: null, interval: null };
    assert.deepEqual(subjects(claimOf(ROW), none), ['message']);
    const message = messageOf(ROW);
    for (const change of [
      { nonce: String(2n ** 64n) },
      { nonce: '-1' },
      { sender: '0x00' },
      { source: 2 ** 32 },
      { kind: 256 },
    ])
      assert.deepEqual(subjects(claimOf(ROW), { ...proofOf(ROW), message: { ...message, ...change } }), ['message']);
  });

  it('compares what the caller knows', () => {
    const { destinationBridge } = messageOf(ROW);
    const known = { destinationBridge: destinationBridge.toUpperCase().replace('0X', '0x') };
    assert.deepEqual(subjects(claimOf(ROW), proofOf(ROW), known), ['root']);
    const other = { destinationBridge: `0x${'01'.repeat(32)}`, source: 7 };
    assert.deepEqual(subjects(claimOf(ROW), proofOf(ROW), other), [
      'message.destinationBridge',
      'message.source',
      'root',
    ]);
  });
});
