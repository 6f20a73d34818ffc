import { strict as assert } from 'node:assert';
import { COIN } from '@causeway/chains/test-support';
import { entropyOf, openWalletScheme } from '@causeway/chains/wallets';
import { columns } from '@causeway/storage/test-support/columns';
import { walletStorage } from '../../../src/areas/wallets/rules/wallet-storage.ts';
import { ALICE_ID, BOB, BOB_ID, hold, units } from '../../support/api.ts';
import { signedUp } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';
import { evmKey, personalSign } from '../../support/evm-signature.ts';
import { BASE, refused, walletsWorld } from './support.ts';

onEngines('the wallets area', (database) => {
  const world = walletsWorld(database);
  const { ask, post, create } = world;

  it('creates a Solana wallet in the format of the specification, by any spelling of the path', async () => {
    const wallet = await create({ isDefaultWallet: false });
    assert.match(wallet.walletAddress, /^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
    assert.equal(wallet.publicKey, wallet.walletAddress);
    assert.equal(wallet.walletId, wallet.id);
    assert.deepEqual([wallet.walletProviderType, wallet.providerType, wallet.name], [3, 3, 'w']);
    assert.equal(wallet.isDefaultWallet, true, 'the first is the default by itself');
    const other = await ask(`/api/wallet/AVATAR/${ALICE_ID}/Create-Wallet`, {
      method: 'POST',
      payload: { Name: 'w', WalletProviderType: 3, GenerateKeyPair: true, IsDefaultWallet: true },
    });
    assert.equal(other.statusCode, 201, other.body);
    assert.notEqual(other.json().result.walletAddress, wallet.walletAddress);
    assert.equal(other.json().result.isDefaultWallet, true);
    const now = await ask(`${BASE}/wallets/${wallet.id}`);
    assert.equal(now.json().result.isDefaultWallet, false);
    assert.equal(other.headers.location, `${BASE}/wallets/${other.json().result.id}`);
  });

  it('creates a wallet of every provider type, and refuses every other number with the list', async () => {
    for (const type of [3, 4, 5, 6, 7, 8, 24, 28, 31, 32, 37]) await create({ walletProviderType: type });
    const answer = await post('/create-wallet', { walletProviderType: 9 });
    assert.deepEqual([answer.statusCode, answer.json().errorCode], [422, 'PROVIDER_TYPE_UNSUPPORTED']);
    assert.deepEqual(answer.json().supported[0], { providerType: 3, name: 'solana' });
    assert.deepEqual(await refused(ask(`${BASE}/default-wallet?providerType=9`)), [422, 'PROVIDER_TYPE_UNSUPPORTED']);
  });

  it('takes a provider type by its name in any case, and lists the types when none has it', async () => {
    assert.equal((await create({ walletProviderType: 'Ethereum' })).providerType, 7);
    const answer = await post('/create-wallet', { walletProviderType: 'ethereal' });
    assert.deepEqual([answer.statusCode, answer.json().errorCode], [422, 'PROVIDER_TYPE_UNSUPPORTED']);
    assert.ok(answer.json().supported.length > 10);
  });

  it('says which network of this service a wallet is on, and that it connects none', async () => {
    const [near, far] = [await create({ walletProviderType: 7 }), await create({ walletProviderType: 24 })];
    assert.deepEqual([near.network, far.network], ['ethereum', null]);
    const listed = (await ask(`${BASE}/wallets`)).json().result as { readonly id: string; readonly network: unknown }[];
    assert.equal(listed.find(({ id }) => id === far.id)?.network, null);
    const answer = (await post('/create-wallet', { walletProviderType: 24 })).json();
    assert.match(answer.message, /^no network of this service is of this type/);
  });

  it('refuses unknown members, and names the nearest known one', async () => {
    const answer = await post('/create-wallet', { walletProviderType: 3, walletAdress: 'x' });
    assert.equal(answer.statusCode, 400);
    assert.match(answer.json().message, /walletAdress.*walletAddress/);
  });

  it('shows the recovery phrase once, with the first generated wallet, and derives the wallets from it', async () => {
    const { id, jwtToken } = await signedUp(world.api, 'phrase');
    const own = `/api/Wallet/avatar/${id}`;
    const make = (payload: object, headers = {}) =>
      ask(`${own}/create-wallet`, {
        method: 'POST',
        payload: { walletProviderType: 7, ...payload },
        headers,
        token: jwtToken,
      });
    const key = { 'idempotency-key': 'phrase' };
    const keyCaller = ask(`/api/Wallet/avatar/${BOB_ID}/create-wallet`, {
      ...{ method: 'POST', payload: { walletProviderType: 7, showRecoveryPhrase: true }, token: BOB },
    });
    assert.deepEqual(await refused(keyCaller), [403, 'REAUTHENTICATION_REQUIRED'], 'an API key gets no phrase');
    const first = await make({ showRecoveryPhrase: true }, key);
    assert.equal(first.statusCode, 201, first.body);
    const { recoveryPhrase, walletAddress } = first.json().result;
    assert.equal(recoveryPhrase.split(' ').length, 24);
    assert.equal((await evmKey(entropyOf(recoveryPhrase))).address, walletAddress);
    const again = await make({ showRecoveryPhrase: true }, key);
    assert.deepEqual([again.statusCode, again.headers['idempotency-replayed']], [201, 'true']);
    assert.equal(again.json().result.walletAddress, walletAddress);
    assert.equal(again.body, first.body);
    const kept = await world.api.storage.idempotency.begin(`avatar:${id}`, 'createWallet', 'phrase', 'another hash');
    assert.equal(kept, 'mismatch');
    assert.deepEqual(await refused(make({ showRecoveryPhrase: true })), [409, 'RECOVERY_PHRASE_GONE']);
    const seed = await world.api.storage.wallets.wallets.seed(id);
    for (const word of recoveryPhrase.split(' ').slice(0, 3)) assert.equal(seed?.sealed.includes(word), false);
  });

  it('lists, pages and filters the avatar’s own wallets; another avatar’s do not exist', async () => {
    const all = (await ask(`${BASE}/wallets?limit=200`)).json();
    assert.ok(all.resultsCount > 10);
    const page = (await ask(`${BASE}/wallets?limit=1`)).json();
    const next = (await ask(`${BASE}/wallets?limit=1&cursor=${page.nextCursor}`)).json();
    assert.deepEqual([page.result[0].id, next.result[0].id], [all.result[0].id, all.result[1].id]);
    const radix = (await ask(`${BASE}/wallets?providerType=37`)).json().result;
    assert.ok(
      radix.length > 0 &&
        radix.every(({ walletAddress }: { walletAddress: string }) => /^account_/.test(walletAddress)),
    );
    const { id } = all.result[0];
    assert.deepEqual(await refused(ask(`${BASE}/wallets`, { token: BOB })), [404, 'AVATAR_NOT_FOUND']);
    const foreign = `/api/Wallet/avatar/${BOB_ID}/wallets/${id}`;
    assert.deepEqual(await refused(ask(foreign, { token: BOB })), [404, 'WALLET_NOT_FOUND']);
    const read = await ask(`${BASE}/wallets/${id}`);
    const known = await ask(`${BASE}/wallets/${id}`, { headers: { 'if-none-match': String(read.headers.etag) } });
    assert.equal(known.statusCode, 304);
  });

  it('has a default per type, changed by If-Match', async () => {
    const [one, two] = [await create({ walletProviderType: 8 }), await create({ walletProviderType: 8 })];
    const current = async () => (await ask(`${BASE}/default-wallet?providerType=8`)).json().result.id;
    const set = (id: string, headers = {}) => post(`/default-wallet/${id}`, {}, { headers });
    assert.equal((await set(two.id, { 'if-match': '"1"' })).statusCode, 200);
    assert.equal(await current(), two.id);
    assert.deepEqual(await refused(set(one.id, { 'if-match': '"99"' })), [412, 'VERSION_MISMATCH']);
    assert.equal((await set(one.id)).json().result.isDefaultWallet, true);
    assert.equal(await current(), one.id);
  });

  it('imports an address or a public key, which a signed challenge verifies', async () => {
    const own = await evmKey(Buffer.alloc(32, 1));
    const given = { walletProviderType: 7, generateKeyPair: false };
    const imported = await create({ ...given, walletAddress: own.address.toLowerCase() });
    assert.deepEqual(
      [imported.walletAddress, imported.publicKey, imported.verified, imported.custodial, imported.isDefaultWallet],
      [own.address, null, false, false, false],
    );
    const twice = await post('/create-wallet', { ...given, walletAddress: own.address });
    assert.deepEqual([twice.json().errorCode, twice.json().walletId], ['WALLET_EXISTS', imported.id]);
    for (const [payload, code] of [
      [{ walletAddress: '0x12' }, 'INVALID_ADDRESS'],
      [{ publicKey: '0x12' }, 'INVALID_PUBLIC_KEY'],
      [{}, 'MALFORMED_REQUEST'],
      [{ walletAddress: own.address, isDefaultWallet: true }, 'WALLET_NOT_VERIFIED'],
    ] as const) {
      assert.equal((await post('/create-wallet', { ...given, ...payload })).json().errorCode, code);
    }
    const path = `/wallets/${imported.id}`;
    assert.deepEqual(await refused(post(`/default-wallet/${imported.id}`)), [409, 'WALLET_NOT_VERIFIED']);
    const verify = (signature: string) => post(`${path}/verify`, { signature });
    assert.deepEqual(await refused(verify('0x12')), [422, 'INVALID_SIGNATURE']);
    const { challenge } = (await post(`${path}/challenge`)).json().result;
    assert.match(challenge, new RegExp(imported.id));
    const signature = await personalSign(own, challenge);
    assert.deepEqual(await refused(verify(await personalSign(own, `${challenge}.`))), [422, 'INVALID_SIGNATURE']);
    const verified = (await verify(signature)).json().result;
    assert.deepEqual([verified.verified, verified.publicKey], [true, own.publicKey]);
    assert.deepEqual(await refused(verify(signature)), [422, 'INVALID_SIGNATURE'], 'a challenge is used once');
    assert.deepEqual(await refused(post(`/default-wallet/${imported.id}`)), [403, 'REAUTHENTICATION_REQUIRED']);
    const sent = await post(`${path}/send`, { toAddress: own.address, amount: '1' });
    assert.equal(sent.json().errorCode, 'WALLET_NOT_CUSTODIAL');
    const second = await evmKey(Buffer.alloc(32, 2));
    const late = await create({ ...given, publicKey: second.publicKey });
    const asked = (await post(`/wallets/${late.id}/challenge`)).json().result.challenge;
    world.api.clock.nowMs += 600_000;
    const tooLate = { signature: await personalSign(second, asked) };
    assert.deepEqual(await refused(post(`/wallets/${late.id}/verify`, tooLate)), [422, 'INVALID_SIGNATURE']);
  });

  it('reads native, canonical and bridged balances from the chain', async () => {
    const { id, walletAddress } = await create({ walletProviderType: 4 });
    const { arbitrum } = world.api;
    hold(arbitrum, walletAddress, 3n * 10n ** 17n, COIN);
    hold(arbitrum, walletAddress, units(1));
    const { result } = (await ask(`${BASE}/wallets/${id}/balance`)).json();
    assert.deepEqual([result.network, result.symbol, result.balance], ['arbitrum', 'ETH', '0.3']);
    const forms = result.balances.map(({ form, symbol, balance }: Record<string, string>) => [form, symbol, balance]);
    assert.deepEqual(forms, [
      ['native', 'ETH', '0.3'],
      ['canonical', 'ARB', '1'],
      ...['cwETH', 'cwPOL', 'cwSOL'].map((symbol) => ['bridged', symbol, '0']),
    ]);
    const far = await create({ walletProviderType: 31 });
    assert.deepEqual(await refused(ask(`${BASE}/wallets/${far.id}/balance`)), [422, 'CHAIN_NOT_CONFIGURED']);
    const coins = await create({ walletProviderType: 24 });
    const send = post(`/wallets/${coins.id}/send`, { toAddress: 'x', amount: '1' });
    assert.deepEqual(await refused(send), [422, 'CHAIN_NOT_CONFIGURED']);
  });

  it('deletes a wallet without a balance, restores it for 90 days, and then removes it', async () => {
    const wallet = await create({ walletProviderType: 8 });
    const remove = (headers = {}) => ask(`${BASE}/wallets/${wallet.id}`, { method: 'DELETE', headers });
    assert.deepEqual(await refused(remove({ 'if-match': '"9"' })), [412, 'VERSION_MISMATCH']);
    const deleted = await remove();
    assert.equal(deleted.statusCode, 200, deleted.body);
    assert.ok(deleted.json().result.deletedAt);
    assert.deepEqual(await refused(ask(`${BASE}/wallets/${wallet.id}`)), [404, 'WALLET_NOT_FOUND']);
    const listed = (await ask(`${BASE}/wallets?deleted=true`)).json().result;
    assert.deepEqual(columns(listed, 'id'), [wallet.id]);
    const restored = await post(`/wallets/${wallet.id}/restore`);
    assert.deepEqual([restored.statusCode, restored.json().result.walletAddress], [200, wallet.walletAddress]);
    await remove();
    world.api.clock.nowMs += 90 * 86_400_000;
    const { wallets } = await import('../../../src/areas/wallets/index.ts');
    assert.equal(await world.api.areas.use(wallets).removal.purge(), 0);
    world.api.clock.nowMs += 1;
    assert.equal(await world.api.areas.use(wallets).removal.purge(), 1);
    assert.deepEqual(await refused(post(`/wallets/${wallet.id}/restore`)), [404, 'WALLET_NOT_FOUND']);
    assert.notEqual((await create({ walletProviderType: 8 })).walletAddress, wallet.walletAddress);
  });

  it('keeps a wallet with a balance, or whose chain cannot be read', async () => {
    const wallet = await create({ walletProviderType: 8 });
    const remove = () => refused(ask(`${BASE}/wallets/${wallet.id}`, { method: 'DELETE' }));
    hold(world.api.polygon, wallet.walletAddress, 1n);
    assert.deepEqual(await remove(), [409, 'WALLET_HAS_BALANCE']);
    hold(world.api.polygon, wallet.walletAddress, 0n);
    world.api.polygon.failing('holding');
    assert.deepEqual(await remove(), [409, 'WALLET_HAS_BALANCE']);
    world.api.polygon.failures.clear();
    assert.deepEqual(await remove(), [200, undefined]);
  });

  it('derives what the avatar’s seed derives, at rising indexes', async () => {
    const { parse } = await openWalletScheme('solana');
    const rows = (await walletStorage(world.api.storage).list({ avatarId: ALICE_ID, providerType: 3 }, null, 200))
      .items;
    assert.deepEqual(
      columns(rows, 'seedIndex'),
      rows.map((_row, index) => index),
    );
    for (const { address } of rows) assert.ok(parse({ address }).ok);
  });
});
