import { type EngineInstance, EngineModule } from './engine-module.ts';
import { fail, ok, type Result } from './result.ts';
import type {
  CallPreviewRequest,
  ConsensusManager,
  Entity,
  Execution,
  Genesis,
  Head,
  ManifestExecution,
  ManifestRequest,
  Package,
  ParsedTransaction,
  PreviewReceipt,
  PreviewRequest,
  Rejection,
  Resource,
  RoundClosing,
  SborJson,
  TransactionHashes,
  Vault,
} from './types.ts';

const EMPTY = new Uint8Array();

/** Cached, because creating a genesis takes much longer than restoring its image. */
let lastGenesis: { readonly settings: string; readonly image: Buffer } | undefined;

/**
 * One ledger in the engine's memory, without anything on disk. Only calls change it, so equal calls make equal ledgers.
 * Every method throws EngineTrap when the engine ends in the middle of the call; the instance is unusable then.
 */
export class Engine {
  readonly #instance: EngineInstance;

  private constructor(instance: EngineInstance) {
    this.#instance = instance;
  }

  /** A new ledger at state version 0. `memoryLimit` is in bytes. */
  static boot(genesis: Genesis, memoryLimit?: number): Engine {
    const settings = JSON.stringify([genesis.timeMs, genesis.epochMs]);
    if (lastGenesis?.settings === settings) return Engine.restore(lastGenesis.image, memoryLimit);
    const instance = EngineModule.load().instantiate(memoryLimit);
    accepted(instance.call('boot', jsonBytes(genesis)));
    const engine = new Engine(instance);
    lastGenesis = { settings, image: engine.image() };
    return engine;
  }

  /** Restores a ledger from the bytes of `image()`. Throws when they are no image. */
  static restore(image: Uint8Array, memoryLimit?: number): Engine {
    const instance = EngineModule.load().instantiate(memoryLimit);
    accepted(instance.call('restore', image));
    return new Engine(instance);
  }

  /** The definition (`.rpd`) in a blueprint's WebAssembly that was compiled with its schema. */
  static definition(wasm: Uint8Array): Result<Buffer, Rejection> {
    const result = EngineModule.load().instantiate().call('extract_definition', wasm);
    return result.ok ? result : fail(fromJson<Rejection>(result.error));
  }

  /** SHA-256 of the engine's WebAssembly, in hex. */
  static get sha256(): string {
    return EngineModule.load().sha256;
  }

  /** The engine's memory, bytes. It never shrinks; restoring an image in a new instance frees the rest. */
  get memoryBytes(): number {
    return this.#instance.memoryBytes;
  }

  /** The ledger's newest state version. */
  head(): Head {
    return this.#ask('head');
  }

  /** The whole ledger as bytes. Equal ledgers have equal images. */
  image(): Buffer {
    return accepted(this.#instance.call('image', EMPTY));
  }

  /** The content of a notarized transaction; `invalid` describes a defect of its form or signatures. Runs nothing. */
  parse(raw: Uint8Array): Result<ParsedTransaction, Rejection> {
    return this.#try('parse_transaction', raw);
  }

  /** Succeeds when a transaction would be committed now, even as a failure. Changes nothing. */
  check(raw: Uint8Array): Result<TransactionHashes, Rejection> {
    return this.#try('check_transaction', raw);
  }

  /** Commits a transaction as the next state version; the receipt says whether it succeeded. */
  commit(raw: Uint8Array): Result<Execution, Rejection> {
    return this.#try('commit_transaction', raw);
  }

  /** Commits the update to the next round, at the later of `timestampMs` and the last round's time. */
  closeRound(timestampMs: number): RoundClosing {
    return fromJson(accepted(this.#instance.call('close_round', jsonBytes(timestampMs))));
  }

  /** Runs the manifest of `request`. Commits nothing. */
  preview(request: PreviewRequest): Result<PreviewReceipt, Rejection> {
    return this.#try('preview', jsonBytes({ ...request, blobs: request.blobs?.map(hexOf) }));
  }

  /** Calls a method or a function with free credit and every signature. Commits nothing. */
  previewCall(request: CallPreviewRequest): Result<PreviewReceipt, Rejection> {
    return this.#try('preview_call', jsonBytes(request));
  }

  /** Commits a manifest with the given badges, without signatures and outside of any round. For tests. */
  executeManifest(request: ManifestRequest): Result<ManifestExecution, Rejection> {
    return this.#try('execute_manifest', jsonBytes({ ...request, blobs: request.blobs?.map(hexOf) }));
  }

  /** Opens a snapshot in memory. Later changes take additional memory. For tests. */
  snapshot(): number {
    return this.#ask('take_snapshot');
  }

  /** Returns to a snapshot, which stays open; later ones are closed. Throws when the snapshot itself is closed. */
  rollBack(snapshot: number): void {
    this.#ask('roll_back', snapshot);
  }

  /** The object at `address`; null when there is none. Throws when it is no address of this network. */
  entity(address: string): Entity | null {
    return this.#ask('entity', address);
  }

  /** Every vault that an entity owns, at any depth; null when the entity does not exist. */
  vaults(address: string): readonly Vault[] | null {
    return this.#ask('vaults', address);
  }

  /** Amounts of fungible resources that an entity owns, by resource. Empty when the entity does not exist. */
  balances(address: string): ReadonlyMap<string, string> {
    const fungible = (this.vaults(address) ?? []).filter(({ kind }) => kind === 'Fungible');
    return new Map(fungible.map(({ resource, amount }) => [resource, amount]));
  }

  resource(address: string): Resource | null {
    return this.#ask('resource', address);
  }

  /** Metadata values as SBOR in hex, by name; null when the entity does not exist. */
  metadata(address: string): Readonly<Record<string, string>> | null {
    return this.#ask('metadata', address);
  }

  package(address: string): Package | null {
    return this.#ask('package', address);
  }

  consensusManager(): ConsensusManager {
    return this.#ask('consensus_manager');
  }

  /** SBOR in the Core API's programmatic JSON. */
  describeSbor(sbor: Uint8Array): Result<SborJson, Rejection> {
    return this.#try('describe_sbor', sbor);
  }

  /** Lets `commits` commits succeed and the next one panic in its middle. For tests of the engine's users. */
  panicInCommit(commits: number): void {
    this.#ask('panic_in_commit', commits);
  }

  /** Ends the engine with a panic. For tests of the engine's users. */
  panic(message: string): never {
    this.#instance.call('panic_with', Buffer.from(message));
    throw new Error('the engine survived a panic');
  }

  #try<T>(name: string, input: Uint8Array): Result<T, Rejection> {
    const result = this.#instance.call(name, input);
    return result.ok ? ok(fromJson<T>(result.value)) : fail(fromJson<Rejection>(result.error));
  }

  #ask<T>(name: string, input?: unknown): T {
    return fromJson(accepted(this.#instance.call(name, input === undefined ? EMPTY : jsonBytes(input))));
  }
}

function accepted(result: Result<Buffer, Buffer>): Buffer {
  if (!result.ok) throw new Error(fromJson<Rejection>(result.error).message);
  return result.value;
}

function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function fromJson<T>(bytes: Buffer): T {
  return JSON.parse(bytes.toString('utf8')) as T;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
