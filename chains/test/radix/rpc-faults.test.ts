import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import { about, changeReceipt, LIES, mapStream } from '../../conformance/radix.ts';
import { codeOf, must } from '../support/bridges.ts';
import { type Endpoints, threeEndpoints } from '../support/endpoints.ts';
import { allEvents, lock } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

type Json = Readonly<Record<string, unknown>>;

describe('Radix endpoints with gaps in their answers', function () {
  this.timeout(120_000);
  let world: World<'radix'>;
  let endpoints: Endpoints;
  let radix: ChainProvider;
  let to = 0;
  const through = () => world.provider('here', { rpc: endpoints.urls });

  before(async () => {
    world = await sharedWorld('radix');
    endpoints = await threeEndpoints(world.node.url);
    radix = world.provider();
    for (let nonce = 0; nonce < 3; nonce += 1) await lock(radix, world.provider('ethereum'));
    world.node.ledger.pause();
    to = must(await radix.head()).number;
  });
  after(async () => {
    world.node.ledger.resume();
    await endpoints?.stop();
  });

  it('cannot report silence by lagging, even together with a liar', async () => {
    const behind = about('/stream/transactions', (answer) => ({
      ...answer,
      transactions: (answer.transactions as Json[]).filter(
        (transaction) => Number((transaction.resultant_state_identifiers as Json).state_version) < to,
      ),
    }));
    endpoints.behave(behind, LIES['hides events']);
    assert.equal(codeOf(await through().scan(1, to)), 'NO_QUORUM');
    endpoints.behave(behind, behind, behind);
    assert.equal(codeOf(await through().scan(1, to)), 'BLOCK_NOT_FOUND');
  });

  it('can agree on the oracle while they disagree on the holdings', async () => {
    // The holdings stand before the fees, the last field: 24 bytes after one that names the type.
    const holding = (xrd: string) =>
      about('/transaction/preview', (preview) => {
        const receipt = preview.receipt as Json;
        const output = (receipt.output as Json[]).map(({ hex }) => ({
          hex: `${String(hex).slice(0, -98)}${xrd}${String(hex).slice(-50)}`,
        }));
        return { ...preview, receipt: { ...receipt, output } };
      });
    endpoints.behave(...['01', '02', '03'].map((first) => holding(`${first}${'00'.repeat(23)}`)));
    assert.equal(must(await through().oracle()).threshold, 3);
    assert.deepEqual(must(await through().paused()), { outbound: false, inbound: false });
    assert.equal(codeOf(await through().holdings()), 'NO_QUORUM');
  });

  it('that show a state version under another number than requested count as failed', async () => {
    const shifted = mapStream((transaction) => {
      const identifiers = transaction.resultant_state_identifiers as Json;
      const state_version = Number(identifiers.state_version) + 1;
      return { ...transaction, resultant_state_identifiers: { ...identifiers, state_version } };
    });
    endpoints.behave(...[1, 2, 3].map(() => shifted));
    assert.equal(codeOf(await through().block(3)), 'RPC_UNAVAILABLE');
  });

  it('that have all lost a part of the history are detected by the gap', async () => {
    endpoints.behave();
    const messages = (await allEvents(radix)).filter(({ type }) => type === 'message');
    const versions = messages.map(({ at }) => at.block.number);
    const versionOf = (transaction: Json) => (transaction.resultant_state_identifiers as Json).state_version;
    const forgetful = mapStream((transaction) =>
      versionOf(transaction) === versions.at(-2)
        ? changeReceipt((receipt) => ({ ...receipt, events: [] }))(transaction)
        : transaction,
    );
    endpoints.behave(...[1, 2, 3].map(() => forgetful));
    const scan = await through().scan(1, to);
    assert(!scan.ok && scan.error.code === 'EVENTS_MISSING' && scan.error.retryable);
    const skipping = about('/stream/transactions', (answer) => ({
      ...answer,
      transactions: (answer.transactions as Json[]).filter((one) => versionOf(one) !== versions[0]),
    }));
    endpoints.behave(...[1, 2, 3].map(() => skipping));
    assert.equal(codeOf(await through().scan(1, to)), 'RPC_UNAVAILABLE');
  });
});
