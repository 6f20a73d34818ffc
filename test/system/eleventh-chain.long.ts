// The recipe of the README's "Add a chain": configuration alone.
import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { devAccount } from '@causeway/devnet';
import { startAnvil } from '@causeway/local-nodes';
import { accountOn } from '../support/chain-control.ts';
import { assertConserved } from '../support/invariants.ts';
import { withOwnKey } from '../support/own-key.ts';
import { runCauseway } from '../support/processes.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

/** A chain that no table of this project has. */
const NEW = 'celo';
const CHAIN_ID = 31_199;
/** Longest time of the whole recipe, milliseconds. */
const LIMIT_MS = 300_000;

const OWNER = devAccount('dave', 'evm');

/** Adds `lines` below the only line `heading` of the file at `path`. */
function insert(path: string, heading: string, ...lines: readonly string[]): void {
  const [before, after, ...more] = readFileSync(path, 'utf8').split(`\n${heading}\n`);
  assert(before !== undefined && after !== undefined && more.length === 0, `${path} has ${heading} once`);
  writeFileSync(path, `${before}\n${[heading, ...lines].join('\n')}\n${after}`);
}

describe('a chain that is added to a running bridge', function () {
  this.timeout(LIMIT_MS);
  let stack: Stack;
  before(async () => {
    stack = await startStack({ networks: ['ethereum', 'polygon'], families: ['main'] });
  });
  after(() => stack?.stop());

  /** The lock or burn in `transaction`, once it is delivered. */
  const delivered = (transaction: string) =>
    until(`${transaction} is delivered`, async () => (await stack.orderOfLock(transaction))?.state === 'completed');

  it('takes and gives orders after a deployment and a restart, within five minutes', async () => {
    const startedMs = performance.now();
    const { configuration, guard } = stack.devnet;
    const node = await startAnvil({ name: NEW, chainId: CHAIN_ID, port: 0, blockTime: 0.2 }, guard);
    const chain = [
      `  ${NEW}:`,
      '    value: false',
      `    rpc: ["${node.url}"]`,
      '    pollMs: 500',
      '    maxFeePerGasGwei: 100',
    ];
    const { deploy, relayer, signers, api } = configuration;
    insert(deploy, 'chains:', ...chain);
    insert(
      deploy,
      '  networks:',
      `    ${NEW}:`,
      '      kind: evm',
      '      asset: { type: native, symbol: CELO, name: Celo }',
    );
    await runCauseway('deploy', '--network', NEW, '--link', 'ethereum', '--config', deploy, '--json');
    for (const { config } of [relayer, api, ...signers]) insert(config, 'chains:', ...chain);
    for (const process of [...stack.signers, stack.relayer, stack.api]) await process.stop();
    await Promise.all([...stack.signers, stack.relayer, stack.api].map((process) => process.start()));

    const id = await stack.as('bob').order({ from: 'ETH', to: NEW, amount: '0.5', destinationAddress: OWNER.address });
    await stack.as('bob').reaches(id, 'completed');
    const carol = accountOn('carol', 'ethereum');
    const send = async (...args: readonly string[]) => {
      const { transaction } = await withOwnKey(
        stack,
        OWNER.privateKey,
        ...args,
        '--network',
        NEW,
        '--to',
        'ethereum',
        '--recipient',
        carol,
      );
      await delivered(transaction);
    };
    await send('lock', '3');
    await send('burn', '0.2');
    await assertConserved(stack.registry.providers);
    assert.ok(performance.now() - startedMs < LIMIT_MS);
  });
});
