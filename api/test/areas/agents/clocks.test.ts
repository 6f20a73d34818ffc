import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as nextLook } from 'node:timers/promises';
import { Receiver } from '@causeway/agents/test-support/receiver';
import { newPlatformDatabase } from '@causeway/storage/test-support/postgres-server';
import { decodeJwt } from 'jose';
import { type ApiProcess, askedPort, askPort, signUpAt, startService } from '../../support/api-process.ts';

const CHILD = new URL('../../support/machine-child.ts', import.meta.url);
const MINUTES_10 = 600_000;
/** Pause between two checks of a condition, milliseconds. */
const LOOK_MS = 50;

interface Line {
  readonly msg: string;
}

describe('a process whose clock is ten minutes wrong', function () {
  this.timeout(120_000);
  const running: ApiProcess[] = [];
  let folder: string;
  const receiver = new Receiver();
  before(async () => {
    await receiver.open();
    folder = mkdtempSync(join(tmpdir(), 'causeway-clocks-'));
  });
  afterEach(async () => {
    for (const api of running.splice(0)) await api.stop();
  });
  after(async () => {
    await receiver.close();
    rmSync(folder, { recursive: true });
  });

  const start = async (
    database: string,
    aheadMs: number,
  ): Promise<ApiProcess & { readonly lines: readonly Line[] }> => {
    const api = await startService(CHILD, [database, String(aheadMs)]);
    running.push(api);
    const lines: Line[] = [];
    api.child.on('message', ({ line }: { readonly line?: Line }) => void (line && lines.push(line)));
    return { ...api, lines };
  };

  /** A held task, one that waits, and their agent: what a wrong clock would end. */
  async function work({ port }: ApiProcess) {
    const token = await signUpAt(port, 'alice');
    const agent = { name: 'a', capabilities: [{ type: 'draw' }, { type: 'soon' }], maxConcurrentTasks: 5 };
    const { agentId, apiKey } = await askedPort<{ agentId: string; apiKey: string }>(
      port,
      '/api/agents/register',
      agent,
      token,
    );
    const submit = async (of: ApiProcess, body: object): Promise<string> =>
      (await askedPort<{ taskId: string }>(of.port, '/api/agents/tasks/submit', body, token)).taskId;
    const claim = (of: ApiProcess, body: object) =>
      askedPort<readonly { taskId: string; token: number }[]>(
        of.port,
        `/api/agents/${agentId}/tasks/claim`,
        body,
        apiKey,
      );
    const deadline = (ms: number): string => new Date(Date.now() + ms).toISOString();
    const held = await submit(running[0] ?? assert.fail(), { type: 'draw' });
    const [hold] = await claim(running[0] ?? assert.fail(), { limit: 1, leaseMs: 60_000 });
    assert.equal(hold?.taskId, held);
    const waiting = await submit(running[0] ?? assert.fail(), { type: 'other', deadline: deadline(300_000) });

    return async (of: ApiProcess): Promise<void> => {
      const statusOf = async (id: string): Promise<string> =>
        (await askedPort<{ result: { status: string } }>(of.port, `/api/agents/tasks/${id}`, undefined, token)).result
          .status;
      // Its deadline is in time: so the process has looked for what is due by the time that counts.
      const soon = await submit(of, { type: 'other', deadline: deadline(1_500) });
      while ((await statusOf(soon)) !== 'expired') {
        assert.equal(await statusOf(waiting), 'queued', 'no deadline comes early');
        await nextLook(LOOK_MS);
      }
      assert.equal(await statusOf(waiting), 'queued');
      const beat = await askPort(of.port, `/api/agents/tasks/${held}/heartbeat`, { token: hold.token }, apiKey);
      assert.equal(beat.status, 200, `the lease is the agent’s: ${beat.code}`);
      // A failed attempt is repeated, neither at once nor after ten minutes.
      const again = await submit(of, { type: 'soon' });
      const [first] = await claim(of, { limit: 1, waitMs: 10_000 });
      assert.equal(first?.taskId, again);
      const failure = { token: first.token, code: 'X', message: 'broke', retryable: true };
      await askedPort(of.port, `/api/agents/tasks/${again}/fail`, failure, apiKey);
      const [second] = await claim(of, { limit: 1, waitMs: 30_000 });
      assert.deepEqual([second?.taskId, (second?.token ?? 0) > first.token], [again, true]);
      await askedPort(of.port, `/api/agents/tasks/${again}/complete`, { token: second?.token, result: {} }, apiKey);
    };
  }

  const aheadOf = async ({ port }: ApiProcess): Promise<number> =>
    (await askedPort<{ clockAheadMs: number }>(port, '/health')).clockAheadMs;
  const isAbout = (ms: number, expected: number): boolean => Math.abs(ms - expected) < 5_000;

  /** Sets the clock of the process's machine, and waits until it has said so. */
  async function jump(api: Awaited<ReturnType<typeof start>>, aheadMs: number): Promise<void> {
    api.child.send({ aheadMs });
    while (!isAbout(await aheadOf(api), aheadMs)) await nextLook(LOOK_MS);
  }
  let signedUp = 0;
  /** Sees that what `of` signs, tokens and webhooks, has the time that counts. */
  async function signsInTime(of: ApiProcess): Promise<void> {
    signedUp += 1;
    const token = await signUpAt(of.port, `eve-${signedUp}`);
    const { iat = 0 } = decodeJwt(token);
    assert.ok(isAbout(1_000 * iat, Date.now()), `a token of ${new Date(1_000 * iat).toISOString()}`);
    const task = { type: 'other', callback: receiver.url() };
    const { taskId } = await askedPort<{ taskId: string }>(of.port, '/api/agents/tasks/submit', task, token);
    await askedPort(of.port, `/api/agents/tasks/${taskId}/cancel`, {}, token);
    await receiver.got(signedUp);
    const sentAt = Number(receiver.received.at(-1)?.headers['webhook-timestamp']);
    assert.ok(isAbout(1_000 * sentAt, Date.now()), `a webhook of ${new Date(1_000 * sentAt).toISOString()}`);
  }
  const complaints = ({ lines }: { readonly lines: readonly Line[] }): readonly string[] =>
    lines.map(({ msg }) => msg).filter((msg) => msg.startsWith('the clock of this machine is'));

  it('ends nothing of the other one, on PostgreSQL, and says so', async () => {
    const database = await newPlatformDatabase();
    const right = await start(database, 0);
    const check = await work(right);
    const wrong = await start(database, MINUTES_10);
    assert.ok(isAbout(await aheadOf(wrong), MINUTES_10));
    assert.ok(isAbout(await aheadOf(right), 0));
    await check(wrong);
    await jump(wrong, -MINUTES_10);
    // Alone, so that nobody else does what is due.
    await right.stop();
    await check(wrong);
    await signsInTime(wrong);
    assert.equal(complaints(wrong).length, 1, complaints(wrong).join('\n'));
    assert.deepEqual(complaints(right), []);
  });

  it('ends nothing of its own, on SQLite, when its clock jumps forward and back', async () => {
    const api = await start(join(folder, 'api.db'), 0);
    const check = await work(api);
    await jump(api, MINUTES_10);
    await check(api);
    await signsInTime(api);
    await jump(api, -MINUTES_10);
    await check(api);
    await signsInTime(api);
    assert.equal(complaints(api).length, 1, complaints(api).join('\n'));
  });
});
