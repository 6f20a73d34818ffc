import { strict as assert } from 'node:assert';
import type { ChainProvider, KeyHandle, OracleCall, OracleSignature, OracleTransaction } from '@causeway/chains';
import { type Hex, hexToBytes, type Message, packProof } from '@causeway/protocol';
import { VersionedMessage } from '@solana/web3.js';
import { codeOf, must } from '../support/bridges.ts';
import { solAlice, solMembers, solRelayer } from '../support/solana.ts';
import {
  batchOf,
  built,
  commitAll,
  committedMints,
  deliveryOf,
  execute,
  executionOf,
  failed,
  landed,
  lock,
  signedBy,
  submissionOf,
} from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

describe("the oracle's transactions on Solana", function () {
  this.timeout(120_000);
  let world: World<'solana'>;
  let solana: ChainProvider;
  let ethereum: ChainProvider;

  before(async () => {
    world = await sharedWorld('solana');
    solana = world.provider('here');
    ethereum = world.provider('ethereum');
  });

  /** A commitment that the contract accepts. */
  const nextCommit = async () => deliveryOf(await lock(ethereum, solana), 'mintTokens')[0] as OracleCall;
  afterEach(() => commitAll(ethereum, solana));

  describe('anchors', () => {
    const changed = async (part: number, value: string) => {
      const parts = must(await solana.anchor(solRelayer)).split(':');
      parts[part] = value;
      return parts.join(':');
    };

    it('are refused with an unknown block hash, and once their own is too old', async () => {
      assert.equal(codeOf(await solana.acceptsAnchor(await changed(0, solAlice.address))), 'ANCHOR_MISMATCH');
      const anchor = must(await solana.anchor(solRelayer));
      await world.node.advance(151);
      assert.equal(codeOf(await solana.acceptsAnchor(anchor)), 'ANCHOR_MISMATCH');
    });

    it('are refused with an oracle member as payer', async () => {
      const member = must(await solana.anchor(solMembers[0] as KeyHandle));
      assert.equal(codeOf(await solana.acceptsAnchor(member)), 'ANCHOR_MISMATCH');
      assert.equal(codeOf(await solana.build(member, [await nextCommit()])), 'INVALID_PAYER');
    });

    it("are refused with a price above the reader's cap", async () => {
      const costly = await changed(2, '1000001');
      assert.equal(codeOf(await solana.acceptsAnchor(costly)), 'ANCHOR_MISMATCH');
      must(await world.provider('here', { maxComputeUnitPriceMicroLamports: 1_000_001 }).acceptsAnchor(costly));
    });

    it('are refused with a longer lookup table than there is', async () => {
      const longer = await changed(3, '200');
      assert.equal(codeOf(await solana.acceptsAnchor(longer)), 'ANCHOR_MISMATCH');
      assert.equal(codeOf(await solana.build(longer, [await nextCommit()])), 'ANCHOR_MISMATCH');
    });

    it('have one form', async () => {
      const anchor = must(await solana.anchor(solRelayer));
      for (const text of [
        '',
        'x',
        `${anchor}:`,
        ` ${anchor}`,
        `${anchor}\n`,
        await changed(2, '01'),
        await changed(3, '257'),
        await changed(4, '0'),
        await changed(4, '0G'),
        await changed(4, '01'.repeat(33)),
        await changed(5, ''),
        await changed(5, '01'),
        await changed(5, 'A'),
        await changed(5, '100000000'),
        anchor.slice(0, anchor.lastIndexOf(':')),
      ]) {
        assert.equal(codeOf(await solana.build(text, [await nextCommit()])), 'INVALID_ANCHOR', text);
        assert.equal(codeOf(await solana.acceptsAnchor(text)), 'ANCHOR_MISMATCH', text);
      }
    });
  });

  describe('messages', () => {
    it('of calls that create no account must not be marked', async () => {
      const commit = await nextCommit();
      const anchor = must(await solana.anchor(solRelayer));
      assert.match(must(await solana.bind(anchor, [commit])), /:[\da-f]{2}:0$/);
      assert.match(anchor, /::0$/);
      for (const mask of ['1', '2', '80000000']) {
        const marked = anchor.replace(/0$/, mask);
        assert.equal(codeOf(await solana.build(marked, [commit])), 'INVALID_ANCHOR', mask);
      }
    });

    it('use as much of the lookup table as their anchor says, however long it is now', async () => {
      const calls = [await nextCommit()];
      const anchor = must(await solana.anchor(solRelayer));
      const earlier = anchor.replace(/\d+::0$/, '3::0');
      must(await solana.acceptsAnchor(earlier));
      const transaction = must(await solana.build(earlier, calls));
      assert.notEqual(transaction.digest, must(await solana.build(anchor, calls)).digest);
      const signatures = await signedBy(solana, transaction);
      const submission = must(await solana.prepareOracle(transaction, signatures, solRelayer));
      await landed(solana, submission);
    });

    it('are one for each group of three read-only signers, and contain their cost', async () => {
      const { payloads } = await built(solana, [await nextCommit()]);
      const groups = payloads.map((payload) => {
        const { header, staticAccountKeys } = VersionedMessage.deserialize(hexToBytes(payload));
        assert.deepEqual([header.numRequiredSignatures, header.numReadonlySignedAccounts], [4, 3]);
        assert.equal(staticAccountKeys[0]?.toBase58(), solRelayer.address);
        return staticAccountKeys.slice(1, 4).map((key) => key.toBase58());
      });
      assert.equal(new Set(groups.map((group) => group.join())).size, 10);
      const members = solMembers.map(({ address }) => address);
      assert(groups.every((group) => new Set(group).size === 3 && group.every((key) => members.includes(key))));
    });

    it('of an amount above 64 bits, to a member, or of more than 32 calls are refused', async () => {
      const original = await lock(ethereum, solana);
      const anchor = must(await solana.anchor(solRelayer));
      const change = async (message: Partial<Message>) => {
        const changed = { ...original, ...message };
        return codeOf(await solana.build(anchor, [executionOf('mintTokens', changed, batchOf(changed))]));
      };
      const member = must(solana.parseAddress(solMembers[4]?.address ?? ''));
      assert.equal(await change({ wireAmount: 1n << 64n }), 'AmountTooLarge');
      assert.equal(await change({ recipient: member }), 'InvalidRecipient');
      assert.equal(codeOf(await solana.build(anchor, Array(33).fill(await nextCommit()))), 'BATCH_TOO_LARGE');
    });

    it('fit one packet with their signatures, or are refused', async () => {
      const message = await lock(ethereum, solana);
      const anchor = must(await solana.anchor(solRelayer));
      const alone = packProof('mintTokens', message, batchOf(message));
      const withSiblings = (count: number) => {
        const proof: Hex = `${alone}${'11'.repeat(32 * count)}`;
        return solana.build(anchor, [{ function: 'mintTokens', message, proof }]);
      };
      must(await withSiblings(6));
      assert.equal(codeOf(await withSiblings(12)), 'TRANSACTION_TOO_LARGE');
    });
  });

  describe('signatures', () => {
    let transaction: OracleTransaction;
    let signatures: readonly OracleSignature[];
    before(async () => {
      transaction = await built(solana, [await nextCommit(), await nextCommit()]);
      signatures = await signedBy(solana, transaction, solMembers);
    });

    it('of the identity point belong to nobody', async () => {
      const [, second, third] = signatures as [OracleSignature, OracleSignature, OracleSignature];
      const identity = `0x${`01${'00'.repeat(63)}`.repeat((second.signature.length - 2) / 128)}` as Hex;
      const forged = { ...second, signer: solMembers[0]?.address ?? '', signature: identity };
      assert.equal(solana.recoverSigner(transaction, forged), null);
      const prepared = await solana.prepareOracle(transaction, [second, third, forged], solRelayer);
      assert.equal(codeOf(prepared), 'INVALID_SIGNATURE');
    });

    it('are assembled only for the payer of the anchor', async () => {
      const result = await solana.prepareOracle(transaction, signatures, solAlice);
      assert.equal(codeOf(result), 'PAYER_MISMATCH');
    });
  });
});

describe('deliveries to Solana', function () {
  this.timeout(120_000);
  let world: World<'solana'>;
  let solana: ChainProvider;
  let ethereum: ChainProvider;
  before(async () => {
    world = await sharedWorld('solana');
    solana = world.provider('here');
    ethereum = world.provider('ethereum');
  });

  const mintsOf = (count: number) => committedMints(ethereum, solana, count);

  it('land 32 at a time, each with its event', async () => {
    const calls = await mintsOf(64);
    const before = must(await solana.balance(solAlice.address, ethereum.domain));
    for (const part of [calls.slice(0, 32), calls.slice(32)]) {
      must(await solana.simulate(part));
      const outcome = await execute(solana, part);
      assert.equal(outcome.events.length, 32);
    }
    assert.equal(must(await solana.balance(solAlice.address, ethereum.domain)) - before, 64n * 10n ** 7n);
  });

  it('that fail leave the others’ effects, and name the failed call and the reason', async () => {
    const calls = await mintsOf(3);
    const again = calls[1] as OracleCall;
    await execute(solana, [again]);
    const simulated = await solana.simulate(calls);
    assert(!simulated.ok && simulated.error.code === 'AlreadyExecuted' && simulated.error.callIndex === 1);
    const { events } = await failed(solana, await submissionOf(solana, calls), 'AlreadyExecuted');
    assert.equal(events.length, 2);
  });

  it('that land in part and expire cost what the landed part cost', async () => {
    const calls = await mintsOf(2);
    await world.node.rpc('causeway_pauseSlots');
    const transaction = await built(solana, calls);
    const submission = must(await solana.prepareOracle(transaction, await signedBy(solana, transaction), solRelayer));
    const [, second] = submission.raw.split(',');
    const coins = async () => must(await solana.wallet.holding(solRelayer.address, { address: null, decimals: 9 }));
    const before = await coins();
    must(await solana.broadcast({ ...submission, raw: second as string }));
    await world.node.advance(155);
    const outcome = must(await solana.outcome(submission));
    assert(outcome.state === 'dropped' && outcome.costs?.length === 2);
    const [nothing, landed] = outcome.costs;
    assert.deepEqual(nothing, { fee: 0n, rent: 0n });
    assert(landed && landed.fee > 0n && landed.fee + landed.rent === before - (await coins()));
    await world.node.rpc('causeway_resumeSlots');
  });

  it('are pending while they can land, dropped when they no longer can, and expired when that is final', async () => {
    const [mint] = await mintsOf(1);
    await world.node.rpc('causeway_pauseSlots');
    const submission = await submissionOf(solana, [mint as OracleCall]);
    const state = async () => must(await solana.outcome(submission));
    assert.equal((await state()).state, 'pending');
    await world.node.advance(150);
    assert.equal((await state()).state, 'pending');
    await world.node.advance(5);
    assert.deepEqual(await state(), { state: 'dropped', expired: false });
    await world.node.advance(40);
    assert.deepEqual(await state(), { state: 'dropped', expired: true });
    await world.node.rpc('causeway_resumeSlots');
  });
});
