import type { Network } from '@causeway/chains';
import type { Clock } from '@causeway/runtime';
import { PeriodicTask } from '@causeway/runtime';
import { type HealthCheck, type HealthRow, type Page, type PlatformStorage, pageBy } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { Holons } from '../holons/index.ts';
import type { RateService } from '../market/index.ts';
import { holonProbe, type Process, priceProbe, probeChain, probeProcess, probeStorage } from './probes.ts';

/** How long a probe's result is reused, milliseconds. */
const LIFETIME_MS = 5_000;
/** A check without a change is kept after this time, milliseconds. */
const KEEP_EVERY_MS = 300_000;

export interface HealthDeps {
  readonly storage: Pick<PlatformStorage, 'clock' | 'events' | 'health'>;
  readonly networks: readonly Network[];
  readonly rates: RateService;
  readonly holons: Holons['store'];
  readonly processes: readonly Process[];
  /** Limit of one probe of a process, milliseconds. */
  readonly timeoutMs: number;
  /** How long checks are kept, milliseconds. */
  readonly keepMs: number;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, 'error'>;
}

/** Live probes, which all callers share, and their history. */
export class HealthService {
  readonly #deps: HealthDeps;
  #probe: { readonly atMs: number; readonly checks: Promise<readonly HealthCheck[]> } | undefined;
  /** Each probes for the history, and forgets what is too old. */
  readonly rounds: PeriodicTask;

  constructor(deps: HealthDeps) {
    this.#deps = deps;
    const failed = (err: unknown) => deps.log.error({ err }, 'the health could not be checked');
    this.rounds = new PeriodicTask(() => this.#round(), { onFailure: failed });
  }

  /** Every resource. A probe begins at most every five seconds. */
  current(): Promise<readonly HealthCheck[]> {
    const nowMs = this.#deps.clock.now();
    if (!this.#probe || nowMs - this.#probe.atMs >= LIFETIME_MS) {
      this.#probe = { atMs: nowMs, checks: this.#check(nowMs) };
    }
    return this.#probe.checks;
  }

  /** The kept checks of one resource, newest first. */
  async history(name: string, after: string | null, limit: number, skip: number): Promise<Page<HealthRow>> {
    const rows = await this.#deps.storage.health.history(name, after === null ? null : Number(after), limit + 1, skip);
    return pageBy(rows, limit, ({ seq }) => String(seq));
  }

  async stop(): Promise<void> {
    await this.rounds.stop();
    await this.#probe?.checks;
  }

  async #round(): Promise<void> {
    const { storage, clock, keepMs } = this.#deps;
    await this.current();
    await storage.health.prune(clock.now() - keepMs);
  }

  async #check(checkedAtMs: number): Promise<readonly HealthCheck[]> {
    const { storage, clock, networks, rates, holons, processes, timeoutMs, log } = this.#deps;
    const probes = await Promise.all([
      probeStorage(storage),
      holons.probe().then(() => holons.report().map(holonProbe)),
      ...networks.map((network) => probeChain(network, clock)),
      rates.sources().then((sources) => sources.map(priceProbe)),
      ...processes.map(async (process) => [await probeProcess(process, timeoutMs, clock)]),
    ]);
    const checks = probes.flat().map((probe) => ({ ...probe, checkedAtMs }));
    await storage.health
      .record(checks, KEEP_EVERY_MS)
      .catch((err: unknown) => log.error({ err }, 'the health could not be kept'));
    return checks;
  }
}
