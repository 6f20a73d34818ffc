import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { TOOLS } from '../../support/python.ts';
import { mcpWorld } from './support.ts';

/** The compatibility kit of MCP. It is installed for this test alone, because it brings 120 packages. */
const KIT = '@modelcontextprotocol/conformance@0.1.16';

/** The scenarios that need no test tool, prompt or resource in the server; docs/decisions/0033-mcp.md lists the others. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

/** The output of a command that must succeed within `ms` milliseconds. */
async function run(command: string, args: readonly string[], cwd: string, ms: number): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], signal: AbortSignal.timeout(ms) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  assert.equal(code, 0, `${command} ${args.join(' ')}: ${output}`);
  return output;
}

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
  const folder = join(TOOLS, 'mcp-kit');
  const world = mcpWorld(() => undefined);
  let server: Server;
  before('install the kit and open a way with a token', async () => {
    mkdirSync(folder, { recursive: true });
    const kit = join(folder, 'node_modules', KIT.slice(0, KIT.lastIndexOf('@')));
    const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', KIT];
    if (!existsSync(kit)) await run('npm', install, folder, 200_000);
    server = await withToken(world.url, world.owner.jwtToken);
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  for (const scenario of SCENARIOS) {
    it(`plays ${scenario}`, async () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
      const output = await run(
        join(folder, 'node_modules/.bin/conformance'),
        ['server', '--url', url, '--scenario', scenario],
        folder,
        60_000,
      );
      assert.match(output, /Passed: [1-9]\d*\/\d+, 0 failed/, output);
    });
  }
});
