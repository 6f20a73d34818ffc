// npm run count: counts the lines of code, per workspace and part, here and at another commit.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { type CountedLines, countFiles, LANGUAGES, languageOf, PARTS, type Part } from './lib/check/code-lines.ts';
import { projectFiles, type SourceFile } from './lib/check/sources.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const HELP = `
A line counts as code unless it is empty or holds nothing but comments. The formatters have set the lines (npm run check).
shipped: what a user runs. tests: tests with their support. tools: benches, generators, checks and what runs the tests.
Generated files, vectors and artifacts do not count. Unit tests in a file of Rust count with the file.`;

const program = new Command('npm run count --')
  .description('counts the lines of code of the work tree')
  .option('--base <commit>', 'count this commit as well, and show the difference')
  .option('--json', 'print one line of JSON')
  .addHelpText('after', HELP)
  .parse();
const { base, json } = program.opts<{ base?: string; json?: true }>();

/** The files of a commit in a counted language. */
function filesAt(commit: string): SourceFile[] {
  const git = (args: readonly string[], input?: string) =>
    execFileSync('git', args, { cwd: ROOT, input, maxBuffer: 2 ** 30 });
  const paths = git(['ls-tree', '-r', '-z', '--name-only', `${commit}^{commit}`])
    .toString()
    .split('\0')
    .filter((path) => languageOf(path) !== undefined);
  const blobs = git(['cat-file', '--batch'], paths.map((path) => `${commit}:${path}\n`).join(''));
  let offset = 0;
  return paths.map((path) => {
    const head = blobs.indexOf('\n', offset);
    const start = head + 1;
    offset = start + Number(blobs.toString('latin1', offset, head).split(' ')[2]);
    const text = blobs.toString('utf8', start, offset);
    offset += 1;
    return { path, text };
  });
}

const sum = (counts: readonly CountedLines[], key: 'code' | 'comments', part?: Part): number =>
  counts.filter((one) => part === undefined || one.part === part).reduce((total, one) => total + one[key], 0);

const here = countFiles(projectFiles(ROOT));
const before = base === undefined ? undefined : countFiles(filesAt(base));
if (json) console.log(JSON.stringify({ counts: here, ...(before && { base, baseCounts: before }) }));
else console.log(table());

function table(): string {
  const names = [...new Set([...(before ?? []), ...here].map(({ workspace }) => workspace))].sort();
  const groups: readonly (readonly [string, (one: CountedLines) => boolean])[] = [
    ...names.map((name) => [name, (one: CountedLines) => one.workspace === name] as const),
    ...LANGUAGES.map((language) => [`all ${language}`, (one: CountedLines) => one.language === language] as const),
    ['all', () => true],
  ];
  const rows = groups.map(([name, belongs]) => {
    const figure = (key: 'code' | 'comments', part?: Part): string => {
      const now = sum(here.filter(belongs), key, part);
      if (before === undefined) return String(now);
      const change = now - sum(before.filter(belongs), key, part);
      return change === 0 ? String(now) : `${now} (${change > 0 ? '+' : ''}${change})`;
    };
    return [name, ...PARTS.map((part) => figure('code', part)), figure('comments')];
  });
  const all = [['lines of code', ...PARTS, 'comments'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const pad = (cell: string, column: number) => {
    const width = widths[column] ?? 0;
    return column === 0 ? cell.padEnd(width) : cell.padStart(width);
  };
  return all.map((row) => row.map(pad).join('  ')).join('\n');
}
