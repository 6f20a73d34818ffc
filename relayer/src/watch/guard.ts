import type { Administration, ChainProvider, KeyHandle } from '@causeway/chains';
import type { Keys } from '@causeway/process';
import { type AnyFailure, type BlockRef, type Domain, fail, ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { ComparisonRepository, LaneDifference } from '@causeway/storage';
import type { Logger } from 'pino';
import type { Bridge, Bridges, ReadBridge } from '../bridges.ts';
import type { Metrics } from '../metrics.ts';
import {
  apply,
  decide,
  type Finding,
  forget,
  isAt,
  notLater,
  type PausedPart,
  type Place,
  type Step,
} from './decisions.ts';
import type { PauseRecord } from './pause-record.ts';
import { type FirstLooks, isConfirmed, keepLooks } from './second-look.ts';
import type { Shortfalls } from './shortfalls.ts';

/** A bridge that is watched, and administered by nothing but a pause. */
export type WatchedBridge = Bridge<
  ReadBridge['provider'] & Pick<ChainProvider, 'administration' | 'compare' | 'wallet' | 'close'>
>;

export interface GuardDeps {
  readonly bridges: Bridges<WatchedBridge>;
  readonly comparisons: Pick<ComparisonRepository, 'differences'>;
  readonly shortfalls: Pick<Shortfalls, 'certain'>;
  readonly record: Pick<PauseRecord, 'pauses' | 'keep'>;
  /** Guardians' keys; a bridge of another kind is only watched. */
  readonly keys: Keys;
  /** Whether it was shown on chain that the key can only pause this bridge. */
  readonly isArmed: (bridge: WatchedBridge) => boolean;
  readonly perHour: number;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'watchFindings' | 'watchPauses' | 'pausesDue'>;
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
  /** Asks for another step. */
  readonly wake: () => void;
}

/** A pause that is due, and why it has not begun, as /health shows it. */
export interface DuePause {
  readonly chain: string;
  readonly family: string;
  readonly part: string;
  readonly reason: string;
}

/** Pauses what was found: each finding once, recorded before anything is signed. */
export class Guard {
  readonly #deps: GuardDeps;
  /** The newest block of each bridge up to which it was compared. */
  readonly #heads = new Map<ReadBridge, BlockRef>();
  #looks: FirstLooks = new Map();
  #findings: readonly Finding[] = [];
  readonly #due = new Map<WatchedBridge, readonly DuePause[]>();
  /** The guardian's transactions under way: one of a chain at a time, because bridges of a chain share its key. */
  readonly #acting = new Map<Domain, Promise<void>>();

  constructor(deps: GuardDeps) {
    this.#deps = deps;
    const { record, clock } = deps;
    this.#keep(notLater(record.pauses, clock.now()));
  }

  /** Everything that a second look has confirmed. */
  get findings(): readonly Finding[] {
    return this.#findings;
  }

  /** Pauses that are due. */
  get due(): readonly DuePause[] {
    return [...this.#due.values()].flat();
  }

  /** Notes that `bridge` was compared up to `head`. */
  looked(bridge: ReadBridge, head: BlockRef): void {
    this.#heads.set(bridge, head);
  }

  /** Forgets the pauses for what holds again, by the ids of findings. */
  held(ids: ReadonlySet<string>): void {
    const { record, clock } = this.#deps;
    this.#keep(forget(record.pauses, ids, clock.now()));
  }

  /** Decides on everything that was found. Fails when a bridge at which something was found cannot be read. */
  async step(): Promise<Result<undefined, AnyFailure>> {
    this.#findings = await this.#confirmed();
    this.#count();
    const results = await Promise.all(this.#deps.bridges.all.map((bridge) => this.#settle(bridge)));
    return results.find((result) => !result.ok) ?? ok(undefined);
  }

  /** Waits for the transactions under way. */
  async stop(): Promise<void> {
    await Promise.all(this.#acting.values());
  }

  async #confirmed(): Promise<readonly Finding[]> {
    const { bridges, comparisons, shortfalls } = this.#deps;
    const seen: (readonly [Finding, number])[] = [];
    for (const difference of await comparisons.differences()) {
      const { family, destination } = difference.lane;
      const bridge = bridges.get(family, destination);
      const head = bridge && this.#heads.get(bridge);
      if (head) seen.push([findingOf(difference), head.number]);
    }
    this.#looks = keepLooks(
      this.#looks,
      seen.map(([{ id }, block]) => [id, block]),
    );
    const confirmed = seen.flatMap(([finding, block]) =>
      isConfirmed(this.#looks, finding.id, block) ? [finding] : [],
    );
    return [...confirmed, ...shortfalls.certain.flatMap(({ findings }) => findings)];
  }

  #count(): void {
    const { bridges, metrics } = this.#deps;
    for (const { provider } of bridges.all) {
      const here = this.#findings.filter(({ place }) => isAt(place, provider));
      metrics.watchFindings.set({ chain: provider.name, family: provider.family }, here.length);
    }
  }

  async #settle(bridge: WatchedBridge): Promise<Result<undefined, AnyFailure>> {
    const { record, keys, isArmed, perHour, clock, metrics } = this.#deps;
    const { provider } = bridge;
    const findings = this.#findings.filter(({ place }) => isAt(place, provider));
    const key = keys[provider.kind];
    const read = findings.length > 0 && key ? await this.#paused(bridge, findings) : ok(new Map());
    const paused: ReadonlyMap<PausedPart, boolean> = read.ok ? read.value : new Map();
    const steps =
      key === undefined
        ? []
        : decide({
            ...{ place: provider, findings, perHour },
            pauses: record.pauses,
            isPaused: (part) => paused.get(part),
            busy: this.#acting.has(provider.domain),
            nowMs: clock.now(),
          });
    const due: DuePause[] = [];
    for (const step of steps) {
      const waits = (reason: string) =>
        due.push({ chain: provider.name, family: provider.family, part: this.#nameOf(provider, step.part), reason });
      if (step.event === 'waits') waits(step.reason);
      else if (step.event !== 'begun') this.#note(bridge, step, step.event);
      else if (!provider.administration || !key || !isArmed(bridge)) waits('notArmed');
      else {
        waits('underWay');
        this.#begin(bridge, provider.administration, key, step);
      }
    }
    this.#due.set(bridge, due);
    for (const reason of DUE_REASONS) {
      const count = due.filter((one) => one.reason === reason).length;
      metrics.pausesDue.set({ chain: provider.name, family: provider.family, reason }, count);
    }
    return read.ok ? ok(undefined) : read;
  }

  /** Which of the parts that could be paused are paused on chain. */
  async #paused(
    { provider }: WatchedBridge,
    findings: readonly Finding[],
  ): Promise<Result<ReadonlyMap<PausedPart, boolean>, AnyFailure>> {
    const parts = new Map<PausedPart, boolean>();
    const all = await provider.paused();
    if (!all.ok) return all;
    parts.set(null, all.value.inbound);
    for (const remote of new Set(findings.flatMap((finding) => finding.remote ?? []))) {
      const lane = await provider.lane(remote);
      if (!lane.ok) return lane;
      parts.set(remote, lane.value.paused);
    }
    return ok(parts);
  }

  #begin(bridge: WatchedBridge, administration: Administration, key: KeyHandle, step: Step): void {
    const { domain } = bridge.provider;
    this.#note(bridge, step, 'begun');
    const scope = step.part === null ? ({ direction: 'inbound' } as const) : { remote: step.part };
    const acting = administration
      .execute({ name: 'pause', scope }, key)
      .catch((error: unknown) => fail('DEFECT', error instanceof Error ? error.message : String(error)))
      .then((result) => {
        if (result.ok) this.#note(bridge, step, 'included', { transactions: result.value });
        else this.#note(bridge, step, 'refused', { failure: result.error.code }, result.error.message);
        this.#acting.delete(domain);
        this.#deps.wake();
      });
    this.#acting.set(domain, acting);
  }

  #note(
    { provider }: WatchedBridge,
    { part, causes }: Step,
    event: 'begun' | 'included' | 'foundPaused' | 'refused' | 'lost',
    facts: { readonly transactions?: readonly string[]; readonly failure?: string } = {},
    reason?: string,
  ): void {
    const { record, clock, metrics, log } = this.#deps;
    const { name: chain, family } = provider;
    this.#keep(apply(record.pauses, provider, { part, causes, event }, { atMs: clock.now(), ...facts }));
    metrics.watchPauses.inc({ chain, family, event });
    const said = { chain, family, part: this.#nameOf(provider, part), causes: causes.map(({ id }) => id), ...facts };
    log[event === 'refused' ? 'error' : 'warn']({ ...said, reason }, SENTENCES[event]);
  }

  /** A full disk must stop no pause. It can then be repeated once by the next process. */
  #keep(pauses: PauseRecord['pauses']): void {
    const { record, log } = this.#deps;
    try {
      record.keep(pauses);
    } catch (error) {
      log.error({ err: error }, 'the record of pauses is not written; they hold in this process alone');
    }
  }

  #nameOf({ family }: Place, part: PausedPart): string {
    if (part === null) return 'inbound';
    return this.#deps.bridges.get(family, part)?.provider.name ?? String(part);
  }
}

/** The reasons of due pauses that metrics show. */
export const DUE_REASONS = ['underWay', 'unsettled', 'retry', 'limit', 'unreadable', 'notArmed'] as const;

const SENTENCES = {
  begun: 'pausing what was found',
  included: 'paused',
  foundPaused: 'what was found is paused already',
  refused: 'the pause failed',
  lost: 'a pause that an earlier process began is not in force',
} as const;

/** A difference as a finding at the destination, which has done what no message accounts for. */
function findingOf({ lane, kind, subject, transaction, detail }: LaneDifference): Finding {
  const { family, source, destination } = lane;
  return {
    id: `${kind} ${family} ${source} ${destination} ${subject} ${transaction}`,
    place: { family, domain: destination },
    remote: source,
    extent: 0n,
    detail,
  };
}
