import type { Unsubscribe } from '@causeway/chains';
import { type BlockRef, type Domain, ok } from '@causeway/protocol';
import type { Clock, PeriodicTask } from '@causeway/runtime';
import { type ChainViewRepository, LeaseLost } from '@causeway/storage';
import type { Logger } from 'pino';
import type { AdminWatch } from '../account/admin-watch.ts';
import type { Comparison } from '../account/comparison.ts';
import type { Bridges, ReadBridge } from '../bridges.ts';
import type { ChainHealth } from '../http.ts';
import type { Metrics } from '../metrics.ts';
import { CatchingUp, inWords } from './catching-up.ts';
import { shownBroken } from './soundness.ts';
import { type OnFailure, turnsOf } from './turns.ts';
import type { ViewListener } from './view-change.ts';
import { Watcher } from './watcher.ts';

export interface WatchingDeps {
  readonly bridges: Bridges<ReadBridge>;
  readonly view: ChainViewRepository;
  /** Called for every change. Without it the view is only updated. */
  readonly onChange?: ViewListener;
  /** Compares what a followed bridge did with what the others sent, after each turn. */
  readonly comparison?: Pick<Comparison, 'compare'>;
  /** Called after each turn that succeeded and was compared, with the newest block that it processed. */
  readonly onLook?: (bridge: ReadBridge, head: BlockRef) => Promise<void>;
  /** Takes what was administered at a followed bridge. */
  readonly administration?: Pick<AdminWatch, 'begin' | 'saw'>;
  /** Called when a write was refused because another holder has the lease of the view. */
  readonly onLost?: () => void;
  readonly clock: Clock;
  readonly random: () => number;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** Polls for a head after which a turn runs without a new one. */
const FALLBACK_POLLS = 10;

interface Watched {
  readonly watcher: Watcher;
  readonly turns: PeriodicTask;
  readonly catchingUp: CatchingUp;
  failure: string | null;
}

/** The watchers of all bridges, each with its own turns. */
export class Watching {
  readonly #deps: WatchingDeps;
  readonly #watched: readonly Watched[];
  #unsubscribe: readonly Unsubscribe[] = [];

  constructor(deps: WatchingDeps) {
    this.#deps = deps;
    this.#watched = deps.bridges.all.map((bridge) => this.#watch(bridge));
  }

  start(): void {
    this.#unsubscribe = this.#watched.map(wakeOnHeads);
    for (const { watcher, turns } of this.#watched) {
      void turns.start(FALLBACK_POLLS * watcher.bridge.chain.pollMs);
    }
  }

  async stop(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await Promise.all(this.#watched.map(({ turns }) => turns.stop()));
  }

  /** The watcher of `bridge`. Throws TypeError when it is not watched. */
  of(bridge: ReadBridge): Watcher {
    const watched = this.#watched.find(({ watcher }) => watcher.bridge === bridge);
    if (!watched) throw new TypeError(`${bridge.provider.name} is not watched`);
    return watched.watcher;
  }

  /** Updates the views of `domains` whose chains can be read. */
  async refresh(family: string, domains: readonly Domain[]): Promise<void> {
    await Promise.all(this.#concerned(family, domains).map(({ watcher }) => watcher.advance()));
  }

  /** The first of these views that is catching up with its chain, in words; undefined where none is. */
  behind(family: string, domains: readonly Domain[]): string | undefined {
    for (const { watcher, catchingUp } of this.#concerned(family, domains)) {
      const progress = catchingUp.of(watcher.behind);
      if (progress) return `the view of ${watcher.bridge.provider.name} is catching up: ${inWords(progress)}`;
    }
    return undefined;
  }

  #concerned(family: string, domains: readonly Domain[]): readonly Watched[] {
    return this.#watched.filter(
      ({ watcher: { bridge } }) => bridge.provider.family === family && domains.includes(bridge.provider.domain),
    );
  }

  health(): readonly ChainHealth[] {
    const now = this.#deps.clock.now();
    return this.#watched.map(({ watcher, failure, catchingUp }) => ({
      chain: watcher.bridge.provider.name,
      family: watcher.bridge.provider.family,
      head: watcher.head?.number ?? null,
      final: watcher.finalTo ?? null,
      ageMs: watcher.head ? now - watcher.head.timeMs : null,
      failure,
      catchingUp: catchingUp.of(watcher.behind) ?? null,
      broken: shownBroken(watcher.broken),
    }));
  }

  #watch(bridge: ReadBridge): Watched {
    const { view, clock, random, metrics, log, onChange, onLost, administration } = this.#deps;
    const { name: chain, family } = bridge.provider;
    administration?.begin(bridge);
    const watcher = new Watcher(bridge, view, async (change) => {
      if (change.late.length > 0) {
        metrics.late.inc({ chain }, change.late.length);
        log.error({ chain, messages: change.late }, 'events seen late: an endpoint did not show them at first');
      }
      if (change.contradicted.length > 0) {
        metrics.contradicted.inc({ chain }, change.contradicted.length);
        log.error({ chain, messages: change.contradicted }, 'the bridge cancelled messages that had an outcome');
      }
      administration?.saw(bridge, change.administered);
      await onChange?.(change);
    });
    const step = async () => {
      const advanced = await watcher.advance();
      metrics.missing.set({ chain, family }, watcher.gaps.length);
      metrics.broken.set({ chain, family }, watcher.broken ? 1 : 0);
      metrics.unrelated.set({ chain, family }, watcher.unrelated);
      // Also what a turn recorded before it failed.
      await this.#deps.comparison?.compare(bridge);
      if (!advanced.ok) return advanced;
      watched.failure = null;
      this.#measure(watched);
      if (watcher.head) await this.#deps.onLook?.(bridge, watcher.head);
      // A view that is behind goes on at once.
      return ok(watcher.behind ? 0 : undefined);
    };
    const onFailure: OnFailure = (failure) => {
      if (failure instanceof LeaseLost) return onLost?.();
      watched.failure = 'code' in failure ? String(failure.code) : 'DEFECT';
      metrics.failures.inc({ loop: `watcher ${chain}`, code: watched.failure });
      log.warn({ chain, code: watched.failure, reason: failure.message }, 'watching failed');
    };
    const turns = turnsOf({ step, clock, random, onFailure });
    const watched: Watched = { watcher, turns, catchingUp: new CatchingUp(clock), failure: null };
    return watched;
  }

  #measure({ watcher: { bridge, head, finalTo, behind }, catchingUp }: Watched): void {
    const { metrics, log } = this.#deps;
    const { name: chain, family } = bridge.provider;
    const progress = catchingUp.of(behind);
    metrics.left.set({ chain, family }, progress ? progress.head - progress.block : 0);
    if (progress && catchingUp.isLogDue()) log.info({ chain, ...progress }, 'catching up');
    if (head) metrics.head.set({ chain, family }, head.number);
    if (finalTo !== undefined) metrics.finalTo.set({ chain, family }, finalTo);
  }
}

/** Shows how old the newest block of each view is now, so that it grows while a chain cannot be read. */
export function measureLag(metrics: Metrics, chains: readonly ChainHealth[]): void {
  // A chain that another relayer works for meanwhile is shown by that one.
  metrics.lag.reset();
  for (const { chain, family, ageMs } of chains) if (ageMs !== null) metrics.lag.set({ chain, family }, ageMs / 1_000);
}

/** A turn for each new head, and one that finds out why there is none. */
const wakeOnHeads = ({ watcher, turns }: Watched): Unsubscribe =>
  watcher.bridge.provider.onHead(
    (head) => {
      watcher.announce(head);
      turns.wake();
    },
    () => turns.wake(),
  );
