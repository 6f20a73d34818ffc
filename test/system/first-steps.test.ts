import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { signInAs } from '@causeway/cli/devnet-avatar';
import { clientSteps, commandSteps, curlSteps, type NextSteps } from '@causeway/cli/next-steps';
import { sharedStack } from '../support/shared.ts';
import { SOLANA } from '../support/solana-control.ts';
import type { Stack } from '../support/stack.ts';
import { whileMining } from '../support/while-mining.ts';

const IN_ROOT = { cwd: fileURLToPath(new URL('../..', import.meta.url)) };
const run = promisify(execFile);
/** Where the steps send orders from and to. */
const NETWORKS = ['ethereum', 'arbitrum'] as const;

describe('the steps that npm start prints', function () {
  this.timeout(400_000);
  let stack: Stack;
  let steps: NextSteps;

  before(async () => {
    stack = await sharedStack(SOLANA);
    const { username, passwordFile } = await signInAs('alice', stack.api.url, stack.devnet.folder);
    steps = {
      api: stack.api.url,
      faucet: stack.devnet.faucet.url,
      username,
      passwordFile,
      address: stack.address('alice', 'ethereum'),
    };
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
    const stdout = await whileMining(
      stack,
      NETWORKS,
      run(process.execPath, ['--input-type=module', '--eval', clientSteps(steps)], IN_ROOT),
    );
    const lines = stdout.split('\n');
    assert.ok(lines.includes(stack.address('alice', 'solana')));
    assert.ok(lines.some((line) => line.startsWith('completed ')));
  });

  it('sign in, list wallets, ask the faucet, order and follow the order to its end, with causeway', async () => {
    const settings = mkdtempSync(join(tmpdir(), 'causeway-steps-'));
    // A clone runs the same program through npm, which installs and bundles first.
    const script = commandSteps(steps).replaceAll('npm run causeway --', `"${process.execPath}" scripts/causeway.ts`);
    const env = { ...process.env, XDG_CONFIG_HOME: settings };
    const stdout = await whileMining(stack, NETWORKS, run('bash', ['-ec', script], { ...IN_ROOT, env }));
    rmSync(settings, { recursive: true });
    assert.match(stdout, new RegExp(stack.address('alice', 'solana')));
    assert.match(stdout, /ethereum +5 ETH for 0x/);
    assert.match(stdout, /^completed: /m);
  });

  it('have a service whose health shows storage, both holon providers, every chain, the relayer and each signer', async () => {
    const answer = await fetch(`${stack.api.url}/api/provider/health`);
    const { result } = (await answer.json()) as { readonly result: readonly { name: string; status: string }[] };
    const states = new Map(result.map(({ name, status }) => [name, status]));
    const signers = stack.devnet.configuration.signers.map(({ name }) => name);
    const chains = stack.devnet.chains.map(({ network }) => `chain/${network.name}`);
    assert.equal(signers.length, 5);
    for (const name of ['database', 'holons/database', 'holons/folder', 'relayer', ...signers, ...chains]) {
      assert.equal(states.get(name), 'healthy', `${name}: ${states.get(name)}`);
    }
  });
});
