import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sharedStack } from '../support/shared.ts';
import { SOLANA } from '../support/solana-control.ts';
import { whileMining } from '../support/while-mining.ts';

const EXAMPLE = fileURLToPath(new URL('../../scripts/example-agents.ts', import.meta.url));
const run = promisify(execFile);

describe('npm run example:agents over a running system', function () {
  this.timeout(400_000);

  it('carries an order from the agent’s own wallet as a step of a workflow, after a failed attempt', async () => {
    const stack = await sharedStack(SOLANA);
    const args = [EXAMPLE, '--url', stack.api.url, '--faucet', stack.devnet.faucet.url, '--json'];
    const stdout = await whileMining(stack, ['ethereum', 'polygon'], run(process.execPath, args));
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { status, order, isDone } = events.at(-1);
    assert.deepEqual([status, order.status, order.on, isDone], ['completed', 'completed', 'polygon', true]);
    assert(events.some(({ text }) => /^Scout fails: /.test(text)));
    assert(events.some(({ type, agent }) => type === 'agent.completed' && agent === 'Carrier'));
  });
});
