import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, ProcessGuard } from '../src/process-guard.ts';

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until `pid` has ended, at most until the test's own time-out. */
async function ended(pid: number): Promise<void> {
  while (alive(pid)) await sleep(20);
}

const GUARD = new URL('../src/process-guard.ts', import.meta.url).href;

/** A parent that guards two children. One of them has ended when the parent prints the id of the other. */
const PARENT = `
import { spawn } from 'node:child_process';
import { ProcessGuard } from '${GUARD}';
const guard = new ProcessGuard();
const start = (seconds) => { const child = spawn('sleep', [seconds]); guard.add(child); return child; };
const lasting = start('300');
start('0').once('exit', () => console.log(lasting.pid));
`;

describe('ProcessGuard', function () {
  this.timeout(120_000);

  it('ends its processes on stop', async () => {
    const guard = new ProcessGuard();
    const child = spawn('sleep', ['300']);
    guard.add(child);
    await guard.stop();
    assert.equal(child.signalCode, 'SIGTERM');
  });

  it('kills a process that ignores SIGTERM', async () => {
    const child = spawn('/bin/sh', ['-c', "trap '' TERM; echo ready; while :; do sleep 0.05; done"]);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await endProcess(child, 50);
    assert.equal(child.signalCode, 'SIGKILL');
  });

  it('ends its processes when the parent is killed without warning', async () => {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { value } = await createInterface({ input: parent.stdout })[Symbol.asyncIterator]().next();
    const pid = Number(value);
    assert.ok(alive(pid));
    parent.kill('SIGKILL');
    await ended(pid);
  });
});
