import assert from 'node:assert/strict';
import anchor from '@coral-xyz/anchor';
import { Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js';
import { describeNode, MEMO } from './support.ts';

const { AnchorProvider, Program, Wallet } = anchor;

/** The memo program in the form of Anchor's client: its one instruction writes a word, or a byte that is no text. */
const IDL = {
  address: MEMO.toBase58(),
  metadata: { name: 'memo', version: '0.1.0', spec: '0.1.0' },
  instructions: [
    { name: 'say', discriminator: [...Buffer.from('anchored')], accounts: [{ name: 'who', signer: true }], args: [] },
    { name: 'mumble', discriminator: [255], accounts: [], args: [] },
  ],
} as const;

describeNode("Solana chain: Anchor's provider", 10, (test) => {
  const provider = () => new AnchorProvider(test.at.confirmed, new Wallet(test.payer), { commitment: 'confirmed' });
  // biome-ignore lint/suspicious/noExplicitAny: the client makes its methods from the IDL at run time
  const program = () => new Program(IDL as never, provider()) as any;

  it('sends and confirms a transaction, and finds its effects', async () => {
    const signature = await program().methods.say().accounts({ who: test.payer.publicKey }).rpc();
    const done = await test.at.confirmed.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    assert.equal(done?.meta?.err, null);
    assert.ok(done?.meta?.logMessages?.some((line) => line.includes('anchored')));
  });

  it('simulates a transaction', async () => {
    const { raw } = await program().methods.say().accounts({ who: test.payer.publicKey }).simulate();
    assert.ok(raw.some((line: string) => line.includes('anchored')));
  });

  it('reports a failure with its logs', async () => {
    await assert.rejects(program().methods.mumble().rpc(), (error: { logs?: string[]; message: string }) => {
      assert.ok(
        error.logs?.some((line) => line.includes('failed')),
        error.message,
      );
      return true;
    });
  });

  it('sends several transactions, each after the one before', async () => {
    const middle = Keypair.generate();
    const back = anchor.web3.SystemProgram.transfer({
      ...{ fromPubkey: middle.publicKey, toPubkey: test.payer.publicKey, lamports: LAMPORTS_PER_SOL },
    });
    const signatures = await provider().sendAll([
      { tx: new anchor.web3.Transaction().add(test.transfer(middle.publicKey, LAMPORTS_PER_SOL)) },
      { tx: new anchor.web3.Transaction().add(back), signers: [middle] },
    ]);
    assert.equal(signatures.length, 2);
    assert.equal(await test.at.confirmed.getBalance(middle.publicKey), 0);
  });
});
