import assert from 'node:assert/strict';
import { holdingKey } from '@causeway/chains/test-support';
import { fail, ok } from '@causeway/protocol';
import { Bridges } from '../src/bridges.ts';
import { checkBacking, checkNonces, checkSolvency, Invariants } from '../src/invariants.ts';
import { Metrics } from '../src/metrics.ts';
import { bridgeOf, SILENT, World } from './support/world.ts';

describe('invariants at run time', () => {
  let world: World;
  beforeEach(async () => {
    world = await World.create();
  });
  afterEach(() => world.close());
  const sides = () => world.chains.map(bridgeOf) as [ReturnType<typeof bridgeOf>, ReturnType<typeof bridgeOf>];

  it('I1: the outstanding amount covers the bridged supply', async () => {
    const [alpha, beta] = world.chains;
    alpha.lock(beta);
    alpha.mine();
    beta.state.supply.set(alpha.domain, 1_000n);
    const [home, remote] = sides();
    assert.deepEqual(await checkBacking(home, remote), { ok: true, value: undefined });
    beta.state.supply.set(alpha.domain, 1_001n);
    const breach = await checkBacking(home, remote);
    assert.equal(breach.ok && breach.value?.invariant, 'I1');
  });

  it('I1: a burn that is released between the two reads does not count as a breach', async () => {
    const [home, remote] = sides();
    const supplies = [5n, 0n];
    const provider = Object.assign(Object.create(remote.provider), {
      bridgedSupply: async () => ({ ok: true, value: supplies.shift() }),
    });
    assert.deepEqual(await checkBacking(home, { ...remote, provider }), { ok: true, value: undefined });
    assert.deepEqual(supplies, []);
  });

  it('I1: the supply of an unlinked chain is not read', async () => {
    const [alpha, beta] = world.chains;
    beta.registrations.delete(alpha.domain);
    beta.state.supply.set(alpha.domain, 1n);
    const [home, remote] = sides();
    const provider = Object.assign(Object.create(remote.provider), {
      bridgedSupply: async () => fail('UnknownRemote', 'not linked'),
    });
    assert.deepEqual(await checkBacking(home, { ...remote, provider }), { ok: true, value: undefined });
  });

  it('I5: no message is committed that was not emitted', async () => {
    const [alpha, beta] = world.chains;
    alpha.lock(beta);
    alpha.mine();
    beta.state.inbound.set(alpha.domain, 1n);
    const [source, destination] = sides();
    assert.deepEqual(await checkNonces(source, destination), { ok: true, value: undefined });
    beta.state.inbound.set(alpha.domain, 2n);
    const breach = await checkNonces(source, destination);
    assert.equal(breach.ok && breach.value?.invariant, 'I5');
  });

  it('I6: the bridge holds the outstanding amount', async () => {
    const [alpha, beta] = world.chains;
    alpha.lock(beta);
    alpha.mine();
    const [bridge, remote] = sides();
    assert.deepEqual(await checkSolvency(bridge, [remote]), { ok: true, value: undefined });
    alpha.stolen = 1n;
    const breach = await checkSolvency(bridge, [remote]);
    assert.equal(breach.ok && breach.value?.invariant, 'I6');
  });

  it('I6: the bridge also holds what failed payments credited, and no forged credit', async () => {
    const [alpha, beta] = world.chains;
    alpha.state.credits.set(holdingKey('0x01', alpha.domain), 500n);
    // A credit of a bridged token is nothing that the bridge holds.
    alpha.state.credits.set(holdingKey('0x01', beta.domain), 7n);
    const [bridge, remote] = sides();
    const broken = async (checked = bridge) => {
      const breach = await checkSolvency(checked, [remote]);
      return breach.ok && breach.value?.detail;
    };
    assert.equal(await broken(), undefined);
    alpha.stolen = 1n;
    const detail = 'the bridge holds 499, 0 is outstanding and 500 credited (local units)';
    assert.equal(await broken(), detail);
    alpha.stolen = 0n;
    const forged = Object.assign(Object.create(alpha), { credits: async () => ok(501n) });
    assert.match(String(await broken({ ...bridge, provider: forged })), /holds 500, .* 501 credited/);
  });

  it('I6: a payment that becomes a credit between the reads is no breach', async () => {
    const [alpha, beta] = world.chains;
    alpha.lock(beta);
    alpha.mine();
    const [bridge, remote] = sides();
    // The second time, the lane is read before the release and the credits after it.
    const credits = [0n, 1_000n];
    const released = Object.assign(Object.create(alpha), { credits: async () => ok(credits.shift()) });
    assert.deepEqual(await checkSolvency({ ...bridge, provider: released }, [remote]), ok(undefined));
    assert.deepEqual(credits, []);
  });

  it('shows a breach as a metric at 1 until it is gone, and fails when a chain cannot be read', async () => {
    const metrics = new Metrics();
    const bridges = new Bridges(sides());
    const value = async () =>
      (await metrics.invariant.get()).values.find(({ labels }) => labels.invariant === 'I6' && labels.chain === 'alpha')
        ?.value;
    world.chains[0].stolen = 1n;
    const invariants = new Invariants(bridges, metrics, SILENT);
    assert.ok((await invariants.check()).ok);
    assert.equal(await value(), 1);
    world.chains[0].stolen = 0n;
    await invariants.check();
    assert.equal(await value(), 0);
    world.chains[1].failure = { code: 'NO_QUORUM', message: '', retryable: true };
    assert.equal((await invariants.check()).ok, false);
  });

  it('shows the breach of one family, whatever the others between the same chains hold', async () => {
    const others = sides().map((bridge) => {
      const holdings = async () => ok(10n ** 30n);
      return { ...bridge, provider: Object.assign(Object.create(bridge.provider), { family: 'other', holdings }) };
    });
    const metrics = new Metrics();
    world.chains[0].stolen = 1n;
    assert.ok((await new Invariants(new Bridges([...sides(), ...others]), metrics, SILENT).check()).ok);
    const shown = (await metrics.invariant.get()).values.filter(({ labels }) => labels.invariant === 'I6');
    const broken = shown.filter(({ value }) => value === 1).map(({ labels }) => [labels.chain, labels.family]);
    assert.deepEqual([shown.length, broken], [4, [['alpha', 'main']]]);
  });

  it('reads each fact once in a round, and once at all what never changes', async () => {
    const [alpha] = world.chains;
    const invariants = new Invariants(new Bridges(sides()), new Metrics(), SILENT);
    const facts = ['remote', 'decimals', 'lane', 'bridgedSupply', 'holdings', 'credits'];
    const readsOf = async () => {
      alpha.reads.clear();
      assert.ok((await invariants.check()).ok);
      return facts.map((fact) => alpha.reads.get(fact) ?? 0);
    };
    // The decimals of its own asset, and of the bridged token.
    assert.deepEqual(await readsOf(), [1, 2, 1, 1, 1, 1]);
    assert.deepEqual(await readsOf(), [0, 0, 1, 1, 1, 1]);
  });

  it('asks for all supplies of a round in one turn of the event loop, which endpoints get as one request', async () => {
    const three = await World.three();
    const invariants = new Invariants(new Bridges(three.chains.map((chain) => bridgeOf(chain))), new Metrics(), SILENT);
    assert.ok((await invariants.check()).ok);
    const [source] = three.chains;
    const supply = source.bridgedSupply.bind(source);
    let turns = 0;
    source.bridgedSupply = async (home) => {
      if (turns === 0) setImmediate(() => turns++);
      assert.equal(turns, 0);
      await new Promise(setImmediate);
      return supply(home);
    };
    source.reads.clear();
    assert.ok((await invariants.check()).ok);
    assert.equal(source.reads.get('bridgedSupply'), 2);
    await three.close();
  });

  it('reports no breach that the exact check does not confirm', async () => {
    const metrics = new Metrics();
    const [home, remote] = sides();
    const supplies = [5n, 0n];
    const provider = Object.assign(Object.create(remote.provider), {
      bridgedSupply: async () => ({ ok: true, value: supplies.shift() ?? 0n }),
    });
    const inTurn = new Invariants(new Bridges([home, { ...remote, provider }]), metrics, SILENT);
    assert.ok((await inTurn.check()).ok);
    assert.deepEqual(supplies, []);
    const broken = (await metrics.invariant.get()).values.filter(({ value }) => value === 1);
    assert.deepEqual(broken, []);
  });
});
