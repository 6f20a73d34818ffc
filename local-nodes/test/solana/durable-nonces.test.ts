import assert from 'node:assert/strict';
import {
  Keypair,
  LAMPORTS_PER_SOL,
  NONCE_ACCOUNT_LENGTH,
  type PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js';
import { base64, describeNode } from './support.ts';

const CONFIRMED = { encoding: 'base64', preflightCommitment: 'confirmed' } as const;

describeNode('Solana chain: durable nonces', 'paused', (test) => {
  let account: Keypair;
  const authority = Keypair.generate();

  const nonce = async (): Promise<string> => {
    const found = await test.at.confirmed.getNonce(account.publicKey);
    return found?.nonce ?? assert.fail('there is no nonce');
  };

  /** A transaction that `authority` pays, with the durable nonce `value` in the place of a block hash. */
  const durable = (value: string, instructions: readonly TransactionInstruction[]): Transaction => {
    const transaction = new Transaction({ feePayer: authority.publicKey, recentBlockhash: value }).add(
      SystemProgram.nonceAdvance({ noncePubkey: account.publicKey, authorizedPubkey: authority.publicKey }),
      ...instructions,
    );
    transaction.sign(authority);
    return transaction;
  };
  const pay = (to: PublicKey, sol = 1) =>
    SystemProgram.transfer({ fromPubkey: authority.publicKey, toPubkey: to, lamports: sol * LAMPORTS_PER_SOL });

  before(async () => {
    account = Keypair.generate();
    const lamports = await test.at.confirmed.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH);
    const create = SystemProgram.createNonceAccount({
      fromPubkey: test.payer.publicKey,
      noncePubkey: account.publicKey,
      authorizedPubkey: authority.publicKey,
      lamports,
    });
    await test.send([...create.instructions, test.transfer(authority.publicKey, 100 * LAMPORTS_PER_SOL)], [account]);
    await test.advance();
  });

  it('a transaction with one outlives every block hash, and is executed once', async () => {
    const to = Keypair.generate().publicKey;
    const value = await nonce();
    const transaction = durable(value, [pay(to)]);
    await test.advance(200);
    const simulated = await test.rpc('simulateTransaction', base64(transaction), {
      encoding: 'base64',
      commitment: 'confirmed',
      sigVerify: true,
      accounts: { addresses: [account.publicKey.toBase58()], encoding: 'base64' },
    });
    assert.equal(simulated.value.err, null);
    assert.equal(await nonce(), value, 'a simulation leaves no trace');
    assert.ok((await test.call('sendTransaction', base64(transaction), CONFIRMED)).result);
    await test.advance();
    assert.equal(await test.at.confirmed.getBalance(to), LAMPORTS_PER_SOL);
    assert.notEqual(await nonce(), value);
    await test.advance(200);
    const { error } = await test.call('sendTransaction', base64(transaction), CONFIRMED);
    assert.match(error?.message ?? '', /already been processed|Blockhash not found/);
    const other = durable(value, [pay(to, 2)]);
    assert.equal((await test.call('sendTransaction', base64(other), CONFIRMED)).error?.data.err, 'BlockhashNotFound');
  });

  it('a failing one advances it too, and costs its fee', async () => {
    const value = await nonce();
    const failing = durable(value, [pay(Keypair.generate().publicKey, 1_000_000)]);
    const before = await test.at.confirmed.getBalance(authority.publicKey);
    await test.rpc('sendTransaction', base64(failing), { ...CONFIRMED, skipPreflight: true });
    await test.advance();
    assert.notEqual(await nonce(), value);
    assert.equal(await test.at.confirmed.getBalance(authority.publicKey), before - 5_000);
    const again = durable(value, [pay(Keypair.generate().publicKey)]);
    assert.equal((await test.call('sendTransaction', base64(again), CONFIRMED)).error?.data.err, 'BlockhashNotFound');
  });

  it('it advances once per slot, by its authority alone, and only as the first instruction', async () => {
    const { blockhash: older } = await test.at.confirmed.getLatestBlockhash();
    await test.advance();
    const { blockhash: newest } = await test.at.confirmed.getLatestBlockhash();
    const to = Keypair.generate().publicKey;
    const advance = SystemProgram.nonceAdvance({
      noncePubkey: account.publicKey,
      authorizedPubkey: authority.publicKey,
    });
    const processed = async (transaction: Transaction) =>
      test.call('sendTransaction', base64(transaction), { ...CONFIRMED, preflightCommitment: 'processed' });
    assert.ok((await processed(durable(await nonce(), [pay(to)]))).result);
    const now = (await test.at.processed.getNonce(account.publicKey))?.nonce ?? '';
    assert.equal((await processed(durable(now, [pay(to)]))).error?.data.err, 'BlockhashNotFound');
    for (const recentBlockhash of [older, newest]) {
      const twice = new Transaction({ feePayer: authority.publicKey, recentBlockhash }).add(advance);
      twice.sign(authority);
      assert.deepEqual((await processed(twice)).error?.data.err, { InstructionError: [0, { Custom: 7 }] });
    }
    await test.advance();

    const value = await nonce();
    const stranger = Keypair.generate();
    const stolen = new Transaction({ feePayer: test.payer.publicKey, recentBlockhash: value }).add(
      SystemProgram.nonceAdvance({ noncePubkey: account.publicKey, authorizedPubkey: stranger.publicKey }),
    );
    stolen.sign(test.payer, stranger);
    assert.equal((await processed(stolen)).error?.data.err, 'BlockhashNotFound');
    const late = new Transaction({ feePayer: authority.publicKey, recentBlockhash: value }).add(pay(to), advance);
    late.sign(authority);
    assert.equal((await processed(late)).error?.data.err, 'BlockhashNotFound');
    assert.equal(await nonce(), value);
  });
});
