import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { apiForAll } from '../../support/api.ts';
import { ask, expect, makeAdmin, register, signedUp, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';
import { asked, MISSION, published } from '../missions/support.ts';

onEngines('the names of avatars in other areas', (database) => {
  const api = apiForAll({ database });
  const find = (name: string, token?: string) =>
    ask(api, `/api/avatar/by-name/${name}`, undefined, token === undefined ? {} : { token });

  it('find an avatar in any case of its name, with what everybody sees of it', async () => {
    const [ann, bob] = [await signedUp(api, 'find-ann', { email: 'ann@example.org' }), await signedUp(api, 'find-bob')];
    const found = await expect(find('Find-ANN', bob.jwtToken), 200);
    assert.deepEqual([found.id, found.username, 'email' in found], [ann.id, 'find-ann', false]);
    await expect(find('find-ann'), 401, 'UNAUTHENTICATED');
    await expect(find('find-nobody', bob.jwtToken), 404, 'AVATAR_NOT_FOUND');
    await expect(find('ann@example.org', bob.jwtToken), 404, 'AVATAR_NOT_FOUND');
  });

  it('stand beside ids in messages, leaderboards and agents, until an avatar hides its own', async () => {
    const [ann, bob] = [await signedUp(api, 'zebra-ann'), await signedUp(api, 'bob')];
    await makeAdmin(api, (await register(api, 'names-root')).id);
    const root = await signIn(api, 'names-root');
    const { agentId } = await expect(
      ask(api, '/api/agents/register', { name: 'painter', capabilities: [{ type: 'zebra' }] }, { token: ann.jwtToken }),
      201,
    );
    for (const [from, to] of [[ann, bob] as const, [bob, ann] as const]) {
      const message = { toAvatarId: to.id, message: 'hello' };
      await expect(ask(api, '/api/messaging/send-message', message, { token: from.jwtToken }), 201);
    }
    const player = (one: typeof ann) => ({ id: one.id, token: one.jwtToken });
    const id = await published(api, player(bob), { ...MISSION, quests: [], chapters: [] });
    await asked(api, player(ann), `POST /${id}/start`);
    assert.equal((await asked(api, player(ann), `POST /${id}/complete`)).status, 200);

    /** Every answer with the name, as the holder of `token` sees it. */
    const seenBy = async (token: string | undefined) => {
      const asking = token === undefined ? {} : { token };
      const read = async (path: string) => (await ask(api, path, undefined, asking)).result;
      const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getAgent', arguments: { agentId } } };
      return {
        profile: (await read(`/api/avatar/${ann.id}`)).username,
        leader: columns(await read(`/api/missions/${id}/leaderboard`), 'username'),
        owner: (await read(`/api/agents/${agentId}`)).ownerUsername,
        discovered: columns(await read('/api/agents/discover?capability=zebra'), 'ownerUsername'),
        ...(token !== undefined && {
          mcp: (await ask(api, '/mcp', rpc, asking)).result.structuredContent.ownerUsername,
          found: (await find('zebra-ann', token)).status,
        }),
      };
    };
    const all = (name: string | null, found: number) => ({
      ...{ profile: name, leader: [name], owner: name, discovered: [name], mcp: name, found },
    });
    const conversation = async (token: string) => {
      const rows = (await ask(api, '/api/messaging/messages', undefined, { token })).result;
      const peer = token === ann.jwtToken ? bob : ann;
      const both = (await ask(api, `/api/messaging/conversation/${peer.id}`, undefined, { token })).result;
      const one = (await ask(api, `/api/messaging/messages/${rows[0].messageId}`, undefined, { token })).result;
      return [...rows, ...both, one].map(({ fromUsername, toUsername }) => `${fromUsername} to ${toUsername}`);
    };
    assert.deepEqual(await seenBy(bob.jwtToken), all('zebra-ann', 200));
    assert.deepEqual(await conversation(bob.jwtToken), [
      ...['zebra-ann to bob', 'bob to zebra-ann', 'zebra-ann to bob', 'zebra-ann to bob'],
    ]);

    const hidden = await expect(ask(api, 'PUT /api/avatar/me', { nameHidden: true }, { token: ann.jwtToken }), 200);
    assert.deepEqual([hidden.username, hidden.nameHidden], ['zebra-ann', true]);
    assert.deepEqual(await seenBy(bob.jwtToken), all(null, 404));
    const { mcp: _mcp, found: _found, ...public_ } = all(null, 404);
    assert.deepEqual(await seenBy(undefined), public_);
    assert.deepEqual(await conversation(bob.jwtToken), [
      ...['null to bob', 'bob to null', 'null to bob', 'null to bob'],
    ]);
    const [unknown, its] = [await find('zebra-nobody', bob.jwtToken), await find('zebra-ann', bob.jwtToken)];
    const plain = (body: string) => body.replaceAll(/"traceId":"\w+"/g, '');
    assert.equal(plain(its.body), plain(unknown.body), 'a hidden name is as unknown as any other');

    assert.deepEqual(await seenBy(ann.jwtToken), all('zebra-ann', 200), 'for itself');
    assert.deepEqual(await seenBy(root.jwtToken), all('zebra-ann', 404), 'for admins, by id');
    assert.ok((await conversation(ann.jwtToken)).every((line) => line.includes('zebra-ann')));
    await expect(ask(api, 'PUT /api/avatar/me', { nameHidden: false }, { token: ann.jwtToken }), 200);
    assert.deepEqual(await seenBy(bob.jwtToken), all('zebra-ann', 200), 'shown again');
  });
});
