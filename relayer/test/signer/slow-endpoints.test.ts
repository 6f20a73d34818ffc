import assert from 'node:assert/strict';
import type { ChainProvider } from '@causeway/chains';
import type { MemoryChain } from '@causeway/chains/test-support';
import { fail } from '@causeway/protocol';
import { encodeProposal, type Proposal } from '../../src/plan/proposal.ts';
import type { SignerClient } from '../../src/submit/signers.ts';
import { showing } from '../support/showing.ts';
import { SIGNERS, type TestRelayer, World } from '../support/world.ts';

/** The relayer's limit for a signer's answer, and how long it waits after a turn that failed, milliseconds. */
const TIMEOUT_MS = 5_000;
const BACK_OFF_MS = 5_000;
const ORDERS = 50;

/** relayer-scale §4: signing slows down with its endpoints, and does not stop. */
describe('signing with slow endpoints', function () {
  this.timeout(120_000);
  let world: World;
  let relayer: TestRelayer;
  /** How long each read of statuses and of a block takes the signers now, milliseconds. */
  let delayMs: number;

  beforeEach(async () => {
    world = await World.create();
    for (let number = 1; number <= SIGNERS; number++) {
      const signer = await world.signer(number, world.chains.map(slowed));
      world.signers[number - 1] = { ...signer, client: { ...signer.client, ...limited(signer.client) } };
    }
    relayer = await world.relayer();
    const [alpha, beta] = world.chains;
    for (let index = 0; index < ORDERS; index++) {
      alpha.lock(beta);
      alpha.mine();
    }
    alpha.mine(33);
    beta.mine();
    delayMs = 0;
    await Promise.all(world.signers.map(({ advance }) => advance()));
  });
  afterEach(() => world.close());

  /** A chain in the view of one signer, whose endpoint serves one read at a time, each after `delayMs`. */
  function slowed(chain: MemoryChain): ChainProvider {
    let last = Promise.resolve();
    const wait = (): Promise<void> => {
      last = last.then(() => new Promise<void>((resolve) => world.clock.after(delayMs, resolve)));
      return last;
    };
    return showing(chain, {
      statuses: async (...args) => {
        if (delayMs > 0) await wait();
        return chain.statuses(...args);
      },
      block: async (...args) => {
        if (delayMs > 0) await wait();
        return chain.block(...args);
      },
    });
  }

  /** A signer that the relayer gives up after TIMEOUT_MS. */
  const limited = (client: SignerClient): SignerClient => ({
    url: client.url,
    async sign(proposal, signal) {
      const late = new AbortController();
      const cancel = world.clock.after(TIMEOUT_MS, () => late.abort());
      const answer = await Promise.race([
        client.sign(proposal, AbortSignal.any([signal, late.signal])),
        new Promise<Awaited<ReturnType<SignerClient['sign']>>>((resolve) => {
          late.signal.addEventListener('abort', () => resolve(fail('SIGNER_TIMEOUT', 'late', true)));
        }),
      ]);
      cancel();
      return answer;
    },
  });

  /** Lets the relayer take a step while time goes on, and mines a block on both chains. */
  async function step(): Promise<readonly string[]> {
    let failures: readonly string[] | undefined;
    const stepping = relayer.step().then((codes) => {
      failures = codes;
    });
    while (failures === undefined) await world.clock.advance(50);
    await stepping;
    if (failures.length > 0) await world.clock.advance(BACK_OFF_MS);
    for (const chain of world.chains) chain.mine();
    return failures;
  }
  const completed = async () => (await world.states()).filter((state) => state === 'completed').length;

  /** Steps until all orders are completed, with progress in every `within` steps. Returns the number of steps. */
  async function finish(within: number): Promise<number> {
    let steps = 0;
    for (let before = 0; before < ORDERS; ) {
      for (let turn = 0; (await completed()) === before; turn++) {
        assert.ok(
          turn < within,
          `no order of ${ORDERS - before} was delivered in ${within} steps at ${delayMs} ms a read`,
        );
        await step();
        steps += 1;
      }
      before = await completed();
    }
    return steps;
  }

  // A proposal of one message reads statuses and a block once, so a read may take a bit less than half of the limit.
  for (const ms of [60, 500, 2_400]) {
    it(`goes on with reads of ${ms} ms`, async () => {
      delayMs = ms;
      await finish(20);
    });
  }

  it('recovers from an overload, and its batches grow again', async () => {
    delayMs = 2_400;
    for (let turn = 0; turn < 6; turn++) await step();
    assert.ok((await completed()) < ORDERS);
    delayMs = 20;
    assert.ok((await finish(8)) < ORDERS, 'each order went alone');
  });

  /** Replaces every signer's client. `late` tells whether signer `number` has no time for a proposal. */
  function lateBy(late: (proposal: Proposal, number: number) => boolean): void {
    for (const [index, signer] of world.signers.entries()) {
      const sign: SignerClient['sign'] = async (proposal, signal) =>
        late(proposal, index + 1) ? fail('SIGNER_TIMEOUT', 'late', true) : signer.client.sign(proposal, signal);
      world.signers[index] = { ...signer, client: { ...signer.client, sign } };
    }
  }

  it('halves a batch until signers have the time for it', async () => {
    lateBy(({ actions }) => actions.length > 8);
    relayer = await world.relayer();
    await finish(20);
  });

  it('asks for the same proposal again when some have signed it, though new messages came', async () => {
    const asked = new Set<string>();
    lateBy((proposal, number) => {
      const key = `${number} ${encodeProposal(proposal)}`;
      const first = !asked.has(key);
      asked.add(key);
      return first && number > 2;
    });
    relayer = await world.relayer({ maxBatchOrders: 2 * ORDERS });
    const [alpha, beta] = world.chains;
    assert.deepEqual(await step(), ['NOT_ENOUGH_SIGNATURES']);
    alpha.lock(beta);
    alpha.mine(33);
    await Promise.all(world.signers.map(({ advance }) => advance()));
    assert.deepEqual(await step(), []);
    assert.equal((await world.states()).filter((state) => state === 'minting').length, ORDERS);
  });
});
