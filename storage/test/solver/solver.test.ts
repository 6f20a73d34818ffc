import { strict as assert } from 'node:assert';
import type { Hex } from '@causeway/protocol';
import { openSolverStorage, type SolverEntryRow, type SolverStorage, type SolverSwapRow } from '../../src/index.ts';

const ID: Hex = `0x${'1'.repeat(64)}`;
const SIGNED = { reference: '0x1', raw: '0x', payer: 'us', sequence: 1, fee: {} };
const SWAP: SolverSwapRow = {
  ...{ swapId: ID, orderId: 'order', family: 'main', domain: 1, source: 2, terms: '0x', lane: 'lane', stage: 'seen' },
  ...{
    early: false,
    reason: null,
    paid: null,
    received: null,
    profit: null,
    deadlineMs: 5,
    seenAtMs: 1,
    changedAtMs: 1,
  },
};
const ENTRY: SolverEntryRow = {
  ...{ id: 'output', domain: 1, asset: null, kind: 'output', isIncome: false, amount: 7n, lane: 'lane' },
  ...{ swapId: ID, submissionId: 'submission', atMs: 1 },
};

describe('the storage of a solver', () => {
  let storage: SolverStorage;
  beforeEach(async () => {
    storage = await openSolverStorage(':memory:');
    await storage.solver.see(SWAP);
  });
  afterEach(() => storage.close());

  const reserve = (orderIds: readonly string[] = [ID]) =>
    storage.submissions.reserve({
      ...{
        purpose: 'fill' as const,
        domain: 1,
        family: 'main',
        payer: 'us',
        sequence: 1,
        versions: [SIGNED],
        orderIds,
      },
      details: { function: 'fill', fee: '0' },
    });

  it('takes no second fill of a swap while the first was or may be included', async () => {
    const { id } = await reserve();
    await assert.rejects(reserve(), /has the fill/);
    await storage.submissions.setState(id, 'included');
    await assert.rejects(reserve(), /has the fill/);
    await reserve([`0x${'2'.repeat(64)}`]);
  });

  it('takes another fill once the first was dropped or failed', async () => {
    const { id } = await reserve();
    await storage.submissions.setState(id, 'dropped');
    await storage.submissions.setState((await reserve()).id, 'failed');
    await reserve();
  });

  it('keeps what it knows of a swap that is seen again', async () => {
    await storage.solver.change(ID, { stage: 'filling' });
    assert.equal((await storage.solver.see(SWAP)).stage, 'filling');
  });

  it('books a conclusion once, and takes it back', async () => {
    const conclusion = { swapId: ID, change: { stage: 'filled', paid: 7n, profit: '-3' }, entries: [ENTRY] } as const;
    await storage.solver.conclude(conclusion);
    await storage.solver.conclude(conclusion);
    assert.deepEqual(await storage.solver.sums(), [{ domain: 1, asset: null, sum: -7n }]);
    assert.deepEqual(await storage.solver.lanes(), [{ lane: 'lane', filled: 1, missed: 0, profit: -3n }]);
    await storage.solver.takeBack('submission', ID, { stage: 'filling' });
    assert.deepEqual(await storage.solver.sums(), []);
    assert.equal((await storage.solver.swap(ID))?.stage, 'filling');
  });
});
