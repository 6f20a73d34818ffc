import { createHash } from 'node:crypto';
import { type Hex, hexToBytes } from '@causeway/protocol';
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js';

/** Nonces of one status page. */
const PAGE_NONCES = 4_096n;

const little = (value: number | bigint, bytes: 4 | 8): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer.subarray(0, bytes);
};

/** A committed interval. */
interface Interval {
  readonly source: number;
  readonly firstNonce: bigint;
  readonly count: number;
}

/** What strangers and the admin do at a Solana bridge, without its provider. */
export class SolanaBridgeActors {
  readonly #connection: Connection;
  readonly #program: PublicKey;
  readonly #stranger: Keypair;
  readonly #admin: Keypair;

  /** `url` is a node's; `stranger` and `admin` are ed25519 seeds of 32 bytes. */
  constructor(url: string, program: string, seeds: { readonly stranger: Hex; readonly admin: Hex }) {
    const keyOf = (seed: Hex) => Keypair.fromSeed(hexToBytes(seed));
    this.#stranger = keyOf(seeds.stranger);
    this.#admin = keyOf(seeds.admin);
    this.#connection = new Connection(url, 'confirmed');
    this.#program = new PublicKey(program);
  }

  /** Sends `count` transfers of nothing that name the bridge's event authority. They cost a base fee each. */
  async nameBridge(count: number): Promise<void> {
    const payer = this.#stranger;
    const { blockhash } = await this.#connection.getLatestBlockhash();
    const sent: string[] = [];
    for (let index = 0; index < count; index++) {
      const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: payer.publicKey, lamports: 0 });
      transfer.keys.push({ pubkey: this.#derived('__event_authority'), isSigner: false, isWritable: false });
      // Another limit makes another transaction.
      const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 10_000 + index });
      const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash }).add(
        limit,
        transfer,
      );
      transaction.sign(payer);
      sent.push(await this.#connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true }));
    }
    for (const signature of sent) await this.#confirmed(signature);
  }

  /**
   * Gives a committed interval another root in one transaction: pauses inbound, replaces, unpauses. The zero root drops
   * the lane's last interval, whose rent `rentTo` paid.
   */
  async replaceRoot({ source, firstNonce, count }: Interval, root: Uint8Array, rentTo?: string): Promise<void> {
    const admin = this.#admin.publicKey;
    const interval = [little(source, 4), little(firstNonce, 8), little(count, 4)];
    const status = (nonce: bigint) => this.#derived('status', little(source, 4), little(nonce / PAGE_NONCES, 8));
    const writable = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true });
    const absent = { pubkey: this.#program, isSigner: false, isWritable: false };
    const replace = this.#instruction('replace_root', Buffer.concat([...interval, root, little(0, 4)]), [
      { pubkey: admin, isSigner: true, isWritable: true },
      { pubkey: this.#derived('bridge'), isSigner: false, isWritable: false },
      writable(this.#derived('remote', little(source, 4))),
      writable(this.#derived('root', ...interval)),
      rentTo === undefined ? absent : writable(new PublicKey(rentTo)),
      writable(status(firstNonce)),
      writable(status(firstNonce + BigInt(count) - 1n)),
      { pubkey: SystemProgram.programId, isSigner: false, isWritable: false },
    ]);
    const switched = (name: string) =>
      this.#instruction(name, Buffer.alloc(0), [
        { pubkey: admin, isSigner: true, isWritable: false },
        writable(this.#derived('bridge')),
      ]);
    const transaction = new Transaction().add(switched('pause_inbound'), replace, switched('unpause_inbound'));
    await this.#confirmed(await this.#connection.sendTransaction(transaction, [this.#admin]));
  }

  #instruction(name: string, args: Buffer, keys: TransactionInstruction['keys']): TransactionInstruction {
    const discriminator = createHash('sha256').update(`global:${name}`).digest().subarray(0, 8);
    const events = [this.#derived('__event_authority'), this.#program].map((pubkey) => ({
      pubkey,
      isSigner: false,
      isWritable: false,
    }));
    return new TransactionInstruction({
      programId: this.#program,
      keys: [...keys, ...events],
      data: Buffer.concat([discriminator, args]),
    });
  }

  #derived(seed: string, ...more: readonly Buffer[]): PublicKey {
    return PublicKey.findProgramAddressSync([Buffer.from(seed), ...more], this.#program)[0];
  }

  async #confirmed(signature: string): Promise<void> {
    for (;;) {
      const { value } = await this.#connection.getSignatureStatus(signature);
      if (value?.err) throw new Error(`${signature} failed: ${JSON.stringify(value.err)}`);
      if (value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized') return;
    }
  }
}
