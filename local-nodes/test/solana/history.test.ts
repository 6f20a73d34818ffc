import assert from 'node:assert/strict';
import { createTransferCheckedInstruction, getAssociatedTokenAddressSync } from '@solana/spl-token';
import {
  ComputeBudgetProgram,
  Keypair,
  LAMPORTS_PER_SOL,
  SystemProgram,
  type TokenBalance,
  TransactionInstruction,
} from '@solana/web3.js';
import { createToken } from './spl.ts';
import { describeNode, MEMO } from './support.ts';

const VERSION = { maxSupportedTransactionVersion: 0 } as const;

describeNode('Solana chain: transaction and block history', 'paused', (test) => {
  it('a transaction shows its fee, its balances before and after, its logs and its units', async () => {
    const to = Keypair.generate().publicKey;
    const [limit, price] = [10_000, 2_500_001];
    const before = BigInt((await test.rpc('getBalance', test.payer.publicKey.toBase58())).value);
    const signature = await test.send([
      ComputeBudgetProgram.setComputeUnitLimit({ units: limit }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }),
      test.transfer(to, LAMPORTS_PER_SOL),
    ]);
    await test.advance();
    const shown = await test.at.confirmed.getTransaction(signature, VERSION);
    const fee = 5_000 + Math.ceil((limit * price) / 1_000_000);
    assert.equal(shown?.meta?.fee, fee);
    const balances = await test.rpc('getTransaction', signature, { commitment: 'confirmed' });
    assert.deepEqual(balances.meta.preBalances.slice(0, 2), [Number(before), 0]);
    assert.deepEqual(balances.meta.postBalances.slice(0, 2), [
      Number(before) - fee - LAMPORTS_PER_SOL,
      LAMPORTS_PER_SOL,
    ]);
    assert.equal(await test.at.confirmed.getBalance(test.payer.publicKey), Number(before) - fee - LAMPORTS_PER_SOL);
    assert.equal(shown?.meta?.computeUnitsConsumed, 450);
    assert.ok(shown?.meta?.logMessages?.includes(`Program ${SystemProgram.programId} success`));
  });

  it('the fee quoted for a message is the fee that is taken', async () => {
    const transaction = await test.signed([
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 }),
      test.transfer(Keypair.generate().publicKey, LAMPORTS_PER_SOL),
      new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from('two kinds of default limits') }),
    ]);
    const fee = (await test.at.confirmed.getFeeForMessage(transaction.compileMessage())).value;
    const before = await test.at.processed.getBalance(test.payer.publicKey);
    await test.at.processed.sendRawTransaction(transaction.serialize());
    const after = await test.at.processed.getBalance(test.payer.publicKey);
    assert.equal(before - after - LAMPORTS_PER_SOL, fee);
    assert.ok((fee ?? 0) > 200_000);
  });

  it('a failed transaction that paid its fee is in the history with its error', async () => {
    const poor = Keypair.generate();
    await test.send([test.transfer(poor.publicKey, LAMPORTS_PER_SOL)]);
    const before = await test.at.processed.getBalance(test.payer.publicKey);
    const transaction = await test.signed(
      [SystemProgram.transfer({ fromPubkey: poor.publicKey, toPubkey: MEMO, lamports: 2 * LAMPORTS_PER_SOL })],
      [poor],
    );
    const signature = await test.at.processed.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    await test.advance();
    const error = { InstructionError: [0, { Custom: 1 }] };
    const shown = await test.at.confirmed.getTransaction(signature, VERSION);
    assert.deepEqual(shown?.meta?.err, error);
    assert.deepEqual((await test.at.confirmed.getSignatureStatus(signature)).value?.err, error);
    const [newest] = await test.at.confirmed.getSignaturesForAddress(poor.publicKey, { limit: 1 });
    assert.deepEqual([newest?.signature, newest?.err], [signature, error]);
    assert.equal(await test.at.processed.getBalance(test.payer.publicKey), before - 10_000);
  });

  it('inner instructions show their caller and their stack height', async () => {
    const token = await createToken(test, 6);
    const owner = Keypair.generate().publicKey;
    const signature = await token.openAccount(owner);
    await test.advance();
    const { meta, transaction } = await test.rpc('getTransaction', signature, { commitment: 'confirmed' });
    const [{ index, instructions }] = meta.innerInstructions;
    assert.equal(index, 0);
    const programs = instructions.map(
      (one: { programIdIndex: number }) => transaction.message.accountKeys[one.programIdIndex],
    );
    assert.ok(programs.includes(SystemProgram.programId.toBase58()));
    assert.ok(instructions.every(({ stackHeight }: { stackHeight: number }) => stackHeight === 2));
    const parsed = await test.at.confirmed.getParsedTransaction(signature, VERSION);
    const [calls] = parsed?.meta?.innerInstructions ?? [];
    assert.ok(calls?.instructions.some(({ programId }) => programId.equals(SystemProgram.programId)));
  });

  it('token balances show what each token account held before and after', async () => {
    const token = await createToken(test, 6);
    const to = Keypair.generate().publicKey;
    await token.openAccount(to);
    await token.mint(test.payer.publicKey, 5_000_000n);
    await test.advance();
    const { payer } = test;
    const source = getAssociatedTokenAddressSync(token.address, payer.publicKey);
    const target = getAssociatedTokenAddressSync(token.address, to);
    const signature = await test.send([
      createTransferCheckedInstruction(source, token.address, target, payer.publicKey, 1_500_000n, 6),
    ]);
    await test.advance();
    const { meta } = (await test.at.confirmed.getTransaction(signature, VERSION)) ?? {};
    const amounts = (balances: readonly TokenBalance[]) =>
      Object.fromEntries(balances.map(({ owner, uiTokenAmount }) => [owner, uiTokenAmount.uiAmountString]));
    const [us, them] = [payer.publicKey.toBase58(), to.toBase58()];
    assert.deepEqual(amounts(meta?.preTokenBalances ?? []), { [us]: '5', [them]: '0' });
    assert.deepEqual(amounts(meta?.postTokenBalances ?? []), { [us]: '3.5', [them]: '1.5' });
  });

  it('signatures of an address come newest first, in pages between two signatures', async () => {
    const to = Keypair.generate().publicKey;
    const sent: string[] = [];
    for (let i = 0; i < 6; i++) {
      sent.push(await test.send([test.transfer(to, LAMPORTS_PER_SOL + i)]));
      if (i % 2 === 1) await test.advance();
    }
    const newest = [...sent].reverse();
    const page = async (options: { before?: string; until?: string; limit?: number }) =>
      (await test.at.confirmed.getSignaturesForAddress(to, options)).map(({ signature }) => signature);
    assert.deepEqual(await page({}), newest);
    assert.deepEqual(await page({ limit: 2 }), newest.slice(0, 2));
    assert.deepEqual(await page({ before: newest[1] as string }), newest.slice(2));
    assert.deepEqual(await page({ until: newest[4] as string }), newest.slice(0, 4));
    assert.deepEqual(await page({ before: newest[0] as string, until: newest[3] as string }), newest.slice(1, 3));
    const open = await test.send([test.transfer(to, 2 * LAMPORTS_PER_SOL)]);
    assert.ok(!(await page({})).includes(open), 'a transaction of the open slot is not confirmed');
    assert.deepEqual(await test.at.finalized.getSignaturesForAddress(to), []);
  });

  it('a memo is shown beside its signature', async () => {
    const signature = await test.send([
      new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from('hello') }),
    ]);
    await test.advance();
    const [newest] = await test.at.confirmed.getSignaturesForAddress(MEMO, { limit: 1 });
    assert.deepEqual([newest?.signature, newest?.memo], [signature, '[5] hello']);
  });

  it('a block holds its transactions in order, in every form', async () => {
    const sent = [
      await test.send([test.transfer(Keypair.generate().publicKey, LAMPORTS_PER_SOL)]),
      await test.send([test.transfer(Keypair.generate().publicKey, LAMPORTS_PER_SOL)]),
    ];
    const slot = await test.at.processed.getSlot();
    await test.advance();
    const full = await test.at.confirmed.getBlock(slot, VERSION);
    assert.deepEqual(
      full?.transactions.slice(-2).map(({ transaction }) => transaction.signatures[0]),
      sent,
    );
    const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
    const signatures = await test.rpc('getBlock', slot, { ...config, transactionDetails: 'signatures' });
    assert.deepEqual(signatures.signatures.slice(-2), sent);
    const accounts = await test.rpc('getBlock', slot, { ...config, transactionDetails: 'accounts' });
    const { accountKeys } = accounts.transactions.at(-1).transaction;
    assert.deepEqual(accountKeys[0], {
      ...{ pubkey: test.payer.publicKey.toBase58(), signer: true, writable: true, source: 'transaction' },
    });
    const none = await test.rpc('getBlock', slot, { ...config, transactionDetails: 'none', rewards: false });
    assert.deepEqual(Object.keys(none).sort(), [
      'blockHeight',
      'blockTime',
      'blockhash',
      'parentSlot',
      'previousBlockhash',
    ]);
    const base64 = await test.rpc('getTransaction', sent[0], { ...config, encoding: 'base64' });
    const base58 = await test.rpc('getTransaction', sent[0], { ...config, encoding: 'base58' });
    assert.deepEqual([base64.transaction[1], base58.transaction[1]], ['base64', 'base58']);
    const parsed = await test.at.confirmed.getParsedTransaction(sent[0] as string, VERSION);
    assert.ok(parsed?.transaction.message.instructions[0]?.programId.equals(SystemProgram.programId));
  });

  it('blocks of future, skipped and open slots are each refused with a specific error', async () => {
    const open = await test.at.processed.getSlot();
    await test.rpc('causeway_skipSlots', 3);
    const error = async (slot: number, commitment: string) =>
      (await test.call('getBlock', slot, { commitment, transactionDetails: 'none' })).error;
    assert.equal((await error(open + 4, 'confirmed'))?.code, -32004, 'the open slot');
    assert.equal((await error(open + 1_000, 'confirmed'))?.code, -32004);
    assert.equal((await error(open, 'finalized'))?.code, -32004, 'confirmed, asked for as final');
    assert.equal((await error(open + 1, 'confirmed'))?.code, -32004, 'skipped, not final yet');
    assert.equal((await error(open, 'processed'))?.code, -32602);
    await test.advance(32);
    assert.deepEqual(await error(open + 1, 'confirmed'), {
      ...{ code: -32007, message: `Slot ${open + 1} was skipped, or missing due to ledger jump to recent snapshot` },
    });
    assert.equal((await test.call('getBlockTime', open + 1)).error?.code, -32007);
    assert.deepEqual(await test.at.confirmed.getBlocks(open, open + 5), [open, open + 4, open + 5]);
    assert.deepEqual(await test.rpc('getBlocksWithLimit', open, 2), [open, open + 4]);
  });

  it('statuses of long ago are found only when the history is searched', async () => {
    const signature = await test.send([test.transfer(Keypair.generate().publicKey, LAMPORTS_PER_SOL)]);
    await test.advance(400);
    assert.equal((await test.at.confirmed.getSignatureStatus(signature)).value, null);
    const { value } = await test.at.confirmed.getSignatureStatus(signature, { searchTransactionHistory: true });
    assert.equal(value?.confirmationStatus, 'finalized');
  });

  it('airdrops are transactions like any other, also two of the same amount', async () => {
    const to = Keypair.generate().publicKey;
    const signatures = [
      await test.at.confirmed.requestAirdrop(to, LAMPORTS_PER_SOL),
      await test.at.confirmed.requestAirdrop(to, LAMPORTS_PER_SOL),
    ];
    await test.advance();
    assert.equal(await test.at.confirmed.getBalance(to), 2 * LAMPORTS_PER_SOL);
    const listed = await test.at.confirmed.getSignaturesForAddress(to);
    assert.deepEqual(
      listed.map(({ signature }) => signature),
      signatures.reverse(),
    );
  });

  it('an airdrop that would leave an account below rent exemption is refused with the reason', async () => {
    const { error } = await test.call('requestAirdrop', Keypair.generate().publicKey.toBase58(), 1);
    assert.equal(error?.code, -32603);
    assert.match(error?.message ?? '', /insufficient funds for rent/);
  });

  it('recent prices are known for all accounts and for one', async () => {
    const to = Keypair.generate().publicKey;
    await test.send([
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 777 }),
      test.transfer(to, LAMPORTS_PER_SOL),
    ]);
    await test.advance();
    const fees = await test.at.confirmed.getRecentPrioritizationFees({ lockedWritableAccounts: [to] });
    assert.equal(fees.at(-1)?.prioritizationFee, 777);
    assert.ok(fees.length <= 150);
  });
});
