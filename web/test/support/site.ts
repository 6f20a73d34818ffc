import type { AddressInfo } from 'node:net';
import {
  ALICE,
  apiForAll,
  jsonOf,
  postOrder,
  RECIPIENT,
  type TestApi,
  type TestApiOptions,
  testApi,
} from '@causeway/api/test-support/api';

/** The service with the page, and orders to look at. */
export interface Site {
  readonly api: TestApi;
  /** The address of a path of the page. */
  at(path: string): string;
  /** Ends the service, and starts it again at the same address with the same database. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Makes an order whose lock is seen. Returns its id. */
  locked(more?: object): Promise<string>;
}

let count = 0;

/** One service for all tests of a description, in memory chains. */
export function useSite(options: TestApiOptions = {}): Site {
  const all = { coins: 10_000, ...options, api: { ...options.api, web: true } };
  const api = apiForAll(all);
  let port = 0;
  const listen = async () => {
    await api.app.listen({ port, host: '127.0.0.1' });
    ({ port } = api.app.server.address() as AddressInfo);
  };
  before('listen', listen);
  return {
    api,
    at: (path) => `http://127.0.0.1:${port}${path}`,
    stop: () => api.close(),
    async start() {
      Object.assign(api, await testApi({ ...all, databasePath: api.databasePath }));
      await listen();
    },
    async locked(more = {}) {
      const body = { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT, ...more };
      const { orderId } = await jsonOf(postOrder(api, ALICE, body), 201);
      count += 1;
      const messageId = `0x${count.toString(16).padStart(64, '0')}` as const;
      const lockTransaction = `0x${count.toString(16).padStart(64, 'a')}`;
      await api.storage.orders.transition(orderId, 'lockSeen', { messageId, lockTransaction });
      return orderId;
    },
  };
}
