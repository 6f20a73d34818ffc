import assert from 'node:assert/strict';
import * as kit from '@solana/kit';
import { Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js';
import { describeNode, MEMO } from './support.ts';

const SEND = { encoding: 'base64', preflightCommitment: 'processed' } as const;
const BUDGET = { computeUnitLimit: 10_000, loadedAccountsDataSizeLimit: 200_000 };

type Instruction = Parameters<typeof kit.appendTransactionMessageInstruction>[0];

describeNode('Solana chain: version 1 transactions', 'paused', (test) => {
  let payer: kit.KeyPairSigner;
  const to = Keypair.generate().publicKey;

  before(async () => {
    payer = await kit.createKeyPairSignerFromBytes(test.payer.secretKey);
    await test.advance(2);
  });

  /** A signed version 1 transaction. */
  async function signed(config: typeof BUDGET & { priorityFeeLamports?: bigint }, ...instructions: Instruction[]) {
    const { blockhash } = await test.at.confirmed.getLatestBlockhash();
    const lifetime = { blockhash: kit.blockhash(blockhash), lastValidBlockHeight: 1_000_000n };
    const message = kit.pipe(
      kit.createTransactionMessage({ version: 1 }),
      (empty) => kit.setTransactionMessageFeePayerSigner(payer, empty),
      (paid) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
      (dated) => kit.setTransactionMessageConfig(config, dated),
      (limited) => kit.appendTransactionMessageInstructions(instructions, limited),
    );
    return kit.signTransactionMessageWithSigners(message);
  }

  const transfer = (lamports: number): Instruction => {
    const { keys, programId, data } = test.transfer(to, lamports);
    const roles = [kit.AccountRole.WRITABLE_SIGNER, kit.AccountRole.WRITABLE];
    const accounts = keys.map(({ pubkey }, index) => ({
      address: kit.address(pubkey.toBase58()),
      role: roles[index] as kit.AccountRole,
    }));
    return { programAddress: kit.address(programId.toBase58()), accounts, data: Uint8Array.from(data) };
  };
  const memo = (bytes: number): Instruction => ({
    programAddress: kit.address(MEMO.toBase58()),
    data: new Uint8Array(bytes).fill('m'.charCodeAt(0)),
  });

  const send = (transaction: Awaited<ReturnType<typeof signed>>) =>
    test.call('sendTransaction', kit.getBase64EncodedWireTransaction(transaction), SEND);

  it('run, pay the fee that they name, and are shown to those who can take their version', async () => {
    const transaction = await signed({ ...BUDGET, priorityFeeLamports: 777n }, transfer(LAMPORTS_PER_SOL));
    const message = Buffer.from(transaction.messageBytes).toString('base64');
    const quoted = await test.rpc('getFeeForMessage', message, { commitment: 'processed' });
    assert.equal(quoted.value, 5_777);
    const { result: signature } = await send(transaction);
    assert.equal(signature, kit.getSignatureFromTransaction(transaction));
    await test.advance();
    assert.equal(await test.at.confirmed.getBalance(to), LAMPORTS_PER_SOL);
    const shown = await test.at.confirmed.getTransaction(signature, { maxSupportedTransactionVersion: 1 });
    assert.equal(shown?.version, 1);
    assert.equal(shown?.meta?.fee, 5_777);
    const [before, after] = [shown?.meta?.preBalances[0] ?? 0, shown?.meta?.postBalances[0] ?? 0];
    assert.equal(before - after, LAMPORTS_PER_SOL + 5_777);
    assert.deepEqual(Object(shown?.transaction.message).transactionConfig, {
      ...BUDGET,
      heapSize: null,
      priorityFee: 777,
    });
    for (const [method, ...params] of [
      ['getTransaction', signature],
      ['getBlock', shown?.slot],
    ] as const) {
      const { error } = await test.call(method, ...params, {
        commitment: 'confirmed',
        maxSupportedTransactionVersion: 0,
      });
      assert.equal(error?.code, -32015);
      assert.match(error?.message ?? '', /Transaction version \(1\) is not supported by the requesting client/);
    }
  });

  it('have no compute units unless they ask for some', async () => {
    const { error } = await send(await signed({ ...BUDGET, computeUnitLimit: 0 }, transfer(1)));
    assert.equal(error?.code, -32002);
    assert.ok(error?.data.err);
  });

  it('have at most 4,096 bytes', async () => {
    const budget = { ...BUDGET, computeUnitLimit: 1_000_000 };
    const sizeOf = (wire: string) => Buffer.from(wire, 'base64').length;
    const empty = sizeOf(kit.getBase64EncodedWireTransaction(await signed(budget, memo(0))));
    assert.ok((await send(await signed(budget, memo(4_096 - empty)))).result);
    const { error } = await send(await signed(budget, memo(4_097 - empty)));
    assert.equal(error?.code, -32602);
    assert.match(error?.message ?? '', /too large/);
  });

  it('are refused when they are signed by nobody, cut short, or have bits that no version 1 has', async () => {
    const wire = Buffer.from(kit.getBase64EncodedWireTransaction(await signed(BUDGET, transfer(2))), 'base64');
    const changed = (at: number, value: number) => {
      const copy = Buffer.from(wire);
      copy[at] = value;
      return copy;
    };
    for (const [raw, code] of [
      [changed(wire.length - 1, (wire.at(-1) ?? 0) ^ 1), -32003],
      [wire.subarray(0, -1), -32602],
      [wire.subarray(0, 1), -32602],
      [changed(0, 0x82), -32602],
      // The configuration mask: an unknown bit, and half of a priority fee.
      [changed(4, (wire[4] ?? 0) | 0b100000), -32602],
      [changed(4, (wire[4] ?? 0) | 0b1), -32602],
    ] as const) {
      const { error } = await test.call('sendTransaction', raw.toString('base64'), SEND);
      assert.equal(error?.code, code, error?.message);
    }
  });
});
