import { ok, parseDecimal, type Result, type SignedTransaction } from '@causeway/protocol';
import type { z } from 'zod';
import type { DeployFailure } from '../../failures.ts';
import { awaitInclusion } from '../../provider/await-inclusion.ts';
import type { KeyHandle } from '../../provider/provider.ts';
import { MAX_EPOCHS } from '../anchor.ts';
import type { RadixConnection } from '../connection.ts';
import { address, callMethod, lockFee, type ManifestText } from '../manifest.ts';
import type { RadixNetwork } from '../network.ts';
import { outcomeOf } from '../outcome.ts';
import { decimal } from '../sbor.ts';
import { broadcast, notReplaceable } from '../sender.ts';
import { notarize } from '../transaction.ts';
import { wellKnown } from '../well-known.ts';

/** The default limit of a transaction's fee, XRD; the unused rest stays with the payer. */
const FEE_XRD = '50';

/** Decimals of the engine's amounts. */
const DECIMALS = 18;

/** The content of a transaction. The ledger puts the fee instruction in front. */
export interface Sending {
  readonly manifest: ManifestText;
  readonly blobs?: readonly Uint8Array[];
  /** The highest fee, XRD. */
  readonly feeXrd?: string;
  /** The account that pays; the key's account when absent. */
  readonly payer?: string;
}

/** A Radix network from the view of one account, which reads, signs and pays. */
export class Ledger {
  readonly connection: RadixConnection;
  readonly #key: KeyHandle;

  constructor(connection: RadixConnection, key: KeyHandle) {
    this.connection = connection;
    this.#key = key;
  }

  get network(): RadixNetwork {
    return this.connection.network;
  }

  /** The key's account. */
  get account(): string {
    return this.#key.address;
  }

  /** The network's own resource, XRD. */
  get coin(): string {
    return wellKnown('xrd', this.network);
  }

  /** The newest state version. */
  async stateVersion(): Promise<Result<number, DeployFailure>> {
    const head = await this.connection.rpc.head();
    return head.ok ? ok(head.value.number) : head;
  }

  /** Runs the only instruction of `manifest` and parses its return value with `schema`. Fails with its refusal. */
  read<T extends z.ZodType>(manifest: ManifestText, schema: T): Promise<Result<z.output<T>, DeployFailure>> {
    return this.connection.rpc.read(manifest, schema);
  }

  /** The package of the component's blueprint. */
  async packageOf(component: string): Promise<Result<string, DeployFailure>> {
    const blueprint = await this.connection.rpc.agreeSoon((endpoint) => endpoint.blueprintOf(component));
    return blueprint.ok ? ok(blueprint.value.package) : blueprint;
  }

  /** The balance of `account` in `resource`, in units of 10^-18. */
  async balance(account: string, resource: string): Promise<Result<bigint, DeployFailure>> {
    const held = await this.read(callMethod(account, 'balance', address(resource)), decimal);
    return held.ok ? parseDecimal(held.value, DECIMALS) : held;
  }

  /**
   * Signs, sends and waits for the commit. Returns the transaction's reference. Fails with the refusal, before sending
   * where a preview can find it, or with NOT_INCLUDED.
   */
  async send({
    manifest,
    blobs = [],
    feeXrd = FEE_XRD,
    payer = this.account,
  }: Sending): Promise<Result<string, DeployFailure>> {
    const { connection } = this;
    const { rpc, network, nextNonce } = connection;
    // Previews cannot carry blobs. Nodes check a transaction with blobs when they accept it.
    const [refusal, startEpoch] = await Promise.all([
      blobs.length === 0 ? rpc.refusalOf(manifest) : ok(null),
      rpc.epoch(),
    ]);
    if (!refusal.ok) return refusal;
    if (refusal.value !== null) return { ok: false, error: refusal.value };
    if (!startEpoch.ok) return startEpoch;
    const endEpoch = startEpoch.value + MAX_EPOCHS;
    const terms = {
      network,
      startEpoch: startEpoch.value,
      endEpoch,
      nonce: nextNonce(),
      notary: this.#key.publicKey,
      tipPercentage: 0,
      manifest: lockFee(payer, feeXrd) + manifest,
      blobs,
    };
    const transaction = await notarize(terms, [], this.#key);
    const submission = { ...transaction, payer, sequence: endEpoch, fee: {} };
    const sender = {
      broadcast: (each: SignedTransaction) => broadcast(connection, each),
      outcome: (each: SignedTransaction) => outcomeOf({ connection, identity: null }, each),
      replace: async () => notReplaceable(),
    };
    const { clock, config } = connection;
    return awaitInclusion(sender, submission, null, { clock, lookMs: config.pollMs });
  }
}
