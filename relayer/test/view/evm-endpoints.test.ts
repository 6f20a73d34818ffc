import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ChainProvider,
  chainConfig,
  deployNetwork,
  linkNetworks,
  lockTokens,
  openLane,
  openProviders,
} from '@causeway/chains';
import { keyFromPrivate } from '@causeway/chains/keys';
import { devAccounts } from '@causeway/devnet';
import { callRpc, type Lie, ProcessGuard, type RpcFault, RpcProxy, startAnvil } from '@causeway/local-nodes';
import { type AnyFailure, type Hex, padLeft, type Result, ZERO_32 } from '@causeway/protocol';
import { type BridgeStorage, openBridgeStorage } from '@causeway/storage';
import type { ViewChange } from '../../src/view/view-change.ts';
import { Watcher } from '../../src/view/watcher.ts';

const POLYGON = 901_002;
const [deployer, guardian] = devAccounts('evm').map(({ privateKey }) => keyFromPrivate(privateKey));

function must<T>(result: Result<T, AnyFailure>): T {
  if (!result.ok) assert.fail(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** Hides the logs of blocks above `newest`, like a node whose logs lag behind its blocks. */
const lagging =
  (newest: number): Lie =>
  ({ method }, result) =>
    method === 'eth_getLogs'
      ? (result as { blockNumber: Hex }[]).filter(({ blockNumber }) => Number(blockNumber) <= newest)
      : result;
const silent: Lie = ({ method }, result) => (method === 'eth_getLogs' ? [] : result);

describe('endpoints of an EVM chain whose logs lag, and one that hides them', function () {
  this.timeout(120_000);
  const guard = new ProcessGuard();
  const folder = mkdtempSync(join(tmpdir(), 'causeway-endpoints-'));
  let node: string;
  let proxies: readonly RpcProxy[];
  let honest: ChainProvider;
  let provider: ChainProvider;
  let storage: BridgeStorage;
  let late: string[];
  let deployedAtBlock: number;

  const behave = (...lies: readonly (Lie | undefined)[]) => {
    for (const [index, proxy] of proxies.entries()) {
      const lie = lies[index];
      proxy.setFault((lie ? { kind: 'lying', lie } : null) satisfies RpcFault | null);
    }
  };
  const mine = (blocks: number) => callRpc(node, 'anvil_mine', [`0x${blocks.toString(16)}`]);
  const lock = async () => {
    assert(deployer);
    const recipient = padLeft(deployer.address.toLowerCase() as Hex);
    must(
      await lockTokens(honest, deployer, {
        remote: POLYGON,
        recipient,
        localAmount: 10n ** 18n,
        reference: ZERO_32,
      }),
    );
  };
  const nonces = async () => {
    const lane = { family: 'main', source: provider.domain, destination: POLYGON };
    return (await storage.chainView.messages(lane, 0n, 10, false)).map(({ message }) => Number(message.nonce));
  };
  const watch = (read: ChainProvider): Watcher => {
    const chain = chainConfig.parse({ value: false, rpc: [node], logRange: 10_000 });
    const oracle = { address: '', members: [], threshold: 3 };
    return new Watcher(
      { provider: read, chain, deployedAtBlock, oracle, wireDecimals: 9, remotes: [POLYGON] },
      storage.chainView,
      async (change: ViewChange) => {
        late.push(...change.late);
      },
    );
  };

  before(async () => {
    assert(deployer && guardian);
    const nodes = await Promise.all(
      [901_001, POLYGON].map((chainId) => startAnvil({ name: `chain ${chainId}`, chainId, port: 0 }, guard)),
    );
    const options = (index: number) => ({
      kind: 'evm' as const,
      network: index === 0 ? 'ethereum' : 'polygon',
      rpc: [nodes[index]?.url as string],
      deployments: folder,
      key: deployer,
      asset: { type: 'native', symbol: 'COIN', name: 'coin' } as const,
      oracle: {
        members: devAccounts('evm')
          .slice(2, 7)
          .map(({ address }) => address),
        threshold: 3,
      },
      guardian: guardian.address,
      pollMs: 50,
    });
    const here = must(await deployNetwork(options(0)));
    const there = must(await deployNetwork(options(1)));
    must(await linkNetworks(here, there));
    must(await openLane(here, there));
    node = nodes[0]?.url as string;
    proxies = await Promise.all([1, 2, 3].map(() => RpcProxy.start(node)));
    const open = async (rpc: readonly string[]) => {
      const ethereum = chainConfig.parse({ value: false, rpc, pollMs: 50 });
      const { networks } = must(await openProviders({ chains: { ethereum }, deployments: folder }, '/'));
      deployedAtBlock = networks[0]?.deployment.bridges.main?.deployedAtBlock ?? 0;
      return networks[0]?.providers.main as ChainProvider;
    };
    honest = await open([node]);
    provider = await open(proxies.map(({ url }) => url));
  });
  after(async () => {
    await Promise.all((proxies ?? []).map((proxy) => proxy.stop()));
    await guard.stop();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    storage = await openBridgeStorage(':memory:');
    late = [];
  });
  afterEach(async () => {
    behave();
    await storage.close();
  });

  it('H2 A1: delay a message and do not lose it', async () => {
    const watcher = watch(provider);
    const before = Number(await callRpc(node, 'eth_blockNumber', []));
    await lock();
    behave(silent, lagging(before));
    const codes = [await watcher.advance(), await watcher.advance()].map((turn) => turn.ok || turn.error.code);
    assert.deepEqual(codes, ['EVENTS_MISSING', 'EVENTS_MISSING']);
    behave(silent);
    must(await watcher.advance());
    assert.deepEqual(await nonces(), [0]);
  });

  it('H2 A2: are refused when they hide a message between two others', async () => {
    await lock();
    const middle = Number(await callRpc(node, 'eth_blockNumber', []));
    await lock();
    const hiding: Lie = ({ method }, result) =>
      method === 'eth_getLogs'
        ? (result as { blockNumber: Hex }[]).filter(({ blockNumber }) => Number(blockNumber) !== middle)
        : result;
    behave(hiding, hiding);
    const turn = await watch(provider).advance();
    assert.equal(turn.ok || turn.error.code, 'EVENTS_MISSING');
  });

  it('H2 P2: leave no message behind a cursor that passed it', async () => {
    must(await watch(provider).advance());
    const known = await nonces();
    await lock();
    await mine(3);
    const to = must(await honest.head());
    // The scan of a release that did not compare.
    const scan = { family: 'main', domain: provider.domain, to, messages: [], outcomes: [], roots: [] };
    must(await storage.chainView.recordScan(scan));
    const watcher = watch(provider);
    await mine(1);
    for (let turn = 0; turn < 3; turn++) await watcher.advance();
    assert.deepEqual(await nonces(), [...known, known.length]);
    assert.equal(late.length, 1);
  });
});
