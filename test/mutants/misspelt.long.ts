import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyWorkspace, type Workspace } from './workspace.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Seed of the random misspellings; CAUSEWAY_SEED chooses others. */
const SEED = Number(process.env.CAUSEWAY_SEED ?? 25);
const RANDOM = 20;

/** The failure codes that a review misspelt without the type checker's notice. */
const REVIEWED: readonly Misspelling[] = [
  { file: 'outbox/src/outbox.ts', find: "'NONCE_TAKEN'", replace: "'NONCE_TAKN'" },
  { file: 'outbox/src/outbox.ts', find: "'NOT_REPLACEABLE'", replace: "'NOT_REPLACABLE'" },
  { file: 'relayer/src/plan/verdicts.ts', find: '  MessageIdMismatch:', replace: '  MessageIDMismatch:' },
  { file: 'relayer/src/plan/verdicts.ts', find: '  InvalidRecipient:', replace: '  InvalidReceiver:' },
  { file: 'relayer/src/plan/verdicts.ts', find: '  DustAmount:', replace: '  DustAmounts:' },
  { file: 'relayer/src/plan/verdicts.ts', find: '  ZeroRoot:', replace: '  ZeroRoots:' },
  { file: 'relayer/src/plan/verdicts.ts', find: '  RateLimited:', replace: '  RateLimit:' },
  { file: 'relayer/src/submit/submitter.ts', find: "'ANCHOR_MISMATCH'", replace: "'ANCHOR_MISMATCHED'" },
];

interface Misspelling {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A code where a function fails with it, or where its caller compares with it. */
const CODE = /(?:fail\(\s*|code (?:===|!==) |code: )('[A-Za-z_]{6,}')/g;

/**
 * `count` places of codes in the shipped sources that speak with chains, chosen by `seed`, each with one letter less.
 */
function randomMisspellings(count: number, seed: number): readonly Misspelling[] {
  const places = globSync('{keys,chains,outbox,relayer}/src/**/*.ts', { cwd: ROOT })
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return [...text.matchAll(CODE)].map(([find, code]) => ({ file, find, code: code as string }));
    });
  let state = seed;
  const next = (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  return Array.from({ length: count }, () => {
    const [{ file, find, code }] = places.splice(next(places.length), 1) as [(typeof places)[number]];
    const cut = 2 + next(code.length - 3);
    return { file, find, replace: find.replace(code, code.slice(0, cut) + code.slice(cut + 1)) };
  });
}

describe('a misspelt failure code does not compile', function () {
  this.timeout(300_000);
  let copy: Workspace;
  const compiles = (): boolean => {
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    return spawnSync(process.execPath, [tsc, '--noEmit', '-p', '.'], { cwd: copy.root }).status === 0;
  };

  before(() => {
    copy = copyWorkspace(ROOT);
    assert.ok(compiles(), 'the unbroken copy compiles');
  });
  after(() => copy.remove());

  for (const { file, find, replace } of [...REVIEWED, ...randomMisspellings(RANDOM, SEED)]) {
    it(`${file}: ${replace.trim()}`, () => {
      const path = join(copy.root, file);
      const original = readFileSync(path, 'utf8');
      assert.ok(original.includes(find), `${file} has no ${find}`);
      writeFileSync(
        path,
        original.replace(find, () => replace),
      );
      try {
        assert.ok(!compiles());
      } finally {
        writeFileSync(path, original);
      }
    });
  }
});
