import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { openStorage } from '../src/index.ts';
import { assertReplays } from './support/replay.ts';
import { removeTemporary, temporaryPath } from './support/temporary.ts';

const CHILD = fileURLToPath(new URL('./support/crash-child.ts', import.meta.url));

/** Runs a writing process on `path` and kills it after `lines` acknowledgements; the lines it printed. */
async function killAfter(path: string, seed: number, workers: number, lines: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [CHILD, path, `${seed}`, `${workers}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (acknowledged.push(line) === lines) child.kill('SIGKILL');
  }
  const [, signal] = await ended;
  assert.equal(signal, 'SIGKILL');
  return acknowledged;
}

/** Asserts that everything acknowledged is there, and that every order is what its events say. */
async function assertKept(path: string, acknowledged: readonly string[]): Promise<void> {
  const file = new Database(path);
  assert.equal(file.pragma('integrity_check', { simple: true }), 'ok');
  file.close();
  const storage = await openStorage(path);
  for (const line of acknowledged) {
    const [kind, id = '', version] = line.split(' ');
    if (kind === 'order') {
      const order = await storage.orders.get(id);
      assert.ok(order && order.version >= Number(version), line);
    } else {
      const submission = await storage.submissions.get(id);
      assert.ok(submission && submission.versions.length >= Number(version), line);
    }
  }
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof storage.orders.list>> = await storage.orders.list({}, cursor, 200);
    for (const order of page.items) await assertReplays(storage, order);
    cursor = page.nextCursor;
  } while (cursor !== null);
  await storage.close();
}

describe('kill -9', () => {
  afterEach(removeTemporary);

  it('loses nothing that was acknowledged and tears no transaction apart', async () => {
    const path = temporaryPath();
    const acknowledged: string[] = [];
    for (const seed of [1, 2, 3]) {
      acknowledged.push(...(await killAfter(path, seed, 8, 50 * seed)));
      await assertKept(path, acknowledged);
    }
  }).timeout(120_000);

  it('does so with two processes that write to one file', async () => {
    const path = temporaryPath();
    const both = await Promise.all([killAfter(path, 1, 4, 150), killAfter(path, 2, 4, 150)]);
    await assertKept(path, both.flat());
  }).timeout(120_000);
});
