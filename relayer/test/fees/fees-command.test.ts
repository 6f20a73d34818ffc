import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDeployment } from '@causeway/chains';
import { clockAt } from '@causeway/runtime/test-support';
import type { Work } from '@causeway/storage';
import { openBridgeStorage } from '@causeway/storage';
import { oracleDetails } from '@causeway/storage/test-support/submission-details';
import { Command } from 'commander';
import { registerCommands } from '../../src/commands.ts';
import { feesOf, feesText } from '../../src/fees/fees-command.ts';
import type { FeesOptions } from '../../src/fees/fees-options.ts';
import { SIGNER } from '../support/identities.ts';
import { World } from '../support/world.ts';

const DAY = 86_400_000;
const GWEI = 10n ** 9n;

describe('causeway fees', () => {
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-fees-'));
    const world = await World.create();
    for (const chain of world.chains) writeDeployment(join(folder, 'deployments'), chain.deployment());
    const [{ domain: source, family }, { domain: destination }] = world.chains;
    await world.close();
    const rpc = ['http://127.0.0.1:1'];
    const keystore = { keystore: 'key.json', password: { env: 'NOT_SET' } };
    const config = {
      database: 'data.db',
      deployments: 'deployments',
      chains: { alpha: { rpc }, beta: { rpc } },
      relayer: {
        payers: { evm: keystore },
        identity: { env: 'NOT_SET' },
        signers: [{ url: 'http://127.0.0.1:1', identity: SIGNER.name }],
        prices: { alpha: 2_000, beta: 0.5 },
      },
    };
    // YAML contains JSON.
    writeFileSync(join(folder, 'causeway.yaml'), JSON.stringify(config));

    let nowMs = Date.now() - 10 * DAY;
    const storage = await openBridgeStorage(join(folder, 'data.db'), { clock: clockAt(() => nowMs) });
    await storage.deliveryFees.note({ family, source, destination }, 3n * GWEI, nowMs);
    const spend = async (domain: number, work: Work, fee: bigint, rent = 0n) => {
      const charges = [{ work, source, destination, messages: 1 }];
      const facts = { purpose: 'oracle', domain, family, payer: 'p', sequence: 1 } as const;
      const { id } = await storage.submissions.reserve({
        ...facts,
        versions: [],
        orderIds: [],
        details: oracleDetails({ charges }),
      });
      await storage.submissions.setState(id, 'included', { costs: [{ fee, rent }] });
    };
    await spend(destination, 'delivery', 10n ** 18n);
    nowMs += 9 * DAY;
    await spend(destination, 'delivery', 4n * 10n ** 15n, 4n * 10n ** 15n);
    await spend(destination, 'cancellation', 10n ** 15n);
    await spend(source, 'refund', 10n ** 12n);
    await storage.close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const fees = (change: Partial<FeesOptions> = {}) =>
    feesOf({ config: join(folder, 'causeway.yaml'), since: 30 * DAY, price: {}, margin: 25, ...change });

  it('shows cost and income of a lane in their own coins, and a fee for it', async () => {
    const [lane, ...others] = (await fees({ since: 2 * DAY })).lanes;
    assert.equal(others.length, 0);
    assert.deepEqual([lane?.source, lane?.destination, lane?.fee], ['alpha', 'beta', '0.000000003']);
    assert.deepEqual(lane?.costs.delivery, {
      ...{ count: 1, cost: '0.008', rent: '0.004', dearest: '0.008', newAccounts: 1 },
    });
    assert.deepEqual(lane?.costs.refund.cost, '0.000001');
    // 0.008 of beta's coin are 0.000002 of alpha's, and a quarter more 0.0000025.
    assert.deepEqual(lane?.suggestion, { fee: '0.0000025', covers: 'delivery', estimated: false, lacks: [] });
  });

  it('goes back as far as it is told, picks a lane, and takes prices over those of the configuration', async () => {
    assert.equal((await fees()).lanes[0]?.costs.delivery.count, 2);
    assert.equal((await fees({ lane: 'alpha:beta' })).lanes.length, 1);
    assert.deepEqual((await fees({ lane: 'beta:alpha' })).lanes, []);
    const dearer = await fees({ since: 2 * DAY, price: { beta: '5' }, margin: 0 });
    assert.equal(dearer.lanes[0]?.suggestion.fee, '0.00002');
    await assert.rejects(fees({ price: { gamma: '1' } }), /gamma: it is none of the configured chains/);
    assert.match(feesText(await fees({ price: { alpha: '0' } })).join('\n'), /none: give --price alpha=NUMBER/);
  });

  it('prints text for people and JSON for scripts, and refuses options in a wrong form', async () => {
    const printed: string[] = [];
    const write = process.stdout.write;
    const run = async (...args: readonly string[]) => {
      const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
      registerCommands(program);
      for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => {} });
      process.stdout.write = ((text: string) => printed.push(text) > 0) as typeof write;
      try {
        await program.parseAsync(['fees', '--config', join(folder, 'causeway.yaml'), ...args], { from: 'user' });
      } finally {
        process.stdout.write = write;
      }
      return printed.splice(0).join('');
    };
    const text = await run('--since', '48h', '--price', 'beta=0.5');
    assert.match(text, /^alpha -> beta, since /);
    assert.match(text, /deliveries {5}0\.008 \(beta\) for 1, dearest 0\.008, rent 0\.004; 1 to new accounts/);
    assert.match(text, /suggested fee {2}0\.0000025 \(alpha\), for a delivery and 25 %/);
    assert.equal(JSON.parse(await run('--since', '2d', '--json')).lanes[0].suggestion.covers, 'delivery');
    for (const wrong of [
      ['--since', 'yesterday'],
      ['--price', 'beta'],
      ['--price', 'beta=x'],
      ['--margin', '-1'],
    ]) {
      await assert.rejects(
        run(...wrong),
        (error: Error & { code?: string }) => error.code === 'commander.invalidArgument',
      );
    }
  });
});
