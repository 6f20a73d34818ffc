import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as nextLook } from 'node:timers/promises';
import { type ApiProcess, askedPort, askPort, signUpAt, startService } from './support/api-process.ts';

const CHILD = new URL('support/machine-child.ts', import.meta.url);

/** Pause between two checks of a condition, milliseconds. */
const LOOK_MS = 100;

/** Requests while the disk is full. */
const REFUSED = 20;

interface Line {
  readonly msg: string;
  readonly err?: { readonly code?: string };
}

// The system's own limit for the size of files stands for a disk without room; other systems cannot set it for a
// running process.
if (process.platform === 'linux') {
  describe('an API whose disk is full', function () {
    this.timeout(120_000);
    let folder: string;
    let api: ApiProcess;
    const lines: Line[] = [];
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'causeway-full-'));
      api = await startService(CHILD, [join(folder, 'api.db')]);
      api.child.on('message', ({ line }: { readonly line?: Line }) => void (line && lines.push(line)));
    });
    afterEach(async () => {
      await api.stop();
      rmSync(folder, { recursive: true });
    });

    /** Limits the size of the files that the API writes from now on. */
    const limitFiles = (bytes: string): void => {
      execFileSync('prlimit', ['--pid', String(api.child.pid), `--fsize=${bytes}:unlimited`]);
    };
    const get = (path: string) => fetch(`http://127.0.0.1:${api.port}${path}`);
    const untilReady = async (status: number): Promise<Response> => {
      for (;;) {
        const answer = await get('/ready');
        if (answer.status === status) return answer;
        await nextLook(LOOK_MS);
      }
    };

    it('refuses writes with Retry-After, reads, is live and not ready, says so once, and goes on by itself', async () => {
      const token = await signUpAt(api.port, 'alice');
      const submit = (taskId: string) =>
        fetch(`http://127.0.0.1:${api.port}/api/agents/tasks/submit`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ type: 'draw', taskId }),
        });
      assert.equal((await submit('before')).status, 201);
      await untilReady(200);

      limitFiles('0');
      const refused = await Promise.all(Array.from({ length: REFUSED }, (_, n) => submit(`refused-${n}`)));
      for (const answer of refused) {
        const { errorCode } = (await answer.json()) as { readonly errorCode: string };
        assert.deepEqual([answer.status, errorCode], [503, 'STORAGE_UNAVAILABLE']);
        assert.equal(answer.headers.get('retry-after'), '5');
      }
      const unready = await untilReady(503);
      assert.equal(((await unready.json()) as { readonly errorCode: string }).errorCode, 'STORAGE_UNAVAILABLE');
      assert.equal((await get('/live')).status, 200);
      assert.equal((await askPort(api.port, '/api/agents/tasks/before', undefined, token)).status, 200);
      const said = lines.filter(({ err }) => err?.code === 'DISK_FAILED');
      assert.equal(said.length, 1, JSON.stringify(lines));

      limitFiles('unlimited');
      await untilReady(200);
      assert.equal((await submit('after')).status, 201);
      for (const taskId of ['before', 'after']) {
        await askedPort(api.port, `/api/agents/tasks/${taskId}`, undefined, token);
      }
      const lost = await askPort(api.port, '/api/agents/tasks/refused-0', undefined, token);
      assert.equal(lost.status, 404, 'nothing of a refused write is there');
    });
  });
}
