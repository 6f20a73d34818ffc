import { strict as assert } from 'node:assert';
import type { ChainProvider, SendArguments } from '@causeway/chains';
import { type Hex, hexToBytes, type UnsignedTransactionOf, ZERO_32 } from '@causeway/protocol';
import { Connection, PublicKey, VersionedTransaction } from '@solana/web3.js';
import { bridgeAddresses } from '../../src/solana/addresses.ts';
import { bridgeInstruction } from '../../src/solana/program.ts';
import { alice, codeOf, ETHER, must } from '../support/bridges.ts';
import {
  mintTestTokens,
  SOL,
  type SolanaWorld,
  sendAs,
  solAlice,
  solDeployer,
  solOutsider,
  startSolanaWorld,
} from '../support/solana.ts';
import { allEvents, burn, deliver, lastMessage, lock } from '../support/traffic.ts';
import { sendThroughWallets } from '../support/transfers.ts';

describe('sending from Solana', function () {
  this.timeout(120_000);
  let world: SolanaWorld;
  let solana: ChainProvider;
  let ethereum: ChainProvider;
  let recipient: Hex;
  const args = (change: Partial<SendArguments> = {}): SendArguments => ({
    remote: ethereum.domain,
    recipient,
    localAmount: SOL,
    reference: ZERO_32,
    ...change,
  });

  before(async () => {
    world = await startSolanaWorld();
    solana = world.provider('solana');
    ethereum = world.provider('ethereum');
    recipient = must(ethereum.parseAddress(alice.address));
  });
  after(() => world?.stop());

  it('carries reference, refund address and amount into the message', async () => {
    const reference = `0x${'5a'.repeat(32)}` as const;
    const refund = { refundAddress: solOutsider.address, reference };
    const transaction = must(await solana.lockTokens(solAlice, args(refund)));
    const event = (await allEvents(solana)).at(-1);
    assert(event?.type === 'message' && event.at.transaction === transaction);
    assert.equal(event.message.reference, reference);
    assert.equal(event.message.sender, must(solana.parseAddress(solOutsider.address)));
    assert.deepEqual([event.message.recipient, event.message.wireAmount], [recipient, SOL]);
  });

  it('is refused before anything is signed, with the program’s own reason', async () => {
    const refusal = async (change: Partial<SendArguments>, key = solAlice) =>
      codeOf(await solana.prepareSend('lockTokens', key, args(change)));
    assert.equal(await refusal({ localAmount: 0n }), 'ZeroAmount');
    assert.equal(await refusal({ localAmount: 1n }), 'BelowMinimum');
    assert.equal(await refusal({ localAmount: 900_000n * SOL }), 'AboveMaximum');
    assert.equal(await refusal({ localAmount: 1n << 64n }), 'AmountTooLarge');
    assert.equal(await refusal({ recipient: ZERO_32 }), 'InvalidRecipient');
    assert.equal(await refusal({ remote: 77 }), 'UnknownRemote');
    assert.equal(await refusal({ refundAddress: 'nowhere' }), 'InvalidRefundAddress');
    assert.equal(await refusal({ localAmount: 2_000n * SOL }), 'INSUFFICIENT_FUNDS');
    assert.equal(await refusal({}, solOutsider), 'INSUFFICIENT_FUNDS');
    assert.equal(codeOf(await solana.prepareSend('burnTokens', solAlice, args({ remote: 77 }))), 'UnknownRemote');
  });

  it('waits while the bridge is paused', async () => {
    const addresses = bridgeAddresses(new PublicKey(world.deployers[0].deployment.bridges.main?.address ?? ''));
    const authority = new PublicKey(solDeployer.address);
    const set = (name: string) =>
      sendAs(world.solana, solDeployer, bridgeInstruction(addresses, name, {}, { authority }));
    await set('pause_outbound');
    assert.deepEqual(must(await solana.paused()), { outbound: true, inbound: false });
    const refused = await solana.prepareSend('lockTokens', solAlice, args());
    assert(!refused.ok && refused.error.code === 'OutboundPaused' && refused.error.retryable);
    await set('unpause_outbound');
    must(await solana.prepareSend('lockTokens', solAlice, args()));
  });

  it('is a separate transaction each time, also for equal amounts at once', async () => {
    const before = (await allEvents(solana)).length;
    await Promise.all([1, 2, 3].map(async () => must(await solana.lockTokens(solAlice, args()))));
    assert.equal((await allEvents(solana)).length, before + 3);
  });

  it('can be left to a wallet', async () => {
    const [unsigned] = must(
      await solana.unsignedSend('lockTokens', solAlice.address, args()),
    ) as readonly UnsignedTransactionOf<'solana'>[];
    assert(unsigned?.feePayer === solAlice.address);
    assert.equal(unsigned.instructions.at(-1)?.programId, world.deployers[0].deployment.bridges.main?.address);
    const transaction = VersionedTransaction.deserialize(Buffer.from(unsigned.transaction, 'base64'));
    const payload = `0x${Buffer.from(transaction.message.serialize()).toString('hex')}` as const;
    transaction.addSignature(new PublicKey(solAlice.address), hexToBytes(await solAlice.sign(payload)));
    const connection = new Connection(world.solana.url, 'confirmed');
    const before = must(await solana.lane(ethereum.domain)).nextOutboundNonce;
    await connection.sendRawTransaction(transaction.serialize());
    while (must(await solana.lane(ethereum.domain)).nextOutboundNonce === before);
    assert.equal((await lastMessage(solana)).nonce, before);
    assert.equal(codeOf(await solana.unsignedSend('lockTokens', undefined, args())), 'SENDER_REQUIRED');
    assert.equal(codeOf(await solana.unsignedSend('lockTokens', '0x00', args())), 'INVALID_ADDRESS');
  });
});

describe('an SPL token between Solana and an EVM chain', function () {
  this.timeout(120_000);
  const DECIMALS = 6;
  const UNIT = 10n ** BigInt(DECIMALS);
  let world: SolanaWorld;
  let solana: ChainProvider;
  let ethereum: ChainProvider;

  before(async () => {
    world = await startSolanaWorld({ type: 'testToken', symbol: 'TST', name: 'Test', decimals: DECIMALS });
    solana = world.provider('solana');
    ethereum = world.provider('ethereum');
  });
  after(() => world?.stop());

  it('goes there and comes back', async () => {
    must(await solana.verify());
    assert.equal(must(await solana.decimals(solana.domain)), DECIMALS);
    const recipient = must(ethereum.parseAddress(alice.address));
    const args = { remote: ethereum.domain, recipient, localAmount: 5n * UNIT, reference: ZERO_32 };
    assert.equal(codeOf(await solana.prepareSend('lockTokens', solAlice, args)), 'INSUFFICIENT_FUNDS');
    const mint = new PublicKey(world.deployers[0].deployment.bridges.main?.canonicalAsset.address ?? '');
    await mintTestTokens(world.solana, mint, new PublicKey(solAlice.address), 6n * UNIT);
    must(await solana.lockTokens(solAlice, args));
    assert.equal(must(await solana.balance(solAlice.address, solana.domain)), UNIT);
    const minted = await deliver(ethereum, await lastMessage(solana), 'mintTokens');
    assert(minted.state === 'included' && minted.success);
    const back = await burn(ethereum, solana, 2n * UNIT);
    const released = await deliver(solana, back, 'releaseTokens');
    assert(released.state === 'included' && released.success);
    assert.equal(must(await solana.balance(solAlice.address, solana.domain)), 3n * UNIT);
    assert.equal(must(await solana.claimable(solAlice.address)), 0n);
  });

  it('carries plain transfers of coin and token between derived wallets', async () => {
    const address = world.deployers[0].deployment.bridges.main?.canonicalAsset.address ?? '';
    await mintTestTokens(world.solana, new PublicKey(address), new PublicKey(solAlice.address), 6n * UNIT);
    await sendThroughWallets(solana, 'local', { address, decimals: DECIMALS });
  });

  it('passes a token of the other chain through as well', async () => {
    const minted = await deliver(solana, await lock(ethereum, solana, ETHER), 'mintTokens');
    assert(minted.state === 'included' && minted.success);
    assert.equal(must(await solana.balance(solAlice.address, ethereum.domain)), SOL);
    const limits = must(await solana.limits(ethereum.domain, 'bridged'));
    assert(limits.available > 0n && limits.available <= limits.capacity);
  });
});
