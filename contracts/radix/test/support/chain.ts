import assert from 'node:assert/strict';
import { hexToBytes } from '@causeway/protocol';
import { Engine, type Receipt as EngineReceipt, type Fee, type Rejection } from '@causeway/radix-ledger';
import { type Address, badgeOf, FAUCET } from './addresses.ts';
import { attosOf } from './types.ts';

/** Unix milliseconds at which every chain starts. */
const START_MS = 1_800_000_000_000;
/** No test waits for an epoch. */
const EPOCH_MS = 60_000;
/** The fee that the faucet locks for a test's transaction. */
const LOCK_FEE = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5000");`;

export interface ChainEvent {
  /** The component that emitted it; undefined when a function did. */
  readonly emitter: Address | undefined;
  readonly name: string;
  /** The fields in SBOR. */
  readonly data: Uint8Array;
}

/** The outcome of a transaction. */
export interface Receipt {
  /** Undefined on success, otherwise the engine's text. */
  readonly error: string | undefined;
  readonly events: readonly ChainEvent[];
  /** The return values of the instructions in SBOR, except for the fee lock; empty after a failure. */
  readonly outputs: readonly Uint8Array[];
  readonly fee: Fee;
  /** Created components, packages and resources. */
  readonly created: EngineReceipt['newEntities'];
}

/** The engine in this process with its own ledger. */
export class Chain {
  readonly #engine = Engine.boot({ timeMs: START_MS, epochMs: EPOCH_MS });
  #checkpoint = this.#engine.snapshot();

  /** Unix seconds of the ledger's clock. */
  get time(): bigint {
    return BigInt(Math.floor(this.#engine.head().proposerTimestampMs / 1_000));
  }

  /** Moves the clock forward to `seconds`. It never goes back. */
  setTime(seconds: bigint): void {
    this.#engine.closeRound(Number(seconds) * 1_000);
  }

  /** Sets the state to which `restore` returns. */
  checkpoint(): void {
    this.#checkpoint = this.#engine.snapshot();
  }

  restore(): void {
    this.#engine.rollBack(this.#checkpoint);
  }

  /** Saves the present state. The result returns to it any number of times. */
  checkpointed(): () => void {
    const snapshot = this.#engine.snapshot();
    return () => this.#engine.rollBack(snapshot);
  }

  /** Executes `instructions` with the badges of the signers' keys; the faucet pays. */
  execute(instructions: readonly string[], signers: readonly Address[], blobs: readonly Uint8Array[] = []): Receipt {
    const manifest = [LOCK_FEE, ...instructions].join('\n');
    const badges = [...new Set(signers)].map(badgeOf);
    return paid(receiptOf(this.#engine.executeManifest({ manifest, badges, blobs })));
  }

  /** Executes `instructions` as the system does at genesis: without a fee, and at chosen addresses. */
  executeSystem(instructions: readonly string[]): Receipt {
    return receiptOf(this.#engine.executeManifest({ manifest: instructions.join('\n'), system: true }));
  }

  /** Executes `instructions` and undoes them. */
  preview(instructions: readonly string[]): Receipt {
    const before = this.#engine.snapshot();
    const receipt = this.execute(instructions, []);
    this.#engine.rollBack(before);
    return receipt;
  }

  /** Commits a notarized transaction. Its first instruction must lock the fee. */
  commit(notarized: Uint8Array): Receipt {
    return paid(receiptOf(this.#engine.commit(notarized)));
  }

  /** The balance of an account or another component in a fungible resource, in units of 10^-18. */
  balance(owner: Address, resource: Address): bigint {
    return this.#vaults(owner, resource).reduce((sum, { amount }) => sum + attosOf(amount), 0n);
  }

  /** The vault in which `owner` holds the resource. */
  vaultOf(owner: Address, resource: Address): string {
    return this.#vaults(owner, resource)[0]?.vault ?? assert.fail(`${owner} has no vault of ${resource}`);
  }

  /** Total supply in units of 10^-18. */
  supply(resource: Address): bigint {
    return attosOf(this.#engine.resource(resource)?.totalSupply ?? '0');
  }

  #vaults(owner: Address, resource: Address) {
    return (this.#engine.vaults(owner) ?? []).filter((vault) => vault.resource === resource);
  }
}

function receiptOf(
  result:
    | { readonly ok: true; readonly value: { readonly receipt: EngineReceipt } }
    | { readonly ok: false; readonly error: Rejection },
): Receipt {
  if (!result.ok) assert.fail(`rejected: ${result.error.message}`);
  const { error, events, outputs, fee, newEntities } = result.value.receipt;
  return {
    error: error ?? undefined,
    events: events.map(({ emitter, name, data }) => ({
      emitter: emitter.kind === 'method' ? (emitter.address as Address) : undefined,
      name,
      data: hexToBytes(`0x${data}`),
    })),
    outputs: outputs.map((output) => hexToBytes(`0x${output ?? ''}`)),
    fee,
    created: newEntities,
  };
}

/** The receipt without the return value of the first instruction, which locked the fee. */
const paid = (receipt: Receipt): Receipt => ({ ...receipt, outputs: receipt.outputs.slice(1) });

/** The only chain of this process, because creating one takes longer than most tests. */
export const sharedChain = new Chain();
