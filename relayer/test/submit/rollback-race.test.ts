import assert from 'node:assert/strict';
import { idOf } from '@causeway/chains/test-support';
import type { MessageRow } from '@causeway/storage';
import { planRollback, rollBackEvenFinal } from '../../src/view/broken-finality.ts';
import { namingVanished } from '../../src/view/vanished.ts';
import { EVERY_KIND, type Scene, sceneOf } from '../support/scene.ts';
import { bridgeOf, World } from '../support/world.ts';

/** Takes back, for the relayer and every signer, what `chain` lost. The processes have ended; new ones begin. */
async function rollBackAll({ world, alpha }: Pick<Scene, 'world' | 'alpha'>): Promise<void> {
  for (const storage of [world.storage, ...world.signers.map((each) => each.storage)]) {
    const planned = await planRollback(bridgeOf(alpha), storage.chainView);
    if (planned.ok) await rollBackEvenFinal(bridgeOf(alpha), storage.chainView, planned.value.to);
  }
  for (let number = 1; number <= world.signers.length; number++) {
    world.signers[number - 1] = await world.signer(number);
  }
}

for (const [kind, create] of Object.entries(EVERY_KIND)) {
  describe(`a rollback while a transaction is in progress, to a chain ${kind}`, function () {
    this.timeout(60_000);
    let { world, alpha, beta, relayer } = {} as Scene;
    const open = () => world.storage.submissions.open(['oracle'], beta.domain);

    beforeEach(async () => {
      ({ world, alpha, beta, relayer } = await sceneOf(create()));
      alpha.mine(3);
    });
    afterEach(() => world.close());

    it('reaches it: what pays a vanished lock is not sent again, and later locks are delivered', async () => {
      alpha.lock(beta, { wireAmount: 500_000n });
      // No block includes it at this fee, and it is lost; then nothing hinders it.
      beta.minimumFee = 2;
      for (let round = 0; round < 60 && (await open()).length === 0; round++) await world.run(relayer, 1);
      const vanished = idOf(alpha, 0);
      const [before] = await open();
      assert.ok(before, 'it is in progress');
      alpha.reorg(alpha.tip.number - 2, false);
      alpha.dropMempool();
      beta.dropMempool();
      beta.minimumFee = 1;
      alpha.mine(120);
      const planned = await planRollback(bridgeOf(alpha), world.storage.chainView);
      assert.ok(planned.ok);
      const lists = await Promise.all(
        [world.storage, ...world.signers.map(({ storage }) => storage)].map((storage) =>
          namingVanished(storage, storage.chainView, [planned.value]),
        ),
      );
      assert.deepEqual(
        lists[0]?.submissions.map(({ id, messages }) => [id, messages.includes(vanished)]),
        [[before.id, true]],
      );
      assert.deepEqual([lists[0]?.signatures, lists.at(-1)?.submissions], [[], []]);
      const anchors = lists.flatMap(({ signatures }) => signatures.map(({ anchor }) => anchor));
      assert.ok(anchors.filter((anchor) => anchor === before.details.anchor).length >= 3, 'each signature is listed');
      await rollBackAll({ world, alpha });
      assert.equal(await world.storage.chainView.message(vanished), undefined);

      const fresh = await world.relayer();
      await world.run(fresh, 12);
      assert.equal(beta.executions().get(vanished), undefined, 'nobody executes what alpha does not hold');
      alpha.lock(beta, { wireAmount: 7n });
      await world.run(fresh, 60);
      assert.equal(beta.executions().get(idOf(alpha, 0)), 1);
      assert.equal((await open()).length, 0);
    });
  });
}

describe('a submission before it is sent again', function () {
  this.timeout(60_000);
  let { world, alpha, beta, relayer } = {} as Scene;
  const open = () => world.storage.submissions.open(['oracle'], beta.domain);
  const leave = async () => {
    const [row] = await open();
    assert.ok(row);
    const fresh = await world.relayer();
    return fresh.submitters.get('beta')?.leaveForStored(row);
  };

  beforeEach(async () => {
    ({ world, alpha, beta, relayer } = await sceneOf(World.create(100_000)));
    alpha.mine(3);
    alpha.lock(beta);
    alpha.lock(beta);
    beta.minimumFee = 2;
    await world.run(relayer, 40);
    assert.equal((await open()).length, 1);
  });
  afterEach(() => world.close());

  it('stands on every message with its block, and on the root that it commits', async () => {
    const [row] = await open();
    const rows = await Promise.all([0, 1].map((index) => world.storage.chainView.message(idOf(alpha, index))));
    assert.deepEqual(
      row?.grounds.messages,
      rows.map((each) => ({
        messageId: each?.messageId,
        blockNumber: each?.at.block.number,
        blockHash: each?.at.block.hash,
      })),
    );
    const [root] = row?.grounds.roots ?? [];
    assert.deepEqual([root?.source, root?.firstNonce, root?.count], [alpha.domain, 0n, 2]);
    assert.equal(await leave(), 'send');
  });

  /** What changes about the first message, and leaves the second. */
  const changes: Readonly<Record<string, (row: MessageRow) => MessageRow | undefined>> = {
    'is unknown': () => undefined,
    'is no longer final': (row) => ({ ...row, final: false }),
    'is in another block': (row) => ({
      ...row,
      at: { ...row.at, block: { ...row.at.block, hash: '0xother' } },
    }),
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`is withdrawn when one of its messages ${what}`, async () => {
      const { chainView } = world.storage;
      const message = chainView.message.bind(chainView);
      chainView.message = async (id) => {
        const row = await message(id);
        return row && id === idOf(alpha, 0) ? change(row) : row;
      };
      assert.equal(await leave(), 'withdraw');
    });
  }

  it('is withdrawn when its root is not that of the messages any more', async () => {
    const { chainView } = world.storage;
    const messages = chainView.messages.bind(chainView);
    chainView.messages = async (...given) =>
      (await messages(...given)).map((row, index) => (index === 1 ? { ...row, messageId: idOf(alpha, 0) } : row));
    assert.equal(await leave(), 'withdraw');
  });

  it('of an earlier release is compared by its orders’ messages', async () => {
    const { submissions, orders, chainView } = world.storage;
    const stored = submissions.open.bind(submissions);
    submissions.open = async (...given) =>
      (await stored(...given)).map((row) => ({ ...row, grounds: { messages: [], roots: [] } }));
    assert.equal(await leave(), 'send');
    const byMessage = orders.byMessage.bind(orders);
    orders.byMessage = async () => undefined;
    assert.equal(await leave(), 'withdraw');
    orders.byMessage = byMessage;
    chainView.messages = async () => [];
    assert.equal(await leave(), 'withdraw');
  });
});
