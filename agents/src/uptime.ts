import type { Clock } from '@causeway/runtime';
import { PeriodicTask } from '@causeway/runtime';
import type { UptimeRepository } from '@causeway/storage';

/** The share of time that an agent should be online. */
export const UPTIME_TARGET = 0.999;
const DAY_MS = 86_400_000;
/** The time that an uptime covers. */
const UPTIME_DAYS = 30;
/** Older times are deleted. */
const KEPT_DAYS = 31;
/** How often a process records that it runs. */
const RECORD_MS = 5_000;
const PURGE_MS = 3_600_000;

/**
 * The share of the last 30 days, or of the time since its registration, in which the agent was online by its
 * heartbeats; null before any time has passed. Times in which no process of the service ran do not count.
 */
export async function uptimeOf(uptime: UptimeRepository, agentId: string, nowMs: number): Promise<number | null> {
  const seen = await uptime.observed(agentId, nowMs - UPTIME_DAYS * DAY_MS);
  return seen === undefined || seen.observedMs === 0 ? null : seen.onlineMs / seen.observedMs;
}

/** Records while it is started that this process runs, so that the service's own silence counts no agent offline. */
export class ServicePresence {
  readonly #uptime: UptimeRepository;
  readonly #clock: Clock;
  readonly #repeat: PeriodicTask;
  #purgedAtMs = 0;

  constructor(
    uptime: UptimeRepository,
    { clock, onError }: { readonly clock: Clock; readonly onError: (error: unknown) => void },
  ) {
    this.#uptime = uptime;
    this.#clock = clock;
    this.#repeat = new PeriodicTask(() => this.record(), { onFailure: onError });
  }

  /** Records that the process runs now, and deletes old times once an hour. */
  async record(): Promise<void> {
    await this.#uptime.serviceRuns();
    const nowMs = this.#clock.now();
    if (nowMs - this.#purgedAtMs < PURGE_MS) return;
    this.#purgedAtMs = nowMs;
    await this.#uptime.purge(nowMs - KEPT_DAYS * DAY_MS);
  }

  async start(): Promise<void> {
    await this.#repeat.run();
    this.#repeat.repeat(RECORD_MS);
  }

  /** Records the end of this process’s time. */
  async close(): Promise<void> {
    await this.#repeat.stop();
    await this.#repeat.run();
  }
}
