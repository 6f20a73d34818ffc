import assert from 'node:assert/strict';
import { cases, timeLimit } from '@causeway/protocol/test-support/cases';
import { openPlatformStorage } from '@causeway/storage';
import { columns } from '@causeway/storage/test-support/columns';
import { onEngines } from '@causeway/storage/test-support/engines';
import { temporaryStorage } from '@causeway/storage/test-support/temporary';
import fc from 'fast-check';
import { messageStorage } from '../../../../src/areas/messages/rules/message-repository.ts';

/** Operations in all, and at once. */
const OPERATIONS = cases(300, 10_000);
const BATCH = 15;

const AVATARS = ['ann', 'bob', 'carl'] as const;
const who = fc.constantFrom(...AVATARS);
const pick = fc.nat(1_000);
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('send' as const), from: who, to: who }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('mark' as const), from: who, picks: fc.array(pick, { maxLength: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), from: who, pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('block' as const, 'unblock' as const), from: who, to: who }),
  },
);

onEngines('random operations on messages', (engine) => {
  it('of three avatars through two processes at once keep every count and list exact', async function many() {
    this.timeout(timeLimit(60_000));
    const { database, storage } = await temporaryStorage(engine);
    const other = await openPlatformStorage(database);
    const both = [messageStorage(storage.messages), messageStorage(other.messages)] as const;
    const sent: { readonly id: string; readonly from: string; readonly to: string }[] = [];
    const marked: string[] = [];
    const removed = new Set<string>();
    try {
      const operations = fc.sample(operation, OPERATIONS);
      for (let at = 0; at < operations.length; at += BATCH) {
        const known = [...sent];
        const choose = (number: number) => known[number % Math.max(known.length, 1)]?.id ?? 'none';
        await Promise.all(
          operations.slice(at, at + BATCH).map(async (one, index) => {
            const messages = both[index % 2 === 0 ? 0 : 1];
            if (one.kind === 'mark') {
              marked.push(...(await messages.markRead(one.from, one.picks.map(choose))).messageIds);
            } else if (one.kind === 'remove') {
              const id = choose(one.pick);
              if (!(await messages.remove(one.from, id))) return;
              const key = `${one.from} ${id}`;
              assert.ok(!removed.has(key), 'a copy is deleted once');
              removed.add(key);
            } else if (one.from !== one.to) {
              const message = {
                accountId: one.from,
                fromAvatarId: one.from,
                toAvatarId: one.to,
                text: '',
                metadata: {},
              };
              if (one.kind !== 'send') {
                await messages[one.kind](one.from, one.to);
                return;
              }
              const row = await messages.send(message);
              if (row.ok) sent.push({ id: row.value.id, from: one.from, to: one.to });
            }
          }),
        );
      }
      assert.equal(new Set(marked).size, marked.length, 'a message is marked once');
      for (const avatarId of AVATARS) {
        const has = (id: string) => !removed.has(`${avatarId} ${id}`);
        const received = sent.filter(({ to, id }) => to === avatarId && has(id)).map(({ id }) => id);
        const ids = async (unread: boolean) =>
          (await messageStorage(storage.messages).inbox(avatarId, unread, null, OPERATIONS.numRuns)).items
            .map(({ id }) => id)
            .sort();
        assert.deepEqual(await ids(false), received.toSorted());
        const unread = received.filter((id) => !marked.includes(id)).sort();
        assert.deepEqual(await ids(true), unread);
        assert.deepEqual(await messageStorage(storage.messages).totals(avatarId), {
          sent: sent.filter(({ from }) => from === avatarId).length,
          received: sent.filter(({ to }) => to === avatarId).length,
          unread: unread.length,
        });
        for (const peer of AVATARS) {
          const between = sent.filter(
            ({ from, to, id }) => [from, to].every((one) => [avatarId, peer].includes(one as never)) && has(id),
          );
          const { items } = await messageStorage(storage.messages).conversation(
            avatarId,
            peer,
            null,
            OPERATIONS.numRuns,
          );
          const expected = peer === avatarId ? [] : between.map(({ id }) => id).sort();
          assert.deepEqual(columns(items, 'id').sort(), expected);
        }
      }
      for (const { id, from, to } of sent) {
        const isGone = removed.has(`${from} ${id}`) && removed.has(`${to} ${id}`);
        assert.equal((await messageStorage(storage.messages).find(id)) === undefined, isGone);
      }
    } finally {
      await other.close();
    }
  });
});
