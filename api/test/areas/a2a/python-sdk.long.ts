import { strict as assert } from 'node:assert';
import { fileURLToPath } from 'node:url';
import { outputOf, pythonWith, TOOLS } from '../../support/tools.ts';
import { ActingAgent } from './acting-agent.ts';
import { a2aWorld } from './support.ts';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

describe('A2A by its Python SDK', function () {
  this.timeout(300_000);
  let bin: string;
  after(() => agent.stop());
  const a2a = a2aWorld(() => undefined);
  const agent = new ActingAgent(a2a);
  before('install the SDK and start the agent', async () => {
    bin = await pythonWith('a2a-sdk', here('requirements.txt'));
    await agent.start();
  });

  it('streams, asks, answers, gives files and messages, pushes, lists and refuses as the SDK expects', async () => {
    const args = [here('sdk.py'), `${a2a.url}/api/a2a${agent.path}`, a2a.world.owner.jwtToken];
    const output = await outputOf(`${bin}/python`, args, TOOLS);
    const { streamed, file, ...seen } = JSON.parse(output) as Record<string, readonly (readonly string[])[]>;
    // How often a state is reported before the work begins depends on when the agent claims the task.
    const ends = (events: readonly (readonly string[])[] = []) => [events[0], ...events.slice(-2)];
    const [begin, end] = [
      ['task', 'TASK_STATE_SUBMITTED'],
      ['status_update', 'TASK_STATE_COMPLETED'],
    ];
    assert.deepEqual(ends(streamed), [begin, ['artifact_update', 'Stream hello from TCK'], end]);
    assert.deepEqual(ends(file), [begin, ['artifact_update', 'output.txt'], end]);
    assert.deepEqual(seen, {
      cards: ['tck', 'tck'],
      reply: [['message', 'Direct message response']],
      rejected: [['task', 'TASK_STATE_REJECTED']],
      asked: ['status_update', 'TASK_STATE_INPUT_REQUIRED'],
      followed: [['task', 'TASK_STATE_INPUT_REQUIRED'], end],
      answered: end,
      history: [['go'], ['what else?'], ['more']],
      listed: [true],
      push: [true, 'http://127.0.0.1:1/push'],
      cancelled: 'TASK_STATE_CANCELED',
      refusals: ['TaskNotCancelableError', 'TaskNotFoundError'],
    });
  });
});
