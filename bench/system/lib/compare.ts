import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';

/** A figure of a measurement with the facts `Key`. */
export interface Metric<Key extends string> {
  readonly key: Key;
  readonly title: string;
  readonly unit: Unit;
  /** The upper bound: a fraction of the base, or a figure; or the lower bound as a multiple of the base. */
  readonly bar?: { readonly ratio: number } | { readonly most: number } | { readonly leastRatio: number };
}

/** Seconds, milliseconds, bytes, a share of one processor, or a count. */
type Unit = 's' | 'ms' | 'MB' | '%' | '';

const UNITS: Readonly<Record<Unit, (value: number) => string>> = {
  s: (value) => `${value.toFixed(2)} s`,
  ms: (value) => `${value.toFixed(2)} ms`,
  MB: (value) => `${Math.round(value / 1e6)} MB`,
  '%': (value) => `${(100 * value).toFixed(1)} %`,
  '': (value) => value.toFixed(2),
};

export const show = (value: number, unit: Unit): string => UNITS[unit](value);

/** A figure at the base and here. */
export interface Row<Key extends string> {
  readonly metric: Metric<Key>;
  readonly base: number;
  readonly here: number;
}

/** The rows with their ratios and bars, as columns. */
export function compareTable<Key extends string>(rows: readonly Row<Key>[]): string {
  const cells = rows.map((row) => [
    row.metric.title,
    show(row.base, row.metric.unit),
    show(row.here, row.metric.unit),
    (row.here / row.base).toFixed(2),
    verdict(row),
  ]);
  const all = [['', 'base', 'here', 'ratio', 'bar'], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function verdict<Key extends string>({ metric: { bar, unit }, base, here }: Row<Key>): string {
  if (bar === undefined) return '';
  if ('leastRatio' in bar) {
    const least = bar.leastRatio * base;
    return `${here >= least ? 'met' : 'missed'}: at least ${show(least, unit)}`;
  }
  const most = 'ratio' in bar ? bar.ratio * base : bar.most;
  return `${here <= most ? 'met' : 'missed'}: at most ${show(most, unit)}`;
}

/** The row as a member of a line of JSON. */
export const rowJson = <Key extends string>({ metric: { key }, base, here }: Row<Key>) => ({
  metric: key,
  base,
  here,
  ratio: here / base,
});

/** Runs `measure` while the commit `base` of the project at `root` is checked out at `folder`, with its packages. */
export async function withBase<T>(root: string, folder: string, base: string, measure: () => Promise<T>): Promise<T> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  git('worktree', 'prune');
  mkdirSync(dirname(folder), { recursive: true });
  git('worktree', 'add', '--detach', folder, base);
  try {
    process.stderr.write(`installing ${base} …\n`);
    // Every Causeway command first installs missing packages.
    execFileSync('npm', ['--silent', 'run', 'causeway', '--', '--version'], { cwd: folder, stdio: ['ignore', 2, 2] });
    return await measure();
  } finally {
    git('worktree', 'remove', '--force', folder);
  }
}

/** The commit here, and whether files differ from it; the processors of this machine. */
export function hereAndMachine(root: string): { readonly commit: string; readonly machine: string } {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const commit = `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and changes'}`;
  return { commit, machine: `${cpus().length} processors, ${cpus()[0]?.model}` };
}
