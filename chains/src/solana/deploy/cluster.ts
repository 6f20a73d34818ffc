import { bytesToHex, fail, hexToBytes, type NETWORK, ok, type Result } from '@causeway/protocol';
import { sleep } from '@causeway/runtime';
import {
  ComputeBudgetProgram,
  PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import type { DeployFailure } from '../../failures.ts';
import type { KeyHandle } from '../../provider/provider.ts';
import { servedCluster } from '../clusters.ts';
import type { SolanaConnection } from '../connection.ts';
import { refused } from '../errors.ts';
import { currentPrice } from '../fees.ts';
import { type AccountState, BLOCKHASH_BLOCKS, COMMITMENT, type SolanaRpc } from '../rpc.ts';
import { numberAnswer, simulationAnswer, statusesAnswer } from '../wire.ts';

/** How often a transaction is signed anew after its block hash expired. */
const ATTEMPTS = 5;

/** Milliseconds before an unseen transaction is sent again. */
const RESEND_MS = 2_000;

/** Most unconfirmed transactions at one time. */
const AT_ONCE = 64;

/** Instructions of one transaction, and its signers besides the payer. */
export interface Sending {
  readonly instructions: readonly TransactionInstruction[];
  readonly signers?: readonly KeyHandle[];
}

/** A transaction that is signed and bound to a block hash. */
interface Signed {
  readonly sending: Sending;
  readonly reference: string;
  readonly raw: Uint8Array;
}

/** A cluster for deployments: it reads accounts and sends transactions, all confirmed by a quorum of its endpoints. */
export class Cluster {
  readonly payer: PublicKey;
  readonly connection: SolanaConnection;
  readonly #rpc: SolanaRpc;
  readonly #key: KeyHandle;
  readonly #pollMs: number;

  /**
   * `payer` pays for everything and signs it. `pollMs`: milliseconds between two polls of the cluster while waiting.
   */
  constructor(connection: SolanaConnection, payer: KeyHandle, pollMs: number) {
    this.payer = new PublicKey(payer.address);
    this.connection = connection;
    this.#rpc = connection.rpc;
    this.#key = payer;
    this.#pollMs = pollMs;
  }

  /** The cluster's network, identified by its genesis hash. */
  name(): Promise<Result<keyof typeof NETWORK, DeployFailure>> {
    return servedCluster(this.#rpc);
  }

  async slot(): Promise<Result<number, DeployFailure>> {
    const head = await this.#rpc.head();
    return head.ok ? ok(head.value.number) : head;
  }

  /** Waits until `slot` is confirmed. */
  async untilSlot(slot: number): Promise<Result<void, DeployFailure>> {
    for (;;) {
      const reached = await this.slot();
      if (!reached.ok) return reached;
      if (reached.value >= slot) return ok(undefined);
      await this.#pause();
    }
  }

  account(address: PublicKey): Promise<Result<AccountState | null, DeployFailure>> {
    return this.#rpc.account(address);
  }

  /** Lamports that make an account of `bytes` exempt from rent. */
  rent(bytes: number): Promise<Result<number, DeployFailure>> {
    return this.#rpc.agree(async (endpoint) =>
      numberAnswer.parse(await endpoint.send('getMinimumBalanceForRentExemption', [bytes])),
    );
  }

  /**
   * Simulates, signs, sends and waits for confirmation. Returns the transaction's signature. Fails with the refusal of
   * the simulation, or with NOT_INCLUDED.
   */
  async send(sending: Sending): Promise<Result<string, DeployFailure>> {
    const simulated = await this.#simulate(sending);
    if (!simulated.ok) return simulated;
    const sent = await this.sendAll([sending]);
    return sent.ok ? ok(sent.value[0] as string) : sent;
  }

  /**
   * Sends all transactions in any order, without simulation, and waits for all confirmations. Returns their signatures.
   */
  async sendAll(sendings: readonly Sending[]): Promise<Result<readonly string[], DeployFailure>> {
    const landed = new Map<Sending, string>();
    for (let attempt = 0; attempt < ATTEMPTS && landed.size < sendings.length; attempt += 1) {
      const rest = sendings.filter((sending) => !landed.has(sending));
      for (let at = 0; at < rest.length; at += AT_ONCE) {
        const part = await this.#land(rest.slice(at, at + AT_ONCE));
        if (!part.ok) return part;
        for (const { sending, reference } of part.value) landed.set(sending, reference);
      }
    }
    if (landed.size === sendings.length) return ok(sendings.map((sending) => landed.get(sending) as string));
    return fail('NOT_INCLUDED', `${sendings.length - landed.size} transactions were not included; try again`, true);
  }

  /** Sends `sendings` and returns the transactions that are confirmed before their block hash expires. */
  async #land(sendings: readonly Sending[]): Promise<Result<readonly Signed[], DeployFailure>> {
    const newest = await this.#rpc.head();
    if (!newest.ok) return newest;
    const price = await currentPrice(this.connection, [this.payer]);
    const signing = sendings.map((sending) => this.#sign(sending, newest.value.hash, price));
    const waiting = new Set(await Promise.all(signing));
    const landed: Signed[] = [];
    for (let sentAt = Number.NEGATIVE_INFINITY; ; ) {
      if (this.connection.clock.monotonic() - sentAt > RESEND_MS) {
        await Promise.all([...waiting].map(({ raw }) => this.#broadcast(raw)));
        sentAt = this.connection.clock.monotonic();
      }
      // The head is read before the statuses: a transaction that is missing once its block hash expired never lands.
      const head = await this.#rpc.head();
      if (!head.ok) return head;
      const found = await this.#confirmed([...waiting]);
      if (!found.ok) return found;
      for (const signed of found.value) waiting.delete(signed);
      landed.push(...found.value);
      if (waiting.size === 0 || head.value.height > newest.value.height + BLOCKHASH_BLOCKS) return ok(landed);
      await this.#pause();
    }
  }

  /** The transactions of `signed` that are confirmed. Fails when one of them failed. */
  async #confirmed(signed: readonly Signed[]): Promise<Result<readonly Signed[], DeployFailure>> {
    const references = signed.map(({ reference }) => reference);
    const statuses = await this.#rpc.gather(async (endpoint) =>
      statusesAnswer.parse(await endpoint.send('getSignatureStatuses', [references])),
    );
    if (!statuses.ok) return statuses;
    const found: Signed[] = [];
    for (const [index, one] of signed.entries()) {
      const known = statuses.value
        .map((answer) => answer[index])
        .filter((status) => status != null && status.confirmationStatus !== 'processed');
      if (known.length < this.#rpc.quorum) continue;
      const failure = known.find((status) => status?.err)?.err;
      if (failure) return refused(failure);
      found.push(one);
    }
    return ok(found);
  }

  async #sign(sending: Sending, blockHash: string, price: bigint): Promise<Signed> {
    const transaction = this.#compile(sending, blockHash, price);
    const { message } = transaction;
    const keys = [this.#key, ...(sending.signers ?? [])];
    const payload = bytesToHex(message.serialize());
    for (const address of message.staticAccountKeys.slice(0, message.header.numRequiredSignatures)) {
      const key = keys.find((one) => one.address === address.toBase58());
      if (key === undefined) throw new RangeError(`no key for ${address}`);
      transaction.addSignature(address, hexToBytes(await key.sign(payload)));
    }
    const reference = bs58.encode(transaction.signatures[0] as Uint8Array);
    return { sending, reference, raw: transaction.serialize() };
  }

  #compile({ instructions }: Sending, recentBlockhash: string, price: bigint): VersionedTransaction {
    const fee = price === 0n ? [] : [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price })];
    const message = new TransactionMessage({
      payerKey: this.payer,
      recentBlockhash,
      instructions: [...instructions, ...fee],
    });
    // A legacy message keeps its data in base58, which takes 10 ms for each write of a program.
    return new VersionedTransaction(message.compileToV0Message());
  }

  async #simulate(sending: Sending): Promise<Result<void, DeployFailure>> {
    const transaction = this.#compile(sending, PublicKey.default.toBase58(), 0n);
    const raw = Buffer.from(transaction.serialize()).toString('base64');
    const options = { encoding: 'base64', commitment: COMMITMENT, sigVerify: false, replaceRecentBlockhash: true };
    const simulated = await this.#rpc.agreeSoon(
      async (endpoint) => simulationAnswer.parse(await endpoint.send('simulateTransaction', [raw, options])).err,
    );
    if (!simulated.ok) return simulated;
    if (simulated.value === null) return ok(undefined);
    return refused(simulated.value);
  }

  /** Sends to every endpoint. An endpoint that already has the transaction or does not answer changes nothing. */
  async #broadcast(raw: Uint8Array): Promise<void> {
    const params = [Buffer.from(raw).toString('base64'), { encoding: 'base64', skipPreflight: true, maxRetries: 0 }];
    await Promise.allSettled(this.#rpc.endpoints.map((endpoint) => endpoint.send('sendTransaction', params)));
  }

  #pause(): Promise<void> {
    return sleep(this.connection.clock, this.#pollMs);
  }
}
