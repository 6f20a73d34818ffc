import { strict as assert } from 'node:assert';
import type { ChainProvider, KeyHandle, OracleCall, OracleTransaction } from '@causeway/chains';
import { type Hex, hexToBytes, type Message, packProof, ZERO_32 } from '@causeway/protocol';
import { PublicKey, SystemProgram, TransactionInstruction, VersionedMessage } from '@solana/web3.js';
import {
  addressBytes,
  addressOf,
  associatedTokenAddress,
  type BridgeAddresses,
  bridgeAddresses,
  claimableAddress,
  TOKEN_PROGRAM,
} from '../../src/solana/addresses.ts';
import { bridgeInstruction } from '../../src/solana/program.ts';
import { tokenAccountCreation } from '../../src/solana/token-accounts.ts';
import { alice, ETHER, must } from '../support/bridges.ts';
import {
  keyOf,
  mintTestTokens,
  SOL,
  type SolanaWorld,
  sendAs,
  solAlice,
  solOutsider,
  solRelayer,
  startSolanaWorld,
} from '../support/solana.ts';
import { batchOf, built, commitOf, deliver, deliveryOf, execute, lastMessage } from '../support/traffic.ts';

/** The Token program's SetAuthority of an account's owner. */
const SET_OWNER = [6, 2, 1];

/** 1 test token. */
const UNIT = 10n ** 6n;

describe("recipients' token accounts on Solana", function () {
  this.timeout(180_000);
  let world: SolanaWorld;
  let solana: ChainProvider;
  let ethereum: ChainProvider;
  let addresses: BridgeAddresses;
  /** Mints of the canonical asset, and of the bridged token of ether. */
  let canonical: PublicKey;
  let bridged: PublicKey;

  before(async () => {
    world = await startSolanaWorld({ type: 'testToken', symbol: 'TST', name: 'Test', decimals: 6 });
    solana = world.provider('solana');
    ethereum = world.provider('ethereum');
    addresses = bridgeAddresses(addressOf(solana.bridge));
    canonical = new PublicKey(world.deployers[0].deployment.bridges.main?.canonicalAsset.address ?? '');
    bridged = new PublicKey(must(await solana.remote(ethereum.domain))?.token ?? '');
    await mintTestTokens(world.solana, canonical, new PublicKey(solAlice.address), 10n * UNIT);
  });
  after(() => world?.stop());

  let keys = 0x300;
  const stranger = new PublicKey(solOutsider.address);
  const bytesOf = (key: KeyHandle) => addressBytes(new PublicKey(key.address));

  /** A key of nobody yet, with what lamports it needs. */
  async function newKey(): Promise<KeyHandle> {
    keys += 1;
    const key = keyOf(keys);
    await give(new PublicKey(key.address), SOL);
    return key;
  }

  const give = (toPubkey: PublicKey, lamports: bigint) =>
    sendAs(
      world.solana,
      solAlice,
      SystemProgram.transfer({ fromPubkey: new PublicKey(solAlice.address), toPubkey, lamports }),
    );

  /** A key that made over its associated account of `mint` to somebody else. */
  async function newGiver(mint: PublicKey): Promise<KeyHandle> {
    const key = await newKey();
    const owner = new PublicKey(key.address);
    const { account, instruction } = tokenAccountCreation(owner, mint, owner);
    const setOwner = new TransactionInstruction({
      programId: TOKEN_PROGRAM,
      keys: [
        { pubkey: account, isSigner: false, isWritable: true },
        { pubkey: owner, isSigner: true, isWritable: false },
      ],
      data: Buffer.from([...SET_OWNER, ...stranger.toBytes()]),
    });
    await sendAs(world.solana, key, instruction, setOwner);
    return key;
  }

  /** Locks ether for `recipient`; the message. */
  async function lockFor(recipient: Hex): Promise<Message> {
    const send = { remote: solana.domain, recipient, localAmount: ETHER, reference: ZERO_32 };
    must(await ethereum.lockTokens(alice, send));
    return lastMessage(ethereum);
  }

  /** Locks test tokens of alice's, to be refunded to `refundAddress`; the message. */
  async function lockTestTokens(refundAddress = solAlice.address): Promise<Message> {
    const recipient = must(ethereum.parseAddress(alice.address));
    const send = { remote: ethereum.domain, recipient, localAmount: UNIT, reference: ZERO_32, refundAddress };
    must(await solana.lockTokens(solAlice, send));
    return lastMessage(solana);
  }

  /** Executes `message` on Solana; whether its recipient was credited instead of paid. */
  async function credits(message: Message, use: 'mintTokens' | 'releaseTokens'): Promise<boolean> {
    const outcome = await deliver(solana, message, use);
    assert(outcome.state === 'included' && outcome.success);
    const [event] = outcome.events;
    assert(event?.type === 'executed');
    return event.credited;
  }

  /** `key` claims its credit in `mint`, to alice's account; local units of `home`'s asset that she gets by it. */
  async function claimed(key: KeyHandle, mint: PublicKey, home: ChainProvider): Promise<bigint> {
    const creditor = new PublicKey(key.address);
    const to = tokenAccountCreation(creditor, mint, new PublicKey(solAlice.address));
    const accounts = {
      creditor,
      claimable: claimableAddress(addresses.program, mint, creditor),
      to: to.account,
      ...(home === solana ? { mint: null } : { mint, escrow: null }),
    };
    const before = must(await solana.balance(solAlice.address, home.domain));
    await sendAs(world.solana, key, to.instruction, bridgeInstruction(addresses, 'claim', {}, accounts));
    return must(await solana.balance(solAlice.address, home.domain)) - before;
  }

  /** Instructions of every message: two for the compute budget, the creation where there is one, the bridge's. */
  const instructionCounts = ({ payloads }: OracleTransaction) =>
    new Set(payloads.map((payload) => VersionedMessage.deserialize(hexToBytes(payload)).compiledInstructions.length));

  describe('that were given away do not stop', () => {
    it('a mint, which is credited and can be claimed', async () => {
      const giver = await newGiver(bridged);
      assert.equal(await credits(await lockFor(bytesOf(giver)), 'mintTokens'), true);
      assert.equal(await claimed(giver, bridged, ethereum), SOL);
    });

    it('a release, which is credited and can be claimed', async () => {
      const giver = await newGiver(canonical);
      await deliver(ethereum, await lockTestTokens(), 'mintTokens');
      const localAmount = must(await ethereum.balance(alice.address, solana.domain));
      const back = { remote: solana.domain, recipient: bytesOf(giver), localAmount, reference: ZERO_32 };
      must(await ethereum.burnTokens(alice, back));
      assert.equal(await credits(await lastMessage(ethereum), 'releaseTokens'), true);
      assert.equal(await claimed(giver, canonical, solana), UNIT);
    });

    it('a refund, which is credited and can be claimed', async () => {
      const giver = await newGiver(canonical);
      await deliver(ethereum, await lockTestTokens(giver.address), 'cancelOrder');
      assert.equal(await credits(await lastMessage(ethereum), 'releaseTokens'), true);
      assert.equal(await claimed(giver, canonical, solana), UNIT);
    });

    it('a simulation', async () => {
      const message = await lockFor(bytesOf(await newGiver(bridged)));
      const [commit, mint] = deliveryOf(message, 'mintTokens') as [OracleCall, OracleCall];
      await execute(solana, [commit]);
      must(await solana.simulate([mint]));
      await execute(solana, [mint]);
    });
  });

  it('are created for those who have none, once for several deliveries of one batch', async () => {
    const recipient = await newKey();
    const messages = [await lockFor(bytesOf(recipient)), await lockFor(bytesOf(recipient))] as const;
    const batch = batchOf(...messages);
    await execute(solana, [commitOf(messages[0], batch)]);
    const mints = messages.map(
      (message): OracleCall => ({ function: 'mintTokens', message, proof: packProof('mintTokens', message, batch) }),
    );
    assert.deepEqual(instructionCounts(await built(solana, mints)), new Set([4]));
    const outcome = await execute(solana, mints);
    assert(outcome.state === 'included' && outcome.success);
    assert.equal(must(await solana.balance(recipient.address, ethereum.domain)), 2n * SOL);
  });

  it('are created also where somebody sent lamports before, so that nobody can force a credit', async () => {
    const recipient = await newKey();
    await give(associatedTokenAddress(bridged, new PublicKey(recipient.address)), SOL / 100n);
    assert.equal(await credits(await lockFor(bytesOf(recipient)), 'mintTokens'), false);
    assert.equal(must(await solana.balance(recipient.address, ethereum.domain)), SOL);
  });

  it('make another transaction of the same proposal once they are there, for everyone who builds it', async () => {
    const recipient = await newKey();
    const [commit, ...calls] = deliveryOf(await lockFor(bytesOf(recipient)), 'mintTokens');
    await execute(solana, [commit as OracleCall]);
    const anchor = must(await solana.anchor(solRelayer.address));
    const absent = must(await solana.build(anchor, calls));
    assert.deepEqual(must(await world.provider('solana').build(anchor, calls)), absent);
    assert.deepEqual(instructionCounts(absent), new Set([4]));
    const owner = new PublicKey(recipient.address);
    await sendAs(world.solana, recipient, tokenAccountCreation(owner, bridged, owner).instruction);
    const present = must(await solana.build(anchor, calls));
    assert.deepEqual(must(await world.provider('solana').build(anchor, calls)), present);
    assert.deepEqual(instructionCounts(present), new Set([3]));
    assert.notEqual(present.digest, absent.digest);
  });

  it('are looked for also where an endpoint does not show them all at once', async () => {
    const message = await lastMessage(ethereum);
    const calls = Array.from({ length: 101 }, (_, index): OracleCall => {
      const other = { ...message, recipient: bytesOf(keyOf(0x1000 + index)) };
      return { function: 'mintTokens', message: other, proof: packProof('mintTokens', other, batchOf(other)) };
    });
    must(await solana.anchor(solRelayer.address));
    const simulated = await solana.simulate(calls);
    assert(!simulated.ok && simulated.error.callIndex === 0, JSON.stringify(simulated));
  });
});
