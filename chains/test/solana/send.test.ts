import { strict as assert } from 'node:assert';
import type { ChainProvider, SendArguments } from '@causeway/chains';
import { type Hex, hexToBytes, ZERO_32 } from '@causeway/protocol';
import { Connection, PublicKey, VersionedTransaction } from '@solana/web3.js';
import type { SolanaTransaction } from '../../src/solana/unsigned.ts';
import { alice, codeOf, must } from '../support/bridges.ts';
import { SOL, solAlice } from '../support/solana.ts';
import { lastMessage } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

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
