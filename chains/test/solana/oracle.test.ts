import { strict as assert } from 'node:assert';
import type { ChainProvider, KeyHandle, OracleCall, OracleSignature, OracleTransaction } from '@causeway/chains';
import { type Hex, hexToBytes, type Message, packProof } from '@causeway/protocol';
import { VersionedMessage } from '@solana/web3.js';
import { codeOf, must } from '../support/bridges.ts';
import {
  type SolanaWorld,
  solAlice,
  solMembers,
  solOutsider,
  solRelayer,
  startSolanaWorld,
} from '../support/solana.ts';
import { batchOf, built, commitOf, deliver, execute, lock, lockMany, settled, signedBy } from '../support/traffic.ts';

describe("the oracle's transactions on Solana", function () {
  this.timeout(120_000);
  let world: SolanaWorld;
  let solana: ChainProvider;
  let ethereum: ChainProvider;

  before(async () => {
    world = await startSolanaWorld();
    solana = world.provider('solana');
    ethereum = world.provider('ethereum');
  });
  after(() => world?.stop());

  const nextCommit = async (): Promise<OracleCall> => ({
    function: 'commitRoot',
    source: ethereum.domain,
    firstNonce: must(await solana.lane(ethereum.domain)).nextInboundNonce,
    count: 1,
    root: `0x${'22'.repeat(32)}`,
  });
  const membersAt = (...indexes: readonly number[]) => indexes.map((index) => solMembers[index] as KeyHandle);

  describe('anchors', () => {
    const changed = async (part: number, value: string) => {
      const parts = must(await solana.anchor(solRelayer)).split(':');
      parts[part] = value;
      return parts.join(':');
    };

    it('are accepted by others with the same view of the chain', async () => {
      must(await world.provider('solana').acceptsAnchor(must(await solana.anchor(solRelayer))));
    });

    it('are refused with an unknown block hash, and once their own is too old', async () => {
      assert.equal(codeOf(await solana.acceptsAnchor(await changed(0, solAlice.address))), 'ANCHOR_MISMATCH');
      const anchor = must(await solana.anchor(solRelayer));
      await world.solana.advance(151);
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
      must(await world.provider('solana', { maxComputeUnitPriceMicroLamports: 1_000_001 }).acceptsAnchor(costly));
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
        await changed(4, ''),
        await changed(4, '01'),
        await changed(4, 'A'),
        await changed(4, '100000000'),
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
      assert.equal(must(await solana.bind(anchor, [commit])), anchor);
      assert.match(anchor, /:0$/);
      for (const mask of ['1', '2', '80000000']) {
        const marked = anchor.replace(/0$/, mask);
        assert.equal(codeOf(await solana.build(marked, [commit])), 'INVALID_ANCHOR', mask);
      }
    });

    it('are the same bytes for everyone who builds from one anchor', async () => {
      const calls = [await nextCommit()];
      const transaction = await built(solana, calls);
      const other = must(await world.provider('solana').build(transaction.anchor, calls));
      assert.deepEqual(other, transaction);
    });

    it('use as much of the lookup table as their anchor says, however long it is now', async () => {
      const calls = [await nextCommit()];
      const anchor = must(await solana.anchor(solRelayer));
      const earlier = anchor.replace(/\d+:0$/, '3:0');
      must(await solana.acceptsAnchor(earlier));
      const transaction = must(await solana.build(earlier, calls));
      assert.notEqual(transaction.digest, must(await solana.build(anchor, calls)).digest);
      const signatures = await signedBy(solana, transaction);
      const submission = must(await solana.prepareOracle(transaction, signatures, solRelayer));
      must(await solana.broadcast(submission));
      const outcome = await settled(solana, submission);
      assert(outcome.state === 'included' && outcome.success);
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

    it('of another bridge, a wrong function, an amount above 64 bits or to a member are refused', async () => {
      const original = await lock(ethereum, solana);
      const anchor = must(await solana.anchor(solRelayer));
      const change = async (message: Partial<Message>, use: 'mintTokens' | 'releaseTokens' = 'mintTokens') => {
        const changed = { ...original, ...message };
        const proof = packProof(use, changed, batchOf(changed));
        return codeOf(await solana.build(anchor, [{ function: use, message: changed, proof }]));
      };
      const member = must(solana.parseAddress(solMembers[4]?.address ?? ''));
      assert.equal(await change({ destination: ethereum.domain }), 'WRONG_BRIDGE');
      assert.equal(await change({ destinationBridge: ethereum.bridge }), 'WRONG_BRIDGE');
      assert.equal(await change({}, 'releaseTokens'), 'WrongAssetHome');
      assert.equal(await change({ wireAmount: 1n << 64n }), 'AmountTooLarge');
      assert.equal(await change({ recipient: member }), 'InvalidRecipient');
      assert.equal(codeOf(await solana.build(anchor, [])), 'EmptyBatch');
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
    const prepare = (given: readonly OracleSignature[]) => solana.prepareOracle(transaction, given, solRelayer);
    const [first, second, third, fourth] = [0, 1, 2, 3];
    const pick = (...indexes: readonly number[]) => indexes.map((index) => signatures[index] as OracleSignature);

    it('name the member that made them', () => {
      for (const [index, signature] of signatures.entries()) {
        assert.equal(solana.recoverSigner(transaction, signature), solMembers[index]?.address);
      }
    });

    it('of an outsider, of another member, changed, cut, doubled or for other calls belong to nobody', async () => {
      const good = signatures[0] as OracleSignature;
      const other = await built(solana, [await nextCommit()]);
      const flipped = `${good.signature.slice(0, -1)}${good.signature.endsWith('0') ? '1' : '0'}` as Hex;
      const identity = `0x${`01${'00'.repeat(63)}`.repeat((good.signature.length - 2) / 128)}` as Hex;
      const bad: readonly OracleSignature[] = [
        await solana.sign(transaction, solOutsider),
        { ...good, signer: solMembers[1]?.address ?? '' },
        { ...good, signer: 'nobody' },
        { ...good, signature: flipped },
        { ...good, signature: good.signature.slice(0, -128) as Hex },
        { ...good, signature: `${good.signature}${good.signature.slice(2)}` },
        { ...good, signature: '0x' },
        { ...good, signature: identity },
        await solana.sign(other, solMembers[0] as KeyHandle),
      ];
      for (const [index, signature] of bad.entries()) {
        assert.equal(solana.recoverSigner(transaction, signature), null, String(index));
        assert.equal(codeOf(await prepare([...pick(third, fourth), signature])), 'INVALID_SIGNATURE');
      }
    });

    it('must be of three distinct members', async () => {
      assert.equal(codeOf(await prepare(pick(first, second))), 'NOT_ENOUGH_SIGNATURES');
      assert.equal(codeOf(await prepare(pick(first, second, second))), 'DUPLICATE_SIGNATURE');
    });

    it('are assembled only for the payer of the anchor', async () => {
      const result = await solana.prepareOracle(transaction, signatures, solAlice);
      assert.equal(codeOf(result), 'PAYER_MISMATCH');
    });

    for (const group of [
      [0, 1, 2],
      [4, 2, 0],
      [1, 3, 4],
    ]) {
      it(`of members ${group.join(', ')} act`, async () => {
        const commit = await nextCommit();
        const own = await built(solana, [commit]);
        const signed = await signedBy(solana, own, membersAt(...group));
        const submission = must(await solana.prepareOracle(own, signed, solRelayer));
        must(await solana.broadcast(submission));
        const outcome = await settled(solana, submission);
        assert(outcome.state === 'included' && outcome.success && outcome.executionUnits > 0n);
        assert.deepEqual(
          outcome.events.map(({ type }) => type),
          ['rootCommitted'],
        );
      });
    }
  });
});

describe('deliveries to Solana', function () {
  this.timeout(120_000);
  let world: SolanaWorld;
  let solana: ChainProvider;
  let ethereum: ChainProvider;
  before(async () => {
    world = await startSolanaWorld();
    solana = world.provider('solana');
    ethereum = world.provider('ethereum');
  });
  after(() => world?.stop());

  async function mintsOf(count: number): Promise<readonly OracleCall[]> {
    const messages = await lockMany(ethereum, solana, count);
    const batch = batchOf(...(messages as [Message]));
    const committed = await execute(solana, [commitOf(messages[0] as Message, batch)]);
    assert(committed.state === 'included' && committed.success);
    return messages.map((message) => ({
      function: 'mintTokens',
      message,
      proof: packProof('mintTokens', message, batch),
    }));
  }

  it('land 32 at a time, each with its event', async () => {
    const calls = await mintsOf(64);
    for (const part of [calls.slice(0, 32), calls.slice(32)]) {
      must(await solana.simulate(part));
      const outcome = await execute(solana, part);
      assert(outcome.state === 'included' && outcome.success);
      assert.equal(outcome.events.length, 32);
    }
    assert.equal(must(await solana.balance(solAlice.address, ethereum.domain)), 64n * 10n ** 7n);
  });

  it('that fail leave the others’ effects, and name the failed call and the reason', async () => {
    const calls = await mintsOf(3);
    const again = calls[1] as OracleCall;
    assert.equal((await execute(solana, [again])).state, 'included');
    const simulated = await solana.simulate(calls);
    assert(!simulated.ok && simulated.error.code === 'AlreadyExecuted' && simulated.error.callIndex === 1);
    const outcome = await execute(solana, calls);
    assert(outcome.state === 'included' && !outcome.success && outcome.failure?.code === 'AlreadyExecuted');
    assert.equal(outcome.events.length, 2);
  });

  it('use mintTokens and releaseTokens with collected signatures', async () => {
    const [mint] = await mintsOf(1);
    const transaction = await built(solana, [mint as OracleCall]);
    const signatures = await signedBy(solana, transaction);
    const refused = await solana.releaseTokens(mint as OracleCall, signatures, transaction.anchor, solRelayer);
    assert.equal(codeOf(refused), 'WrongAssetHome');
    must(await solana.mintTokens(mint as OracleCall, signatures, transaction.anchor, solRelayer));
    const again = await solana.mintTokens(mint as OracleCall, signatures, transaction.anchor, solRelayer);
    assert(again.ok, 'the same transaction again is the one that landed');
  });

  it('can be cancelled instead, which refunds them at home', async () => {
    const message = await lock(ethereum, solana);
    const cancelled = await deliver(solana, message, 'cancelOrder');
    assert(cancelled.state === 'included' && cancelled.success);
    const [event] = cancelled.events;
    assert(event?.type === 'message');
    assert.equal(must(await solana.status(ethereum.domain, message.nonce)), 'cancelled');
    const refunded = await deliver(ethereum, event.message, 'releaseTokens');
    assert(refunded.state === 'included' && refunded.success);
  });

  it('are pending while they can land, dropped when they no longer can, and expired when that is final', async () => {
    const [mint] = await mintsOf(1);
    await world.solana.rpc('causeway_pauseSlots');
    const transaction = await built(solana, [mint as OracleCall]);
    const submission = must(await solana.prepareOracle(transaction, await signedBy(solana, transaction), solRelayer));
    const state = async () => must(await solana.outcome(submission));
    assert.equal((await state()).state, 'pending');
    await world.solana.advance(150);
    assert.equal((await state()).state, 'pending');
    await world.solana.advance(5);
    assert.deepEqual(await state(), { state: 'dropped', expired: false });
    assert.equal(codeOf(await solana.broadcast(submission)), 'BLOCKHASH_EXPIRED');
    await world.solana.advance(40);
    assert.deepEqual(await state(), { state: 'dropped', expired: true });
    await world.solana.rpc('causeway_resumeSlots');
    const outcome = await execute(solana, [mint as OracleCall]);
    assert(outcome.state === 'included' && outcome.success, 'signed anew it lands');
  });

  it('keep their fee', async () => {
    const [mint] = await mintsOf(1);
    const transaction = await built(solana, [mint as OracleCall]);
    const signatures = await signedBy(solana, transaction);
    const submission = must(await solana.prepareOracle(transaction, signatures, solRelayer));
    assert.equal(codeOf(await solana.replace(submission, solRelayer)), 'NOT_REPLACEABLE');
    assert.equal(
      codeOf(await solana.prepareOracle(transaction, signatures, solRelayer, submission)),
      'NOT_REPLACEABLE',
    );
  });
});
