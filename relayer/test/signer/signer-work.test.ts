import assert from 'node:assert/strict';
import type { ChainProvider } from '@causeway/chains';
import { idOf } from '@causeway/chains/test-support';
import { buildBatch } from '@causeway/protocol';
import { encodeProposal, MAX_ACTIONS, MAX_INTERVAL, MAX_PROPOSAL_BYTES } from '../../src/plan/proposal.ts';
import { actionsOf, proposalTo } from '../support/proposals.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { showing } from '../support/showing.ts';
import { ALPHA, BETA, type TestSigner, World } from '../support/world.ts';

/** Most reads of one chain at a time, as the README says. */
const READS_AT_ONCE = 32;

/** Messages on the lane, each in a separate block. */
const MESSAGES = 80;

describe('the work for a proposal', function () {
  this.timeout(120_000);
  let { world, alpha, beta } = {} as Scene;
  let signer: TestSigner;

  const { commit, execute } = actionsOf(ALPHA);
  const proposal = (anchor: string, ...actions: readonly unknown[]) => proposalTo(BETA, anchor, ...actions);
  const codeOf = async (body: unknown, by = signer) => {
    const answer = await by.service.sign(body);
    return answer.ok ? 'signed' : answer.error.code;
  };
  /** Reads of both chains since the last call. Reads of the signer's own messages are under "messages". */
  function reads(): ReadonlyMap<string, number> {
    const counted = new Map<string, number>([...alpha.reads, ...beta.reads]);
    for (const name of alpha.reads.keys()) {
      counted.set(name, (alpha.reads.get(name) ?? 0) + (beta.reads.get(name) ?? 0));
    }
    return counted;
  }

  beforeEach(async () => {
    ({ world, alpha, beta } = await sceneOf(World.create()));
    signer = world.signers[0] as TestSigner;
    for (let index = 0; index < MESSAGES; index++) {
      alpha.lock(beta);
      alpha.mine();
    }
    alpha.mine(33);
    beta.mine(33);
    await signer.advance();
    alpha.reads.clear();
    beta.reads.clear();
  });
  afterEach(() => world.close());

  /** Counts the lookups of the signer's own messages. */
  function countLookups(): () => number {
    const { chainView } = signer.storage;
    const messages = chainView.messages.bind(chainView);
    let lookups = 0;
    chainView.messages = (...args) => {
      lookups += 1;
      return messages(...args);
    };
    return () => lookups;
  }

  it('reads no message, root or block when the anchor is wrong', async () => {
    const lookups = countLookups();
    const uses = Array.from({ length: 40 }, (_, index) => execute(index, 40 - index, index));
    assert.equal(await codeOf(proposal('nonsense', ...uses)), 'ANCHOR_MISMATCH');
    for (const read of ['block', 'root', 'statuses', 'finalized']) assert.equal(reads().get(read), undefined, read);
    assert.equal(lookups(), 0);
  });

  it('reads no message when an interval does not fit the destination', async () => {
    const lookups = countLookups();
    assert.equal(await codeOf(proposal('0', execute(0, MESSAGES))), 'ROOT_NOT_COMMITTED');
    assert.equal(await codeOf(proposal('0', commit(MESSAGES - 1, 1))), 'NONCE_GAP');
    for (const read of ['block', 'statuses', 'finalized']) assert.equal(reads().get(read), undefined, read);
    assert.equal(lookups(), 0);
  });

  it('reads one block for each message executed under a committed root, however long its interval', async () => {
    const batch = buildBatch(
      0n,
      Array.from({ length: MESSAGES }, (_, index) => idOf(alpha, index)),
    );
    beta.executeAsOther([
      { function: 'commitRoot', source: alpha.domain, firstNonce: 0n, count: MESSAGES, root: batch.root },
    ]);
    alpha.reads.clear();
    const statuses = beta.statuses.bind(beta);
    const asked: unknown[] = [];
    beta.statuses = (...interval) => {
      asked.push(interval);
      return statuses(...interval);
    };
    assert.equal(await codeOf(proposal('1', execute(70, MESSAGES), execute(3, MESSAGES))), 'signed');
    assert.deepEqual(asked, [[alpha.domain, 3n, 68]]);
    assert.equal(alpha.reads.get('block'), 2);
    assert.equal(alpha.reads.get('lane'), 1);
    assert.equal(beta.reads.get('root'), 1);
  });

  it('reads each block of an interval once, a bounded number at a time', async () => {
    let open = 0;
    let most = 0;
    const block: ChainProvider['block'] = async (number) => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return alpha.block(number);
    };
    const counting = await world.seeingSigner(1, [showing(alpha, { block }), beta]);
    alpha.reads.clear();
    most = 0;
    const uses = [0, 1, 2].map((nonce) => execute(nonce, MESSAGES));
    assert.equal(await codeOf(proposal('0', commit(MESSAGES), ...uses), counting), 'signed');
    assert.equal(alpha.reads.get('block'), MESSAGES);
    assert.equal(most, READS_AT_ONCE);
  });

  it('is refused when its intervals together hold more messages than one interval may', async () => {
    const uses = [execute(0, MAX_INTERVAL), execute(1, 1, 1)];
    assert.equal(await codeOf(proposal('nonsense', ...uses)), 'INVALID_ACTIONS');
    assert.equal(
      await codeOf(proposal('nonsense', execute(0, MAX_INTERVAL), execute(1, MAX_INTERVAL))),
      'ANCHOR_MISMATCH',
    );
    assert.deepEqual(
      [...alpha.reads.keys()],
      ['remote', 'decimals'].filter((read) => alpha.reads.has(read)),
    );
  });

  it('is refused at once while the queue of the destination is full, and accepted afterwards', async () => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const acceptsAnchor: ChainProvider['acceptsAnchor'] = async (anchor) => {
      await held;
      return beta.acceptsAnchor(anchor);
    };
    const slow = await world.seeingSigner(1, [alpha, showing(beta, { acceptsAnchor })]);
    const asked = Array.from({ length: 6 }, () => codeOf(proposal('0', commit(1)), slow));
    assert.equal(await asked[5], 'BUSY');
    const elsewhere = proposalTo(ALPHA, '7', actionsOf(BETA).commit());
    assert.equal(await codeOf(elsewhere, slow), 'ANCHOR_MISMATCH');
    release();
    assert.deepEqual(await Promise.all(asked.slice(0, 5)), Array(5).fill('signed'));
    assert.equal(await codeOf(proposal('0', commit(1)), slow), 'signed');
  });

  it('updates the views for what nobody has seen once a second at most, for each relayer apart', async () => {
    const heads = () => {
      const read = alpha.reads.get('head') ?? 0;
      alpha.reads.clear();
      return read;
    };
    const ask = async (relayer: string, count = MESSAGES + 1) => {
      const answer = await signer.service.sign(proposal('0', commit(count)), undefined, relayer);
      return answer.ok ? 'signed' : answer.error.code;
    };
    const unseen = 'UNKNOWN_MESSAGE';
    for (let request = 0; request < 5; request++) assert.equal(await ask('stolen'), unseen);
    assert.equal(heads(), 1);
    assert.equal(await ask('honest'), unseen);
    assert.equal(heads(), 1);
    world.clock.tick(999);
    assert.equal(await ask('stolen'), unseen);
    assert.equal(heads(), 0);
    world.clock.tick(1);
    assert.equal(await ask('stolen'), unseen);
    assert.equal(heads(), 1);
    // What an update showed is no reason to wait.
    world.clock.tick(1_000);
    for (const count of [1, 2]) {
      alpha.lock(beta);
      alpha.mine(33);
      assert.equal(await ask('honest', MESSAGES + count), 'signed');
      assert.equal(heads(), 1);
    }
  });

  it('lets relayers take turns, so that the proposals of one do not keep those of another away', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const order: string[] = [];
    const acceptsAnchor = async (anchor: string) => {
      order.push(anchor);
      await held;
      return beta.acceptsAnchor(anchor);
    };
    const slow = await world.seeingSigner(1, [alpha, showing(beta, { acceptsAnchor })]);
    const ask = async (relayer: string, anchor: string) => {
      const answer = await slow.service.sign(proposal(anchor, commit(1)), undefined, relayer);
      return answer.ok ? 'signed' : answer.error.code;
    };
    const greedy = ['1', '2', '3', '4', '5', '6'].map((anchor) => ask('stolen', anchor));
    assert.equal(await greedy[5], 'BUSY');
    const modest = ask('honest', '0');
    release();
    assert.equal(await modest, 'signed');
    assert.deepEqual(order.slice(0, 3), ['1', '2', '0']);
    await Promise.all(greedy);
  });

  it('is not started for a caller that has disconnected', async () => {
    const gone = new AbortController();
    const first = signer.service.sign(proposal('0', commit(1)));
    const second = signer.service.sign(proposal('0', commit(2)), gone.signal);
    gone.abort();
    assert.ok((await first).ok);
    const answer = await second;
    assert.equal(answer.ok ? 'signed' : answer.error.code, 'BUSY');
    assert.equal((await signer.storage.signatures.list(10)).length, 1);
  });

  it('is one block for all that were final before, and nothing for a proposal that was signed', async () => {
    const uses = [0, 1, 2].map((nonce) => execute(nonce, MESSAGES));
    assert.equal(await codeOf(proposal('0', commit(MESSAGES), ...uses)), 'signed');
    alpha.reads.clear();
    beta.reads.clear();
    assert.equal(await codeOf(proposal('0', commit(MESSAGES), ...uses.slice(0, 2))), 'signed');
    assert.deepEqual(
      ['block', 'remote', 'statuses'].map((read) => reads().get(read)),
      [1, undefined, 1],
    );
    beta.reads.clear();
    assert.equal(await codeOf(proposal('0', commit(MESSAGES), ...uses)), 'signed');
    assert.deepEqual([...beta.reads.keys()], []);
    assert.equal((await signer.storage.signatures.list(10)).length, 2);
  });

  it('ends when the caller goes, after the reads that are under way', async () => {
    let gone = new AbortController();
    const block: ChainProvider['block'] = async (number) => {
      gone.abort();
      return alpha.block(number);
    };
    const leaving = await world.seeingSigner(1, [showing(alpha, { block }), beta]);
    gone = new AbortController();
    alpha.reads.clear();
    const answer = await leaving.service.sign(proposal('0', commit(MESSAGES)), gone.signal);
    assert.equal(answer.ok ? 'signed' : answer.error.code, 'BUSY');
    assert.equal(alpha.reads.get('block'), READS_AT_ONCE);
  });

  it('looks up none of its messages once the caller has gone', async () => {
    let gone = new AbortController();
    const lane: ChainProvider['lane'] = async (domain) => {
      gone.abort();
      return beta.lane(domain);
    };
    const leaving = await world.seeingSigner(1, [alpha, showing(beta, { lane })]);
    gone = new AbortController();
    const { chainView } = leaving.storage;
    chainView.messages = async () => assert.fail('it was looked up');
    const answer = await leaving.service.sign(proposal('0', commit(MESSAGES)), gone.signal);
    assert.equal(answer.ok ? 'signed' : answer.error.code, 'BUSY');
  });

  it('accepts a body as large as the largest proposal', () => {
    const most = 18_446_744_073_709_551_615n;
    const actions = Array.from({ length: MAX_ACTIONS }, () => ({
      execute: 0xffff_ffff,
      nonce: most,
      firstNonce: most,
      count: MAX_INTERVAL,
    }));
    const largest = { destination: 0xffff_ffff, family: 'f'.repeat(64), anchor: 'a'.repeat(128), actions };
    assert.ok(Buffer.byteLength(encodeProposal(largest)) <= MAX_PROPOSAL_BYTES);
  });
});
