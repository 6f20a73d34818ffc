import assert from 'node:assert/strict';
import { once } from 'node:events';
import Database from 'better-sqlite3';
import { linesOf, startChild } from '../support/child.ts';
import { SQLITE } from '../support/sqlite.ts';

const CHILD = new URL('../support/open-child.ts', import.meta.url);

/** How long the other process's transaction goes on, milliseconds. */
const TRANSACTION_MS = 200;

describe('a new SQLite database', () => {
  it('is opened once another process that opens it has written to it', async () => {
    const path = await SQLITE.newDatabase();
    const other = new Database(path);
    other.exec('CREATE TABLE other (id)');
    // SQLite refuses to switch to WAL beside this lock, and does not wait for its end.
    other.exec('BEGIN IMMEDIATE');
    const child = startChild(CHILD, path);
    const ended = once(child, 'close');
    const lines = await linesOf(child, (printed) => {
      if (printed === 1) setTimeout(() => other.exec('COMMIT'), TRANSACTION_MS);
    });
    other.close();
    assert.deepEqual([lines, (await ended)[0]], [['opens', 'opened'], 0]);
  });
});
