import assert from 'node:assert/strict';
import {
  type Commitment,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js';
import { ProcessGuard } from '../../src/process-guard.ts';
import { type SolanaNode, startSolanaNode } from '../../src/solana/node.ts';

/** Initial balance of the tests' payer: 1,000,000 SOL. */
export const PAYER_LAMPORTS = 1_000_000n * BigInt(LAMPORTS_PER_SOL);

/** The SPL memo program, which is small and well known. */
export const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** A node's answer to a call. */
export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form
  readonly result?: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into errors of every form
  readonly error?: { readonly code: number; readonly message: string; readonly data?: any };
}

/** A local chain for one test file, with a funded payer. */
export class TestNode {
  readonly guard: ProcessGuard;
  readonly node: SolanaNode;
  readonly payer: Keypair;
  /** Connections by commitment. */
  readonly at: Readonly<Record<'processed' | 'confirmed' | 'finalized', Connection>>;

  private constructor(guard: ProcessGuard, node: SolanaNode, payer: Keypair) {
    this.guard = guard;
    this.node = node;
    this.payer = payer;
    this.at = {
      processed: new Connection(node.url, 'processed'),
      confirmed: new Connection(node.url, 'confirmed'),
      finalized: new Connection(node.url, 'finalized'),
    };
  }

  /** Slots end every `slotMs`, or only on request when it is 'paused'. The payer's funds are final. */
  static async start(slotMs: number | 'paused', state?: string, payer = Keypair.generate()): Promise<TestNode> {
    const guard = new ProcessGuard();
    const node = await startSolanaNode(
      {
        port: 0,
        slotMs: slotMs === 'paused' ? 60_000 : slotMs,
        balances: { [payer.publicKey.toBase58()]: PAYER_LAMPORTS },
        ...(state !== undefined && { state }),
      },
      guard,
    );
    const test = new TestNode(guard, node, payer);
    if (slotMs === 'paused') await test.rpc('causeway_pauseSlots');
    return test;
  }

  /** Ends the connections and then the chain: web3.js would retry a lost connection endlessly. */
  async stop(): Promise<void> {
    for (const connection of Object.values(this.at)) closeSocket(connection);
    await this.guard.stop();
  }

  /** One JSON-RPC call, with its raw answer. */
  async call(method: string, ...params: unknown[]): Promise<Answer> {
    const response = await fetch(this.node.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return (await response.json()) as Answer;
  }

  /** The result of a successful JSON-RPC call. */
  async rpc(method: string, ...params: unknown[]): Promise<Answer['result']> {
    const { result, error } = await this.call(method, ...params);
    assert.equal(error, undefined, `${method}: ${error?.message}`);
    return result;
  }

  /** Ends `slots` slots. */
  advance(slots: number = 1): Promise<number> {
    return this.rpc('causeway_advanceSlots', slots);
  }

  /** A transaction of `instructions`, paid and signed by the payer and signed by `signers`. */
  async signed(
    instructions: readonly TransactionInstruction[],
    signers: readonly Keypair[] = [],
  ): Promise<Transaction> {
    const transaction = new Transaction({
      feePayer: this.payer.publicKey,
      ...(await this.at.confirmed.getLatestBlockhash()),
    }).add(...instructions);
    transaction.sign(this.payer, ...signers);
    return transaction;
  }

  /** Sends such a transaction. It is in the open slot when this returns. Returns its signature. */
  async send(instructions: readonly TransactionInstruction[], signers: readonly Keypair[] = []): Promise<string> {
    const transaction = await this.signed(instructions, signers);
    return this.at.processed.sendRawTransaction(transaction.serialize());
  }

  /** Sends such a transaction although it fails. */
  async sendFailing(instructions: readonly TransactionInstruction[]): Promise<string> {
    const transaction = await this.signed(instructions);
    return this.at.processed.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
  }

  transfer(to: PublicKey, lamports: number): TransactionInstruction {
    return SystemProgram.transfer({ fromPubkey: this.payer.publicKey, toPubkey: to, lamports });
  }
}

/** Describes a chain whose slots end every `slotMs`, or on request alone; it is there once the hooks run. */
export function describeNode(title: string, slotMs: number | 'paused', tests: (test: TestNode) => void): void {
  describe(title, function describeChain() {
    this.timeout(120_000);
    const test: TestNode = Object.create(TestNode.prototype);
    before(async () => {
      Object.assign(test, await TestNode.start(slotMs));
    });
    after(() => test.stop());
    tests(test);
  });
}

/** Closes the WebSocket that web3.js does not expose. */
export function closeSocket(connection: Connection): void {
  (connection as unknown as { _rpcWebSocket: { close(): void } })._rpcWebSocket.close();
}

/** Lamports of `address` at `commitment`. */
export function balance(test: TestNode, address: PublicKey, commitment: Commitment): Promise<number> {
  return test.at.processed.getBalance(address, commitment);
}

export function base64(transaction: { serialize(): Uint8Array }): string {
  return Buffer.from(transaction.serialize()).toString('base64');
}
