import assert from 'node:assert/strict';
import type { PlatformStorage } from '@causeway/storage';
import { audit, register, registration } from '@causeway/storage/test-support/avatars';
import { definition, newMission, quest } from '@causeway/storage/test-support/missions';
import { beginAttempt } from '../../src/areas/avatars/rules/attempts.ts';
import { libraryStorage } from '../../src/areas/libraries/rules/library-repository.ts';
import { messageStorage } from '../../src/areas/messages/rules/message-repository.ts';
import { missionStorage } from '../../src/areas/missions/rules/mission-storage.ts';
import { type AnyRace, codesOf, race } from './race.ts';

const HOUR_MS = 3_600_000;

const rotate = ({ avatars }: PlatformStorage, client: string) =>
  avatars.sessions.rotate({
    ...{ hash: 't', successor: `t of ${client}`, salt: `salt of ${client}`, client, graceMs: 0, lifetimeMs: HOUR_MS },
    audit: audit('session.reuseDetected', { outcome: 'refused' }),
  });

/** A session with the refresh token `t`. */
const signIn = async (storage: PlatformStorage) => {
  const { id: avatarId } = await register(storage, 'ann');
  const nowMs = Date.now();
  const times = { authenticatedAtMs: nowMs, expiresAtMs: nowMs + 10 * HOUR_MS };
  const token = { hash: 't', expiresAtMs: nowMs + HOUR_MS };
  return storage.avatars.sessions.start({ avatarId, ...times }, token, audit('session.started'));
};

const addAgent = ({ avatars }: PlatformStorage, name: string, ownerId: string) =>
  avatars.profiles.register({ ...registration(name, { ownerId, avatarType: 'AI_Agent' }), maxAgents: 1 });

const write = async (storage: PlatformStorage): Promise<string> => {
  const message = { accountId: 'ann', fromAvatarId: 'ann', toAvatarId: 'bob', text: 'x', metadata: {} };
  const sent = await messageStorage(storage.messages).send(message);
  return sent.ok ? sent.value.id : assert.fail(sent.error.code);
};

const publish = ({ libraries }: PlatformStorage, { id, revision }: LibraryHead, version: string) =>
  libraryStorage(libraries).publish(id, { kind: 'update', update: { version, description: version } }, [revision]);

interface LibraryHead {
  readonly id: string;
  readonly revision: number;
}

const playing = async ({ missions: store }: PlatformStorage): Promise<string> => {
  const missions = missionStorage(store);
  const made = await missions.create(newMission('author', definition({ quests: [quest('a')] })));
  if (!made.ok) assert.fail(made.error.code);
  await missions.publish(made.value.id, made.value.version, { version: 1, envelope: {} });
  await missions.runs.start(made.value.id, 'ann');
  return made.value.id;
};

export const PEOPLE_RACES: Readonly<Record<string, AnyRace>> = {
  'use a refresh token once': race({
    locks: ['avatar'],
    prepare: signIn,
    first: (storage) => rotate(storage, 'browser'),
    second: (storage) => rotate(storage, 'thief'),
    check: (ends) =>
      assert.deepEqual(
        ends.map((end) => (end as { readonly kind: string }).kind),
        ['rotated', 'reused'],
      ),
  }),
  'count the agents of an owner': race({
    locks: ['avatar'],
    prepare: (storage) => register(storage, 'owner'),
    first: (storage, { id }) => addAgent(storage, 'one', id),
    second: (storage, { id }) => addAgent(storage, 'other', id),
    check: (ends) => assert.deepEqual(codesOf(ends), ['TOO_MANY_AGENTS', 'ok']),
  }),
  'register no name that another one has': race({
    locks: ['name'],
    prepare: async () => {},
    first: ({ avatars }) => avatars.profiles.register(registration('ann')),
    second: ({ avatars }) => avatars.profiles.register(registration('ann')),
    check: (ends) => {
      assert.deepEqual(codesOf(ends), ['USERNAME_TAKEN', 'ok']);
      assert.equal((ends[0] as { readonly ok: boolean }).ok, true, 'the one that came first has it');
    },
  }),
  'count each wrong password': race({
    locks: ['count'],
    prepare: async () => {},
    first: ({ avatars }) => guess(avatars.context),
    second: ({ avatars }) => guess(avatars.context),
    check: (ends) => assert.deepEqual(ends.toSorted(), [false, true]),
  }),
  'take a due request for a message once': race({
    locks: ['mail'],
    prepare: ({ avatars }) => avatars.mailRequests.add({ id: 'r', avatarId: null, sealed: 's' }),
    first: ({ avatars }) => avatars.mailRequests.claim(Date.now(), Date.now() + HOUR_MS, 10),
    second: ({ avatars }) => avatars.mailRequests.claim(Date.now(), Date.now() + HOUR_MS, 10),
    check: (ends) => assert.equal(ends.flat().length, 1),
  }),
  'take an unread message from the total once': race({
    locks: ['mailbox'],
    prepare: write,
    first: ({ messages }, id) => messageStorage(messages).markRead('bob', [id]),
    second: ({ messages }, id) => messageStorage(messages).remove('bob', id),
    check: async (_, { messages }) => assert.equal((await messages.messages.totals('bob')).unread, 0),
  }),
  'delete a text with its last copy': race({
    locks: ['message'],
    stop: 'end',
    prepare: write,
    first: ({ messages }, id) => messageStorage(messages).remove('ann', id),
    second: ({ messages }, id) => messageStorage(messages).remove('bob', id),
    check: async (_, { usage }) => assert.equal((await usage.of('ann', 'messages')).items, 0),
  }),
  'publish a library from the revision that is known': race({
    locks: ['library', 'search', 'usage'],
    prepare: async ({ libraries }) => {
      const facts = { description: '', category: '', sourcePath: null, language: null, dependencies: [] };
      const made = await libraryStorage(libraries).create('ann', { version: '1.0.0', name: 'proofs', ...facts });
      return made.ok ? made.value : assert.fail();
    },
    first: (storage, library) => publish(storage, library, '1.1.0'),
    second: (storage, library) => publish(storage, library, '1.2.0'),
    check: (ends) => assert.deepEqual(codesOf(ends), ['VERSION_MISMATCH', 'ok']),
  }),
  'complete a quest once': race({
    locks: ['mission'],
    prepare: playing,
    first: ({ missions }, id) => missionStorage(missions).runs.completeQuest(id, 'ann', 'a'),
    second: ({ missions }, id) => missionStorage(missions).runs.completeQuest(id, 'ann', 'a'),
    check: (ends) => assert.deepEqual(codesOf(ends), ['QUEST_ALREADY_COMPLETED', 'ok']),
  }),
};

/** Whether a password may be tried: one may. */
const guess = (context: PlatformStorage['avatars']['context']) =>
  beginAttempt(context, [{ key: 'ann', delayOf: () => HOUR_MS }]).then((waitMs) => waitMs === 0);
