import type { ChainProvider, Head, KeyHandle } from '@causeway/chains';
import type { OutboxCheckpoint } from '@causeway/outbox';
import { FALLBACK, type Hex, outAt, parseTerms, termsIdOf } from '@causeway/protocol';
import { backoffMs, type Clock, Signal } from '@causeway/runtime';
import type { SolverStorage, SwapChange } from '@causeway/storage';
import type { Logger } from 'pino';
import { ChainTime } from './chain-time.ts';
import { type Decision, decide, decideFilled, type WaitReason } from './decision.ts';
import { type CallPurpose, type CallSubmission, Dispatcher, type Ended } from './dispatcher.ts';
import { entry, present } from './entries.ts';
import type { OrderedSwap } from './feed.ts';
import type { Lane } from './lanes.ts';
import { Ledger } from './ledger.ts';
import type { Metrics } from './metrics.ts';
import { Outlook, type OutlookDeps } from './outlook.ts';
import { CALLED, isCalled, isUndecided, OPEN_STAGES } from './stages.ts';
import { type Known, knownOf, siteOf } from './swaps.ts';

/** Pauses after refused calls of one swap. */
const BACKOFF = { baseMs: 500, maxMs: 30_000 };
/** Pauses after calls that were included and failed. */
const AFTER_FAILURE = { baseMs: 60_000, maxMs: 3_600_000 };
/** Pause after which it is asked again whether a swap's fee pays for finishing it, milliseconds. */
const FEE_PAUSE_MS = 60_000;
export interface DeskDeps extends OutlookDeps {
  readonly key: KeyHandle;
  readonly lanes: readonly Lane[];
  readonly storage: SolverStorage;
  readonly escalateAfterMs: number;
  /** Milliseconds between two turns while no new block is heard of. */
  readonly turnMs: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly checkpoint?: ((point: OutboxCheckpoint) => void) | undefined;
  readonly onFailure: (error: unknown) => void;
}

/** Works for the swaps of one settler: watches them, fills, settles and finishes. One turn at a time. */
export class Desk {
  readonly #deps: DeskDeps;
  readonly #dispatcher: Dispatcher;
  readonly #ledger: Ledger;
  readonly #known = new Map<Hex, Known>();
  readonly #arriving: OrderedSwap[] = [];
  readonly #signal: Signal;
  readonly #time: ChainTime;
  readonly #outlook: Outlook;
  readonly #decidedAtMs = new Map<Hex, number>();
  #hear: readonly (() => void)[] = [];
  #readTo: number | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(deps: DeskDeps) {
    const { here, settler, key, storage, escalateAfterMs, clock, log, checkpoint } = deps;
    this.#deps = deps;
    this.#signal = new Signal(clock);
    this.#time = new ChainTime(here.provider, clock);
    this.#outlook = new Outlook(deps);
    const { account, worth, metrics } = deps;
    this.#ledger = new Ledger({ provider: here.provider, account, storage, worth, metrics });
    this.#dispatcher = new Dispatcher({
      ...{ provider: here.provider, settler, key, storage, escalateAfterMs, clock, log, checkpoint },
      onEnded: (submission, ended) => this.#ended(submission, ended),
    });
  }

  get provider(): ChainProvider {
    return this.#deps.here.provider;
  }

  get swaps(): readonly Known[] {
    return [...this.#known.values()];
  }

  /** Takes up what an earlier process left, and begins. */
  async start(): Promise<void> {
    const { storage, lanes } = this.#deps;
    await this.#dispatcher.resume();
    for (const row of await storage.solver.inStages(OPEN_STAGES)) {
      if (row.domain !== this.provider.domain || row.family !== this.provider.family) continue;
      const known = this.#add(row, lanes.find(({ name }) => name === row.lane) ?? null);
      if (row.stage === 'filling' && known.lane)
        this.#deps.treasury.reserve(known.id, known.lane.output, known.terms.quotedOut);
    }
    this.#running = this.#loop();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#signal.raise();
    await this.#running;
    this.#listen(false);
  }

  /** An open swap of this settler, as the API tells of it. */
  tell(swap: OrderedSwap): void {
    const known = this.#known.get(termsIdOf(swap.terms));
    if (known === undefined) this.#arriving.push(swap);
    else if (!swap.deliveredTransaction || known.hasArrived) return;
    else this.#hearOfDelivery(known);
    this.#signal.raise();
  }

  /** Prices or inventory may have changed. */
  wake(): void {
    this.#signal.raise();
  }

  async #loop(): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.#turn();
      } catch (error) {
        this.#deps.onFailure(error);
      }
      const isBusy = this.#known.size > 0 || this.#dispatcher.open.length > 0;
      this.#listen(isBusy);
      await this.#signal.wait(isBusy ? this.#deps.turnMs : undefined);
    }
  }

  /** Hears of new blocks of the chain, and of the sources of early fills, while there is work. */
  #listen(isBusy: boolean): void {
    if (isBusy === this.#hear.length > 0) return;
    for (const unsubscribe of this.#hear) unsubscribe();
    const sources = this.#deps.lanes.filter(({ early }) => early).map(({ source }) => source);
    const heard = [...new Set([this.provider, ...sources])];
    this.#hear = isBusy ? heard.map((provider) => provider.onHead(() => this.#signal.raise())) : [];
  }

  async #turn(): Promise<void> {
    await this.#takeArriving();
    if (this.#known.size === 0 && this.#dispatcher.open.length === 0) {
      this.#readTo = undefined;
      return;
    }
    const head = await this.provider.head();
    if (!head.ok) throw head.error;
    await this.#read(head.value);
    const finalTo = await this.provider.finalNumber(head.value);
    await this.#dispatcher.follow(finalTo.ok ? finalTo.value : -1);
    for (const known of this.#known.values()) {
      // Storing its call failed, or a process ended before: nothing is under way.
      if (isCalled(known.row.stage) && !this.#dispatcher.hasOpen(known.id)) await this.#back(known, known.row.reason);
    }
    const depths = await this.#readLocks();
    const time = this.#time.at(head.value);
    const now = this.#deps.clock.now();
    // Of what has ended, only a reorganisation tells anything new, and asking for deliveries reads long histories.
    const undecided = this.swaps.filter(({ notBeforeMs, row }) => notBeforeMs <= now && isUndecided(row.stage));
    // A look that reads histories comes in its turn: many at once would keep the chain's endpoints busy.
    const quick = undecided.filter((known) => !this.#outlook.readsHistories(known));
    await Promise.all(quick.map((known) => this.#attempt(known, () => this.#outlook.look(known))));
    for (const known of undecided) {
      if (this.#isStopped) return;
      if (known.notBeforeMs > now) continue;
      await this.#attempt(known, async () => {
        await this.#outlook.look(known);
        await this.#consider(known, head.value.number, time, depths);
      });
    }
  }

  /** Does `work` for one swap. One that cannot be worked for holds up no other. */
  async #attempt(known: Known, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#deps.onFailure(error);
      this.#putOff(known);
    }
  }

  async #takeArriving(): Promise<void> {
    const { storage, clock } = this.#deps;
    for (const { terms, orderId, fromChain, lockTransaction, deliveredTransaction } of this.#arriving.splice(0)) {
      const id = termsIdOf(terms);
      if (this.#known.has(id)) continue;
      const parsed = parseTerms(terms, siteOf({ destination: this.provider, settler: this.#deps.settler }));
      const of = parsed.ok
        ? this.#deps.lanes.filter(
            ({ input, output }) => input.word === parsed.value.assetIn && output.word === parsed.value.assetOut,
          )
        : [];
      const lane = of.find(({ source }) => source.name === fromChain) ?? of[0] ?? null;
      if (!parsed.ok || (lane === null && !this.#deps.finishes)) continue;
      // Orders cost nobody anything before their locks, with which the list names them again.
      if (lockTransaction === null && !lane?.early) continue;
      const now = clock.now();
      const row = await storage.solver.see({
        ...{ swapId: id, orderId, family: this.provider.family, domain: this.provider.domain },
        ...{ source: lane?.source.domain ?? 0, terms, lane: lane?.name ?? null, stage: 'seen', early: false },
        ...{ reason: null, paid: null, received: null, profit: null },
        ...{ deadlineMs: Number(parsed.value.deadline) * 1_000, seenAtMs: now, changedAtMs: now },
      });
      if (!(OPEN_STAGES as readonly string[]).includes(row.stage)) continue;
      this.#add(row, lane).mayHaveArrived = typeof deliveredTransaction === 'string';
    }
  }

  #hearOfDelivery(known: Known): void {
    known.mayHaveArrived = true;
    known.state = undefined;
  }

  #add(row: Known['row'], lane: Lane | null): Known {
    const known = knownOf(row, lane);
    this.#known.set(known.id, known);
    if (lane?.early) this.#deps.locks.get(lane.source.domain)?.want(known.id);
    return known;
  }

  #forget({ id, lane }: Known): void {
    this.#known.delete(id);
    this.#deps.treasury.release(id);
    if (lane) this.#deps.locks.get(lane.source.domain)?.forget(id);
  }

  /** Reads what the bridge delivered and what the settler did, and marks the swaps that it is about. */
  async #read(head: Head): Promise<void> {
    if (this.#known.size === 0) return;
    const from = this.#readTo === undefined ? head.number : this.#readTo + 1;
    if (from > head.number) return;
    const [bridge, settler] = await Promise.all([this.provider.scan(from, head), this.#deps.settler.scan(from, head)]);
    if (!bridge.ok) throw bridge.error;
    if (!settler.ok) throw settler.error;
    for (const event of bridge.value.events) {
      const known = event.type === 'executed' ? this.#known.get(event.reference) : undefined;
      if (known) this.#hearOfDelivery(known);
    }
    for (const { id } of settler.value.events) {
      const known = this.#known.get(id);
      if (known) known.state = undefined;
    }
    this.#readTo = head.number;
  }

  /** The newest block of each source with a wanted lock. */
  async #readLocks(): Promise<ReadonlyMap<number, number>> {
    const heads = new Map<number, number>();
    const reads = [...this.#deps.locks].map(async ([domain, watch]) => [domain, await watch.read()] as const);
    for (const [domain, head] of await Promise.all(reads)) {
      if (!head.ok) this.#deps.onFailure(head.error);
      else if (head.value !== null) heads.set(domain, head.value);
    }
    return heads;
  }

  async #consider(known: Known, block: number, time: bigint, depths: ReadonlyMap<number, number>): Promise<void> {
    const { stage } = known.row;
    const { state } = known;
    if (!state) return;
    if (stage === 'filled')
      return this.#do(known, decideFilled({ stage: state.stage, hasArrived: known.hasArrived }), time);
    const facts = await this.#outlook.facts(known, this.swaps, { block, time, depths });
    await this.#do(known, decide(facts), time);
  }

  async #do(known: Known, decision: Decision, time: bigint): Promise<void> {
    switch (decision.do) {
      case 'wait':
        return this.#wait(known, decision.reason);
      case 'miss':
        if (known.lane) this.#deps.metrics.misses.inc({ lane: known.lane.name, reason: decision.reason });
        await this.#change(known, { stage: known.lane ? 'missed' : 'gone', reason: decision.reason });
        return this.#forget(known);
      case 'adopt':
        return this.#adopt(known, decision.stage);
      case 'fill':
        return this.#call(known, 'fill', decision.early ? 'fill' : 'fillAndSettle', outAt(known.terms, time));
      case 'settle':
        return this.#call(known, 'settle', 'settle', 0n);
      case 'finish':
        return this.#call(known, 'finish', 'giveBack', 0n);
    }
  }

  async #wait(known: Known, reason: WaitReason): Promise<void> {
    // There can be many that nobody ever ends, so the cost of a return is not asked in each turn.
    if (reason === 'FEE_TOO_LOW') known.notBeforeMs = this.#deps.clock.now() + FEE_PAUSE_MS;
    if (known.row.reason !== reason) await this.#change(known, { reason });
  }

  /** The chain says that this solver filled the swap, or that somebody settled it for it. */
  async #adopt(known: Known, stage: 'filled' | 'settled'): Promise<void> {
    const { storage, clock } = this.#deps;
    const { terms, lane, id } = known;
    if (stage === 'filled') return this.#change(known, { stage: 'filled', reason: null });
    // A settlement pays exactly amountIn, whoever calls it.
    const cause = { domain: this.provider.domain, lane: lane?.name ?? null, swapId: id, submissionId: null };
    const income = entry({ ...cause, atMs: clock.now() }, 'input', lane?.input.address ?? null, terms.amountIn, true);
    const change = { stage: 'settled', reason: null, received: terms.amountIn } as const;
    await storage.solver.conclude({ swapId: id, change, entries: present([income]) });
    this.#forget(known);
  }

  async #call(
    known: Known,
    purpose: CallPurpose,
    name: 'fill' | 'fillAndSettle' | 'settle' | 'giveBack',
    maxOut: bigint,
  ): Promise<void> {
    const { settler, treasury, clock, log } = this.#deps;
    const { id, lane } = known;
    const isFill = purpose === 'fill';
    const asset = known.terms.assetOut;
    const isSame = ({ orderIds: [one] }: CallSubmission) => this.#known.get(one as Hex)?.terms.assetOut === asset;
    if (isFill && this.#dispatcher.isApproving(isSame)) return this.#wait(known, 'IN_TURN');
    const state = await settler.swap(id);
    if (!state.ok) throw state.error;
    if (state.value.stage !== (purpose === 'settle' ? 'filled' : 'none')) {
      known.state = undefined;
      return;
    }
    const fee = await this.#returnFee(known, name);
    const signed = await this.#dispatcher.prepare(known, name, maxOut, known.deliveries);
    if (!signed.ok) {
      log.info({ swap: id, call: name, code: signed.error.code, reason: signed.error.message }, 'call refused');
      return this.#refused(known, signed.error.code);
    }
    if (isFill && lane) treasury.reserve(id, lane.output, maxOut);
    try {
      await this.#change(known, { stage: CALLED[purpose], reason: null, ...(isFill && { early: name === 'fill' }) });
    } catch (error) {
      this.#dispatcher.release(signed.value);
      throw error;
    }
    this.#decidedAtMs.set(id, clock.now());
    await this.#dispatcher.dispatch(known, purpose, name, signed.value, fee);
    log.info({ swap: id, call: name, maxOut: String(maxOut) }, 'call sent');
  }

  /** Delivery fee of a return home; 0 for another call. */
  async #returnFee({ terms }: Known, name: string): Promise<bigint> {
    if (name !== 'giveBack' || terms.fallback !== FALLBACK.home) return 0n;
    const fee = await this.provider.fee(terms.home);
    if (!fee.ok) throw fee.error;
    return fee.value;
  }

  async #refused(known: Known, code: string): Promise<void> {
    this.#putOff(known);
    if (known.row.reason !== code) await this.#change(known, { reason: code });
  }

  /** Leaves the swap alone for a while, which becomes longer each time, and asks the settler anew afterwards. */
  #putOff(known: Known, pauses = BACKOFF): void {
    known.refusals += 1;
    known.notBeforeMs = this.#deps.clock.now() + backoffMs(known.refusals, this.#deps.random(), pauses);
    known.state = undefined;
  }

  async #change(known: Known, change: SwapChange): Promise<void> {
    await this.#deps.storage.solver.change(known.id, change);
    known.row = { ...known.row, ...change };
  }

  /** Nothing of its last call can be included: the swap is decided about again. */
  async #back(known: Known, reason: string | null): Promise<void> {
    const { stage } = known.row;
    this.#deps.treasury.release(known.id);
    known.state = undefined;
    if (stage === 'settling') await this.#change(known, { stage: 'filled', reason });
    if (stage === 'filling' || stage === 'finishing')
      await this.#change(known, { stage: 'seen', early: false, reason });
  }

  async #ended(submission: CallSubmission, ended: Ended): Promise<void> {
    const [id] = submission.orderIds as readonly Hex[];
    const row = id && (await this.#deps.storage.solver.swap(id));
    if (!row) throw new Error(`submission ${submission.id} is for no swap`);
    const lane = this.#deps.lanes.find(({ name }) => name === row.lane) ?? null;
    const known = this.#known.get(id) ?? this.#add(row, lane);
    known.row = row;
    if (ended.state === 'dropped') return this.#back(known, 'DROPPED');
    if (ended.state === 'takenBack') return this.#takenBack(submission, known);
    if (ended.state === 'final') {
      if (!ended.success) {
        await this.#back(known, row.reason);
        // Who is paid may have it fail on chain alone, at this solver's cost.
        this.#putOff(known, AFTER_FAILURE);
      } else if (row.stage === 'settled' || row.stage === 'finished') this.#forget(known);
      return;
    }
    const change = await this.#ledger.book(submission, known, ended);
    known.row = { ...known.row, ...change };
    known.state = undefined;
    const { success, code } = ended;
    if (success) this.#deps.treasury.release(id);
    const since = this.#decidedAtMs.get(id);
    this.#decidedAtMs.delete(id);
    const { metrics, clock, log } = this.#deps;
    if (success && since !== undefined && submission.purpose === 'fill')
      metrics.fillSeconds.observe({ chain: this.provider.name }, (clock.now() - since) / 1_000);
    log.info({ swap: id, call: submission.details.function, success, code, stage: known.row.stage }, 'call included');
  }

  async #takenBack(submission: CallSubmission, known: Known): Promise<void> {
    const change = { stage: CALLED[submission.purpose], reason: 'TAKEN_BACK' };
    await this.#deps.storage.solver.takeBack(submission.id, known.id, change);
    known.row = { ...known.row, ...change };
    known.state = undefined;
  }
}
