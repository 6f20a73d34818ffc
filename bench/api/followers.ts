import { type BenchServer, readingOf } from './bench-server.ts';
import { StreamClient } from './load.ts';

/** Clients of the events of one order. */
export interface Followers {
  /** Has the order change, and waits until all clients know. Returns the delay of each from the write on, ms. */
  event(): Promise<readonly number[]>;
  close(): void;
}

/** Follows the server's order by `count` clients. Nothing else has changed the order before. */
export async function followOrder(server: BenchServer, count: number): Promise<Followers> {
  const request = readingOf(server, `/api/v1/orders/${server.orderId}/events`);
  const clients = Array.from({ length: count }, () => new StreamClient(server.port, request, 'order.created'));
  await Promise.all(clients.map((client) => client.first));
  let written = 0;
  return {
    async event() {
      written += 1;
      const arrivals = clients.map((client) => client.arrival(`"signatures":${written}}`));
      const atMs = await server.ask<number>('event');
      return (await Promise.all(arrivals)).map((arrival) => arrival - atMs);
    },
    close() {
      for (const client of clients) client.close();
    },
  };
}
