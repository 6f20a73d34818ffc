import type { Dependency } from '@causeway/storage';
import semver from 'semver';

/** True for a semantic version in normal form: no `v`, no spaces, no build metadata, which does not order versions. */
export const isVersion = (text: string): boolean => semver.valid(text) === text;

/** True for a range of npm's semver. */
export const isRange = (text: string): boolean => semver.validRange(text) !== null;

/** The version after `version` for a change that names none: the next patch, or the next prerelease of a prerelease. */
export function nextVersion(version: string): string {
  const next = semver.inc(version, semver.prerelease(version) === null ? 'patch' : 'prerelease');
  if (next === null) throw new Error(`${version} is no version`);
  return next;
}

/** Orders versions from the lowest to the highest. */
export const ascending = (a: string, b: string): number => semver.compare(a, b);

/** The versions in `range`, all if undefined, from the highest to the lowest. */
export const highest = <V extends { readonly version: string }>(versions: readonly V[], range?: string): readonly V[] =>
  versions
    .filter(({ version }) => range === undefined || semver.satisfies(version, range))
    .sort((a, b) => ascending(b.version, a.version));

/** Dependencies in the order of their ids, in which they are kept. */
export const sorted = (dependencies: readonly Dependency[]): readonly Dependency[] =>
  [...dependencies].sort((a, b) => (a.libraryId < b.libraryId ? -1 : 1));

/** Compares versions with ranges: each text is parsed once, and each pair compared once. */
export class Matcher {
  readonly #versions = new Map<string, semver.SemVer>();
  /** For each range the versions that were compared with it. */
  readonly #ranges = new Map<string, { readonly range: semver.Range; readonly known: Map<string, boolean> }>();

  /** True when `version` is in `range`. Prereleases are only in ranges that name one of the same release. */
  matches(version: string, range: string): boolean {
    let compared = this.#ranges.get(range);
    if (compared === undefined) {
      compared = { range: new semver.Range(range), known: new Map() };
      this.#ranges.set(range, compared);
    }
    const known = compared.known.get(version);
    if (known !== undefined) return known;
    const isInRange = compared.range.test(this.#version(version));
    compared.known.set(version, isInRange);
    return isInRange;
  }

  /** Orders versions from the highest to the lowest. */
  descending(a: string, b: string): number {
    return this.#version(b).compare(this.#version(a));
  }

  #version(text: string): semver.SemVer {
    const known = this.#versions.get(text);
    if (known !== undefined) return known;
    const version = new semver.SemVer(text);
    this.#versions.set(text, version);
    return version;
  }
}
