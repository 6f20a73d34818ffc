import { strict as assert } from 'node:assert';
import type { EventRepository, EventRow } from '@causeway/storage';
import { avatarChannel, createEventHub } from '../../src/http/events/event-hub.ts';

describe('the hub of event streams', () => {
  const row = (seq: number, subject: string, avatarId: string | null = null): EventRow => {
    const topic = avatarId === null ? null : 'orders';
    return { seq, subject, type: 'x', data: {}, avatarId, topic, createdAtMs: 0 };
  };

  /** An event table in memory that announces appended rows on request. */
  const fakeEvents = () => {
    const rows: EventRow[] = [];
    let tell = (_latest: number): void => {};
    let reads = 0;
    const events = {
      epoch: async () => 0,
      latest: async () => rows.length,
      between: async (after: number, upTo: number, limit: number) => {
        reads += 1;
        return rows.filter(({ seq }) => seq > after && seq <= upTo).slice(0, limit);
      },
      onAppended: (listener: (latest: number) => void) => {
        tell = listener;
        return () => {};
      },
    };
    return { rows, events: events as unknown as EventRepository, tell: () => tell(rows.length), reads: () => reads };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('wakes the streams of a subject only, with one read for all', async () => {
    const { rows, events, tell, reads } = fakeEvents();
    const hub = createEventHub(events);
    const woken: string[] = [];
    const leave = hub.subscribe('a', () => woken.push('a'));
    hub.subscribe('b', () => woken.push('b'));
    await settled();
    woken.splice(0);
    const before = reads();
    rows.push(row(1, 'a'));
    tell();
    await settled();
    assert.deepEqual(woken, ['a']);
    assert.equal(reads(), before + 1);
    leave();
    rows.push(row(2, 'a'), row(3, 'b'));
    tell();
    await settled();
    assert.deepEqual(woken, ['a', 'b']);
  });

  it('wakes the streams of an avatar besides those of the subject', async () => {
    const { rows, events, tell } = fakeEvents();
    const hub = createEventHub(events);
    const woken: string[] = [];
    for (const channel of ['order', avatarChannel('alice'), avatarChannel('bob')]) {
      hub.subscribe(channel, () => woken.push(channel));
    }
    await settled();
    woken.splice(0);
    rows.push(row(1, 'order', 'alice'), row(2, 'avatar bob'));
    tell();
    await settled();
    assert.deepEqual(woken, ['order', avatarChannel('alice'), avatarChannel('bob')]);
  });

  it('reads again when one read does not return all events', async () => {
    const { rows, events, tell } = fakeEvents();
    const hub = createEventHub(events);
    let woken = 0;
    hub.subscribe('last', () => {
      woken += 1;
    });
    await settled();
    woken = 0;
    for (let seq = 1; seq <= 1_200; seq += 1) rows.push(row(seq, seq === 1_200 ? 'last' : 'other'));
    tell();
    await settled();
    assert.equal(woken, 1);
  });

  it('wakes a stream for an event between its own read and the first read of the hub', async () => {
    const { rows, events } = fakeEvents();
    const held = Promise.withResolvers<void>();
    const { latest } = events;
    Object.assign(events, {
      latest: async () => {
        await held.promise;
        return latest();
      },
    });
    const hub = createEventHub(events);
    let woken = 0;
    hub.subscribe('a', () => {
      woken += 1;
    });
    rows.push(row(1, 'a'));
    held.resolve();
    await settled();
    assert.equal(woken, 1);
  });

  it('wakes all streams when it cannot read', async () => {
    const { rows, events, tell } = fakeEvents();
    const hub = createEventHub(events);
    let woken = 0;
    hub.subscribe('a', () => {
      woken += 1;
    });
    await settled();
    woken = 0;
    Object.assign(events, { between: () => Promise.reject(new Error('disk')) });
    rows.push(row(1, 'b'));
    tell();
    await settled();
    assert.equal(woken, 1);
  });
});
