import { type BlockRef, fail, MAX_U64, ok, type Result } from '@causeway/protocol';
import type { ChainViewRepository, LaneKey } from '@causeway/storage';
import type { ReadBridge } from '../bridges.ts';
import type { ImportFailure } from '../failures.ts';
import { MAX_INTERVAL } from '../plan/proposal.ts';
import { sortEvents } from './scan-row.ts';
import { type BridgeHead, blocksOf, type EventBlock, partsIn } from './view-file.ts';
import { Watcher } from './watcher.ts';

/** Ranges that are scanned at once. */
const AT_ONCE = 4;

/** Times that a newer head is tried when the chain has executed more than is recorded. */
const NEWER_HEADS = 5;

/** Nonces whose statuses are read at once. */
const STATUSES = 256;

/** What to do without the file. */
const READ_WHOLE = 'do not import it: an empty view reads the chain whole when its process starts';

/** Called with the newest block that was imported. */
export type OnProgress = (family: string, block: number, to: number) => void;

/**
 * Fills the empty views of the bridges on one chain from a verified file. The file is believed in nothing: it only says
 * in which blocks the bridge emitted something. Each of them is scanned through the own endpoints and compared with the
 * file. That no other block has events is shown by the bridge's counters, the roots in force and the status of every
 * message: one that is executed, cancelled or replaced needs a recorded outcome. On any failure the views are empty as
 * before. Fails with VIEW_NOT_EMPTY, EXPORT_OF_ANOTHER_BRIDGE, EXPORT_NOT_FINAL, EXPORT_DIFFERS, EXPORT_LACKS_EVENTS,
 * EXPORT_FORMAT, and with the provider's and the watcher's codes. Returns the number of imported blocks.
 */
export async function importView(
  file: string,
  bridges: readonly ReadBridge[],
  view: ChainViewRepository,
  onProgress: OnProgress = () => {},
): Promise<Result<number, ImportFailure>> {
  for (const { provider } of bridges) {
    if (await view.cursor(provider.family, provider.domain)) {
      return fail(
        'VIEW_NOT_EMPTY',
        `${provider.name} ${provider.family} is recorded already: import into a new database`,
      );
    }
  }
  // The cursor moves without a scan, so what was scanned before an earlier rollback does not reach up to it.
  for (const { provider } of bridges) await view.forgetOwnScans(provider.family, provider.domain);
  const imported = await importParts(file, bridges, view, onProgress).catch((defect: unknown) => defect as Error);
  if (imported instanceof Error || !imported.ok) {
    for (const { provider } of bridges) {
      await view.rollback(provider.family, provider.domain, -1, { evenFinal: { readAfter: undefined } });
    }
  }
  if (imported instanceof Error) throw imported;
  return imported;
}

async function importParts(
  file: string,
  bridges: readonly ReadBridge[],
  view: ChainViewRepository,
  onProgress: OnProgress,
): Promise<Result<number, ImportFailure>> {
  let current: BridgeImport | undefined;
  let blocks = 0;
  for await (const part of partsIn(file)) {
    if (!part.ok) return part;
    if ('block' in part.value) {
      if (!current) return fail('EXPORT_FORMAT', 'a block comes before its bridge');
      const added = await current.add(part.value);
      if (!added.ok) return added;
      blocks += 1;
      continue;
    }
    const ended = await current?.end();
    if (ended && !ended.ok) return ended;
    const begun = await BridgeImport.begin(part.value, bridges, view, onProgress);
    if (!begun.ok) return begun;
    current = begun.value;
  }
  const ended = await current?.end();
  return ended && !ended.ok ? ended : ok(blocks);
}

/** Blocks that are scanned together, because one range holds them. */
type Group = readonly [EventBlock, ...EventBlock[]];

/** The import of one bridge's view. */
class BridgeImport {
  readonly #head: BridgeHead;
  readonly #bridge: ReadBridge;
  readonly #view: ChainViewRepository;
  readonly #onProgress: OnProgress;
  /** Blocks that were not scanned yet. The last group may still grow. */
  #groups: [EventBlock, ...EventBlock[]][] = [];
  #last: number;

  private constructor(head: BridgeHead, bridge: ReadBridge, view: ChainViewRepository, onProgress: OnProgress) {
    this.#head = head;
    this.#bridge = bridge;
    this.#view = view;
    this.#onProgress = onProgress;
    this.#last = bridge.deployedAtBlock - 1;
  }

  /** Starts the import for each configured bridge in the file, up to a final block that our endpoints also have. */
  static async begin(
    head: BridgeHead,
    bridges: readonly ReadBridge[],
    view: ChainViewRepository,
    onProgress: OnProgress,
  ): Promise<Result<BridgeImport, ImportFailure>> {
    const { family, domain, to } = head;
    const bridge = bridges.find(({ provider }) => provider.family === family && provider.domain === domain);
    if (bridge?.provider.bridge !== head.bridge || bridge.deployedAtBlock !== head.deployedAtBlock) {
      const message = `the file is about bridge ${head.bridge} of ${family} on ${domain}, which is not the one configured here`;
      return fail('EXPORT_OF_ANOTHER_BRIDGE', message);
    }
    const { provider } = bridge;
    const newest = await provider.head();
    if (!newest.ok) return newest;
    const final = await provider.finalNumber(newest.value);
    if (!final.ok) return final;
    const block = await provider.block(to.number);
    if (!block.ok) return block;
    if (to.number > final.value || block.value?.hash !== to.hash) {
      return fail('EXPORT_NOT_FINAL', `block ${to.number} of the file is not a final block of ${provider.name} here`);
    }
    return ok(new BridgeImport(head, bridge, view, onProgress));
  }

  async add(block: EventBlock): Promise<Result<void, ImportFailure>> {
    if (block.block <= this.#last || block.block > this.#head.to.number) {
      return fail('EXPORT_FORMAT', `block ${block.block} is not above the one before it, or beyond the end`);
    }
    this.#last = block.block;
    const group = this.#groups.at(-1);
    if (group && block.block < group[0].block + this.#bridge.chain.logRange) group.push(block);
    else {
      if (this.#groups.length === AT_ONCE) {
        const scanned = await this.#scanGroups();
        if (!scanned.ok) return scanned;
      }
      this.#groups.push([block]);
    }
    return ok(undefined);
  }

  /** Ends the import once nothing is missing. */
  async end(): Promise<Result<void, ImportFailure>> {
    const scanned = await this.#scanGroups();
    if (!scanned.ok) return scanned;
    const { family, domain } = this.#bridge.provider;
    await this.#view.readAgain(family, domain, this.#head.to);
    // What came after the export, and the comparison of every lane with its counters.
    const watcher = new Watcher(this.#bridge, this.#view);
    const advance = async (): Promise<Result<void, ImportFailure>> => {
      do {
        const advanced = await watcher.advance();
        if (!advanced.ok) return advanced;
        this.#tell(watcher.head);
      } while (watcher.behind);
      return ok(undefined);
    };
    let left = await advance();
    for (let tried = 0; left.ok && tried < NEWER_HEADS; tried++) {
      const lacks = await this.#lacks();
      if (!lacks.ok || lacks.value === undefined) return lacks.ok ? ok(undefined) : lacks;
      left = tried + 1 < NEWER_HEADS ? await advance() : fail('EXPORT_LACKS_EVENTS', `${lacks.value}; ${READ_WHOLE}`);
    }
    return left;
  }

  /** Scans and records the groups. The view has no cursor until the end, so that nothing is believed after a kill. */
  async #scanGroups(): Promise<Result<void, ImportFailure>> {
    const groups = this.#groups;
    this.#groups = [];
    const scans = await Promise.all(
      groups.map((group) => this.#bridge.provider.scan(group[0].block, lastOf(group).block)),
    );
    const { provider } = this.#bridge;
    const { family, domain } = provider;
    for (const [index, group] of groups.entries()) {
      const scan = scans[index] as (typeof scans)[number];
      if (!scan.ok) return scan;
      const sorted = sortEvents(provider, scan.value.events, scan.value.to);
      if (!sorted.ok) return sorted;
      const different = firstDifferent(group, blocksOf(sorted.value));
      if (different !== undefined) {
        return fail('EXPORT_DIFFERS', `${provider.name} shows other events in block ${different} than the file says`);
      }
      const recorded = await this.#view.recordScan(sorted.value);
      if (!recorded.ok) return recorded;
      await this.#view.readAgain(family, domain, undefined);
      await this.#view.finalize(family, domain, scan.value.to.number);
      this.#tell(scan.value.to);
    }
    return ok(undefined);
  }

  #tell(block: BlockRef | undefined): void {
    const { family, to } = this.#head;
    if (block) this.#onProgress(family, block.number, Math.max(block.number, to.number));
  }

  /** What the chain has and the record lacks, of what no counter counts: replaced roots and outcomes. */
  async #lacks(): Promise<Result<string | undefined, ImportFailure>> {
    const { provider, remotes } = this.#bridge;
    const { family, domain, name } = provider;
    const roots = await this.#view.rootsInForce(family, domain);
    /** Executed and cancelled messages that are not recorded here, so that nobody can tell which outcome is theirs. */
    let unknown = 0;
    for (const { lane, firstNonce, count, root } of roots) {
      const found = await this.#compare(lane, firstNonce, count);
      if (!found.ok) return found;
      if (found.value.lacks !== undefined) return ok(found.value.lacks);
      unknown += found.value.unknown;
      // Nobody uses a root that no message needs any more. It may be closed, and views need not know that it was
      // replaced.
      if (found.value.ended === count) continue;
      const onChain = await provider.root(lane.source, firstNonce, count);
      if (!onChain.ok) return onChain;
      if (onChain.value !== root) {
        return ok(`${name} has another root than is recorded for nonce ${firstNonce} from ${lane.source}`);
      }
    }
    for (const source of new Set([...remotes, ...roots.map(({ lane }) => lane.source)])) {
      const dropped = await this.#lacksDropped({ family, source, destination: domain });
      if (!dropped.ok || dropped.value !== undefined) return dropped;
    }
    const recorded = await this.#view.countUnknownOutcomes(family, domain);
    const lacking = `${name} has ${unknown} outcomes of messages that are not recorded here, and ${recorded} are recorded`;
    return ok(recorded < unknown ? lacking : undefined);
  }

  /**
   * Compares the statuses of `count` nonces of `lane` with the recorded outcomes: what is lacking, the number of
   * executed and cancelled messages, and how many of them are not recorded. Of a replaced message that is not recorded
   * nobody can tell whether its own outcome or another message's was put aside.
   */
  async #compare(lane: LaneKey, firstNonce: bigint, count: number): Promise<Result<Compared, ImportFailure>> {
    const { provider } = this.#bridge;
    let [ended, unknown, hasAny] = [0, 0, false];
    for (let at = 0; at < count; at += STATUSES) {
      const [first, size] = [firstNonce + BigInt(at), Math.min(STATUSES, count - at)];
      const statuses = await provider.statuses(lane.source, first, size);
      if (!statuses.ok) return statuses;
      if (statuses.value.every((status) => status === 'none')) continue;
      const recorded = await this.#view.outcomesOf(lane, first, size);
      for (const [offset, status] of statuses.value.entries()) {
        if (status === 'none') continue;
        hasAny = true;
        const nonce = first + BigInt(offset);
        const hasOutcome = recorded.get(nonce);
        if (status !== 'replaced') ended += 1;
        if (status !== 'replaced' && hasOutcome === undefined) unknown += 1;
        else if (hasOutcome !== true) {
          const what = `${provider.name} has nonce ${nonce} from ${lane.source} as ${status}, without a recorded outcome of its message`;
          return ok({ lacks: what, ended, unknown, hasAny });
        }
      }
    }
    return ok({ lacks: undefined, ended, unknown, hasAny });
  }

  /**
   * What is lacking of dropped intervals, which no root in force shows: they end where a whole interval's nonces have
   * no status.
   */
  async #lacksDropped(lane: LaneKey): Promise<Result<string | undefined, ImportFailure>> {
    const state = await this.#bridge.provider.lane(lane.source);
    if (!state.ok) return state;
    for (let first = state.value.nextInboundNonce; first <= MAX_U64 - BigInt(MAX_INTERVAL); ) {
      const found = await this.#compare(lane, first, MAX_INTERVAL);
      if (!found.ok) return found;
      if (found.value.lacks !== undefined || !found.value.hasAny) return ok(found.value.lacks);
      first += BigInt(MAX_INTERVAL);
    }
    return ok(undefined);
  }
}

/** What the statuses of some nonces show. */
interface Compared {
  /** What the record lacks, in words. */
  readonly lacks: string | undefined;
  /** Executed and cancelled messages, and which of these are not recorded. */
  readonly ended: number;
  readonly unknown: number;
  /** Whether any nonce has a status. */
  readonly hasAny: boolean;
}

const lastOf = (group: Group): EventBlock => group.at(-1) ?? group[0];

/** The first block in which `expected` and `found` differ. */
function firstDifferent(expected: readonly EventBlock[], found: readonly EventBlock[]): number | undefined {
  for (let at = 0; at < Math.max(expected.length, found.length); at++) {
    const [one, other] = [expected[at], found[at]];
    if (one?.block === other?.block && one?.digest === other?.digest) continue;
    return Math.min(one?.block ?? Number.POSITIVE_INFINITY, other?.block ?? Number.POSITIVE_INFINITY);
  }
  return undefined;
}
