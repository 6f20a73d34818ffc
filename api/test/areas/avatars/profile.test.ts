import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { apiForAll } from '../../support/api.ts';
import { ask, expect, signedUp } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

onEngines('the profile of an avatar', (database) => {
  const api = apiForAll({ database });

  const changesOf = async (subjectId: string) => {
    const filter = { subjectId, action: 'avatar.profileChanged' } as const;
    return (await api.storage.avatars.audit.list(filter, null, 10)).items;
  };

  it('is changed in its own members alone, and the security log has their names without the values', async () => {
    const ann = await signedUp(api, 'ann');
    const put = (body: object, token = ann.jwtToken) => ask(api, 'PUT /api/avatar/me', body, { token });
    const metadata = { secret: { plan: 'x' } };
    const changed = await expect(put({ firstName: 'Ann', title: null, metadata }), 200);
    assert.deepEqual([changed.firstName, changed.title, changed.metadata], ['Ann', null, metadata]);
    const [event, ...more] = await changesOf(ann.id);
    assert.deepEqual([event?.facts, more], [{ members: ['firstName', 'metadata'] }, []]);
    assert.deepEqual([event?.actorId, event?.credential?.split(':')[0]], [ann.id, 'token']);
    const again = await expect(put({ firstName: 'Ann', metadata }), 200);
    assert.deepEqual([again.version, again.lastName], [changed.version + 1, null]);
    await expect(put({ LastName: 'Lee' }), 200);
    assert.deepEqual(columns(await changesOf(ann.id), 'facts'), [
      { members: ['lastName'] },
      { members: ['firstName', 'metadata'] },
    ]);
  });

  it('makes nobody an admin, and proves no address, whoever asks', async () => {
    const mallory = await signedUp(api, 'mallory');
    const token = mallory.jwtToken;
    const agent = await expect(ask(api, '/api/agents/register', { name: 'a' }, { token }), 201);
    const stolen = { email: 'boss@example.org', verifiedEmailKey: 'boss@example.org' };
    for (const asking of [{ token }, { token: agent.apiKey }]) {
      for (const body of [{ isAdmin: true }, stolen, { avatarType: 'System' }, { ownerId: null }, { IsAdmin: true }]) {
        const { body: text } = await ask(api, 'PUT /api/avatar/me', { firstName: 'M', ...body }, asking);
        assert.match(text, new RegExp(`body: ${Object.keys(body)[0]} is unknown; known are firstName`));
      }
    }
    await expect(
      ask(api, '/api/avatar/authenticate', { email: 'boss@example.org', password: 'x' }),
      401,
      'CREDENTIALS_REFUSED',
    );
    const row = await api.storage.avatars.profiles.get(mallory.id);
    assert.deepEqual([row?.isAdmin, row?.version, row?.verifiedEmailKey], [false, 1, null]);
    assert.deepEqual(await changesOf(mallory.id), []);
  });
});
