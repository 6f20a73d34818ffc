import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkNetworks } from '@causeway/chains';
import { type Anvil, startAnvil } from '../support/anvil.ts';
import { codeOf, deployEvmNetwork, deployOptions, must, outsider } from '../support/bridges.ts';

describe('deployment to EVM chains', function () {
  this.timeout(120_000);
  let nodes: readonly [Anvil, Anvil];
  let directory: string;
  before(async () => {
    nodes = await Promise.all([startAnvil(901_001), startAnvil(901_002)]);
    directory = mkdtempSync(join(tmpdir(), 'causeway-deploy-'));
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    rmSync(directory, { recursive: true, force: true });
  });

  const deploy = (change: object = {}) =>
    deployEvmNetwork({ ...deployOptions(nodes[0], 'ethereum', directory), ...change });

  it('gives bridged tokens the decimals of their asset', async () => {
    const asset = { type: 'testToken', symbol: 'TST', name: 'Test', decimals: 6 } as const;
    const [a, b] = [
      must(await deploy({ network: 'testing', asset })),
      must(await deployEvmNetwork(deployOptions(nodes[1], 'polygon', directory))),
    ];
    must(await linkNetworks(a, b));
    assert.equal(a.deployment.bridges.main?.remotes.polygon?.token.decimals, 18);
    assert.equal(b.deployment.bridges.main?.remotes.testing?.token.decimals, 6);
  });

  it('refuses endpoints of another chain, and an asset that is no ERC-20', async () => {
    must(await deploy());
    assert.equal(codeOf(await deploy({ rpc: [nodes[1].url] })), 'DEPLOYMENT_MISMATCH');
    assert.equal(codeOf(await deploy({ network: 'other', chainId: 5 })), 'RPC_UNAVAILABLE');
    assert.equal(codeOf(await deploy({ asset: { type: 'erc20', address: outsider.address } })), 'NotAContract');
  });
});
