import { strict as assert } from 'node:assert';
import { wallets } from '../../../src/areas/wallets/index.ts';
import { walletStorage } from '../../../src/areas/wallets/rules/wallet-storage.ts';
import { apiForAll, hold, units } from '../../support/api.ts';
import { ask, expect, PASSWORD, signedUp, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

const MONTHS_MS = 91 * 86_400_000;
const STRANGER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const BITCOIN = 24;
const ETHEREUM = 7;

onEngines('seeds and deleted wallets', (database) => {
  const api = apiForAll(() => ({ database }));
  let people = 0;
  let avatarId: string;
  let token: string;
  const base = () => `/api/Wallet/avatar/${avatarId}`;
  const purge = () => api.areas.use(wallets).removal.purge();
  const seed = () => api.storage.wallets.wallets.seed(avatarId);

  beforeEach(async () => {
    people += 1;
    const { id, jwtToken } = await signedUp(api, `keeper-${people}`);
    [avatarId, token] = [id, jwtToken];
  });

  const create = (walletProviderType: number, more: object = {}) =>
    expect(ask(api, `${base()}/create-wallet`, { walletProviderType, generateKeyPair: true, ...more }, { token }), 201);
  const remove = (id: string, query = '') => ask(api, `DELETE ${base()}/wallets/${id}${query}`, undefined, { token });
  const reauthenticate = () => ask(api, '/api/avatar/reauthenticate', { password: PASSWORD }, { token });

  it('a wallet whose chain cannot be read is not called empty', async () => {
    const far = await create(BITCOIN);
    const refused = await remove(far.id);
    assert.deepEqual(
      [refused.status, refused.code, JSON.parse(refused.body).balance],
      [409, 'WALLET_HAS_BALANCE', 'unknown'],
    );
    assert.match(JSON.parse(refused.body).message, /unknown/);
    api.clock.nowMs += 301_000;
    await expect(remove(far.id, '?force=true'), 403, 'REAUTHENTICATION_REQUIRED');
    await reauthenticate();
    await expect(remove(far.id, '?force=true'), 200);
    const near = await create(ETHEREUM);
    api.ethereum.failing('holding');
    assert.equal(JSON.parse((await remove(near.id)).body).balance, 'unknown');
    api.ethereum.failures.clear();
    hold(api.ethereum, near.walletAddress, 1n);
    assert.equal(JSON.parse((await remove(near.id)).body).balance, 'something');
  });

  it('ninety-one days destroy no seed that only the service has, and no wallet that may hold something', async () => {
    const [far, near, empty] = [await create(BITCOIN), await create(ETHEREUM), await create(ETHEREUM)];
    hold(api.ethereum, near.walletAddress, units(1));
    for (const { id } of [far, near, empty]) await expect(remove(id, '?force=true'), 200);
    for (let day = 0; day < 91; day += 13) {
      api.clock.nowMs += 13 * 86_400_000;
      await purge();
    }
    assert.ok(await seed());
    const left = await walletStorage(api.storage).list({ avatarId, hidden: true }, null, 9);
    assert.deepEqual(
      left.items.map(({ id }) => id),
      [far.id, near.id],
    );
    token = (await signIn(api, `keeper-${people}`)).jwtToken;
    const next = await create(ETHEREUM);
    assert.ok(![near.walletAddress, empty.walletAddress].includes(next.walletAddress), 'no index is used twice');
  });

  it('a seed goes with its last wallet only when its owner has the phrase', async () => {
    const shown = await create(ETHEREUM, { showRecoveryPhrase: true });
    assert.ok(shown.recoveryPhrase);
    await expect(remove(shown.id), 200);
    api.clock.nowMs += MONTHS_MS;
    await purge();
    assert.equal(await seed(), undefined);
  });

  it('and an export of the phrase counts, an export of one key does not', async () => {
    for (const [what, kept] of [
      ['privateKey', true],
      ['recoveryPhrase', false],
    ] as const) {
      const { id, jwtToken } = await signedUp(api, `exporter-${what}-${people}`);
      [avatarId, token] = [id, jwtToken];
      const wallet = await create(ETHEREUM);
      const body = { password: PASSWORD, what };
      await expect(ask(api, `${base()}/wallets/${wallet.id}/export`, body, { token }), 200);
      await expect(remove(wallet.id), 200);
      api.clock.nowMs += MONTHS_MS;
      await purge();
      assert.equal((await seed()) !== undefined, kept, what);
    }
  });

  it('an operator destroys a seed by naming all that is lost', async () => {
    const { removal } = api.areas.use(wallets);
    const [far, near] = [await create(BITCOIN), await create(ETHEREUM)];
    const addresses = [far.walletAddress, near.walletAddress];
    const why = async (given: readonly string[]) => {
      const destroyed = await removal.destroySeed(avatarId, given);
      return destroyed.ok ? null : destroyed.error;
    };
    assert.match((await why([])) ?? '', new RegExp(`name exactly these: ${addresses.join(' ')}$`));
    assert.match((await why(addresses)) ?? '', /is not deleted/);
    for (const { id } of [far, near]) await expect(remove(id, '?force=true'), 200);
    assert.equal(await why(addresses), null);
    assert.deepEqual([await seed(), await why(addresses)], [undefined, 'the avatar has no seed']);
    const { items } = await api.storage.avatars.audit.list(
      { subjectId: avatarId, action: 'wallet.seedDestroyed' },
      null,
      9,
    );
    assert.deepEqual(items[0]?.facts, { addresses });
  });

  it('a deleted wallet pays no new order, and locks those that it began', async () => {
    const wallet = await create(ETHEREUM);
    hold(api.ethereum, wallet.walletAddress, units(10));
    const order = (more: object = {}) =>
      ask(
        api,
        '/api/v1/orders',
        { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: STRANGER, ...more },
        { token },
      );
    api.ethereum.failing('prepareSend');
    const { orderId } = JSON.parse((await order()).body);
    // The row is hidden beneath the check, as a database from before may have it.
    assert.ok((await walletStorage(api.storage).hide(wallet.id, [])).ok);
    const late = JSON.parse((await order({ fromAddress: wallet.walletAddress })).body);
    assert.equal(late.custody, 'self', 'nobody but its owner signs');
    const network = api.registry.networks.find(({ name }) => name === 'ethereum');
    assert.ok(network && (await api.areas.use(wallets).directory.signerAt(avatarId, network, wallet.walletAddress)));
    api.ethereum.failures.clear();
    await expect(ask(api, `POST /api/v1/orders/${orderId}/cancel`, undefined, { token }), 200);
  });

  it('a new wallet has the key of the seed that is there when it is stored', async () => {
    const old = await create(ETHEREUM, { showRecoveryPhrase: true });
    await expect(remove(old.id), 200);
    api.clock.nowMs += MONTHS_MS;
    token = (await signIn(api, `keeper-${people}`)).jwtToken;
    // The purge runs between the derivation of the key and the row of the wallet.
    const store = walletStorage(api.storage);
    const usual = store.add;
    store.add = async (...given) => {
      store.add = usual;
      await purge();
      return usual(...given);
    };
    const made = await create(ETHEREUM);
    assert.ok(await seed());
    const exported = await expect(
      ask(api, `${base()}/wallets/${made.id}/export`, { password: PASSWORD }, { token }),
      200,
    );
    assert.equal(exported.walletAddress, made.walletAddress);
  });
});
