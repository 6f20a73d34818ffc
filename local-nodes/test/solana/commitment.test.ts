import assert from 'node:assert/strict';
import { Keypair, LAMPORTS_PER_SOL, SystemProgram, sendAndConfirmTransaction, Transaction } from '@solana/web3.js';
import { balance, base64, describeNode } from './support.ts';

describeNode('Solana chain: slots, commitments and block hashes', 'paused', (test) => {
  it('a slot is processed while it is open, confirmed when it is closed, final when 32 slots have followed', async () => {
    const to = Keypair.generate().publicKey;
    const signature = await test.send([test.transfer(to, LAMPORTS_PER_SOL)]);
    const status = async () => (await test.at.processed.getSignatureStatus(signature)).value;
    const seen = () =>
      Promise.all((['processed', 'confirmed', 'finalized'] as const).map((at) => balance(test, to, at)));

    assert.deepEqual([(await status())?.confirmationStatus, (await status())?.confirmations], ['processed', 0]);
    assert.deepEqual(await seen(), [LAMPORTS_PER_SOL, 0, 0]);
    await test.advance();
    assert.deepEqual([(await status())?.confirmationStatus, (await status())?.confirmations], ['confirmed', 1]);
    assert.deepEqual(await seen(), [LAMPORTS_PER_SOL, LAMPORTS_PER_SOL, 0]);
    await test.advance(30);
    assert.deepEqual([(await status())?.confirmationStatus, (await status())?.confirmations], ['confirmed', 31]);
    assert.equal(await balance(test, to, 'finalized'), 0);
    assert.equal(await test.at.finalized.getTransaction(signature, { maxSupportedTransactionVersion: 0 }), null);
    await test.advance();
    assert.deepEqual([(await status())?.confirmationStatus, (await status())?.confirmations], ['finalized', null]);
    assert.deepEqual(await seen(), [LAMPORTS_PER_SOL, LAMPORTS_PER_SOL, LAMPORTS_PER_SOL]);
    assert.ok(await test.at.finalized.getTransaction(signature, { maxSupportedTransactionVersion: 0 }));
  });

  it('finality counts slots, also those without a block, while the height counts blocks', async () => {
    const signature = await test.send([test.transfer(Keypair.generate().publicKey, LAMPORTS_PER_SOL)]);
    const { absoluteSlot, blockHeight } = await test.at.processed.getEpochInfo();
    await test.rpc('causeway_skipSlots', 20);
    assert.equal(await test.at.processed.getSlot(), absoluteSlot + 21);
    assert.equal(await test.at.processed.getBlockHeight(), (blockHeight ?? 0) + 1);
    await test.rpc('causeway_skipSlots', 9);
    assert.equal((await test.at.processed.getSignatureStatus(signature)).value?.confirmations, 31);
    await test.advance();
    assert.equal((await test.at.processed.getSignatureStatus(signature)).value?.confirmationStatus, 'finalized');
  });

  it('an account shows its state at each commitment, however often it changed since', async () => {
    const to = Keypair.generate().publicKey;
    for (let slot = 0; slot < 40; slot++) {
      await test.send([test.transfer(to, LAMPORTS_PER_SOL)]);
      await test.advance();
    }
    const seen = [balance(test, to, 'processed'), balance(test, to, 'confirmed'), balance(test, to, 'finalized')];
    assert.deepEqual(
      await Promise.all(seen),
      [40, 40, 9].map((sol) => sol * LAMPORTS_PER_SOL),
    );
  });

  it("an answer is refused while the chain is below the caller's minimum slot", async () => {
    const slot = await test.at.confirmed.getSlot();
    for (const [method, ...params] of [
      ['getBalance', test.payer.publicKey.toBase58()],
      ['getSlot'],
      ['getLatestBlockhash'],
      ['getAccountInfo', test.payer.publicKey.toBase58()],
    ] as const) {
      const ask = (minContextSlot: number) => test.call(method, ...params, { commitment: 'confirmed', minContextSlot });
      assert.equal((await ask(slot)).error, undefined);
      const { error } = await ask(slot + 1);
      assert.deepEqual([error?.code, error?.data], [-32016, { contextSlot: slot }], method);
    }
  });

  it('a block hash is good for 150 blocks, and not for one more', async () => {
    const { blockhash, lastValidBlockHeight } = await test.at.confirmed.getLatestBlockhash();
    const transaction = await test.signed([test.transfer(Keypair.generate().publicKey, LAMPORTS_PER_SOL)]);
    assert.equal(transaction.recentBlockhash, blockhash);
    const height = await test.at.processed.getBlockHeight();
    await test.advance(lastValidBlockHeight - height);
    assert.equal(await test.at.processed.getBlockHeight(), lastValidBlockHeight);
    assert.equal((await test.at.processed.isBlockhashValid(blockhash)).value, true);
    assert.equal((await test.at.processed.simulateTransaction(transaction)).value.err, null);
    await test.advance();
    assert.equal((await test.at.processed.isBlockhashValid(blockhash)).value, false);
    const { error } = await test.call('sendTransaction', base64(transaction), {
      encoding: 'base64',
      preflightCommitment: 'processed',
    });
    assert.deepEqual([error?.code, error?.data.err], [-32002, 'BlockhashNotFound']);
    assert.equal(error?.message, 'Transaction simulation failed: Blockhash not found');
  });

  it('an expired transaction sent without preflight is accepted and never lands', async () => {
    const transaction = await test.signed([test.transfer(Keypair.generate().publicKey, LAMPORTS_PER_SOL)]);
    await test.advance(151);
    const signature = await test.at.processed.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    await test.advance(2);
    assert.equal((await test.at.processed.getSignatureStatus(signature)).value, null);
  });

  it('the preflight does not know a block hash newer than its commitment', async () => {
    const transaction = await test.signed([test.transfer(Keypair.generate().publicKey, LAMPORTS_PER_SOL)]);
    const send = (preflightCommitment: string) =>
      test.call('sendTransaction', base64(transaction), { encoding: 'base64', preflightCommitment });
    assert.equal((await send('finalized')).error?.data.err, 'BlockhashNotFound');
    assert.ok((await send('confirmed')).result);
  });

  it('the preflight runs on the state of its commitment', async () => {
    await test.advance(33);
    const poor = Keypair.generate();
    const { blockhash } = await test.at.finalized.getLatestBlockhash();
    await test.send([test.transfer(poor.publicKey, LAMPORTS_PER_SOL)]);
    const transaction = new Transaction({ feePayer: poor.publicKey, recentBlockhash: blockhash });
    transaction.add(
      SystemProgram.transfer({ fromPubkey: poor.publicKey, toPubkey: test.payer.publicKey, lamports: 1_000 }),
    );
    transaction.sign(poor);
    const send = (preflightCommitment: string) =>
      test.call('sendTransaction', base64(transaction), { encoding: 'base64', preflightCommitment });
    for (const commitment of ['finalized', 'confirmed']) {
      assert.equal((await send(commitment)).error?.data.err, 'AccountNotFound', commitment);
    }
    assert.ok((await send('processed')).result);
  });

  it('a transaction is accepted only once', async () => {
    const transaction = await test.signed([test.transfer(Keypair.generate().publicKey, LAMPORTS_PER_SOL)]);
    await test.at.processed.sendRawTransaction(transaction.serialize());
    const { error } = await test.call('sendTransaction', base64(transaction), {
      encoding: 'base64',
      preflightCommitment: 'processed',
    });
    assert.deepEqual([error?.code, error?.data.err], [-32002, 'AlreadyProcessed']);
    const before = await balance(test, test.payer.publicKey, 'processed');
    await test.at.processed.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    assert.equal(await balance(test, test.payer.publicKey, 'processed'), before);
  });

  it('block hashes, times and heights form one chain', async () => {
    const slots = await test.at.confirmed.getBlocks(0);
    let parent: { blockhash: string; slot: number; blockHeight: number; blockTime: number } | null = null;
    for (const slot of slots.slice(-20)) {
      const block = await test.rpc('getBlock', slot, { commitment: 'confirmed', transactionDetails: 'none' });
      if (parent) {
        assert.equal(block.previousBlockhash, parent.blockhash);
        assert.equal(block.parentSlot, parent.slot);
        assert.equal(block.blockHeight, parent.blockHeight + 1);
        assert.ok(block.blockTime >= parent.blockTime);
      }
      parent = { ...block, slot };
    }
  });

  it('the clock follows the time of day, and can be moved forward', async () => {
    await test.advance();
    const now = async () => {
      const time = await test.at.confirmed.getBlockTime(await test.at.confirmed.getSlot());
      return time ?? 0;
    };
    assert.ok(Math.abs((await now()) - Date.now() / 1_000) < 60);
    const earlier = await now();
    await test.rpc('causeway_increaseTime', 86_400);
    await test.advance(2);
    assert.ok((await now()) >= earlier + 86_400);
  });
});

describeNode('Solana chain: sendAndConfirmTransaction', 10, (test) => {
  const levels = ['processed', 'confirmed', 'finalized'] as const;
  for (const commitment of levels) {
    it(`waits until the transaction is ${commitment}`, async () => {
      const to = Keypair.generate().publicKey;
      const transaction = new Transaction().add(test.transfer(to, LAMPORTS_PER_SOL));
      const signature = await sendAndConfirmTransaction(test.at[commitment], transaction, [test.payer], { commitment });
      const reached = (await test.at.processed.getSignatureStatus(signature)).value?.confirmationStatus ?? 'processed';
      assert.ok(levels.indexOf(reached) >= levels.indexOf(commitment), reached);
      assert.equal(await balance(test, to, commitment), LAMPORTS_PER_SOL);
    });
  }
});
