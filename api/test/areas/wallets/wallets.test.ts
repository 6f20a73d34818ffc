import { strict as assert } from 'node:assert';
import { type DerivedKey, entropyOf, openWalletScheme, seedOf } from '@causeway/chains/wallets';
import { bytesToHex, keccak256 } from '@causeway/protocol';
import { ALICE, ALICE_ID, as, BOB, BOB_ID, type TestApi, testApi } from '../../support/api.ts';
import { onEngines } from '../../support/engines.ts';
import { type FakeChain, fakeChains } from '../../support/fake-chain.ts';
import { FakeSolana } from '../../support/fake-solana.ts';

const BASE = `/api/Wallet/avatar/${ALICE_ID}`;
/** Interval of the rounds; these tests ask for rounds themselves. */
const NEVER_MS = 3_600_000;

interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly payload?: object;
  readonly headers?: Record<string, string>;
  readonly token?: string;
}

/** The first EVM key below a phrase's entropy. */
const evmKey = async (entropy: Uint8Array): Promise<DerivedKey> =>
  (await openWalletScheme('evm')).derive(await seedOf(entropy), 0);

/** The signature that wallets make with personal_sign (EIP-191). */
async function personalSign({ secret }: DerivedKey, text: string): Promise<string> {
  const message = Buffer.from(`\x19Ethereum Signed Message:\n${text.length}${text}`);
  const key = (await openWalletScheme('evm')).keyOf(secret);
  assert.ok(key);
  return key.sign(keccak256(bytesToHex(message)));
}

onEngines('the wallets area', (database) => {
  let api: TestApi;
  const solana = new FakeSolana();
  before(async () => {
    const url = database();
    api = await testApi({
      ...(url !== undefined && { databasePath: url }),
      chains: fakeChains(new Set(), [solana]),
      people: [{ name: 'alice' }, { name: 'bob' }],
      api: { wallets: { sendLimits: { perDay: 50, amounts: { ETH: '5' } } } },
    });
  });
  after(() => api.close());
  before(async () => {
    // On PostgreSQL a process signs only while it holds the lease.
    await api.orders.locks.start(NEVER_MS);
    while (!api.orders.locks.active) await new Promise((resolve) => setImmediate(resolve));
  });

  const ask = (path: string, { method = 'GET', payload, headers, token = ALICE }: Asked = {}) =>
    api.app.inject({ method, url: path, headers: { ...as(token), ...headers }, ...(payload && { payload }) });
  const post = (path: string, payload: object = {}, more: Asked = {}) =>
    ask(`${BASE}${path}`, { method: 'POST', payload, ...more });
  const create = async (payload: object = {}, headers: Record<string, string> = {}) => {
    const body = { name: 'w', description: 'd', walletProviderType: 3, generateKeyPair: true, ...payload };
    const answer = await post('/create-wallet', body, { headers });
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json().result;
  };
  const refused = async (answer: Promise<{ statusCode: number; json(): { errorCode: string } }>) => {
    const { statusCode, json } = await answer;
    return [statusCode, json.call(await answer).errorCode];
  };

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

  it('refuses unknown members, and names the nearest known one', async () => {
    const answer = await post('/create-wallet', { walletProviderType: 3, walletAdress: 'x' });
    assert.equal(answer.statusCode, 400);
    assert.match(answer.json().message, /walletAdress.*walletAddress/);
  });

  it('shows the recovery phrase once, with the first generated wallet, and derives the wallets from it', async () => {
    const bob = `/api/Wallet/avatar/${BOB_ID}`;
    const make = (payload: object, headers = {}) =>
      ask(`${bob}/create-wallet`, {
        method: 'POST',
        payload: { walletProviderType: 7, ...payload },
        headers,
        token: BOB,
      });
    const key = { 'idempotency-key': 'phrase' };
    const first = await make({ showRecoveryPhrase: true }, key);
    assert.equal(first.statusCode, 201, first.body);
    const { recoveryPhrase, walletAddress } = first.json().result;
    assert.equal(recoveryPhrase.split(' ').length, 24);
    assert.equal((await evmKey(entropyOf(recoveryPhrase))).address, walletAddress);
    const again = await make({ showRecoveryPhrase: true }, key);
    assert.deepEqual([again.statusCode, again.headers['idempotency-replayed']], [201, 'true']);
    assert.equal(again.json().result.walletAddress, walletAddress);
    assert.equal(again.body, first.body);
    const kept = await api.storage.idempotency.begin(`avatar:${BOB_ID}`, 'createWallet', 'phrase', 'another hash');
    assert.equal(kept, 'mismatch');
    assert.deepEqual(await refused(make({ showRecoveryPhrase: true })), [409, 'RECOVERY_PHRASE_GONE']);
    const seed = await api.storage.wallets.seed(BOB_ID);
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
    assert.equal((await post(`/default-wallet/${imported.id}`)).statusCode, 200);
    const sent = await post(`${path}/send`, { toAddress: own.address, amount: '1' });
    assert.equal(sent.json().errorCode, 'WALLET_NOT_CUSTODIAL');
    const second = await evmKey(Buffer.alloc(32, 2));
    const late = await create({ ...given, publicKey: second.publicKey });
    const asked = (await post(`/wallets/${late.id}/challenge`)).json().result.challenge;
    api.clock.nowMs += 600_000;
    const tooLate = { signature: await personalSign(second, asked) };
    assert.deepEqual(await refused(post(`/wallets/${late.id}/verify`, tooLate)), [422, 'INVALID_SIGNATURE']);
  });

  it('reads native, canonical and bridged balances from the chain', async () => {
    const { id, walletAddress } = await create({ walletProviderType: 4 });
    const { arbitrum } = api;
    const address = walletAddress.toLowerCase();
    arbitrum.balances.set(`${address} ${arbitrum.domain}`, 3n * 10n ** 17n);
    arbitrum.balances.set(`${address} ${arbitrum.canonical.address}`, 10n ** 18n);
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

  describe('sends', () => {
    let wallet: { id: string; walletAddress: string };
    const to = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
    before(async () => {
      wallet = await create({ walletProviderType: 7 });
      api.ethereum.balances.set(`${wallet.walletAddress.toLowerCase()} ${api.ethereum.domain}`, 10n ** 20n);
    });
    const send = (payload: object, headers = {}) => post(`/wallets/${wallet.id}/send`, payload, { headers });
    const follow = async (id: string) => (await ask(`${BASE}/wallets/${wallet.id}/transfers/${id}`)).json().result;
    const round = () => api.orders.locks.round();

    it('a transfer once, durably, and follows it until no reorganisation can undo it', async () => {
      const key = { 'idempotency-key': 'send' };
      const first = await send({ toAddress: to, amount: '1.5' }, key);
      assert.equal(first.statusCode, 202, first.body);
      const { transferId, status, amount, token } = first.json().result;
      assert.deepEqual([status, amount, token], ['requested', '1.5', 'ETH']);
      assert.equal((await send({ toAddress: to, amount: '1.5' }, key)).body, first.body);
      const broadcasts = () => api.ethereum.broadcasts.filter(({ payer }) => payer === wallet.walletAddress).length;
      await round();
      assert.equal((await follow(transferId)).status, 'sent');
      assert.equal(broadcasts(), 1);
      api.ethereum.finalNumber = api.ethereum.headNumber - 1;
      api.ethereum.mine();
      await round();
      assert.equal((await follow(transferId)).status, 'included');
      api.ethereum.finalNumber = api.ethereum.headNumber;
      await round();
      const done = await follow(transferId);
      assert.deepEqual([done.status, done.isFinished, done.transaction !== null], ['completed', true, true]);
      await round();
      assert.equal(broadcasts(), 1);
      assert.deepEqual(await api.storage.submissions.open(['transfer']), []);
    });

    it('the same bytes again after a crash between the reservation and its record', async () => {
      const { transferId } = (await send({ toAddress: to, amount: '0.1' })).json().result;
      await round();
      const bytes = api.ethereum.broadcasts.at(-1)?.raw;
      await api.storage.wallets.transfers.update(transferId, { state: 'requested', transaction: null });
      await round();
      assert.equal(api.ethereum.broadcasts.at(-1)?.raw, bytes);
      api.ethereum.mine();
      api.ethereum.finalNumber = api.ethereum.headNumber;
      await round();
      assert.equal((await follow(transferId)).status, 'completed');
    });

    it('a failure that the chain names, and a retry while it cannot be asked', async () => {
      api.ethereum.failures.set('prepareTransfer', {
        ok: false,
        error: { code: 'RPC_UNAVAILABLE', message: 'no', retryable: true },
      });
      const { transferId } = (await send({ toAddress: to, amount: '0.1' })).json().result;
      await round();
      assert.equal((await follow(transferId)).status, 'requested');
      api.ethereum.failures.set('prepareTransfer', {
        ok: false,
        error: { code: 'ERC20InsufficientBalance', message: 'it holds less', retryable: false },
      });
      await round();
      const failed = await follow(transferId);
      assert.deepEqual([failed.status, failed.failureCode], ['failed', 'ERC20InsufficientBalance']);
      api.ethereum.failures.clear();
    });

    it('nothing that the wallet cannot pay, to no wrong address, and no wrong amount or asset', async () => {
      const program = `0x${'00'.repeat(31)}01` as const;
      api.ethereum.reserved.add(program);
      for (const [payload, code] of [
        [{ toAddress: to, amount: '101' }, 'INSUFFICIENT_BALANCE'],
        [{ toAddress: '0x12', amount: '1' }, 'INVALID_ADDRESS'],
        [{ toAddress: api.ethereum.formatAddress(api.ethereum.bridge), amount: '1' }, 'INVALID_ADDRESS'],
        [{ toAddress: api.ethereum.formatAddress(program), amount: '1' }, 'INVALID_ADDRESS'],
        [{ toAddress: to, amount: '0' }, 'INVALID_AMOUNT'],
        [{ toAddress: to, amount: '0.0000000000000000001' }, 'INVALID_AMOUNT'],
        [{ toAddress: to, amount: '1', token: 'DOGE' }, 'ASSET_UNKNOWN'],
      ] as const) {
        assert.equal((await send(payload)).json().errorCode, code, JSON.stringify(payload));
      }
    });

    it('no coins that the chain of the wallet keeps for fees', async () => {
      Object.assign(api.ethereum, { reserve: 10n ** 18n });
      const { errorCode, available } = (await send({ toAddress: to, amount: '100' })).json();
      Object.assign(api.ethereum, { reserve: 0n });
      assert.deepEqual([errorCode, available], ['INSUFFICIENT_BALANCE', '99']);
    });

    it('no more than the limits of a day', async () => {
      assert.equal((await send({ toAddress: to, amount: '3.5' })).json().errorCode, 'SEND_LIMIT_EXCEEDED');
      const last = await send({ toAddress: to, amount: '3.4' });
      assert.equal(last.statusCode, 202, last.body);
      const refusal = await send({ toAddress: to, amount: '0.1' });
      assert.deepEqual([refusal.statusCode, refusal.headers['retry-after']], [429, '3600']);
      api.clock.nowMs += 86_399_999;
      assert.equal((await send({ toAddress: to, amount: '5' })).statusCode, 429, 'still the same day');
      api.clock.nowMs += 2;
      assert.equal((await send({ toAddress: to, amount: '0.1' })).statusCode, 202);
      const { result } = (await ask(`${BASE}/wallets/${wallet.id}/transfers?limit=2`)).json();
      assert.deepEqual(
        result.map(({ amount }: { amount: string }) => amount),
        ['0.1', '3.4'],
      );
      await round();
      api.ethereum.mine();
      await round();
    });

    it('and shows each transfer under its own wallet alone', async () => {
      const { transferId } = (await send({ toAddress: to, amount: '0.001' })).json().result;
      const other = await create({ walletProviderType: 7 });
      const elsewhere = ask(`${BASE}/wallets/${other.id}/transfers/${transferId}`);
      assert.deepEqual(await refused(elsewhere), [404, 'TRANSFER_NOT_FOUND']);
    });

    it('no more transfers than the limit of a day', async () => {
      api.clock.nowMs += 86_400_001;
      for (let n = 0; n < 50; n += 1) assert.equal((await send({ toAddress: to, amount: '0.001' })).statusCode, 202);
      const { errorCode, message } = (await send({ toAddress: to, amount: '0.001' })).json();
      assert.deepEqual([errorCode, message], ['SEND_LIMIT_EXCEEDED', 'you may send 50 transfers a day']);
      api.clock.nowMs += 86_400_001;
      await round();
      api.ethereum.mine();
      await round();
    });
  });

  /** Brings all transfers on their chain to their end. */
  async function finishTransfers(chain: FakeChain): Promise<void> {
    while ((await api.storage.submissions.open(['transfer'])).length > 0) {
      await api.orders.locks.round();
      chain.mine();
      chain.finalNumber = chain.headNumber;
    }
  }

  it('limits by default what is sent of every asset in a day, and of a bridged token as of its asset', async () => {
    const { id, walletAddress } = await create({ walletProviderType: 4 });
    const { arbitrum } = api;
    const to = arbitrum.formatAddress(`0x${'00'.repeat(12)}${'9f'.repeat(20)}`);
    const hold = (token: string | number, amount: bigint) =>
      arbitrum.balances.set(`${walletAddress.toLowerCase()} ${token}`, amount * 10n ** 18n);
    hold(arbitrum.canonical.address ?? '', 20_000n);
    const send = (token: string, amount: string) => post(`/wallets/${id}/send`, { toAddress: to, token, amount });
    assert.deepEqual(await refused(send('ARB', '10000.1')), [429, 'SEND_LIMIT_EXCEEDED']);
    const most = await send('ARB', '10000');
    assert.equal(most.statusCode, 202, most.body);
    const { message } = (await send('ARB', '1')).json();
    assert.match(message, /you may send 10000 ARB a day, and have sent 10000/);
    const { balances } = (await ask(`${BASE}/wallets/${id}/balance`)).json().result;
    hold(balances.find(({ symbol }: { symbol: string }) => symbol === 'cwETH').tokenAddress, 20_000n);
    assert.deepEqual(await refused(send('cwETH', '5.1')), [429, 'SEND_LIMIT_EXCEEDED']);
    assert.equal((await send('cwETH', '5')).statusCode, 202);
    await api.orders.locks.round();
    await finishTransfers(arbitrum);
    assert.equal(arbitrum.broadcasts.length, 2);
  });

  it('sends nothing that an order of the wallet will lock, and orders nothing that it will send', async () => {
    const { walletAddress, id } = await create({ walletProviderType: 7, isDefaultWallet: true });
    api.ethereum.balances.set(`${walletAddress.toLowerCase()} ${api.ethereum.domain}`, 3n * 10n ** 18n);
    for (const operation of ['prepareSend', 'prepareTransfer']) {
      const error = { code: 'RPC_UNAVAILABLE', message: 'not now', retryable: true };
      api.ethereum.failures.set(operation, { ok: false, error });
    }
    const order = (amount: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/v1/orders',
        headers: as(ALICE),
        payload: { from: 'ETH', to: 'polygon', amount, destinationAddress: walletAddress },
      });
    const send = (amount: string) => post(`/wallets/${id}/send`, { toAddress: walletAddress, amount });
    assert.equal((await order('1')).statusCode, 201);
    const refusal = (await send('2.5')).json();
    assert.deepEqual(
      [refusal.errorCode, refusal.required, refusal.available, refusal.missing, refusal.token],
      ['INSUFFICIENT_BALANCE', '2.5', '2', '0.5', 'ETH'],
    );
    const sent = await send('1.5');
    assert.equal(sent.statusCode, 202, sent.body);
    const late = (await order('1')).json();
    assert.deepEqual([late.errorCode, late.available], ['INSUFFICIENT_BALANCE', '0.5']);
    assert.equal((await order('0.5')).statusCode, 201);
    assert.equal((await send('0.1')).json().errorCode, 'INSUFFICIENT_BALANCE');
    api.ethereum.failures.clear();
    await api.orders.locks.round();
    await finishTransfers(api.ethereum);
    api.clock.nowMs += 86_400_001;
  });

  it('locks orders from the custodial default wallet, and delivers to the default wallet', async () => {
    const [from, to] = [
      await create({ walletProviderType: 7, isDefaultWallet: true }),
      await create({ walletProviderType: 8, isDefaultWallet: true }),
    ];
    api.ethereum.balances.set(`${from.walletAddress.toLowerCase()} ${api.ethereum.domain}`, 10n ** 19n);
    const placed = await api.app.inject({
      method: 'POST',
      url: '/api/v1/orders',
      headers: as(ALICE),
      payload: { from: 'ETH', to: 'polygon', amount: '1' },
    });
    assert.equal(placed.statusCode, 201, placed.body);
    const order = placed.json();
    assert.equal(order.sender.toLowerCase(), from.walletAddress.toLowerCase());
    assert.equal(order.destinationAddress.toLowerCase(), to.walletAddress.toLowerCase());
    assert.equal(order.transactions, undefined);
    await api.orders.locks.round();
    const lock = api.ethereum.broadcasts.at(-1);
    assert.equal(lock?.payer, from.walletAddress);
    for (const wallet of [from, to]) {
      const remove = ask(`${BASE}/wallets/${wallet.id}`, { method: 'DELETE' });
      const body = (await remove).json();
      assert.ok(['ORDER_CAN_END_HERE', 'WALLET_HAS_BALANCE'].includes(body.errorCode), body.errorCode);
    }
    const { result } = (await ask(`${BASE}/wallets/${to.id}/orders`)).json();
    assert.deepEqual([result.length, result[0].orderId, result[0].role], [1, order.orderId, 'recipient']);
  });

  it('deletes a wallet without a balance, restores it for 90 days, and then removes it', async () => {
    const wallet = await create({ walletProviderType: 5 });
    const remove = (headers = {}) => ask(`${BASE}/wallets/${wallet.id}`, { method: 'DELETE', headers });
    assert.deepEqual(await refused(remove({ 'if-match': '"9"' })), [412, 'VERSION_MISMATCH']);
    const deleted = await remove();
    assert.equal(deleted.statusCode, 200, deleted.body);
    assert.ok(deleted.json().result.deletedAt);
    assert.deepEqual(await refused(ask(`${BASE}/wallets/${wallet.id}`)), [404, 'WALLET_NOT_FOUND']);
    const listed = (await ask(`${BASE}/wallets?deleted=true`)).json().result;
    assert.deepEqual(
      listed.map(({ id }: { id: string }) => id),
      [wallet.id],
    );
    const restored = await post(`/wallets/${wallet.id}/restore`);
    assert.deepEqual([restored.statusCode, restored.json().result.walletAddress], [200, wallet.walletAddress]);
    await remove();
    api.clock.nowMs += 90 * 86_400_000;
    const { wallets } = await import('../../../src/areas/wallets/index.ts');
    assert.equal(await api.areas.use(wallets).service.purge(), 0);
    api.clock.nowMs += 1;
    assert.equal(await api.areas.use(wallets).service.purge(), 1);
    assert.deepEqual(await refused(post(`/wallets/${wallet.id}/restore`)), [404, 'WALLET_NOT_FOUND']);
    assert.notEqual((await create({ walletProviderType: 5 })).walletAddress, wallet.walletAddress);
  });

  it('keeps a wallet with a balance, or whose chain cannot be read', async () => {
    const wallet = await create({ walletProviderType: 8 });
    const remove = () => refused(ask(`${BASE}/wallets/${wallet.id}`, { method: 'DELETE' }));
    const key = `${wallet.walletAddress.toLowerCase()} ${api.polygon.domain}`;
    api.polygon.balances.set(key, 1n);
    assert.deepEqual(await remove(), [409, 'WALLET_HAS_BALANCE']);
    api.polygon.balances.delete(key);
    api.polygon.failures.set('holding', { ok: false, error: { code: 'X', message: 'x', retryable: true } });
    assert.deepEqual(await remove(), [409, 'WALLET_HAS_BALANCE']);
    api.polygon.failures.clear();
    assert.deepEqual(await remove(), [200, undefined]);
  });

  it('derives what the avatar’s seed derives, at rising indexes', async () => {
    const { parse } = await openWalletScheme('solana');
    const rows = (await api.storage.wallets.list({ avatarId: ALICE_ID, providerType: 3 }, null, 200)).items;
    assert.deepEqual(
      rows.map(({ seedIndex }) => seedIndex),
      rows.map((_row, index) => index),
    );
    for (const { address } of rows) assert.ok(parse({ address }).ok);
  });
});
