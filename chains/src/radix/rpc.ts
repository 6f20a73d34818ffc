import { type BlockRef, type ExecutionFailure, fail, ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { z } from 'zod';
import type { ReadFailure, RpcFailure } from '../failures.ts';
import type { Head } from '../provider/provider.ts';
import { endpointMessage } from '../rpc/endpoint-message.ts';
import { PatientQuorum } from '../rpc/quorum.ts';
import type { Actor, CoreEndpoint, FeePayer } from './endpoint.ts';
import { decodeEngineError, FEE_EXHAUSTED } from './errors.ts';
import type { ManifestText } from './manifest.ts';
import type { RadixNetwork } from './network.ts';
import { decodeSbor } from './sbor.ts';
import type { CoreTransaction, Publication } from './wire.ts';

/** State versions that honest nodes may be apart: each transaction makes one. */
const VERSIONS_APART = 64;

/** Transactions in one answer while a package's publication is searched. */
const PUBLICATIONS = 100;

/** The terms of a trial run: the payer, the tip in percent, the highest cost, 10^-18 XRD, and who acts. */
export interface Trial {
  readonly actor?: Actor;
  readonly payer?: FeePayer;
  readonly tipPercentage?: number;
  readonly maxCost?: bigint;
}

/** The Core APIs of several nodes of one Radix network, read as one. A block is a state version. */
export class RadixRpc extends PatientQuorum<CoreEndpoint> {
  readonly #network: RadixNetwork;
  /** The head that was confirmed last. */
  #head: Head | undefined;

  constructor(endpoints: readonly CoreEndpoint[], quorum: number, network: RadixNetwork, clock: Clock) {
    super(endpoints, quorum, endpointMessage, clock);
    this.#network = network;
  }

  /**
   * The newest state version that a quorum has reached, with a hash that a quorum confirms; it is final. When the
   * highest candidate is not confirmed (an endpoint lied), the next one is tried. A head that did not move is not read
   * again: a quorum still names its version and hash.
   */
  async head(): Promise<Result<Head, RpcFailure>> {
    const statuses = await this.gather(
      (endpoint) => endpoint.networkStatus(),
      (claims) =>
        this.areNear(
          claims.map(({ stateVersion }) => stateVersion),
          VERSIONS_APART,
        ),
    );
    if (!statuses.ok) return statuses;
    const claimed = statuses.value.map(({ stateVersion, hash }) => ({ stateVersion, hash }));
    const agreed = this.agreedIn(claimed);
    const known = this.#head;
    if (known && agreed?.stateVersion === known.number && agreed.hash === known.hash) return ok(known);
    let failure: Result<never, RpcFailure> = fail('NO_QUORUM', 'no state version is known to enough endpoints', true);
    for (const version of new Set(this.reachedBy(claimed.map(({ stateVersion }) => stateVersion)))) {
      const block = await this.agreeSoon((endpoint) => readHead(endpoint, version));
      if (block.ok && block.value !== null) {
        this.#head = block.value;
        return ok(block.value);
      }
      if (!block.ok) failure = block;
    }
    return failure;
  }

  /** The state version of that number; null when a quorum has not reached it. */
  block(number: number): Promise<Result<BlockRef | null, RpcFailure>> {
    return this.agreeSoon((endpoint) => readBlock(endpoint, number));
  }

  /** The id of the network that a quorum of the endpoints serves. */
  networkId(): Promise<Result<number, RpcFailure>> {
    return this.agreeSoon((endpoint) => endpoint.networkId());
  }

  /** The epoch that a quorum has reached. */
  async epoch(): Promise<Result<number, RpcFailure>> {
    const epochs = await this.reached(async (endpoint) => (await endpoint.networkStatus()).epoch);
    return epochs.ok ? ok(epochs.value[0] as number) : epochs;
  }

  /**
   * Runs the only call in `manifest` on the newest state and parses its return value with `schema`. Endpoints need to
   * agree only on the parsed value. An endpoint whose state is older than state version `since` does not count. Fails
   * with the call's refusal, or with CONTRACT_MISSING when the value does not fit the schema.
   */
  async read<T extends z.ZodType>(
    manifest: ManifestText,
    schema: T,
    since = 0,
  ): Promise<Result<z.output<T>, ReadFailure>> {
    const outcome = await this.agreeSoon(async (endpoint): Promise<Result<z.output<T>, ReadFailure>> => {
      const preview = await endpoint.preview(manifest);
      if (preview.stateVersion < since) throw new Error(`has not reached state version ${since}`);
      if (!preview.success) return { ok: false, error: decodeEngineError(preview.error) };
      try {
        return ok(await decodeSbor(preview.outputs[0] ?? '', this.#network, schema));
      } catch {
        return fail('CONTRACT_MISSING', `there is something else at ${/"(\w+)"/.exec(manifest)?.[1]}`);
      }
    });
    return outcome.ok ? outcome.value : outcome;
  }

  /**
   * Runs the calls in `manifests`, one each, on one and the newest state, and parses their return values with `schema`.
   * Fails like `read`.
   */
  async readAll<T extends z.ZodType>(
    manifests: readonly ManifestText[],
    schema: T,
  ): Promise<Result<readonly z.output<T>[], ReadFailure>> {
    const outcome = await this.agreeSoon(async (endpoint): Promise<Result<readonly z.output<T>[], ReadFailure>> => {
      const preview = await endpoint.preview(manifests.join(''));
      if (!preview.success) return { ok: false, error: decodeEngineError(preview.error) };
      if (preview.outputs.length !== manifests.length) throw new Error('answered another number of calls');
      try {
        return ok(await Promise.all(preview.outputs.map((output) => decodeSbor(output, this.#network, schema))));
      } catch {
        return fail('CONTRACT_MISSING', `there is something else at ${/"(\w+)"/.exec(manifests[0] ?? '')?.[1]}`);
      }
    });
    return outcome.ok ? outcome.value : outcome;
  }

  /** The state version in `from` … `from + count - 1` that created the package at `address`; null when none did. */
  async creationOf(address: string, from: number, count: number): Promise<Result<number | null, RpcFailure>> {
    for (let at = from; at < from + count; ) {
      const limit = Math.min(PUBLICATIONS, from + count - at);
      const page = await this.agreeSoon(async (endpoint) => {
        const read = await endpoint.creations(at, limit);
        return { read: read.length, found: read.find(({ packages }) => packages.includes(address)) };
      });
      if (!page.ok) return page;
      if (page.value.found) return ok(page.value.found.stateVersion);
      if (page.value.read === 0) return ok(null);
      at += page.value.read;
    }
    return ok(null);
  }

  /** What state version `version` published: the packages, and the transaction's payload, hex; null if it failed. */
  publication(version: number): Promise<Result<Publication | null, RpcFailure>> {
    return this.agreeSoon((endpoint) => endpoint.publication(version));
  }

  /** The refusal of `manifest` on the newest state under these terms; null when it succeeds. */
  refusalOf(manifest: ManifestText, trial: Trial = {}): Promise<Result<ExecutionFailure | null, RpcFailure>> {
    return this.tryOut(manifest, trial, async () => null);
  }

  /** Like `refusalOf`; when `manifest` succeeds, `judge` says by the values that its calls return, in SBOR. */
  tryOut(
    manifest: ManifestText,
    { payer, tipPercentage, maxCost, actor }: Trial,
    judge: (outputs: readonly string[]) => Promise<ExecutionFailure | null>,
  ): Promise<Result<ExecutionFailure | null, RpcFailure>> {
    return this.agreeSoon(async (endpoint) => {
      const preview = await endpoint.preview(manifest, payer, tipPercentage, actor);
      if (!preview.success) return decodeEngineError(preview.error);
      return maxCost !== undefined && preview.cost > maxCost ? FEE_EXHAUSTED : judge(preview.outputs);
    });
  }
}

/** One endpoint's state version of that number; null when the endpoint has not reached it. */
export async function readBlock(endpoint: CoreEndpoint, number: number): Promise<BlockRef | null> {
  // Version 0 precedes the first transaction, so no transaction describes it.
  if (number < 1) return null;
  const [transaction] = await endpoint.transactions(number, 1);
  if (transaction === undefined) return null;
  if (transaction.stateVersion !== number) throw new Error(`answered state version ${transaction.stateVersion}`);
  return toBlockRef(transaction);
}

/** One endpoint's state version of that number, with the hash of the version before. */
async function readHead(endpoint: CoreEndpoint, number: number): Promise<Head | null> {
  if (number < 2) return readBlock(endpoint, number);
  const [parent, newest] = await endpoint.transactions(number - 1, 2);
  if (parent === undefined || newest === undefined) return null;
  if (parent.stateVersion !== number - 1 || newest.stateVersion !== number) throw new Error('answered other versions');
  return { ...toBlockRef(newest), parentHash: parent.hash };
}

/** Converts a state version to Causeway's reference of a block. */
export const toBlockRef = ({ stateVersion, hash, timeMs }: CoreTransaction): BlockRef => ({
  number: stateVersion,
  hash,
  timeMs,
});
