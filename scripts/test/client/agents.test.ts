import { strict as assert } from 'node:assert';
import { type ChildProcess, spawn } from 'node:child_process';
import { Causeway } from '@causeway/client';
import { columns } from '@causeway/storage/test-support/columns';
import { CAUSEWAY } from '../causeway.ts';
import { describeService } from './service.ts';

/** A command that adds numbers: 65 for other input, 1 at the first attempt of a task that asks for it. */
const ADD = `node -e "
  const { of, wait } = JSON.parse(require('node:fs').readFileSync(0));
  if (!Array.isArray(of)) { console.error('nothing to add'); process.exit(65); }
  if (of.length === 0) { console.error('no numbers yet'); process.exit(1); }
  console.error('adding for ' + process.env.TASK_TYPE + Object.keys(process.env).filter((name) => /^CAUSEWAY/.test(name)));
  const end = () => console.log(JSON.stringify({ sum: of.reduce((a, b) => a + b) }));
  if (wait) setTimeout(end, wait); else end();"`;

describeService('causeway agent and causeway task', 'ann', (service) => {
  let agentId: string;
  let apiKey: string;
  let running: ChildProcess | undefined;
  after(async () => {
    running?.kill('SIGKILL');
  });
  const text = async (...args: readonly string[]) => (await service.causeway(args)).stdout;

  it('register an agent, whose key is shown once, and find it', async () => {
    const shown = await text('agent', 'register', 'Adder', '--can', 'add:m1,m2', '--can', 'echo', '--cost', '0.5');
    agentId = /^agent +(\S+)$/m.exec(shown)?.[1] ?? assert.fail(shown);
    apiKey = /^API key, shown once +(\S+)$/m.exec(shown)?.[1] ?? assert.fail(shown);
    assert.match(shown, /^can +add \(m1,m2 costs 0\.5\), echo \(costs 0\.5\)$/m);
    assert.equal((await service.one('agent', 'discover', 'add', '--model', 'm2', '--available')).agentId, agentId);
    assert.equal((await service.one('agent', 'list')).apiKey, undefined);
    assert.match(await text('agent', 'discover', 'sing'), /^no such agent is registered\n$/);
    assert.match(await text('agent', 'availability', agentId, 'maintenance'), /^availability +maintenance$/m);
    assert.deepEqual(await service.json('agent', 'discover', 'add', '--available'), []);
    await service.one('agent', 'availability', agentId, 'online');
    const unknown = await service.causeway(['agent', 'show', 'nobody']);
    assert.match(unknown.stderr, /\(AGENT_NOT_FOUND\)\n {2}causeway agent list shows/);
    assert.equal(unknown.status, 4);
  });

  it('say who may take a task, and keep a list of trusted agents', async () => {
    assert.match(await text('agent', 'trust', agentId), new RegExp(`^TRUSTED\\n${agentId}\\n$`));
    assert.deepEqual(await service.json('agent', 'trusted'), [agentId]);
    assert.match(await text('agent', 'distrust', agentId), /^you trust no agents but your own/);
    const submitted = await text('task', 'submit', 'sing', '--takers', 'own');
    assert.match(submitted, /^Task \S+: queued, 0 before it, for your own agents\n$/);
  });

  it('run a shell command for each task, and follow a task to its result', async () => {
    const person = await service.causeway(['agent', 'run', '--can', 'add', '--', 'cat']);
    assert.match(person.stderr, /ann is no agent: causeway agent register makes one/);
    assert.equal(person.status, 2);

    const args = ['agent', 'run', '--can', 'add', '--exclusive', '--json', '--', ADD];
    const env = {
      ...process.env,
      CAUSEWAY_URL: service.url,
      CAUSEWAY_TOKEN: apiKey,
      XDG_CONFIG_HOME: service.settings,
    };
    running = spawn(process.execPath, [...CAUSEWAY, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });

    const { stdout, status } = await service.causeway(['task', 'submit', 'add', '--input', '{"of":[1,2]}', '--watch']);
    assert.match(stdout, /^Task \S+: queued, 0 before it\nqueued\nassigned +to \S+\n(?:working.*\n)*/);
    assert.match(stdout, /^working +adding for add$/m);
    assert.match(stdout, /\ncompleted +100 %\nresult +\{"sum":3\}\n$|\ncompleted\nresult +\{"sum":3\}\n$/);
    assert.equal(status, 0);
  });

  it('tell why a task failed, trace it and replay it', async () => {
    const rejected = await service.causeway(['task', 'submit', 'add', '--id', 'wrong', '--input', '{}', '--watch']);
    assert.match(rejected.stdout, /^rejected +COMMAND_FAILED: nothing to add$/m);
    assert.equal(rejected.status, 1);
    const failing = ['task', 'submit', 'add', '--attempts', '1', '--input', '-', '--watch', '--json'];
    const failed = await service.causeway(failing, { input: '{"of":[]}' });
    const last = JSON.parse(failed.stdout.trim().split('\n').at(-1) ?? '');
    assert.deepEqual([last.status, last.failureMessage, failed.status], ['failed', 'no numbers yet', 1]);
    assert.match(await text('task', 'trace', 'wrong'), /^AT +EVENT +WHY +ATTEMPT +AGENT +FACTS\n.* queued +submitted/);
    assert.match(await text('task', 'show', 'wrong'), /^status +rejected, COMMAND_FAILED: nothing to add$/m);
    assert.match(await text('agent', 'logs', agentId), / wrong +1 +rejected +\d+ +COMMAND_FAILED: nothing to add\n/);
    assert.match(await text('agent', 'performance', agentId), /^completed +1\nfailed +1\nsuccess +50\.0 %$/m);
    assert.match(await text('agent', 'performance', agentId), /^uptime +(?:–|100\.0 % in 30 days, target 99\.9 %)$/m);
    const replayed = await service.json('task', 'replay', 'wrong');
    assert.notEqual(replayed[0]?.taskId, 'wrong');
    assert.deepEqual(columns(await service.json('task', 'list', '--limit', '2'), 'replayOf'), ['wrong', null]);
  });

  it('finish a running command at SIGTERM, and hold nothing then', async () => {
    const child = running ?? assert.fail();
    const { taskId } = await service.one('task', 'submit', 'add', '--input', '{"of":[4],"wait":1500}');
    const client = new Causeway({ baseUrl: service.url, apiKey });
    for await (const { data } of client.tasks.events(String(taskId))) if (data.message) break;
    child.kill('SIGTERM');
    const [status] = await new Promise<unknown[]>((resolve) => child.once('close', (...ended) => resolve(ended)));
    assert.equal(status, 0);
    const done = await service.one('task', 'show', String(taskId));
    assert.deepEqual([done.status, done.result], ['completed', { sum: 4 }]);
    assert.equal((await service.one('agent', 'show', agentId)).currentTasks, 0);
  });

  it('reserve a task to one agent, answer its question, show artifacts, cancel a task', async () => {
    const client = new Causeway({ baseUrl: service.url, apiKey });
    const reserved = [
      'task',
      'submit',
      'anything',
      '--agent',
      agentId,
      '--strategy',
      'load_balanced',
      '--priority',
      'urgent',
    ];
    const submitted = await service.one(...reserved);
    const { taskId } = submitted;
    assert.deepEqual(submitted.routing, { strategy: 'load_balanced', reason: null });
    const [held = assert.fail()] = await client.tasks.claim(agentId);
    assert.equal(held.taskId, taskId);
    await client.tasks.putArtifact(held, { name: 'draft', mediaType: 'text/plain', content: 'a\nb' });
    await client.tasks.requestInput(held, 'which numbers?');
    const id = String(taskId);
    assert.match(await text('task', 'show', id), /^asked +which numbers\?$/m);
    assert.match(await text('task', 'artifacts', id), /^draft +text\/plain +\S+ +a\\nb$/m);
    assert.match(await text('task', 'answer', id, '[1,2]'), /^asked +which numbers\? \[1,2\]$/m);
    const again = await service.causeway(['task', 'answer', id, 'x']);
    assert.match(again.stderr, /\(TASK_NOT_WAITING\)\n {2}causeway task show/);
    assert.equal((await service.one('task', 'cancel', id)).status, 'cancelled');
    const watched = await service.causeway(['task', 'watch', id]);
    assert.match(watched.stdout, /\nartifact +draft\ninput_required +which numbers\?\nqueued\ncancelled\n$/);
    assert.equal(watched.status, 1);
    await service.one('agent', 'deregister', agentId);
    assert.deepEqual(await service.json('agent', 'list'), []);
  });
});
