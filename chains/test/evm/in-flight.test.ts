import { strict as assert } from 'node:assert';
import type { ChainProvider, OracleCall, OracleOrder, OracleTransaction } from '@causeway/chains';
import type { Message, SignedTransaction } from '@causeway/protocol';
import { Transaction } from 'ethers';
import { alice, must, relayer } from '../support/bridges.ts';
import {
  batchOf,
  commitAll,
  commitOf,
  executionOf,
  failed,
  included,
  lockMany,
  signedBy,
  statusOf,
  succeeded,
} from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

/** Orders of each transaction. */
const SIZE = 3;

describe('transactions of the oracle under way', function () {
  this.timeout(120_000);
  let world: World<'evm'>;
  let ethereum: ChainProvider;
  let polygon: ChainProvider;
  let order: OracleOrder;
  before(async () => {
    world = await sharedWorld('evm');
    [ethereum, polygon] = [world.provider('ethereum'), world.provider('here')];
    order = polygon.order as OracleOrder;
  });
  beforeEach(async () => {
    await world.node.rpc('evm_setAutomine', true);
    await commitAll(ethereum, polygon);
  });
  after(() => world.node.rpc('evm_setAutomine', true));

  /** The calls that commit `messages` and mint those that are `minted`. */
  const calls = (messages: readonly Message[], minted = messages): readonly OracleCall[] => {
    const batch = batchOf(...(messages as [Message, ...Message[]]));
    return [
      commitOf(messages[0] as Message, batch),
      ...minted.map((message) => executionOf('mintTokens', message, batch)),
    ];
  };
  /** The transaction of `what` that follows `behind` others. */
  async function builtBehind(behind: number, what: readonly OracleCall[]): Promise<OracleTransaction> {
    const anchor = order.anchorAt(must(await order.next()) + behind);
    return must(await polygon.build(must(await polygon.bind(anchor, what)), what));
  }
  async function prepared(transaction: OracleTransaction, behind: number, payer = relayer): Promise<SignedTransaction> {
    return must(
      await polygon.prepareOracle(transaction, await signedBy(polygon, transaction), payer, undefined, behind),
    );
  }
  const statusesOf = (messages: readonly Message[]) => Promise.all(messages.map((each) => statusOf(polygon, each)));

  it('have places that follow each other, packed or not', async () => {
    const next = must(await order.next());
    assert.equal(order.placeOf(must(await polygon.anchor(relayer))), next);
    for (const place of [0, next, next + 3]) {
      assert.equal(order.placeOf(order.anchorAt(place)), place);
      assert.equal(order.placeOf(`${order.anchorAt(place)}+packed`), place);
    }
    for (const text of ['', 'x', '-1', '01']) assert.equal(order.placeOf(text), undefined, text);
    must(await polygon.acceptsAnchor(order.anchorAt(next)));
    assert.equal((await polygon.acceptsAnchor(order.anchorAt(next + 1))).ok, false);
  });

  it('are included in one block, each with the gas that was foreseen for it', async () => {
    const messages = await lockMany(ethereum, polygon, 4 * SIZE);
    await world.node.rpc('evm_setAutomine', false);
    const sent: SignedTransaction[] = [];
    for (let behind = 0; behind < 4; behind += 1) {
      const part = messages.slice(behind * SIZE, (behind + 1) * SIZE);
      const submission = await prepared(await builtBehind(behind, calls(part)), behind);
      must(await polygon.broadcast(submission));
      sent.push(submission);
    }
    assert.deepEqual(
      sent.map(({ sequence }) => sequence - (sent[0]?.sequence ?? 0)),
      [0, 1, 2, 3],
    );
    await world.node.mine(1);
    const outcomes = await Promise.all(sent.map((submission) => succeeded(polygon, submission)));
    assert.equal(new Set(outcomes.map(({ block }) => block.number)).size, 1);
    for (const [index, { executionUnits }] of outcomes.entries()) {
      const limit = Transaction.from((sent[index] as SignedTransaction).raw).gasLimit;
      assert.ok(limit > executionUnits, `${limit} for ${executionUnits}`);
      assert.ok(limit < 3n * executionUnits, `${limit} for ${executionUnits}`);
    }
    assert.deepEqual(await statusesOf(messages), Array(4 * SIZE).fill('executed'));
  });

  it('that follow one that is refused are refused too, and take no place', async () => {
    const messages = await lockMany(ethereum, polygon, 3 * SIZE);
    const [first, second, third] = [0, 1, 2].map((part) => messages.slice(part * SIZE, (part + 1) * SIZE));
    const next = must(await order.next());
    const behind = [
      await prepared(await builtBehind(1, calls(second as Message[])), 1),
      await prepared(await builtBehind(2, calls(third as Message[])), 2, alice),
    ];
    // Nothing has taken the place before them.
    for (const submission of behind) await failed(polygon, submission, 'GS026');
    assert.equal(must(await order.next()), next);
    assert.deepEqual(await statusesOf(messages), Array(3 * SIZE).fill('none'));
    const again = await prepared(await builtBehind(0, calls(first as Message[])), 0);
    must(await polygon.broadcast(again));
    await succeeded(polygon, again);
  });

  describe('signed in two versions by a relayer that lies', () => {
    it('change nothing when what follows the one lands after the other: a commitment that continues nothing', async () => {
      const messages = await lockMany(ethereum, polygon, 3 * SIZE);
      const [one, two] = [messages.slice(0, SIZE), messages.slice(SIZE)];
      // Version A commits the first part, and N + 1 the second on top of it. Version B commits one message more.
      const onTop = await prepared(await builtBehind(1, calls(two)), 1);
      const other = await prepared(await builtBehind(0, calls(messages.slice(0, SIZE + 1), one)), 0, alice);
      must(await polygon.broadcast(other));
      await succeeded(polygon, other);
      must(await polygon.broadcast(onTop));
      const outcome = await included(polygon, onTop);
      assert.equal(outcome.success, false);
      assert.deepEqual(outcome.events, []);
      assert.deepEqual(await statusesOf(two), Array(2 * SIZE).fill('none'));
      assert.equal(must(await polygon.lane(ethereum.domain)).nextInboundNonce, (two[0] as Message).nonce + 1n);
    });

    it('execute no message twice: what both versions execute stays executed once', async () => {
      const messages = await lockMany(ethereum, polygon, 2 * SIZE);
      const batch = batchOf(...(messages as [Message, ...Message[]]));
      const commit = commitOf(messages[0] as Message, batch);
      const mint = (...these: readonly Message[]) => these.map((each) => executionOf('mintTokens', each, batch));
      const [a, b, c] = messages as [Message, Message, Message];
      // A: commit, mint a. N + 1 on A: mint b. B: commit, mint a and b. N + 1 again, on B: mint c.
      const onA = await prepared(await builtBehind(1, mint(b)), 1);
      const versionB = await prepared(await builtBehind(0, [commit, ...mint(a, b)]), 0, alice);
      const supply = must(await polygon.bridgedSupply(ethereum.domain));
      must(await polygon.broadcast(versionB));
      await succeeded(polygon, versionB);
      const then = must(await polygon.bridgedSupply(ethereum.domain));
      assert.ok(then > supply);
      must(await polygon.broadcast(onA));
      assert.equal((await included(polygon, onA)).success, false);
      assert.equal(must(await polygon.bridgedSupply(ethereum.domain)), then);
      assert.deepEqual(await statusesOf([a, b, c]), ['executed', 'executed', 'none']);
    });

    it('cannot both execute and cancel a message', async () => {
      const messages = await lockMany(ethereum, polygon, 2);
      const batch = batchOf(...(messages as [Message, ...Message[]]));
      const [a, b] = messages as [Message, Message];
      const commit = commitOf(a, batch);
      // A: commit, mint a. N + 1 on another version, which only commits: cancel a, mint b packed beside it.
      const uses = [executionOf('cancelOrder', a, batch), executionOf('mintTokens', b, batch)];
      const onOther = await prepared(await builtBehind(1, uses), 1);
      const versionA = await prepared(await builtBehind(0, [commit, executionOf('mintTokens', a, batch)]), 0, alice);
      must(await polygon.broadcast(versionA));
      await succeeded(polygon, versionA);
      must(await polygon.broadcast(onOther));
      const outcome = await included(polygon, onOther);
      assert.deepEqual(await statusesOf([a, b]), ['executed', 'executed']);
      assert.deepEqual(
        outcome.skipped?.map(({ code }) => code),
        ['AlreadyExecuted'],
      );
    });
  });
});
