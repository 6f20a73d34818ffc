import { strict as assert } from 'node:assert';
import { type ChainProvider, type KeyHandle, lockTokens, type OracleCall } from '@causeway/chains';
import { type Message, toAddress32, ZERO_32 } from '@causeway/protocol';
import { paidCalls } from '../../src/radix/oracle.ts';
import { intentHash, notarize } from '../../src/radix/transaction.ts';
import { alice, codeOf, must } from '../support/bridges.ts';
import { keyOf, nodeIdOf, radMembers, radOutsider, radRelayer, SIMULATOR, XRD } from '../support/radix-offline.ts';
import {
  batchOf,
  commitAll,
  commitOf,
  deliver,
  deliveryOf,
  execute,
  executionOf,
  failed,
  lastMessage,
  lock,
  mintsOf,
  submissionOf,
} from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

/** Highest cost units of one transaction, with a margin for unmeasured parts. */
const MOST_UNITS = 90_000_000n;

describe("the oracle's transactions on Radix", function () {
  this.timeout(120_000);
  let world: World<'radix'>;
  let radix: ChainProvider;
  let ethereum: ChainProvider;

  before(async () => {
    world = await sharedWorld('radix');
    radix = world.provider('here');
    ethereum = world.provider('ethereum');
  });

  /** A commitment that the contract accepts. */
  const nextCommit = async () => deliveryOf(await lock(ethereum, radix), 'mintTokens')[0] as OracleCall;
  afterEach(() => commitAll(ethereum, radix));
  const membersAt = (...indexes: readonly number[]) => indexes.map((index) => radMembers[index] as KeyHandle);
  const changed = async (part: number, change: (value: string) => string) => {
    const parts = must(await radix.anchor(radRelayer)).split(':');
    parts[part] = change(parts[part] as string);
    return parts.join(':');
  };
  describe('anchors', () => {
    it('differ each time', async () => {
      assert.notEqual(must(await radix.anchor(radRelayer)), must(await radix.anchor(radRelayer)));
    });

    it('are refused before their first epoch, and once their last has ended', async () => {
      const shifted = (epochs: number) => async () => {
        const [start, end, ...rest] = must(await radix.anchor(radRelayer)).split(':');
        return [Number(start) + epochs, Number(end) + epochs, ...rest].join(':');
      };
      for (const epochs of [1, -2]) {
        const refused = await radix.acceptsAnchor(await shifted(epochs)());
        assert(!refused.ok && refused.error.code === 'ANCHOR_MISMATCH' && refused.error.retryable, String(epochs));
      }
      must(await radix.acceptsAnchor(await shifted(-1)()));
    });

    it("are refused with an oracle member as payer, or with a tip or a fee above the reader's caps", async () => {
      const member = must(await radix.anchor(radMembers[0] as KeyHandle));
      assert.equal(codeOf(await radix.acceptsAnchor(member)), 'ANCHOR_MISMATCH');
      assert.equal(codeOf(await radix.build(member, [await nextCommit()])), 'INVALID_PAYER');
      const tipped = await changed(4, () => '1');
      assert.equal(codeOf(await radix.acceptsAnchor(tipped)), 'ANCHOR_MISMATCH');
      must(await world.provider('here', { tipPercentage: 1 }).acceptsAnchor(tipped));
      const costly = await changed(5, (fee) => String(Number(fee) + 1));
      assert.equal(codeOf(await radix.acceptsAnchor(costly)), 'ANCHOR_MISMATCH');
      must(await world.provider('here', { maxFeeXrd: 26 }).acceptsAnchor(costly));
    });
  });

  describe('signatures', () => {
    it('of two members, of two and an outsider, or of one twice have no effect on the ledger', async () => {
      const { epoch } = world.node.ledger.head;
      const component = world.here.deployment.bridges.main?.address ?? '';
      const commit = await nextCommit();
      assert(commit.function === 'commitRoot');
      for (const [nonce, signers] of [membersAt(0, 1), [...membersAt(0, 1), radOutsider]].entries()) {
        const manifest = [
          `CALL_METHOD Address("${radRelayer.address}") "lock_fee" Decimal("5");`,
          `CALL_METHOD Address("${component}") "commit_root" ${commit.source}u32 ${commit.firstNonce}u64 1u32 Bytes("${commit.root.slice(2)}");`,
        ].join('\n');
        const terms = {
          network: SIMULATOR,
          startEpoch: epoch,
          endEpoch: epoch + 2,
          nonce,
          notary: radRelayer.publicKey,
          tipPercentage: 0,
          manifest,
        };
        const hash = await intentHash(terms);
        const signatures = await Promise.all(
          signers.map(async (key) => ({ publicKey: key.publicKey, signature: await key.sign(hash) })),
        );
        const { reference, raw } = await notarize(terms, signatures, radRelayer);
        const submission = { reference, raw, payer: radRelayer.address, sequence: epoch + 2, fee: {} };
        assert.deepEqual((await failed(radix, submission, 'NotOracle')).events, []);
      }
    });
  });

  describe('deliveries', () => {
    const newMints = async (count: number) => (await mintsOf(ethereum, radix, count)).calls;

    it('that cost more than the reserved fee are found beforehand, by the first call above it', async () => {
      const calls = await newMints(radix.oracleRules.maxCalls - 1);
      const frugal = world.provider('here', { maxFeeXrd: 5, tipPercentage: 50 });
      const generous = world.provider('here', { maxFeeXrd: 25 });
      must(await generous.simulate(calls));
      const refused = await frugal.simulate(calls);
      assert(!refused.ok && refused.error.code === 'FEE_EXHAUSTED');
      const tipped = await world.provider('here', { maxFeeXrd: 15, tipPercentage: 1_000 }).simulate(calls);
      assert.equal(codeOf(tipped), 'FEE_EXHAUSTED');
      const fitting = calls.slice(0, refused.error.callIndex);
      assert(fitting.length > 5 && fitting.length < calls.length);
      await execute(frugal, fitting);
      await execute(radix, calls.slice(refused.error.callIndex));
    });

    it('are as many as the reserved fee covers, tip included, and at least a commitment and an order', () => {
      const callsAt = (form: 'alone' | 'packed', maxFeeXrd: number, tipPercentage: number) =>
        paidCalls({ maxFeeXrd, tipPercentage }, form);
      const [alone, packed] = (['alone', 'packed'] as const).map((form) => [
        [callsAt(form, 25, 0), callsAt(form, 11, 0), callsAt(form, 8, 0), callsAt(form, 5, 0)],
        [callsAt(form, 10, 100), callsAt(form, 5, 100), callsAt(form, 5, 1_000)],
      ]);
      assert.deepEqual(alone, [
        [20, 20, 14, 8],
        [8, 3, 2],
      ]);
      assert.deepEqual(packed, [
        [40, 25, 17, 10],
        [10, 3, 2],
      ]);
      assert.equal(radix.oracleRules.maxCalls, 40);
    });

    it('take parts of a transaction, of which as many single or packed ones as are paid for make a whole', async () => {
      const room = must((await radix.room?.()) ?? assert.fail('a transaction has room'));
      const most = (isPacked: boolean) => room.most / room.useOf('mintTokens', isPacked);
      assert.deepEqual([room.packs, most(false), most(true)], [true, 20n, 40n]);
      const calls = await newMints(21);
      const anchor = must(await radix.anchor(radRelayer));
      assert.equal(codeOf(await radix.build(anchor, calls)), 'BATCH_TOO_LARGE');
      await execute(radix, calls);
    });

    it('of which the bridge would skip one name it, and why', async () => {
      const [commit, first, second, third] = (await newMints(3)) as [OracleCall, OracleCall, OracleCall, OracleCall];
      await execute(radix, [commit, second]);
      const refused = await radix.simulate([first, second, third]);
      assert(!refused.ok);
      assert.deepEqual([refused.error.code, refused.error.callIndex], ['AlreadyExecuted', 1]);
      must(await radix.simulate([first, third]));
      await execute(radix, [first, third]);
    });

    it('that fail change nothing', async () => {
      const [commit, first, second] = (await newMints(2)) as [OracleCall, OracleCall, OracleCall];
      await execute(radix, [commit, second]);
      const unrelated = await nextCommit();
      const { events } = await failed(radix, await submissionOf(radix, [unrelated, second]), 'AlreadyExecuted');
      assert.deepEqual(events, []);
      await execute(radix, [first]);
    });

    it('to a non-account or to a missing account are refused as such, and can be cancelled', async () => {
      for (const nodeId of [nodeIdOf('c1', '11'), nodeIdOf('c0', '11'), nodeIdOf('00', '11')]) {
        const recipient = toAddress32(nodeId);
        const args = { remote: radix.domain, recipient, localAmount: XRD, reference: ZERO_32 };
        must(await lockTokens(ethereum, alice, args));
        const message = await lastMessage(ethereum);
        const simulated = await radix.simulate(deliveryOf(message, 'mintTokens'));
        assert(!simulated.ok && !simulated.error.retryable, nodeId);
        assert.deepEqual([simulated.error.code, simulated.error.callIndex], ['InvalidRecipient', 1], nodeId);
        await deliver(radix, message, 'cancelOrder');
      }
    });

    // The last test of the shared chain that delivers: its root uses up nonces that Ethereum has not reached.
    it('with the largest root, to unused accounts, fit with a margin', async () => {
      const { maxCalls, maxCommitMessages } = radix.oracleRules;
      const firstNonce = must(await radix.lane(ethereum.domain)).nextInboundNonce;
      const original = await lock(ethereum, radix);
      const messages = Array.from({ length: maxCommitMessages }, (_, index) => ({
        ...original,
        nonce: firstNonce + BigInt(index),
        recipient: must(radix.parseAddress(keyOf(0x10_000 + (index % maxCalls)).address)),
      }));
      const batch = batchOf(...(messages as [Message]));
      const paid = messages.slice(0, maxCalls - 1);
      const mints = paid.map((message) => executionOf('mintTokens', message, batch));
      const calls = [commitOf(messages[0] as Message, batch), ...mints];
      for (const [maxFeeXrd, tipPercentage] of [
        [5, 0],
        [5, 50],
        [8, 0],
        [11, 0],
      ] as const) {
        const frugal = world.provider('here', { maxFeeXrd, tipPercentage });
        // Each may hold as many calls as its fee is certain to pay for.
        must(await frugal.simulate(calls.slice(0, frugal.oracleRules.maxCalls)));
      }
      const outcome = await execute(radix, calls);
      assert(outcome.executionUnits < MOST_UNITS, `used ${outcome.executionUnits}`);
    });
  });
});
