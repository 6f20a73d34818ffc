import { type AddressInfo, createServer, type Server } from 'node:net';

function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/**
 * Free ports on loopback, one for each of `preferred`: that port if nothing listens on it, otherwise any. All are held
 * open during the search, so no two are equal.
 */
export async function freePorts(preferred: readonly number[]): Promise<number[]> {
  const servers: Server[] = [];
  for (const port of preferred) servers.push((await listen(port)) ?? ((await listen(0)) as Server));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
