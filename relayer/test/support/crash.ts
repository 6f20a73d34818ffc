import assert from 'node:assert/strict';
import type { CheckpointName } from '../../src/checkpoint.ts';
import type { TestRelayer, World } from './world.ts';

/** A process that ended at a checkpoint. */
class Crash extends Error {}

/** Rounds until every message is final, delivered or cancelled, and its refund is paid. */
const ROUNDS = 120;

/**
 * Lets a relayer run that ends the first time it reaches `point`, and then another over the same storage, until every
 * order is completed or refunded. `meanwhile` happens while none runs.
 */
export async function withCrash(world: World, point: CheckpointName, meanwhile = () => {}): Promise<void> {
  let crashes = 0;
  const checkpoint = (name: CheckpointName) => {
    if (name !== point || crashes > 0) return;
    crashes++;
    throw new Crash(point);
  };
  const done = async () => (await world.states()).every((state) => state === 'completed' || state === 'refunded');
  let relayer: TestRelayer = await world.relayer({ checkpoint });
  for (let round = 0; round < ROUNDS && (round < 2 || !(await done())); round++) {
    try {
      await world.run(relayer, 1);
    } catch (error) {
      assert.ok(error instanceof Crash);
      meanwhile();
      relayer = await world.relayer({ checkpoint });
    }
  }
  assert.equal(crashes, 1, 'the checkpoint was reached');
  assert.deepEqual(await world.storage.submissions.open(['oracle']), []);
}
