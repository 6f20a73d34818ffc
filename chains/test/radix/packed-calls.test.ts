import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import type { Lie } from '@causeway/local-nodes';
import { EXECUTE_MANY } from '../../src/radix/packed-calls.ts';
import { actorsOf } from '../support/actors.ts';
import { codeOf, must } from '../support/bridges.ts';
import { type Endpoints, threeEndpoints } from '../support/endpoints.ts';
import { built, mintsOf } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

describe('packed calls on Radix', function () {
  this.timeout(120_000);
  let world: World<'radix'>;
  let endpoints: Endpoints;
  let ethereum: ChainProvider;
  let radix: ChainProvider;

  before(async () => {
    world = await sharedWorld('radix');
    endpoints = await threeEndpoints(world.node.url);
    ethereum = world.provider('ethereum');
  });
  beforeEach(() => {
    radix = world.provider('here', { rpc: endpoints.urls });
  });
  afterEach(() => endpoints.behave());
  after(() => endpoints?.stop());

  /** Answers trial runs of execute_many as the node answers a call of a method that the bridge does not have. */
  async function lackOfMethod(): Promise<Lie> {
    const isTrial = ({ params }: { readonly params: unknown }) => JSON.stringify(params).includes(EXECUTE_MANY);
    let asked = '';
    const note: Lie = (call, answer) => {
      if (isTrial(call)) asked = JSON.stringify((call.params as readonly unknown[])[0]);
      return answer;
    };
    endpoints.behave(note, note, note);
    const { calls } = await mintsOf(ethereum, radix, 2);
    must(await world.provider('here', { rpc: endpoints.urls }).bind('anchor', calls));
    const headers = { 'content-type': 'application/json' };
    const body = asked.replace(EXECUTE_MANY, 'execute_none');
    const answer = await (
      await fetch(`${world.node.url}/transaction/preview`, { method: 'POST', headers, body })
    ).json();
    return (call, truth) => (isTrial(call) ? answer : truth);
  }

  it('are single calls at a bridge that was deployed before', async () => {
    const withoutMethod = await lackOfMethod();
    endpoints.behave(withoutMethod, withoutMethod, withoutMethod);
    const { calls } = await mintsOf(ethereum, radix, 2);
    const anchor = must(await radix.anchor(actorsOf(radix).relayer));
    assert.equal(must(await radix.bind(anchor, calls)), anchor);
    assert.equal(must(await radix.bind(`${anchor}+packed`, calls)), anchor);
    assert.equal(codeOf(await radix.build(`${anchor}+packed`, calls)), 'INVALID_ANCHOR');
    assert.doesNotMatch((await built(radix, calls)).anchor, /packed/);
  });

  it('are single calls while nobody tells whether the bridge takes others, and are not signed then', async () => {
    const { calls } = await mintsOf(ethereum, radix, 2);
    const anchor = must(await radix.anchor(actorsOf(radix).relayer));
    endpoints.behave('dead', 'dead', 'dead');
    assert.equal(must(await radix.bind(anchor, calls)), anchor);
    assert.equal(codeOf(await radix.build(`${anchor}+packed`, calls)), 'RPC_UNAVAILABLE');
    endpoints.behave(await lackOfMethod(), 'dead', 'honest');
    assert.equal(codeOf(await radix.build(`${anchor}+packed`, calls)), 'NO_QUORUM');
    endpoints.behave();
    assert.equal(must(await radix.bind(anchor, calls)), `${anchor}+packed`);
  });

  it('ask once whether the bridge takes them', async () => {
    const { calls } = await mintsOf(ethereum, radix, 2);
    const anchor = must(await radix.anchor(actorsOf(radix).relayer));
    must(await radix.bind(anchor, calls));
    endpoints.behave('dead', 'dead', 'dead');
    assert.equal(must(await radix.bind(anchor, calls)), `${anchor}+packed`);
    must(await radix.build(`${anchor}+packed`, calls));
  });
});
