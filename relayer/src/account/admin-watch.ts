import type { AdminChange } from '@causeway/chains';
import type { Logger } from 'pino';
import type { ReadBridge } from '../bridges.ts';
import type { Deployments } from '../deployments.ts';
import type { Metrics } from '../metrics.ts';

/** Changes that are remembered, because scans may show one again. */
const REMEMBERED = 10_000;

/** Changes that one comparison logs one by one, because an endpoint may invent any number. */
const LOGGED = 100;

export interface AdminWatchDeps {
  readonly deployments: Pick<Deployments, 'compareNow' | 'health'>;
  readonly metrics: Pick<Metrics, 'adminEvents'>;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/**
 * Logs and counts what was administered at bridges. Each change is followed by a comparison of the bridge with its
 * deployment file and the builds: what the file says already is known, and anything else raises an alarm.
 */
export class AdminWatch {
  readonly #deps: AdminWatchDeps;
  readonly #seen = new Set<string>();
  /** Changes that wait for the next comparison, by their bridge. */
  readonly #waiting = new Map<string, AdminChange[]>();
  #comparing: Promise<void> = Promise.resolve();

  constructor(deps: AdminWatchDeps) {
    this.#deps = deps;
  }

  /** Shows the counter of a bridge at 0, so that the first change is an increase. */
  begin({ provider: { name: chain, family } }: Pick<ReadBridge, 'provider'>): void {
    for (const known of ['no', 'yes']) this.#deps.metrics.adminEvents.inc({ chain, family, known }, 0);
  }

  /**
   * Takes changes that a scan of the bridge shows. They are compared in the background, one bridge after the other, and
   * all at once that were seen by then: an endpoint that invents changes costs no more than one comparison at a time.
   */
  saw(bridge: Pick<ReadBridge, 'provider'>, changes: readonly AdminChange[]): void {
    const { name: chain, family } = bridge.provider;
    const key = `${family}/${chain}`;
    const fresh = changes.filter((change) => this.#isNew(key, change));
    if (fresh.length === 0) return;
    const waiting = this.#waiting.get(key);
    // Spread arguments have a limit, which an endpoint that invents changes would reach.
    if (waiting) for (const change of fresh) waiting.push(change);
    else {
      this.#waiting.set(key, fresh);
      this.#comparing = this.#comparing.then(() => {
        this.#waiting.delete(key);
        return this.#compare(chain, family, fresh);
      });
    }
  }

  /** Resolves once everything that was seen has been compared. */
  compared(): Promise<void> {
    return this.#comparing;
  }

  #isNew(bridge: string, { name, detail, block, transaction }: AdminChange): boolean {
    const key = [bridge, transaction ?? block, name, detail].join(' ');
    if (this.#seen.has(key)) return false;
    if (this.#seen.size >= REMEMBERED) for (const oldest of this.#seen) if (this.#seen.delete(oldest)) break;
    this.#seen.add(key);
    return true;
  }

  async #compare(chain: string, family: string, changes: readonly AdminChange[]): Promise<void> {
    const { deployments, metrics, log } = this.#deps;
    const compared = await deployments.compareNow({ name: chain, family }).catch((error: unknown) => {
      // What an endpoint answers must end neither this process nor the comparisons of the changes that follow.
      log.error({ chain, family, err: error }, 'deployment not compared');
      return undefined;
    });
    const state = deployments.health().find((one) => one.chain === chain && one.family === family);
    // What cannot be compared is not known either.
    const isKnown = compared?.ok === true && state?.differences.every(({ accepted }) => accepted) === true;
    metrics.adminEvents.inc({ chain, family, known: isKnown ? 'yes' : 'no' }, changes.length);
    const more = changes.length - LOGGED;
    if (more > 0) log.error({ chain, family, more }, 'more was administered than is logged');
    for (const { name: event, ...change } of changes.slice(0, LOGGED)) {
      if (isKnown) log.info({ chain, family, event, ...change }, 'administered as the deployment file says');
      else log.error({ chain, family, event, ...change }, 'administered otherwise than the deployment file says');
    }
  }
}
