import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { apiForAll } from '../../support/api.ts';
import { signedUpForAll } from '../../support/avatars.ts';

/** An API that listens, somebody who has signed up, and unmodified clients of MCP. */
export function mcpWorld(database: () => string | undefined, settings: Readonly<Record<string, unknown>> = {}) {
  let url: string;
  const clients: Client[] = [];
  after('close the clients', async () => {
    for (const client of clients) await client.close();
  });
  const api = apiForAll({ database, api: settings });
  const [owner] = signedUpForAll(api, 'owner');
  before('listen', async () => {
    url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  });
  return {
    api,
    owner,
    get url() {
      return url;
    },
    /** A client over HTTP, as the caller of `token`, with the tools of the areas `tools`. */
    async connect(token: string, tools?: string): Promise<Client> {
      const client = new Client({ name: 'test', version: '1.0.0' });
      const at = new URL(`${url}/mcp${tools === undefined ? '' : `?tools=${tools}`}`);
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(at, { requestInit }));
      clients.push(client);
      return client;
    },
  };
}
