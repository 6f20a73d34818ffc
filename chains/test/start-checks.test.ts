import { strict as assert } from 'node:assert';
import type { Deployment } from '@causeway/chains';
import { type Lie, RpcProxy, RpcRefusal } from '@causeway/local-nodes';
import type { BuiltInKind } from '@causeway/protocol';
import * as radix from '../conformance/radix.ts';
import { encodeAddress } from '../src/radix/address.ts';
import { codeOf, must, outsider } from './support/bridges.ts';
import { nodeIdOf, SIMULATOR } from './support/radix-offline.ts';
import { solOutsider } from './support/solana.ts';
import { sharedWorld } from './support/worlds.ts';

/** What an endpoint of another chain says of itself, that chain in words, and an address without a token. */
const KINDS: Readonly<Record<BuiltInKind, { readonly lie: Lie; readonly other: RegExp; readonly nothing: string }>> = {
  evm: {
    lie: ({ method }, result) => (method === 'eth_chainId' ? '0x2105' : result),
    other: /serve chain 8453, but polygon was deployed to chain 901002; give endpoints of that chain/,
    nothing: outsider.address,
  },
  solana: {
    lie: ({ method }, result) =>
      method === 'getGenesisHash' ? '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' : result,
    other: /serve chain mainnet, but solana was deployed to chain local; give endpoints of that chain/,
    nothing: solOutsider.address,
  },
  radix: {
    lie: radix.about('/status/network-configuration', (answer) => ({ ...answer, network_id: 2 })),
    other: /serve chain stokenet, but radix was deployed to chain simulator; give endpoints of that chain/,
    nothing: encodeAddress(nodeIdOf('5d', 'ee'), SIMULATOR),
  },
};

for (const kind of ['evm', 'solana', 'radix'] as const) {
  describe(`the start on ${kind}`, function () {
    this.timeout(120_000);
    const { lie, other, nothing } = KINDS[kind];
    let proxy: RpcProxy;
    before(async () => {
      proxy = await RpcProxy.start((await sharedWorld(kind)).node.url);
    });
    afterEach(() => proxy.setFault(null));
    after(() => proxy.stop());

    it('is refused where the endpoints serve another chain, with the setting', async () => {
      const world = await sharedWorld(kind);
      proxy.setFault({ kind: 'lying', lie });
      const refused = await world.provider('here', { rpc: [proxy.url] }).verify();
      assert(!refused.ok && refused.error.code === 'NETWORK_UNSUITABLE' && !refused.error.retryable);
      assert.match(refused.error.message, /^chains\.\w+\.rpc: its endpoints /);
      assert.match(refused.error.message, other);
    });

    it('is refused where no token is at the address of the asset, with the file', async () => {
      const world = await sharedWorld(kind);
      const { deployment } = world.here;
      const main = deployment.bridges.main as Deployment['bridges'][string];
      const canonicalAsset = { ...main.canonicalAsset, address: nothing };
      const changed = { ...deployment, bridges: { main: { ...main, canonicalAsset } } };
      const refused = await world.provider('here', {}, changed).verify();
      assert(!refused.ok && refused.error.code === 'ASSET_MISSING' && !refused.error.retryable);
      const file = `bridges.main.canonicalAsset of ${deployment.network}.json`;
      assert.equal(refused.error.message.split(';')[0], `${file}: no token answers at ${nothing}`);
    });

    it('is not refused, and told from a refusal, while nobody answers', async () => {
      const world = await sharedWorld(kind);
      proxy.setFault({ kind: 'dead' });
      const failed = await world.provider('here', { rpc: [proxy.url] }).verify();
      assert(!failed.ok && failed.error.code === 'RPC_UNAVAILABLE' && failed.error.retryable);
    });
  });
}

describe('the start on evm with the tag', function () {
  this.timeout(120_000);
  let proxies: readonly [RpcProxy, RpcProxy, RpcProxy];
  before(async () => {
    const { url } = (await sharedWorld('evm')).node;
    proxies = [await RpcProxy.start(url), await RpcProxy.start(url), await RpcProxy.start(url)];
  });
  afterEach(() => {
    for (const proxy of proxies) proxy.setFault(null);
  });
  after(() => Promise.all(proxies.map((proxy) => proxy.stop())));

  const verify = async (finalizedTag: boolean) => {
    const world = await sharedWorld('evm');
    const rpc = proxies.map(({ url }) => url);
    return world.provider('here', { rpc, finality: { blocks: 32, finalizedTag } }).verify();
  };
  /** `count` endpoints answer a question for the tag with `answer`. */
  const behave = (count: number, answer: unknown) => {
    const lie: Lie = ({ params }, result) => (params[0] === 'finalized' ? answer : result);
    for (const proxy of proxies.slice(0, count)) proxy.setFault({ kind: 'lying', lie });
  };

  it('is refused where a quorum of the endpoints has no finalized block, in whatever words', async () => {
    const words = ['unknown tag', 'finalized block not found', 'invalid argument 0: hex string without 0x prefix'];
    for (const answer of [null, ...words.map((text) => new RpcRefusal(text, -32_000))]) {
      behave(2, answer);
      const refused = await verify(true);
      assert(!refused.ok && refused.error.code === 'NETWORK_UNSUITABLE' && !refused.error.retryable);
      assert.match(
        refused.error.message,
        /^chains\.polygon\.finality\.finalizedTag: its endpoints know no finalized block; give others, or false/,
      );
    }
    must(await verify(false));
  });

  it('goes on with a quorum that has one, and waits for endpoints that are busy', async () => {
    behave(1, null);
    must(await verify(true));
    behave(2, new RpcRefusal('too many requests'));
    assert.equal(codeOf(await verify(true)), 'NO_QUORUM');
  });
});
