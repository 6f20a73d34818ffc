import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import { SolanaBridgeActors } from '../../test-support/index.ts';
import { must } from '../support/bridges.ts';
import { type Endpoints, threeEndpoints } from '../support/endpoints.ts';
import { SOL, seedOf, solOutsider } from '../support/solana.ts';
import { lock } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

describe('Solana transactions that only name a bridge', function () {
  this.timeout(120_000);
  let world: World<'solana'>;
  let endpoints: Endpoints;
  let solana: ChainProvider;
  let ethereum: ChainProvider;
  let actors: SolanaBridgeActors;
  /** How often a quorum of two endpoints was asked for each during `act`. */
  const timesAsked = async <T>(method: string, act: () => Promise<T>) => {
    const before = endpoints.callsOf(method);
    const result = await act();
    return { result, times: (endpoints.callsOf(method) - before) / 2 };
  };

  before(async () => {
    world = await sharedWorld('solana');
    endpoints = await threeEndpoints(world.node.url);
    solana = world.provider('here', { rpc: endpoints.urls });
    ethereum = world.provider('ethereum');
    const seeds = { stranger: seedOf(0xbad), admin: seedOf(1) };
    actors = new SolanaBridgeActors(world.node.url, world.here.deployment.bridges.main?.address ?? '', seeds);
    const stranger = solOutsider.address;
    await world.node.rpc('requestAirdrop', stranger, Number(SOL));
    while (must(await solana.balance(stranger, solana.domain)) === 0n);
  });
  after(async () => {
    await endpoints?.stop();
  });

  /** Scans everything after `act`, and answers the question for the n-th time with `answer(n)`. */
  async function scanAfter(act: () => Promise<unknown>, answer: (asked: number) => boolean) {
    const { number } = must(await solana.head());
    await act();
    const to = must(await solana.head());
    const asked: number[] = [];
    const { result, times } = await timesAsked('getTransaction', () =>
      solana.scan(number + 1, to.number, async (last, events) => {
        assert.equal(last.number, to.number);
        asked.push(events.length);
        return answer(asked.length);
      }),
    );
    return { asked, downloads: times, scan: must(result) };
  }

  it('S4: are not downloaded when the record is complete, and counted', async () => {
    const { asked, downloads, scan } = await scanAfter(
      () => actors.nameBridge(5),
      () => true,
    );
    assert.deepEqual([asked, downloads, scan.unrelated, scan.events], [[0], 0, 5, []]);
  });

  it('S4: are downloaded from the oldest on, as long as something is missing', async () => {
    const act = async () => {
      await lock(solana, ethereum);
      await actors.nameBridge(80);
    };
    const { asked, downloads, scan } = await scanAfter(act, (count) => count === 3);
    // The lock is known already from its outcome.
    assert.deepEqual([asked, downloads, scan.unrelated, scan.events.length], [[0, 1, 1], 63, 80, 1]);
  });

  it('are all downloaded when nobody can tell', async () => {
    const { number } = must(await solana.head());
    await actors.nameBridge(3);
    const to = must(await solana.head());
    const { result, times } = await timesAsked('getTransaction', () => solana.scan(number + 1, to.number));
    assert.deepEqual([times, must(result).unrelated], [3, 3]);
  });

  it('are asked about only where there are any', async () => {
    const { asked } = await scanAfter(
      () => world.node.advance(2),
      () => false,
    );
    assert.deepEqual(asked, []);
  });

  it('accounts that are asked for together are read in one request', async () => {
    const { domain } = ethereum;
    const { result, times } = await timesAsked('getMultipleAccounts', () =>
      Promise.all([solana.lane(domain), solana.paused(), solana.statuses(domain, 0n, 1), solana.root(domain, 99n, 1)]),
    );
    assert.ok(result.every(({ ok }) => ok));
    assert.equal(times, 1);
  });
});
