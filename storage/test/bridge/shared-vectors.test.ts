// The chain view against the vectors that every implementation of the protocol shares.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { decodeMessage, type Hex, messageIdOf, ZERO_32 } from '@causeway/protocol';
import type { ScanRow } from '../../src/index.ts';
import { onEngines } from '../support/engines.ts';
import { block, bytes32, DESTINATION, FAMILY, LANE, outcome, position, scan, seen } from '../support/rows.ts';
import { type TemporaryStorage, temporaryStorage } from '../support/temporary.ts';

interface Vectors {
  readonly cancels: { readonly message: Hex; readonly cancel: Hex; readonly genuine: boolean };
  readonly outcomes: { readonly message: Hex; readonly domain: string; readonly counts: boolean };
  readonly drops: { readonly counts: readonly string[]; readonly nextInboundNonce: string };
}
const vectors = <List extends keyof Vectors>(list: List): readonly (Vectors[List] & { readonly name: string })[] =>
  JSON.parse(readFileSync(new URL(`../../../contracts/vectors/${list}.json`, import.meta.url), 'utf8'));

onEngines('shared vectors in the chain view', (engine) => {
  let temporary: TemporaryStorage;
  beforeEach(async () => {
    temporary = await temporaryStorage(engine);
  });
  const view = () => temporary.storage.chainView;
  /**
   * Records scans of the domains, each ten blocks after the one before, and calls `check`; then removes all of them.
   */
  async function after(
    scans: readonly (readonly [domain: number, found: Partial<ScanRow>])[],
    check: () => Promise<void>,
  ) {
    for (const [index, [domain, found]] of scans.entries())
      assert.ok((await view().recordScan(scan(domain, block(10 * (index + 1)), found))).ok);
    await check();
    for (const [domain] of scans) await view().rollback(FAMILY, domain, 1);
  }
  const sent = (encoded: Hex, number: number) => {
    const message = decodeMessage(encoded);
    return [message.source, { messages: [seen(message, position(number))] }] as const;
  };

  it('of cancels: only a genuine one is its message’s', async () => {
    for (const { name, message, cancel, genuine } of vectors('cancels'))
      await after([sent(message, 10), sent(cancel, 20)], async () => {
        const found = await view().cancelOf(messageIdOf(decodeMessage(message)));
        assert.equal(found?.messageId, genuine ? messageIdOf(decodeMessage(cancel)) : undefined, name);
      });
  });

  it('of outcomes: only the destination’s counts, before the message is known and after', async () => {
    for (const { name, message, domain, counts } of vectors('outcomes')) {
      const messageId = messageIdOf(decodeMessage(message));
      const acted = (at: number) => [Number(domain), { outcomes: [outcome(messageId, position(at))] }] as const;
      for (const scans of [
        [sent(message, 10), acted(20)],
        [acted(10), sent(message, 20)],
      ])
        await after(scans, async () => {
          assert.equal((await view().outcome(messageId))?.domain, counts ? Number(domain) : undefined, name);
        });
    }
  });

  it('of dropped intervals: the next inbound nonce falls', async () => {
    for (const { name, counts, nextInboundNonce } of vectors('drops')) {
      let next = 0n;
      const intervals = counts.map((count) => {
        const interval = { lane: LANE, firstNonce: next, count: Number(count) };
        next += BigInt(count);
        return interval;
      });
      const roots = intervals.map((interval, index) => ({ ...interval, root: bytes32(index + 1) }));
      const last = { ...(intervals.at(-1) ?? assert.fail(name)), root: ZERO_32 };
      const scans = [...roots, last].map(
        (root, index) => [DESTINATION, { roots: [{ ...root, at: position(10 * (index + 1)) }] }] as const,
      );
      await after(scans, async () => {
        assert.equal((await view().recordedRoots(LANE)).next, BigInt(nextInboundNonce), name);
      });
    }
  });
});
