import { execFileSync } from 'node:child_process';
import { matchesGlob } from 'node:path';
import type { Target } from './target.ts';

/** What decides how every artifact is made and compared. */
const BUILD_SCRIPTS = [
  'scripts/build-contracts.ts',
  'scripts/lib/build/**',
  'scripts/lib/install/debian.ts',
  '.ci/run',
];

/** The commits of a push that is not known to have begun later, counted from the newest. */
const LONGEST_PUSH = 50;

/**
 * The commit since which nothing was vouched for: `given`, where that is a commit that HEAD descends from; else the
 * commit that HEAD and the main branch of `origin` share, if that is not HEAD itself; else the 50th before HEAD.
 * Undefined when git has none of these, as in a clone without history.
 */
export function baseCommit(root: string, given?: string): string | undefined {
  const git = (...args: readonly string[]): string | undefined => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      return undefined;
    }
  };
  if (given) return git('merge-base', given, 'HEAD');
  const shared = git('merge-base', 'origin/HEAD', 'HEAD') ?? git('merge-base', 'origin/main', 'HEAD');
  if (shared !== undefined && shared !== git('rev-parse', 'HEAD')) return shared;
  return git('rev-parse', '--verify', '--quiet', `HEAD~${LONGEST_PUSH}`);
}

/** Everything that the artifacts of a target come from, and their record. */
const concerns = ({ sources, artifacts, locks = [] }: Target, path: string): boolean =>
  artifacts.includes(path) || [...sources, ...locks, ...BUILD_SCRIPTS].some((glob) => matchesGlob(path, glob));

/**
 * Names of the targets that must be compiled again: those of which a source, an artifact, a lock file or the entry in
 * the manifest differs from the commit that was vouched for, and all of them after a change of the build scripts.
 * `changed` are the paths that differ, and `entryDiffers` tells whether the manifest's entry of a target does. So no
 * commit vouches for its own artifacts, whatever it writes into the manifest.
 */
export function toRebuild(
  targets: Readonly<Record<string, Target>>,
  changed: readonly string[],
  entryDiffers: (name: string) => boolean,
): readonly string[] {
  return Object.entries(targets)
    .filter(([name, target]) => entryDiffers(name) || changed.some((path) => concerns(target, path)))
    .map(([name]) => name);
}
