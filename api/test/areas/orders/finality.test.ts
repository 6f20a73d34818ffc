import { strict as assert } from 'node:assert';
import { chainConfig, registryOf } from '@causeway/chains';
import { MemoryChain } from '@causeway/chains/test-support';
import { ALICE, fund, postOrder, RECIPIENT, type TestApi, testApi } from '../../support/api.ts';
import { START_MS, testChains } from '../../support/chains.ts';
import { clientOf } from '../../support/client.ts';

/** Blocks of two seconds from the newest final one to the head, and the age at which it stands still by the profile. */
const TAGGED = 400;
const STILL_SECONDS = 2 * 1_140;

describe('orders from a chain whose own word makes blocks final', () => {
  let api: TestApi;
  let chains: ReturnType<typeof testChains>;

  before(async () => {
    chains = testChains();
    const config = chainConfig.parse({ profile: 'ethereum', value: false, rpc: ['http://127.0.0.1:1'] });
    const [ethereum, ...others] = chains.networks;
    const registry = registryOf([{ ...(ethereum as NonNullable<typeof ethereum>), config }, ...others]);
    api = await testApi({ chains: { ...chains, registry } });
    chains.ethereum.mine(TAGGED);
    chains.ethereum.tag = chains.ethereum.tip.number - TAGGED;
  });
  after(() => api.close());

  const network = async () => {
    api.clock.nowMs += 60_000;
    const [ethereum] = await clientOf(api).market.networks();
    return ethereum?.finality;
  };

  it('are told with the live distance, the rule, and why it takes longer than elsewhere', async () => {
    assert.deepEqual(await network(), {
      ...{ blocks: 32, rule: 'tag', blocksNow: TAGGED, expectedSeconds: 2 * TAGGED, standsStill: false },
      exception:
        'final after 13 to 19 minutes: validators finalize blocks after two epochs; before, 32 blocks can be taken back',
    });
    const quote = await clientOf(api).market.quote({ from: 'ETH', to: 'polygon', amount: '1' });
    assert.equal(quote.expectedSeconds, 2 * (TAGGED + 1) + 2 * 2 + 5);
  });

  it('say how long the chain takes once enough blocks lie above the lock, and that it waits when it stands still', async () => {
    fund(api, 'ethereum', 1_000);
    const created = await postOrder(api, ALICE, {
      from: 'ETH',
      to: 'polygon',
      amount: '1',
      destinationAddress: RECIPIENT,
    });
    assert.equal(created.statusCode, 201, created.body);
    const id: string = created.json().orderId;
    const { orders } = api.storage;
    const lockBlock = chains.ethereum.tip.number - 100;
    await orders.transition(id, 'lockSeen', { messageId: `0x${'77'.repeat(32)}`, lockBlock });
    await orders.transition(id, 'confirmationsStarted');
    const message = async (): Promise<string> => {
      // Measured in the background of the first answer, and shown by the next.
      for (let read = 0; read < 20; read += 1) {
        const text: string = (await api.app.inject(`/api/v1/orders/${id}`)).json().result.message;
        if (text.includes(';')) return text;
      }
      return assert.fail('the message says nothing of finality');
    };
    assert.match(
      await message(),
      /^[^;]+; enough blocks lie above the lock, and ethereum finalizes it in about 10 min/,
    );
    const balance = await clientOf(api).orders.checkBalance(id);
    assert.equal(balance.expectedSeconds, 2 * (TAGGED - 100) + 2 * 2 + 5);
    chains.ethereum.mine(Math.ceil(STILL_SECONDS / 2));
    assert.equal((await network())?.standsStill, true);
    const still = await message();
    assert.match(still, /; ethereum has finalized nothing for \d+ minutes, and the order waits until it does$/);
    assert.equal((await clientOf(api).orders.checkBalance(id)).expectedSeconds, null, 'nobody can tell');

    // What an unreadable chain said before is not repeated.
    chains.ethereum.endpoints = ['dead', 'dead', 'honest'];
    assert.equal((await network())?.blocksNow, null);
    assert.doesNotMatch((await api.app.inject(`/api/v1/orders/${id}`)).json().result.message, /;/);
    chains.ethereum.endpoints = ['honest', 'honest', 'honest'];
    chains.ethereum.tag = chains.ethereum.tip.number;
    assert.equal((await network())?.standsStill, false);
  });

  it('are measured anew after the machine’s clock was set back', async () => {
    await network();
    chains.ethereum.mine(10);
    chains.ethereum.tag = chains.ethereum.tip.number - TAGGED;
    api.clock.nowMs -= 2 * 600_000;
    assert.equal((await network())?.blocksNow, TAGGED);
  });
});

describe('orders from a chain whose operator asks for more blocks than its own word needs', () => {
  const DEPTH = 400;
  let api: TestApi;
  const gnosis = new MemoryChain({
    ...{ name: 'gnosis', domain: 31_108, finalityBlocks: DEPTH, members: [], threshold: 3, startMs: START_MS },
    asset: { symbol: 'GNO', name: 'Gnosis', decimals: 18, address: `0x${'9'.repeat(40)}` },
  });

  before(async () => {
    const chains = testChains({ more: [gnosis] });
    const config = chainConfig.parse({ profile: 'gnosis', value: false, rpc: ['http://127.0.0.1:1'] });
    const registry = registryOf(chains.networks.map((one) => (one.name === 'gnosis' ? { ...one, config } : one)));
    api = await testApi({ chains: { ...chains, registry } });
    gnosis.mine(2 * DEPTH);
    gnosis.tag = gnosis.tip.number - 70;
  });
  after(() => api.close());

  const finality = async () => {
    api.clock.nowMs += 60_000;
    return (await clientOf(api).market.networks()).at(-1)?.finality;
  };

  it('do not call it a standstill until the chain’s own word is older than those', async () => {
    const { rule, blocksNow, standsStill } = (await finality()) ?? assert.fail();
    assert.deepEqual([rule, blocksNow, standsStill], ['tag', DEPTH, false]);
    gnosis.mine(DEPTH);
    assert.deepEqual([(await finality())?.blocksNow, (await finality())?.standsStill], [DEPTH + 70, true]);
  });

  it('have whole times while the tag is ahead of the head, before the chain’s start, or blocks have one time', async () => {
    for (const tag of [gnosis.tip.number + 5_000, -5]) {
      gnosis.tag = tag;
      const { blocksNow, expectedSeconds } = (await finality()) ?? assert.fail();
      assert.ok((blocksNow ?? -1) >= DEPTH && Number.isSafeInteger(expectedSeconds) && (expectedSeconds ?? -1) >= 0);
    }
    gnosis.blockMs = 0;
    gnosis.mine(64);
    assert.equal((await finality())?.expectedSeconds, 0);
  });
});
