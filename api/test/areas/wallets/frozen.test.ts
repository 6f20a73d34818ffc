import { strict as assert } from 'node:assert';
import { walletStorage } from '../../../src/areas/wallets/rules/wallet-storage.ts';
import { apiForAll, hold, RECIPIENT, units } from '../../support/api.ts';
import { ask, expect, makeAdmin, PASSWORD, register, signedUp, signIn } from '../../support/avatars.ts';
import { finalise, interrupt } from '../../support/chains.ts';
import { type CustodyMember, custodyMember, NEVER_MS } from '../../support/custody.ts';
import { onEngines } from '../../support/engines.ts';
import { allow } from '../../support/people.ts';

const AGENT = { avatarType: 'AI_Agent', password: undefined };
const MONEY = ['orders:write', 'orders:read', 'wallets:write', 'wallets:read', 'profile:write', 'profile:read'];

onEngines('a frozen account or wallet', (database) => {
  const api = apiForAll({ database, api: { wallets: { sendLimits: { perDay: 1_000, amounts: { ETH: null } } } } });
  let admin: string;
  let member: CustodyMember;
  let made = 0;

  before(async () => {
    const root = await register(api, 'root');
    await makeAdmin(api, root.id);
    admin = (await signIn(api, 'root')).jwtToken;
    // The process that accepts orders and transfers signs none of them; `member` does when it is asked.
    Object.assign(api.orders.locks, { enqueue: async () => {}, round: async () => {} });
    member = custodyMember(api);
    await member.custody.start(NEVER_MS);
    while (!member.custody.active) await member.askForLease();
  });
  after(() => member.custody.stop());

  const makeWallet = async (id: string, token: string, body: object = {}) => {
    const payload = { walletProviderType: 7, generateKeyPair: true, ...body };
    const wallet = await expect(ask(api, `/api/Wallet/avatar/${id}/create-wallet`, payload, { token }), 201);
    hold(api.ethereum, wallet.walletAddress, units(1_000));
    return wallet;
  };
  /** Somebody with a wallet of 1,000 ETH, a key that spends, and an agent that does. */
  const rich = async () => {
    const name = `ann-${++made}`;
    const { id, jwtToken: token } = await signedUp(api, name);
    const wallet = await makeWallet(id, token);
    const body = { name: 'bot', scopes: MONEY };
    const { apiKey: key, keyId } = await expect(ask(api, `/api/avatar/${id}/api-keys`, body, { token }), 201);
    const agent = await register(api, `agent-${made}`, { ...AGENT, scopes: MONEY }, { token });
    await allow(api.storage, id, { subject: 'apiKey', subjectId: keyId });
    await allow(api.storage, id, { subject: 'agent', subjectId: agent.id });
    return { id, name, token, key, wallet, agent, walletPath: `/api/Wallet/avatar/${id}/wallets/${wallet.id}` };
  };
  type Rich = Awaited<ReturnType<typeof rich>>;
  const order = (token: string, more: object = {}) =>
    ask(
      api,
      '/api/v1/orders',
      { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT, ...more },
      { token },
    );
  const send = ({ walletPath }: Pick<Rich, 'walletPath'>, token: string) =>
    ask(api, `${walletPath}/send`, { toAddress: RECIPIENT, amount: '1' }, { token });
  const orderId = (body: string): string => JSON.parse(body).orderId;
  const freeze = (id: string, token: string, body: object = {}) =>
    ask(api, `/api/avatar/${id}/freeze`, body, { token });
  const thaw = (id: string, token: string, body: object = {}) => ask(api, `/api/avatar/${id}/thaw`, body, { token });
  const broadcasts = (address: string) => api.ethereum.broadcasts.filter(({ payer }) => payer === address).length;
  const stateOf = async (id: string) => {
    const row = await api.storage.orders.get(id);
    return [row?.state, row?.failureCode];
  };
  const transferOf = async (id: string) => {
    const row = await walletStorage(api.storage).transfers.get(id);
    return [row?.state, row?.failureCode];
  };

  it('spends nothing after the answer, against 50 orders and sends at once, and all of them end', async () => {
    const ann = await rich();
    const before = [await order(ann.key), await order(ann.token, { fromAddress: RECIPIENT })];
    const waiting = await send(ann, ann.key);
    assert.deepEqual(
      [...before, waiting].map(({ status }) => status),
      [201, 201, 202],
    );
    const rounds = (async () => {
      for (let at = 0; at < 5; at += 1) await member.custody.round();
    })();
    const all = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? order(ann.key) : send(ann, ann.token)));
    const answered = freeze(ann.id, ann.key, { reason: 'stolen' });
    await expect(answered, 200);
    await rounds;
    const replies = await Promise.all(all);
    for (const { status, code } of replies) if (status >= 300) assert.equal(code, 'ACCOUNT_FROZEN');
    const after = broadcasts(ann.wallet.walletAddress);
    await member.custody.round();
    await api.orders.frozen.round();
    await member.custody.round();
    assert.equal(broadcasts(ann.wallet.walletAddress), after, 'nothing leaves any more');
    const ids = [...before, ...replies.filter(({ status }) => status === 201)].map(({ body }) => orderId(body));
    for (const id of ids) {
      const [state, code] = await stateOf(id);
      assert.ok(state === 'locking' || (state === 'expired' && code === 'ACCOUNT_FROZEN'), `${state} ${code}`);
    }
    assert.deepEqual(await walletStorage(api.storage).transfers.requestedOf(ann.id), []);
    assert.deepEqual(await stateOf(orderId(before[1]?.body ?? '')), ['expired', 'ACCOUNT_FROZEN'], 'self-custody too');
    assert.equal((await order(ann.token)).code, 'ACCOUNT_FROZEN');
  });

  it('lets what is locked go on to its end, and be sent once', async () => {
    const ann = await rich();
    const id = orderId((await order(ann.key)).body);
    const { transferId } = (await send(ann, ann.key)).result;
    await member.custody.round();
    await expect(freeze(ann.id, ann.token), 200);
    assert.deepEqual(
      [await stateOf(id), await transferOf(transferId)],
      [
        ['locking', null],
        ['sent', null],
      ],
    );
    finalise(api.ethereum);
    await member.custody.round();
    assert.deepEqual(await transferOf(transferId), ['completed', null]);
    assert.equal(broadcasts(ann.wallet.walletAddress), 2);
  });

  it('has its open work ended by another process when the one that froze it was killed', async () => {
    const ann = await rich();
    const ids = [
      orderId((await order(ann.key)).body),
      orderId((await order(ann.agent.apiKey, { fromAddress: RECIPIENT })).body),
    ];
    const { transferId } = (await send(ann, ann.key)).result;
    const { freezes } = api.storage.avatars;
    const audit = {
      credential: null,
      address: null,
      userAgent: null,
      traceId: null,
      facts: {},
      actorId: null,
    } as const;
    const event = { ...audit, action: 'avatar.frozen', outcome: 'allowed', subjectId: ann.id } as const;
    // The transaction of the freeze, and no more.
    await freezes.freeze(ann.id, { by: 'owner', reason: null }, event);
    await member.custody.round();
    assert.equal(broadcasts(ann.wallet.walletAddress), 0, 'a signer refuses in its own transaction');
    await api.orders.frozen.round();
    for (const id of ids) assert.deepEqual(await stateOf(id), ['expired', 'ACCOUNT_FROZEN']);
    assert.deepEqual(await transferOf(transferId), ['failed', 'ACCOUNT_FROZEN']);
    const open = await api.storage.submissions.open(['transfer', 'lock', 'burn']);
    assert.ok(open.every(({ payer }) => payer !== ann.wallet.walletAddress));
  });

  it('sends nothing that no node had taken before the freeze, however often it was offered', async () => {
    for (const what of ['account', 'wallet'] as const) {
      const ann = await rich();
      const id = orderId((await order(ann.key)).body);
      const { transferId } = (await send(ann, ann.key)).result;
      api.ethereum.failing('broadcast');
      await member.custody.round();
      await member.custody.round();
      const [state] = await stateOf(id);
      assert.deepEqual([state, await transferOf(transferId)], ['locking', ['sent', null]]);
      const path = what === 'account' ? `/api/avatar/${ann.id}` : ann.walletPath;
      await expect(ask(api, `${path}/freeze`, {}, { token: ann.token }), 200);
      api.ethereum.failures.clear();
      await member.custody.round();
      await member.custody.round();
      assert.equal(broadcasts(ann.wallet.walletAddress), 0);
      const code = what === 'account' ? 'ACCOUNT_FROZEN' : 'WALLET_FROZEN';
      assert.deepEqual(
        [await stateOf(id), await transferOf(transferId)],
        [
          ['expired', code],
          ['failed', code],
        ],
      );
      await expect(ask(api, `${path}/thaw`, {}, { token: ann.token }), 200);
      const again = orderId((await order(ann.token)).body);
      await member.custody.round();
      assert.deepEqual([await stateOf(again), broadcasts(ann.wallet.walletAddress)], [['locking', null], 1]);
    }
  });

  it('sends nothing that was signed before the freeze and not yet handed over', async () => {
    const ann = await rich();
    const id = orderId((await order(ann.key)).body);
    const { transferId } = (await send(ann, ann.key)).result;
    interrupt(api.ethereum, 'prepareTransfer', () => freeze(ann.id, ann.token));
    await member.custody.round();
    await member.custody.round();
    assert.deepEqual(await transferOf(transferId), ['failed', 'ACCOUNT_FROZEN']);
    const [state] = await stateOf(id);
    assert.equal(broadcasts(ann.wallet.walletAddress), state === 'locking' ? 1 : 0);
  });

  describe('lets each credential do no more than it may', () => {
    const KINDS = [
      ['read', ({ walletPath }: Rich, token: string) => ask(api, walletPath, undefined, { token })],
      ['order', (_: Rich, token: string) => order(token)],
      ['send', (ann: Rich, token: string) => send(ann, token)],
      [
        'key',
        ({ id }: Rich, token: string) => ask(api, `/api/avatar/${id}/api-keys`, { name: 'k', scopes: [] }, { token }),
      ],
      [
        'agent',
        (_: Rich, token: string) => register(api, `late-${++made}`, AGENT, { token }).then(() => undefined as never),
      ],
      [
        'phrase',
        ({ id }: Rich, token: string) =>
          ask(
            api,
            `/api/Wallet/avatar/${id}/create-wallet`,
            { walletProviderType: 3, showRecoveryPhrase: true },
            { token },
          ),
      ],
      [
        'export',
        ({ walletPath }: Rich, token: string) => ask(api, `${walletPath}/export`, { password: PASSWORD }, { token }),
      ],
      ['profile', (_: Rich, token: string) => ask(api, 'PUT /api/avatar/me', { title: 'x' }, { token })],
      ['renew', (_: Rich, token: string) => ask(api, '/api/avatar/me/api-keys/renew', {}, { token })],
      [
        'message',
        ({ id }: Rich, token: string) =>
          ask(api, '/api/messaging/send-message', { toAvatarId: id, message: 'm' }, { token }),
      ],
    ] as const;

    for (const by of ['owner', 'admin'] as const) {
      it(`after a freeze by the ${by}: sessions read, freeze, thaw, end sessions and change the password`, async () => {
        const ann = await rich();
        const frozen = await expect(freeze(ann.id, by === 'owner' ? ann.token : admin, { reason: 'why' }), 200);
        assert.deepEqual([frozen.frozenBy, frozen.frozenReason], [by, 'why']);
        for (const [kind, operation] of KINDS) {
          for (const [who, token] of [
            ['session', ann.token],
            ['key', ann.key],
            ['agent', ann.agent.apiKey],
          ] as const) {
            if (kind === 'agent') {
              const reply = await ask(api, '/api/avatar/register', { username: `late-${++made}`, ...AGENT }, { token });
              assert.equal(reply.code, 'ACCOUNT_FROZEN', `${who} ${kind}`);
              continue;
            }
            const reply = await operation(ann, token);
            if (kind === 'read') assert.equal(reply.status, who === 'agent' ? 404 : 200);
            else {
              assert.deepEqual([reply.status, reply.code], [403, 'ACCOUNT_FROZEN'], `${who} ${kind}`);
              assert.ok(!reply.body.includes('why'), 'the reason is not in refusals');
            }
          }
        }
        const own = (await ask(api, '/api/avatar/me', undefined, { token: ann.token })).result;
        assert.equal(own.frozenReason, 'why');
        assert.equal((await freeze(ann.id, ann.key)).code, 'ACCOUNT_FROZEN', 'an API key only reads');
        assert.equal((await thaw(ann.id, ann.key)).code, 'ACCOUNT_FROZEN');
        await expect(ask(api, `/api/avatar/${ann.id}/end-sessions`, {}, { token: ann.token }), 200);
        const change = { oldPassword: PASSWORD, newPassword: PASSWORD };
        await expect(ask(api, '/api/avatar/change-password', change, { token: ann.token }), 200);
        await expect(freeze(ann.id, ann.token), 200);
        assert.equal((await signIn(api, ann.name)).frozenBy, by, 'an owner’s freeze does not replace an admin’s');
        if (by === 'admin') {
          assert.equal((await thaw(ann.id, ann.token)).code, 'ACCOUNT_FROZEN', 'only an admin ends it');
          assert.equal((await thaw(ann.id, admin)).code, 'REASON_REQUIRED');
          await expect(thaw(ann.id, admin, { reason: 'a mistake' }), 200);
        } else await expect(thaw(ann.id, ann.token), 200);
        assert.equal((await order(ann.key)).status, 201);
      });
    }
  });

  it('is thawed by its owner with a recent password alone', async () => {
    const ann = await rich();
    api.clock.nowMs += 300_001;
    await expect(freeze(ann.id, ann.token), 200);
    assert.equal((await thaw(ann.id, ann.token)).code, 'REAUTHENTICATION_REQUIRED');
    await expect(ask(api, '/api/avatar/reauthenticate', { password: PASSWORD }, { token: ann.token }), 200);
    await expect(thaw(ann.id, ann.token), 200);
    const stranger = await signedUp(api, `stranger-${++made}`);
    assert.equal((await freeze(ann.id, stranger.jwtToken)).code, 'AVATAR_NOT_FOUND');
    assert.equal(
      (await freeze(ann.id, ann.agent.apiKey)).code,
      'AVATAR_NOT_FOUND',
      'an agent does not freeze its owner',
    );
    await expect(freeze(ann.agent.id, ann.agent.apiKey), 200);
    assert.equal((await order(ann.agent.apiKey)).code, 'ACCOUNT_FROZEN');
    await expect(thaw(ann.agent.id, ann.token), 200);
    admin = (await signIn(api, 'root')).jwtToken;
  });

  it('of an admin is no admin any more, and thaws nobody', async () => {
    const root = await register(api, `root-${++made}`);
    await makeAdmin(api, root.id);
    const token = (await signIn(api, `root-${made}`)).jwtToken;
    const ann = await signedUp(api, `ann-${++made}`);
    await expect(freeze(ann.id, token, { reason: 'r' }), 200);
    await expect(freeze(root.id, admin, { reason: 'r' }), 200);
    assert.equal((await thaw(root.id, token, { reason: 'r' })).code, 'ACCOUNT_FROZEN');
    assert.equal((await thaw(ann.id, token, { reason: 'r' })).code, 'AVATAR_NOT_FOUND');
    assert.equal((await ask(api, '/api/avatar/audit-log', undefined, { token })).code, 'FORBIDDEN');
    const role = (body: object) => ask(api, `PUT /api/avatar/${ann.id}/role`, body, { token: admin });
    assert.equal((await role({ isAdmin: true })).code, 'ACCOUNT_FROZEN', 'a frozen account gets no role');
  });

  it('as one wallet spends nothing, while the others do, and is thawed by whoever may', async () => {
    const ann = await rich();
    const second = await makeWallet(ann.id, ann.token, { name: 'second' });
    const id = orderId((await order(ann.key)).body);
    const { transferId } = (await send(ann, ann.key)).result;
    const wallet = (action: string, token: string, body: object = {}) =>
      ask(api, `${ann.walletPath}/${action}`, body, { token });
    assert.equal((await wallet('freeze', admin)).code, 'REASON_REQUIRED');
    assert.equal((await expect(wallet('freeze', ann.key), 200)).frozenBy, 'owner');
    assert.deepEqual(
      [await stateOf(id), await transferOf(transferId)],
      [
        ['expired', 'WALLET_FROZEN'],
        ['failed', 'WALLET_FROZEN'],
      ],
    );
    assert.deepEqual(
      [(await order(ann.token)).code, (await send(ann, ann.key)).code],
      ['WALLET_FROZEN', 'WALLET_FROZEN'],
    );
    assert.equal((await order(ann.token, { fromAddress: second.walletAddress })).status, 201);
    assert.equal((await wallet('thaw', ann.key)).code, 'REAUTHENTICATION_REQUIRED');
    await expect(wallet('thaw', ann.token), 200);
    await expect(wallet('freeze', admin, { reason: 'court order' }), 200);
    assert.equal((await wallet('thaw', ann.token)).code, 'WALLET_FROZEN');
    const take = (path: string, what: string) =>
      ask(api, `${path}/export`, { password: PASSWORD, what }, { token: ann.token });
    const secondPath = ann.walletPath.replace(ann.wallet.id, second.id);
    for (const [path, what] of [
      [ann.walletPath, 'privateKey'],
      [ann.walletPath, 'recoveryPhrase'],
      [secondPath, 'recoveryPhrase'],
    ] as const) {
      assert.equal(
        (await take(path, what)).code,
        'WALLET_FROZEN',
        `${what} takes the coins of a frozen wallet elsewhere`,
      );
    }
    assert.equal((await take(secondPath, 'privateKey')).status, 200);
    await expect(wallet('thaw', admin, { reason: 'lifted' }), 200);
    assert.equal((await send(ann, ann.key)).status, 202);
    const imported = { walletProviderType: 4, generateKeyPair: false, walletAddress: RECIPIENT };
    const own = await expect(
      ask(api, `/api/Wallet/avatar/${ann.id}/create-wallet`, imported, { token: ann.token }),
      201,
    );
    const path = `/api/Wallet/avatar/${ann.id}/wallets/${own.id}/freeze`;
    assert.equal((await ask(api, path, {}, { token: ann.token })).code, 'WALLET_NOT_CUSTODIAL');
  });

  it('of an agent is frozen and thawed by its owner, and by nobody else but an admin', async () => {
    const [ann, eve] = [await rich(), await rich()];
    const wallet = await makeWallet(ann.agent.id, ann.agent.apiKey);
    const path = `/api/Wallet/avatar/${ann.agent.id}/wallets/${wallet.id}`;
    const change = (action: string, token: string) => ask(api, `${path}/${action}`, {}, { token });
    await expect(change('freeze', ann.agent.apiKey), 200);
    await expect(change('thaw', ann.agent.apiKey), 403, 'FORBIDDEN');
    for (const action of ['freeze', 'thaw']) await expect(change(action, eve.token), 404, 'AVATAR_NOT_FOUND');
    await expect(change('thaw', eve.agent.apiKey), 403, 'FORBIDDEN');
    await expect(change('freeze', eve.agent.apiKey), 404, 'AVATAR_NOT_FOUND');
    await expect(change('thaw', ann.key), 403, 'REAUTHENTICATION_REQUIRED');
    assert.equal((await expect(change('thaw', ann.token), 200)).frozenAt, null);
    assert.equal((await expect(change('freeze', ann.key), 200)).frozenBy, 'owner');
    const other = ask(api, `${path.replace(wallet.id, ann.wallet.id)}/thaw`, {}, { token: ann.token });
    await expect(other, 404, 'WALLET_NOT_FOUND');
    const { items } = await api.storage.avatars.audit.list(
      { subjectId: ann.agent.id, action: 'wallet.thawed' },
      null,
      9,
    );
    assert.deepEqual(
      items.map(({ actorId }) => actorId),
      [ann.id],
    );
  });

  it('of somebody else is all that an admin changes of wallets: no phrase, no wallet, no send, no proof', async () => {
    const ann = await rich();
    const victim = await signedUp(api, `victim-${++made}`);
    for (const [route, body] of [
      [`/api/Wallet/avatar/${victim.id}/create-wallet`, { walletProviderType: 7, showRecoveryPhrase: true }],
      [`${ann.walletPath}/send`, { toAddress: RECIPIENT, amount: '1' }],
      [`${ann.walletPath}/challenge`, {}],
      [`${ann.walletPath}/verify`, { signature: '0x' }],
      [`${ann.walletPath}/restore`, {}],
      [`${ann.walletPath}/export`, { password: PASSWORD }],
      [`DELETE ${ann.walletPath}`, undefined],
      [`/api/Wallet/avatar/${ann.id}/default-wallet/${ann.wallet.id}`, {}],
    ] as const) {
      assert.equal((await ask(api, route, body, { token: admin })).code, 'AVATAR_NOT_FOUND', route);
    }
    await expect(ask(api, ann.walletPath, undefined, { token: admin }), 200);
    assert.equal(await api.storage.wallets.wallets.seed(victim.id), undefined);
  });
});
