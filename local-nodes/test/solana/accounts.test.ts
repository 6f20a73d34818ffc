import assert from 'node:assert/strict';
import { zstdDecompressSync } from 'node:zlib';
import {
  createTransferInstruction,
  getAccount,
  getAssociatedTokenAddressSync,
  getMint,
  NATIVE_MINT,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { Keypair, LAMPORTS_PER_SOL, PublicKey, SYSVAR_CLOCK_PUBKEY, SystemProgram } from '@solana/web3.js';
import bs58 from 'bs58';
import { createToken, type TestToken } from './spl.ts';
import { describeNode, MEMO } from './support.ts';

describeNode('Solana chain: accounts and tokens', 'paused', (test) => {
  let token: TestToken;
  const alice = Keypair.generate();
  const bob = Keypair.generate();
  const associated = (owner: PublicKey) => getAssociatedTokenAddressSync(token.address, owner);

  before(async () => {
    token = await createToken(test, 6);
    await token.mint(alice.publicKey, 7_250_000n);
    await test.advance();
  });

  it('an account is available in every encoding, and its data in part', async () => {
    const key = associated(alice.publicKey).toBase58();
    const data = async (config: object) =>
      (await test.rpc('getAccountInfo', key, { commitment: 'confirmed', ...config })).value.data;
    const whole = Buffer.from((await data({ encoding: 'base64' }))[0], 'base64');
    assert.equal(whole.length, 165);
    assert.deepEqual(zstdDecompressSync(Buffer.from((await data({ encoding: 'base64+zstd' }))[0], 'base64')), whole);
    const dataSlice = { offset: 32, length: 32 };
    const owner = await data({ encoding: 'base58', dataSlice });
    assert.deepEqual(owner, [alice.publicKey.toBase58(), 'base58']);
    assert.equal(await data({ dataSlice }), alice.publicKey.toBase58());
    const { error } = await test.call('getAccountInfo', key, { commitment: 'confirmed', encoding: 'base58' });
    assert.equal(error?.code, -32600);
    const unknown = await test.rpc('getAccountInfo', MEMO.toBase58(), { encoding: 'jsonParsed' });
    assert.equal(unknown.value.data[1], 'base64', 'what is not known is given as it is');
  });

  it('numbers keep all their digits', async () => {
    const response = await fetch(test.node.url, {
      method: 'POST',
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'getAccountInfo',
        params: [test.payer.publicKey.toBase58()],
      }),
    });
    assert.match(await response.text(), /"rentEpoch":18446744073709551615[,}]/);
  });

  it('a missing account is null', async () => {
    const nobody = Keypair.generate().publicKey;
    assert.equal(await test.at.confirmed.getAccountInfo(nobody), null);
    assert.equal(await test.at.confirmed.getBalance(nobody), 0);
    const many = await test.at.confirmed.getMultipleAccountsInfo([nobody, MEMO]);
    assert.deepEqual([many[0], many[1]?.executable], [null, true]);
  });

  it("spl-token's clients read mints and accounts", async () => {
    const mint = await getMint(test.at.confirmed, token.address);
    assert.deepEqual([mint.supply, mint.decimals, mint.freezeAuthority], [7_250_000n, 6, null]);
    const account = await getAccount(test.at.confirmed, associated(alice.publicKey));
    assert.deepEqual([account.amount, account.owner.toBase58()], [7_250_000n, alice.publicKey.toBase58()]);
    assert.equal((await getMint(test.at.confirmed, NATIVE_MINT)).decimals, 9);
  });

  it('token balances, supplies and the largest holders are known', async () => {
    await token.mint(bob.publicKey, 10_000_000n);
    await test.advance();
    const balance = await test.at.confirmed.getTokenAccountBalance(associated(alice.publicKey));
    assert.deepEqual(balance.value, { amount: '7250000', decimals: 6, uiAmount: 7.25, uiAmountString: '7.25' });
    assert.equal((await test.at.confirmed.getTokenSupply(token.address)).value.uiAmountString, '17.25');
    const largest = await test.at.confirmed.getTokenLargestAccounts(token.address);
    assert.deepEqual(
      largest.value.map(({ address, amount }) => [address.toBase58(), amount]),
      [
        [associated(bob.publicKey).toBase58(), '10000000'],
        [associated(alice.publicKey).toBase58(), '7250000'],
      ],
    );
    assert.equal((await test.call('getTokenAccountBalance', alice.publicKey.toBase58())).error?.code, -32602);
    assert.equal((await test.call('getTokenSupply', MEMO.toBase58())).error?.code, -32602);
  });

  it("an owner's token accounts are listed by mint and by program, also in parsed form", async () => {
    const byMint = await test.at.confirmed.getTokenAccountsByOwner(alice.publicKey, { mint: token.address });
    const byProgram = await test.at.confirmed.getParsedTokenAccountsByOwner(alice.publicKey, {
      programId: TOKEN_PROGRAM_ID,
    });
    assert.deepEqual(
      byMint.value.map(({ pubkey }) => pubkey.toBase58()),
      [associated(alice.publicKey).toBase58()],
    );
    const { info, type } = byProgram.value[0]?.account.data.parsed ?? {};
    assert.deepEqual(
      [type, info.mint, info.state, info.tokenAmount.amount],
      ['account', token.address.toBase58(), 'initialized', '7250000'],
    );
    const wrong = await test.call('getTokenAccountsByOwner', alice.publicKey.toBase58(), {
      programId: MEMO.toBase58(),
    });
    assert.equal(wrong.error?.code, -32602);
  });

  it("a program's accounts are filtered by size and by bytes, as of each commitment", async () => {
    const filters = [{ dataSize: 165 }, { memcmp: { offset: 0, bytes: token.address.toBase58() } }];
    const holders = async (commitment: 'processed' | 'confirmed') => {
      const accounts = await test.at.confirmed.getProgramAccounts(TOKEN_PROGRAM_ID, { filters, commitment });
      return accounts.map(({ pubkey }) => pubkey.toBase58()).sort();
    };
    const before = await holders('confirmed');
    await token.openAccount(test.payer.publicKey);
    assert.deepEqual(await holders('confirmed'), before);
    assert.deepEqual(await holders('processed'), [...before, associated(test.payer.publicKey).toBase58()].sort());
    const bytes = Buffer.from(bs58.decode(token.address.toBase58())).toString('base64');
    const [, config] = [0, { encoding: 'base64', filters: [{ memcmp: { offset: 0, bytes, encoding: 'base64' } }] }];
    const found = await test.rpc('getProgramAccounts', TOKEN_PROGRAM_ID.toBase58(), {
      ...config,
      commitment: 'confirmed',
      withContext: true,
    });
    assert.equal(found.value.length, before.length);
    const tooMany = Array(5).fill({ dataSize: 165 });
    assert.equal(
      (await test.call('getProgramAccounts', TOKEN_PROGRAM_ID.toBase58(), { filters: tooMany })).error?.code,
      -32602,
    );
  });

  it('an account assigned to another program belongs to the old or the new one, as of each commitment', async () => {
    const account = Keypair.generate();
    await test.send([test.transfer(account.publicKey, LAMPORTS_PER_SOL)]);
    await test.advance();
    await test.send(
      [SystemProgram.assign({ accountPubkey: account.publicKey, programId: TOKEN_PROGRAM_ID })],
      [account],
    );
    const owners = async (commitment: 'processed' | 'confirmed') => {
      const programs = [SystemProgram.programId, TOKEN_PROGRAM_ID];
      const owned = programs.map((program) => test.at.confirmed.getProgramAccounts(program, commitment));
      return (await Promise.all(owned)).map((all) => all.some(({ pubkey }) => pubkey.equals(account.publicKey)));
    };
    assert.deepEqual(await owners('confirmed'), [true, false]);
    assert.deepEqual(await owners('processed'), [false, true]);
  });

  it('a closed account disappears at once, and from the final state after 32 slots', async () => {
    const poor = Keypair.generate();
    await test.send([test.transfer(poor.publicKey, LAMPORTS_PER_SOL)]);
    await test.advance(33);
    const empty = { ...test.transfer(test.payer.publicKey, LAMPORTS_PER_SOL) };
    empty.keys = [
      { pubkey: poor.publicKey, isSigner: true, isWritable: true },
      { pubkey: test.payer.publicKey, isSigner: true, isWritable: true },
    ];
    await test.send([empty as never], [poor]);
    assert.equal(await test.at.processed.getAccountInfo(poor.publicKey), null);
    assert.equal(await test.at.finalized.getBalance(poor.publicKey), LAMPORTS_PER_SOL);
    await test.advance(32);
    assert.equal(await test.at.finalized.getAccountInfo(poor.publicKey), null);
  });

  it('a failed transaction changes nothing but the balance of its payer', async () => {
    const accounts = [associated(alice.publicKey), associated(bob.publicKey)];
    const before = await test.at.processed.getMultipleAccountsInfo(accounts);
    await test.sendFailing([
      createTransferInstruction(
        ...([accounts[0], accounts[1], test.payer.publicKey, 1n] as [PublicKey, PublicKey, PublicKey, bigint]),
      ),
    ]);
    assert.deepEqual(await test.at.processed.getMultipleAccountsInfo(accounts), before);
  });

  it('programs see the clock of the slot', async () => {
    const at = async (commitment: 'processed' | 'finalized') => {
      const account = await test.at.confirmed.getAccountInfo(SYSVAR_CLOCK_PUBKEY, commitment);
      return Number(account?.data.readBigUInt64LE(0));
    };
    assert.equal(await at('processed'), await test.at.processed.getSlot());
    assert.equal(await at('finalized'), await test.at.finalized.getSlot());
  });

  it("clients' questions about the cluster are answered", async () => {
    const { confirmed } = test.at;
    assert.equal(await confirmed.getMinimumBalanceForRentExemption(165), 2_039_280);
    assert.equal((await confirmed.getClusterNodes()).length, 1);
    assert.ok((await confirmed.getVersion())['solana-core']);
    assert.equal((await confirmed.getEpochSchedule()).slotsPerEpoch, 432_000);
    assert.ok((await confirmed.getEpochInfo()).absoluteSlot > 0);
    assert.equal(await confirmed.getFirstAvailableBlock(), 0);
    assert.ok((await confirmed.getTransactionCount()) > 0);
    assert.equal(
      await confirmed.getGenesisHash(),
      (await test.rpc('getBlock', 0, { transactionDetails: 'none' })).blockhash,
    );
    const { identity } = await test.rpc('getIdentity');
    assert.ok(new PublicKey(identity));
  });
});
