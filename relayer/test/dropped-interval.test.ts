// An admin drops the last interval of a lane while views of the relayer and of the signers know it.
import assert from 'node:assert/strict';
import { idOf } from '@causeway/chains/test-support';
import type { CheckpointName } from '../src/checkpoint.ts';
import { withCrash } from './support/crash.ts';
import { BAD, EVERY_KIND, type Scene, sceneOf } from './support/scene.ts';

const FORGED = `0x${'f0'.repeat(32)}` as const;
const BEFORE: readonly CheckpointName[] = ['after-root-proposed', 'after-reserved', 'before-inclusion-recorded'];
/** Points at which messages were committed. */
const MEANWHILE: readonly CheckpointName[] = ['before-inclusion-recorded', 'during-refund'];

for (const [kind, create] of Object.entries(EVERY_KIND))
  describe(`an interval that is dropped on a chain ${kind}`, function () {
    this.timeout(120_000);
    let { world, alpha, beta, relayer } = {} as Scene;
    beforeEach(async () => {
      ({ world, alpha, beta, relayer } = await sceneOf(create()));
      beta.settings.unpayable.set(BAD, 'InvalidRecipient');
    });
    afterEach(() => world.close());

    const send = () => {
      alpha.lock(beta);
      alpha.lock(beta, { recipient: BAD });
    };
    async function assertDeliveredOnce(): Promise<void> {
      assert.deepEqual([...(await world.states())].sort(), ['completed', 'refunded']);
      assert.deepEqual([...beta.executions()], [[idOf(alpha, 0), 1]]);
      assert.deepEqual([...alpha.executions().values()], [1]);
    }

    for (const point of BEFORE)
      it(`before its messages existed: loses and repeats nothing after a crash at ${point}`, async () => {
        beta.executeAsOther([{ function: 'commitRoot', source: alpha.domain, firstNonce: 0n, count: 3, root: FORGED }]);
        await world.run(relayer, 2);
        const lane = { family: beta.family, source: alpha.domain, destination: beta.domain };
        for (const signer of world.signers) {
          await signer.advance();
          assert.equal((await signer.storage.chainView.recordedRoots(lane)).next, 3n, 'a signer knows the interval');
        }
        beta.dropInterval(alpha.domain, 0n, 3);
        send();
        await withCrash(world, point);
        await assertDeliveredOnce();
      });

    for (const point of MEANWHILE)
      it(`while the relayer that ended at ${point} is down: nothing is lost or repeated`, async () => {
        send();
        await withCrash(world, point, () => {
          const next = beta.state.inbound.get(alpha.domain) ?? 0n;
          assert.ok(next > 0n, 'an interval is committed');
          beta.dropInterval(alpha.domain, 0n, Number(next));
        });
        await assertDeliveredOnce();
      });
  });
