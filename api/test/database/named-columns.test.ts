import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { agentStorage } from '@causeway/agents';
import { claimOne, completed, holdOf, newTask } from '@causeway/agents/test-support/tasks';
import { jsonText } from '@causeway/protocol';
import { clockAt } from '@causeway/runtime/test-support';
import { type NewAudit, openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { newAgent } from '@causeway/storage/test-support/agents';
import { audit, registration } from '@causeway/storage/test-support/avatars';
import { dump, SENTINELS } from '@causeway/storage/test-support/dump';
import { onEngines } from '@causeway/storage/test-support/engines';
import { definition, newMission } from '@causeway/storage/test-support/missions';
import {
  DESTINATION,
  lockMessage,
  messageRow,
  newOrder,
  position,
  SOURCE,
  signed,
} from '@causeway/storage/test-support/rows';
import { oracleDetails } from '@causeway/storage/test-support/submission-details';
import { forAll } from '@causeway/storage/test-support/takers';
import { holonStorage } from '../../src/areas/holons/rules/holon-repository.ts';
import { libraryStorage } from '../../src/areas/libraries/rules/library-repository.ts';
import { messageStorage } from '../../src/areas/messages/rules/message-repository.ts';
import { missionStorage } from '../../src/areas/missions/rules/mission-storage.ts';
import { walletStorage } from '../../src/areas/wallets/rules/wallet-storage.ts';
import { spenderOf, spendOf } from '../support/spends.ts';

const NOW_MS = 1_700_000_000_000;

/** Hands an object over to a repository: as it is, or with further members. */
type Hand = <T extends object>(given: T) => T;

const clean: Hand = (given) => given;
/** With a member for each column of every table that `given` does not have. */
const soiled: Hand = (given) => ({ ...SENTINELS, ...given });

/** The places where two dumps differ: the first few are enough to find a column. */
function differences(one: unknown, other: unknown, place = ''): readonly string[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return [place];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const memberOf = (value: object, name: string) => (value as Readonly<Record<string, unknown>>)[name];
  return names
    .flatMap((name) => differences(memberOf(one, name), memberOf(other, name), `${place}/${name}`))
    .slice(0, 5);
}

/** One area's writes that take an object. Each object has every member that its type declares. */
type Writes = (storage: PlatformStorage, hand: Hand) => Promise<unknown>;

const audited = (action: NewAudit['action']): NewAudit => audit(action, { subjectId: 'somebody' });

async function avatars({ avatars: { profiles, ...repositories } }: PlatformStorage, hand: Hand): Promise<void> {
  const { avatar, audit: entry, ...rest } = registration('ann');
  const facts = { name: 'k', prefix: 'p', scopes: ['orders:read'] };
  const key = { ...facts, hash: 'h', expiresAtMs: null, renewableUntilMs: null };
  const made = await profiles.register({
    ...rest,
    avatar: hand(avatar),
    apiKey: hand(key),
    mailRequest: hand({ id: 'request-1', sealed: 's' }),
    audit: hand(entry),
  });
  const { id } = made.ok ? made.value : assert.fail();
  const profile = { firstName: 'Ann', lastName: null, title: 'Dr', metadata: { a: 1 }, nameHidden: true };
  await profiles.update(id, hand(profile), undefined, hand(audited('avatar.profileChanged')));
  await profiles.assign(id, hand({ avatarType: 'Wizard', isAdmin: false }), hand(audited('avatar.roleChanged')));
  const second = await repositories.apiKeys.create(
    hand({ ...key, avatarId: id, createdBy: id, hash: 'h2' }),
    hand(audited('apiKey.created')),
  );
  assert.ok(second.ok);
  const renewal = { keyId: second.value.id, prefix: 'p', hash: 'h3', overlapMs: 1_000, longestMs: 9_000 };
  assert.ok((await repositories.apiKeys.renew(hand(renewal), hand(audited('apiKey.renewed')))).ok);
  await repositories.freezes.freeze(id, hand({ by: 'owner', reason: 'r' }), hand(audited('avatar.frozen')));
  const session = await repositories.sessions.start(
    hand({ avatarId: id, authenticatedAtMs: NOW_MS, expiresAtMs: NOW_MS + 9_000 }),
    hand({ hash: 't1', expiresAtMs: NOW_MS + 5_000 }),
    hand(audited('session.started')),
  );
  const rotation = { hash: 't1', successor: 't2', salt: 's', client: 'c', graceMs: 10, lifetimeMs: 1_000 };
  await repositories.sessions.rotate(hand({ ...rotation, audit: audited('session.reuseDetected') }));
  assert.equal((await repositories.sessions.byToken('t2'))?.id, session.id);
  await repositories.mailRequests.add(hand({ id: 'request-2', avatarId: id, sealed: 's' }));
  await repositories.signingKeys.add(
    hand({ id: 'kid', publicJwk: { kty: 'OKP' }, sealed: 's', signsFromMs: 1 }),
    hand(audited('signingKey.created')),
  );
  const events = { created: hand(audited('signingKey.created')), revoked: hand(audited('signingKey.revoked')) };
  const next = { id: 'kid-2', publicJwk: { kty: 'OKP' }, sealed: 's', signsFromMs: 2 };
  await repositories.signingKeys.replaceAll(hand(next), hand(events));
  await profiles.renewHash(id, hand({ before: rest.passwordHash ?? '', after: 'another' }));
  await repositories.audit.record(hand(audited('reauthenticated')));
}

async function wallets(storage: PlatformStorage, hand: Hand): Promise<void> {
  const { transfers, limits, ...repository } = walletStorage(storage);
  await repository.addSeed(hand({ avatarId: 'ann', sealed: 'x', masterKey: 'one' }));
  await repository.replaceSealed(hand({ avatarId: 'ann', sealed: 'y', masterKey: 'two' }), 'x');
  const facts = { avatarId: 'ann', providerType: 7, name: 'main', description: '', address: '0x1', publicKey: 'k' };
  const wallet = await repository.add(hand({ ...facts, seedIndex: 0, verified: true, isDefault: 'first' as const }));
  assert.ok(wallet.ok);
  const transfer = { walletId: wallet.value.id, avatarId: 'ann', domain: 1, family: 'ETH', from: '0x1', to: '0x2' };
  const asset = { symbol: 'ETH', token: null, decimals: 18, amount: 10n };
  const spender = await spenderOf(storage, 'agent', { avatarId: 'ann', id: 'agent-1' });
  const limit = { subject: 'agent', subjectId: 'agent-1', asset: 'ETH', ownerId: 'ann', setBy: 'ann' } as const;
  await limits.set([hand({ ...limit, amount: { units: 10n, decimals: 0 } })], hand(audited('allowance.given')));
  const spend = spendOf(wallet.value.id, spender, 10n, { avatarId: 'ann' });
  const leaving = spend.leaving.map((each) => hand(each));
  const requested = await transfers.request(hand({ ...transfer, ...asset }), { spend: hand({ ...spend, leaving }) });
  assert.ok(requested.ok);
  const patch = { state: 'failed', transaction: '0xaa', failureCode: 'X', failureMessage: 'm' } as const;
  await transfers.update(requested.value.id, hand(patch));
}

async function content(storage: PlatformStorage, hand: Hand): Promise<void> {
  const { libraries: kept, missions: store, health } = storage;
  const holons = holonStorage(storage.holons);
  const messages = messageStorage(storage.messages);
  const missions = missionStorage(store);
  const libraries = libraryStorage(kept);
  const upload = await holons.beginUpload('holon-1');
  const holon = { bodyId: upload.id, holonId: 'holon-1', avatarId: 'ann', owner: 'ann', name: 'n', holonType: 'T' };
  const stored = { checksum: 'c', bytes: 2, places: ['database'], keep: 9, expected: [0], text: 'words' };
  const saved = await holons.commit(hand({ ...holon, ...stored, fields: [hand({ field: 'a', value: '1' })] }));
  assert.ok(saved.ok);
  await holons.places.add(hand({ holonId: 'holon-1', version: 1 }), 's3');

  const version = { version: '1.0.0', name: 'lib', description: '', category: '', sourcePath: null, language: null };
  const library = await libraries.create('ann', hand({ ...version, dependencies: [] }));
  assert.ok(library.ok);
  const imported = { id: 'library-2', current: '1.0.0', versions: [hand({ ...version, dependencies: [] })] };
  await libraries.importAll(hand({ avatarId: 'ann', ownsAll: false }), [hand(imported)]);

  const source = { originId: 'mission-0', originAvatarId: 'bob', sourceId: 'mission-0' };
  const installed = { version: 3, envelope: { payload: 'p' } } as never;
  const copy = { ...newMission('ann'), source: hand(source), installed: hand<object>(installed) as never };
  assert.ok((await missions.create(hand(copy))).ok);
  const own = await missions.create(hand(newMission('ann')));
  assert.ok(own.ok);
  const { definition: of, checksum } = newMission('ann', definition({ name: 'Another' }));
  assert.ok((await missions.update(own.value.id, hand({ definition: of, checksum }))).ok);
  assert.ok((await missions.publish(own.value.id, 2, hand({ version: 1, envelope: { payload: 'p' } } as never))).ok);
  await missions.keys.add(hand({ avatarId: 'ann', keyId: 'k', publicKey: 'p', sealed: 's' } as never));

  await messages.send(hand({ accountId: 'ann', fromAvatarId: 'ann', toAvatarId: 'bob', text: 'hi', metadata: {} }));
  const check = { name: 'db', kind: 'storage', status: 'healthy', latencyMs: 1, message: 'ok' } as const;
  await health.record([hand({ ...check, checkedAtMs: NOW_MS })], 1_000);
}

async function bridge(
  { orders, submissions, signatures, deliveryFees, oracleRecord }: PlatformStorage,
  hand: Hand,
): Promise<void> {
  const order = await orders.create(hand(newOrder()));
  const facts = { sender: '0x01', messageId: '0x02', cancelMessageId: '0x03', lockTransaction: '0x04' } as const;
  const more = { lockBlock: 5, mintTransaction: '0x06', refundTransaction: '0x07', signatures: 2 } as const;
  const patch = { ...facts, ...more, credited: false, final: false, failureCode: 'X', failureMessage: 'm' };
  await orders.transition(order.id, 'lockSeen', hand(patch));
  await orders.update(order.id, hand({ ...patch, signatures: 3 }));
  const lock = messageRow(lockMessage({ nonce: 9n, reference: `0x${'99'.repeat(32)}` }), position(3));
  await orders.matchLock(hand(lock), 32, 3);
  const submission = { purpose: 'oracle', domain: SOURCE, family: 'ETH', payer: '0x01', sequence: 7 } as const;
  const reserved = await submissions.reserve(
    hand({ ...submission, versions: [signed()], orderIds: [order.id], details: oracleDetails() }),
  );
  await submissions.setState(reserved.id, 'included', hand({ costs: [], fence: undefined }));
  await signatures.record(hand({ domain: SOURCE, anchor: 'a', digest: '0x01', calls: [] }));
  await deliveryFees.note(hand({ family: 'ETH', source: SOURCE, destination: DESTINATION }), 5n, NOW_MS);
  const refusal = hand({ code: 'BUSY', message: 'm' });
  await oracleRecord.answered([hand({ signer: 's', domain: SOURCE, atMs: NOW_MS, refusal })]);
  await oracleRecord.notePayer(hand({ domain: SOURCE, address: 'a', minimum: 1n }));
}

async function tasks({ agents }: PlatformStorage, hand: Hand): Promise<void> {
  await agents.registry.register(hand(newAgent('a')));
  const { name, capabilities, endpoints, availability } = newAgent('a', { name: 'A' });
  await agents.registry.update('a', hand({ name, capabilities, endpoints, availability, maxConcurrentTasks: 3 }), [1]);
  const optional = { contextId: 'c', messageId: 'm', traceparent: 't', callback: null, answerMs: 9, runId: null };
  const task = newTask('t', NOW_MS + 60_000, { ...optional, strategy: 'load_balanced' });
  assert.ok((await agentStorage(agents).tasks.submit(hand(task))).ok);
  await agentStorage(agents).pushes.put('t', hand({ id: 'push', url: 'https://a.example' }), 's', {
    perTask: 1,
    tasksPerOwner: 1,
  });
  const held = await claimOne({ agents } as PlatformStorage, 'a');
  const hold = holdOf(held);
  await agentStorage(agents).artifacts.put(hand(hold), hand({ name: 'n', mediaType: 'text/plain', content: '"x"' }), 3);
  assert.ok((await agentStorage(agents).tasks.end(hand(hold), hand(completed))).ok);

  const steps = [{ stepId: 'one', type: 'draw' }] as never;
  const workflow = await agents.workflows.create(hand({ id: 'w', ownerId: 'ann', definition: { steps } as never }));
  assert.ok(workflow.ok);
  const facts = { ...forAll('ann'), submitterId: 'ann', input: '{}', traceparent: null, lifeMs: 1_000 };
  await agentStorage(agents).runs.execute(workflow.value, hand(facts));

  const options = {
    capability: 'draw',
    rounds: 2,
    timeoutMs: 9,
    voting: 'majority',
    weights: {},
    join: false,
  } as const;
  const part = { kind: 'vote', taskId: 'p', agentId: 'a', capability: 'draw' } as const;
  const asked = {
    ...forAll('ann'),
    submitterId: 'ann',
    fingerprint: 'f',
    protocol: 'voting',
    agents: ['a'],
    input: '{}',
  } as const;
  const made = await agentStorage(agents).collaborations.create(hand({ ...asked, options, taskId: 'co' }));
  assert.ok(made.ok);
  const ended = { position: 0, agentId: 'a', state: 'completed', result: jsonText(1) } as const;
  const ends = [hand({ ...ended, failureCode: null, failureMessage: null })];
  const next = { kind: 'round', parts: [hand({ ...part, taskId: 'p2' })] } as const;
  assert.ok(await agentStorage(agents).collaborations.advance(made.value.row, ends, next));

  const requirement = { capability: 'draw', model: null, resolution: null };
  const message = {
    ...forAll('ann'),
    senderId: 'ann',
    requirement,
    strategy: 'best_match',
    timeoutMs: 9,
    type: 'x',
  } as const;
  await agentStorage(agents).messages.send(
    hand({ ...message, taskId: null, input: '{}' }),
    hand({ agentId: 'a', reason: 'r' }),
  );
}

const AREAS: Readonly<Record<string, Writes>> = { avatars, wallets, content, bridge, tasks };

onEngines('a repository writes the columns that it names, whatever else it is given', (engine) => {
  /** What `writes` leaves behind in a new database, with the same ids and times in each. */
  async function left(writes: Writes, hand: Hand) {
    const database = await engine.newPlatform();
    let ids = 0;
    const randomUuid = () => {
      ids += 1;
      return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
    };
    const storage = await openPlatformStorage(database, { clock: clockAt(() => NOW_MS), randomUuid });
    try {
      await writes(storage, hand);
      // Of the databases themselves it says which one each is.
      const { eventEpochs: _origin, ...rows } = await dump(database);
      return rows;
    } finally {
      await storage.close();
    }
  }

  for (const [area, writes] of Object.entries(AREAS)) {
    it(`of ${area}`, async () => {
      const [rows, expected] = [await left(writes, soiled), await left(writes, clean)];
      assert.deepEqual(differences(rows, expected), []);
    });
  }
});
