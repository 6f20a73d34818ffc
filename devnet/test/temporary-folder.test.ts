import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '@causeway/local-nodes';
import { startDevnet } from '../src/index.ts';

/** A process that makes a folder for `purpose` and stays. */
async function startOwner(purpose: string) {
  const module = import.meta.resolve('@causeway/local-nodes');
  const text = `import { temporaryFolder } from '${module}'; console.log(temporaryFolder('${purpose}').folder); process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [path] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const exited = once(child, 'exit');
  const end = async (how: 'kill' | 'close'): Promise<void> => {
    if (how === 'kill') child.kill('SIGKILL');
    else child.stdin.end();
    await exited;
  };
  return { path, end };
}

describe('a temporary folder', function () {
  this.timeout(60_000);

  it('goes with its process, and is removed by the next one when its process was killed', async () => {
    const ended = await startOwner('test');
    await ended.end('close');
    assert.ok(!existsSync(ended.path));
    const killed = await startOwner('test');
    await killed.end('kill');
    assert.ok(existsSync(killed.path));
    const { remove } = temporaryFolder('test');
    assert.ok(!existsSync(killed.path));
    remove();
  });

  it('of another purpose or of a living process stays', async () => {
    const [living, other] = [await startOwner('test'), await startOwner('other')];
    await other.end('kill');
    temporaryFolder('test').remove();
    assert.ok(existsSync(living.path));
    assert.ok(existsSync(other.path));
    await living.end('close');
    temporaryFolder('other').remove();
    assert.ok(!existsSync(other.path));
  });

  it('of a devnet that was killed is removed by the next devnet', async () => {
    const killed = await startOwner('devnet');
    await killed.end('kill');
    await (await startDevnet({ networks: [] })).stop();
    assert.ok(!existsSync(killed.path));
  });
});
