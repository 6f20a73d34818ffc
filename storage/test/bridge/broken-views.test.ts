import assert from 'node:assert/strict';
import type { BrokenView } from '../../src/index.ts';
import { onStorages } from '../support/engines.ts';
import { block, DESTINATION, FAMILY, lockMessage, position, SOURCE, scan, seen } from '../support/rows.ts';

onStorages('broken views', (temporary) => {
  const view = () => temporary.storage.chainView;
  const mark = (domain: number, code: BrokenView['code'] = 'DEEP_REORG', reason = `${code} at ${domain}`) =>
    view().markBroken({ family: FAMILY, domain, code, reason });
  const shown = async () => (await view().broken()).map(({ domain, code, reason }) => [domain, code, reason]);

  it('are kept with their reason and their time over a reopening', async () => {
    assert.deepEqual(await view().broken(), []);
    await mark(SOURCE);
    const [before] = await view().broken();
    assert.ok(before && Number.isSafeInteger(before.sinceMs));
    const { chainView } = await temporary.reopen();
    assert.deepEqual(await chainView.broken(), [before]);
    assert.deepEqual(Object.keys(before).sort(), ['code', 'domain', 'family', 'reason', 'sinceMs']);
  });

  it('say the newest reason, and since when the first one holds', async () => {
    await mark(SOURCE, 'REORG_AT_FINALITY');
    const [before] = await view().broken();
    await mark(SOURCE, 'DEEP_REORG', 'deeper');
    assert.deepEqual(await view().broken(), [{ ...before, code: 'DEEP_REORG', reason: 'deeper' }]);
  });

  it('are mended with the end of a turn, each alone, and by nothing else', async () => {
    await mark(SOURCE);
    await mark(DESTINATION, 'EVENTS_CONTRADICT');
    const found = { messages: [seen(lockMessage({ nonce: 0n }), position(10))] };
    assert.ok((await view().recordScan(scan(SOURCE, block(12), found))).ok);
    await view().rollback(FAMILY, SOURCE, 11);
    await view().rollback(FAMILY, SOURCE, 5, { evenFinal: { readAfter: undefined } });
    await view().finalize(FAMILY, SOURCE, 12);
    await view().finalize('XRD', SOURCE, 12, { mends: true });
    assert.equal((await shown()).length, 2);
    await view().finalize(FAMILY, SOURCE, 12, { mends: true });
    assert.deepEqual(await shown(), [[DESTINATION, 'EVENTS_CONTRADICT', `EVENTS_CONTRADICT at ${DESTINATION}`]]);
  });
});
