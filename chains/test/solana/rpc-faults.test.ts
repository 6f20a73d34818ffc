import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import { type Lie, RpcRefusal } from '@causeway/local-nodes';
import { ZERO_32 } from '@causeway/protocol';
import { about, aboutValue, LIES } from '../../conformance/solana.ts';
import { actorsOf } from '../support/actors.ts';
import { codeOf, must } from '../support/bridges.ts';
import { type Endpoints, threeEndpoints } from '../support/endpoints.ts';
import { SOL, solAlice } from '../support/solana.ts';
import { allEvents, lock } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

type Json = Record<string, unknown>;

describe('Solana endpoints with gaps in their answers', function () {
  this.timeout(120_000);
  let world: World<'solana'>;
  let endpoints: Endpoints;
  let solana: ChainProvider;
  let ethereum: ChainProvider;
  let headNumber = 0;
  const through = () => world.provider('here', { rpc: endpoints.urls });

  before(async () => {
    world = await sharedWorld('solana');
    endpoints = await threeEndpoints(world.node.url);
    [solana, ethereum] = [world.provider(), world.provider('ethereum')];
    for (let nonce = 0; nonce < 3; nonce += 1) await lock(solana, ethereum);
    await world.node.rpc('causeway_pauseSlots');
    headNumber = must(await solana.head()).number;
  });
  after(async () => {
    await endpoints?.stop();
    await world.node.rpc('causeway_resumeSlots');
  });

  it('cannot report silence by lagging, even together with a liar', async () => {
    const behind: Lie = ({ method, params }, result) =>
      method === 'getSignaturesForAddress'
        ? []
        : method === 'getBlock' && params[0] === headNumber
          ? new RpcRefusal('Block not available', -32_004)
          : method === 'getBlocksWithLimit'
            ? []
            : result;
    endpoints.behave(behind, LIES['hides events']);
    assert.equal(codeOf(await through().scan(0, headNumber)), 'NO_QUORUM');
  });

  it('that have all lost a part of the history are detected by the gap', async () => {
    const messages = (await allEvents(solana)).filter(({ type }) => type === 'message');
    const lost = messages.at(-2)?.at.transaction;
    const forgetful = about('getSignaturesForAddress', (result) =>
      (result as unknown as Json[]).filter(({ signature }) => signature !== lost),
    );
    endpoints.behave(forgetful, forgetful, forgetful);
    const scan = await through().scan(0, headNumber);
    assert(!scan.ok && scan.error.code === 'EVENTS_MISSING' && scan.error.retryable);
  });

  it('that show an older state than asked for are no quorum for it', async () => {
    const older = about('getMultipleAccounts', (result) => ({ ...result, context: { slot: headNumber - 1 } }));
    const head = must(await solana.head());
    const { domain } = ethereum;
    const reads = (provider: ChainProvider) => [
      provider.lane(domain, head),
      provider.statuses(domain, 0n, 1, head),
      provider.root(domain, 0n, 1, head),
    ];
    endpoints.behave(older);
    for (const read of await Promise.all(reads(through()))) must<unknown>(read);
    endpoints.behave(older, older);
    for (const read of await Promise.all(reads(through()))) assert.equal(codeOf(read), 'NO_QUORUM');
    must(await through().lane(domain));
  });

  it('that do not know a block hash yet do not make its transactions expire', async () => {
    endpoints.behave();
    const recipient = must(ethereum.parseAddress(actorsOf(ethereum).alice.address));
    const args = { remote: ethereum.domain, recipient, localAmount: SOL, reference: ZERO_32 };
    const [submission] = must(await through().prepareSend('lockTokens', solAlice, args));
    assert(submission);
    const late = aboutValue('isBlockhashValid', () => false);
    endpoints.behave(late, late, late);
    assert.deepEqual(must(await through().outcome(submission)), { state: 'pending' });
  });

  it('may count a block before they show it: the one before is the head', async () => {
    endpoints.behave();
    const head = must(await through().head());
    const late: Lie = ({ method, params }, result) =>
      method === 'getBlock' && params[0] === head.number ? new RpcRefusal('Block not available', -32_004) : result;
    endpoints.behave(late, late, late);
    assert(must(await through().head()).number < head.number);
  });
});
