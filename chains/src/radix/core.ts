import { type Failure, fail, ok, type Result } from '@causeway/protocol';
import type { Clock } from '../clock.ts';
import { endpointMessage } from '../endpoint-message.ts';
import type { BlockRef } from '../provider.ts';
import { PatientQuorum } from '../quorum.ts';
import type { CoreEndpoint, FeePayer } from './endpoint.ts';
import { decodeEngineError } from './errors.ts';
import type { ManifestText } from './manifest.ts';
import type { CoreTransaction } from './wire.ts';

/** The Core APIs of several nodes of one Radix network, read as one. A block is a state version. */
export class CoreQuorum extends PatientQuorum<CoreEndpoint> {
  /** Previews asked for in this turn of the event loop. */
  readonly #asked = new Map<ManifestText, Promise<Result<readonly string[]>>>();

  constructor(endpoints: readonly CoreEndpoint[], quorum: number, clock: Clock, graceMs?: number) {
    super(endpoints, quorum, endpointMessage, clock, graceMs);
  }

  /**
   * The newest state version that a quorum has reached, its hash confirmed by a quorum; it is final. Where the highest
   * candidate is not (an endpoint claimed it and lied), the next one is tried.
   */
  async head(): Promise<Result<BlockRef>> {
    const versions = await this.reached(async (endpoint) => (await endpoint.networkStatus()).stateVersion);
    if (!versions.ok) return versions;
    let failure: Result<never> = fail('NO_QUORUM', 'no state version is known to enough endpoints', true);
    for (const version of new Set(versions.value)) {
      const block = await this.block(version);
      if (block.ok && block.value !== null) return ok(block.value);
      if (!block.ok) failure = block;
    }
    return failure;
  }

  /** The state version of that number, or null when a quorum is not there yet. */
  block(number: number): Promise<Result<BlockRef | null>> {
    return this.agreeSoon((endpoint) => readBlock(endpoint, number));
  }

  /** The epoch that a quorum has reached. */
  async epoch(): Promise<Result<number>> {
    const epochs = await this.reached(async (endpoint) => (await endpoint.networkStatus()).epoch);
    return epochs.ok ? ok(epochs.value[0] as number) : epochs;
  }

  /**
   * What each instruction of `manifest` returns on the newest state, in SBOR; fails with the refusal that it meets.
   * Callers that ask the same at the same moment share one read.
   */
  preview(manifest: ManifestText): Promise<Result<readonly string[]>> {
    const asked = this.#asked.get(manifest);
    if (asked) return asked;
    const read = this.#run(manifest, 'nobody').then((outcome) => (outcome.ok ? outcome.value : outcome));
    this.#asked.set(manifest, read);
    // Only until the next turn of the event loop: a later caller may know of what this read is too early to see.
    setImmediate(() => this.#asked.delete(manifest));
    return read;
  }

  /** Why `manifest` does not succeed on the newest state, or null when it does; the fee is paid by `payer`. */
  async refusalOf(manifest: ManifestText, payer: FeePayer = 'nobody'): Promise<Result<Failure | null>> {
    const outcome = await this.#run(manifest, payer);
    if (!outcome.ok) return outcome;
    return ok(outcome.value.ok ? null : outcome.value.error);
  }

  /** A quorum must agree on the outcome, also on the refusal. */
  #run(manifest: ManifestText, payer: FeePayer): Promise<Result<Result<readonly string[]>>> {
    return this.agreeSoon(async (endpoint) => {
      const preview = await endpoint.preview(manifest, payer);
      return preview.success ? ok(preview.outputs) : { ok: false as const, error: decodeEngineError(preview.error) };
    });
  }
}

/** One endpoint's state version of that number, or null when it has not come so far. */
export async function readBlock(endpoint: CoreEndpoint, number: number): Promise<BlockRef | null> {
  // Version 0 is before the first transaction: nothing made it.
  if (number < 1) return null;
  const [transaction] = await endpoint.transactions(number, 1);
  if (transaction === undefined) return null;
  if (transaction.stateVersion !== number) throw new Error(`answered state version ${transaction.stateVersion}`);
  return toBlockRef(transaction);
}

/** A state version as the rest of Causeway counts blocks. */
export const toBlockRef = ({ stateVersion, hash, timeMs }: CoreTransaction): BlockRef => ({
  number: stateVersion,
  hash,
  timeMs,
});
