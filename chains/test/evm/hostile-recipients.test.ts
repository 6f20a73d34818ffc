import { strict as assert } from 'node:assert';
import type { ChainProvider, OracleCall, OracleOrder } from '@causeway/chains';
import { type Message, type SignedTransaction, uintToHex, ZERO_32 } from '@causeway/protocol';
import { Transaction } from 'ethers';
import { ETHER, must, relayer } from '../support/bridges.ts';
import {
  allEvents,
  batchOf,
  commitAll,
  commitOf,
  deliver,
  executionOf,
  included,
  landed,
  lock,
  mintsOf,
  sent,
  signedBy,
  statusOf,
} from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

const COUNT = 8;
/** What a mint uses more when its recipient has become one that holds nothing. */
const NEW_HOLDER_GAS = 17_100n;

/**
 * Runtime code that takes all gas of a payment while the first word of its storage is set. Called with data, it sets
 * that word, for anybody.
 */
const BURNER = '0x36600e575f54600a57005b600a565b5f355f5500';
const BURNERS = Array.from({ length: COUNT }, (_, index) => uintToHex(0xb0b00000 + index, 20));

describe('recipients that take more gas in the block than at the estimate', function () {
  this.timeout(120_000);
  let world: World<'evm'>;
  let ethereum: ChainProvider;
  let polygon: ChainProvider;
  before(async () => {
    world = await sharedWorld('evm');
    [ethereum, polygon] = [world.provider('ethereum'), world.provider('here')];
    for (const burner of BURNERS) await world.ethereum.rpc('anvil_setCode', burner, BURNER);
    await commitAll(ethereum, polygon);
    await deliver(polygon, await lock(ethereum, polygon, ETHER), 'mintTokens');
  });

  const take = (all: 0 | 1) =>
    Promise.all(BURNERS.map((each) => world.ethereum.rpc('anvil_setStorageAt', each, ZERO_32, uintToHex(all, 32))));

  async function burnsTo(recipients: readonly string[]): Promise<readonly [Message, ...Message[]]> {
    await commitAll(polygon, ethereum);
    for (const address of recipients) {
      const recipient = must(ethereum.parseAddress(address));
      await sent(polygon, 'burnTokens', {
        remote: ethereum.domain,
        recipient,
        localAmount: 10n ** 12n,
        reference: ZERO_32,
      });
    }
    const messages = (await allEvents(polygon)).flatMap((event) => (event.type === 'message' ? [event.message] : []));
    return messages.slice(-recipients.length) as [Message, ...Message[]];
  }

  async function prepared(
    on: ChainProvider,
    calls: readonly OracleCall[],
    behind: number,
    form: string,
  ): Promise<SignedTransaction> {
    const { anchorAt, next } = on.order as OracleOrder;
    const transaction = must(await on.build(anchorAt(must(await next())) + form, calls));
    return must(await on.prepareOracle(transaction, await signedBy(on, transaction), relayer, undefined, behind));
  }

  for (const [form, name] of [
    ['+packed', 'packed'],
    ['', 'single'],
  ] as const) {
    for (const [behind, place] of ['next', 'on top of others'].entries()) {
      it(`fail no ${name} order of a transaction that is ${place}, and are credited`, async () => {
        await take(0);
        const messages = await burnsTo(BURNERS);
        const batch = batchOf(...messages);
        const uses = messages.map((message) => executionOf('releaseTokens', message, batch));
        const submission = await prepared(ethereum, [commitOf(messages[0], batch), ...uses], behind, form);
        await take(1);
        must(await ethereum.broadcast(submission));
        const { success, executionUnits, events } = await included(ethereum, submission);
        assert.equal(success, true, `${executionUnits} of ${Transaction.from(submission.raw).gasLimit} gas`);
        const statuses = await Promise.all(messages.map((message) => statusOf(ethereum, message)));
        assert.deepEqual(statuses, Array(COUNT).fill('executed'));
        const credited = events.filter((event) => event.type === 'executed' && event.credited);
        assert.equal(credited.length, COUNT);
      });
    }
  }

  it('leave gas for mints to accounts that give away what they hold', async () => {
    const { calls } = await mintsOf(ethereum, polygon, COUNT);
    const submission = await prepared(polygon, calls, 0, '+packed');
    const { executionUnits } = await landed(polygon, submission);
    const most = executionUnits + BigInt(COUNT) * NEW_HOLDER_GAS;
    assert.ok(Transaction.from(submission.raw).gasLimit >= most, `${executionUnits}`);
  });
});
