import { strict as assert } from 'node:assert';
import {
  burnTokens,
  type ChainProvider,
  claimCredit,
  type KeyHandle,
  lockTokens,
  type OracleCall,
  type OracleTransaction,
} from '@causeway/chains';
import { type Hex, hexToBytes, type Message, ZERO_32 } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { PublicKey, SystemProgram, TransactionInstruction, VersionedMessage } from '@solana/web3.js';
import { addressBytes, associatedTokenAddress, TOKEN_PROGRAM } from '../../src/solana/addresses.ts';
import { SolanaRpc } from '../../src/solana/rpc.ts';
import { tokenAccountCreation } from '../../src/solana/token-accounts.ts';
import { solanaTransaction } from '../../src/solana/unsigned.ts';
import { alice, ETHER, must } from '../support/bridges.ts';
import { keyOf, mintTestTokens, SOL, sendAs, solAlice, solOutsider, solRelayer } from '../support/solana.ts';
import {
  batchOf,
  built,
  commitOf,
  deliver,
  deliveryOf,
  execute,
  executionOf,
  lastMessage,
} from '../support/traffic.ts';
import { tokenWorld } from '../support/worlds.ts';

/** The Token program's SetAuthority of an account's owner. */
const SET_OWNER = [6, 2, 1];

/** 1 test token. */
const UNIT = 10n ** 6n;

describe("recipients' token accounts on Solana", function () {
  this.timeout(180_000);
  let world: Awaited<ReturnType<typeof tokenWorld<'solana'>>>;
  let solana: ChainProvider;
  let ethereum: ChainProvider;
  /** Mints of the canonical asset, and of the bridged token of ether. */
  let canonical: PublicKey;
  let bridged: PublicKey;

  before(async () => {
    world = await tokenWorld('solana', { type: 'testToken', symbol: 'TST', name: 'Test', decimals: 6 });
    solana = world.provider('here');
    ethereum = world.provider('ethereum');
    canonical = new PublicKey(world.here.deployment.bridges.main?.canonicalAsset.address ?? '');
    bridged = new PublicKey(must(await solana.remote(ethereum.domain))?.token ?? '');
    await mintTestTokens(world.node, canonical, new PublicKey(solAlice.address), 10n * UNIT);
  });
  after(() => world?.stop());

  let keys = 0x300;
  const stranger = new PublicKey(solOutsider.address);
  const bytesOf = (key: KeyHandle) => addressBytes(new PublicKey(key.address));

  /** A new key with the lamports that it needs. */
  async function newKey(): Promise<KeyHandle> {
    keys += 1;
    const key = keyOf(keys);
    await give(new PublicKey(key.address), SOL);
    return key;
  }

  const give = (toPubkey: PublicKey, lamports: bigint) =>
    sendAs(
      world.node,
      solAlice,
      SystemProgram.transfer({ fromPubkey: new PublicKey(solAlice.address), toPubkey, lamports }),
    );

  /** A key that gave its associated account of `mint` to somebody else. */
  async function newGiver(mint: PublicKey): Promise<KeyHandle> {
    const key = await newKey();
    const owner = new PublicKey(key.address);
    await sendAs(world.node, key, tokenAccountCreation(owner, mint, owner).instruction, givingAway(owner, mint));
    return key;
  }

  /** Gives the associated account of `owner` to a stranger. */
  const givingAway = (owner: PublicKey, mint: PublicKey) =>
    new TransactionInstruction({
      programId: TOKEN_PROGRAM,
      keys: [
        { pubkey: associatedTokenAddress(mint, owner), isSigner: false, isWritable: true },
        { pubkey: owner, isSigner: true, isWritable: false },
      ],
      data: Buffer.from([...SET_OWNER, ...stranger.toBytes()]),
    });

  /** Locks ether for `recipient`. Returns the message. */
  async function lockFor(recipient: Hex): Promise<Message> {
    const send = { remote: solana.domain, recipient, localAmount: ETHER, reference: ZERO_32 };
    must(await lockTokens(ethereum, alice, send));
    return lastMessage(ethereum);
  }

  /** Locks alice's test tokens, refundable to `refundAddress`. Returns the message. */
  async function lockTestTokens(refundAddress = solAlice.address): Promise<Message> {
    const recipient = must(ethereum.parseAddress(alice.address));
    const send = { remote: ethereum.domain, recipient, localAmount: UNIT, reference: ZERO_32, refundAddress };
    must(await lockTokens(solana, solAlice, send));
    return lastMessage(solana);
  }

  /** Executes `message` on Solana. True when its recipient was credited instead of paid. */
  async function credits(message: Message, use: 'mintTokens' | 'releaseTokens'): Promise<boolean> {
    const outcome = await deliver(solana, message, use);
    const [event] = outcome.events;
    assert(event?.type === 'executed');
    return event.credited;
  }

  /**
   * Claims the credit of `key` in `home`'s asset to alice's account. Returns the local units of `home`'s asset that she
   * gets.
   */
  async function claimed(key: KeyHandle, home: ChainProvider): Promise<bigint> {
    const before = must(await solana.balance(solAlice.address, home.domain));
    const credit = must(await solana.claimable(key.address, home.domain));
    assert.notEqual(credit, 0n);
    // Only credits of the canonical asset are of what the bridge holds.
    assert.equal(must(await solana.credits()), home === solana ? credit : 0n);
    const [unsigned, ...more] = must(
      await solana.unsignedClaim(key.address, { home: home.domain, to: solAlice.address }),
    );
    const { feePayer, instructions } = solanaTransaction.parse(unsigned);
    assert.deepEqual([feePayer, more], [key.address, []]);
    assert.equal(instructions.at(-1)?.programId, solana.creditor);
    must(await claimCredit(solana, key, { home: home.domain, to: solAlice.address }));
    assert.equal(must(await solana.credits()), 0n);
    assert.equal(must(await solana.claimable(key.address, home.domain)), 0n);
    return must(await solana.balance(solAlice.address, home.domain)) - before;
  }

  /**
   * Number of instructions in every message: two for the compute budget, the creation if there is one, the bridge's.
   */
  const instructionCounts = ({ payloads }: OracleTransaction) =>
    new Set(payloads.map((payload) => VersionedMessage.deserialize(hexToBytes(payload)).compiledInstructions.length));

  describe('that were given away do not stop', () => {
    it('a mint, which is credited and can be claimed', async () => {
      const giver = await newGiver(bridged);
      assert.equal(await credits(await lockFor(bytesOf(giver)), 'mintTokens'), true);
      assert.equal(await claimed(giver, ethereum), SOL);
    });

    it('a release, which is credited and can be claimed', async () => {
      const giver = await newGiver(canonical);
      await deliver(ethereum, await lockTestTokens(), 'mintTokens');
      const localAmount = must(await ethereum.balance(alice.address, solana.domain));
      const back = { remote: solana.domain, recipient: bytesOf(giver), localAmount, reference: ZERO_32 };
      must(await burnTokens(ethereum, alice, back));
      assert.equal(await credits(await lastMessage(ethereum), 'releaseTokens'), true);
      assert.equal(await claimed(giver, solana), UNIT);
    });

    it('a refund, which is credited and can be claimed', async () => {
      const giver = await newGiver(canonical);
      await deliver(ethereum, await lockTestTokens(giver.address), 'cancelOrder');
      assert.equal(await credits(await lastMessage(ethereum), 'releaseTokens'), true);
      assert.equal(await claimed(giver, solana), UNIT);
    });

    it('a simulation', async () => {
      const message = await lockFor(bytesOf(await newGiver(bridged)));
      const [commit, mint] = deliveryOf(message, 'mintTokens') as [OracleCall, OracleCall];
      await execute(solana, [commit]);
      must(await solana.simulate([mint]));
      await execute(solana, [mint]);
    });
  });

  it('are created for recipients without one, once for several deliveries of one batch', async () => {
    const recipient = await newKey();
    const messages = [await lockFor(bytesOf(recipient)), await lockFor(bytesOf(recipient))] as const;
    const batch = batchOf(...messages);
    await execute(solana, [commitOf(messages[0], batch)]);
    const mints = messages.map((message) => executionOf('mintTokens', message, batch));
    assert.deepEqual(instructionCounts(await built(solana, mints)), new Set([5]));
    await execute(solana, mints);
    assert.equal(must(await solana.balance(recipient.address, ethereum.domain)), 2n * SOL);
  });

  it('are created even after somebody sent lamports, so that nobody can force a credit', async () => {
    const recipient = await newKey();
    await give(associatedTokenAddress(bridged, new PublicKey(recipient.address)), SOL / 100n);
    assert.equal(await credits(await lockFor(bytesOf(recipient)), 'mintTokens'), false);
    assert.equal(must(await solana.balance(recipient.address, ethereum.domain)), SOL);
  });

  describe('that are to be left as they are', () => {
    const withMask = (anchor: string, mask: string) => anchor.replace(/[^:]+$/, mask);
    /** The calls that mint ether for `recipients`, under a root on chain. */
    async function mintsFor(...recipients: readonly KeyHandle[]): Promise<readonly OracleCall[]> {
      const messages: Message[] = [];
      for (const recipient of recipients) messages.push(await lockFor(bytesOf(recipient)));
      const batch = batchOf(...(messages as [Message, ...Message[]]));
      await execute(solana, [commitOf(messages[0] as Message, batch)]);
      return messages.map((message) => executionOf('mintTokens', message, batch));
    }

    it('were given away: the anchor marks only their calls', async () => {
      const [absent, giver, owner] = [await newKey(), await newGiver(bridged), await newKey()];
      const ownKey = new PublicKey(owner.address);
      await sendAs(world.node, owner, tokenAccountCreation(ownKey, bridged, ownKey).instruction);
      const calls = await mintsFor(absent, giver, owner);
      const anchor = must(await solana.bind(must(await solana.anchor(solRelayer)), calls));
      assert.match(anchor, /:2$/);
      assert.deepEqual(solana.assumed?.(anchor), [1]);
      const counts = async (call: number) => {
        const only = calls.slice(call, call + 1);
        return [...instructionCounts(await built(solana, only))];
      };
      assert.deepEqual([await counts(0), await counts(1), await counts(2)], [[5], [4], [5]]);
      const outcome = await execute(solana, calls);
      const credited = outcome.events.map((event) => event.type === 'executed' && event.credited);
      assert.deepEqual(credited, [false, true, false]);
    });

    it("must be given away in every builder's view: otherwise the builder names the call", async () => {
      const [giver, absent, owner, sent] = [await newGiver(bridged), await newKey(), await newKey(), await newKey()];
      const ownKey = new PublicKey(owner.address);
      await sendAs(world.node, owner, tokenAccountCreation(ownKey, bridged, ownKey).instruction);
      await give(associatedTokenAddress(bridged, new PublicKey(sent.address)), SOL / 100n);
      const calls = await mintsFor(giver, absent, owner, sent);
      const anchor = must(await solana.anchor(solRelayer));
      for (const [mask, callIndex] of [
        ['3', 1],
        ['5', 2],
        ['9', 3],
        ['f', 1],
      ] as const) {
        const result = await solana.build(withMask(anchor, mask), calls);
        assert(!result.ok && result.error.code === 'ACCOUNT_CREATION_NEEDED' && result.error.retryable, mask);
        assert.equal(result.error.callIndex, callIndex, mask);
      }
      must(await solana.build(withMask(anchor, '1'), calls));
    });

    it('may have any owner for a builder whose messages create them', async () => {
      const recipient = await newKey();
      const calls = await mintsFor(recipient);
      const anchor = must(await solana.bind(must(await solana.anchor(solRelayer)), calls));
      const absent = must(await solana.build(anchor, calls));
      const owner = new PublicKey(recipient.address);
      await sendAs(world.node, recipient, tokenAccountCreation(owner, bridged, owner).instruction);
      const present = must(await world.provider('here').build(anchor, calls));
      await sendAs(world.node, recipient, givingAway(owner, bridged));
      const given = must(await world.provider('here').build(anchor, calls));
      assert.deepEqual([present, given], [absent, absent]);
      assert.match(must(await solana.bind(anchor, calls)), /:1$/);
    });
  });

  it('on which no two endpoints agree do not block reads of the others', async () => {
    const [restless, calm] = [keyOf(0x2001).address, keyOf(0x2002).address];
    const requests: number[] = [];
    const endpoints = ['AA==', 'Ag==', 'Aw=='].map((data) => ({
      label: data,
      send: async (_method: string, [asked]: readonly unknown[]) => {
        const addresses = asked as readonly string[];
        requests.push(addresses.length);
        const account = { owner: TOKEN_PROGRAM.toBase58(), lamports: 1, executable: false };
        return {
          context: { slot: 1 },
          value: addresses.map((address) => ({ ...account, data: [address === restless ? data : 'AQ==', 'base64'] })),
        };
      },
    }));
    const clock: Clock = {
      now: () => 0,
      monotonic: () => 0,
      after(_ms, task) {
        queueMicrotask(task);
        return () => {};
      },
    };
    const rpc = new SolanaRpc(endpoints, 2, clock);
    const dataOf = (addresses: readonly string[]) => rpc.accountParts(addresses, (account) => account?.data);
    assert.deepEqual(must(await dataOf([restless, calm])), [undefined, 'AQ==']);
    requests.length = 0;
    const other = keyOf(0x2003).address;
    assert.deepEqual(must(await dataOf([calm, other, calm])), ['AQ==', 'AQ==', 'AQ==']);
    assert.deepEqual(requests, [2, 2], 'where they agree all are read at once, each once');
    requests.length = 0;
    assert.deepEqual((await Promise.all([dataOf([calm]), dataOf([other])])).map(must), [['AQ=='], ['AQ==']]);
    assert.deepEqual(requests, [2, 2], 'also for several who ask in one turn');
  });

  it('are read completely even when an endpoint does not show them all at once', async () => {
    const message = await lastMessage(ethereum);
    const calls = Array.from({ length: 101 }, (_, index) => {
      const other = { ...message, recipient: bytesOf(keyOf(0x1000 + index)) };
      return executionOf('mintTokens', other, batchOf(other));
    });
    must(await solana.anchor(solRelayer));
    const simulated = await solana.simulate(calls);
    assert(!simulated.ok && simulated.error.callIndex === 0, JSON.stringify(simulated));
  });
});
