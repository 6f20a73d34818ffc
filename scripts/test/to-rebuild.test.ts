import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { radix } from '../lib/build/radix.ts';
import { solana } from '../lib/build/solana.ts';
import { baseCommit, toRebuild } from '../lib/build/to-rebuild.ts';

const TARGETS = { solana, radix };
const unchanged = () => false;

describe('artifacts that must be compiled again', () => {
  for (const [what, path, names] of [
    ['of its own source', 'contracts/solana/src/lib.rs', ['solana']],
    ['of an artifact', 'contracts/solana/artifacts/causeway_bridge.so', ['solana']],
    ['of a source that they share', 'contracts/codec/src/message.rs', ['solana', 'radix']],
    ['of a lock file', 'contracts/Cargo.lock', ['solana', 'radix']],
    ['of a build script', 'scripts/lib/build/debian-rust.ts', ['solana', 'radix']],
    ['of what CI runs', '.ci/run', ['solana', 'radix']],
    ['of nothing that they come from', 'api/src/app.ts', []],
  ] as const) {
    it(`are ${names.join(' and ') || 'none'} after a change ${what}`, () => {
      assert.deepEqual(toRebuild(TARGETS, [path], unchanged), names);
    });
  }

  it('are those whose entry in the manifest was written anew', () => {
    assert.deepEqual(
      toRebuild(TARGETS, ['contracts/manifest.json'], (name) => name === 'radix'),
      ['radix'],
    );
  });
});

describe('the commit that was vouched for', () => {
  let folder: string;
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const commit = (text: string): string => {
    writeFileSync(join(folder, 'file'), text);
    git('add', '.');
    git('commit', '--quiet', '--no-verify', '--message', text);
    return git('rev-parse', 'HEAD');
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-base-'));
    git('init', '--quiet', '--initial-branch', 'main');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is the one that the main branch of origin has, not one that only this branch has', () => {
    const landed = commit('landed');
    git('update-ref', 'refs/remotes/origin/main', landed);
    for (const text of ['artifact', 'record', 'other']) commit(text);
    assert.equal(baseCommit(folder), landed);
  });

  it('is the given one, and the 50th before on the main branch itself', () => {
    const first = commit('0');
    const second = commit('1');
    for (let count = 2; count < 51; count++) git('commit', '--quiet', '--allow-empty', '--message', `${count}`);
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    assert.equal(baseCommit(folder), first);
    assert.equal(baseCommit(folder, second), second);
  });

  it('is none where git does not know so much, so that everything is compiled', () => {
    commit('only');
    assert.equal(baseCommit(folder), undefined);
    assert.equal(baseCommit(folder, '0000000000000000000000000000000000000000'), undefined);
  });
});
