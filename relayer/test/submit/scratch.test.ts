import assert from 'node:assert/strict';
import { idOf, memoryKey } from '@causeway/chains/test-support';
import { openBridgeStorage } from '@causeway/storage';
import { EVERY_KIND, type Scene, sceneOf } from '../support/scene.ts';
import { World } from '../support/world.ts';

const FOUR = { maxBatchOrders: 3 };
const COUNT = 24;
const SEEDS = Number(process.env.SEEDS ?? 4);
function random(seed: number) {
  let state = (seed * 2654435761) >>> 0 || 1;
  return (below: number) => {
    state ^= state << 13; state >>>= 0; state ^= state >>> 17; state ^= state << 5; state >>>= 0;
    return state % below;
  };
}
const under = async (world: World) => (await world.storage.submissions.open(['oracle'])).map(({ details, state }) => `${details.anchor}:${state}`);
async function finish(scene: Scene, what: string) {
  const { world, alpha, beta } = scene;
  const relayer = await world.relayer(FOUR);
  let rounds = 0;
  for (; rounds < 120; rounds++) {
    await world.run(relayer, 1);
    const done = (await world.states()).every((s) => s === 'completed') && (await under(world)).length === 0;
    if (done && (await world.states()).length === COUNT) break;
  }
  const states = await world.states();
  const executed = Array.from({ length: COUNT }, (_, n) => beta.executions().get(idOf(alpha, n)) ?? 0);
  console.log(what, 'rounds', rounds, 'orders', states.length, 'not completed', states.filter((s) => s !== 'completed').length, 'under', (await under(world)).join(), 'anchor', beta.state.anchor);
  assert.deepEqual(executed, Array(COUNT).fill(1));
  assert.ok(rounds < 120, states.join());
}
for (const [kind, create] of Object.entries(EVERY_KIND)) describe(`scratch ${kind}`, function () {
  this.timeout(600_000);
  for (let seed = 1; seed <= SEEDS; seed++) {
    it(`storage fails at random writes ${seed}`, async () => {
      const scene = await sceneOf(create());
      const { world, alpha, beta } = scene;
      for (let i = 0; i < COUNT; i++) alpha.lock(beta);
      alpha.mine(33);
      const pick = random(seed);
      let on = true;
      for (const [part, names] of [['submissions', ['reserve', 'addVersion', 'setState']], ['orders', ['update', 'create', 'move']], ['chainView', ['apply', 'append', 'save']]] as const) {
        const repo = (world.storage as any)[part];
        for (const name of names) if (typeof repo[name] === 'function') {
          const real = repo[name].bind(repo);
          repo[name] = async (...args: unknown[]) => {
            if (on && pick(5) === 0) throw new Error('full');
            const result = await real(...args);
            if (on && pick(8) === 0) throw new Error('lost after commit');
            return result;
          };
        }
      }
      let relayer = await world.relayer(FOUR);
      let errors = 0;
      for (let turn = 0; turn < 80; turn++) {
        try { await relayer.step(); } catch { errors++; if (pick(3) === 0) relayer = await world.relayer(FOUR).catch(() => relayer); }
        if (pick(4) === 0) beta.mine();
        world.clock.tick(300 + pick(3000));
      }
      on = false;
      await finish(scene, `${errors} errors`);
      await world.close();
    });
    it(`old database ${seed}`, async () => {
      const scene = await sceneOf(create());
      const { world, alpha, beta } = scene;
      for (let i = 0; i < COUNT; i++) alpha.lock(beta);
      alpha.mine(33);
      const pick = random(seed + 100);
      const relayer = await world.relayer(FOUR);
      for (let i = 0; i < 3 + pick(6); i++) { await relayer.step(); if (pick(3) === 0) beta.mine(); world.clock.tick(500); }
      const before = await under(world);
      (world as any).storage = await openBridgeStorage(':memory:', { clock: world.clock });
      await finish(scene, `before ${before.join()}`);
      await world.close();
    });
    it(`reorgs ${seed}`, async () => {
      const scene = await sceneOf(create());
      const { world, alpha, beta } = scene;
      for (let i = 0; i < COUNT; i++) alpha.lock(beta);
      alpha.mine(33);
      beta.mine(40); const pick = random(seed + 300); if (kind.includes("final at once")) { await world.close(); return; }
      const relayer = await world.relayer(FOUR);
      let reorgs = 0;
      for (let turn = 0; turn < 80; turn++) {
        await relayer.step();
        if (pick(3) === 0) beta.mine();
        if (pick(4) === 0) { beta.reorg(1 + pick(3), pick(2) === 0); reorgs++; beta.mine(); }
        if (pick(12) === 0) beta.dropMempool();
        world.clock.tick(500 + pick(2000));
      }
      await finish(scene, `${reorgs} reorgs`);
      await world.close();
    });
    it(`copies of strangers ${seed}`, async () => {
      const scene = await sceneOf(create());
      const { world, alpha, beta } = scene;
      for (let i = 0; i < COUNT; i++) alpha.lock(beta);
      alpha.mine(33);
      const pick = random(seed + 200);
      const relayer = await world.relayer(FOUR);
      const real = beta.prepareOracle.bind(beta);
      const seen: any[] = [];
      (beta as any).prepareOracle = async (tx: any, sigs: any, payer: any, ...rest: any[]) => { if (payer.address !== memoryKey(77).address) seen.push([tx, sigs]); return (real as any)(tx, sigs, payer, ...rest); };
      let copies = 0;
      for (let turn = 0; turn < 60; turn++) {
        await relayer.step();
        if (pick(2) && seen.length) {
          const now = seen.filter(([tx]) => Number.parseInt(tx.anchor) === beta.state.anchor);
          if (now.length) { const [tx] = now[pick(now.length)]; const pool = (beta as any).mempool as Set<string>; const rest = [...pool]; pool.clear();
          beta.executeAsOther(tx.calls); for (const k of rest) pool.add(k); copies++; }
        }
        if (pick(4) === 0) beta.mine();
        world.clock.tick(500 + pick(1000));
      }
      await finish(scene, `${copies} copies`);
      await world.close();
    });
  }
});
