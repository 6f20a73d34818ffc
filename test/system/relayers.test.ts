import { strict as assert } from 'node:assert';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ChainProvider,
  type ChainRegistry,
  loadConfig,
  lockTokens,
  openProviders,
  sharedConfig,
} from '@causeway/chains';
import { type Devnet, devAccount, devKey, FINALITY_BLOCKS, startDevnet } from '@causeway/devnet';
import { type RunningPostgres, startPostgres } from '@causeway/devnet/postgres';
import { deployedState } from '@causeway/devnet/state-cache';
import { padLeft, ZERO_32 } from '@causeway/protocol';
import { type BridgeStorage, openBridgeStorage } from '@causeway/storage';
import { BLOCK_TIME, EvmControl } from '../support/evm-control.ts';
import { executionsAt } from '../support/executions.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { CausewayProcess } from '../support/processes.ts';
import { until } from '../support/wait.ts';

/** The time in which another relayer has to take over, milliseconds. */
const TAKE_OVER_MS = 10_000;

describe('two relayers on one PostgreSQL', function () {
  this.timeout(400_000);
  let postgres: RunningPostgres;
  let folder: string;
  let devnet: Devnet;
  let registry: ChainRegistry;
  let storage: BridgeStorage;
  let signers: readonly CausewayProcess[];
  let one: CausewayProcess;
  let other: CausewayProcess;
  let ethereum: ChainProvider;
  let polygon: ChainProvider;

  /** The relayer's configuration for another process, on the common database. */
  function configured(name: string, at: string) {
    const { config, url } = devnet.configuration.relayer;
    const text = readFileSync(config, 'utf8')
      .replace(/^database: .*$/m, `database: ${JSON.stringify(postgres.url)}`)
      .replaceAll(`port: ${new URL(url).port}`, `port: ${new URL(at).port}`);
    const path = join(devnet.folder, `${name}.yaml`);
    writeFileSync(path, text);
    return { name, config: path, url: at };
  }

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-relayers-'));
    [postgres, devnet] = await Promise.all([
      startPostgres({ folder: join(folder, 'postgres'), durable: false }),
      deployedState().then((deployed) =>
        startDevnet({ networks: ['ethereum', 'polygon'], blockTime: BLOCK_TIME, deployed }),
      ),
    ]);
    const { configuration, guard } = devnet;
    signers = configuration.signers
      .slice(0, 3)
      .map((each) => new CausewayProcess('signer', each, devnet.folder, guard));
    // The API does not run, so its port is free.
    const [a, b] = [
      configured('relayer-one', configuration.relayer.url),
      configured('relayer-other', configuration.api.url),
    ];
    one = new CausewayProcess('relayer', a, devnet.folder, guard);
    other = new CausewayProcess('relayer', b, devnet.folder, guard);
    const { baseDir, ...shared } = loadConfig(configuration.relayer.config, sharedConfig);
    registry = await read(openProviders(shared, baseDir));
    ethereum = registry.provider('ethereum', 'main') as ChainProvider;
    polygon = registry.provider('polygon', 'main') as ChainProvider;
    await Promise.all(signers.map((signer) => signer.start()));
    await one.start();
    await other.start();
    storage = await openBridgeStorage(postgres.url);
  });

  after(async () => {
    await storage?.close();
    await Promise.all([one, other, ...(signers ?? [])].map((each) => each?.stop()));
    await registry?.close();
    await devnet?.stop();
    await postgres?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** The chains that a relayer works for; undefined while it does not answer. */
  async function held(relayer: CausewayProcess): Promise<readonly string[] | undefined> {
    const health = await fetch(`${relayer.url}/health`, { signal: AbortSignal.timeout(1_000) })
      .then((response) => response.json() as Promise<{ chains: { chain: string; standby?: boolean }[] }>)
      .catch(() => undefined);
    return health?.chains.filter(({ standby }) => !standby).map(({ chain }) => chain);
  }
  const holdsAll = (relayer: CausewayProcess) => async () => (await held(relayer))?.length === 2;

  /** Locks on ethereum and makes the lock final at once; the lane's nonce of the message. */
  async function lock(): Promise<bigint> {
    const { nextOutboundNonce } = await read(ethereum.lane(polygon.domain));
    const recipient = padLeft(devAccount('bob').address as `0x${string}`);
    const args = { remote: polygon.domain, recipient, localAmount: 10n ** 16n, reference: ZERO_32 };
    await read(lockTokens(ethereum, devKey('alice'), args));
    await new EvmControl({ devnet }, 'ethereum').mine(FINALITY_BLOCKS + 1);
    return nextOutboundNonce;
  }
  const executed = (nonce: bigint) =>
    until(`message ${nonce} is executed`, async () => {
      const [status] = await read(polygon.statuses(ethereum.domain, nonce, 1));
      return status === 'executed';
    });
  /** Every message was executed once, and every order says so. */
  async function everythingOnce(messages: number): Promise<void> {
    await until('every order is completed', async () => {
      const { completed = 0 } = await storage.orders.countByState();
      return completed === messages;
    });
    const counts = [...(await executionsAt(polygon, 1)).values()];
    assert.deepEqual(counts, Array(messages).fill(1));
    await assertConserved(registry.providers);
  }

  it('deliver orders while one works and one stands by', async () => {
    await until('the first one works', holdsAll(one));
    await until('the other stands by', async () => (await held(other))?.length === 0);
    await executed(await lock());
    await everythingOnce(1);
  });

  it('go on within ten seconds when the one that works is killed', async () => {
    const nonce = await lock();
    const killedAt = performance.now();
    await one.kill();
    await until('the other works', holdsAll(other), TAKE_OVER_MS);
    const tookMs = performance.now() - killedAt;
    assert.ok(tookMs < TAKE_OVER_MS, `${tookMs} ms`);
    await executed(nonce);
    await everythingOnce(2);
  });

  it('execute once when one is held between reservation and broadcast, and goes on after the other took over', async () => {
    one.startHeld('after-reserved');
    await until('it stands by', async () => (await held(one))?.length === 0);
    await other.stop();
    await until('it works', holdsAll(one));
    const nonce = await lock();
    await until('it is held with a reserved transaction', async () => {
      const [open] = await storage.submissions.open(['oracle']);
      return open?.state === 'reserved' && (await held(one)) === undefined;
    });
    await other.start();
    await until('the other works', holdsAll(other), TAKE_OVER_MS);
    await executed(nonce);
    one.resume();
    await until('it has learned that it works no longer', async () => (await held(one))?.length === 0);
    await until('the other still works', holdsAll(other));
    await executed(await lock());
    await everythingOnce(4);
  });

  it('divide no chain when the one that works ends cleanly', async () => {
    await other.stop();
    await until('the one that was held works', holdsAll(one), TAKE_OVER_MS);
    await executed(await lock());
    await everythingOnce(5);
  });
});
