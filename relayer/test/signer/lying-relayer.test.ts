import assert from 'node:assert/strict';
import type { OracleCall, OracleSignature, OracleTransaction } from '@causeway/chains';
import { idOf, memoryKey, type MemoryChain } from '@causeway/chains/test-support';
import { buildBatch, type Message, packProof } from '@causeway/protocol';
import type { Action } from '../../src/plan/proposal.ts';
import { proposalTo } from '../support/proposals.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { ALPHA, BETA, SIGNERS, type TestSigner, World } from '../support/world.ts';

const MESSAGES = Number(process.env.MESSAGES ?? 10);
const ROUNDS = Number(process.env.ROUNDS ?? 60);

function random(seed: number) {
  let state = seed * 2654435761 >>> 0 || 1;
  return (below: number) => {
    state ^= state << 13; state >>>= 0; state ^= state >>> 17; state ^= state << 5; state >>>= 0;
    return state % below;
  };
}

describe('a lying relayer', function () {
  this.timeout(600_000);
  for (let seed = 1; seed <= Number(process.env.SEEDS ?? 3); seed++)
    it(`seed ${seed}`, async () => {
      const scene: Scene<MemoryChain> = await sceneOf<MemoryChain>(World.create(600));
      const { world, alpha, beta } = scene;
      for (let i = 0; i < MESSAGES; i++) alpha.lock(beta);
      alpha.mine(33); beta.mine(33);
      for (const s of world.signers) await s.advance();
      const pick = random(seed);
      const gathered = new Map<string, { tx: OracleTransaction; place: number; sigs: Map<string, OracleSignature>; end?: number; intervals?: any }>();
      const counts: Record<string, number> = {};
      const landedIntervals = () => [...beta.state.roots.keys()].map((key) => key.split(/[^0-9]+/).map(Number)).map((p) => [p[1]!, p[2]!] as const);
      let landed = 0;
      const messages = alpha.emitted();
      const callOf = (action: any): OracleCall => {
        const [first, count] = [Number(action.firstNonce), action.count];
        const batch = buildBatch(BigInt(first), Array.from({ length: count }, (_, i) => idOf(alpha, first + i)));
        if ('commit' in action) return { function: 'commitRoot', source: alpha.domain, firstNonce: BigInt(first), count, root: batch.root };
        const message = messages[Number(action.nonce)] as Message;
        const use = 'execute' in action ? 'mintTokens' : 'cancelOrder';
        return { function: use, message, proof: packProof(use, message, batch) } as OracleCall;
      };
      const olds: any[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const what = pick(10);
        if (what < 6) {
          let body: any;
          if (pick(5) === 0 && olds.length) body = olds[pick(olds.length)];
          else {
            const actions: any[] = [];
            const offset = [0, 0, 1, 1, 2, 3][pick(6)]!;
            const place = beta.state.anchor + offset;
            const parents = [...gathered.values()].filter((e) => e.place === place - 1 && e.sigs.size > 0);
            const chain = { end: Number(beta.state.inbound.get(ALPHA) ?? 0n), intervals: landedIntervals() };
            const parent: any = offset === 0 || parents.length === 0 ? chain : parents[pick(parents.length)];
            const lineage = { end: parent.end, intervals: [...parent.intervals] as (readonly [number, number])[] };
            const left = MESSAGES - lineage.end;
            if (left > 0 && pick(3)) {
              const count = 1 + pick(Math.min(4, left));
              actions.push({ commit: ALPHA, firstNonce: String(lineage.end), count });
              lineage.intervals.push([lineage.end, count]);
              lineage.end += count;
            }
            const used = new Set<number>();
            for (let n = 1 + pick(3); n > 0 && lineage.intervals.length; n--) {
              const [first, count] = lineage.intervals[pick(lineage.intervals.length)] as readonly [number, number];
              const nonce = first + pick(count);
              if (used.has(nonce)) continue;
              used.add(nonce);
              actions.push({ [pick(4) === 0 ? 'cancel' : 'execute']: ALPHA, nonce: String(nonce), firstNonce: String(first), count });
            }
            if (actions.length === 0) continue;
            body = proposalTo(BETA, String(place), ...actions);
            body.lineage = lineage;
            olds.push(body);
          }
          const { lineage, ...sentBody } = body;
          const built = await beta.build(body.anchor, body.actions.map(callOf));
          if (!built.ok) continue;
          const entry = gathered.get(built.value.digest) ?? { tx: built.value, place: Number(body.anchor), sigs: new Map(), ...lineage };
          gathered.set(built.value.digest, entry);
          for (const signer of world.signers) {
            if (pick(3) === 0) continue;
            const answer = await signer.service.sign(sentBody);
            const code = answer.ok ? 'signed' : answer.error.code;
            counts[code] = (counts[code] ?? 0) + 1;
            if (!answer.ok) continue;
            assert.equal(answer.value.digest, built.value.digest);
            entry.sigs.set(answer.value.signer, { signer: answer.value.signer, signature: answer.value.signature });
          }
        } else if (what < 8) {
          const ready = [...gathered.values()].filter(({ place, sigs }) => sigs.size >= 3 && place === beta.state.anchor);
          if (ready.length === 0) continue;
          const { tx, sigs } = ready[pick(ready.length)]!;
          const submission = await beta.prepareOracle(tx, [...sigs.values()], memoryKey(77));
          if (!submission.ok) { counts[`prep ${submission.error.code}`] = (counts[`prep ${submission.error.code}`] ?? 0) + 1; continue; }
          const before = beta.state.anchor;
          assert.ok((await beta.broadcast(submission.value)).ok);
          beta.mine();
          landed += beta.state.anchor - before;
        } else if (what === 8) {
          const which = pick(SIGNERS);
          if (pick(2)) world.signers[which] = await world.seeingSigner(which + 1) as TestSigner;
          else await (world.signers[which] as TestSigner).advance();
        } else {
          beta.blockMs = 60_000; beta.mine(1 + pick(4)); beta.blockMs = 1000;
          for (const s of world.signers) await s.advance();
        }
      }
      const two = [...gathered.values()].filter(({ sigs }) => sigs.size >= 3);
      console.log(JSON.stringify(counts), 'landed', landed, 'full', two.length);
      // honest
      for (const s of world.signers) await s.advance();
      const relayer = await world.relayer({ maxBatchOrders: 3 });
      for (let i = 0; i < 40; i++) { await world.run(relayer, 1); }
      const states = await world.states();
      for (let n = 0; n < MESSAGES; n++) assert.ok((beta.executions().get(idOf(alpha, n)) ?? 0) <= 1);
      console.log(states.join(' '));
      assert.ok(states.every((s) => ['completed', 'refunding', 'refunded', 'cancelled'].includes(s)), states.join());
      await world.close();
    });
});
