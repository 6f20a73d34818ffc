import { type BlockRef, type Failure, fail, ok, type Result } from '@causeway/protocol';
import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import { endpointMessage } from '../endpoint-message.ts';
import { PatientQuorum } from '../quorum.ts';
import type { CoreEndpoint, FeePayer } from './endpoint.ts';
import { decodeEngineError, FEE_EXHAUSTED } from './errors.ts';
import type { ManifestText } from './manifest.ts';
import type { RadixNetwork } from './network.ts';
import { decodeSbor } from './sbor.ts';
import type { CoreTransaction } from './wire.ts';

/** How a transaction is tried: who pays for it, with what tip, and what it may cost, 10^-18 XRD. */
export interface Trial {
  readonly payer?: FeePayer;
  readonly tipPercentage?: number;
  readonly maxCost?: bigint;
}

/** The Core APIs of several nodes of one Radix network, read as one. A block is a state version. */
export class CoreQuorum extends PatientQuorum<CoreEndpoint> {
  readonly #network: RadixNetwork;

  constructor(endpoints: readonly CoreEndpoint[], quorum: number, network: RadixNetwork, clock: Clock) {
    super(endpoints, quorum, endpointMessage, clock);
    this.#network = network;
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
   * What the one call in `manifest` returns on the newest state, read by `schema`. Endpoints need to agree only on what
   * the schema makes of it. Fails with the refusal that the call meets, or with CONTRACT_MISSING where it returns
   * something else.
   */
  async read<T extends z.ZodType>(manifest: ManifestText, schema: T): Promise<Result<z.output<T>>> {
    const outcome = await this.agreeSoon(async (endpoint): Promise<Result<z.output<T>>> => {
      const preview = await endpoint.preview(manifest);
      if (!preview.success) return { ok: false, error: decodeEngineError(preview.error) };
      try {
        return ok(await decodeSbor(preview.outputs[0] ?? '', this.#network, schema));
      } catch {
        return fail('CONTRACT_MISSING', `there is something else at ${/"(\w+)"/.exec(manifest)?.[1]}`);
      }
    });
    return outcome.ok ? outcome.value : outcome;
  }

  /** Why `manifest` does not succeed on the newest state on these terms, or null when it does. */
  refusalOf(manifest: ManifestText, { payer, tipPercentage, maxCost }: Trial = {}): Promise<Result<Failure | null>> {
    return this.agreeSoon(async (endpoint) => {
      const preview = await endpoint.preview(manifest, payer, tipPercentage);
      if (!preview.success) return decodeEngineError(preview.error);
      return maxCost !== undefined && preview.cost > maxCost ? FEE_EXHAUSTED : null;
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
