import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { npmWith, outputOf } from '../../support/tools.ts';
import { mcpWorld } from './support.ts';

/** The compatibility kit of MCP. It is installed for this test alone, because it brings 120 packages. */
const KIT = '@modelcontextprotocol/conformance@0.1.16';

/**
 * The scenarios that need no test tool, prompt or resource in the server; docs/decisions/0033-mcp.md lists the others.
 */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

/** A server on a free port that passes everything on to `to` with a token, which the kit cannot send. */
async function withToken(to: string, token: string): Promise<Server> {
  const { hostname, port } = new URL(to);
  const server = createServer((asked, reply) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` };
    const passed = httpRequest({ hostname, port, path: asked.url, method: asked.method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', () => reply.destroy());
    reply.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('MCP by its compatibility kit', function () {
  this.timeout(300_000);
  const world = mcpWorld(() => undefined);
  let folder: string;
  let server: Server;
  before('install the kit and open a way with a token', async () => {
    folder = await npmWith('mcp-kit', KIT);
    server = await withToken(world.url, world.owner.jwtToken);
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  for (const scenario of SCENARIOS) {
    it(`plays ${scenario}`, async () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
      const output = await outputOf(
        join(folder, 'node_modules/.bin/conformance'),
        ['server', '--url', url, '--scenario', scenario],
        folder,
      );
      assert.match(output, /Passed: [1-9]\d*\/\d+, 0 failed/, output);
    });
  }
});
