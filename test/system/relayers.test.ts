import { strict as assert } from 'node:assert';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChainProvider, type ChainRegistry, lockTokens, openProviders, sharedConfig } from '@causeway/chains';
import { loadConfig } from '@causeway/config';
import { type Devnet, devAccount, devKey, FINALITY_BLOCKS, startDevnet } from '@causeway/devnet';
import { deployedState } from '@causeway/devnet/state-cache';
import { type RunningPostgres, startPostgres } from '@causeway/local-nodes/postgres';
import { padLeft, ZERO_32 } from '@causeway/protocol';
import { type BridgeStorage, openBridgeStorage } from '@causeway/storage';
import { type Proxy as Route, startProxy } from '@causeway/storage/test-support/proxy';
import { BLOCK_TIME, EvmControl } from '../support/evm-control.ts';
import { executionsAt } from '../support/executions.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { CausewayProcess, runCauseway } from '../support/processes.ts';
import { askToCommit } from '../support/signing.ts';
import { signerClientsOf } from '../support/stack.ts';
import { until } from '../support/wait.ts';

/** The time in which another relayer has to take over, milliseconds. */
const TAKE_OVER_MS = 10_000;

/** How long the route to the database swallows everything: longer than a session is waited for, milliseconds. */
const SILENCE_MS = 5_000;

/** A chain in /health. */
interface ChainShown {
  readonly chain: string;
  readonly standby?: boolean;
  readonly failure?: string | null;
  readonly broken?: { readonly code: string } | null;
}

/** What `causeway rollback` prints. */
interface RolledBack {
  readonly bridges: readonly { readonly outcomes: readonly string[]; readonly orders: readonly string[] }[];
}

describe('two relayers on one PostgreSQL', function () {
  this.timeout(400_000);
  let postgres: RunningPostgres;
  /** The first relayer's way to the database. */
  let route: Route;
  let folder: string;
  let devnet: Devnet;
  let registry: ChainRegistry;
  let storage: BridgeStorage;
  let signerConfigs: readonly string[];
  let signers: readonly CausewayProcess[];
  let oneConfig: string;
  let one: CausewayProcess;
  let other: CausewayProcess;
  let ethereum: ChainProvider;
  let polygon: ChainProvider;

  /** The relayer's configuration for another process, on the common database or on another one. */
  function configured(name: string, at: string, database = postgres.url) {
    const { config, url } = devnet.configuration.relayer;
    const text = readFileSync(config, 'utf8')
      .replace(/^database: .*$/m, `database: ${JSON.stringify(database)}`)
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
    route = await startProxy(postgres.url);
    const { configuration, guard } = devnet;
    const three = configuration.signers.slice(0, 3);
    signerConfigs = three.map(({ config }) => config);
    signers = three.map((each) => new CausewayProcess('signer', each, devnet.folder, guard));
    // The API does not run, so its port is free.
    const [a, b] = [
      configured('relayer-one', configuration.relayer.url, route.url),
      configured('relayer-other', configuration.api.url),
    ];
    oneConfig = a.config;
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
    route?.close();
    await postgres?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** What a relayer shows of its chains; undefined while it does not answer. */
  const health = (relayer: CausewayProcess): Promise<readonly ChainShown[] | undefined> =>
    fetch(`${relayer.url}/health`, { signal: AbortSignal.timeout(1_000) })
      .then(async (response) => ((await response.json()) as { chains: ChainShown[] }).chains)
      .catch(() => undefined);
  /** The chains that a relayer works for; undefined while it does not answer. */
  const held = async (relayer: CausewayProcess): Promise<readonly string[] | undefined> =>
    (await health(relayer))?.filter(({ standby }) => !standby).map(({ chain }) => chain);
  const holdsAll = (relayer: CausewayProcess) => async () => (await held(relayer))?.length === 2;

  /** Locks `localAmount` on ethereum and makes the lock final at once; the lane's nonce of the message. */
  async function lock(localAmount = 10n ** 16n): Promise<bigint> {
    const { nextOutboundNonce } = await read(ethereum.lane(polygon.domain));
    const recipient = padLeft(devAccount('bob').address as `0x${string}`);
    const args = { remote: polygon.domain, recipient, localAmount, reference: ZERO_32 };
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
  async function everythingOnce(messages: number, { orders } = storage): Promise<void> {
    await until('every order is completed', async () => {
      const { completed = 0 } = await orders.countByState();
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

  it('go on within ten seconds of the return of a route to the database that swallowed everything, and stay live', async () => {
    route.silent = true;
    const returnsMs = performance.now() + SILENCE_MS;
    const nonce = await lock();
    do {
      const { status } = await fetch(`${one.url}/live`, { signal: AbortSignal.timeout(SILENCE_MS) });
      assert.equal(status, 200);
    } while (performance.now() < returnsMs);
    route.silent = false;
    await until('it works again', holdsAll(one), TAKE_OVER_MS);
    await executed(nonce);
    await everythingOnce(6);
  });

  it('lose and double nothing where a destination breaks its finality, and the rollback is killed', async () => {
    const control = new EvmControl({ devnet }, 'polygon');
    const lane = { family: 'main', source: ethereum.domain, destination: polygon.domain };
    const nonces: bigint[] = [];
    for (const messages of [7, 8]) {
      const nonce = await lock();
      nonces.push(nonce);
      await executed(nonce);
      await everythingOnce(messages);
      await control.mine(FINALITY_BLOCKS + 1);
    }
    const [first, last] = nonces as [bigint, bigint];
    const [message] = await storage.chainView.messages(lane, last, 1, true);
    await until('its execution is final', async () => {
      const outcome = await storage.chainView.outcome(message?.messageId ?? ZERO_32);
      return outcome?.final;
    });
    const root = await storage.chainView.rootOf(lane, first);
    assert.ok(root);
    await control.freeze();
    await control.reorganise((await control.head()) - root.at.block.number + 1);
    await control.thaw();
    const failure = () => health(one).then((chains) => chains?.find(({ chain }) => chain === 'polygon')?.failure);
    await until('it stops at the broken finality', async () => (await failure())?.includes('DEEP_REORG'));

    await Promise.all([one, ...signers].map((each) => each.stop()));
    const rollback = (config: string) =>
      runCauseway('rollback', '--chain', 'polygon', '--yes', '--json', '--config', config) as Promise<RolledBack>;
    process.env.CAUSEWAY_CRASH_AT = 'during-rollback';
    await assert.rejects(rollback(oneConfig), { signal: 'SIGKILL' }).finally(() => {
      delete process.env.CAUSEWAY_CRASH_AT;
    });
    const { completed, minting } = await storage.orders.countByState();
    assert.deepEqual(
      { completed, minting },
      { completed: 6, minting: 2 },
      'the killed command took back both executions',
    );
    for (const { bridges } of await Promise.all(signerConfigs.map(rollback))) {
      assert.ok(bridges[0]?.outcomes.length, 'a signer had recorded an execution');
    }
    await Promise.all([one, ...signers].map((each) => each.start()));
    for (const nonce of nonces) await executed(nonce);
    await everythingOnce(8);
  });

  it('sign, plan and send nothing from a source that lost a final lock, until the rollback', async () => {
    const [source, destination] = (['ethereum', 'polygon'] as const).map(
      (name) => new EvmControl({ devnet }, name),
    ) as [EvmControl, EvmControl];
    const clients = (await signerClientsOf(oneConfig)).slice(0, signers.length);
    // Nothing is delivered meanwhile, but signers sign.
    await destination.pauseInbound();
    const nonce = await lock();
    const message = { source: ethereum.domain, destination: polygon.domain, nonce };
    const anchor = await read(polygon.anchor(devKey('relayer')));
    const ask = (also?: 'execute') =>
      Promise.all(clients.map((client) => askToCommit({ signerClients: [client] }, message, anchor, also)));
    assert.deepEqual(await ask('execute'), ['signed', 'signed', 'signed']);
    const lane = { family: 'main', ...message };
    const vanished = await until('the relayer has the lock as final', async () => {
      const [message] = await storage.chainView.messages(lane, nonce, 1, true);
      return message;
    });

    await source.freeze();
    await source.reorganise((await source.head()) - vanished.at.block.number + 1);
    await source.thaw();
    assert.equal(await lock(10n ** 15n), nonce, 'another lock takes the nonce');
    // Asked for what they have not signed before, they look at the chain at once.
    assert.deepEqual(await ask(), ['VIEW_BROKEN', 'VIEW_BROKEN', 'VIEW_BROKEN']);
    assert.deepEqual(await ask('execute'), ['VIEW_BROKEN', 'VIEW_BROKEN', 'VIEW_BROKEN']);
    const shown = async () => (await health(one))?.find(({ chain }) => chain === 'ethereum')?.broken?.code;
    await until('the relayer shows it', async () => (await shown()) === 'DEEP_REORG');
    const { broken } = (await runCauseway('status', '--json', '--config', oneConfig)) as {
      readonly broken: readonly { readonly chain: string; readonly code: string }[];
    };
    assert.deepEqual(
      broken.map(({ chain, code }) => [chain, code]),
      [['ethereum', 'DEEP_REORG']],
    );
    await destination.unpauseInbound();
    await until('the relayer puts the message aside', async () =>
      (await (await fetch(`${one.url}/metrics`)).text()).includes('{chain="polygon",reason="viewBroken"}'),
    );
    assert.equal((await read(polygon.lane(ethereum.domain))).nextInboundNonce, nonce);

    await Promise.all([one, ...signers].map((each) => each.stop()));
    for (const config of [oneConfig, ...signerConfigs]) {
      await runCauseway('rollback', '--chain', 'ethereum', '--yes', '--json', '--config', config);
    }
    await Promise.all([one, ...signers].map((each) => each.start()));
    assert.deepEqual(await storage.chainView.broken(), []);
    await executed(nonce);
    await everythingOnce(9);
    const [delivered] = await storage.chainView.messages(lane, nonce, 1, true);
    assert.notEqual(delivered?.messageId, vanished.messageId);
    assert.equal((await executionsAt(polygon, 1)).get(vanished.messageId), undefined);
  });

  it('hand their view over to an empty database, on which a relayer finishes an order and repeats none', async () => {
    const empty = configured('relayer-empty', devnet.configuration.api.url, 'empty.db');
    const files = await Promise.all(
      ['ethereum', 'polygon'].map(async (chain) => {
        const out = join(devnet.folder, `${chain}.view`);
        const flags = ['--chain', chain, '--out', out, '--json', '--config', oneConfig];
        return (await runCauseway('view', 'export', ...flags)) as { file: string; exporter: string; blocks: number };
      }),
    );
    await one.stop();
    const nonce = await lock();
    for (const { file, exporter, blocks } of files) {
      const flags = ['--from', exporter, '--json', '--config', empty.config];
      const imported = (await runCauseway('view', 'import', file, ...flags)) as { blocks: number };
      assert.equal(imported.blocks, blocks);
    }
    const fresh = new CausewayProcess('relayer', empty, devnet.folder, devnet.guard);
    await fresh.start();
    const filled = await openBridgeStorage(join(devnet.folder, 'empty.db'));
    try {
      await executed(nonce);
      await everythingOnce(10, filled);
    } finally {
      await filled.close();
      await fresh.stop();
    }
  });
});
