import { buildBatch, type Domain, type Hex, ZERO_32 } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type {
  ChainViewRepository,
  Compared,
  ComparisonRepository,
  LaneDifference,
  LaneKey,
  RootRow,
  UncomparedExecution,
  UncomparedRoot,
} from '@causeway/storage';
import type { Logger } from 'pino';
import { type Bridges, laneOf, type ReadBridge } from '../bridges.ts';
import type { Metrics } from '../metrics.ts';
import { contiguousFrom, intervalKey } from '../plan/prover.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { paidOtherwise } from './paid.ts';

export interface ComparisonDeps {
  readonly bridges: Bridges<ReadBridge>;
  readonly view: Pick<ChainViewRepository, 'messages' | 'cursor'>;
  readonly comparisons: ComparisonRepository;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** Roots of a lane, and executions of a bridge, that are read at once. */
const PAGE = 100;
/** Messages in the roots that one turn compares in a lane, after which the other work of the process goes on. */
const MESSAGES_A_TURN = 10_000;
/** Pages of executions in one turn. */
const PAGES_A_TURN = 10;

/** "agrees", "waits" until more is known, or the difference in words. `suspected`: a second look decides. */
type Verdict = 'agrees' | 'waits' | { readonly detail: string; readonly suspected?: true };

type Found = Omit<LaneDifference, 'sinceMs'>;

/**
 * I3 at run time: compares each root that is committed at a bridge with the final messages of its source, and each
 * execution with its message, whatever is planned. Relayer and signers each run it over their own view. What agrees is
 * not looked at again; everything else is, so a view that was behind decides nothing for good.
 */
export class Comparison {
  readonly #deps: ComparisonDeps;
  /** What looked different at the last turn of a bridge and needs a second look, by bridge. */
  readonly #suspected = new Map<ReadBridge, ReadonlySet<string>>();
  /** Bridges with roots that are not judged yet. */
  readonly #open = new Set<ReadBridge>();
  /** The turns of each bridge, one at a time. */
  readonly #turns = new Map<ReadBridge, Promise<void>>();

  constructor(deps: ComparisonDeps) {
    this.#deps = deps;
  }

  /** Compares what `destination` has done since. A chain that cannot be read leaves its roots for the next turn. */
  compare(destination: ReadBridge): Promise<void> {
    const turn = (this.#turns.get(destination) ?? Promise.resolve()).then(() => this.#compare(destination));
    this.#turns.set(
      destination,
      turn.catch(() => {}),
    );
    return turn;
  }

  /** Compares, after a look at `source`, what waits for it: roots of other bridges that are not judged yet. */
  async compareAgain(source: ReadBridge): Promise<void> {
    for (const destination of this.#deps.bridges.remotesOf(source)) {
      if (this.#open.has(destination)) await this.compare(destination);
    }
  }

  async #compare(destination: ReadBridge): Promise<void> {
    const turn = new Turn(this.#suspected.get(destination) ?? new Set());
    const waiting = new Set<Domain>();
    for (const source of this.#deps.bridges.remotesOf(destination)) {
      if (!(await this.#compareRoots(source, destination, turn))) waiting.add(source.provider.domain);
    }
    if (waiting.size > 0) this.#open.add(destination);
    else this.#open.delete(destination);
    await this.#compareExecutions(destination, waiting, turn);
    this.#suspected.set(destination, turn.suspected);
    await this.#record(destination, turn);
  }

  /** True once every root of the lane is known to agree or to differ. */
  async #compareRoots(source: ReadBridge, destination: ReadBridge, turn: Turn): Promise<boolean> {
    const { comparisons } = this.#deps;
    const lane = laneOf(source, destination);
    let allKnown = true;
    let from = 0n;
    for (let messages = 0; messages < MESSAGES_A_TURN; ) {
      const rows = await comparisons.uncomparedRoots(lane, from, PAGE);
      for (const row of rows) {
        const verdict = await this.#judgeRoot(source, destination, row);
        messages += row.count;
        if (verdict === 'agrees') turn.roots.push(row);
        else if (verdict === 'waits') allKnown = false;
        else if (verdict !== undefined) {
          const key = `${intervalKey(row)} ${row.root} ${row.at.block.hash}`;
          if (!turn.confirms(verdict, key)) allKnown = false;
          else turn.found.push(rootDifference(row, verdict.detail));
        }
      }
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return allKnown;
      from = last.firstNonce + 1n;
      await yieldToEventLoop();
    }
    return false;
  }

  /** The verdict on a root; undefined for one that another one has replaced. */
  async #judgeRoot(source: ReadBridge, { provider }: ReadBridge, row: UncomparedRoot): Promise<Verdict | undefined> {
    const { lane, firstNonce, count, root, at } = row;
    if (!row.inForce) return undefined;
    // The zero root drops an interval. Pruned messages were delivered under roots that agreed.
    if (isDrop(row) || row.pruned) return 'agrees';
    const where = `the root of ${provider.name} for ${count} messages of ${source.provider.name} from nonce ${firstNonce}`;
    const final = await this.#rootOf(row, true);
    if (final !== undefined)
      return final === root ? 'agrees' : { detail: `${where} is not the root of these messages` };
    // Endpoints that lag show neither the messages nor a head after the root.
    const head = await this.#deps.view.cursor(lane.family, lane.source);
    if (!head || head.timeMs < wholeSecond(at.block.timeMs)) return 'waits';
    // Who commits a root has seen its messages final, so a chain that is as young as the root has no others.
    const sent = await this.#rootOf(row, false);
    if (sent === root) return 'waits';
    if (sent !== undefined) {
      return { detail: `${where} is not the root of these messages, which are not final yet`, suspected: true };
    }
    const emitted = await source.provider.lane(lane.destination);
    if (!emitted.ok || emitted.value.nextOutboundNonce >= firstNonce + BigInt(count)) return 'waits';
    return {
      detail: `${where} has messages that were never sent: the next nonce is ${emitted.value.nextOutboundNonce}`,
      suspected: true,
    };
  }

  /** The root of the source's messages in the interval; undefined while some are not recorded, or not final. */
  async #rootOf({ lane, firstNonce, count }: UncomparedRoot, onlyFinal: boolean): Promise<Hex | undefined> {
    const rows = contiguousFrom(firstNonce, await this.#deps.view.messages(lane, firstNonce, count, onlyFinal));
    const [one, ...rest] = rows.map(({ messageId }) => messageId);
    if (one === undefined || rest.length + 1 !== count) return undefined;
    return buildBatch(firstNonce, [one, ...rest]).root;
  }

  /** Compares executions at `destination`. Messages of the sources `waiting` may not be known here yet. */
  async #compareExecutions(destination: ReadBridge, waiting: ReadonlySet<Domain>, turn: Turn): Promise<void> {
    const { comparisons } = this.#deps;
    const { family, domain } = destination.provider;
    const rows = await comparisons.uncomparedExecutions(family, domain, PAGE * PAGES_A_TURN);
    const unknown: UncomparedExecution[] = [];
    for (const row of rows) {
      const { messageId, paid, message } = row;
      if (!message) unknown.push(row);
      else if (message.final) {
        const detail = paid && paidOtherwise(paid, message.message);
        if (detail === undefined) turn.executions.push({ family, domain, messageId });
        else {
          const lane = { family, source: message.message.source, destination: domain };
          turn.found.push(
            executionDifference(lane, row, `${destination.provider.name} paid ${messageId} otherwise: ${detail}`),
          );
        }
      }
    }
    if (unknown.length > 0 && waiting.size === 0) await this.#judgeUnknown(destination, unknown, turn);
  }

  /**
   * Executions of unknown messages, while every root of every source is accounted for: no source has such a message.
   * They are of the lanes with a wrong root, or else of any lane.
   */
  async #judgeUnknown(destination: ReadBridge, unknown: readonly UncomparedExecution[], turn: Turn): Promise<void> {
    const { bridges, comparisons } = this.#deps;
    const { family, domain, name } = destination.provider;
    const sources = bridges.remotesOf(destination).map(({ provider }) => provider.domain);
    const recorded = await comparisons.sourcesOf(family, domain);
    const prunedTo = (await comparisons.prunedTo(family, domain)) ?? -1;
    const foreign = recorded.some((source) => !sources.includes(source));
    const wrong = new Set(
      [...(await comparisons.differences(family, domain)), ...turn.found].map(({ lane }) => lane.source),
    );
    const suspects = wrong.size > 0 ? sources.filter((source) => wrong.has(source)) : sources;
    for (const row of unknown) {
      const { messageId, paid, blockNumber } = row;
      // A chain that is not configured here may have sent it; or it was pruned, and its block was read again.
      if (foreign || blockNumber <= prunedTo) {
        turn.executions.push({ family, domain, messageId });
        continue;
      }
      const amount = paid ? `${paid.wireAmount} wire units to ${paid.recipient}` : 'a message';
      const detail = `${name} executed ${messageId}, which no source sent: ${amount}`;
      if (!turn.confirms({ detail, suspected: true }, messageId)) continue;
      for (const source of suspects) {
        turn.found.push(executionDifference({ family, source, destination: domain }, row, detail));
      }
    }
  }

  async #record(destination: ReadBridge, { roots, executions, found }: Turn): Promise<void> {
    const { comparisons, clock, log, metrics } = this.#deps;
    const { family, domain, name } = destination.provider;
    const known = await comparisons.differences(family, domain);
    const isKnown = (one: Found) => known.some((other) => keyOf(other) === keyOf(one) && other.detail === one.detail);
    const news = found.filter((one) => !isKnown(one)).map((one) => ({ ...one, sinceMs: clock.now() }));
    if (roots.length + executions.length + news.length > 0) {
      const settled: Compared = { roots, executions, differences: news };
      await comparisons.record(settled);
    }
    const open = news.length > 0 || known.length > 0 ? await comparisons.differences(family, domain) : [];
    for (const one of open.filter((each) => !known.some((other) => keyOf(other) === keyOf(each)))) {
      log.error({ chain: name, ...one.lane, kind: one.kind, subject: one.subject, detail: one.detail }, 'lane differs');
    }
    for (const { provider } of this.#deps.bridges.remotesOf(destination)) {
      const count = open.filter(({ lane }) => lane.source === provider.domain).length;
      metrics.laneDifferences.set({ family, source: provider.name, destination: name }, count);
    }
  }
}

/** What one turn of a bridge has found. */
class Turn {
  readonly roots: RootRow[] = [];
  readonly executions: Compared['executions'][number][] = [];
  readonly found: Found[] = [];
  readonly suspected = new Set<string>();
  readonly #before: ReadonlySet<string>;

  constructor(before: ReadonlySet<string>) {
    this.#before = before;
  }

  /** False for what is only suspected and was not suspected at the turn before. */
  confirms({ suspected }: Exclude<Verdict, string>, key: string): boolean {
    if (!suspected) return true;
    this.suspected.add(key);
    return this.#before.has(key);
  }
}

/** The time as a chain tells it whose blocks have times in whole seconds. */
const wholeSecond = (timeMs: number): number => timeMs - (timeMs % 1_000);

const isDrop = ({ root }: RootRow): boolean => root === ZERO_32;

const keyOf = ({ lane, kind, subject }: Found): string => `${lane.source} ${lane.destination} ${kind} ${subject}`;

const rootDifference = ({ lane, firstNonce, at }: RootRow, detail: string): Found => ({
  lane,
  kind: 'root',
  subject: String(firstNonce),
  blockNumber: at.block.number,
  transaction: at.transaction,
  detail,
});

const executionDifference = (
  lane: LaneKey,
  { messageId, blockNumber, transaction }: UncomparedExecution,
  detail: string,
): Found => ({ lane, kind: 'execution', subject: messageId, blockNumber, transaction, detail });
