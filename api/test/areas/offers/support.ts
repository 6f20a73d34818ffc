import { strict as assert } from 'node:assert';
import { ALICE, ALICE_ADDRESS, as, type TestApi, type TestApiOptions } from '../../support/api.ts';
import { testChains } from '../../support/chains.ts';

/** Prices at which one ETH is 7,500 POL. */
export const PRICES = { ETH: '3000', POL: '0.4', ARB: '0.5' };

/** An API with settlers on Polygon and Ethereum, and fixed prices. */
export const swapApi = (more: TestApiOptions = {}): TestApiOptions => ({
  chains: testChains({ settlers: ['ethereum', 'polygon'] }),
  ...more,
  api: { rates: { local: PRICES }, ...more.api },
});

/** An offer of alice, at the market's rate. */
export const OFFER = {
  from: 'ETH@ethereum',
  to: 'POL@polygon',
  rate: '7500',
  minAmount: '0.1',
  maxAmount: '10',
  validSeconds: 60,
  solverAddress: ALICE_ADDRESS,
};

/** PUT /offers. */
export const offering = (api: Pick<TestApi, 'app'>, offers: readonly object[], token: string | null = ALICE) =>
  api.app.inject({
    method: 'PUT',
    url: '/api/v1/offers',
    headers: token === null ? {} : as(token),
    payload: { offers },
  });

/** Puts offers and returns the answer; fails when they are refused. */
export async function offer(api: Pick<TestApi, 'app'>, offers: readonly object[], token = ALICE) {
  const answer = await offering(api, offers, token);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().result;
}

/** What everyone sees. */
export const listed = async (api: Pick<TestApi, 'app'>, query: Record<string, string> = {}) =>
  (await api.app.inject({ url: '/api/v1/offers', query })).json();

/** GET /quote?mode=swap. */
export const quoting = (api: Pick<TestApi, 'app'>, query: Record<string, string> = {}) =>
  api.app.inject({ url: '/api/v1/quote', query: { from: 'ETH', to: 'POL', amount: '1', mode: 'swap', ...query } });

/** A quote of a swap; fails when it is refused. */
export async function quoted(api: Pick<TestApi, 'app'>, query: Record<string, string> = {}) {
  const answer = await quoting(api, query);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().result;
}

/** Status and code of an answer. */
export async function refusal(answer: Promise<{ statusCode: number; body: string; json(): { errorCode?: string } }>) {
  const got = await answer;
  return [got.statusCode, got.json().errorCode];
}
