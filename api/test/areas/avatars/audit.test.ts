import { strict as assert } from 'node:assert';
import { AUDIT_ACTIONS, type AuditAction } from '@causeway/storage';
import { columns } from '@causeway/storage/test-support/columns';
import { avatars } from '../../../src/areas/avatars/index.ts';
import { GIVE_UP_MS } from '../../../src/areas/avatars/mail/queue.ts';
import { apiForAll, hold, RECIPIENT, units } from '../../support/api.ts';
import { ask, expect, makeAdmin, PASSWORD, register, signedUp, signIn } from '../../support/avatars.ts';
import { MailServer } from '../../support/mail-server.ts';

const AGENT = { avatarType: 'AI_Agent', password: undefined };

/** Written by commands that have their own tests. */
const BY_COMMANDS: readonly AuditAction[] = ['masterKey.rotated', 'wallet.seedDestroyed'];

describe('the log of security events', function describeLog() {
  this.timeout(60_000);
  const server = new MailServer();
  before(() => server.start());
  const api = apiForAll(() => {
    const mail = { kind: 'smtp', host: '127.0.0.1', port: server.port };
    return { api: { avatars: { mail } } };
  });
  after(() => server.stop());

  const settle = () => api.areas.use(avatars).mail.rounds.next();
  /** The token of the link to `page` in what was received since the last call. */
  const tokenFor = (page: string): string => {
    const texts = server.received.splice(0).map(({ text }) => text);
    return new RegExp(`/${page}#token=(\\S+)`).exec(texts.join())?.[1] ?? '';
  };
  const disown = (token: string) => expect(ask(api, '/api/avatar/not-me', { token }), 200);

  it('gets every event that is declared, when it happens', async () => {
    const email = 'ann@example.org';
    const { id, jwtToken: token, refreshToken } = await signedUp(api, 'ann', { email });
    const as = { token };
    await settle();
    server.received.splice(0);
    await register(api, 'eve', { email: 'eve@example.org' });
    await settle();
    await disown(tokenFor('not-me'));
    await expect(ask(api, '/api/avatar/resend-verification', {}, as), 200);
    await settle();
    await expect(ask(api, '/api/avatar/verify-email', { token: tokenFor('verify-email') }, as), 200);
    await settle();
    await ask(api, '/api/avatar/authenticate', { username: 'ann', password: 'wrong' });
    await expect(ask(api, '/api/avatar/reauthenticate', { password: PASSWORD }, as), 200);
    await expect(ask(api, 'PUT /api/avatar/me', { title: 'Dr' }, as), 200);

    const keys = `/api/avatar/${id}/api-keys`;
    const key = await expect(ask(api, keys, { name: 'k', scopes: [] }, as), 201);
    await expect(ask(api, `DELETE ${keys}/${key.keyId}`, undefined, as), 200);
    const agent = await register(api, 'agent', AGENT, as);
    await expect(ask(api, '/api/agents/register', { name: 'worker', capabilities: [{ type: 'echo' }] }, as), 201);
    await expect(ask(api, 'PUT /api/agents/trusted', { trusted: [id] }, as), 200);
    await expect(ask(api, '/api/avatar/me/api-keys/renew', {}, { token: agent.apiKey }), 201);
    await api.areas.use(avatars).rotateSigningKeys({ delayMs: 1, revoke: false });

    const own = `/api/Wallet/avatar/${id}`;
    const make = { walletProviderType: 7, showRecoveryPhrase: true };
    const wallet = await expect(ask(api, `${own}/create-wallet`, make, as), 201);
    hold(api.ethereum, wallet.walletAddress, units(5));
    const path = `${own}/wallets/${wallet.id}`;
    await expect(ask(api, `${path}/send`, { toAddress: RECIPIENT, amount: '1' }, as), 202);
    await expect(ask(api, `${path}/export`, { password: PASSWORD }, as), 200);
    await expect(ask(api, `PUT ${path}/limits`, { asset: 'ETH', amount: '2' }, as), 200);
    for (const amount of ['1', null]) {
      await expect(ask(api, `PUT ${own}/allowances`, { agentId: agent.id, asset: 'ETH', amount }, as), 200);
    }
    const other = await expect(ask(api, `${own}/create-wallet`, { walletProviderType: 3 }, as), 201);
    await expect(ask(api, `DELETE ${own}/wallets/${other.id}?force=true`, undefined, as), 200);
    await expect(ask(api, `${own}/wallets/${other.id}/restore`, {}, as), 200);
    for (const target of [path, `/api/avatar/${id}`]) {
      await expect(ask(api, `${target}/freeze`, {}, as), 200);
      await expect(ask(api, `${target}/thaw`, {}, as), 200);
    }
    await expect(ask(api, `/api/avatar/${id}/end-sessions`, {}, as), 200);

    await expect(ask(api, '/api/avatar/refresh-token', { refreshToken }), 200);
    api.clock.nowMs += 60_000;
    const reused = ask(api, '/api/avatar/refresh-token', { refreshToken }, { from: '192.0.2.9' });
    assert.equal((await reused).code, 'REFRESH_TOKEN_REFUSED');
    const change = { oldPassword: PASSWORD, newPassword: 'another password' };
    const again = (await signIn(api, 'ann')).jwtToken;
    await expect(ask(api, '/api/avatar/change-password', change, { token: again }), 200);
    await settle();
    server.received.splice(0);
    await expect(ask(api, '/api/avatar/forgot-password', { email }), 200);
    await settle();
    await disown(tokenFor('not-me'));
    await expect(ask(api, '/api/avatar/forgot-password', { email }), 200);
    await settle();
    const reset = { token: tokenFor('reset-password'), password: PASSWORD };
    await expect(ask(api, '/api/avatar/reset-password', reset), 200);
    await settle();
    await makeAdmin(api, id);
    const admin = { token: (await signIn(api, 'ann')).jwtToken };
    await expect(ask(api, keys, { name: 'late', scopes: [] }, admin), 201);
    await expect(ask(api, '/api/avatar/revoke-token', {}, admin), 200);

    api.clock.nowMs += 80 * 86_400_000;
    await api.areas.use(avatars).prune();
    await settle();
    await api.areas.use(avatars).rotateSigningKeys({ delayMs: 0, revoke: true });
    server.refuses = 451;
    await register(api, 'bob', { email: 'bob@example.org' });
    await settle();
    api.clock.nowMs += GIVE_UP_MS;
    await settle();

    const { items } = await api.storage.avatars.audit.list({}, null, 1_000);
    const found = new Set(columns(items, 'action'));
    assert.deepEqual(
      AUDIT_ACTIONS.filter((action) => !found.has(action) && !BY_COMMANDS.includes(action)),
      [],
    );
  });
});
