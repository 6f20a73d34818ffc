import { strict as assert } from 'node:assert';
import { type ChainProvider, lockTokens, type SendArguments } from '@causeway/chains';
import { type Hex, hexToBytes, ZERO_32 } from '@causeway/protocol';
import { Connection, PublicKey, VersionedTransaction } from '@solana/web3.js';
import type { SolanaTransaction } from '../../src/solana/unsigned.ts';
import { alice, codeOf, ETHER, must } from '../support/bridges.ts';
import { mintTestTokens, SOL, solAlice } from '../support/solana.ts';
import { burn, deliver, lastMessage, lock } from '../support/traffic.ts';
import { sendThroughWallets } from '../support/transfers.ts';
import { sharedWorld, tokenWorld, type World } from '../support/worlds.ts';

describe('sending from Solana', function () {
  this.timeout(120_000);
  let world: World<'solana'>;
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
    world = await sharedWorld('solana');
    solana = world.provider('here');
    ethereum = world.provider('ethereum');
    recipient = must(ethereum.parseAddress(alice.address));
  });

  it('is refused for an amount above the largest order or beyond 64 bits', async () => {
    const refusal = async (change: Partial<SendArguments>) =>
      codeOf(await solana.prepareSend('lockTokens', solAlice, args(change)));
    assert.equal(await refusal({ localAmount: 900_000n * SOL }), 'AboveMaximum');
    assert.equal(await refusal({ localAmount: 1n << 64n }), 'AmountTooLarge');
  });

  it('can be left to a wallet', async () => {
    const [unsigned] = must(
      await solana.unsignedSend('lockTokens', solAlice.address, args()),
    ) as readonly SolanaTransaction[];
    assert(unsigned?.feePayer === solAlice.address);
    assert.equal(unsigned.instructions.at(-1)?.programId, world.here.deployment.bridges.main?.address);
    const transaction = VersionedTransaction.deserialize(Buffer.from(unsigned.transaction, 'base64'));
    const payload = `0x${Buffer.from(transaction.message.serialize()).toString('hex')}` as const;
    transaction.addSignature(new PublicKey(solAlice.address), hexToBytes(await solAlice.sign(payload)));
    const connection = new Connection(world.node.url, 'confirmed');
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
  let world: Awaited<ReturnType<typeof tokenWorld<'solana'>>>;
  let solana: ChainProvider;
  let ethereum: ChainProvider;

  before(async () => {
    world = await tokenWorld('solana', { type: 'testToken', symbol: 'TST', name: 'Test', decimals: DECIMALS });
    solana = world.provider('here');
    ethereum = world.provider('ethereum');
  });
  after(() => world?.stop());

  it('goes there and comes back', async () => {
    must(await solana.verify());
    assert.equal(must(await solana.decimals(solana.domain)), DECIMALS);
    const recipient = must(ethereum.parseAddress(alice.address));
    const args = { remote: ethereum.domain, recipient, localAmount: 5n * UNIT, reference: ZERO_32 };
    assert.equal(codeOf(await solana.prepareSend('lockTokens', solAlice, args)), 'INSUFFICIENT_FUNDS');
    const mint = new PublicKey(world.here.deployment.bridges.main?.canonicalAsset.address ?? '');
    await mintTestTokens(world.node, mint, new PublicKey(solAlice.address), 6n * UNIT);
    must(await lockTokens(solana, solAlice, args));
    assert.equal(must(await solana.balance(solAlice.address, solana.domain)), UNIT);
    await deliver(ethereum, await lastMessage(solana), 'mintTokens');
    const back = await burn(ethereum, solana, 2n * UNIT);
    await deliver(solana, back, 'releaseTokens');
    assert.equal(must(await solana.balance(solAlice.address, solana.domain)), 3n * UNIT);
    assert.equal(must(await solana.claimable(solAlice.address)), 0n);
  });

  it('carries plain transfers of coin and token between derived wallets', async () => {
    const address = world.here.deployment.bridges.main?.canonicalAsset.address ?? '';
    await mintTestTokens(world.node, new PublicKey(address), new PublicKey(solAlice.address), 6n * UNIT);
    await sendThroughWallets(solana, 'local', { address, decimals: DECIMALS });
  });

  it('passes a token of the other chain through as well', async () => {
    await deliver(solana, await lock(ethereum, solana, ETHER), 'mintTokens');
    assert.equal(must(await solana.balance(solAlice.address, ethereum.domain)), SOL);
    const limits = must(await solana.limits(ethereum.domain, 'bridged'));
    assert(limits.available > 0n && limits.available <= limits.capacity);
  });
});
