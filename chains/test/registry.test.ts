import { strict as assert } from 'node:assert';
import { type ChainProvider, type Deployment, openProviders, writeDeployment } from '@causeway/chains';
import { codeOf, must, settings } from './support/bridges.ts';
import { sharedWorld, type World } from './support/worlds.ts';

describe('the registry', function () {
  this.timeout(120_000);
  let world: World<'evm'>;
  before(async () => {
    world = await sharedWorld('evm');
  });
  const chains = () => ({
    ethereum: settings([world.ethereum.url]),
    polygon: settings([world.node.url]),
  });
  const open = (change: object = {}) =>
    openProviders({ chains: { ...chains(), ...change }, deployments: '.' }, world.directory);
  const tampered = (change: Partial<Deployment>) => {
    writeDeployment(world.directory, { ...world.there.deployment, network: 'tampered', ...change });
    return openProviders({ chains: { tampered: chains().ethereum }, deployments: '.' }, world.directory);
  };

  it('finds every bridge by name and family', async () => {
    const registry = must(await open());
    const [ethereum, polygon] = registry.providers;
    assert(ethereum && polygon);
    assert.equal(registry.provider('ethereum', 'main'), ethereum);
    assert.equal(registry.provider('polygon', 'main'), polygon);
    assert.equal(registry.provider('polygon', 'other'), undefined);
    assert.deepEqual(registry.families, ['main']);
    assert.equal(registry.network('polygon')?.deployment.chainId, '901002');
    must(await ethereum.verify());
    await registry.close();
  });

  it('refuses chains without deployment, twice, of another kind, or with an impossible quorum', async () => {
    assert.equal(codeOf(await open({ base: chains().ethereum })), 'DEPLOYMENT_MISSING');
    assert.equal(codeOf(await open({ ethereum: settings([world.ethereum.url], { quorum: 2 }) })), 'CONFIG_INVALID');
    assert.equal(codeOf(await tampered({ kind: 'radix' })), 'DEPLOYMENT_INVALID');
    writeDeployment(world.directory, { ...world.there.deployment, network: 'twin' });
    assert.equal(codeOf(await open({ twin: chains().ethereum })), 'CONFIG_INVALID');
  });

  it('refuses a network of value that relies on a depth which is known not to be final there', async () => {
    writeDeployment(world.directory, { ...world.there.deployment, network: 'base', domain: 8_453, chainId: '8453' });
    const base = (finality: object) => settings([world.ethereum.url], { value: true, finality });
    const refused = await open({ base: base({ finalizedTag: false }) });
    assert(!refused.ok);
    assert.match(refused.error.message, /^chains\.base\.finality\.finalizedTag: must be true, because on Base /);
    await must(await open({ base: base({ finalizedTag: true }) })).close();
  });

  it('refuses a file that names other than the pinned MultiSend or Safe code', async () => {
    const { contracts } = world.there.deployment;
    for (const name of ['multiSendCallOnly', 'safeSingleton']) {
      const forged = { ...contracts, [name]: world.there.deployment.oracle.address };
      assert.equal(codeOf(await tampered({ contracts: forged })), 'DEPLOYMENT_INVALID');
    }
  });

  it('notices another bridged token or oracle than the chain has', async () => {
    const { oracle, bridges } = world.there.deployment;
    const main = bridges.main as NonNullable<typeof bridges.main>;
    const polygon = main.remotes.polygon as NonNullable<typeof main.remotes.polygon>;
    const verify = async (change: Partial<Deployment>) => {
      const [provider] = must(await tampered(change)).providers as [ChainProvider];
      return codeOf(await provider.verify());
    };
    const remotes = (record: object) => ({
      bridges: { main: { ...main, remotes: { polygon: { ...polygon, ...record } } } },
    });
    assert.equal(await verify(remotes({ wireDecimals: 8 })), 'DEPLOYMENT_MISMATCH');
    assert.equal(await verify(remotes({ token: { ...polygon.token, decimals: 17 } })), 'DEPLOYMENT_MISMATCH');
    assert.equal(await verify({ oracle: { ...oracle, address: main.address } }), 'DEPLOYMENT_MISMATCH');
  });
});
