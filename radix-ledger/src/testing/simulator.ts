import { randomBytes } from 'node:crypto';
import { PrivateKey } from '@radixdlt/radix-engine-toolkit';
import { Engine } from '../engine.ts';
import { Ledger } from '../ledger.ts';
import type { Result } from '../result.ts';
import type { LedgerOptions, Receipt, Rejection, SborJson, UserTransaction } from '../types.ts';
import { accountOf, XRD } from './addresses.ts';
import * as manifests from './manifests.ts';
import { notarize, type SigningKey } from './notarize.ts';

/** Epochs in which a transaction of the simulator is valid. */
const VALID_EPOCHS = 10;
/** XRD that the faucet locks for a fee, unless the caller says otherwise. Publishing is the most expensive. */
const FEE_XRD = { call: '100', publish: '5000' };

export interface Account {
  readonly address: string;
  readonly key: SigningKey;
}

/** A Scrypto package: the files that `scrypto build` writes. */
export interface PackageFiles {
  /** The WebAssembly. */
  readonly code: Uint8Array;
  /** The definition, a `.rpd` file. When absent, it is extracted from `code`, which must contain its schema. */
  readonly definition?: Uint8Array;
}

export interface ExecuteOptions {
  /** The accounts whose keys sign. Without any, a key that owns nothing notarizes. */
  readonly signers?: readonly Account[];
  readonly blobs?: readonly Uint8Array[];
  /** XRD that the faucet locks for the fee, a decimal; 100 when absent. The rest returns to the faucet. */
  readonly lockFee?: string;
}

/** A committed, successful transaction. */
export interface Executed {
  readonly transaction: UserTransaction;
  readonly receipt: Receipt;
  /** The return value of each instruction; null when an instruction returned nothing. */
  readonly outputs: readonly (SborJson | null)[];
}

/** A call's transaction, and its return value; null when the call returned nothing. */
export interface Called extends Executed {
  readonly value: SborJson | null;
}

/** A transaction that was rejected, or committed as a failure. The message is the engine's. */
export class TransactionError extends Error {
  override readonly name = 'TransactionError';
  /** Present when the transaction was committed as a failure. */
  readonly receipt: Receipt | undefined;

  constructor(message: string, receipt?: Receipt) {
    super(message);
    this.receipt = receipt;
  }
}

/**
 * A ledger of this process for tests of blueprints. Each call is a signed transaction in a round of its own, which the
 * ledger ends at once; the faucet pays the fee. Arguments are in manifest syntax: `5u64`, `Decimal("1.5")`.
 */
export class LedgerSimulator {
  readonly ledger: Ledger;
  readonly #stranger = randomKey();

  /** A simulator over an open ledger of this process. */
  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  /** A simulator over a new ledger, whose time moves only by rounds. Throws as `Ledger.open` does. */
  static open(options: Partial<LedgerOptions> = {}): LedgerSimulator {
    return new LedgerSimulator(Ledger.open({ pace: 'manual', ...options }));
  }

  /** A new account with 10,000 XRD. */
  async account(key: SigningKey = randomKey()): Promise<Account> {
    const address = await accountOf(key);
    await this.fund(address);
    return { address, key };
  }

  /** Gives 10,000 XRD to an account. */
  async fund(account: string): Promise<void> {
    await this.execute(`${manifests.free()} ${manifests.deposit(account)}`);
  }

  /** Publishes a package without an owner. Returns its address. Throws TransactionError. */
  async publish({ code, definition }: PackageFiles, options: ExecuteOptions = {}): Promise<string> {
    const text = await manifests.definitionText(definition ?? must(Engine.definition(code)));
    if (!text.includes('=>'))
      throw new TransactionError('the package has no blueprint: its code was built without a schema');
    const { receipt } = await this.execute(manifests.publish(code, text), {
      lockFee: FEE_XRD.publish,
      ...options,
      blobs: [code],
    });
    const [address] = receipt.newEntities.packages;
    if (address === undefined) throw new TransactionError('the transaction created no package', receipt);
    return address;
  }

  /** Calls a function of a blueprint. What the call returns to the worktop goes to the first signer's account. */
  callFunction(
    packageAddress: string,
    blueprint: string,
    name: string,
    args: readonly string[] = [],
    options: ExecuteOptions = {},
  ): Promise<Called> {
    return this.#call(manifests.callFunction(packageAddress, blueprint, name, args), options);
  }

  /** Calls a method of a component. What the call returns to the worktop goes to the first signer's account. */
  callMethod(
    component: string,
    method: string,
    args: readonly string[] = [],
    options: ExecuteOptions = {},
  ): Promise<Called> {
    return this.#call(manifests.callMethod(component, method, args), options);
  }

  /**
   * Signs a transaction of `manifest`, which locks no fee of its own, and commits it in a round. Throws
   * TransactionError when the transaction is rejected or fails.
   */
  async execute(manifest: string, { signers = [], blobs = [], lockFee }: ExecuteOptions = {}): Promise<Executed> {
    const [notary = this.#stranger, ...others] = signers.map(({ key }) => key);
    const { epoch } = this.ledger.head;
    const { hex } = await notarize(notary, `${manifests.lockFee(lockFee ?? FEE_XRD.call)} ${manifest}`, {
      startEpoch: epoch,
      endEpoch: epoch + VALID_EPOCHS,
      signers: others,
      blobs,
    });
    const transaction = commit(this.ledger, Buffer.from(hex, 'hex'));
    const { receipt } = transaction;
    if (receipt.error !== null) throw new TransactionError(receipt.error, receipt);
    const [, ...outputs] = receipt.outputs.map((output) => (output === null ? null : this.#json(output)));
    return { transaction, receipt, outputs };
  }

  /** The state of a component, its first field. Throws when there is no such component. */
  state(component: string): SborJson {
    const state = must(this.ledger.read((engine) => engine.entity(component)))?.state;
    if (state === undefined || state === null) throw new Error(`there is no component ${component}`);
    return this.#json(state);
  }

  /** The amount of a fungible resource that an account or a component owns, a decimal. */
  balance(owner: string, resource: string = XRD): string {
    return must(this.ledger.read((engine) => engine.balances(owner).get(resource))) ?? '0';
  }

  /** Ends the ledger. */
  close(): void {
    this.ledger.close();
  }

  async #call(instruction: string, options: ExecuteOptions): Promise<Called> {
    const [first] = options.signers ?? [];
    const rest = first === undefined ? '' : manifests.deposit(first.address);
    const executed = await this.execute(`${instruction} ${rest}`, options);
    return { ...executed, value: executed.outputs[0] ?? null };
  }

  #json(sbor: string): SborJson {
    return must(must(this.ledger.read((engine) => engine.describeSbor(Buffer.from(sbor, 'hex')))));
  }
}

/** Submits a notarized transaction and ends the round that commits it. Throws TransactionError when it is rejected. */
export function commit(ledger: Ledger, raw: Uint8Array): UserTransaction {
  const submitted = ledger.submit(raw);
  if (!submitted.ok)
    throw new TransactionError('message' in submitted.error ? submitted.error.message : submitted.error.code);
  const intent = submitted.value.parsed.hashes.transactionIntent.hex;
  ledger.advance();
  const status = ledger.status(intent);
  const committed = status.kind === 'committed' ? ledger.transaction(status.stateVersion) : undefined;
  if (committed?.kind === 'user') return committed;
  throw new TransactionError(status.kind === 'rejected' ? status.rejection.message : 'the round did not commit it');
}

const randomKey = (): SigningKey => new PrivateKey.Ed25519(Uint8Array.from(randomBytes(32)));

function must<T>(result: Result<T, Rejection>): T {
  if (!result.ok) throw new TransactionError(result.error.message);
  return result.value;
}
