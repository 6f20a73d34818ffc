import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { apiForAll, testApi } from '../support/api.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const SCRIPT = 'console.log("the page");';
const SCRIPT_PATH = '/assets/main-ABCD1234.js';

/** A web app of two pages and one script, as the build writes it. */
function builtApp(): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-web-'));
  mkdirSync(join(folder, 'assets'));
  const write = (path: string, text: string) => {
    writeFileSync(join(folder, path), text);
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${path}.gz`), gzipSync(text));
  };
  write('index.html', '<!doctype html><title>no page</title>');
  write('home.html', '<!doctype html><title>home</title>');
  write('order.html', '<!doctype html><title>order</title>');
  write(SCRIPT_PATH.slice(1), SCRIPT);
  const sha256 = createHash('sha256').update(SCRIPT).digest('hex');
  const pages = [
    { path: '/', file: 'home.html', preload: ['/api/v1/networks'] },
    { path: '/o/:id', file: 'order.html', preload: ['/api/v1/orders/:id'] },
  ];
  const files = { [SCRIPT_PATH]: { type: 'text/javascript; charset=utf-8', sha256 } };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ files, pages }));
  return folder;
}

describe('the web app', () => {
  const webFolder = builtApp();
  after(() => rmSync(webFolder, { recursive: true }));
  const api = apiForAll({ api: { web: true, rateLimits: { perMinute: 12 } }, webFolder });
  const get = (url: string, headers: Readonly<Record<string, string>> = BROWSER) => api.app.inject({ url, headers });

  it('is at / for browsers, and programs still get the index', async () => {
    const page = await get('/');
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /<title>home/);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(page.headers['cache-control'], 'no-cache');
    assert.equal(page.headers.vary, 'accept, accept-encoding');
    assert.equal((await get('/', {})).json().result.name, 'Causeway');
  });

  it('may load its own files and ask the service, and nothing else', async () => {
    const { headers } = await get('/o/1');
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; " +
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-content-type-options'], 'nosniff');
  });

  it('starts the requests of a page by a header, with the values of its path', async () => {
    assert.equal(
      (await get('/o/abc-1')).headers.link,
      '</api/v1/orders/abc-1>; rel=preload; as=fetch; crossorigin=anonymous',
    );
    assert.equal((await get('/o/%3E%2C%3Chttps:%2F%2Fevil.example%3E')).headers.link, undefined, 'nothing is injected');
  });

  it('is sent as small as the browser takes it, and not at all when the browser has it', async () => {
    const plain = await get(SCRIPT_PATH, {});
    assert.deepEqual([plain.body, plain.headers['content-encoding']], [SCRIPT, undefined]);
    const gzip = await get(SCRIPT_PATH, { 'accept-encoding': 'br;q=0, gzip' });
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(gzip.rawPayload).toString(), SCRIPT);
    const brotli = await get(SCRIPT_PATH, { 'accept-encoding': 'gzip, br' });
    assert.equal(brotli.headers['content-encoding'], 'br');
    assert.equal(brotli.headers.vary, 'accept-encoding');
    const etag = String(brotli.headers.etag);
    assert.notEqual(etag, plain.headers.etag);
    for (const [url, tag] of [
      [SCRIPT_PATH, etag],
      ['/o/1', String((await get('/o/2')).headers.etag)],
    ] as const) {
      const known = await get(url, { ...BROWSER, 'if-none-match': tag });
      assert.deepEqual([known.statusCode, known.body], [304, '']);
    }
  });

  it('has assets that never change, and counts in no limit', async () => {
    for (let count = 0; count < 15; count++) {
      const { headers, statusCode } = await get(SCRIPT_PATH);
      assert.equal(statusCode, 200);
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
    }
    assert.equal((await api.app.inject({ method: 'HEAD', url: SCRIPT_PATH })).statusCode, 200);
  });

  it('says that a page does not exist; programs and paths of the service get the problem', async () => {
    const page = await get('/no/such/page');
    assert.equal(page.statusCode, 404);
    assert.match(page.body, /no page/);
    assert.ok(String(page.headers['content-security-policy']).includes("script-src 'self'"));
    for (const [url, headers] of [
      ['/no/such/page', {}],
      ['/api/v1/nothing', BROWSER],
      ['/assets/main-OLD00000.js', BROWSER],
      ['/assets/..%2Fmanifest.json', BROWSER],
    ] as const) {
      const answer = await get(url, headers);
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [404, 'ROUTE_NOT_FOUND'], url);
    }
    const posted = await api.app.inject({ method: 'POST', url: '/o/1', headers: BROWSER });
    assert.equal(posted.statusCode, 405);
  });
});

describe('an API without the web app', () => {
  it('has a small page at /, where it is turned off or was not built', async () => {
    for (const [web, webFolder] of [
      [false, undefined],
      [true, join(tmpdir(), 'no-such-folder')],
    ] as const) {
      const api = await testApi({ api: { web }, ...(webFolder !== undefined && { webFolder }) });
      const { body, statusCode } = await api.app.inject({ url: '/', headers: BROWSER });
      assert.equal(statusCode, 200);
      assert.match(body, /<h2>Networks/);
      assert.equal((await api.app.inject({ url: '/o/1', headers: BROWSER })).statusCode, 404);
      await api.close();
    }
  });
});
