import assert from 'node:assert/strict';
import type { OracleCall } from '@causeway/chains';
import { idOf } from '@causeway/chains/test-support';
import { LONG, SEED, timeLimit } from '@causeway/protocol/test-support/cases';
import { Random } from '@causeway/protocol/test-support/random';
import { openBridgeStorage } from '@causeway/storage';
import { EVERY_KIND, type Scene, sceneOf } from '../support/scene.ts';
import type { TestRelayer } from '../support/world.ts';

const BATCH = { maxBatchOrders: 3 };
const COUNT = 24;
const WORLDS = LONG ? 20 : 2;
const TURNS = 80;
/** Rounds in which everything is delivered once nothing goes wrong any more. */
const ROUNDS = 120;

/** What goes wrong in a turn. A relayer that it returns takes over. */
type Misfortune = (scene: Scene, random: Random) => Promise<TestRelayer | undefined>;

/** Makes every write of a repository fail at times, before or after it was done, until the result is called. */
function failingWrites(repository: object, names: readonly string[], random: Random): () => void {
  let fails = true;
  const methods = repository as Record<string, (...values: unknown[]) => Promise<unknown>>;
  for (const name of names) {
    const real = (methods[name] as (typeof methods)[string]).bind(repository);
    methods[name] = async (...values) => {
      if (fails && random.oneIn(4)) throw new Error('the disk is full');
      const value = await real(...values);
      if (fails && random.oneIn(6)) throw new Error('the answer is lost');
      return value;
    };
  }
  return () => {
    fails = false;
  };
}

/** Waits until every order is completed, and checks that each message was executed once. */
async function finish({ world, alpha, beta }: Scene): Promise<void> {
  const relayer = await world.relayer(BATCH);
  for (let round = 0; round < ROUNDS; round += 1) {
    await world.run(relayer, 1);
    // As a process does it now and then.
    await relayer.tracker.sweep();
    const states = await world.states();
    const isOver = states.length === COUNT && states.every((state) => state === 'completed');
    if (isOver && (await world.storage.submissions.open(['oracle'])).length === 0) break;
  }
  assert.deepEqual(await world.states(), Array(COUNT).fill('completed'));
  for (let nonce = 0; nonce < COUNT; nonce += 1) assert.equal(beta.executions().get(idOf(alpha, nonce)), 1);
  assert.deepEqual(await world.storage.submissions.open(['oracle']), []);
}

for (const [kind, create] of Object.entries(EVERY_KIND)) {
  describe(`several transactions under way to a chain ${kind}`, function () {
    this.timeout(timeLimit(120_000));

    /** Delivers in `WORLDS` worlds in which something goes wrong in each turn. */
    const deliver = (
      begin: (scene: Scene, random: Random) => { readonly turn: Misfortune; readonly end?: () => void },
    ) =>
      async function run(): Promise<void> {
        for (let number = 0; number < WORLDS; number += 1) {
          const random = new Random(SEED + number);
          const scene = await sceneOf(create());
          const { world, alpha, beta } = scene;
          for (let index = 0; index < COUNT; index += 1) alpha.lock(beta);
          alpha.mine(33);
          // A reorganisation leaves the first blocks.
          beta.mine(40);
          const { turn, end } = begin(scene, random);
          let relayer = await world.relayer(BATCH);
          for (let turns = 0; turns < TURNS; turns += 1) {
            await relayer.step().catch(() => []);
            relayer = (await turn(scene, random)) ?? relayer;
            if (random.oneIn(4)) beta.mine();
            world.clock.tick(300 + random.below(2_000));
          }
          end?.();
          await finish(scene);
          await world.close();
        }
      };

    it(
      'are delivered once while writes fail, or only their answers, and processes take over',
      deliver(({ world }, random) => {
        const { submissions, orders } = world.storage;
        const ends = [
          failingWrites(submissions, ['reserve', 'addVersion', 'setState'], random),
          failingWrites(orders, ['create', 'transition', 'update'], random),
        ];
        const turn: Misfortune = async () =>
          random.oneIn(5) ? world.relayer(BATCH).catch(() => undefined) : undefined;
        return { turn, end: () => ends.map((end) => end()) };
      }),
    );

    it(
      'are delivered once by a process whose database was put back to before all of them',
      deliver(() => ({
        async turn({ world }, random) {
          if (!random.oneIn(20)) return undefined;
          await world.storage.close();
          Object.assign(world, { storage: await openBridgeStorage(':memory:', { clock: world.clock }) });
          return world.relayer(BATCH);
        },
      })),
    );

    it(
      'are delivered once though anybody sends what was signed before its payer’s transaction is included',
      deliver(({ beta }) => {
        const signed: { readonly anchor: string; readonly calls: readonly OracleCall[] }[] = [];
        const prepare = beta.prepareOracle.bind(beta);
        beta.prepareOracle = (transaction, ...more) => {
          signed.push(transaction);
          return prepare(transaction, ...more);
        };
        return {
          async turn({ beta }, random) {
            if (beta.order === undefined || random.oneIn(2)) return undefined;
            const now = signed.filter(({ anchor }) => beta.order?.placeOf(anchor) === beta.state.anchor);
            // The payer's own one comes too late.
            if (now.length > 0) {
              beta.dropMempool();
              beta.executeAsOther(random.pick(now).calls);
            }
            return undefined;
          },
        };
      }),
    );

    it(
      'are delivered once while blocks vanish, with their transactions or without',
      deliver(() => ({
        async turn({ beta }, random) {
          if (beta.finalityBlocks === 0 || !random.oneIn(4)) return undefined;
          beta.reorg(1 + random.below(3), random.oneIn(2));
          if (random.oneIn(3)) beta.dropMempool();
          beta.mine();
          return undefined;
        },
      })),
    );
  });
}
