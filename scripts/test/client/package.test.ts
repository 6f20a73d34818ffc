import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { type TestApi, testApi } from '@causeway/api/test-support/api';
import { turnWorld } from '@causeway/api/test-support/world';
import { buildPackage } from '../../lib/install/build-package.ts';
import { type Registry, serveInstalled } from '../../lib/install/installed-registry.ts';
import { EmptyProject, ROOT } from '../empty-project.ts';
import { bundleForBrowsers, exampleModule } from './example-module.ts';
import { CHEAP } from './service.ts';

/** What browsers have: no module of Node, no process, no Buffer. */
const OF_BROWSERS = [
  ...[
    'AbortController',
    'AbortSignal',
    'DOMException',
    'FormData',
    'Headers',
    'ReadableStream',
    'Request',
    'Response',
    'TextDecoder',
  ],
  ...[
    'TextEncoder',
    'URL',
    'URLSearchParams',
    'clearTimeout',
    'crypto',
    'fetch',
    'performance',
    'setTimeout',
    'structuredClone',
  ],
] as const;

describe('the package @causeway/client in an empty project', function () {
  this.timeout(120_000);
  const project = new EmptyProject();
  const installed = join(project.folder, 'node_modules/@causeway/client');
  let registry: Registry | undefined;
  let api: TestApi | undefined;
  let url: string;
  let stopWorld: (() => Promise<void>) | undefined;

  before(async () => {
    registry = await serveInstalled(ROOT);
    await project.install(registry, await buildPackage(ROOT, 'client'), '@types/node');
    api = await testApi({ api: { avatars: { attemptsPerMinute: 100, argon2: CHEAP } } });
    url = await api.app.listen({ port: 0, host: '127.0.0.1' });
    stopWorld = turnWorld(api);
  });
  after(async () => {
    await stopWorld?.();
    await api?.close();
    registry?.close();
    project.remove();
  });

  it('is plain JavaScript with types and licence texts, without any source', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      files.filter((path) => /(?<!\.d)\.ts$|test/.test(path)),
      [],
    );
    for (const file of ['lib/index.js', 'lib/index.d.ts', 'LICENSE', 'NOTICE', 'README.md'])
      assert(files.includes(file));
    const { dependencies, engines, exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    assert.deepEqual(Object.keys(dependencies), [
      ...['@noble/curves', '@noble/hashes', '@scure/base'],
      ...['eventsource-parser', 'openapi-fetch', 'standardwebhooks'],
    ]);
    assert.deepEqual([engines, Object.keys(exports)], [{ node: '>=20.19' }, ['.']]);
  });

  it('runs the examples of the README under the user’s own Node', async () => {
    project.write('examples.mjs', exampleModule(url, 'node'));
    assert.match((await project.node('examples.mjs')).stdout, /^ran all examples$/m);
  });

  it('has types for them, with the globals of Node and with those of browsers', async () => {
    project.write('examples.mts', exampleModule(url, 'node'));
    project.write(
      'wrong.mts',
      `import { Causeway } from '@causeway/client';
       // @ts-expect-error: an order has an amount.
       await new Causeway({ baseUrl: '' }).orders.create({ from: 'ETH', to: 'polygon' });`,
    );
    await project.compile(['examples.mts', 'wrong.mts']);
    await project.compile(['examples.mts', 'wrong.mts'], 'browser');
  });

  it('runs them with nothing but what browsers have', async () => {
    project.write('browser.mjs', exampleModule(url, 'browser'));
    const code = await bundleForBrowsers(project.folder, 'browser.mjs');
    assert.doesNotMatch(code, /\bimport\b[^;]*from|\brequire\(/);
    const globals = Object.fromEntries(OF_BROWSERS.map((name) => [name, globalThis[name]]));
    const printed: unknown[] = [];
    const console = { log: (...values: unknown[]) => void printed.push(values[0]) };
    await runInContext(`(async () => {${code}})()`, createContext({ ...globals, console }));
    assert.equal(printed.at(-1), 'ran all examples');
  });
});
