import assert from 'node:assert/strict';
import {
  Keypair,
  LAMPORTS_PER_SOL,
  type PublicKey,
  SendTransactionError,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import { base64, describeNode, MEMO } from './support.ts';

const BASE64 = { encoding: 'base64', preflightCommitment: 'processed' } as const;

describeNode('Solana chain: sending and simulating', 'paused', (test) => {
  const memo = (bytes: number) =>
    new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.alloc(bytes, 'm') });
  const tooMuch = () =>
    SystemProgram.transfer({
      fromPubkey: test.payer.publicKey,
      toPubkey: MEMO,
      lamports: 2_000_000 * LAMPORTS_PER_SOL,
    });

  /** A transaction of exactly `bytes` bytes. */
  async function sized(bytes: number): Promise<Buffer> {
    const { length } = (await test.signed([memo(500)])).serialize();
    const transaction = await test.signed([memo(500 + bytes - length)]);
    const signature = transaction.signature as Buffer;
    return Buffer.concat([Buffer.of(1), signature, transaction.serializeMessage()]);
  }

  it('takes 1,232 bytes and refuses one more, in base64 and base58', async () => {
    const [largest, larger] = [await sized(1_232), await sized(1_233)];
    assert.deepEqual([largest.length, larger.length], [1_232, 1_233]);
    assert.ok((await test.call('sendTransaction', largest.toString('base64'), BASE64)).result);
    for (const [encoding, text] of [
      ['base64', larger.toString('base64')],
      ['base58', bs58.encode(larger)],
    ] as const) {
      for (const method of ['sendTransaction', 'simulateTransaction']) {
        const { error } = await test.call(method, text, { ...BASE64, encoding });
        assert.equal(error?.code, -32602);
        assert.match(error?.message ?? '', /too large: 1233 bytes \(max: 1232 bytes\)/);
      }
    }
    const { error } = await test.call('sendTransaction', 'A'.repeat(5_468), BASE64);
    assert.match(error?.message ?? '', /base64 encoded .* too large: 5468 bytes \(max: encoded\/raw 5464\/4096\)/);
  });

  it('a failing preflight answers the error, the logs and the units', async () => {
    const transaction = await test.signed([tooMuch()]);
    const { error } = await test.call('sendTransaction', base64(transaction), BASE64);
    assert.equal(error?.code, -32002);
    assert.equal(
      error?.message,
      'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
    );
    assert.deepEqual(error?.data.err, { InstructionError: [0, { Custom: 1 }] });
    assert.ok(error?.data.logs.some((line: string) => line.includes('insufficient lamports')));
    assert.equal(error?.data.unitsConsumed, 150);
    await assert.rejects(test.at.processed.sendRawTransaction(transaction.serialize()), (thrown) => {
      assert.ok(thrown instanceof SendTransactionError);
      assert.ok(thrown.logs?.some((line) => line.includes('insufficient lamports')));
      return true;
    });
  });

  it('a wrong signature is refused; without preflight it is dropped silently', async () => {
    const transaction = await test.signed([test.transfer(Keypair.generate().publicKey, LAMPORTS_PER_SOL)]);
    const raw = transaction.serialize();
    raw.writeUInt8(raw.readUInt8(10) ^ 1, 10);
    const { error } = await test.call('sendTransaction', raw.toString('base64'), BASE64);
    assert.deepEqual([error?.code, error?.message], [-32003, 'Transaction signature verification failure']);
    const { result } = await test.call('sendTransaction', raw.toString('base64'), { ...BASE64, skipPreflight: true });
    await test.advance();
    assert.equal((await test.at.confirmed.getSignatureStatus(result)).value, null);
  });

  it('every byte of a signed message counts: a changed one is refused and changes nothing', async () => {
    const to = Keypair.generate().publicKey;
    const raw = (await test.signed([test.transfer(to, LAMPORTS_PER_SOL)])).serialize();
    for (let at = 65; at < raw.length; at++) {
      const changed = Buffer.from(raw);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      const { error } = await test.call('sendTransaction', changed.toString('base64'), BASE64);
      assert.ok([-32003, -32602].includes(error?.code ?? 0), `byte ${at}: ${error?.code} ${error?.message}`);
    }
    assert.equal(await test.at.processed.getBalance(to), 0);
  });

  it('bytes that are no transaction are refused', async () => {
    for (const text of ['', 'AAAA', '!!!!', Buffer.alloc(200, 255).toString('base64')]) {
      assert.equal((await test.call('sendTransaction', text, BASE64)).error?.code, -32602, text);
    }
    assert.equal((await test.call('sendTransaction', '0OIl')).error?.code, -32602);
    const raw = (await test.signed([memo(5)])).serialize();
    const longer = Buffer.concat([raw, Buffer.of(0)]);
    assert.match(
      (await test.call('sendTransaction', longer.toString('base64'), BASE64)).error?.message ?? '',
      /left over/,
    );
  });

  it('a payer without funds gets a specific error', async () => {
    const poor = Keypair.generate();
    const transaction = new Transaction({
      feePayer: poor.publicKey,
      ...(await test.at.confirmed.getLatestBlockhash()),
    });
    transaction.add(memo(5)).sign(poor);
    const { error } = await test.call('sendTransaction', base64(transaction), BASE64);
    assert.equal(error?.data.err, 'AccountNotFound');
    assert.match(error?.message ?? '', /Attempt to debit an account but found no record of a prior credit\.$/);
  });

  it('leaving an account below rent exemption is refused', async () => {
    const transaction = await test.signed([test.transfer(Keypair.generate().publicKey, 1)]);
    const { error } = await test.call('sendTransaction', base64(transaction), BASE64);
    assert.deepEqual(error?.data.err, { InsufficientFundsForRent: { account_index: 1 } });
  });

  it('accounts named twice are refused', async () => {
    const message = (
      await test.signed([test.transfer(Keypair.generate().publicKey, LAMPORTS_PER_SOL)])
    ).compileMessage();
    message.accountKeys[1] = message.accountKeys[0] as PublicKey;
    const raw = Buffer.concat([Buffer.of(1), Buffer.alloc(64), message.serialize()]);
    const { result } = await test.call('simulateTransaction', raw.toString('base64'), {
      ...BASE64,
      commitment: 'processed',
    });
    assert.equal(result.value.err, 'AccountLoadedTwice');
  });

  it('a simulation changes nothing and shows the accounts as they would be', async () => {
    const to = Keypair.generate().publicKey;
    const transaction = await test.signed([test.transfer(to, LAMPORTS_PER_SOL)]);
    const simulate = (config: object) =>
      test.rpc('simulateTransaction', base64(transaction), { encoding: 'base64', commitment: 'confirmed', ...config });
    const addresses = [to.toBase58(), Keypair.generate().publicKey.toBase58()];
    const { value } = await simulate({ sigVerify: true, accounts: { addresses, encoding: 'base64' } });
    assert.equal(value.err, null);
    assert.deepEqual(
      value.accounts.map((account: { lamports: number } | null) => account?.lamports ?? null),
      [LAMPORTS_PER_SOL, null],
    );
    assert.equal(value.unitsConsumed, 150);
    assert.equal(value.innerInstructions, null);
    assert.deepEqual((await simulate({ innerInstructions: true })).value.innerInstructions, []);
    assert.equal(await test.at.processed.getBalance(to), 0);
    assert.ok((await test.call('sendTransaction', base64(transaction), BASE64)).result, 'it can still be sent');
  });

  it('a simulation on an older state leaves the newer state as it was', async () => {
    const to = Keypair.generate().publicKey;
    await test.advance();
    await test.send([test.transfer(to, LAMPORTS_PER_SOL)]);
    const transaction = await test.signed([test.transfer(to, 3 * LAMPORTS_PER_SOL)]);
    const seen = async (commitment: string) => {
      const accounts = { addresses: [to.toBase58()], encoding: 'base64' };
      const { value } = await test.rpc('simulateTransaction', base64(transaction), {
        encoding: 'base64',
        commitment,
        accounts,
      });
      return value.accounts[0].lamports / LAMPORTS_PER_SOL;
    };
    assert.deepEqual([await seen('confirmed'), await seen('processed'), await seen('confirmed')], [3, 4, 3]);
    await test.send([test.transfer(to, 2 * LAMPORTS_PER_SOL)]);
    assert.equal(await test.at.processed.getBalance(to), 3 * LAMPORTS_PER_SOL);
  });

  it('a simulation verifies signatures, or replaces the block hash, not both', async () => {
    const { payer } = test;
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: bs58.encode(Buffer.alloc(32, 9)),
      instructions: [test.transfer(Keypair.generate().publicKey, LAMPORTS_PER_SOL)],
    }).compileToV0Message();
    const unsigned = new VersionedTransaction(message);
    const simulate = (config: object) =>
      test.call('simulateTransaction', base64(unsigned), { encoding: 'base64', commitment: 'confirmed', ...config });
    assert.equal((await simulate({})).result.value.err, 'BlockhashNotFound');
    const replaced = (await simulate({ replaceRecentBlockhash: true })).result.value;
    assert.equal(replaced.err, null);
    assert.deepEqual(replaced.replacementBlockhash, await test.at.confirmed.getLatestBlockhash());
    assert.equal((await simulate({ sigVerify: true })).error?.code, -32003);
    assert.equal((await simulate({ sigVerify: true, replaceRecentBlockhash: true })).error?.code, -32602);
    assert.deepEqual(
      (await test.at.confirmed.simulateTransaction(unsigned, { replaceRecentBlockhash: true })).value.err,
      null,
    );
  });

  it('unknown methods, parameters and requests are refused with the codes of JSON-RPC', async () => {
    const post = async (body: string) => {
      const response = await fetch(test.node.url, { method: 'POST', body });
      return (await response.json()) as { error?: { code: number } } | { id: number; result?: unknown }[];
    };
    const code = async (body: string) => ((await post(body)) as { error?: { code: number } }).error?.code;
    assert.equal((await test.call('getNothing')).error?.code, -32601);
    assert.equal((await test.call('toString')).error?.code, -32601);
    assert.equal((await test.call('getBalance', 'not base58')).error?.code, -32602);
    assert.equal((await test.call('getBalance')).error?.code, -32602);
    assert.equal((await test.call('getBalance', MEMO.toBase58(), { commitment: 'soon' })).error?.code, -32602);
    assert.equal(
      (await test.call('getTransaction', bs58.encode(Buffer.alloc(64, 1)), { commitment: 'processed' })).error?.code,
      -32602,
    );
    assert.equal((await test.call('getSignaturesForAddress', MEMO.toBase58(), { limit: 1_001 })).error?.code, -32602);
    assert.equal(
      (await test.call('getSignatureStatuses', Array(257).fill(bs58.encode(Buffer.alloc(64))))).error?.code,
      -32602,
    );
    assert.equal((await test.call('getMultipleAccounts', Array(101).fill(MEMO.toBase58()))).error?.code, -32602);
    assert.equal(await code('{'), -32700);
    assert.equal(await code('[]'), -32600);
    assert.equal(await code('{"jsonrpc":"2.0","id":1}'), -32600);
    const batch = (await post(
      '[{"jsonrpc":"2.0","id":7,"method":"getHealth"},{"jsonrpc":"2.0","id":8,"method":"no"}]',
    )) as {
      id: number;
    }[];
    assert.deepEqual(
      batch.map(({ id }) => id),
      [7, 8],
    );
    const large = await fetch(test.node.url, { method: 'POST', body: ' '.repeat(60_000) });
    assert.equal(large.status, 413);
    assert.equal(await (await fetch(`${test.node.url}/health`)).text(), 'ok');
  });

  it('answers pages of this machine, and no other page', async () => {
    const from = (method: string, origin: string) =>
      fetch(test.node.url, {
        method,
        headers: { origin, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: '{"jsonrpc":"2.0","id":1,"method":"getHealth"}' }),
      });
    for (const method of ['OPTIONS', 'POST']) {
      const own = await from(method, 'http://localhost:5173');
      assert.ok(own.ok);
      assert.equal(own.headers.get('access-control-allow-origin'), 'http://localhost:5173');
      assert.match(own.headers.get('access-control-allow-headers') ?? '', /solana-client/);
      for (const other of ['https://causeway.example', 'http://localhost.example', 'null']) {
        assert.equal((await from(method, other)).headers.get('access-control-allow-origin'), null);
      }
    }
  });
});
