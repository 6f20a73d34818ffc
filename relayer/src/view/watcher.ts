import type { ChainIdentity, Head } from '@causeway/chains';
import {
  type BlockRef,
  type BridgeEvent,
  type Domain,
  type Failure,
  fail,
  type Hex,
  KIND,
  messageIdOf,
  ok,
  type Result,
} from '@causeway/protocol';
import type { ChainViewRepository, MessageRow, OutcomeRow, RootRow, ScanRow } from '@causeway/storage';
import type { ReadBridge } from '../bridges.ts';

/** A change in the view of one bridge. Ids may repeat. */
export interface ViewChange {
  readonly family: string;
  readonly domain: Domain;
  readonly head: BlockRef;
  /** Outbound messages that were seen. */
  readonly seen: readonly Hex[];
  /** Outbound messages that became final. */
  readonly final: readonly Hex[];
  /** Outbound messages that a reorganisation removed. */
  readonly vanished: readonly Hex[];
  /** Messages to this bridge whose outcome was seen, became final or was removed. */
  readonly outcomes: readonly Hex[];
}

/** Called for every change after it was written and before the watcher continues. */
export type ViewListener = (change: ViewChange) => Promise<void>;

/** Recorded blocks that are compared with the chain at a time. */
const PAGE = 64;
/** Most recorded blocks to search for the depth of a reorganisation; beyond, everything not final is read again. */
const MAX_RECORDED = 4_096;

type Change = { -readonly [K in 'seen' | 'final' | 'vanished' | 'outcomes']: Hex[] };

/**
 * Keeps one bridge's part of a chain view equal to the chain: fills the gap from the cursor to the head, removes the
 * blocks that a reorganisation removed, and marks final blocks. Relayer and signers each run their own.
 */
export class Watcher {
  readonly bridge: ReadBridge;
  readonly #provider: ReadBridge['provider'];
  readonly #view: ChainViewRepository;
  readonly #onChange: ViewListener;
  #head: BlockRef | undefined;
  /** Newest block whose events this process marked final. */
  #finalTo: number | undefined;
  /** A confirmed head that need not be read again. */
  #announced: Head | undefined;
  /** Blocks with events that this process scanned and that are not final yet. */
  readonly #eventBlocks = new Set<number>();
  /** The block from which this process scanned. Of earlier blocks it does not know which have events. */
  #scannedFrom: number | undefined;
  #running: Promise<Result<void>> | undefined;
  #queued: Promise<Result<void>> | undefined;

  constructor(bridge: ReadBridge, view: ChainViewRepository, onChange: ViewListener = async () => {}) {
    this.bridge = bridge;
    this.#provider = bridge.provider;
    this.#view = view;
    this.#onChange = onChange;
  }

  /** The newest processed head. */
  get head(): BlockRef | undefined {
    return this.#head;
  }

  /** Newest block whose events are marked final; undefined before the first. */
  get finalTo(): number | undefined {
    return this.#finalTo;
  }

  /** Announces a head that a quorum confirmed, for the next turn. */
  announce(head: Head): void {
    this.#announced = head;
  }

  /**
   * Brings the view up to the chain's state after this call: a turn that already runs does not count, and callers that
   * arrive meanwhile share the next one. Fails with the provider's codes, DEEP_REORG, INCONSISTENT_EVENT or
   * EVENTS_CONTRADICT.
   */
  advance(): Promise<Result<void>> {
    if (!this.#running) return this.#start();
    this.#queued ??= this.#running.then(() => {
      this.#queued = undefined;
      return this.#start();
    });
    return this.#queued;
  }

  /** Advances until the view includes block `number`. Fails like `advance`, or with NOT_REACHED. */
  async reach(number: number): Promise<Result<void>> {
    // The first turn may process an older announced head; the second asks for the newest.
    for (let turn = 0; turn < 2 && (this.#head?.number ?? -1) < number; turn++) {
      const advanced = await this.advance();
      if (!advanced.ok) return advanced;
    }
    if ((this.#head?.number ?? -1) >= number) return ok(undefined);
    return fail('NOT_REACHED', `block ${number} is not readable yet`, true);
  }

  #start(): Promise<Result<void>> {
    this.#running = this.#turn().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #turn(): Promise<Result<void>> {
    const head = this.#announced ? ok(this.#announced) : await this.#provider.head();
    this.#announced = undefined;
    if (!head.ok) return head;
    const final = await this.#provider.finalNumber(head.value);
    if (!final.ok) return final;
    const change: Change = { seen: [], final: [], vanished: [], outcomes: [] };
    const result = await this.#follow(head.value, final.value, change);
    // Changes that were written before a failure are announced too, because no later turn would do so.
    const { family, domain } = this.#provider;
    if (result.ok) this.#head = head.value;
    if (result.ok || Object.values(change).some((ids) => ids.length > 0)) {
      await this.#onChange({ family, domain, head: head.value, ...change });
    }
    return result;
  }

  async #follow(head: Head, final: number, change: Change): Promise<Result<void>> {
    let cursor = await this.#cursor();
    if (cursor && cursor.number >= head.number) {
      const checked = await this.#checkRecorded(cursor, head, change);
      if (!checked.ok) return checked;
      cursor = checked.value;
    }
    while ((cursor?.number ?? this.bridge.deployedAtBlock - 1) < head.number) {
      const scanned: Result<BlockRef | undefined> = await this.#scanNext(cursor, head, change);
      if (!scanned.ok) return scanned;
      cursor = scanned.value;
    }
    return cursor ? this.#finalize(Math.min(final, cursor.number), cursor, head, change) : ok(undefined);
  }

  #cursor(): Promise<BlockRef | undefined> {
    return this.#view.cursor(this.#provider.family, this.#provider.domain);
  }

  /** Scans the next range. Returns the new cursor, which is lower than before after a reorganisation. */
  async #scanNext(cursor: BlockRef | undefined, head: Head, change: Change): Promise<Result<BlockRef | undefined>> {
    const from = (cursor?.number ?? this.bridge.deployedAtBlock - 1) + 1;
    const to = from + this.bridge.chain.logRange - 1;
    this.#scannedFrom ??= from;
    const scan = await this.#provider.scan(from, to < head.number ? to : head);
    if (!scan.ok) return scan;
    // Checked after the scan, which proves that the scanned blocks follow the recorded chain.
    if (cursor) {
      const canonical = isParent(cursor, head) ? ok(true) : await this.#isCanonical(cursor, head);
      if (!canonical.ok) return canonical;
      if (!canonical.value) return this.#takeBack(head, change);
    }
    const sorted = sortEvents(this.#provider, scan.value.events, scan.value.to);
    if (!sorted.ok) return sorted;
    const recorded = await this.#view.recordScan(sorted.value);
    if (!recorded.ok) {
      return recorded.error.code === 'SCAN_CONTRADICTS'
        ? this.#resolve(recorded.error, cursor, head, change)
        : recorded;
    }
    for (const { at } of scan.value.events) this.#eventBlocks.add(at.block.number);
    change.seen.push(...sorted.value.messages.map((row) => row.messageId));
    change.outcomes.push(...(await this.#counted(sorted.value.outcomes)));
    return ok(scan.value.to);
  }

  /** The messages among `outcomes` that go to this bridge. Outcomes of other bridges do not count. */
  async #counted(outcomes: readonly { readonly messageId: Hex }[]): Promise<readonly Hex[]> {
    const recorded = await Promise.all(outcomes.map(({ messageId }) => this.#view.outcome(messageId)));
    const { domain } = this.#provider;
    return recorded.flatMap((outcome) => (outcome?.domain === domain ? [outcome.messageId] : []));
  }

  /**
   * Removes the records that a contradicting scan disproves. When all recorded blocks are still on the chain, the next
   * scan would contradict the records again: that is a failure, and the next turn tries again.
   */
  async #resolve(
    contradiction: Failure,
    cursor: BlockRef | undefined,
    head: BlockRef,
    change: Change,
  ): Promise<Result<BlockRef | undefined>> {
    const left = await this.#takeBack(head, change);
    if (!left.ok || left.value?.number !== cursor?.number) return left;
    const { name } = this.#provider;
    return fail(
      'EVENTS_CONTRADICT',
      `${name} contradicts itself without a reorganisation: ${contradiction.message}`,
      true,
    );
  }

  /** Handles a head without new blocks. Returns the cursor, or the last block on which chain and records agree. */
  async #checkRecorded(cursor: BlockRef, head: BlockRef, change: Change): Promise<Result<BlockRef | undefined>> {
    // A lagging endpoint shows a lower head too. Only a different recorded block proves a reorganisation.
    const recorded = await this.#recorded(cursor.number - head.number + 1);
    const below = recorded.find((block) => block.number <= head.number);
    if (!below) return ok(cursor);
    const canonical =
      below.number === head.number ? ok(below.hash === head.hash) : await this.#isCanonical(below, head);
    if (!canonical.ok) return canonical;
    return canonical.value ? ok(cursor) : this.#takeBack(head, change);
  }

  #recorded(limit: number): Promise<readonly BlockRef[]> {
    const { family, domain } = this.#provider;
    return this.#view.recentBlocks(family, domain, Math.min(limit, MAX_RECORDED));
  }

  async #isCanonical(recorded: BlockRef, head: BlockRef): Promise<Result<boolean>> {
    if (recorded.number > head.number) return ok(false);
    const block = await this.#provider.block(recorded.number);
    if (!block.ok) return block;
    if (!block.value) return fail('BLOCK_UNAVAILABLE', `block ${recorded.number} is not readable now`, true);
    return ok(block.value.hash === recorded.hash);
  }

  /** Rolls the view back to the newest recorded block that the chain still has. Returns the cursor after it. */
  async #takeBack(head: BlockRef, change: Change): Promise<Result<BlockRef | undefined>> {
    for (const block of await this.#recorded(MAX_RECORDED)) {
      const canonical = await this.#isCanonical(block, head);
      if (!canonical.ok) return canonical;
      if (canonical.value) return this.#rollBack(block.number, change);
    }
    return this.#rollBack(this.bridge.deployedAtBlock - 1, change);
  }

  async #rollBack(number: number, change: Change): Promise<Result<BlockRef | undefined>> {
    const { family, domain, name } = this.#provider;
    const gone = await this.#view.rollback(family, domain, number);
    if (gone.finalityViolated.length > 0) {
      return fail(
        'DEEP_REORG',
        `${name} changed down to block ${number}, below ${gone.finalityViolated.length} final rows`,
      );
    }
    change.vanished.push(...gone.messages);
    change.outcomes.push(...gone.outcomes);
    return ok(await this.#cursor());
  }

  /** Marks events up to `number` final, after comparing their blocks with the chain once more. */
  async #finalize(number: number, cursor: BlockRef, head: BlockRef, change: Change): Promise<Result<void>> {
    const { family, domain } = this.#provider;
    const from = this.#finalTo ?? -1;
    if (number <= from) return ok(undefined);
    const recorded = await this.#recorded(cursor.number - from);
    const due = recorded.filter((block) => block.number > from && block.number <= number && this.#mayHoldEvents(block));
    due.reverse();
    for (let at = 0; at < due.length; at += PAGE) {
      const page = due.slice(at, at + PAGE);
      const checks = await Promise.all(page.map((block) => this.#isCanonical(block, head)));
      for (const [index, check] of checks.entries()) {
        if (!check.ok) return check;
        if (check.value) continue;
        const rolledBack = await this.#rollBack((page[index] as BlockRef).number - 1, change);
        return rolledBack.ok ? fail('REORG_AT_FINALITY', 'a block changed while it became final', true) : rolledBack;
      }
    }
    const became = await this.#view.finalize(family, domain, number);
    this.#finalTo = number;
    for (const block of this.#eventBlocks) if (block <= number) this.#eventBlocks.delete(block);
    change.final.push(...became.messages);
    change.outcomes.push(...became.outcomes);
    return ok(undefined);
  }

  #mayHoldEvents({ number }: BlockRef): boolean {
    return number < (this.#scannedFrom ?? Number.POSITIVE_INFINITY) || this.#eventBlocks.has(number);
  }
}

/** True when the confirmed head itself says that `block` comes before it. */
const isParent = (block: BlockRef, head: Head): boolean =>
  block.number === head.number - 1 && block.hash === head.parentHash;

/** The rows for `events` of one bridge. Fails when an event contradicts the bridge that emitted it. */
function sortEvents(provider: ChainIdentity, events: readonly BridgeEvent[], to: BlockRef): Result<ScanRow> {
  const { family, domain, bridge } = provider;
  const messages: Omit<MessageRow, 'final' | 'family'>[] = [];
  const outcomes: Omit<OutcomeRow, 'final' | 'domain'>[] = [];
  const roots: RootRow[] = [];
  for (const event of events) {
    if (event.type === 'message') {
      const { message, messageId, at } = event;
      if (message.source !== domain || message.sourceBridge !== bridge || messageIdOf(message) !== messageId) {
        return fail('INCONSISTENT_EVENT', `${provider.name}: transaction ${at.transaction} emits a foreign message`);
      }
      messages.push({ messageId, message, at });
      if (message.kind === KIND.cancel) {
        outcomes.push({ messageId: message.reference, status: 'cancelled', credited: false, at });
      }
    } else if (event.type === 'executed') {
      const { messageId, credited, at } = event;
      outcomes.push({ messageId, status: 'executed', credited, at });
    } else {
      const { source, firstNonce, count, root, at } = event;
      roots.push({ lane: { family, source, destination: domain }, firstNonce, count, root, at });
    }
  }
  return ok({ family, domain, to, messages, outcomes, roots });
}
