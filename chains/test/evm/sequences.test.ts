import { strict as assert } from 'node:assert';
import type { ChainProvider, Gap } from '@causeway/chains';
import { type AnyFailure, type Result, type SignedTransaction, ZERO_32 } from '@causeway/protocol';
import { address32, alice, codeOf, ETHER, must } from '../support/bridges.ts';
import { succeeded } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

describe('gaps of nonces', function () {
  this.timeout(120_000);
  let world: World<'evm'>;
  let polygon: ChainProvider;
  before(async () => {
    world = await sharedWorld('evm');
  });
  beforeEach(async () => {
    await world.node.rpc('evm_setAutomine', false);
    polygon = world.provider('here');
  });
  afterEach(async () => {
    await world.node.rpc('evm_setAutomine', true);
    await world.node.mine(1);
  });

  const prepared = async (): Promise<SignedTransaction> => {
    const args = {
      remote: world.provider('ethereum').domain,
      recipient: address32(alice),
      localAmount: ETHER,
      reference: ZERO_32,
    };
    return must(await polygon.prepareSend('lockTokens', alice, args))[0] as SignedTransaction;
  };
  const closeGap = (own: readonly SignedTransaction[], provider = polygon): Promise<Result<Gap, AnyFailure>> =>
    provider.sequences?.closeGap(own, alice, async () => new Set(own.map(({ sequence }) => sequence))) ??
    assert.fail('EVM has nonces');

  it('are closed between the transactions of one submission, whose own nonces stay', async () => {
    const [approval, lost, lock] = [await prepared(), await prepared(), await prepared()];
    polygon.sequences?.release([lost]);
    must(await polygon.broadcast(lock));
    assert.deepEqual(must(await closeGap([approval, lock])), { waits: true, closed: [lost.sequence] });
    must(await polygon.broadcast(approval));
    await world.node.mine(1);
    for (const each of [approval, lock]) await succeeded(polygon, each);
    assert.deepEqual(must(await closeGap([approval, lock])), { waits: false, closed: [] });
  });

  it('are closed once by all that wait above them', async () => {
    const [lost, first, second] = [await prepared(), await prepared(), await prepared()];
    polygon.sequences?.release([lost]);
    for (const each of [first, second]) must(await polygon.broadcast(each));
    const both = await Promise.all([closeGap([first, second]), closeGap([first, second])]);
    assert.deepEqual(both.map((gap) => must(gap).closed).sort(), [[], [lost.sequence]]);
    await world.node.mine(1);
    for (const each of [first, second]) await succeeded(polygon, each);
  });

  it('are left where the nonce has a transaction that another program sent for as much', async () => {
    const [foreign, own] = [await prepared(), await prepared()];
    for (const each of [foreign, own]) must(await polygon.broadcast(each));
    const here = world.provider('here');
    assert.deepEqual(must(await closeGap([own], here)), { waits: true, closed: [] });
    await world.node.mine(1);
    for (const each of [foreign, own]) await succeeded(polygon, each);
  });

  it('do not arise when an empty transaction takes the place of one that waits, which is then dropped', async () => {
    const [waiting, next] = [await prepared(), await prepared()];
    for (const each of [waiting, next]) must(await polygon.broadcast(each));
    const empty = must(await (polygon.sequences?.empty(waiting, alice) ?? assert.fail('EVM has nonces')));
    assert.equal(empty.sequence, waiting.sequence);
    must(await polygon.broadcast(empty));
    await world.node.mine(2);
    await succeeded(polygon, next);
    assert.deepEqual(must(await polygon.outcome(waiting)), { state: 'dropped' });
  });

  it('wait while the base fee is above the cap', async () => {
    const [lost, last] = [await prepared(), await prepared()];
    const capped = world.provider('here', { maxFeePerGasGwei: 1e-9 });
    assert.equal(codeOf(await closeGap([last], capped)), 'FEE_CAP_EXCEEDED');
    polygon.sequences?.release([lost, last]);
  });
});
