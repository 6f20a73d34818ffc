import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { fail } from '@causeway/protocol';
import { Registry } from 'prom-client';
import { locksWorld } from './support.ts';

const RULES = new URL('../../../../alerts.yaml', import.meta.url);

describe('metrics of what waits of custodial wallets', () => {
  const world = locksWorld();
  let registry: Registry;
  beforeEach(() => {
    registry = new Registry();
    world.api.orders.measure(registry);
  });

  /** The values that are not 0, by metric and label. */
  const shown = async (): Promise<Record<string, number>> => {
    const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const values = lines.map((line) => /^causeway_custody_(\w+)\{\w+="(\w+)"\} (.+)$/.exec(line) ?? assert.fail(line));
    return Object.fromEntries(
      values
        .filter(([, , , value]) => value !== '0')
        .map(([, name, label, value]) => [`${name} ${label}`, Number(value)]),
    );
  };
  const round = () => world.api.orders.locks.round();

  it('tell the age of an order without a lock, then of its lock, until a block has it', async () => {
    assert.deepEqual(await shown(), {});
    const { ethereum, clock } = world.api;
    ethereum.failing('prepareSend');
    await world.create();
    await round();
    clock.nowMs += 60_000;
    assert.deepEqual(await shown(), { 'oldest_order_seconds created': 60 });
    ethereum.failures.clear();
    await round();
    clock.nowMs += 5_000;
    assert.deepEqual(await shown(), { 'oldest_order_seconds locking': 65, 'oldest_submission_seconds ethereum': 5 });
    ethereum.mine();
    await round();
    assert.deepEqual(await shown(), { 'oldest_order_seconds locking': 65 }, 'the relayer has not seen it yet');
  });

  it('tell of no lock that the relayer saw before this process did, however long it takes to be final', async () => {
    const id = await world.create();
    await round();
    world.api.ethereum.mine();
    await world.api.storage.orders.transition(id, 'lockSeen');
    world.api.clock.nowMs += 5_000;
    await round();
    assert.deepEqual(await shown(), {});
  });

  it('tell that a fee is at its cap', async () => {
    const { ethereum, clock } = world.api;
    await world.create();
    await round();
    ethereum.replace = async () => fail('FEE_CAP_EXCEEDED', 'at the cap', true);
    clock.pass(30_000);
    await round();
    assert.equal((await shown())['fee_at_cap ethereum'], 1);
    ethereum.mine();
    await round();
    assert.equal((await shown())['fee_at_cap ethereum'], undefined);
  });

  it('are those of the alerting rules, with their labels', async () => {
    const all = readFileSync(RULES, 'utf8').split('- alert: ').slice(1);
    const rules = all.filter((rule) => rule.startsWith('CausewayCustody'));
    assert.equal(rules.length, 3);
    for (const rule of rules) {
      const [name = ''] = rule.match(/causeway_custody_\w+/) ?? [];
      const metric = registry.getSingleMetric(name) as unknown as
        | { readonly labelNames: readonly string[] }
        | undefined;
      for (const [, label = ''] of rule.matchAll(/\$labels\.(\w+)/g))
        assert.ok(metric?.labelNames.includes(label), rule);
    }
  });
});
