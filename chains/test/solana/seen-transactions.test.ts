import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import { messageIdOf } from '@causeway/protocol';
import { must } from '../support/bridges.ts';
import { type Behaviour, type Endpoints, threeEndpoints } from '../support/endpoints.ts';
import { lock } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

describe('transactions that a process has followed to their outcome', function () {
  this.timeout(120_000);
  let world: World<'solana'>;
  let endpoints: Endpoints;
  let sender: ChainProvider;
  let signer: ChainProvider;

  before(async () => {
    world = await sharedWorld('solana');
    endpoints = await threeEndpoints(world.node.url);
    sender = world.provider('here', { rpc: endpoints.urls });
    signer = world.provider('here', { rpc: endpoints.urls });
  });
  after(async () => {
    await endpoints?.stop();
  });
  afterEach(() => endpoints.behave());

  /** What `reader` finds of a new lock of `sender`, and how many endpoints it asked for transactions. */
  async function scanLock(reader: ChainProvider, lie: Behaviour = 'honest') {
    const from = must(await sender.head()).number + 1;
    const message = await lock(sender, world.provider('ethereum'));
    const to = must(await sender.head()).number;
    endpoints.behave(lie, lie, lie);
    const before = endpoints.callsOf('getTransaction');
    const { events } = must(await reader.scan(from, to));
    const downloads = endpoints.callsOf('getTransaction') - before;
    const found = events.map((event) => event.type === 'message' && event.messageId === messageIdOf(message));
    return { downloads, found, hashes: events.map(({ at }) => at.block.hash) };
  }

  it('are not read again when they are scanned', async () => {
    const { downloads, found } = await scanLock(sender);
    assert.deepEqual([downloads, found], [0, [true]]);
  });

  it('are read by who has not', async () => {
    const { downloads, found } = await scanLock(signer);
    assert.deepEqual([downloads, found], [2, [true]]);
  });

  it('are read again when another block has their slot', async () => {
    const hash = '1'.repeat(32);
    const isOrder = (options: unknown) =>
      (options as { readonly transactionDetails?: string } | undefined)?.transactionDetails === 'signatures';
    const { downloads, found, hashes } = await scanLock(sender, ({ method, params: [, options] }, result) =>
      method === 'getBlock' && isOrder(options) ? { ...(result as object), blockhash: hash } : result,
    );
    assert.deepEqual([downloads, found, hashes], [2, [true], [hash]]);
  });
});
