import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { signInAs } from '@causeway/cli/devnet-avatar';
import { clientSteps, curlSteps, type NextSteps } from '@causeway/cli/next-steps';
import { controlOf } from '../support/chain-control.ts';
import { sharedStack } from '../support/shared.ts';
import type { Stack } from '../support/stack.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

describe('the steps that npm start prints', function () {
  this.timeout(400_000);
  let stack: Stack;
  let steps: NextSteps;

  before(async () => {
    stack = await sharedStack('solana');
    const { username, passwordFile } = await signInAs('alice', stack.api.url, stack.devnet.folder);
    steps = { api: stack.api.url, faucet: stack.devnet.faucet.url, username, passwordFile };
  });

  it('register an avatar, sign in, create wallets, fund one, order and look at the order, with curl', async () => {
    const { stdout } = await run('bash', ['-ec', curlSteps(steps)]);
    const answers = stdout
      .replaceAll('}{', '}\n{')
      .split('\n')
      .map((line) => JSON.parse(line));
    const [registered, funded, balance] = answers;
    assert.match(registered.result.username, /^me-\d+$/);
    assert.deepEqual([funded.gifts.length, funded.gifts[0].amount], [1, '100']);
    assert.deepEqual([balance.result.fromToken, balance.result.toChain], ['ETH', 'solana']);
    await stack.as('alice').reaches(balance.result.orderId, 'completed');
  });

  it('list wallets, order and follow the order to its end, with the client', async () => {
    const ended = run(process.execPath, ['--input-type=module', '--eval', clientSteps(steps)], { cwd: ROOT });
    let running = true;
    const settled = ended.finally(() => {
      running = false;
    });
    settled.catch(() => {});
    const chains = (['ethereum', 'arbitrum'] as const).map((name) => controlOf(stack, name));
    // Blocks are made faster than they come, because the order waits for them twice.
    while (running)
      await Promise.all([...chains.map((chain) => chain.mine(4)), new Promise((go) => setTimeout(go, 100))]);
    const lines = (await settled).stdout.split('\n');
    assert.ok(lines.includes(stack.address('alice', 'solana')));
    assert.ok(lines.some((line) => line.startsWith('completed ')));
  });
});
