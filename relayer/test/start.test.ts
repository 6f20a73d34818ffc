import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { DeploymentHealth, Difference } from '@causeway/chains';
import { memoryKey } from '@causeway/chains/test-support';
import { ConfigError } from '@causeway/config';
import type { Running } from '@causeway/process';
import { type Message, ok } from '@causeway/protocol';
import { systemClock } from '@causeway/runtime';
import { openBridgeStorage } from '@causeway/storage';
import { relayerConfig, signerConfig } from '../src/config.ts';
import { signRequest } from '../src/exchange/signed-message.ts';
import { createServer, type Health } from '../src/http.ts';
import { Metrics } from '../src/metrics.ts';
import { MAX_PROPOSAL_BYTES } from '../src/plan/proposal.ts';
import { startRelayer } from '../src/relayer.ts';
import { startSigner } from '../src/signer/start.ts';
import { executeForged } from './support/forgery.ts';
import { identityOf, RELAYER, SIGNER } from './support/identities.ts';
import { IDENTITY, SHARED, startTestRelayer, startTestSigner } from './support/processes.ts';
import { BAD } from './support/scene.ts';
import { bridgeOf, SILENT, World } from './support/world.ts';

const KEYSTORE = { keystore: 'key.json', password: { env: 'NOT_SET' } };

describe('processes', function () {
  this.timeout(120_000);
  let world: World;
  let running: Running[];

  beforeEach(async () => {
    world = await World.create();
    running = [];
  });
  afterEach(async () => {
    for (const each of running.reverse()) await each.stop();
    await world.close();
  });

  const signer = async (number: number, settings?: object): Promise<Running> => {
    const started = await startTestSigner(world, number, settings);
    running.push(started);
    return started;
  };
  const relayer = async (signers: readonly string[], settings?: object): Promise<Running> => {
    const started = await startTestRelayer(world, signers, settings);
    running.push(started);
    return started;
  };
  async function until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
  }

  it('carry an order over HTTP, and show it in health and metrics', async () => {
    const [alpha, beta] = world.chains;
    const signers = await Promise.all([1, 2, 3].map((number) => signer(number)));
    const { url } = await relayer(
      signers.map((each) => each.url),
      { payerMinimum: { alpha: 0.5 }, prices: { beta: 2 } },
    );
    beta.settings.refusing.add(BAD);
    alpha.lock(beta, { recipient: BAD });
    alpha.mine(33);
    await until(async () => (await world.states())[0] === 'minting');
    const gauges = async () => (await fetch(`${url}/metrics`)).text();
    await until(async () => /causeway_oldest_submission_seconds\{chain="beta"\} (?!0$)/m.test(await gauges()));
    assert.match(await gauges(), /causeway_oldest_order_seconds\{state="minting"\} (?!0$)/m);
    assert.match(await gauges(), /causeway_oldest_order_seconds\{state="proving"\} 0$/m);
    assert.match(await gauges(), /causeway_fee_at_cap\{chain="beta"\} 0$/m);
    beta.mine();
    await until(async () => (await world.states())[0] === 'completed');
    const health = await fetch(`${url}/health`);
    assert.equal(health.status, 200);
    assert.equal(((await health.json()) as { chains: unknown[] }).chains.length, 2);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    assert.match(metrics, /causeway_order_transitions_total\{state="completed"\} 1/);
    assert.match(metrics, /causeway_execution_units_total\{chain="beta"\} 100000/);
    assert.match(metrics, /causeway_oldest_submission_seconds\{chain="beta"\} 0$/m);
    assert.match(metrics, /causeway_oldest_order_seconds\{state="minting"\} 0$/m);
    assert.match(metrics, /causeway_sequence_gaps_closed_total\{chain="beta"\} 0$/m);
    assert.match(metrics, /causeway_credits_total\{chain="beta"\} 1/);
    assert.match(metrics, /causeway_payer_balance_coins\{chain="beta"\} /);
    assert.match(metrics, /causeway_payer_minimum_coins\{chain="alpha"\} 0\.5/);
    assert.match(metrics, /causeway_coin_price\{chain="beta"\} 2/);
    assert.match(metrics, /causeway_lane_income_coins_total\{.*source="alpha".*\} 0/);
    const minimum = 5n * 10n ** 17n;
    assert.deepEqual(
      (await world.storage.oracleRecord.payers()).map((payer) => [payer.domain, payer.minimum]),
      [
        [alpha.domain, minimum],
        [beta.domain, null],
      ],
    );
    // They are written once a second.
    await until(async () => (await world.storage.oracleRecord.answers()).length === 3);
    for (const answer of await world.storage.oracleRecord.answers()) {
      assert.ok(signers.some((each) => answer.signer.startsWith(each.url)) && answer.domain === beta.domain);
      assert.ok(answer.signedAtMs !== null && answer.refusedAtMs === null);
    }
    const ofSigner = await (await fetch(`${signers[0]?.url}/metrics`)).text();
    assert.match(ofSigner, /causeway_signer_requests_total\{code="signed"\} 1/);
    for (const shown of [metrics, ofSigner]) {
      assert.match(shown, /causeway_chain_lag_seconds\{chain="alpha",family="main"\} -?\d/);
    }
  });

  it('tell of a lane that differs, in health and metrics', async () => {
    const [alpha, beta] = world.chains;
    const all = [await relayer([]), await signer(1)];
    alpha.lock(beta, { wireAmount: 5_000n });
    alpha.mine(33);
    const id = executeForged(beta, { ...(alpha.emitted()[0] as Message), wireAmount: 4_000n });
    for (const { url } of all) {
      const health = async () => (await fetch(`${url}/health`)).json() as Promise<Health>;
      const kinds = async () => ((await health()).differences as { kind: string }[]).map(({ kind }) => kind).sort();
      await until(async () => {
        beta.mine();
        return isDeepStrictEqual(await kinds(), ['execution', 'root']);
      });
      const { status, differences } = await health();
      assert.equal(status, 'degraded');
      assert.ok(JSON.stringify(differences).includes(id));
      const metrics = await (await fetch(`${url}/metrics`)).text();
      assert.match(metrics, /causeway_lane_differences\{family="main",source="alpha",destination="beta"\} 2/);
      assert.match(metrics, /causeway_lane_differences\{family="main",source="beta",destination="alpha"\} 0/);
    }
  });

  it('answer a refusal with its status and code', async () => {
    const { url } = await signer(1);
    const { name: to } = await identityOf(11);
    const post = async (body: string) => {
      const sending = { from: RELAYER, to, nonce: randomUUID(), clock: systemClock };
      const signed = await signRequest({ method: 'POST', path: '/v1/sign' }, body, sending);
      assert.ok(signed.ok);
      const headers = { 'content-type': 'application/json', ...signed.value };
      return fetch(`${url}/v1/sign`, { method: 'POST', headers, body });
    };
    const unsigned = await fetch(`${url}/v1/sign`, { method: 'POST', body: '{}' });
    assert.equal(unsigned.status, 401);
    const malformed = await post('{}');
    assert.equal(malformed.status, 422);
    assert.equal(((await malformed.json()) as { code: string }).code, 'MALFORMED_PROPOSAL');
    world.chains[1].failure = { code: 'NO_QUORUM', message: 'none', retryable: true };
    const unread = await post(
      JSON.stringify({
        destination: world.chains[1].domain,
        family: 'main',
        anchor: '0',
        actions: [{ commit: world.chains[0].domain, firstNonce: '0', count: 1 }],
      }),
    );
    assert.equal(unread.status, 503);
    const huge = await post(JSON.stringify({ anchor: 'a'.repeat(MAX_PROPOSAL_BYTES) }));
    assert.equal(huge.status, 413);
  });

  it('keep a signer’s database for one signer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-'));
    const [first, second] = [
      await openBridgeStorage(join(folder, 's.db')),
      await openBridgeStorage(join(folder, 's.db')),
    ];
    Object.assign(world.signers[0] as object, { storage: first });
    Object.assign(world.signers[1] as object, { storage: second });
    await signer(1);
    await assert.rejects(signer(2), ConfigError);
    await (running.pop() as Running).stop();
    await first.close();
    await signer(2);
    await (running.pop() as Running).stop();
    rmSync(folder, { recursive: true });
  });

  it('give a request 30 seconds to arrive', async () => {
    const server = createServer(new Metrics(), async () => ({ status: 'ok', chains: [] }));
    assert.equal(server.server.requestTimeout, 30_000);
    await server.close();
  });

  it('show a chain that cannot be read as degraded', async () => {
    world.chains[0].failure = { code: 'NO_QUORUM', message: 'none', retryable: true };
    const { url } = await relayer(['http://127.0.0.1:1']);
    await until(async () => (await fetch(`${url}/health`)).status === 503);
  });

  it('show the chains of another relayer as standby, and are well without them', async () => {
    const [alpha] = world.chains;
    const { leases } = world.storage;
    Object.assign(world.storage, {
      leases: {
        ...leases,
        acquire: async (...[name, ...rest]: Parameters<typeof leases.acquire>) =>
          name === `chain ${alpha.name}` ? undefined : leases.acquire(name, ...rest),
      },
    });
    const { url } = await relayer(['http://127.0.0.1:1']);
    await until(async () => (await fetch(`${url}/health`)).status === 200);
    const { chains } = (await (await fetch(`${url}/health`)).json()) as { chains: { chain: string; standby?: true }[] };
    assert.deepEqual(
      chains.map(({ chain, standby = false }) => [chain, standby]),
      world.chains.map(({ name }) => [name, name === alpha.name]),
    );
  });

  it('start at a bridge that differs where the operator accepts exactly that, and show it', async () => {
    const [, beta] = world.chains;
    const [what, found] = ['the code of the bridge', '0x02'];
    const differs: Difference = { chain: 'beta', family: 'main', what, expected: '0x01', found, severity: 'refuse' };
    beta.compare = async () => ok({ found: {}, differences: [differs] });
    for (const acceptDeviations of [[], [{ chain: 'beta', what, found: '0x03' }]]) {
      await assert.rejects(
        relayer([], { acceptDeviations }),
        /chains\.beta: beta main: the code of the bridge is 0x02/,
      );
    }
    await assert.rejects(signer(1), /chains\.beta: beta main: the code of the bridge is 0x02/);
    const accepting = { acceptDeviations: [{ chain: 'beta', what, found }] };
    const signing = await signer(1, accepting);
    const ofSigner = (await (await fetch(`${signing.url}/health`)).json()) as { deployments: DeploymentHealth[] };
    assert.deepEqual(
      ofSigner.deployments.flatMap(({ differences }) => differences),
      [{ ...differs, accepted: true }],
    );
    const { url } = await relayer([], accepting);
    const health = (await (await fetch(`${url}/health`)).json()) as { deployments: DeploymentHealth[] };
    const [shown] = health.deployments.flatMap(({ differences }) => differences);
    assert.deepEqual(shown, { ...differs, accepted: true });
    const metrics = await (await fetch(`${url}/metrics`)).text();
    assert.match(metrics, /causeway_deployment_differs\{.*what="the code of the bridge",severity="accepted"\} 1/);
    assert.match(metrics, /causeway_admin_events_total\{chain="beta",family="main",known="no"\} 0/);
  });

  it('refuse balances and prices of chains that are not configured', async () => {
    for (const [setting, chain] of [
      ['payerMinimum', 'gamma'],
      ['prices', 'delta'],
    ] as const) {
      await assert.rejects(relayer([], { [setting]: { alpha: 1, [chain]: 1 } }), (error: Error) => {
        assert.ok(error instanceof ConfigError);
        assert.equal(error.message, `relayer.${setting}: ${chain}: the chains are alpha, beta`);
        return true;
      });
    }
  });

  it('refuse lanes between chains that are not configured', async () => {
    const section = signerConfig.shape.signer.parse({
      keys: { evm: KEYSTORE },
      identity: IDENTITY,
      relayers: [RELAYER.name],
      cancelAfterSeconds: { lanes: { 'alpha:gamma': 5 } },
    });
    const started = startSigner(
      { ...SHARED, signer: section },
      {
        bridges: world.chains.map((chain) => bridgeOf(chain)),
        storage: world.storage,
        keys: { evm: memoryKey(1) },
        identity: SIGNER,
        log: SILENT,
      },
    );
    await assert.rejects(started, (error) => error instanceof ConfigError && /alpha:gamma/.test(error.message));
  });

  it('H3: refuse a network of value whose endpoints are of fewer than three origins', async () => {
    const section = signerConfig.shape.signer.parse({
      keys: { evm: KEYSTORE },
      identity: IDENTITY,
      relayers: [RELAYER.name],
    });
    const [alpha, beta] = world.chains.map((chain) => bridgeOf(chain));
    assert.ok(alpha && beta);
    const ofValue = { ...beta, chain: { ...beta.chain, value: true } };
    const started = startSigner(
      { ...SHARED, signer: section },
      { bridges: [alpha, ofValue], storage: world.storage, keys: { evm: memoryKey(1) }, identity: SIGNER, log: SILENT },
    );
    await assert.rejects(
      started,
      (error) => error instanceof ConfigError && /^chains\.beta\.rpc: /.test(error.message),
    );
  });

  it('H3: show how many origins a signer reads from, and none of them', async () => {
    const { url } = await signer(1);
    const health = await (await fetch(`${url}/health`)).text();
    assert.deepEqual(JSON.parse(health).origins, { alpha: 1, beta: 1 });
    assert.doesNotMatch(health, /127\.0\.0\.1/);
  });

  it('refuse a kind of chain without a key, and say which', async () => {
    const deps = { bridges: world.chains.map((chain) => bridgeOf(chain)), storage: world.storage, log: SILENT };
    const lacking = (path: RegExp) => (error: unknown) => error instanceof ConfigError && path.test(error.message);
    const signer = signerConfig.shape.signer.parse({
      keys: { solana: KEYSTORE },
      identity: IDENTITY,
      relayers: [RELAYER.name],
    });
    await assert.rejects(startSigner({ ...SHARED, signer }, deps), lacking(/^signer\.keys\.evm: .* evm chains$/));
    const relayer = relayerConfig.shape.relayer.parse({
      payers: { solana: KEYSTORE },
      identity: IDENTITY,
      signers: [{ url: 'http://127.0.0.1:1', identity: SIGNER.name }],
    });
    await assert.rejects(startRelayer({ ...SHARED, relayer }, deps), lacking(/^relayer\.payers\.evm: .* evm chains$/));
    assert.equal(signerConfig.shape.signer.safeParse({ keys: {} }).success, false);
  });
});
