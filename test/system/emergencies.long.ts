// The commands for emergencies on a whole system: another oracle under 200 orders, and from an alarm to a pause.
import { strict as assert } from 'node:assert';
import { dirname, join } from 'node:path';
import {
  type ChainProvider,
  type ChainRegistry,
  type Deployment,
  lockTokens,
  openProviders,
  readDeployment,
  sharedConfig,
} from '@causeway/chains';
import { loadConfig } from '@causeway/config';
import { type DevRole, devAccount, devKey, SIGNER_ROLES } from '@causeway/devnet';
import { buildBatch, uintToHex, ZERO_32 } from '@causeway/protocol';
import { anchored, codeOfSending } from '../support/collusion.ts';
import { executionsAt } from '../support/executions.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { runCauseway } from '../support/processes.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

/** Orders around a rotation, and the one after which it begins. */
const ORDERS = 200;
const ROTATES_AFTER = 60;

/** Longest time without an execution while orders wait, and from an alarm to the pause, milliseconds. */
const MOST_SILENT_MS = 60_000;
const MOST_TO_PAUSE_MS = 60_000;

/** The members that stay: the first one's key counts as stolen. */
const STAYING = SIGNER_ROLES.slice(1);
const THRESHOLD = 3;

/** Networks of the other kinds of chain. */
const OTHER_KINDS = ['solana', 'radix'] as const;

/** What a command prints of one bridge. */
interface Shown {
  readonly after?: Readonly<Record<string, string>>;
  readonly transactions: readonly string[];
}

describe('emergencies', function () {
  this.timeout(900_000);
  let stack: Stack;
  /** Opened again once the deployment files have changed. */
  let registry: ChainRegistry | undefined;

  before(async () => {
    stack = await startStack({ networks: ['ethereum', 'polygon', ...OTHER_KINDS], families: ['main'] });
  });
  after(async () => {
    await registry?.close();
    await stack?.stop();
  });

  const reopened = async (): Promise<ChainRegistry> => {
    const { baseDir, ...shared } = loadConfig(stack.devnet.configuration.relayer.config, sharedConfig);
    return read(openProviders(shared, baseDir));
  };
  const bridge = (name: string) => (registry ?? stack.registry).provider(name, 'main') as ChainProvider;
  /** Runs a command on polygon by the key of that role. */
  const asRole = async (role: 'deployer' | 'guardian', ...args: readonly string[]) => {
    process.env.TEST_ROLE_KEY = devAccount(role).privateKey;
    try {
      return await stack.causeway(...args, '--network', 'polygon', '--key-env', 'TEST_ROLE_KEY', '--yes', '--json');
    } finally {
      delete process.env.TEST_ROLE_KEY;
    }
  };
  async function lock(): Promise<void> {
    const [from, to] = [bridge('ethereum'), bridge('polygon')];
    const recipient = await read(Promise.resolve(to.parseAddress(devAccount('bob').address)));
    const args = { remote: to.domain, recipient, localAmount: 10n ** 15n, reference: ZERO_32 };
    await read(lockTokens(from, devKey('alice'), args, { lookMs: 50 }));
  }
  /** The operators start their processes again; first as many as an order needs, because they share a machine. */
  const restart = async () => {
    const [, ...staying] = stack.signers;
    for (const some of [[stack.relayer, ...staying.slice(0, THRESHOLD)], staying.slice(THRESHOLD)]) {
      await Promise.all(
        some.map(async (each) => {
          await each.stop();
          await each.start();
        }),
      );
    }
  };

  it('rotate the oracle under 200 orders, lose none, and sign again within a minute', async () => {
    const [ethereum, polygon] = [bridge('ethereum'), bridge('polygon')];
    const start = (await read(polygon.head())).number;
    const { nextOutboundNonce: firstNonce } = await read(ethereum.lane(polygon.domain));
    let rotation: Promise<void> = Promise.resolve();
    let rotatedMs = 0;
    const members = STAYING.map((role) => devAccount(role).address).join(',');
    for (let sent = 0; sent < ORDERS; sent += 1) {
      if (sent === ROTATES_AFTER) {
        rotation = asRole('deployer', 'rotate-oracle', '--members', members, '--threshold', String(THRESHOLD))
          .then(() => {
            rotatedMs = performance.now();
          })
          .then(restart);
      }
      await lock();
    }
    await rotation;
    const untilRestarted = performance.now() - rotatedMs;
    await until('every order is executed', async () => {
      const statuses = await read(polygon.statuses(ethereum.domain, firstNonce, ORDERS));
      return statuses.every((status) => status === 'executed');
    });
    const counts = [...(await executionsAt(polygon, start + 1)).values()];
    assert.deepEqual(counts, Array(ORDERS).fill(1), 'each is executed once');
    const { events } = await read(polygon.scan(start + 1, (await read(polygon.head())).number));
    const times = events.flatMap((event) => (event.type === 'executed' ? [event.at.block.timeMs] : []));
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
    const longest = Math.max(...gaps);
    console.log(
      `restarted ${Math.round(untilRestarted / 1_000)} s after the rotation; longest silence ${longest / 1_000} s`,
    );
    assert.ok(longest <= MOST_SILENT_MS, `${longest} ms without an execution`);
    registry = await reopened();
    await read(bridge('polygon').verify());
    const { members: now, deviations } = await read(bridge('polygon').oracle());
    assert.deepEqual([now.toSorted(), deviations], [members.split(',').toSorted(), []]);
    await assertConserved([bridge('ethereum'), bridge('polygon')]);
  });

  it('pause within a minute of the alarm, drop the forged root by the own view, and go on', async () => {
    const [ethereum, polygon] = [bridge('ethereum'), bridge('polygon')];
    const { nextInboundNonce: firstNonce } = await read(polygon.lane(ethereum.domain));
    const forged = buildBatch(firstNonce, [uintToHex(0xbad, 32)]);
    const { root, count } = forged;
    const call = { function: 'commitRoot', source: ethereum.domain, firstNonce, count, root } as const;
    const transaction = await anchored(polygon, [call]);
    const thieves = STAYING.slice(0, THRESHOLD).map((role) => devKey(role));
    const signatures = await Promise.all(thieves.map((key) => polygon.sign(transaction, key)));
    assert.equal(await codeOfSending(polygon, transaction, signatures), 'executed');
    await until('the alarm', async () => {
      const metrics = await (await fetch(`${stack.relayer.url}/metrics`)).text();
      return /^causeway_lane_differences\{[^}]*\} [1-9]/m.test(metrics);
    });
    const alarmed = performance.now();
    await asRole('guardian', 'pause', '--direction', 'inbound');
    const seconds = (performance.now() - alarmed) / 1_000;
    assert.equal((await read(polygon.paused())).inbound, true);
    console.log(`paused ${seconds.toFixed(1)} s after the alarm`);
    assert.ok(seconds * 1_000 <= MOST_TO_PAUSE_MS);
    const dropped = (await asRole('deployer', 'replace-root', '--remote', 'ethereum', '--drop')) as Shown;
    assert.equal(dropped.after?.root, 'none');
    assert.equal((await read(polygon.lane(ethereum.domain))).nextInboundNonce, firstNonce);
    await asRole('deployer', 'unpause', '--direction', 'inbound');
    await lock();
    await until('the next order is executed', async () => {
      const [status] = await read(polygon.statuses(ethereum.domain, firstNonce, 1));
      return status === 'executed';
    });
    await assertConserved([ethereum, polygon]);
  });

  for (const name of OTHER_KINDS) {
    it(`run every command on ${name}, whose file follows`, async () => {
      const config = stack.devnet.configuration.deploy;
      const file = (): Deployment => {
        const found = readDeployment(join(dirname(config), 'deployments'), name);
        return found.ok ? found.value : assert.fail(found.error.message);
      };
      const main = () => file().bridges.main ?? assert.fail('there is no bridge');
      /** Runs a command by the key of the file, the admin's, or of another role. */
      const run = async (args: readonly string[], role?: DevRole): Promise<Shown> => {
        const key = role === undefined ? [] : ['--key-env', 'TEST_ROLE_KEY'];
        if (role !== undefined) process.env.TEST_ROLE_KEY = devAccount(role, name).privateKey;
        const common = ['--network', name, '--config', config, '--yes', '--json'];
        return (await runCauseway(...args, ...common, ...key)) as Shown;
      };
      const address = (role: DevRole) => devAccount(role, name).address;
      const chain = bridge(name);
      const remote = bridge('ethereum').domain;
      await run(['pause', '--remote', 'ethereum'], 'guardian');
      assert.equal((await read(chain.lane(remote))).paused, true);
      await run(['pause']);
      assert.deepEqual(await read(chain.paused()), { outbound: true, inbound: true });
      assert.deepEqual((await run(['pause'])).transactions, []);
      await run(['unpause']);
      await run(['unpause', '--remote', 'ethereum']);
      await run(['set-fee', '0.001', '--remote', 'ethereum'], 'guardian');
      await run(['set-limits', '--remote', 'ethereum', '--refill', '7']);
      await run(['collect-fees', '--to', address('alice')]);
      await run(['set-guardian', address('alice')]);
      assert.equal(main().guardian, chain.administration?.roleOf(devKey('alice', name)));
      // The guardian of before has paused, so it has signed.
      await run(['hand-over', address('guardian')]);
      await run(['accept-admin'], 'guardian');
      assert.equal(main().admin, chain.administration?.roleOf(devKey('guardian', name)));
      await run(['hand-over', address('deployer')], 'guardian');
      await run(['accept-admin']);
      const members = STAYING.map((role) => address(role));
      await run(['rotate-oracle', '--members', members.join(','), '--threshold', String(THRESHOLD)]);
      assert.deepEqual(file().oracle.members, members);
      if (chain.administration?.tableFrozen) {
        await run(['freeze-table']);
        assert.equal(await read(chain.administration.tableFrozen()), true);
      }
      await registry?.close();
      registry = await reopened();
      await read(bridge(name).verify());
    });
  }
});
