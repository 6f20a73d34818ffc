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

/** Making a genesis takes much longer than restoring one. */
let lastGenesis: { readonly settings: string; readonly image: Buffer } | undefined;

/**
 * One ledger in the engine's memory. Nothing here is on disk, and nothing happens but by calls, so equal calls make
 * equal ledgers. Every method throws EngineTrap when the engine ends in the middle of it; the instance is dead then.
 */
export class Engine {
  readonly #instance: EngineInstance;

  private constructor(instance: EngineInstance) {
    this.#instance = instance;
  }

  /** A new ledger, at state version 0. `memoryLimit` is in bytes. */
  static boot(genesis: Genesis, memoryLimit?: number): Engine {
    const settings = JSON.stringify([genesis.timeMs, genesis.epochMs]);
    if (lastGenesis?.settings === settings) return Engine.restore(lastGenesis.image, memoryLimit);
    const instance = EngineModule.load().instantiate(memoryLimit);
    accepted(instance.call('boot', jsonBytes(genesis)));
    const engine = new Engine(instance);
    lastGenesis = { settings, image: engine.image() };
    return engine;
  }

  /** The ledger that `image()` wrote. Throws when the bytes are no image. */
  static restore(image: Uint8Array, memoryLimit?: number): Engine {
    const instance = EngineModule.load().instantiate(memoryLimit);
    accepted(instance.call('restore', image));
    return new Engine(instance);
  }

  /** The definition (`.rpd`) of a blueprint's WebAssembly that was compiled with its schema. */
  static definition(wasm: Uint8Array): Result<Buffer, Rejection> {
    const result = EngineModule.load().instantiate().call('extract_definition', wasm);
    return result.ok ? result : fail(fromJson<Rejection>(result.error));
  }

  /** SHA-256 of the engine's WebAssembly, in hex. */
  static get sha256(): string {
    return EngineModule.load().sha256;
  }

  /** Bytes of memory that the engine has taken. It gives none back; restoring an image in a new instance does. */
  get memoryBytes(): number {
    return this.#instance.memoryBytes;
  }

  /** Where the ledger stands. */
  head(): Head {
    return this.#ask('head');
  }

  /** All of the ledger, as bytes; equal ledgers have equal images. */
  image(): Buffer {
    return accepted(this.#instance.call('image', EMPTY));
  }

  /** A notarized transaction's content, and in `invalid` what is wrong with its form or signatures. Runs nothing. */
  parse(raw: Uint8Array): Result<ParsedTransaction, Rejection> {
    return this.#try('parse_transaction', raw);
  }

  /** Whether a transaction would be committed now, if only as a failure. Changes nothing. */
  check(raw: Uint8Array): Result<TransactionHashes, Rejection> {
    return this.#try('check_transaction', raw);
  }

  /** Commits a transaction as the next state version; the receipt says whether it succeeded. */
  commit(raw: Uint8Array): Result<Execution, Rejection> {
    return this.#try('commit_transaction', raw);
  }

  /** Commits the update to the next round, at `timestampMs` or the last round's time, whichever is later. */
  closeRound(timestampMs: number): RoundClosing {
    return fromJson(accepted(this.#instance.call('close_round', jsonBytes(timestampMs))));
  }

  /** Runs a manifest as `request` says, and commits nothing. */
  preview(request: PreviewRequest): Result<PreviewReceipt, Rejection> {
    return this.#try('preview', jsonBytes({ ...request, blobs: request.blobs?.map(hexOf) }));
  }

  /** Calls a method or a function with free credit and every signature, and commits nothing. */
  previewCall(request: CallPreviewRequest): Result<PreviewReceipt, Rejection> {
    return this.#try('preview_call', jsonBytes(request));
  }

  /** Commits a manifest with the badges given, without signatures and outside of any round. For tests. */
  executeManifest(request: ManifestRequest): Result<ManifestExecution, Rejection> {
    return this.#try('execute_manifest', jsonBytes({ ...request, blobs: request.blobs?.map(hexOf) }));
  }

  /** Opens a snapshot in memory, which costs what is changed after it. For tests. */
  snapshot(): number {
    return this.#ask('take_snapshot');
  }

  /** Back to a snapshot, which stays open; later ones are closed. Throws when it is closed itself. */
  rollBack(snapshot: number): void {
    this.#ask('roll_back', snapshot);
  }

  /** Any object; null when there is none at `address`. Throws when it is no address of this network. */
  entity(address: string): Entity | null {
    return this.#ask('entity', address);
  }

  /** Every vault that an entity owns, at any depth; null when there is no such entity. */
  vaults(address: string): readonly Vault[] | null {
    return this.#ask('vaults', address);
  }

  /** Amounts of fungible resources that an entity owns, by resource. Empty when there is no such entity. */
  balances(address: string): ReadonlyMap<string, string> {
    const fungible = (this.vaults(address) ?? []).filter(({ kind }) => kind === 'Fungible');
    return new Map(fungible.map(({ resource, amount }) => [resource, amount]));
  }

  resource(address: string): Resource | null {
    return this.#ask('resource', address);
  }

  /** Metadata values as SBOR in hex, by name; null when there is no such entity. */
  metadata(address: string): Readonly<Record<string, string>> | null {
    return this.#ask('metadata', address);
  }

  package(address: string): Package | null {
    return this.#ask('package', address);
  }

  consensusManager(): ConsensusManager {
    return this.#ask('consensus_manager');
  }

  /** SBOR as the Core API's programmatic JSON. */
  describeSbor(sbor: Uint8Array): Result<SborJson, Rejection> {
    return this.#try('describe_sbor', sbor);
  }

  /** Lets `commits` succeed, and the next one panic in its middle. For tests of whoever uses the engine. */
  panicInCommit(commits: number): void {
    this.#ask('panic_in_commit', commits);
  }

  /** Ends the engine with a panic. For tests of whoever uses it. */
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
