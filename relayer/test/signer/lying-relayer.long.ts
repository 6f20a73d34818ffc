import assert from 'node:assert/strict';
import type { OracleCall, OracleSignature, OracleTransaction } from '@causeway/chains';
import { idOf, type MemoryChain, memoryKey } from '@causeway/chains/test-support';
import { buildBatch, type Message, packProof } from '@causeway/protocol';
import { LONG, SEED, timeLimit } from '@causeway/protocol/test-support/cases';
import { Random } from '@causeway/protocol/test-support/random';
import { type Action, proposalSchema } from '../../src/plan/proposal.ts';
import { actionsOf, proposalTo } from '../support/proposals.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { ALPHA, BETA, SIGNERS, type TestSigner, THRESHOLD, World } from '../support/world.ts';

const MESSAGES = 16;
const WORLDS = LONG ? 60 : 4;
const DEEDS = 200;
/** Rounds in which an honest relayer ends everything. */
const ROUNDS = 60;

const { commit, execute, cancel } = actionsOf(ALPHA);

/** What is under a transaction that a liar makes up: the lane's next nonce, and the intervals with roots. */
interface Ground {
  readonly end: number;
  readonly intervals: readonly (readonly [first: number, count: number])[];
}

/** A transaction of the liar's, and the signatures that it has got. */
interface Lie extends Ground {
  readonly place: number;
  readonly body: ReturnType<typeof proposalTo>;
  readonly transaction: OracleTransaction;
  readonly signatures: Map<string, OracleSignature>;
}

/** Everything that somebody on the relayer's machine can do: proposals of any kind, in any order, to any signers. */
class Liar {
  readonly #scene: Scene<MemoryChain>;
  readonly #random: Random;
  readonly #lies = new Map<string, Lie>();
  landed = 0;

  constructor(scene: Scene<MemoryChain>, random: Random) {
    this.#scene = scene;
    this.#random = random;
  }

  /** Has one that it made up, or one of before, signed by some of the signers. */
  async ask(): Promise<void> {
    const old = [...this.#lies.values()];
    const lie = old.length > 0 && this.#random.oneIn(5) ? this.#random.pick(old) : await this.#madeUp();
    if (lie === undefined) return;
    this.#lies.set(lie.transaction.digest, lie);
    for (const { service } of this.#scene.world.signers) {
      if (this.#random.oneIn(3)) continue;
      const answer = await service.sign(lie.body);
      if (!answer.ok) continue;
      const { signer, signature, digest } = answer.value;
      assert.equal(digest, lie.transaction.digest);
      lie.signatures.set(signer, { signer, signature });
    }
  }

  /** Has one with enough signatures included, when its place has come. */
  async land(): Promise<void> {
    const { beta } = this.#scene;
    const ready = [...this.#lies.values()].filter(
      ({ place, signatures }) => signatures.size >= THRESHOLD && place === beta.state.anchor,
    );
    if (ready.length === 0) return;
    const { transaction, signatures } = this.#random.pick(ready);
    const submission = await beta.prepareOracle(transaction, [...signatures.values()], memoryKey(77));
    assert.ok(submission.ok);
    assert.ok((await beta.broadcast(submission.value)).ok);
    const before = beta.state.anchor;
    beta.mine();
    this.landed += beta.state.anchor - before;
  }

  async #madeUp(): Promise<Lie | undefined> {
    const { beta } = this.#scene;
    const random = this.#random;
    const place = beta.state.anchor + random.below(4);
    const before = [...this.#lies.values()].filter((lie) => lie.place === place - 1 && lie.signatures.size > 0);
    const ground = before.length > 0 && place > beta.state.anchor ? random.pick(before) : this.#chain();
    const intervals = [...ground.intervals];
    const actions: ReturnType<typeof commit | typeof execute | typeof cancel>[] = [];
    let { end } = ground;
    if (end < MESSAGES && !random.oneIn(3)) {
      const count = 1 + random.below(Math.min(4, MESSAGES - end));
      actions.push(commit(count, end));
      intervals.push([end, count]);
      end += count;
    }
    const used = new Set<number>();
    for (let uses = 1 + random.below(3); uses > 0 && intervals.length > 0; uses -= 1) {
      const [first, count] = random.pick(intervals);
      const nonce = first + random.below(count);
      if (used.has(nonce)) continue;
      used.add(nonce);
      actions.push((random.oneIn(4) ? cancel : execute)(nonce, count, first));
    }
    if (actions.length === 0) return undefined;
    const body = proposalTo(BETA, String(place), ...actions);
    const built = await beta.build(
      body.anchor,
      proposalSchema.parse(body).actions.map((action) => this.#callOf(action)),
    );
    if (!built.ok) return undefined;
    const { digest } = built.value;
    return this.#lies.get(digest) ?? { end, intervals, place, body, transaction: built.value, signatures: new Map() };
  }

  #chain(): Ground {
    const { inbound, roots } = this.#scene.beta.state;
    const intervals = [...roots.keys()].map((key) => key.split('/').map(Number).slice(-2) as [number, number]);
    return { end: Number(inbound.get(ALPHA) ?? 0n), intervals };
  }

  #callOf(action: Action): OracleCall {
    const { alpha } = this.#scene;
    const { firstNonce, count } = action;
    const ids = Array.from({ length: count }, (_, index) => idOf(alpha, Number(firstNonce) + index));
    const batch = buildBatch(firstNonce, ids);
    if ('commit' in action) return { function: 'commitRoot', source: ALPHA, firstNonce, count, root: batch.root };
    const message = alpha.emitted()[Number(action.nonce)] as Message;
    const use = 'execute' in action ? 'mintTokens' : 'cancelOrder';
    return { function: use, message, proof: packProof(use, message, batch) };
  }
}

describe('a relayer that lies about what is under way', function () {
  this.timeout(timeLimit(120_000));

  it('gets nothing executed twice, nor both executed and cancelled, and an honest one goes on after it', async () => {
    let landed = 0;
    for (let number = 0; number < WORLDS; number += 1) {
      const random = new Random(SEED + number);
      const scene = await sceneOf<MemoryChain>(World.create(600));
      const { world, alpha, beta } = scene;
      const see = () => Promise.all(world.signers.map((signer) => signer.advance()));
      for (let index = 0; index < MESSAGES; index += 1) alpha.lock(beta);
      alpha.mine(33);
      beta.mine(33);
      await see();
      const liar = new Liar(scene, random);
      for (let deed = 0; deed < DEEDS; deed += 1) {
        const what = random.below(10);
        if (what < 6) await liar.ask();
        else if (what < 8) await liar.land();
        else if (what === 8) {
          // One signer is restarted, or sees what has happened.
          const which = random.below(SIGNERS);
          if (random.oneIn(2)) world.signers[which] = await world.seeingSigner(which + 1);
          else await (world.signers[which] as TestSigner).advance();
        } else {
          beta.blockMs = random.oneIn(10) ? 300_000 : 1_000;
          beta.mine();
          await see();
        }
      }
      landed += liar.landed;
      beta.blockMs = 1_000;
      await see();
      const relayer = await world.relayer({ maxBatchOrders: 3 });
      await world.run(relayer, ROUNDS);
      const states = await world.states();
      assert.ok(
        states.every((state) => state === 'completed' || state === 'refunded'),
        states.join(),
      );
      for (const [nonce, state] of states.entries()) {
        const executed = beta.executions().get(idOf(alpha, nonce)) ?? 0;
        assert.equal(executed, state === 'completed' ? 1 : 0, `message ${nonce} is ${state}`);
      }
      await world.close();
    }
    assert.ok(landed >= WORLDS, `${landed} of its transactions were included`);
  });
});
