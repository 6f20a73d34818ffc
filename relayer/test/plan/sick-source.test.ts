import assert from 'node:assert/strict';
import type { ChainProvider } from '@causeway/chains';
import { idOf, type MemoryChain } from '@causeway/chains/test-support';
import { type Domain, fail } from '@causeway/protocol';
import { PATIENCE_MS, PATIENCE_WHEN_LOST_MS } from '../../src/plan/readable.ts';
import { HEDGE_MS } from '../../src/submit/signer-pool.ts';
import { settled } from '../support/fake-clock.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { showing } from '../support/showing.ts';
import { SIGNERS, World } from '../support/world.ts';

/** Longer than any message is put aside, milliseconds. */
const PUT_ASIDE_MS = 6_000;

/** What time goes on by while a turn lasts, milliseconds. */
const STEP_MS = 10;

const refused = async () => fail('RPC_UNAVAILABLE', 'no endpoint answered', true);
const waitsForGood = () => new Promise<never>(() => {});

describe('a source that cannot be read', function () {
  this.timeout(20_000);
  let { world, alpha, beta, relayer } = {} as Scene;
  let gamma: MemoryChain;

  beforeEach(async () => {
    ({ world, alpha, beta, relayer } = await sceneOf(World.three()));
    gamma = world.chains[2] as MemoryChain;
  });
  afterEach(() => world.close());

  /** A final message of gamma and one of alpha to beta, which relayer and signers have seen. */
  async function both(): Promise<void> {
    gamma.lock(beta);
    await oneOfAlpha();
  }
  async function oneOfAlpha(): Promise<void> {
    alpha.lock(beta);
    await allSee();
  }
  /** Makes all messages final; relayer and signers see them. */
  async function allSee(): Promise<void> {
    for (const chain of world.chains) chain.mine(33);
    await relayer.see();
    await Promise.all(world.signers.map(({ advance }) => advance()));
  }
  /** How the signers find gamma, once a test has filled it in. */
  async function forSigners(): Promise<{ -readonly [Read in keyof ChainProvider]?: ChainProvider[Read] }> {
    const reads: Partial<ChainProvider> = {};
    const seen = world.chains.map((chain) => (chain === gamma ? showing(gamma, reads) : chain));
    for (let number = 1; number <= SIGNERS; number++) world.signers[number - 1] = await world.signer(number, seen);
    relayer = await world.relayer();
    return reads;
  }
  /** A turn of beta while time goes on: its outcome, and how long it took, milliseconds. */
  async function turn(): Promise<readonly [outcome: string, ms: number]> {
    const startedMs = world.clock.now();
    let outcome: string | undefined;
    const stepping = relayer.destinations
      .get('beta')
      ?.step()
      .then((stepped) => {
        outcome = stepped.ok ? 'ok' : stepped.error.code;
      });
    await settled();
    while (outcome === undefined) await world.clock.advance(STEP_MS);
    await stepping;
    return [outcome, world.clock.now() - startedMs];
  }
  /** How many messages of gamma and of alpha beta has executed by its next block. */
  async function executed(): Promise<readonly [ofGamma: number, ofAlpha: number]> {
    beta.mine();
    await turn();
    const count = (source: MemoryChain) =>
      source.emitted().filter((_, index) => beta.executions().has(idOf(source, index))).length;
    return [count(gamma), count(alpha)];
  }

  it('lets others’ messages go in the same turn, and its own once it answers', async () => {
    await both();
    gamma.failure = { code: 'RPC_UNAVAILABLE', message: 'refused', retryable: true };
    assert.deepEqual(await turn(), ['ok', 0]);
    assert.deepEqual(await executed(), [0, 1]);
    gamma.failure = undefined;
    await world.clock.advance(PUT_ASIDE_MS);
    assert.deepEqual(await turn(), ['ok', 0]);
    assert.deepEqual(await executed(), [1, 1]);
  });

  it('keeps others waiting for its patience once while it is silent, and hardly at all later', async () => {
    await both();
    const { lane } = gamma;
    gamma.lane = waitsForGood;
    assert.deepEqual(await turn(), ['ok', PATIENCE_MS.relayer]);
    assert.deepEqual(await executed(), [0, 1]);
    gamma.lane = lane;
    await oneOfAlpha();
    await world.clock.advance(PUT_ASIDE_MS);
    assert.deepEqual(await turn(), ['ok', PATIENCE_WHEN_LOST_MS]);
    assert.deepEqual(await executed(), [0, 2]);
  });

  for (const [what, reads, ms] of [
    ['the lane', { lane: refused }, 0],
    ['blocks', { block: refused }, 0],
    ['the final block', { finalized: refused }, 0],
    ['the registration', { remote: refused }, 0],
    ['the deployment', { compare: refused }, 0],
    // Some are asked at once, and the others when these say nothing for a while.
    ['the lane in time', { lane: waitsForGood }, HEDGE_MS + PATIENCE_MS.signer],
  ] as const) {
    it(`lets others’ messages go at the second turn when signers alone cannot read ${what}`, async () => {
      const seen = await forSigners();
      await both();
      Object.assign(seen, reads);
      assert.deepEqual(await turn(), ['NOT_ENOUGH_SIGNATURES', ms]);
      assert.deepEqual(await turn(), ['ok', 0]);
      assert.deepEqual(await executed(), [0, 1]);
    });
  }

  it('lets others’ messages go at the second turn when it hides its own from signers, who sign no root of them', async () => {
    const seen = await forSigners();
    seen.scan = refused;
    await both();
    assert.deepEqual(await turn(), ['NOT_ENOUGH_SIGNATURES', 0]);
    assert.deepEqual(await turn(), ['ok', 0]);
    assert.deepEqual(await executed(), [0, 1]);
  });

  it('is put aside before others come, when signers could not read it alone', async () => {
    const seen = await forSigners();
    gamma.lock(beta);
    await allSee();
    seen.lane = refused;
    assert.deepEqual(await turn(), ['NOT_ENOUGH_SIGNATURES', 0]);
    delete seen.lane;
    await oneOfAlpha();
    assert.deepEqual(await turn(), ['ok', 0]);
    assert.deepEqual(await executed(), [0, 1]);
  });

  it('has all the time of its endpoints for its own messages alone', async () => {
    const seen = await forSigners();
    gamma.lock(beta);
    await allSee();
    seen.lane = async (destination: Domain) => {
      await new Promise<void>((resolve) => world.clock.after(2 * PATIENCE_MS.signer, resolve));
      return gamma.lane(destination);
    };
    assert.deepEqual(await turn(), ['ok', 2 * PATIENCE_MS.signer]);
    assert.deepEqual(await executed(), [1, 0]);
  });
});
