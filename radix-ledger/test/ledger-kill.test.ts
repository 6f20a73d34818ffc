import { deepEqual, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CommittedTransaction } from '../src/index.ts';
import { openLedger, TestFolder } from './ledger-support.ts';

const WRITER = fileURLToPath(new URL('ledger-writer.ts', import.meta.url));

/** The transactions that a process reported as committed in `folder`; it is killed after `count` of them. */
async function killedAfter(count: number, folder: string): Promise<CommittedTransaction[]> {
  const writer = spawn(process.execPath, [WRITER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const told: CommittedTransaction[] = [];
  try {
    for await (const line of createInterface(writer.stdout)) {
      told.push(JSON.parse(line));
      if (told.length === count) writer.kill('SIGKILL');
    }
  } finally {
    writer.kill('SIGKILL');
  }
  if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit');
  return told;
}

describe('a ledger whose process is killed', () => {
  it('has everything that it reported as committed, after every kill', async () => {
    const folder = new TestFolder();
    const told: CommittedTransaction[] = [];
    for (const count of [3, 7, 4]) {
      told.push(...(await killedAfter(count, folder.path)));
      const ledger = openLedger({ folder: folder.path });
      for (const transaction of told) deepEqual(ledger.transaction(transaction.stateVersion), transaction);
      ledger.close();
    }
    ok(told.length >= 14);
    folder.remove();
  });
});
