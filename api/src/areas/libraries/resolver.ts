import { ok, type Result } from '@causeway/protocol';
import type { GraphVersion, LibraryGraph } from '@causeway/storage';
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
  readonly requiredBy: Requirement[];
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

/** A demand on a library with all demands before it: a list whose newest element comes first. */
interface Demand {
  /** The decision whose current candidate makes the demand. */
  readonly level: number;
  readonly versionRange: string;
  /** The versions that meet it and all before, the highest first. */
  readonly left: readonly GraphVersion[];
  readonly before: Demand | undefined;
}

/** A library of the search. There is one object for each, so that the search finds no library by its id twice. */
interface Wanted {
  readonly libraryId: string;
  /** The kept versions, the highest first. */
  readonly kept: readonly GraphVersion[];
  /** The newest demand. */
  demand: Demand | undefined;
  /** Position in the order of discovery, which is the level of its decision; undefined before. */
  level: number | undefined;
}

/** A decision of the search: the version of one library. */
interface Decision {
  readonly wanted: Wanted;
  /** Versions still to try, the highest first. */
  readonly candidates: readonly GraphVersion[];
  tried: number;
  /** Number of discovered libraries before the current candidate. */
  discovered: number;
  /** Earlier decisions that another version here cannot do without changing, besides those that demand the library. */
  culprits: Set<number> | undefined;
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
  readonly #libraries = new Map<string, Wanted>();
  /** Libraries in the order of their discovery; the decision at a level is about the library at that position. */
  readonly #order: Wanted[] = [];
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
      const lock = this.#search();
      return lock === undefined ? { ok: false, error: this.#failure() } : ok(lock);
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error;
      return { ok: false, error: { kind: 'tooComplex', conflicts: this.#conflict ? [this.#conflict] : [] } };
    }
  }

  /** The lock list; undefined when there is none. */
  #search(): readonly Locked[] | undefined {
    this.#discover(this.#wanted(this.#root.libraryId));
    let open = this.#decide([this.#root]);
    for (;;) {
      let back: Decision | undefined;
      if (!this.#advance(open)) back = this.#back(open);
      else if (this.#decisions.length < this.#order.length) {
        open = this.#decide();
        continue;
      } else {
        const sorted = this.#sorted();
        if ('lock' in sorted) return sorted.lock;
        back = this.#leaveCycle(sorted.cycle);
      }
      if (back === undefined) return undefined;
      open = back;
    }
  }

  /** Opens the decision about the next library. */
  #decide(only?: readonly GraphVersion[]): Decision {
    const wanted = this.#order[this.#decisions.length] as Wanted;
    const candidates = only ?? wanted.demand?.left ?? [];
    const decision = { wanted, candidates, tried: 0, discovered: this.#order.length, culprits: undefined };
    this.#decisions.push(decision);
    return decision;
  }

  /** Takes the next candidate that contradicts nothing. False when there is none left. */
  #advance(decision: Decision): boolean {
    decision.discovered = this.#order.length;
    for (; decision.tried < decision.candidates.length; decision.tried += 1) {
      if (this.#demand(decision)) return true;
    }
    return false;
  }

  /**
   * Adds the demands of the last decision's candidate. False when one contradicts earlier decisions, which become
   * culprits.
   */
  #demand(decision: Decision): boolean {
    const level = this.#decisions.length - 1;
    const { dependencies } = this.#chosenOf(decision);
    for (let at = 0; at < dependencies.length; at += 1) {
      const { libraryId, versionRange } = dependencies[at] as GraphVersion['dependencies'][number];
      const wanted = this.#wanted(libraryId);
      const before = wanted.demand;
      const left = this.#meeting(before === undefined ? wanted.kept : before.left, versionRange);
      wanted.demand = { level, versionRange, left, before };
      const position = wanted.level;
      if (position === undefined) this.#discover(wanted);
      const chosen = position !== undefined && position <= level ? this.#chosen(position) : undefined;
      if (chosen === undefined ? left.length > 0 : left.includes(chosen)) continue;
      decision.culprits ??= new Set();
      const { culprits } = decision;
      for (let one = before; one !== undefined; one = one.before) if (one.level < level) culprits.add(one.level);
      if (chosen !== undefined && position !== undefined && position < level) culprits.add(position);
      this.#note(wanted, left.length > 0 ? chosen?.version : undefined);
      this.#withdraw(dependencies.slice(0, at + 1), decision);
      return false;
    }
    return true;
  }

  /** Goes back to the latest decision that can change the dead end at `decision`. Undefined when there is none. */
  #back({ wanted, culprits }: Decision): Decision | undefined {
    const last = this.#decisions.length - 1;
    const blamed = new Set([...(culprits ?? []), ...demandsOn(wanted).map((demand) => demand.level)]);
    const levels = [...blamed].filter((level) => level < last);
    if (levels.length === 0) return undefined;
    const level = Math.max(...levels);
    while (this.#decisions.length - 1 > level) this.#drop();
    const target = this.#decisions[level] as Decision;
    target.culprits = new Set([...(target.culprits ?? []), ...levels.filter((other) => other !== level)]);
    this.#undo(target);
    target.tried += 1;
    return target;
  }

  /** Goes back to the latest decision of a cycle. Undefined when there is none. */
  #leaveCycle(path: readonly string[]): Decision | undefined {
    this.#cycle ??= path;
    const last = this.#decisions.at(-1) as Decision;
    const culprits = new Set([...(last.culprits ?? []), ...path.map((id) => this.#wanted(id).level as number)]);
    last.culprits = culprits;
    if (!culprits.delete(this.#decisions.length - 1)) return this.#back(last);
    this.#undo(last);
    last.tried += 1;
    return last;
  }

  /** Removes the last decision. */
  #drop(): void {
    const decision = this.#decisions.at(-1) as Decision;
    if (decision.tried < decision.candidates.length) this.#undo(decision);
    this.#decisions.pop();
  }

  /** Takes back the demands of the decision's current candidate. */
  #undo(decision: Decision): void {
    this.#withdraw(this.#chosenOf(decision).dependencies, decision);
  }

  /**
   * Removes the newest demand on each of `dependencies`, made by `decision`, and the libraries that nothing else found.
   */
  #withdraw(dependencies: GraphVersion['dependencies'], { discovered }: Decision): void {
    for (const { libraryId } of dependencies) {
      const wanted = this.#wanted(libraryId);
      wanted.demand = wanted.demand?.before;
    }
    for (const wanted of this.#order.splice(discovered)) wanted.level = undefined;
  }

  #discover(wanted: Wanted): void {
    wanted.level = this.#order.length;
    this.#order.push(wanted);
  }

  #note(wanted: Wanted, chosen?: string): void {
    const isBetter = this.#conflict === undefined || (this.#conflict.chosen !== undefined && chosen === undefined);
    if (!isBetter) return;
    const { libraryId, kept } = wanted;
    const versions = kept.map(({ version }) => version);
    const requirements = this.#requirements(wanted);
    this.#conflict = { libraryId, requirements, versions, ...(chosen !== undefined && { chosen }) };
  }

  #failure(): ResolutionFailure {
    if (this.#conflict === undefined && this.#cycle !== undefined) return { kind: 'cycle', path: this.#cycle };
    return { kind: 'conflict', conflicts: this.#conflict ? [this.#conflict] : [] };
  }

  #wanted(libraryId: string): Wanted {
    let wanted = this.#libraries.get(libraryId);
    if (wanted === undefined) {
      const versions = this.#graph.get(libraryId) ?? [];
      const descending = (a: GraphVersion, b: GraphVersion) => this.#matcher.descending(a.version, b.version);
      const kept = versions.length < 2 ? versions : versions.toSorted(descending);
      wanted = { libraryId, kept, demand: undefined, level: undefined };
      this.#libraries.set(libraryId, wanted);
    }
    return wanted;
  }

  /** The versions in `range`. Most demands rule out nothing, and then need no list of their own. */
  #meeting(versions: readonly GraphVersion[], range: string): readonly GraphVersion[] {
    let meeting: GraphVersion[] | undefined;
    for (let at = 0; at < versions.length; at += 1) {
      const one = versions[at] as GraphVersion;
      if (!this.#matches(one.version, range)) meeting ??= versions.slice(0, at);
      else meeting?.push(one);
    }
    return meeting ?? versions;
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

  /** The demands on a library, the oldest first. */
  #requirements(wanted: Wanted): Requirement[] {
    return demandsOn(wanted).map(({ level, versionRange }) => {
      const { libraryId, version } = this.#chosen(level);
      return { libraryId, version, versionRange };
    });
  }

  /** Every chosen version but the root's, each after its own dependencies; or a cycle of them. */
  #sorted(): { readonly lock: readonly Locked[] } | { readonly cycle: readonly string[] } {
    const lock: Locked[] = [];
    /** By level: the position on the path plus 1, or DONE. */
    const seen = new Int32Array(this.#decisions.length);
    const path: { readonly level: number; readonly node: GraphVersion; next: number }[] = [];
    const enter = (level: number): void => {
      seen[level] = path.push({ level, node: this.#chosen(level), next: 0 });
    };
    enter(0);
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const dependency = visit.node.dependencies[visit.next];
      visit.next += 1;
      if (dependency === undefined) {
        path.pop();
        seen[visit.level] = DONE;
        if (visit.level > 0) lock.push(this.#locked(visit.level));
        continue;
      }
      const level = this.#wanted(dependency.libraryId).level as number;
      const position = seen[level] as number;
      if (position === 0) enter(level);
      else if (position !== DONE) {
        return { cycle: [...path.slice(position - 1).map(({ node }) => node.libraryId), dependency.libraryId] };
      }
    }
    return { lock };
  }

  #locked(level: number): Locked {
    const { libraryId, name, version } = this.#chosen(level);
    return { libraryId, name, version, requiredBy: this.#requirements(this.#order[level] as Wanted) };
  }
}

/** The mark of a library whose dependencies are all sorted. */
const DONE = -1;

/** The demands on a library, the oldest first. */
function demandsOn({ demand }: Wanted): readonly Demand[] {
  const demands: Demand[] = [];
  for (let one = demand; one !== undefined; one = one.before) demands.push(one);
  return demands.reverse();
}
