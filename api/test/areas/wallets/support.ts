import type { MemoryChain } from '@causeway/chains/test-support';
import { ALICE, ALICE_ID, apiForAll, as, jsonOf, type TestApi } from '../../support/api.ts';
import { finalise, solanaChain, testChains } from '../../support/chains.ts';

/** The wallets of alice. */
export const BASE = `/api/Wallet/avatar/${ALICE_ID}`;
/** Interval of the rounds; these tests ask for rounds themselves. */
const NEVER_MS = 3_600_000;

interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly payload?: object;
  readonly headers?: Record<string, string>;
  readonly token?: string;
}

/** The status and the errorCode of an answer. */
export async function refused(answer: Promise<{ statusCode: number; json(): { errorCode: string } }>) {
  const { statusCode, json } = await answer;
  return [statusCode, json.call(await answer).errorCode];
}

/** An API that signs for custodial wallets, with two people who have none yet. `beforeSigning` runs before it signs. */
export function walletsWorld(database: () => string | undefined, beforeSigning: (api: TestApi) => void = () => {}) {
  const api = apiForAll({
    database,
    chains: testChains({ more: [solanaChain()] }),
    people: [{ name: 'alice' }, { name: 'bob' }],
    api: { wallets: { sendLimits: { perDay: 50, amounts: { ETH: '5' } } } },
  });
  before('open an API that signs', async () => {
    beforeSigning(api);
    // On PostgreSQL a process signs only while it holds the lease.
    await api.orders.locks.start(NEVER_MS);
    while (!api.orders.locks.active) await new Promise((resolve) => setImmediate(resolve));
  });

  const ask = (path: string, { method = 'GET', payload, headers, token = ALICE }: Asked = {}) =>
    api.app.inject({ method, url: path, headers: { ...as(token), ...headers }, ...(payload && { payload }) });
  const post = (path: string, payload: object = {}, more: Asked = {}) =>
    ask(`${BASE}${path}`, { method: 'POST', payload, ...more });
  return {
    api,
    ask,
    /** Posts below the wallets of alice. */
    post,
    /** Creates a wallet of alice, with a key on Solana unless `payload` says otherwise. */
    async create(payload: object = {}, headers: Record<string, string> = {}) {
      const body = { name: 'w', description: 'd', walletProviderType: 3, generateKeyPair: true, ...payload };
      return (await jsonOf(post('/create-wallet', body, { headers }), 201)).result;
    },
    /** Brings all transfers on their chain to their end. */
    async finishTransfers(chain: MemoryChain): Promise<void> {
      while ((await api.storage.submissions.open(['transfer'])).length > 0) {
        await api.orders.locks.round();
        finalise(chain);
      }
    },
  };
}
