import { strict as assert } from 'node:assert';
import { chainConfig, registryOf } from '@causeway/chains';
import { ALICE, fund, postOrder, RECIPIENT, type TestApi, testApi } from '../../support/api.ts';
import { testChains } from '../../support/chains.ts';
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
    chains.ethereum.tag = chains.ethereum.tip.number;
    assert.equal((await network())?.standsStill, false);
  });
});
