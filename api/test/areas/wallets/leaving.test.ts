import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import type { Scope } from '../../../src/http/callers/callers.ts';
import { apiForAll, hold, testApi, units } from '../../support/api.ts';
import {
  ask,
  expect,
  makeAdmin,
  PASSWORD,
  type Reply,
  register,
  signedUp,
  signedUpForEach,
  signIn,
} from '../../support/avatars.ts';
import { solanaChain, testChains } from '../../support/chains.ts';
import { onEngines } from '../../support/engines.ts';
import { evmKey, personalSign } from '../../support/evm-signature.ts';

const STRANGER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
/** Time after which a password is not recent. */
const STALE_MS = 301_000;
const DAY_MS = 86_400_001;

onEngines('what leaves a custodial wallet', (database) => {
  const api = apiForAll(() => ({
    database,
    chains: testChains({ more: [solanaChain()] }),
    api: { wallets: { sendLimits: { perDay: 60, amounts: { ETH: '5', SOL: null } } } },
  }));
  const [ann] = signedUpForEach(api, 'ann');
  let wallet: { id: string; walletAddress: string };
  let far: { id: string; walletAddress: string };
  const base = (id = ann.id) => `/api/Wallet/avatar/${id}`;
  const wallets = (id: string, token: string, walletProviderType: number) =>
    expect(ask(api, `${base(id)}/create-wallet`, { walletProviderType, generateKeyPair: true }, { token }), 201);

  beforeEach(async () => {
    wallet = await wallets(ann.id, ann.jwtToken, 7);
    far = await wallets(ann.id, ann.jwtToken, 8);
    hold(api.ethereum, wallet.walletAddress, units(1_000));
  });
  afterEach(() => {
    api.ethereum.failures.clear();
    api.clock.nowMs += DAY_MS;
  });

  const send = (amount: string, token = ann.jwtToken, more = {}) =>
    ask(api, `${base()}/wallets/${wallet.id}/send`, { toAddress: STRANGER, amount, ...more }, { token });
  const order = (amount: string, token = ann.jwtToken, more: object = {}, headers = {}) =>
    ask(api, '/api/v1/orders', { from: 'ETH', to: 'polygon', amount, ...more }, { token, headers });
  const keyWith = async (...scopes: Scope[]) =>
    expect(ask(api, `/api/avatar/${ann.id}/api-keys`, { name: 'bot', scopes }, { token: ann.jwtToken }), 201);
  const allow = (body: object, token = ann.jwtToken, id = ann.id) =>
    ask(api, `PUT ${base(id)}/allowances`, body, { token });
  const limits = async (token = ann.jwtToken) => expect(ask(api, `${base()}/limits`, undefined, { token }), 200);
  const ofAsset = async (asset: string) =>
    (await limits()).assets.find((row: { asset: string }) => row.asset === asset);
  const facts = ({ status, code, body }: Reply, ...names: readonly string[]) => {
    const problem = JSON.parse(body);
    return [status, code, ...names.map((name) => problem[name])];
  };
  const again = () =>
    expect(ask(api, '/api/avatar/reauthenticate', { password: PASSWORD }, { token: ann.jwtToken }), 200);

  it('has one limit for sends and orders, whatever the key, the route and the chain', async () => {
    await expect(send('2'), 202);
    await expect(order('2.5'), 201);
    const refused = await order('0.6');
    assert.deepEqual(facts(refused, 'asset', 'of', 'limit', 'used'), [
      429,
      'SEND_LIMIT_EXCEEDED',
      'ETH',
      'avatar',
      '5',
      '4.5',
    ]);
    assert.equal(refused.headers['retry-after'], '86401');
    await expect(send('0.6'), 429, 'SEND_LIMIT_EXCEEDED');
    hold(api.polygon, far.walletAddress, units(100), api.ethereum.domain);
    await expect(order('0.6', ann.jwtToken, { from: 'ETH@polygon', to: 'ethereum' }), 429, 'SEND_LIMIT_EXCEEDED');
    const bridged = { toAddress: STRANGER, amount: '0.6', token: 'cwETH' };
    const sent = ask(api, `${base()}/wallets/${far.id}/send`, bridged, { token: ann.jwtToken });
    await expect(sent, 429, 'SEND_LIMIT_EXCEEDED');
    await expect(order('0.5'), 201);
    assert.deepEqual((await ofAsset('ETH')).left, '0');
  });

  it('is not emptied by a key that may only order', async () => {
    const { apiKey, keyId } = await keyWith('orders:write');
    const abroad = { destinationAddress: STRANGER };
    const refused = await order('1', apiKey, abroad);
    assert.deepEqual(facts(refused, 'requiredScope'), [403, 'FORBIDDEN', 'wallets:write']);
    await expect(order('1', apiKey), 403, 'APPROVAL_NEEDED');
    await expect(allow({ apiKeyId: keyId, asset: 'ETH', amount: '1.5' }), 200);
    await expect(order('1', apiKey, abroad), 403, 'FORBIDDEN');
    await expect(order('1', apiKey), 201);
    await expect(order('1', apiKey, { destinationAddress: far.walletAddress }), 403, 'APPROVAL_NEEDED');
    await expect(send('0.1', apiKey), 403, 'FORBIDDEN');
    // An imported address proves nothing, and a deleted wallet is no more the avatar's.
    const imported = { walletProviderType: 8, generateKeyPair: false, walletAddress: STRANGER };
    await expect(ask(api, `${base()}/create-wallet`, imported, { token: ann.jwtToken }), 201);
    await expect(order('0.1', apiKey, abroad), 403, 'FORBIDDEN');
    const second = await wallets(ann.id, ann.jwtToken, 8);
    await expect(ask(api, `DELETE ${base()}/wallets/${second.id}`, undefined, { token: ann.jwtToken }), 200);
    await expect(order('0.1', apiKey, { destinationAddress: second.walletAddress }), 403, 'FORBIDDEN');
    // Who signs the lock alone needs no other scope.
    const own = { ...abroad, fromAddress: STRANGER };
    await expect(order('1', apiKey, own), 201);
  });

  it('goes to no address that a key, or a session without the password, made the default', async () => {
    const { apiKey } = await keyWith('wallets:read', 'wallets:write');
    const post = (path: string, token: string, body: object = {}) => ask(api, `POST ${base()}${path}`, body, { token });
    const isDefault = async (reply: Promise<Reply>, status = 200) => (await expect(reply, status)).isDefaultWallet;
    /** A wallet whose key a thief holds, proved by it with the API key. */
    const proved = async (fill: number): Promise<{ id: string; walletAddress: string }> => {
      const key = await evmKey(Buffer.alloc(32, fill));
      const given = { walletProviderType: 8, generateKeyPair: false, walletAddress: key.address };
      const made = await expect(post('/create-wallet', apiKey, given), 201);
      const { challenge } = await expect(post(`/wallets/${made.id}/challenge`, apiKey), 200);
      const signature = await personalSign(key, challenge);
      const now = await expect(post(`/wallets/${made.id}/verify`, apiKey, { signature }), 200);
      assert.deepEqual([now.verified, now.isDefaultWallet], [true, false], 'it is no default by itself');
      return made;
    };
    const setDefault = (id: string, token: string) => post(`/default-wallet/${id}`, token);
    const recipient = async () => (await expect(order('0.1'), 201)).destinationAddress;

    const foreign = await proved(1);
    await expect(setDefault(foreign.id, apiKey), 403, 'REAUTHENTICATION_REQUIRED');
    const stale = (await signIn(api, ann.username)).jwtToken;
    api.clock.nowMs += STALE_MS;
    await expect(setDefault(foreign.id, stale), 403, 'REAUTHENTICATION_REQUIRED');
    assert.equal(await recipient(), far.walletAddress);

    // Nor when no other wallet is the default.
    const second = await wallets(ann.id, apiKey, 8);
    assert.equal(await isDefault(setDefault(second.id, apiKey)), true, 'a key chooses among those that are held here');
    await expect(ask(api, `DELETE ${base()}/wallets/${second.id}`, undefined, { token: apiKey }), 200);
    await proved(2);
    await expect(setDefault(foreign.id, apiKey), 403, 'REAUTHENTICATION_REQUIRED');
    await expect(setDefault(foreign.id, stale), 403, 'REAUTHENTICATION_REQUIRED');
    await expect(
      ask(api, `${base()}/default-wallet?providerType=8`, undefined, { token: apiKey }),
      404,
      'WALLET_NOT_FOUND',
    );
    assert.equal(await isDefault(setDefault(far.id, stale)), true);
    await again();
    assert.equal(await isDefault(setDefault(foreign.id, ann.jwtToken)), true, 'the owner says so with the password');
    assert.equal(await recipient(), foreign.walletAddress);
  });

  it('needs a recent password above a part of the limit, over all sessions of the day', async () => {
    api.clock.nowMs += STALE_MS;
    const refused = await send('0.6');
    assert.deepEqual(facts(refused, 'asset', 'withoutPassword', 'used'), [
      403,
      'REAUTHENTICATION_REQUIRED',
      'ETH',
      '0.5',
      '0',
    ]);
    await expect(order('0.3'), 201);
    await expect(send('0.3'), 403, 'REAUTHENTICATION_REQUIRED');
    await expect(order('0.3'), 403, 'REAUTHENTICATION_REQUIRED');
    await expect(send('0.2'), 202);
    assert.deepEqual((await ofAsset('ETH')).withoutPassword, { limit: '0.5', used: '0.5' });
    await again();
    await expect(send('0.6'), 202);
    api.clock.nowMs += STALE_MS;
    await expect(send('0.1'), 403, 'REAUTHENTICATION_REQUIRED');
    assert.equal((await ofAsset('SOL')).withoutPassword.limit, '0', 'of an asset without a limit there is no part');
  });

  it('lets an agent spend its allowance, from its own wallets, also to its owner', async () => {
    const agent = await expect(ask(api, '/api/agents/register', { name: 'Carrier' }, { token: ann.jwtToken }), 201);
    const scopes = ['orders:write', 'wallets:write', 'wallets:read'];
    const makeKey = async (only: readonly string[]) =>
      (
        await expect(
          ask(api, `/api/avatar/${agent.agentId}/api-keys`, { name: 'x', scopes: only }, { token: ann.jwtToken }),
          201,
        )
      ).apiKey;
    const [key, other] = [await makeKey(scopes), await makeKey(['orders:write'])];
    const own = await wallets(agent.agentId, key, 7);
    hold(api.ethereum, own.walletAddress, units(100));
    const abroad = { destinationAddress: STRANGER };
    await expect(order('0.1', key, abroad), 403, 'APPROVAL_NEEDED');
    const given = await expect(allow({ agentId: agent.agentId, asset: 'eth', amount: '2' }), 200);
    assert.deepEqual(columns(given.allowances, 'agentId', 'asset', 'limit', 'used'), [
      [agent.agentId, 'ETH', '2', '0'],
    ]);
    await expect(order('1', key, abroad), 201);
    await expect(order('0.5', other, { destinationAddress: far.walletAddress }), 201);
    await expect(order('0.1', other, abroad), 403, 'FORBIDDEN');
    const refused = await order('0.6', key, abroad);
    assert.deepEqual(facts(refused, 'allowance', 'used'), [403, 'APPROVAL_NEEDED', '2', '1.5']);
    assert.match(JSON.parse(refused.body).message, /causeway agent allow/);
    assert.deepEqual(columns((await limits()).allowances, 'used', 'left'), [['1.5', '0.5']]);
    await expect(
      allow({ agentId: agent.agentId, asset: 'ETH', amount: '3' }, key, agent.agentId),
      403,
      'REAUTHENTICATION_REQUIRED',
    );
    await expect(allow({ agentId: agent.agentId, asset: 'ETH', amount: null }), 200);
    await expect(order('0.1', key, abroad), 403, 'APPROVAL_NEEDED');
    // Ann's own key with her wallets' scopes does not spend the agent's coins either.
    await expect(order('0.1', (await keyWith('orders:write')).apiKey), 403, 'APPROVAL_NEEDED');
  });

  it('gives allowances by the owner alone, with a recent password, to keys and agents of their own', async () => {
    const bob = await signedUp(api, `bob-of-${ann.username}`);
    const { keyId, apiKey } = await keyWith('orders:write', 'wallets:write');
    const body = { apiKeyId: keyId, asset: 'ETH', amount: '1' };
    await expect(allow(body, apiKey), 403, 'REAUTHENTICATION_REQUIRED');
    await expect(allow(body, bob.jwtToken, bob.id), 404, 'SPENDER_NOT_FOUND');
    await expect(allow(body, bob.jwtToken), 404, 'AVATAR_NOT_FOUND');
    await expect(allow({ ...body, agentId: ann.id }), 400, 'MALFORMED_REQUEST');
    await expect(allow({ agentId: ann.id, asset: 'ETH', amount: '1' }), 404, 'SPENDER_NOT_FOUND');
    await expect(allow({ ...body, asset: 'DOGE' }), 422, 'ASSET_UNKNOWN');
    for (const amount of ['-1', '1e3', '', 1]) await expect(allow({ ...body, amount }), 400, 'MALFORMED_REQUEST');
    await expect(allow(body), 200);
    await expect(ask(api, `DELETE /api/avatar/${ann.id}/api-keys/${keyId}`, undefined, { token: ann.jwtToken }), 200);
    await expect(allow(body), 404, 'SPENDER_NOT_FOUND');
    api.clock.nowMs += STALE_MS;
    await expect(allow(body), 403, 'REAUTHENTICATION_REQUIRED');
    const { items } = await api.storage.avatars.audit.list({ subjectId: ann.id, action: 'allowance.given' }, null, 9);
    assert.deepEqual(columns(items, 'facts'), [{ subject: 'apiKey', subjectId: keyId, asset: 'ETH', amount: '1' }]);
  });

  it('has a lower limit of the owner for a wallet, and another one of an admin for an avatar', async () => {
    const second = await wallets(ann.id, ann.jwtToken, 7);
    hold(api.ethereum, second.walletAddress, units(100));
    const bob = await signedUp(api, `bob-of-${ann.username}`);
    const path = `PUT ${base()}/wallets/${wallet.id}/limits`;
    const set = (amount: string | null, token = ann.jwtToken) => ask(api, path, { asset: 'ETH', amount }, { token });
    await expect(set('1', bob.jwtToken), 404, 'AVATAR_NOT_FOUND');
    await expect(set('1'), 200);
    await expect(order('1'), 201);
    assert.deepEqual(facts(await order('0.1'), 'of', 'limit'), [429, 'SEND_LIMIT_EXCEEDED', 'wallet', '1']);
    await expect(order('3', ann.jwtToken, { fromAddress: second.walletAddress }), 201);
    const row = { walletId: wallet.id, asset: 'ETH', limit: '1', used: '1', left: '0' };
    assert.deepEqual((await limits()).wallets, [row]);

    const name = `root-${ann.username}`;
    await makeAdmin(api, (await register(api, name)).id);
    const admin = (await signIn(api, name)).jwtToken;
    await expect(set('9', admin), 404, 'AVATAR_NOT_FOUND');
    const change = (body: object, token: string) => ask(api, `PUT ${base()}/limits`, body, { token });
    await expect(change({ asset: 'ETH', amount: '50', reason: 'asked' }, ann.jwtToken), 403, 'FORBIDDEN');
    await expect(change({ asset: 'ETH', amount: '50' }, admin), 400, 'MALFORMED_REQUEST');
    await expect(change({ asset: 'ETH', amount: '50', reason: 'asked by phone' }, admin), 200);
    assert.deepEqual([(await ofAsset('ETH')).limit, (await ofAsset('ETH')).setBy], ['50', 'admin']);
    await expect(order('20', ann.jwtToken, { fromAddress: second.walletAddress }), 201);
    assert.equal((await limits(admin)).assets.length > 0, true, 'an admin sees limits');
    const { items } = await api.storage.avatars.audit.list({ subjectId: ann.id, action: 'limits.changed' }, null, 9);
    assert.deepEqual(items[0]?.facts, { asset: 'ETH', amount: '50', reason: 'asked by phone' });
    // And an admin neither sends nor cancels for others.
    await expect(send('0.1', admin), 404, 'AVATAR_NOT_FOUND');
    api.ethereum.failing('prepareSend');
    const { orderId } = JSON.parse((await order('1', ann.jwtToken, { fromAddress: second.walletAddress })).body);
    await expect(ask(api, `POST /api/v1/orders/${orderId}/cancel`, undefined, { token: admin }), 403, 'FORBIDDEN');
    await expect(ask(api, `POST /api/v1/orders/${orderId}/cancel`, undefined, { token: ann.jwtToken }), 200);
  });

  it('lets an agent without an owner spend what an admin allows, or what it allows itself by its password', async () => {
    const name = `loner-${ann.username}`;
    const { id, apiKey } = await expect(
      ask(api, '/api/avatar/register', { username: name, avatarType: 'AI_Agent' }),
      201,
    );
    const { apiKeys } = api.storage.avatars;
    assert.ok(apiKey);
    const [key] = await apiKeys.list(id);
    assert.ok(key);
    await expect(allow({ agentId: id, asset: 'ETH', amount: '1' }), 404, 'SPENDER_NOT_FOUND');
    const root = `boss-${ann.username}`;
    await makeAdmin(api, (await register(api, root)).id);
    const admin = (await signIn(api, root)).jwtToken;
    const change = { asset: 'ETH', amount: '2', reason: 'it works for us' };
    const set = await expect(ask(api, `PUT ${base(id)}/limits`, change, { token: admin }), 200);
    assert.deepEqual(columns(set.allowances, 'agentId', 'limit'), [[id, '2']]);

    const own = `self-${ann.username}`;
    const { id: self } = await register(api, own, { avatarType: 'AI_Agent' });
    const token = (await signIn(api, own)).jwtToken;
    const paying = await wallets(self, token, 7);
    hold(api.ethereum, paying.walletAddress, units(10));
    const abroad = { destinationAddress: STRANGER };
    await expect(order('0.5', token, abroad), 403, 'APPROVAL_NEEDED');
    await expect(allow({ agentId: self, asset: 'ETH', amount: '1' }, token, self), 200);
    await expect(order('0.5', token, abroad), 201);
  });

  it('counts a repetition once, and gives back what was cancelled or failed', async () => {
    const key = { 'idempotency-key': `o-${ann.username}` };
    api.ethereum.failing('prepareSend');
    const first = await order('2', ann.jwtToken, {}, key);
    assert.equal((await order('2', ann.jwtToken, {}, key)).body, first.body);
    assert.equal((await ofAsset('ETH')).used, '2');
    const { orderId } = JSON.parse(first.body);
    await expect(ask(api, `POST /api/v1/orders/${orderId}/cancel`, undefined, { token: ann.jwtToken }), 200);
    assert.equal((await ofAsset('ETH')).used, '0');
    await expect(order('5'), 201);
  });

  it('owes the fees of waiting orders, also of those that move a token', async () => {
    hold(api.ethereum, wallet.walletAddress, units(4));
    const { fee } = api.ethereum;
    Object.assign(api.ethereum, { fee: async () => ({ ok: true, value: units(1) }) });
    api.clock.nowMs += 10_000;
    api.ethereum.failing('prepareSend');
    await expect(order('1'), 201);
    const lack = await order('1.1');
    assert.deepEqual(facts(lack, 'available'), [422, 'INSUFFICIENT_BALANCE', '1']);
    await expect(send('2.1'), 422, 'INSUFFICIENT_BALANCE');
    await expect(order('1'), 201);
    await expect(send('0.1'), 422, 'INSUFFICIENT_BALANCE');
    Object.assign(api.ethereum, { fee });
    api.clock.nowMs += 10_000;
    assert.equal((await ofAsset('ETH')).used, '4');
  });

  it('is exact for fifty sends and orders at once', async () => {
    const all = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? send('0.3') : order('0.3')));
    const codes = (await Promise.all(all)).map(({ status }) => status);
    assert.equal(codes.filter((status) => status < 300).length, 16);
    assert.equal((await ofAsset('ETH')).used, '4.8');
  });

  it('counts a reservation whose process ended before it signed, and locks it once', async () => {
    api.ethereum.failing('prepareSend');
    await expect(order('4'), 201);
    const next = await testApi({
      chains: { ...api },
      databasePath: api.databasePath,
      api: { wallets: { sendLimits: { amounts: { ETH: '5' } } } },
    });
    next.clock.nowMs = api.clock.nowMs;
    const refused = await ask(
      next,
      '/api/v1/orders',
      { from: 'ETH', to: 'polygon', amount: '1.1' },
      { token: ann.jwtToken },
    );
    assert.equal(refused.code, 'SEND_LIMIT_EXCEEDED');
    await next.close();
  });
});
