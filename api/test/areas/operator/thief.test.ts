import { strict as assert } from 'node:assert';
import { SCOPES } from '../../../src/http/callers/callers.ts';
import { encodeCursor } from '../../../src/http/requests/cursor.ts';
import { ALICE, apiForAll, idOf, keyOf, USUAL } from '../../support/api.ts';
import { ask, makeAdmin, register, signedUp, signIn } from '../../support/avatars.ts';

const withoutAdmin = SCOPES.filter((scope) => scope !== 'admin');

describe('what an operator looks at, asked for by others', function () {
  this.timeout(20_000);
  const admin = (name: string) => ({ name, isAdmin: true, scopes: SCOPES });
  const api = apiForAll({ people: [...USUAL, admin('root'), admin('robot')] });
  const root = { token: keyOf('root') };
  const operations = () => api.app.operations.filter(({ tag }) => tag === 'Operator');
  const urls = () => operations().map(({ url }) => url);

  it('is read by GET alone, and needs a session and the scope admin', async () => {
    assert.equal(operations().length, 6);
    const { id, jwtToken } = await signedUp(api, 'usual');
    const agent = await register(
      api,
      'agent',
      { avatarType: 'AI_Agent', password: undefined, scopes: withoutAdmin },
      {
        token: jwtToken,
      },
    );
    const { apiKey } = (
      await ask(api, `/api/avatar/${id}/api-keys`, { name: 'k', scopes: withoutAdmin }, { token: jwtToken })
    ).result;
    for (const url of urls()) {
      const codes = async (asking: object, route = url) => {
        const { status, code } = await ask(api, route, undefined, asking);
        return [status, code];
      };
      assert.deepEqual(await codes({}), [401, 'UNAUTHENTICATED'], url);
      for (const token of [jwtToken, agent.apiKey, apiKey, ALICE])
        assert.deepEqual(await codes({ token }), [403, 'FORBIDDEN'], url);
      assert.deepEqual(await codes({ token: 'forged' }), [401, 'UNAUTHENTICATED'], url);
      assert.deepEqual(await codes(root), [200, undefined], url);
      for (const method of ['POST', 'PUT', 'DELETE'])
        assert.deepEqual(await codes(root, `${method} ${url}`), [405, 'METHOD_NOT_ALLOWED'], url);
    }
  });

  it('is kept from an admin that an agent is, and from one that is none any more', async () => {
    const { id } = await register(api, 'was-admin');
    await makeAdmin(api, id);
    const { jwtToken: token } = await signIn(api, 'was-admin');
    assert.equal((await ask(api, '/api/v1/operator/payers', undefined, { token })).status, 200);
    const session = (await signIn(api, 'was-admin')).jwtToken;
    const entry = { action: 'avatar.roleChanged', outcome: 'allowed', actorId: null, subjectId: id } as const;
    const origin = { credential: null, address: 'local', userAgent: null, traceId: null, facts: {} };
    await api.storage.avatars.profiles.assign(id, { isAdmin: false }, { ...entry, ...origin });
    for (const one of [token, session])
      assert.notEqual((await ask(api, '/api/v1/operator/payers', undefined, { token: one })).status, 200);
    const robot = { token: keyOf('robot') };
    assert.equal((await ask(api, '/api/v1/operator/payers', undefined, robot)).status, 200);
    await api.storage.avatars.profiles.assign(
      idOf('robot'),
      { avatarType: 'AI_Agent' },
      { ...entry, ...origin, subjectId: idOf('robot') },
    );
    assert.equal((await ask(api, '/api/v1/operator/payers', undefined, robot)).status, 403);
  });

  it('is not read with a cookie, nor by a page of another origin, and no cache keeps it', async () => {
    const [url = ''] = urls();
    const origin = 'https://evil.example';
    const { status } = await ask(api, url, undefined, { headers: { cookie: 'causeway-session=anything', origin } });
    assert.equal(status, 401);
    const { headers } = await ask(api, url, undefined, { ...root, headers: { origin } });
    assert.equal(headers['access-control-allow-credentials'], undefined);
    assert.match(String(headers['cache-control']), /no-store|private|no-cache/);
    assert.doesNotMatch(String(headers['cache-control']), /public|max-age=[1-9]/);
  });

  it('refuses undeclared members, giant limits, and forged cursors', async () => {
    const refused = async (query: string) => {
      const { status, code } = await ask(api, `/api/v1/operator/${query}`, undefined, root);
      return [status, code];
    };
    const malformed = [400, 'MALFORMED_REQUEST'];
    for (const url of urls()) assert.deepEqual(await refused(`${url.split('/').at(-1)}?everything=1`), malformed, url);
    for (const query of [
      ...['orders?limit=201', 'orders?limit=0', 'orders?limit=-1', 'orders?limit=1e9', 'orders?offset=1'],
      ...['credits?limit=51', 'credits?offset=1', 'lanes?days=31', 'lanes?days=0', 'lanes?days=1.5', 'lanes?days=x'],
    ])
      assert.deepEqual(await refused(query), malformed, query);
    const others = encodeCursor({ operation: 'listCredits', filter: {} }, '0');
    for (const cursor of [
      '0',
      'AAAA',
      others,
      encodeCursor({ operation: 'listTroubledOrders', filter: { a: 'b' } }, '0'),
    ])
      assert.deepEqual(await refused(`orders?cursor=${cursor}`), [400, 'INVALID_CURSOR'], cursor);
    // A cursor that is made by the rules shows what its list shows, and no more.
    for (const key of ["' or 1=1 --", '\u{10ffff}', 'zzzz']) {
      const cursor = encodeCursor({ operation: 'listTroubledOrders', filter: {} }, key);
      assert.deepEqual(await refused(`orders?cursor=${cursor}`), [200, undefined], key);
    }
  });
});
