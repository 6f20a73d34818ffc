import { strict as assert } from 'node:assert';
import { type ChainProvider, lockTokens, type OracleCall, type OracleTransaction } from '@causeway/chains';
import { type Hex, hexToBytes, keccak256, type Message, ZERO_32 } from '@causeway/protocol';
import { PublicKey, VersionedMessage } from '@solana/web3.js';
import { addressOf, findAssociatedToken } from '../../src/solana/addresses.ts';
import { splitRaw, transactionIn } from '../../src/solana/transaction.ts';
import { actorsOf } from '../support/actors.ts';
import { must } from '../support/bridges.ts';
import { solRelayer } from '../support/solana.ts';
import { built, deliveryOf, landed, lastMessage, sent, signedBy, succeeded } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

/** Compute units that a transaction requests, and uses. */
interface Units {
  readonly asked: number;
  readonly used: number;
}

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

  /** The message of a lock for `recipient`. */
  async function lockedFor(recipient: Hex): Promise<Message> {
    const { alice, unit } = actorsOf(ethereum);
    const send = { remote: solana.domain, recipient, localAmount: unit, reference: ZERO_32 };
    must(await lockTokens(ethereum, alice, send));
    return lastMessage(ethereum);
  }

  /** Compute units that a transaction of `call` requests and uses. */
  async function unitsOf(call: OracleCall): Promise<Units> {
    const transaction = await built(solana, [call]);
    const signatures = await signedBy(solana, transaction);
    const submission = must(await solana.prepareOracle(transaction, signatures, solRelayer));
    const outcome = await landed(solana, submission);
    return { asked: limitOf(transaction), used: Number(outcome.executionUnits) };
  }

  /** The units of the commitment and of the mint of an order for `recipient`. */
  async function deliver(recipient: Hex): Promise<readonly Units[]> {
    const message = await lockedFor(recipient);
    const units: Units[] = [];
    for (const call of deliveryOf(message, 'mintTokens')) units.push(await unitsOf(call));
    return units;
  }

  const assertThrifty = ({ asked, used }: Units, what: string) =>
    assert(asked >= used && asked <= 1.3 * used, `${what}: ${asked} asked for, ${used} used`);

  it('are asked for within 1.3 times of use, also for a recipient whose accounts take long to find (S7)', async () => {
    const mint = new PublicKey(must(await solana.remote(ethereum.domain))?.token ?? '');
    for (const misses of [0, 11])
      for (const account of ['created', 'there'])
        for (const units of await deliver(recipientWith(misses, mint)))
          assertThrifty(units, `with ${misses} misses, the token account being ${account}`);
  });

  it('are at most what signers grant without a simulation', async () => {
    const message = await lastMessage(ethereum);
    const call = deliveryOf(message, 'cancelOrder')[1] as OracleCall;
    const anchor = must(await solana.anchor(solRelayer));
    const most = limitOf(must(await solana.build(anchor, [call])));
    const greedy = anchor.replace('::', ':ff:');
    assert.equal(limitOf(must(await solana.build(greedy, [call]))), most);
  });

  it('are asked for within 1.3 times of use by locks and burns (S7)', async () => {
    const { alice, unit } = actorsOf(solana);
    const recipient = must(ethereum.parseAddress(actorsOf(ethereum).alice.address));
    const args = { remote: ethereum.domain, recipient, localAmount: unit, reference: ZERO_32 };
    const own = deliveryOf(await lockedFor(must(solana.parseAddress(alice.address))), 'mintTokens');
    for (const call of own) await unitsOf(call);
    for (const operation of ['lockTokens', 'burnTokens'] as const) {
      const [submission] = await sent(solana, operation, { ...args, localAmount: unit / 10n });
      assert(submission !== undefined);
      const outcome = await succeeded(solana, submission);
      const [transaction] = splitRaw(submission.raw).map(transactionIn);
      const asked = Buffer.from(transaction?.message.compiledInstructions[0]?.data ?? []).readUInt32LE(1);
      assertThrifty({ asked, used: Number(outcome.executionUnits) }, operation);
    }
  });
});
