import { strict as assert } from 'node:assert';
import type { EventRow } from '@causeway/storage';
import { EventFrames, eventFrame } from '../../src/http/events/event-frames.ts';

describe('the text of events in a stream', () => {
  const row = (data: Record<string, unknown>): EventRow => ({
    seq: 7,
    subject: 's',
    type: 'order.updated',
    data,
    createdAtMs: 0,
    avatarId: null,
    topic: null,
  });

  it('has id, type and data on one line each, whatever the data', () => {
    const text = eventFrame({ id: '7', event: 'order.updated', data: { note: 'a\nb\rc' } });
    assert.equal(text, 'id: 7\nevent: order.updated\ndata: {"note":"a\\nb\\rc"}\n\n');
    assert.equal(eventFrame({ event: 'ready', data: 1 }), 'event: ready\ndata: 1\n\n');
  });

  it('is made once for each row and form', () => {
    const frames = new EventFrames();
    let made = 0;
    const whole = ({ data }: EventRow) => {
      made += 1;
      return data;
    };
    const one = row({ a: 1 });
    assert.equal(frames.of(one, 0, whole), frames.of(one, 0, whole));
    assert.equal(made, 1);
    assert.match(String(frames.of(row({ a: 2 }), 0, whole)), /"a":2/);
    assert.match(String(frames.of(one, 0, () => 'other')), /data: "other"/);
    assert.equal(
      frames.of(one, 0, () => null),
      null,
      'hidden',
    );
  });
});
