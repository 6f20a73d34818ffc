import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../src/pages/html.ts';
import { apiForAll } from '../support/api.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('the first page', () => {
  const api = apiForAll();

  it('shows a browser the state of the networks, and where to go on', async () => {
    const { statusCode, headers, body } = await api.app.inject({ url: '/', headers: BROWSER });
    assert.deepEqual([statusCode, headers['content-type']], [200, 'text/html; charset=utf-8']);
    for (const name of ['ethereum', 'polygon', 'arbitrum'])
      assert.match(body, new RegExp(`<td>${name}</td><td>evm</td><td>[A-Z]+</td><td>healthy</td><td>\\d+</td>`));
    for (const path of ['/docs', '/openapi.json', '/health', '/api/v1/routes', '/api/provider/health']) {
      assert.ok(body.includes(`href="${path}"`), path);
      assert.equal((await api.app.inject({ url: path, headers: BROWSER })).statusCode, 200, path);
    }
  });

  it('answers programs with the same as JSON, and names the document of the API in a header', async () => {
    const { headers, ...answer } = await api.app.inject('/');
    assert.equal(answer.json().result.openapi, '/openapi.json');
    assert.equal(headers.link, '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"');
    assert.equal(headers.vary, 'accept');
  });

  it('runs nothing and loads nothing: its one style is known by its hash', async () => {
    const { headers, body } = await api.app.inject({ url: '/', headers: BROWSER });
    const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    assert.equal(
      headers['content-security-policy'],
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    assert.doesNotMatch(body, /<script|javascript:|\son\w+=|\sstyle=/);
    assert.equal(
      (await api.app.inject('/api/v1/networks')).headers['content-security-policy'],
      "default-src 'none'; frame-ancestors 'none'",
    );
  });

  it('shows names of networks as text', () => {
    assert.equal(escapeHtml(`<b a="1">'&`), '&#60;b a=&#34;1&#34;&#62;&#39;&#38;');
  });
});
