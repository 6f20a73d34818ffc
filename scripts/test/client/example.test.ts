import { strict as assert } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sweepTasks } from '@causeway/api/test-support/tasks';
import { turnWorld } from '@causeway/api/test-support/world';
import { Causeway } from '@causeway/client';
import { type FaucetServer, serveFaucet } from '@causeway/devnet/faucet';
import { PASSWORD, type Service, startService } from './service.ts';

const PYTHON_AGENT = fileURLToPath(new URL('../../../examples/agents/agent.py', import.meta.url));
const EXAMPLE = fileURLToPath(new URL('../../example-agents.ts', import.meta.url));
/** How often time passes in the service, milliseconds. */
const TICK_MS = 50;

describe('the example of agents', function () {
  this.timeout(120_000);
  let service: Service;
  let faucet: FaucetServer;
  let owner: Causeway;
  let stopWorld: () => Promise<void>;
  let ticking: NodeJS.Timeout;
  before(async () => {
    service = await startService();
    stopWorld = turnWorld(service.api);
    owner = new Causeway({ baseUrl: service.url });
    await owner.avatars.register({ username: 'owner', password: PASSWORD });
    await owner.avatars.login({ username: 'owner', password: PASSWORD });
    faucet = await serveFaucet({ offers: () => ({}), give: async () => ({ ok: true, value: [] }) }, 0);
    ticking = setInterval(() => {
      service.api.clock.nowMs += TICK_MS;
      sweepTasks(service.api).catch(() => {});
    }, TICK_MS);
  });
  after(async () => {
    clearInterval(ticking);
    await faucet.stop();
    await stopWorld();
    await service.stop();
  });

  it('has an agent of Python’s standard library alone, which does tasks and stops cleanly', async () => {
    const imports = spawnSync('python3', [
      '-X',
      'importtime',
      '-I',
      '-S',
      '-c',
      `import ast
names = {n.name for x in ast.walk(ast.parse(open(${JSON.stringify(PYTHON_AGENT)}).read())) if isinstance(x, ast.Import) for n in x.names}
import sys; print(sorted(n for n in names if n.split('.')[0] not in sys.stdlib_module_names))`,
    ]);
    assert.equal(imports.stdout.toString(), '[]\n');

    const { apiKey } = await owner.avatars.register({ username: 'py', avatarType: 'AI_Agent' });
    const env = { ...process.env, CAUSEWAY_URL: service.url, CAUSEWAY_TOKEN: String(apiKey), AGENT_NAME: 'Py' };
    const child = spawn('python3', [PYTHON_AGENT], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const lines: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
    const exited = once(child, 'exit');
    const done = async (type: string, amount: string) => {
      const { taskId } = await owner.tasks.submit({ type, input: { amount } });
      const { status, result, failureMessage, attempts } = await owner.tasks.ended(taskId);
      return [status, result ?? failureMessage, attempts];
    };
    assert.deepEqual(await done('approve', '0.5'), ['completed', { approved: true, amount: '0.5', by: 'Py' }, 1]);
    assert.deepEqual(await done('approve', '2'), ['rejected', '2 ETH are more than 1.0', 1]);
    const { taskId } = await owner.tasks.submit({ type: 'approve', maxAttempts: 1 });
    assert.match(String((await owner.tasks.ended(taskId)).failureMessage), /^KeyError: 'amount'$/);
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null], lines.join('\n'));
    for await (const agent of owner.agents.list()) assert.equal(agent.currentTasks, 0);
  });

  for (const flags of [[], ['--python']]) {
    it(`ends with a completed order and a readable trace ${flags.join(' ')}`, async () => {
      const args = [EXAMPLE, '--url', service.url, '--faucet', faucet.url, ...flags];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      let printed = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          printed += text;
        });
      }
      assert.deepEqual(await once(child, 'close'), [0, null], printed);
      for (const pattern of [
        /^ +\d+\.\d s {2}Scout fails: fog: nothing to be seen \(FOG\); the task is tried again$/m,
        /^ +\d+\.\d s {2}vote of Treasurer: \{"value":"go","weight":2\}$/m,
        /^ +\d+\.\d s {2}the vote completed: go$/m,
        /^ +\d+\.\d s {2}subtask of Carrier: \{"isReady":true\}$/m,
        /^ +\d+\.\d s {2}the preparation completed: everything is ready$/m,
        /^ +\d+\.\d s {2}step quote completed by Scout$/m,
        /^ +\d+\.\d s {2}step carry completed by Carrier$/m,
        /^ +(?:working|progress) +Carrier +order completed$/m,
        /^ +\d+\.\d s {2}order \S+ completed: \S+ cwETH arrived on polygon$/m,
      ]) {
        assert.match(printed, pattern);
      }
    });
  }
});
