import { type Accepted, type ChainIdentity, type ChainProvider, type Difference, refusals } from '@causeway/chains';
import { type Clock, PeriodicTask } from '@causeway/runtime';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

/** Milliseconds between two comparisons of all deployments with their chains. */
const EVERY_MS = 10 * 60_000;

type Compared = ChainIdentity & Pick<ChainProvider, 'compare'>;

export interface DeploymentsDeps {
  readonly providers: readonly Compared[];
  /** What the operator of this process accepts. */
  readonly accepted: readonly Accepted[];
  readonly metrics: Pick<Metrics, 'deploymentDiffers'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

/** A difference as /health and `causeway status` show it. */
export type ShownDifference = Difference & { readonly accepted: boolean };

/** The state of one deployment in /health. */
export interface DeploymentHealth {
  readonly chain: string;
  readonly family: string;
  /** When it was compared last, ISO 8601; null before the first comparison. */
  readonly comparedAt: string | null;
  /** Code of the failure of the last attempt, or null. */
  readonly failure: string | null;
  readonly differences: readonly ShownDifference[];
}

/** The result of the last comparison of one bridge. A failed attempt keeps the differences. */
interface State {
  readonly comparedMs: number | null;
  readonly failure: string | null;
  readonly differences: readonly Difference[];
}

/** Compares every deployment with its chain at the start and every ten minutes, and remembers the result. */
export class Deployments {
  readonly #deps: DeploymentsDeps;
  readonly #states = new Map<string, State>();
  readonly #task: PeriodicTask;

  constructor(deps: DeploymentsDeps) {
    this.#deps = deps;
    const { clock, log } = deps;
    this.#task = new PeriodicTask(() => this.#compareAll(), {
      clock,
      onFailure: (error) => log.warn({ err: error }, 'deployments not compared'),
    });
  }

  /** What this process's operator accepts. */
  get accepted(): readonly Accepted[] {
    return this.#deps.accepted;
  }

  /** Begins the comparisons. Resolves at the end of the first. */
  start(): Promise<void> {
    return this.#task.start(EVERY_MS);
  }

  stop(): Promise<void> {
    return this.#task.stop();
  }

  /** The differences of a bridge for which signers refuse, as the last comparison found them. */
  refusalsOf({ name, family }: Pick<ChainIdentity, 'name' | 'family'>): readonly Difference[] {
    return refusals(this.#states.get(keyOf(name, family))?.differences ?? [], this.accepted);
  }

  health(): readonly DeploymentHealth[] {
    return this.#deps.providers.map(({ name, family }) => {
      const state = this.#states.get(keyOf(name, family));
      const refused = this.refusalsOf({ name, family });
      return {
        chain: name,
        family,
        comparedAt: typeof state?.comparedMs === 'number' ? new Date(state.comparedMs).toISOString() : null,
        failure: state?.failure ?? null,
        differences: (state?.differences ?? []).map((one) => ({
          ...one,
          accepted: one.severity === 'refuse' && !refused.includes(one),
        })),
      };
    });
  }

  async #compareAll(): Promise<void> {
    await Promise.all(this.#deps.providers.map((provider) => this.#compare(provider)));
    const { deploymentDiffers } = this.#deps.metrics;
    deploymentDiffers.reset();
    for (const { differences } of this.health()) {
      for (const { chain, family, what, severity, accepted } of differences) {
        deploymentDiffers.set({ chain, family, what, severity: accepted ? 'accepted' : severity }, 1);
      }
    }
  }

  async #compare(provider: Compared): Promise<void> {
    const { name, family } = provider;
    const key = keyOf(name, family);
    const before = this.#states.get(key) ?? { comparedMs: null, failure: null, differences: [] };
    const compared = await provider.compare();
    if (!compared.ok) {
      const { code, message } = compared.error;
      this.#states.set(key, { ...before, failure: code });
      this.#deps.log.warn({ chain: name, family, code, reason: message }, 'deployment not compared');
      return;
    }
    const { differences } = compared.value;
    this.#states.set(key, { comparedMs: this.#deps.clock.now(), failure: null, differences });
    for (const { what, found, expected, severity } of differences) {
      this.#deps.log.warn({ chain: name, family, what, found, expected, severity }, 'deployment differs');
    }
  }
}

const keyOf = (name: string, family: string): string => `${family}/${name}`;

/** True when a deployment differs so that signers refuse. */
export const isRefused = (deployments: readonly DeploymentHealth[]): boolean =>
  deployments.some(({ differences }) =>
    differences.some(({ severity, accepted }) => severity === 'refuse' && !accepted),
  );
