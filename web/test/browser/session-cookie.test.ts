import { strict as assert } from 'node:assert';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PASSWORD, register } from '@causeway/api/test-support/avatars';
import { useBrowser } from '../support/chromium.ts';
import { useSite } from '../support/site.ts';

const IN_COOKIE = { session: 'cookie' };

describe('the cookie of a session in Chromium', function () {
  this.timeout(60_000);
  const site = useSite({ api: { cors: { origins: ['loopback'] } } });
  const browser = useBrowser();
  // Another program of this machine, whose pages are of the same site, because a site has no port.
  const neighbour = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<p>'));
  const heard: string[] = [];
  before(async () => {
    neighbour.on('request', ({ headers }) => heard.push(headers.cookie ?? ''));
    await new Promise<void>((done) => neighbour.listen(0, '127.0.0.1', done));
    await register(site.api, 'ann');
  });
  after(() => neighbour.close());

  /** The status of a POST that a page makes, or why the browser did not make it; as the source of a function. */
  const post = (path: string, body: object, more: object = {}) => `fetch('${site.at(path)}', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: '${JSON.stringify(body)}',
    ...${JSON.stringify(more)} }).then(({ status }) => status, ({ name }) => name)`;
  const refresh = () => post('/api/avatar/refresh-token', IN_COOKIE);

  it('goes with requests of the service’s own pages, through reloads and tabs, until the sign-out', async () => {
    const page = await browser.open(site.at('/live'), { bypassCSP: true });
    assert.equal(await page.evaluate(refresh()), 401);
    const signIn = { username: 'ann', password: PASSWORD, ...IN_COOKIE };
    assert.equal(await page.evaluate(post('/api/avatar/authenticate', signIn)), 200);
    assert.equal(await page.evaluate('document.cookie'), '', 'no script reads it');
    await page.reload();
    assert.equal(await page.evaluate(refresh()), 200);
    const tab = await page.context().newPage();
    await tab.goto(site.at('/live'));
    const both = [page, tab, page, tab].map((one) => one.evaluate(refresh()));
    assert.deepEqual(await Promise.all(both), [200, 200, 200, 200]);

    const stranger = await page.context().newPage();
    await stranger.goto(`http://127.0.0.1:${(neighbour.address() as AddressInfo).port}/`);
    const path = '/api/avatar/refresh-token';
    assert.equal(await stranger.evaluate(post(path, IN_COOKIE, { credentials: 'include' })), 'TypeError');
    assert.equal(await stranger.evaluate(refresh()), 403);
    const silent = { mode: 'no-cors', credentials: 'include', headers: {} };
    assert.equal(await stranger.evaluate(post(path, IN_COOKIE, silent)), 'TypeError');
    assert.deepEqual([...new Set(heard)], [''], 'another port’s server sees no cookie');

    assert.equal(await page.evaluate(refresh()), 200, 'the strangers’ requests used nothing up');
    assert.equal(await page.evaluate(post('/api/avatar/revoke-token', IN_COOKIE)), 200);
    assert.deepEqual(await page.context().cookies(), []);
    assert.equal(await tab.evaluate(refresh()), 401);
  });
});
