import type { AddressInfo } from 'node:net';
import { ALICE, fund, postOrder, type TestApi, testApi } from './api.ts';

/** An API that listens, with an order whose events can be streamed. */
export interface OrderStream {
  readonly api: TestApi;
  /** URL of the orders. */
  readonly base: string;
  /** The order. */
  readonly id: string;
}

/** Starts an API with these settings of streams, and orders as alice. */
export async function orderStream(streams: object = {}, more: object = {}): Promise<OrderStream> {
  const api = await testApi({ api: { streams, ...more } });
  fund(api, 'ethereum', 100);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const base = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/api/v1/orders`;
  const id = (await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '1' })).json().orderId;
  await api.orders.locks.round();
  return { api, base, id };
}
