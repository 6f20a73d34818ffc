import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback. */
export interface LoopbackServer {
  readonly url: string;
  /** Breaks what is open, and ends the server. */
  stop(): Promise<void>;
}

/** Lets `server` listen on that port of loopback; 0 is any free one. Rejects when it is taken. */
export async function listenOnLoopback(server: Server, port: number): Promise<LoopbackServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => close(server) };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
