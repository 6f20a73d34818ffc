import { strict as assert } from 'node:assert';
import { type ChainProvider, lockTokens, type OracleTransaction } from '@causeway/chains';
import { type Hex, hexToBytes, keccak256, ZERO_32 } from '@causeway/protocol';
import { PublicKey, VersionedMessage } from '@solana/web3.js';
import { addressOf, findAssociatedToken } from '../../src/solana/addresses.ts';
import { actorsOf } from '../support/actors.ts';
import { must } from '../support/bridges.ts';
import { solRelayer } from '../support/solana.ts';
import { batchOf, built, commitOf, deliveryOf, execute, lastMessage, settled, signedBy } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

describe('compute units of a delivery to Solana', function () {
  this.timeout(120_000);
  let world: World<'solana'>;
  let solana: ChainProvider;
  let ethereum: ChainProvider;
  before(async () => {
    world = await sharedWorld('solana');
    solana = world.provider('here');
    ethereum = world.provider('ethereum');
  });

  /** A recipient for whose token account of `mint` the derivation skips `misses` candidates. */
  function recipientWith(misses: number, mint: PublicKey): Hex {
    for (let recipient = keccak256('0x'); ; recipient = keccak256(recipient)) {
      if (findAssociatedToken(mint, addressOf(recipient)).misses === misses) return recipient;
    }
  }

  /** The limit in the first instruction: a tag, then 32 bits. */
  function limitOf({ payloads }: OracleTransaction): number {
    const message = VersionedMessage.deserialize(hexToBytes(payloads[0] as Hex));
    return Buffer.from(message.compiledInstructions[0]?.data as Uint8Array).readUInt32LE(1);
  }

  /** The compute units that a mint to `recipient` leaves unused. */
  async function roomOf(recipient: Hex): Promise<number> {
    const { alice, unit } = actorsOf(ethereum);
    const send = { remote: solana.domain, recipient, localAmount: unit, reference: ZERO_32 };
    must(await lockTokens(ethereum, alice, send));
    const message = await lastMessage(ethereum);
    await execute(solana, [commitOf(message, batchOf(message))]);
    const transaction = await built(solana, deliveryOf(message, 'mintTokens').slice(1));
    const signatures = await signedBy(solana, transaction);
    const submission = must(await solana.prepareOracle(transaction, signatures, solRelayer));
    must(await solana.broadcast(submission));
    const outcome = await settled(solana, submission);
    assert(outcome.state === 'included' && outcome.success);
    return limitOf(transaction) - Number(outcome.executionUnits);
  }

  it('leave the same margin for a recipient whose accounts take long to find', async () => {
    const mint = new PublicKey(must(await solana.remote(ethereum.domain))?.token ?? '');
    const [quickly, slowly] = [recipientWith(0, mint), recipientWith(11, mint)];
    for (const account of ['created', 'there']) {
      const quick = await roomOf(quickly);
      const slow = await roomOf(slowly);
      assert(slow >= quick, `${slow} where ${quick} is left for others, the token account being ${account}`);
    }
  });
});
