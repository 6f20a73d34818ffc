import assert from 'node:assert/strict';
import {
  type AddressLookupTableAccount,
  AddressLookupTableProgram,
  Keypair,
  LAMPORTS_PER_SOL,
  type PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { base64, describeNode } from './support.ts';

const BASE64 = { encoding: 'base64', preflightCommitment: 'processed' } as const;

describeNode('Solana chain: address lookup tables', 'paused', (test) => {
  let table: PublicKey;
  const to = Keypair.generate().publicKey;

  before(async () => {
    await test.advance(2);
  });

  const tableAccount = async () =>
    (await test.at.processed.getAddressLookupTable(table)).value as AddressLookupTableAccount;

  async function transfer(account: AddressLookupTableAccount): Promise<VersionedTransaction> {
    const { blockhash } = await test.at.confirmed.getLatestBlockhash();
    const message = new TransactionMessage({
      payerKey: test.payer.publicKey,
      recentBlockhash: blockhash,
      instructions: [test.transfer(to, LAMPORTS_PER_SOL)],
    }).compileToV0Message([account]);
    const transaction = new VersionedTransaction(message);
    transaction.sign([test.payer]);
    return transaction;
  }

  const extend = (addresses: PublicKey[]) =>
    AddressLookupTableProgram.extendLookupTable({
      ...{ lookupTable: table, authority: test.payer.publicKey, payer: test.payer.publicKey, addresses },
    });

  it('a table is made for a recent slot, and for no other', async () => {
    const create = (recentSlot: number) =>
      AddressLookupTableProgram.createLookupTable({
        ...{ authority: test.payer.publicKey, payer: test.payer.publicKey, recentSlot },
      });
    const open = await test.at.processed.getSlot();
    const early = await test.signed([create(open)[0]]);
    const { value } = await test.at.processed.simulateTransaction(early);
    assert.deepEqual(value.err, { InstructionError: [0, 'InvalidInstructionData'] });
    const [instruction, address] = create(await test.at.confirmed.getSlot());
    table = address;
    await test.send([instruction]);
    assert.deepEqual((await tableAccount()).state.addresses, []);
  });

  it('addresses can be used from the slot after the one that adds them', async () => {
    await test.send([extend([to, SystemProgram.programId])]);
    const transaction = await transfer(await tableAccount());
    const { error } = await test.call('sendTransaction', base64(transaction), BASE64);
    assert.equal(error?.code, -32602);
    assert.equal(error?.message, 'invalid transaction: Transaction address table lookup uses an invalid index');
    await test.advance();
    const signature = (await test.call('sendTransaction', base64(transaction), BASE64)).result;
    assert.ok(signature);
    await test.advance();
    assert.equal(await test.at.confirmed.getBalance(to), LAMPORTS_PER_SOL);
  });

  it('a transaction shows its loaded addresses, and only to clients that accept its version', async () => {
    const signature = await test.at.processed.sendTransaction(await transfer(await tableAccount()));
    await test.advance();
    const shown = await test.at.confirmed.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    assert.equal(shown?.version, 0);
    assert.deepEqual(shown?.meta?.loadedAddresses?.writable.map(String), [to.toBase58()]);
    const keys = shown?.transaction.message.getAccountKeys({
      accountKeysFromLookups: shown.meta?.loadedAddresses ?? null,
    });
    assert.ok(keys?.get(2)?.equals(to));
    assert.equal(shown?.meta?.postBalances[2], 2 * LAMPORTS_PER_SOL);
    for (const [method, ...params] of [
      ['getTransaction', signature],
      ['getBlock', shown?.slot],
    ] as const) {
      const { error } = await test.call(method, ...params, { commitment: 'confirmed' });
      assert.equal(error?.code, -32015);
      assert.match(error?.message ?? '', /Transaction version \(0\) is not supported by the requesting client/);
    }
    const parsed = await test.at.confirmed.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 });
    assert.ok(
      parsed?.transaction.message.accountKeys.some(
        ({ source, pubkey }) => source === 'lookupTable' && pubkey.equals(to),
      ),
    );
  });

  it('an account that a transaction only loads has it in its history', async () => {
    const listed = await test.at.confirmed.getSignaturesForAddress(to);
    assert.equal(listed.length, 2);
  });

  it('a missing or malformed table is refused', async () => {
    const account = await tableAccount();
    const use = async (key: PublicKey) => {
      const transaction = await transfer({ ...account, key, isActive: () => true } as AddressLookupTableAccount);
      return (await test.call('sendTransaction', base64(transaction), BASE64)).error?.message;
    };
    assert.match((await use(Keypair.generate().publicKey)) ?? '', /address table account that doesn't exist$/);
    assert.match((await use(test.payer.publicKey)) ?? '', /address table account with an invalid owner$/);
  });

  it('an index beyond the table is refused', async () => {
    const account = await tableAccount();
    const addresses = [...account.state.addresses, Keypair.generate().publicKey, to].reverse();
    const longer = { ...account, key: account.key, state: { ...account.state, addresses } };
    const transaction = await transfer(Object.assign(Object.create(account), longer));
    (transaction.message.addressTableLookups[0] as { writableIndexes: number[] }).writableIndexes = [9];
    transaction.sign([test.payer]);
    const { error } = await test.call('sendTransaction', base64(transaction), BASE64);
    assert.match(error?.message ?? '', /uses an invalid index$/);
  });
});
