import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeploymentHealth, Difference } from '@causeway/chains';
import type { MemoryChain } from '@causeway/chains/test-support';
import type { Running } from '@causeway/process';
import { ok } from '@causeway/protocol';
import { type BridgeStorage, openBridgeStorage } from '@causeway/storage';
import { PauseRecord } from '../../src/watch/pause-record.ts';
import { runCommand } from '../support/command.ts';
import { executeForged } from '../support/forgery.ts';
import type { MemoryAdministration } from '../support/memory-administration.ts';
import { startTestWatch } from '../support/processes.ts';
import { administered, GUARDIAN } from '../support/watch-scene.ts';
import { World } from '../support/world.ts';

interface Health {
  readonly status: string;
  readonly chains: readonly { readonly head: number | null }[];
  readonly deployments: readonly DeploymentHealth[];
  readonly differences: readonly { readonly kind: string }[];
  readonly invariants: readonly { readonly invariant: string }[];
  readonly keys: readonly { readonly chain: string; readonly armed: boolean }[];
  readonly due: readonly unknown[];
  readonly pauses: readonly { readonly chain: string; readonly part: string; readonly state: string }[];
}

describe('the process of a watch', function () {
  this.timeout(60_000);
  let world: World;
  let [alpha, beta] = [] as unknown as readonly [MemoryChain, MemoryChain];
  let administrations: ReadonlyMap<MemoryChain, MemoryAdministration>;
  let storage: BridgeStorage;
  let folder: string;
  let record: PauseRecord;
  const running: Running[] = [];

  beforeEach(async () => {
    world = await World.create();
    [alpha, beta] = world.chains;
    for (const chain of world.chains) chain.endowment = 1n;
    administrations = administered(world);
    folder = mkdtempSync(join(tmpdir(), 'causeway-'));
    storage = await openBridgeStorage(join(folder, 'watch.db'), { clock: world.clock });
    record = new PauseRecord(join(folder, 'watch.db.pauses.json'));
  });
  afterEach(async () => {
    for (const each of running.splice(0)) await each.stop();
    await storage.close();
    await world.close();
    rmSync(folder, { recursive: true });
  });
  const start = async (keys = { evm: GUARDIAN }, settings?: object) => {
    const started = await startTestWatch(world, { storage, record, keys }, settings);
    running.push(started);
    return started.url;
  };
  const healthOf = async (url: string) => (await (await fetch(`${url}/health`)).json()) as Health;
  /** Lets the chains go on until the watch says what is waited for. */
  async function until(url: string, condition: (health: Health) => boolean): Promise<Health> {
    for (;;) {
      for (const chain of world.chains) chain.mine();
      const health = await healthOf(url);
      if (condition(health)) return health;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it('follows the chains, finds a theft, pauses, and shows all of it', async () => {
    const url = await start();
    const before = await until(url, ({ status }) => status === 'ok');
    assert.deepEqual(
      before.keys.map(({ chain, armed }) => [chain, armed]),
      [
        ['alpha', true],
        ['beta', true],
      ],
    );
    alpha.lock(beta, { wireAmount: 5_000n });
    alpha.mine();
    executeForged(beta, { ...(alpha.emitted()[0] as ReturnType<MemoryChain['emitted']>[number]), wireAmount: 4_000n });
    const after = await until(url, ({ pauses }) => pauses.some(({ state }) => state === 'paused'));
    assert.equal(after.status, 'degraded');
    assert.deepEqual([after.pauses[0]?.chain, after.pauses[0]?.part], ['beta', 'alpha']);
    assert.deepEqual(administrations.get(beta)?.executed, [`beta: remote ${alpha.domain}`]);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    assert.match(metrics, /^causeway_watch_looked_seconds\{chain="beta",family="main"\} \d{10}/m);
    assert.match(metrics, /^causeway_watch_pauses_total\{chain="beta",family="main",event="begun"\} 1$/m);
    assert.match(metrics, /^causeway_watch_armed\{chain="beta",family="main"\} 1$/m);
    assert.match(metrics, /^causeway_lane_differences\{family="main",source="alpha",destination="beta"\} [12]$/m);
  });

  it('starts while a chain cannot be read, and goes on watching the others', async () => {
    alpha.failure = { code: 'NO_QUORUM', message: 'down', retryable: true };
    const url = await start();
    const { chains, keys } = await until(url, (health) => health.chains[1]?.head !== null);
    assert.deepEqual([chains[0]?.head, keys.map(({ armed }) => armed)], [null, [false, true]]);
  });

  it('starts at a bridge that differs, says so, and is well where the operator accepts exactly that', async () => {
    const [what, found] = ['the code of the bridge', '0x02'];
    const differs: Difference = { chain: 'beta', family: 'main', what, expected: '0x01', found, severity: 'refuse' };
    beta.compare = async () => ok({ found: {}, differences: [differs] });
    const shownBy = async (acceptDeviations: readonly object[]) => {
      const url = await start(undefined, { acceptDeviations });
      const health = await until(url, ({ chains, deployments }) => {
        return chains.every(({ head }) => head !== null) && deployments.every(({ comparedAt }) => comparedAt !== null);
      });
      await running.pop()?.stop();
      return [health.status, health.deployments.flatMap(({ differences }) => differences)];
    };
    assert.deepEqual(await shownBy([]), ['degraded', [{ ...differs, accepted: false }]]);
    assert.deepEqual(await shownBy([{ chain: 'beta', what, found }]), ['ok', [{ ...differs, accepted: true }]]);
  });

  it('refuses to start with a key that can do more than pause', async () => {
    const { held } = administrations.get(beta) as MemoryAdministration;
    Object.assign(held, { admin: GUARDIAN.address });
    await assert.rejects(start(), /^ConfigError: watch\.keys\.evm: .* is also the admin of beta/);
  });

  it('refuses the database of another process', async () => {
    const relayer = await world.relayer();
    alpha.lock(beta);
    await world.deliver(relayer);
    const whose = (of: BridgeStorage) => startTestWatch(world, { storage: of, record, keys: {} });
    await assert.rejects(whose(world.storage), /^ConfigError: database: it is the database of a relayer/);
    const signers = world.signers[0]?.storage as BridgeStorage;
    await signers.signatures.record({ domain: 1, anchor: '0', digest: `0x${'01'.repeat(32)}`, calls: [] });
    await assert.rejects(whose(signers), /^ConfigError: database: it is the database of a signer/);
  });

  it('is asked by a command, which says when it does not answer', async () => {
    const file = join(folder, 'watch.yaml');
    const url = await start();
    const write = (port: string) =>
      writeFileSync(file, `database: w.db\nchains: {}\nwatch: { http: { port: ${port} } }\n`);
    write(new URL(url).port);
    const { status } = await until(url, (health) => health.status === 'ok');
    assert.equal((JSON.parse(await runCommand(file, 'watch', 'status')) as Health).status, status);
    write('1');
    const code = process.exitCode;
    await runCommand(file, 'watch', 'status');
    assert.equal(process.exitCode, 1);
    process.exitCode = code;
  });
});
