import { strict as assert } from 'node:assert';
import { entropyOf, openWalletScheme, seedOf } from '@causeway/chains/wallets';
import { apiForEach, hold } from '../../support/api.ts';
import { ask, PASSWORD, signedUp, signIn } from '../../support/avatars.ts';

describe('secrets of wallets', function () {
  this.timeout(20_000);
  const api = apiForEach();
  let base: string;
  let token: string;
  let wallet: { readonly id: string; readonly walletAddress: string };

  beforeEach(async () => {
    const avatar = await signedUp(api, 'erin');
    token = avatar.jwtToken;
    base = `/api/Wallet/avatar/${avatar.id}`;
    wallet = (await post('/create-wallet', { walletProviderType: 7 })).result;
  });

  const post = (path: string, payload: object) => ask(api, `POST ${base}${path}`, payload, { token });
  const exported = (payload: object) => post(`/wallets/${wallet.id}/export`, payload);

  it('leave with the password alone: the key in its wallets’ form, or the phrase, each in the audit log', async () => {
    const scheme = await openWalletScheme('evm');
    const { result } = await exported({ password: PASSWORD });
    assert.equal(scheme.keyOf(result.secret)?.address, wallet.walletAddress);
    const phrase = (await exported({ password: PASSWORD, what: 'recoveryPhrase' })).result.secret;
    assert.equal(scheme.derive(await seedOf(entropyOf(phrase)), 0).address, wallet.walletAddress);
    const log = (await api.storage.avatars.audit.list({}, null, 50)).items;
    const facts = log.filter(({ action }) => action === 'wallet.exported').map((row) => row.facts);
    assert.deepEqual(
      facts.toSorted((a, b) => String(a.what).localeCompare(String(b.what))),
      [
        { walletId: wallet.id, what: 'privateKey' },
        { walletId: wallet.id, what: 'recoveryPhrase' },
      ],
    );
    assert.equal(JSON.stringify(log).includes(phrase.split(' ').slice(0, 4).join(' ')), false);
  });

  it('are in the list of the avatar’s keys with their public part alone', async () => {
    const { status, result } = await ask(api, `GET /api/avatar/${base.split('/').at(-1)}/keys`, undefined, { token });
    assert.equal(status, 200);
    const [key] = result.filter(({ purpose }: { purpose: string }) => purpose === 'wallet');
    assert.deepEqual([key.keyId, key.publicPart], [wallet.id, wallet.walletAddress]);
  });

  it('stay with another password, and leave five times an hour at most', async () => {
    assert.equal((await exported({ password: 'a wrong password' })).code, 'CREDENTIALS_REFUSED');
    for (let times = 0; times < 4; times++) assert.equal((await exported({ password: PASSWORD })).status, 200);
    const refused = await exported({ password: PASSWORD });
    assert.deepEqual([refused.status, refused.code], [429, 'RATE_LIMITED']);
    assert.equal(refused.headers['retry-after'], '3600');
    api.clock.nowMs += 3_600_001;
    token = (await signIn(api, 'erin')).jwtToken;
    assert.equal((await exported({ password: PASSWORD })).status, 200, 'the next hour');
  });

  it('leave five times an hour, however many are asked for at once', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => exported({ password: PASSWORD })));
    assert.equal(all.filter(({ status }) => status === 200).length, 5);
  });

  it('go with a wallet that is deleted with its balance, only soon after the password', async () => {
    hold(api.ethereum, wallet.walletAddress, 1n);
    const remove = (query = '') => ask(api, `DELETE ${base}/wallets/${wallet.id}${query}`, undefined, { token });
    assert.equal((await remove()).code, 'WALLET_HAS_BALANCE');
    api.clock.nowMs += 301_000;
    assert.equal((await remove('?force=true')).code, 'REAUTHENTICATION_REQUIRED');
    const again = await ask(api, 'POST /api/avatar/reauthenticate', { password: PASSWORD }, { token });
    assert.equal(again.status, 200);
    assert.equal((await remove('?force=true')).status, 200);
  });
});
