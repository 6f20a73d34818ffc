import { fail, ok, type Result } from '@causeway/protocol';
import { type Clock, PeriodicTask } from '@causeway/runtime';
import type { ReadFailure } from './failures.ts';
import { type Accepted, type Difference, refusals, requireSame } from './provider/differences.ts';
import type { ChainIdentity, ChainProvider } from './provider/provider.ts';

/** Milliseconds between two comparisons of a deployment with its chain. */
const EVERY_MS = 10 * 60_000;
/** The same while it differs or cannot be compared: a repair is to be seen soon. */
const TROUBLED_EVERY_MS = 60_000;

/** A bridge that is compared. */
export type ComparedBridge = ChainIdentity & Pick<ChainProvider, 'compare'>;

/** A bridge by its names. */
type Named = Pick<ChainIdentity, 'name' | 'family'>;

export interface ComparisonsDeps {
  readonly providers: readonly ComparedBridge[];
  /** What the operator of this process accepts. */
  readonly accepted: readonly Accepted[];
  readonly clock: Clock;
  readonly warn: (fields: object, text: string) => void;
  /** Gets the state after each comparison. */
  readonly onCompared?: (health: readonly DeploymentHealth[]) => void;
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
  readonly triedMs: number | null;
  readonly failure: string | null;
  readonly differences: readonly Difference[];
}

const NEVER: State = { comparedMs: null, triedMs: null, failure: null, differences: [] };

/**
 * Compares every deployment with its chain at the start and every ten minutes, one that is not as it should be every
 * minute, and remembers the result.
 */
export class DeploymentComparisons {
  readonly #deps: ComparisonsDeps;
  readonly #states = new Map<string, State>();
  /** Comparisons under way, by their bridge. */
  readonly #running = new Map<string, Promise<Result<void, ReadFailure>>>();
  readonly #task: PeriodicTask;

  constructor(deps: ComparisonsDeps) {
    this.#deps = deps;
    const { clock, warn } = deps;
    this.#task = new PeriodicTask(() => this.#compareDue(), {
      clock,
      onFailure: (error) => warn({ err: error }, 'deployments not compared'),
    });
  }

  /** What this process's operator accepts. */
  get accepted(): readonly Accepted[] {
    return this.#deps.accepted;
  }

  /**
   * The comparison before a process starts. Fails with the first bridge whose differences are not accepted, or that
   * cannot be compared for good, beginning with a setting's path. A chain that does not answer may come back.
   */
  async verify(): Promise<Result<void, ReadFailure>> {
    const results = await Promise.all(
      this.#deps.providers.map(async (provider) => ({ chain: provider.name, result: await this.require(provider) })),
    );
    for (const { chain, result } of results) {
      if (result.ok || result.error.retryable) continue;
      const { code, message } = result.error;
      return fail(code, message.startsWith('chains.') ? message : `chains.${chain}: ${message}`);
    }
    return ok(undefined);
  }

  /**
   * Begins the comparisons: the first at once, unless `verify` has just made it, and then each when it is due.
   * Resolves at the end of the first.
   */
  async start(): Promise<void> {
    const isDone = this.#deps.providers.every((provider) => this.#stateOf(provider).comparedMs !== null);
    if (isDone) this.#task.repeat(TROUBLED_EVERY_MS);
    else await this.#task.start(TROUBLED_EVERY_MS);
  }

  stop(): Promise<void> {
    return this.#task.stop();
  }

  /** Compares one bridge now. A failure is shown, and keeps what was found before. */
  async compareNow(bridge: Named): Promise<Result<void, ReadFailure>> {
    const provider = this.#deps.providers.find(({ name, family }) => name === bridge.name && family === bridge.family);
    const compared = provider ? await this.#compare(provider) : ok(undefined);
    this.#show();
    return compared;
  }

  /**
   * Fails with DEPLOYMENT_MISMATCH, which names what signers refuse, where the last comparison of a bridge found it.
   * The first one is made now, and fails as `compare` does. One that is under way is waited for.
   */
  async require(bridge: Named): Promise<Result<void, ReadFailure>> {
    await this.#running.get(keyOf(bridge.name, bridge.family));
    if (this.#stateOf(bridge).comparedMs === null) {
      const compared = await this.compareNow(bridge);
      if (!compared.ok) return compared;
    }
    const { differences } = this.#stateOf(bridge);
    return requireSame({ found: {}, differences }, this.accepted);
  }

  /** What is not accepted of the differences of a bridge, as the last comparison found them: signers refuse. */
  refusalsOf(bridge: Named): readonly Difference[] {
    return refusals(this.#stateOf(bridge).differences, this.accepted);
  }

  health(): readonly DeploymentHealth[] {
    return this.#deps.providers.map(({ name, family }) => {
      const { comparedMs, failure, differences } = this.#stateOf({ name, family });
      const refused = this.refusalsOf({ name, family });
      return {
        chain: name,
        family,
        comparedAt: comparedMs === null ? null : new Date(comparedMs).toISOString(),
        failure,
        differences: differences.map((one) => ({
          ...one,
          accepted: one.severity === 'refuse' && !refused.includes(one),
        })),
      };
    });
  }

  #stateOf({ name, family }: Named): State {
    return this.#states.get(keyOf(name, family)) ?? NEVER;
  }

  #show(): void {
    this.#deps.onCompared?.(this.health());
  }

  async #compareDue(): Promise<void> {
    const due = this.#deps.providers.filter((provider) => this.#isDue(this.#stateOf(provider)));
    await Promise.all(due.map((provider) => this.#compare(provider)));
    if (due.length > 0) this.#show();
  }

  #isDue({ triedMs, failure, differences }: State): boolean {
    const isTroubled = failure !== null || differences.length > 0;
    return triedMs === null || isTroubled || this.#deps.clock.now() - triedMs >= EVERY_MS;
  }

  async #compare(provider: ComparedBridge): Promise<Result<void, ReadFailure>> {
    const key = keyOf(provider.name, provider.family);
    const running = this.#read(provider);
    this.#running.set(key, running);
    try {
      return await running;
    } finally {
      if (this.#running.get(key) === running) this.#running.delete(key);
    }
  }

  async #read(provider: ComparedBridge): Promise<Result<void, ReadFailure>> {
    const { name, family } = provider;
    const { warn, clock } = this.#deps;
    const key = keyOf(name, family);
    const compared = await provider.compare();
    if (!compared.ok) {
      const { code, message } = compared.error;
      this.#states.set(key, { ...this.#stateOf(provider), triedMs: clock.now(), failure: code });
      warn({ chain: name, family, code, reason: message }, 'deployment not compared');
      return compared;
    }
    const { differences } = compared.value;
    const known = this.#stateOf(provider).differences.map(identityOf);
    const nowMs = clock.now();
    this.#states.set(key, { comparedMs: nowMs, triedMs: nowMs, failure: null, differences });
    for (const difference of differences) {
      if (known.includes(identityOf(difference))) continue;
      const { what, found, expected, severity } = difference;
      warn({ chain: name, family, what, found, expected, severity }, 'deployment differs');
    }
    return ok(undefined);
  }
}

/** The same for a difference that was found before. */
const identityOf = ({ what, found }: Difference): string => JSON.stringify([what, found]);

const keyOf = (name: string, family: string): string => `${family}/${name}`;

/** True when a deployment differs so that signers refuse. */
export const isRefused = (deployments: readonly DeploymentHealth[]): boolean =>
  deployments.some(({ differences }) =>
    differences.some(({ severity, accepted }) => severity === 'refuse' && !accepted),
  );

/** The gauge of each process with one series for each difference. */
export const DEPLOYMENT_DIFFERS = {
  name: 'causeway_deployment_differs',
  help: '1 for each thing on chain that is not as the deployment file and the builds say; severity refuse stops signers',
  labelNames: ['chain', 'family', 'what', 'severity'],
} as const;

/** A gauge of DEPLOYMENT_DIFFERS. */
export interface DiffersGauge {
  reset(): void;
  set(labels: Readonly<Record<(typeof DEPLOYMENT_DIFFERS.labelNames)[number], string>>, value: number): void;
}

/** Shows in `gauge` every difference, with the severity `accepted` where the operator accepts it. */
export function showDifferences(gauge: DiffersGauge, deployments: readonly DeploymentHealth[]): void {
  gauge.reset();
  for (const { differences } of deployments) {
    for (const { chain, family, what, severity, accepted } of differences) {
      gauge.set({ chain, family, what, severity: accepted ? 'accepted' : severity }, 1);
    }
  }
}
