import { ok, type Result } from '@causeway/protocol';
import { findCycle, type GraphVersion, type LibraryGraph } from '@causeway/storage';
import { Matcher } from './versions.ts';

/** What a version of a library demands of another one. */
export interface Requirement {
  readonly libraryId: string;
  readonly version: string;
  readonly versionRange: string;
}

/** The one version of a library that a lock list has. */
export interface Locked {
  readonly libraryId: string;
  readonly name: string;
  readonly version: string;
  /** The locked versions that need it, and the root's. */
  readonly requiredBy: readonly Requirement[];
}

/** Why a library has no version in any lock list. */
export interface Conflict {
  readonly libraryId: string;
  readonly requirements: readonly Requirement[];
  /** The kept versions, highest first. None of them meets all requirements, unless `chosen` is given. */
  readonly versions: readonly string[];
  /** A version that other requirements leave as the only choice, and that does not meet all of these. */
  readonly chosen?: string;
}

export type ResolutionFailure =
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[] }
  /** Each library depends on the next at the only versions that fit; the last one is the first. */
  | { readonly kind: 'cycle'; readonly path: readonly string[] }
  /** The search took too long; `conflicts` has what stood in its way first. */
  | { readonly kind: 'tooComplex'; readonly conflicts: readonly Conflict[] };

/** Most comparisons of a version with a range in one search. */
export const MAX_TESTS = 1_000_000;

/** A decision of the search: the version of one library. */
interface Decision {
  readonly libraryId: string;
  /** Versions still to try, the highest first. */
  readonly candidates: readonly GraphVersion[];
  tried: number;
  /** Number of discovered libraries before the current candidate. */
  discovered: number;
  /** Earlier decisions that another version here cannot do without changing. */
  readonly culprits: Set<number>;
}

/** A requirement with the decision that made it. */
interface Demand extends Requirement {
  readonly level: number;
}

const requirementOf = ({ libraryId, version, versionRange }: Demand): Requirement => ({
  libraryId,
  version,
  versionRange,
});

/** The demands on a library, and after each of them the versions that meet it and all before, the highest first. */
interface Demanded {
  readonly demands: Demand[];
  readonly left: (readonly GraphVersion[])[];
}

class TooComplex extends Error {
  override readonly name = 'TooComplex';
}

/**
 * Finds one version for every library that `root` needs, so that all ranges of all chosen versions hold and nothing
 * depends on itself: a depth-first search that takes the highest version first and, at a dead end, goes back to the
 * latest decision that can change it. The answer lists each library after its own dependencies.
 */
export function resolve(
  graph: LibraryGraph,
  root: GraphVersion,
  maxTests: number = MAX_TESTS,
): Result<readonly Locked[], ResolutionFailure> {
  return new Search(graph, root, maxTests).run();
}

class Search {
  readonly #graph: LibraryGraph;
  readonly #root: GraphVersion;
  readonly #matcher = new Matcher();
  readonly #demanded = new Map<string, Demanded>();
  /** Libraries in the order of their discovery; the decision at a level is about the library at that position. */
  readonly #order: string[] = [];
  readonly #levelOf = new Map<string, number>();
  readonly #decisions: Decision[] = [];
  #testsLeft: number;
  #conflict: Conflict | undefined;
  #cycle: readonly string[] | undefined;

  constructor(graph: LibraryGraph, root: GraphVersion, maxTests: number) {
    this.#graph = graph;
    this.#root = root;
    this.#testsLeft = maxTests;
  }

  run(): Result<readonly Locked[], ResolutionFailure> {
    try {
      return this.#search() ? ok(this.#lock()) : { ok: false, error: this.#failure() };
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error;
      return { ok: false, error: { kind: 'tooComplex', conflicts: this.#conflict ? [this.#conflict] : [] } };
    }
  }

  /** True when every discovered library has a version. */
  #search(): boolean {
    this.#discover(this.#root.libraryId);
    let open = this.#decide([this.#root]);
    for (;;) {
      if (!this.#advance(open)) {
        const back = this.#back(open);
        if (back === undefined) return false;
        open = back;
      } else if (this.#decisions.length === this.#order.length) {
        const back = this.#leaveCycle();
        if (back === 'none') return true;
        if (back === undefined) return false;
        open = back;
      } else open = this.#decide();
    }
  }

  /** Opens the decision about the next library. */
  #decide(only?: readonly GraphVersion[]): Decision {
    const libraryId = this.#order[this.#decisions.length] as string;
    const { demands, left } = this.#demandedOf(libraryId);
    const candidates = only ?? left.at(-1) ?? [];
    const culprits = new Set(demands.map(({ level }) => level));
    const decision = { libraryId, candidates, tried: 0, discovered: this.#order.length, culprits };
    this.#decisions.push(decision);
    return decision;
  }

  /** Takes the next candidate that contradicts nothing. False when there is none left. */
  #advance(decision: Decision): boolean {
    const level = this.#decisions.length - 1;
    decision.discovered = this.#order.length;
    for (; decision.tried < decision.candidates.length; decision.tried += 1) {
      const candidate = decision.candidates[decision.tried] as GraphVersion;
      if (this.#demand(candidate, level, decision.culprits)) return true;
    }
    return false;
  }

  /** Adds the demands of `candidate`. False when one contradicts earlier decisions, which become culprits. */
  #demand(candidate: GraphVersion, level: number, culprits: Set<number>): boolean {
    const { libraryId: by, version, dependencies } = candidate;
    for (const [at, { libraryId, versionRange }] of dependencies.entries()) {
      const { demands, left } = this.#demandedOf(libraryId);
      demands.push({ libraryId: by, version, versionRange, level });
      const before = left.at(-1) ?? this.#kept(libraryId);
      const fits = (one: GraphVersion): boolean => this.#matches(one.version, versionRange);
      // Most demands rule out nothing, and then need no list of their own.
      const after = before.every(fits) ? before : before.filter(fits);
      left.push(after);
      const position = this.#levelOf.get(libraryId);
      if (position === undefined) this.#discover(libraryId);
      const chosen = position !== undefined && position <= level ? this.#chosen(position) : undefined;
      if (chosen === undefined ? after.length > 0 : after.includes(chosen)) continue;
      for (const demand of demands) if (demand.level < level) culprits.add(demand.level);
      if (chosen !== undefined && position !== undefined && position < level) culprits.add(position);
      this.#note(libraryId, demands, after.length > 0 ? chosen?.version : undefined);
      this.#withdraw(dependencies.slice(0, at + 1), level);
      return false;
    }
    return true;
  }

  /** Goes back to the latest decision that can change the dead end at `decision`. Undefined when there is none. */
  #back({ culprits }: Decision): Decision | undefined {
    const blamed = [...culprits].filter((level) => level < this.#decisions.length - 1);
    const level = blamed.length === 0 ? -1 : Math.max(...blamed);
    if (level < 0) return undefined;
    while (this.#decisions.length - 1 > level) this.#drop();
    const target = this.#decisions[level] as Decision;
    for (const other of blamed) if (other !== level) target.culprits.add(other);
    this.#undo(target, level);
    target.tried += 1;
    return target;
  }

  /** 'none' when no library depends on itself; otherwise goes back to the latest decision of the cycle, if there is one. */
  #leaveCycle(): Decision | undefined | 'none' {
    const edges = new Map(
      this.#decisions.map((decision) => [decision.libraryId, this.#chosenOf(decision).dependencies]),
    );
    const path = findCycle(edges, [this.#root.libraryId], ({ libraryId }) => libraryId);
    if (path === undefined) return 'none';
    this.#cycle ??= path;
    const last = this.#decisions.at(-1) as Decision;
    for (const id of path) last.culprits.add(this.#levelOf.get(id) as number);
    const level = this.#decisions.length - 1;
    if (!last.culprits.delete(level)) return this.#back(last);
    this.#undo(last, level);
    last.tried += 1;
    return last;
  }

  /** Removes the last decision. */
  #drop(): void {
    const decision = this.#decisions.at(-1) as Decision;
    if (decision.tried < decision.candidates.length) this.#undo(decision, this.#decisions.length - 1);
    this.#decisions.pop();
  }

  /** Takes back the demands of the decision's current candidate. */
  #undo(decision: Decision, level: number): void {
    this.#withdraw(this.#chosenOf(decision).dependencies, level);
    this.#forget(decision.discovered);
  }

  /** Removes the newest demand on each of `dependencies`, made at `level`, and the libraries that nothing else found. */
  #withdraw(dependencies: GraphVersion['dependencies'], level: number): void {
    for (const { libraryId } of dependencies) {
      const { demands, left } = this.#demandedOf(libraryId);
      demands.pop();
      left.pop();
    }
    this.#forget(this.#decisions[level]?.discovered ?? 0);
  }

  #discover(libraryId: string): void {
    this.#levelOf.set(libraryId, this.#order.length);
    this.#order.push(libraryId);
  }

  #forget(length: number): void {
    for (const libraryId of this.#order.splice(length)) this.#levelOf.delete(libraryId);
  }

  #note(libraryId: string, demands: readonly Demand[], chosen?: string): void {
    const isBetter = this.#conflict === undefined || (this.#conflict.chosen !== undefined && chosen === undefined);
    if (!isBetter) return;
    const requirements = demands.map(requirementOf);
    const versions = this.#kept(libraryId).map(({ version }) => version);
    this.#conflict = { libraryId, requirements, versions, ...(chosen !== undefined && { chosen }) };
  }

  #failure(): ResolutionFailure {
    if (this.#conflict === undefined && this.#cycle !== undefined) return { kind: 'cycle', path: this.#cycle };
    return { kind: 'conflict', conflicts: this.#conflict ? [this.#conflict] : [] };
  }

  #demandedOf(libraryId: string): Demanded {
    let demanded = this.#demanded.get(libraryId);
    if (demanded === undefined) {
      demanded = { demands: [], left: [] };
      this.#demanded.set(libraryId, demanded);
    }
    return demanded;
  }

  /** The kept versions of a library, the highest first. */
  #kept(libraryId: string): readonly GraphVersion[] {
    const kept = this.#graph.get(libraryId) ?? [];
    return kept.length < 2 ? kept : [...kept].sort((a, b) => this.#matcher.descending(a.version, b.version));
  }

  #matches(version: string, range: string): boolean {
    this.#testsLeft -= 1;
    if (this.#testsLeft < 0) throw new TooComplex();
    return this.#matcher.matches(version, range);
  }

  #chosenOf({ candidates, tried }: Decision): GraphVersion {
    return candidates[tried] as GraphVersion;
  }

  #chosen(level: number): GraphVersion {
    return this.#chosenOf(this.#decisions[level] as Decision);
  }

  /** Every chosen version but the root's, each after its own dependencies. */
  #lock(): readonly Locked[] {
    const chosen = new Map(this.#decisions.map((decision) => [decision.libraryId, this.#chosenOf(decision)]));
    const lock: Locked[] = [];
    const entered = new Set<string>();
    const path: { readonly node: GraphVersion; next: number }[] = [];
    const enter = (libraryId: string): void => {
      entered.add(libraryId);
      path.push({ node: chosen.get(libraryId) as GraphVersion, next: 0 });
    };
    enter(this.#root.libraryId);
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const dependency = visit.node.dependencies[visit.next];
      visit.next += 1;
      if (dependency !== undefined) {
        if (!entered.has(dependency.libraryId)) enter(dependency.libraryId);
        continue;
      }
      path.pop();
      const { libraryId, name, version } = visit.node;
      const requiredBy = this.#demandedOf(libraryId).demands.map(requirementOf);
      if (path.length > 0) lock.push({ libraryId, name, version, requiredBy });
    }
    return lock;
  }
}
