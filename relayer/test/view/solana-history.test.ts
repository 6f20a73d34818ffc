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
import { SolanaBridgeActors } from '@causeway/chains/test-support';
import { devAccount, devKey, SIGNER_ROLES } from '@causeway/devnet';
import { type Lie, ProcessGuard, RpcProxy, startAnvil, startSolanaNode } from '@causeway/local-nodes';
import {
  type AnyFailure,
  buildBatch,
  type Hex,
  hexToBytes,
  type Message,
  messageIdOf,
  packProof,
  type Result,
  ZERO_32,
} from '@causeway/protocol';
import { type BridgeStorage, openBridgeStorage } from '@causeway/storage';
import { Watcher } from '../../src/view/watcher.ts';

const OTHER_ROOT: Hex = `0x${'0b'.repeat(32)}`;
const UNIT = { evm: 10n ** 18n, solana: 10n ** 9n } as const;

function must<T>(result: Result<T, AnyFailure>): T {
  if (!result.ok) assert.fail(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

describe('transactions of strangers that name a Solana bridge', function () {
  this.timeout(120_000);
  const guard = new ProcessGuard();
  const folder = mkdtempSync(join(tmpdir(), 'causeway-history-'));
  let proxies: readonly RpcProxy[];
  let ethereum: ChainProvider;
  /** Through one honest endpoint, and through the three proxies. */
  let direct: ChainProvider;
  let solana: ChainProvider;
  let actors: SolanaBridgeActors;
  let deployedAt: Readonly<Record<string, number>>;
  let storage: BridgeStorage;
  let watcher: Watcher;
  let source: Watcher;
  let late: string[];

  const behave = (...lies: readonly (Lie | undefined)[]) => {
    for (const [index, proxy] of proxies.entries()) {
      const lie = lies[index];
      proxy.setFault(lie ? { kind: 'lying', lie } : null);
    }
  };
  const watch = (provider: ChainProvider, logRange = 10_000): Watcher => {
    const chain = chainConfig.parse({ value: false, rpc: ['http://127.0.0.1:1'], logRange });
    const oracle = { address: '', members: [], threshold: 3 };
    const deployedAtBlock = deployedAt[provider.name] ?? 0;
    const remotes = [ethereum, solana].flatMap(({ domain }) => (domain === provider.domain ? [] : [domain]));
    const bridge = { provider, chain, deployedAtBlock, oracle, remotes, wireDecimals: 9 };
    return new Watcher(bridge, storage.chainView, async (change) => {
      late.push(...change.late);
    });
  };
  /** Brings the views up to what is on the chains now. */
  const settle = async () => {
    for (const each of [source, watcher]) {
      const { number } = must(await each.bridge.provider.head());
      while ((each.head?.number ?? -1) < number || each.behind) must(await each.advance());
    }
  };
  const downloads = () => proxies.reduce((sum, { calls }) => sum + (calls.get('getTransaction') ?? 0), 0);
  const lock = async (from: ChainProvider, to: ChainProvider): Promise<Message> => {
    const kind = from === ethereum ? 'evm' : 'solana';
    const recipient = must(to.parseAddress(devAccount('alice', kind === 'evm' ? 'solana' : 'evm').address));
    const lane = { remote: to.domain, recipient, localAmount: UNIT[kind], reference: ZERO_32 };
    const { nextOutboundNonce } = must(await from.lane(to.domain));
    must(await lockTokens(from, devKey('alice', kind), lane));
    const events = must(await from.scan(0, must(await from.head()).number)).events;
    const sent = events.findLast((event) => event.type === 'message' && event.message.nonce === nextOutboundNonce);
    assert(sent?.type === 'message');
    return sent.message;
  };
  const batchOf = (message: Message) => buildBatch(message.nonce, [messageIdOf(message)]);
  const committing = (message: Message, root: Hex = batchOf(message).root) =>
    ({ function: 'commitRoot', source: message.source, firstNonce: message.nonce, count: 1, root }) as const;
  const using = (use: 'mintTokens' | 'cancelOrder', message: Message) => ({
    function: use,
    message,
    proof: packProof(use, message, batchOf(message)),
  });
  /** Runs `call` as the oracle. */
  const execute = async (call: ReturnType<typeof committing> | ReturnType<typeof using>) => {
    const payer = devKey('relayer', 'solana');
    const anchor = must(await direct.bind(must(await direct.anchor(payer)), [call]));
    const transaction = must(await direct.build(anchor, [call]));
    const members = SIGNER_ROLES.slice(0, 3).map((role) => devKey(role, 'solana'));
    const signatures = await Promise.all(members.map((key) => direct.sign(transaction, key)));
    const submission = must(await direct.prepareOracle(transaction, signatures, payer));
    must(await direct.broadcast(submission));
    for (;;) {
      const outcome = must(await direct.outcome(submission));
      if (outcome.state === 'pending') continue;
      return assert(outcome.state === 'included' && outcome.success, outcome.state);
    }
  };
  const drop = ({ source: domain, nonce }: Message) =>
    actors.replaceRoot(
      { source: domain, firstNonce: nonce, count: 1 },
      hexToBytes(ZERO_32),
      devAccount('relayer', 'solana').address,
    );
  const outcomeOf = async (message: Message) => (await storage.chainView.outcome(messageIdOf(message)))?.status;
  const recordedRoot = async ({ source: domain, destination, nonce }: Message) =>
    (await storage.chainView.rootOf({ family: 'main', source: domain, destination }, nonce))?.root;
  const nonces = async () => {
    const lane = { family: 'main', source: solana.domain, destination: ethereum.domain };
    return (await storage.chainView.messages(lane, 0n, 100, false)).map(({ message }) => message.nonce);
  };

  before(async () => {
    const funded = (['deployer', 'relayer', 'alice', 'carol'] as const).map(
      (role) => devAccount(role, 'solana').address,
    );
    const balances = Object.fromEntries(funded.map((address) => [address, 1_000n * UNIT.solana]));
    const [anvil, node] = await Promise.all([
      startAnvil({ name: 'ethereum', chainId: 901_001, port: 0 }, guard),
      startSolanaNode({ port: 0, slotMs: 50, balances }, guard),
    ]);
    const options = <Kind extends 'evm' | 'solana'>(kind: Kind, network: string, url: string) => ({
      kind,
      network,
      rpc: [url],
      deployments: folder,
      key: devKey('deployer', kind),
      asset: { type: 'native', symbol: 'COIN', name: 'coin' } as const,
      oracle: { members: SIGNER_ROLES.map((role) => devAccount(role, kind).address), threshold: 3 },
      guardian: devAccount('guardian', kind).address,
      pollMs: 50,
    });
    const there = must(await deployNetwork(options('evm', 'ethereum', anvil.url)));
    const here = must(await deployNetwork(options('solana', 'solana', node.url)));
    must(await linkNetworks(here, there));
    must(await openLane(here, there));
    proxies = await Promise.all([1, 2, 3].map(() => RpcProxy.start(node.url)));
    const open = async (rpc: readonly string[]) => {
      const chain = (urls: readonly string[]) => chainConfig.parse({ value: false, rpc: urls, pollMs: 50 });
      const chains = { ethereum: chain([anvil.url]), solana: chain(rpc) };
      const { networks } = must(await openProviders({ chains, deployments: folder }, '/'));
      deployedAt = Object.fromEntries(
        networks.map(({ deployment }) => [deployment.network, deployment.bridges.main?.deployedAtBlock ?? 0]),
      );
      const [first, second] = networks.map(({ providers }) => providers.main as ChainProvider);
      return [first, second] as [ChainProvider, ChainProvider];
    };
    [ethereum, direct] = await open([node.url]);
    [, solana] = await open(proxies.map(({ url }) => url));
    const [stranger, admin] = [devAccount('carol', 'solana').privateKey, devAccount('deployer', 'solana').privateKey];
    actors = new SolanaBridgeActors(node.url, here.deployment.bridges.main?.address ?? '', { stranger, admin });
  });
  after(async () => {
    await Promise.all((proxies ?? []).map((proxy) => proxy.stop()));
    await guard.stop();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    storage = await openBridgeStorage(':memory:');
    late = [];
    [source, watcher] = [watch(ethereum), watch(solana)];
    await settle();
  });
  afterEach(async () => {
    behave();
    assert.deepEqual(late, []);
    await storage.close();
  });

  it('S4: are not downloaded while nothing of the bridge has moved, and are counted', async () => {
    const message = await lock(ethereum, direct);
    await execute(committing(message));
    await settle();
    const [before, counted] = [downloads(), watcher.unrelated];
    await actors.nameBridge(60);
    await settle();
    assert.equal(downloads(), before);
    assert.equal(watcher.unrelated, counted + 60);
  });

  it('S4: are downloaded only as far as something is missing', async () => {
    const before = downloads();
    const { nonce } = await lock(direct, ethereum);
    await actors.nameBridge(150);
    await settle();
    assert.deepEqual((await nonces()).at(-1), nonce);
    assert.ok(downloads() - before <= 3 * 32, `${downloads() - before} downloads`);
  });

  it('hide no message', async () => {
    await actors.nameBridge(40);
    const { nonce } = await lock(direct, ethereum);
    await actors.nameBridge(3);
    await settle();
    assert.equal((await nonces()).at(-1), nonce);
  });

  it('hide no commitment, execution or cancellation', async () => {
    for (const [use, status] of [
      ['mintTokens', 'executed'],
      ['cancelOrder', 'cancelled'],
    ] as const) {
      const message = await lock(ethereum, direct);
      await settle();
      await actors.nameBridge(2);
      await execute(committing(message));
      await settle();
      assert.equal(await recordedRoot(message), batchOf(message).root);
      await actors.nameBridge(2);
      await execute(using(use, message));
      await settle();
      assert.equal(await outcomeOf(message), status);
    }
  });

  it('hide no root that was replaced while a message waits, even if pause and unpause are in the same transaction', async () => {
    const message = await lock(ethereum, direct);
    await execute(committing(message, OTHER_ROOT));
    await settle();
    await actors.nameBridge(2);
    const { root } = batchOf(message);
    await actors.replaceRoot({ source: message.source, firstNonce: message.nonce, count: 1 }, hexToBytes(root));
    await settle();
    assert.equal(await recordedRoot(message), root);
  });

  it('hide no interval that was dropped and committed again', async () => {
    const message = await lock(ethereum, direct);
    await execute(committing(message, OTHER_ROOT));
    await settle();
    await drop(message);
    await execute(committing(message));
    await settle();
    assert.equal(await recordedRoot(message), batchOf(message).root);
  });

  it('hide no execution whose interval was committed and dropped around it', async () => {
    const message = await lock(ethereum, direct);
    await settle();
    await execute(committing(message));
    await execute(using('mintTokens', message));
    await drop(message);
    await settle();
    assert.equal(await outcomeOf(message), 'executed');
    await execute(committing(message));
  });

  it('hide nothing from a view that begins anew, in many ranges', async () => {
    const all = await nonces();
    await actors.nameBridge(40);
    await storage.close();
    storage = await openBridgeStorage(':memory:');
    [source, watcher] = [watch(ethereum), watch(solana, 20)];
    await settle();
    assert.ok(all.length > 0);
    assert.deepEqual(await nonces(), all);
  });

  describe('while an endpoint shows accounts as they were', () => {
    /** Accounts as they were shown first, by address, and the slot. */
    const frozen = new Map<string, unknown>();
    let slot = 0;
    const remember: Lie = ({ method, params }, result) => {
      if (method !== 'getMultipleAccounts') return result;
      const { context, value } = result as { context: { slot: number }; value: unknown[] };
      slot = context.slot;
      for (const [index, address] of (params[0] as string[]).entries()) frozen.set(address, value[index]);
      return result;
    };
    /** An older state, which the endpoint calls as new as it is asked to be, or by its own slot. */
    const old =
      (claimsNew: boolean): Lie =>
      ({ method, params }, result) => {
        if (method !== 'getMultipleAccounts') return result;
        const answer = result as { context: { slot: number }; value: unknown[] };
        const value = (params[0] as string[]).map((address, index) => frozen.get(address) ?? answer.value[index]);
        return { context: { ...answer.context, slot: claimsNew ? answer.context.slot : slot }, value };
      };
    beforeEach(async () => {
      behave(remember);
      await actors.nameBridge(1);
      await settle();
    });

    it('one that lies passes over no message', async () => {
      behave(old(true));
      const { nonce } = await lock(direct, ethereum);
      await settle();
      assert.equal((await nonces()).at(-1), nonce);
    });

    it('two that lag pass over no message', async () => {
      behave(old(false), old(false));
      const { nonce } = await lock(direct, ethereum);
      const turn = await watcher.advance();
      assert.equal(turn.ok || turn.error.code, 'NO_QUORUM');
      behave();
      await settle();
      assert.equal((await nonces()).at(-1), nonce);
    });
  });
});
