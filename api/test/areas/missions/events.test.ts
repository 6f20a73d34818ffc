import { strict as assert } from 'node:assert';
import type { AddressInfo } from 'node:net';
import { apiForAll, as } from '../../support/api.ts';
import { onEngines } from '../../support/engines.ts';
import { openStream } from '../../support/event-stream.ts';
import { asked, type Player, played, player, published } from './support.ts';

onEngines('the events of missions', (database) => {
  const api = apiForAll({ database });
  let base: string;
  let author: Player;
  let ann: Player;
  before(async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    base = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/api`;
    author = await player(api, 'author');
    ann = await player(api, 'ann');
  });

  const open = (path: string, { token }: Player, lastEventId?: string) =>
    openStream(`${base}${path}`, { ...as(token), ...(lastEventId && { 'last-event-id': lastEventId }) });
  type Stream = Awaited<ReturnType<typeof open>>;
  const types = ({ seen }: Stream) => seen.map(({ event }) => event);

  it('reach the player alone, and resume after Last-Event-ID without a gap or a repetition', async () => {
    const id = await published(api, author);
    const path = `/missions/${id}/events`;
    await asked(api, ann, `POST /${id}/start`);
    const stream = await open(path, ann);
    await stream.until(() => stream.seen.length === 1);
    await asked(api, ann, `POST /${id}/quests/a/complete`);
    await stream.until(() => stream.seen.length === 2);
    const [, half] = stream.seen;
    assert.deepEqual([half?.data.questId, half?.data.progressPercent], ['a', 50]);
    await stream.close();

    // The author’s own run is another one, whose events only the author sees.
    await asked(api, author, `POST /${id}/start`);
    await asked(api, ann, `POST /${id}/quests/b/start`);
    const again = await open(path, ann, half?.id);
    await again.until(() => again.seen.length === 1);
    await asked(api, ann, `POST /${id}/quests/b/complete`);
    await again.until(() => again.seen.length === 2);
    await asked(api, ann, `POST /${id}/complete`);
    await again.end;
    assert.deepEqual(types(again), ['quest.started', 'quest.completed', 'mission.completed']);
    const last = again.seen.at(-1);
    assert.deepEqual([last?.data.karma, last?.data.xp], [7, 70]);
    const over = await open(path, ann, last?.id);
    assert.equal(over.response.status, 204);
    await over.close();

    const theirs = await open(path, author);
    await theirs.until(() => theirs.seen.length === 1);
    assert.deepEqual(types(theirs), ['mission.started']);
    await theirs.close();
  });

  it('are in the avatar’s stream of the topic as well', async () => {
    const id = await published(api, author);
    const bob = await player(api, 'bob');
    const stream = await open('/events?topics=missions', bob);
    await stream.until(() => stream.seen.length === 1);
    assert.deepEqual(stream.seen[0]?.data.topics, ['missions']);
    await played(api, ann, id);
    await played(api, bob, id);
    await asked(api, bob, `POST /${id}/complete`);
    await stream.until(() => types(stream).includes('mission.completed'));
    const steps = ['mission.started', 'quest.completed', 'quest.started', 'quest.completed', 'mission.completed'];
    assert.deepEqual(types(stream), ['ready', ...steps]);
    const [, first] = stream.seen;
    assert.deepEqual([first?.data.missionId, first?.data.status], [id, 'InProgress']);
    await stream.close();

    const again = await open('/events?topics=missions', bob, first?.id);
    await again.until(() => types(again).includes('mission.completed'));
    assert.deepEqual(
      types(again).filter((type) => type !== 'ready'),
      steps.slice(1),
    );
    await again.close();
  });
});
