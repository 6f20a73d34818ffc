// Known advisories and signatures of the installed packages, and versions that are one too many.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  acceptedAdvisories,
  listFindings,
  readAudit,
  readSignatures,
  type Seen,
  unaccepted,
} from './lib/dependencies/advisories.ts';
import { type Lock, needlessVersions } from './lib/dependencies/one-version.ts';

const HELP = `npm run check:dependencies [-- --json]

Fails for an advisory that scripts/advisories.json does not accept, for a package with a wrong signature or none, and for
a second version of a cryptographic library where one is enough. What the registry does not serve is "not checked".

  --json  one JSON object instead of lines`;

/** How long npm may ask the registry, milliseconds. */
const ASK_MS = 120_000;

const root = fileURLToPath(new URL('..', import.meta.url));

/** What npm prints; it ends with an error when it found something, or nothing at all. */
const npm = (...args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const options = { cwd: root, timeout: ASK_MS, maxBuffer: 64 * 1024 * 1024 };
    const started = execFile('npm', [...args, '--json', '--fetch-retries=0'], options, (_error, stdout, stderr) =>
      resolve(stdout.trim() || stderr),
    );
    started.stdin?.end();
  });

/** A part's line and its problems. */
interface Part {
  readonly name: string;
  readonly state: 'ok' | 'failed' | 'not checked';
  readonly lines: readonly string[];
}

const partOf = (name: string, problems: readonly string[], notes: readonly string[] = []): Part => ({
  name,
  state: problems.length === 0 ? 'ok' : 'failed',
  lines: [...problems, ...notes],
});

const seenPart = <T>(name: string, seen: Seen<T>, problemsOf: (value: T) => readonly string[]): Part =>
  seen.checked ? partOf(name, problemsOf(seen.value)) : { name, state: 'not checked', lines: [seen.why] };

async function parts(): Promise<readonly Part[]> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const installed = new Set(Object.keys(lock.packages).map((folder) => folder.split('node_modules/').at(-1) ?? ''));
  const accepted = acceptedAdvisories(root);
  const list = listFindings(accepted, installed, Date.now());
  const [audit, signatures] = [await npm('audit'), await npm('audit', 'signatures')];
  return [
    partOf('accepted advisories', list.problems, list.notes),
    seenPart('advisories', readAudit(audit), (found) => unaccepted(found, accepted)),
    seenPart('signatures', readSignatures(signatures), (problems) => problems),
    partOf('one version of cryptographic libraries', needlessVersions(lock)),
  ];
}

const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } } });
if (values.help) console.log(HELP);
else {
  const done = await parts();
  if (values.json) console.log(JSON.stringify({ parts: done }));
  else {
    for (const { name, state, lines } of done) {
      console.log([`${state.padEnd(12)} ${name}`, ...lines.map((line) => `    ${line}`)].join('\n'));
    }
  }
  process.exitCode = done.some(({ state }) => state === 'failed') ? 1 : 0;
}
