import { strict as assert } from 'node:assert';
import type { ChainProvider, KeyHandle } from '@causeway/chains';
import { type Lie, RpcRefusal } from '@causeway/local-nodes';
import { bytesToHex, hexToBytes, messageIdOf, ZERO_32 } from '@causeway/protocol';
import * as kit from '@solana/kit';
import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { alice, must } from '../support/bridges.ts';
import { type Endpoints, threeEndpoints } from '../support/endpoints.ts';
import { SOL, type SolanaChain, solAlice } from '../support/solana.ts';
import { allEvents, lastMessage, lock } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

/** More than a lock uses, because a version 1 transaction without a limit has no compute units at all. */
const BUDGET = { computeUnitLimit: 100_000, loadedAccountsDataSizeLimit: 1_000_000 };

const SEND = { encoding: 'base64', preflightCommitment: 'confirmed' } as const;

const roleOf = ({ isSigner, isWritable }: { readonly isSigner: boolean; readonly isWritable: boolean }) =>
  isSigner
    ? isWritable
      ? kit.AccountRole.WRITABLE_SIGNER
      : kit.AccountRole.READONLY_SIGNER
    : isWritable
      ? kit.AccountRole.WRITABLE
      : kit.AccountRole.READONLY;

const toKit = ({ programId, keys, data }: TransactionInstruction) => ({
  programAddress: kit.address(programId.toBase58()),
  accounts: keys.map(({ pubkey, ...flags }) => ({ address: kit.address(pubkey.toBase58()), role: roleOf(flags) })),
  data: Uint8Array.from(data),
});

/**
 * Sends `instructions` in a version 1 transaction that `key` signs and pays. Returns its signature once it is
 * confirmed.
 */
async function sendVersion1(
  chain: SolanaChain,
  key: KeyHandle,
  ...instructions: readonly TransactionInstruction[]
): Promise<string> {
  const rpc = kit.createSolanaRpc(chain.url);
  const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  const payer = kit.address(key.address);
  const message = kit.pipe(
    kit.createTransactionMessage({ version: 1 }),
    (empty) => kit.setTransactionMessageFeePayer(payer, empty),
    (paid) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (dated) => kit.setTransactionMessageConfig(BUDGET, dated),
    (limited) => kit.appendTransactionMessageInstructions(instructions.map(toKit), limited),
  );
  const transaction = kit.compileTransaction(message);
  const signature = hexToBytes(await key.sign(bytesToHex(Uint8Array.from(transaction.messageBytes))));
  const signed = { ...transaction, signatures: { [payer]: signature as kit.SignatureBytes } };
  const wire = kit.getBase64EncodedWireTransaction(signed);
  const reference = (await chain.rpc('sendTransaction', wire, SEND)) as string;
  const status = async () => (await rpc.getSignatureStatuses([reference as kit.Signature]).send()).value[0];
  for (let seen = await status(); seen?.confirmationStatus !== 'confirmed'; seen = await status()) {
    assert.equal(seen?.err ?? null, null);
  }
  return reference;
}

/** Refuses to show `transaction`, like a validator that was not asked for its version. */
const ofUnknownVersion =
  (transaction: string): Lie =>
  ({ method, params }, result) =>
    method === 'getTransaction' && params[0] === transaction
      ? new RpcRefusal('Transaction version (2) is not supported by the requesting client.', -32_015)
      : result;

describe('Solana transactions of every version', function () {
  this.timeout(120_000);
  let world: World<'solana'>;
  let solana: ChainProvider;
  let ethereum: ChainProvider;
  let endpoints: Endpoints;

  before(async () => {
    world = await sharedWorld('solana');
    endpoints = await threeEndpoints(world.node.url);
    solana = world.provider('here', { rpc: endpoints.urls });
    ethereum = world.provider('ethereum');
  });
  after(async () => {
    await endpoints?.stop();
  });

  const behave = (...lies: readonly Lie[]) => endpoints.behave(...lies);

  /** The bridge's instruction of a lock by alice. */
  async function lockInstruction(): Promise<TransactionInstruction> {
    const recipient = must(ethereum.parseAddress(alice.address));
    const args = { remote: ethereum.domain, recipient, localAmount: SOL, reference: ZERO_32 };
    const [submission] = must(await solana.prepareSend('lockTokens', solAlice, args));
    const { message } = VersionedTransaction.deserialize(Buffer.from(submission?.raw ?? '', 'base64'));
    const { instructions } = TransactionMessage.decompile(message);
    return instructions.find(
      ({ programId }) => !programId.equals(ComputeBudgetProgram.programId),
    ) as TransactionInstruction;
  }

  /**
   * Anyone can add this to a bridge's history for the price of a fee: an empty transfer that names its event authority.
   */
  function bystander(): Promise<string> {
    const program = new PublicKey(world.here.deployment.bridges.main?.address ?? '');
    const [pubkey] = PublicKey.findProgramAddressSync([Buffer.from('__event_authority')], program);
    const payer = new PublicKey(solAlice.address);
    const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 0 });
    transfer.keys.push({ pubkey, isSigner: false, isWritable: false });
    return sendVersion1(world.node, solAlice, transfer);
  }

  it('a lock in a version 1 transaction is read with its message', async () => {
    const older = await lock(solana, ethereum);
    const reference = await sendVersion1(world.node, solAlice, await lockInstruction());
    await assert.rejects(
      world.node.rpc('getTransaction', reference, { maxSupportedTransactionVersion: 0, commitment: 'confirmed' }),
      /Transaction version \(1\) is not supported by the requesting client/,
    );
    const message = await lastMessage(solana);
    assert.equal(message.nonce, older.nonce + 1n);
    const event = (await allEvents(solana)).findLast(({ at }) => at.transaction === reference);
    assert(event?.type === 'message');
    assert.equal(event.messageId, messageIdOf(message));
  });

  it('a version 1 transaction that only names the bridge’s event authority stops nothing', async () => {
    const before = await allEvents(solana);
    await bystander();
    assert.deepEqual(await allEvents(solana), before);
  });

  it('S1: an unknown version is named by the scan, which shows everything else', async () => {
    const before = await allEvents(solana);
    const reference = await bystander();
    const lie = ofUnknownVersion(reference);
    behave(lie, lie, lie);
    const scan = must(await solana.scan(0, must(await solana.head()).number));
    assert.deepEqual(scan.unreadable, [reference]);
    assert.deepEqual(scan.events, before);
  });

  it('S4: transactions without an event of the bridge are counted', async () => {
    const { number } = must(await solana.head());
    await bystander();
    await bystander();
    const scan = must(await solana.scan(number + 1, must(await solana.head()).number));
    assert.deepEqual([scan.unrelated, scan.events.length, scan.unreadable], [2, 0, []]);
  });

  it('one endpoint that claims an unknown version changes nothing', async () => {
    const reference = await bystander();
    const before = await allEvents(solana);
    behave(ofUnknownVersion(reference));
    assert.deepEqual(await allEvents(solana), before);
  });

  afterEach(() => behave());
});
