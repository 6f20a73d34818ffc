import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { connectEvm } from '@causeway/chains/evm';
import type { BlockRef } from '@causeway/protocol';
import { evmSettings } from '../../src/evm/config.ts';
import { evmHeads } from '../../src/evm/head-feed.ts';
import { type Anvil, startAnvil } from '../support/anvil.ts';
import { settings } from '../support/bridges.ts';

describe('new heads', function () {
  this.timeout(120_000);
  let node: Anvil;
  before(async () => {
    node = await startAnvil(901_009);
  });
  after(() => node.stop());

  /** Collects heads: `next` resolves with the first one at `number` or above. */
  function collector() {
    const heads: BlockRef[] = [];
    const waiting = new Set<() => void>();
    return {
      heads,
      listen: (head: BlockRef) => {
        heads.push(head);
        for (const wake of waiting) wake();
      },
      async reach(number: number): Promise<void> {
        while ((heads.at(-1)?.number ?? -1) < number) {
          await new Promise<void>((resolve) => waiting.add(resolve));
        }
      },
    };
  }
  const headNumber = async () => Number(await node.rpc('eth_blockNumber'));
  const rpc = () => connectEvm(node.chainId, evmSettings.parse(settings([node.url]))).rpc;

  it('come by polling, once each, and no more after the end', async () => {
    const feed = evmHeads(rpc(), { pollMs: 10 });
    const { heads, listen, reach } = collector();
    const unsubscribe = feed.subscribe(listen);
    await reach(await headNumber());
    await node.mine(1);
    await reach(await headNumber());
    assert.equal(new Set(heads.map(({ hash }) => hash)).size, heads.length);
    unsubscribe();
    const told = heads.length;
    const second = collector();
    await node.mine(1);
    const again = feed.subscribe(second.listen);
    await second.reach(await headNumber());
    again();
    assert.equal(heads.length, told);
  });

  it('tell every listener, until each unsubscribes', async () => {
    const feed = evmHeads(rpc(), { pollMs: 10 });
    const [a, b] = [collector(), collector()];
    const stopA = feed.subscribe(a.listen);
    const stopB = feed.subscribe(b.listen);
    await node.mine(1);
    await Promise.all([a.reach(await headNumber()), b.reach(await headNumber())]);
    stopA();
    await node.mine(1);
    await b.reach(await headNumber());
    stopB();
  });

  it('come at once by WebSocket, and again after its connection was lost', async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      const upstream = connect(Number(new URL(node.url).port), '127.0.0.1');
      sockets.add(socket);
      for (const [one, other] of [[socket, upstream] as const, [upstream, socket] as const]) {
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const webSocket = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // Polling alone would take an hour.
    const feed = evmHeads(rpc(), { pollMs: 3_600_000, webSocket, reconnectMs: 10 });
    const { listen, reach } = collector();
    const unsubscribe = feed.subscribe(listen);
    try {
      for (let connection = 0; connection < 2; connection += 1) {
        // A block before the subscription is not announced, so blocks are mined until one is.
        const target = (await headNumber()) + 1;
        let reached = false;
        const arrival = reach(target).then(() => {
          reached = true;
        });
        while (!reached) {
          await node.mine(1);
          await new Promise(setImmediate);
        }
        await arrival;
        for (const socket of sockets) socket.destroy();
        sockets.clear();
      }
    } finally {
      unsubscribe();
      server.close();
      for (const socket of sockets) socket.destroy();
    }
  });
});
