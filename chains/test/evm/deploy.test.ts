import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkNetworks } from '@causeway/chains';
import { RpcProxy, RpcRefusal } from '@causeway/local-nodes';
import { padLeft, uintToHex } from '@causeway/protocol';
import { getAddress, toBeHex, zeroPadValue } from 'ethers';
import { writeDeployment } from '../../src/config/deployment.ts';
import { isSettlerOf } from '../../src/evm/settler.ts';
import { type Anvil, startAnvil } from '../support/anvil.ts';
import { codeOf, deployEvmNetwork, deployOptions, must, outsider } from '../support/bridges.ts';
import { EARLIER_CODE, earlierBridge } from '../support/earlier-bridge.ts';

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

  describe('at a network that does not suit', () => {
    let proxy: RpcProxy;
    before(async () => {
      proxy = await RpcProxy.start(nodes[0].url);
    });
    afterEach(() => proxy.setFault(null));
    after(() => proxy.stop());
    /** The node refuses the calls of `method` for which `when` holds. */
    const refuses = (method: string, message: string, when: (params: string) => boolean) =>
      proxy.setFault({
        kind: 'lying',
        lie: (call, answer) =>
          call.method === method && when(JSON.stringify(call.params)) ? new RpcRefusal(message, -32_000) : answer,
      });
    const through = (change: object = {}) => deploy({ rpc: [proxy.url], network: 'unsuitable', ...change });
    const refused = async (change: object = {}) => {
      const sent = await nodes[0].rpc('eth_blockNumber');
      const result = await through(change);
      assert.equal(codeOf(result), 'NETWORK_UNSUITABLE');
      assert.equal(await nodes[0].rpc('eth_blockNumber'), sent, 'nothing was sent');
      return result.ok ? '' : result.error.message;
    };

    it('stops before anything is sent, and names the instruction', async () => {
      for (const [code, name] of [
        ['0x5f5ff3', 'PUSH0'],
        ['5e60006000f3', 'MCOPY'],
        ['5d60006000f3', 'TSTORE'],
      ] as const) {
        refuses('eth_call', 'invalid opcode', (params) => params.includes(code));
        assert.match(await refused(), new RegExp(`^chains\\.unsuitable\\.rpc: .* run ${name}; .* Cancun`));
      }
    });

    it('stops where the settings ask for a finalized block that it has not, or for wider logs than it gives', async () => {
      refuses('eth_getBlockByNumber', 'unknown tag', (params) => params.includes('finalized'));
      assert.match(
        await refused({ finality: { blocks: 32, finalizedTag: true } }),
        /finality\.finalizedTag: its endpoints/,
      );
      refuses('eth_getLogs', 'range too wide', () => true);
      assert.match(await refused({ logRange: 1_000 }), /^chains\.unsuitable\.logRange: .* 1000 blocks/);
    });
  });

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

  it('leaves a bridge of an earlier release as it is, and refuses it for another guardian or asset', async () => {
    const [node] = nodes;
    const { deployment } = must(await deploy({ network: 'old' }));
    const { packedExecutor, ...contracts } = deployment.contracts;
    const made = deployment.bridges.main as NonNullable<typeof deployment.bridges.main>;
    assert.equal(typeof packedExecutor, 'string');
    // The bridge of an earlier release elsewhere; its roles are in slots 0 to 2.
    const earlier = getAddress(`0x${'0e'.repeat(20)}`);
    const code = earlierBridge({
      d: uintToHex(deployment.domain, 32),
      a: padLeft(made.canonicalAsset.address?.toLowerCase() ?? '0x'),
      w: uintToHex(made.wireDecimals, 32),
      u: uintToHex(10 ** (made.canonicalAsset.decimals - made.wireDecimals), 32),
    });
    const snapshot = await node.rpc('evm_snapshot');
    await node.rpc('anvil_setCode', earlier, code);
    for (const slot of ['0x0', '0x1', '0x2']) {
      await node.rpc(
        'anvil_setStorageAt',
        earlier,
        zeroPadValue(toBeHex(slot), 32),
        await node.rpc('eth_getStorageAt', made.address, slot, 'latest'),
      );
    }
    await node.rpc('anvil_setCode', made.address, '0x');
    const { settler: _, code: __, ...bridge } = { ...made, address: earlier, address32: padLeft(earlier) };
    const file = { ...deployment, contracts, bridges: { main: bridge } };
    writeDeployment(directory, file);
    assert.equal(codeOf(await deploy({ network: 'old', guardian: outsider.address })), 'DEPLOYMENT_MISMATCH');
    const asset = { type: 'testToken', symbol: 'OLD', name: 'Old', decimals: 9 } as const;
    assert.equal(codeOf(await deploy({ network: 'old', asset })), 'DEPLOYMENT_MISMATCH');
    const again = must(await deploy({ network: 'old' })).deployment;
    const { settler, code: itsCode, ...rest } = again.bridges.main as typeof made;
    assert.equal(itsCode, EARLIER_CODE);
    assert.deepEqual({ ...again, bridges: { main: rest } }, file);
    assert(settler && isSettlerOf(earlier, settler.address));
    await node.rpc('evm_revert', snapshot);
  });

  it('refuses endpoints of another chain, and an asset that is no ERC-20', async () => {
    must(await deploy());
    assert.equal(codeOf(await deploy({ rpc: [nodes[1].url] })), 'DEPLOYMENT_MISMATCH');
    assert.equal(codeOf(await deploy({ network: 'other', chainId: 5 })), 'RPC_UNAVAILABLE');
    assert.equal(codeOf(await deploy({ asset: { type: 'erc20', address: outsider.address } })), 'ASSET_MISSING');
  });
});
