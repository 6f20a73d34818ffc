import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestApi, testApi } from '@causeway/api/test-support/api';
import { turnWorld } from '@causeway/api/test-support/world';
import { buildPackage } from '../../lib/install/build-package.ts';
import { installDebian } from '../../lib/install/debian.ts';
import { type Registry, serveInstalled } from '../../lib/install/installed-registry.ts';
import { EmptyProject, ROOT } from '../empty-project.ts';
import { bundleForBrowsers, exampleModule } from './example-module.ts';
import { CHEAP } from './service.ts';

/** Debian's Chromium without a window. */
const CHROMIUM = '/usr/bin/chromium-headless-shell';
/** Time for a page, milliseconds. */
const PAGE_MS = 120_000;

/** What a page said at its end. */
interface Said {
  readonly lines: readonly string[];
  readonly error: string | null;
}

const HTML = `<!doctype html><title>Causeway</title><script type="module">
const lines = [];
console.log = (...values) => lines.push(values.map(String).join(' '));
const error = await import('/page.js').then(() => null, (error) => String(error?.stack ?? error));
await fetch('/said', { method: 'POST', body: JSON.stringify({ lines, error }) });
</script>`;

/** Opens a page with the module `code` in Chromium, at an origin of its own, and returns its output. */
async function open(code: string): Promise<Said> {
  const said = Promise.withResolvers<Said>();
  const server = createServer(async (request, reply) => {
    if (request.url === '/said') said.resolve(JSON.parse(await text(request)));
    const type = request.url === '/page.js' ? 'text/javascript' : 'text/html';
    reply.writeHead(200, { 'content-type': type }).end(request.url === '/page.js' ? code : HTML);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'causeway-chromium-'));
  const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  // Debian's user for tests is root, as which Chromium has no sandbox; it opens pages of this test alone.
  const options = ['--no-sandbox', '--disable-gpu', `--user-data-dir=${folder}`, '--remote-debugging-port=0', page];
  const browser = spawn(CHROMIUM, options, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const errors = text(browser.stderr);
  const late = setTimeout(() => said.reject(new Error('the page said nothing')), PAGE_MS);
  try {
    const ended = once(browser, 'exit').then(async ([code]) =>
      assert.fail(`Chromium ended with ${code}: ${await errors}`),
    );
    return await Promise.race([said.promise, ended]);
  } finally {
    clearTimeout(late);
    const exit = browser.exitCode === null ? once(browser, 'exit') : undefined;
    // Its own processes are of its group, and would keep the pipe open.
    if (exit && browser.pid !== undefined) process.kill(-browser.pid, 'SIGKILL');
    await exit?.catch(() => {});
    browser.stderr.destroy();
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

describe('a page with @causeway/client in Chromium', function () {
  this.timeout(400_000);
  const project = new EmptyProject();
  let registry: Registry;
  const apis: TestApi[] = [];
  const served = async (origins: readonly string[]) => {
    const api = await testApi({ api: { cors: { origins }, avatars: { attemptsPerMinute: 100, argon2: CHEAP } } });
    apis.push(api);
    return { api, url: await api.app.listen({ port: 0, host: '127.0.0.1' }) };
  };

  before(async () => {
    installDebian(['chromium-headless-shell'], [CHROMIUM]);
    registry = await serveInstalled(ROOT);
    await project.install(registry, await buildPackage(ROOT, 'client'));
  });
  after(async () => {
    for (const api of apis) await api.close();
    registry.close();
    project.remove();
  });

  it('runs the examples of the README against a service that allows pages of the same machine', async () => {
    const { api, url } = await served(['loopback']);
    const stop = turnWorld(api);
    try {
      project.write('page.mjs', exampleModule(url, 'chromium'));
      const { lines, error } = await open(await bundleForBrowsers(project.folder, 'page.mjs'));
      assert.equal(error, null);
      assert.equal(lines.at(-1), 'ran all examples');
    } finally {
      await stop();
    }
  });

  it('is told what a refused origin is', async () => {
    const { url } = await served([]);
    project.write(
      'refused.mjs',
      `import { Causeway } from '@causeway/client';
       const refused = await new Causeway({ baseUrl: '${url}', retries: 0 }).market.networks().catch((error) => error);
       console.log(refused.code, refused.message);`,
    );
    const { lines, error } = await open(await bundleForBrowsers(project.folder, 'refused.mjs'));
    assert.equal(error, null);
    assert.match(lines.join('\n'), /^UNREACHABLE .*does not answer.*cors\.origins/);
  });
});
