import { strict as assert } from 'node:assert';
import type { AddressInfo } from 'node:net';
import { columns } from '@causeway/storage/test-support/columns';
import { defineArea } from '../../src/area.ts';
import { placeOf, streamId } from '../../src/http/events/stream-ids.ts';
import { apiForAll, as } from '../support/api.ts';
import { signedUp } from '../support/avatars.ts';
import { openStream } from '../support/event-stream.ts';

/** A topic that shows its events as they are. */
const other = defineArea({
  name: 'other',
  tag: { name: 'Other', description: 'A topic.' },
  errors: {},
  access: {},
  topics: { other: { scope: 'holons:read', render: ({ data }) => data } },
  open: () => undefined,
  register() {},
});

describe('ids of streams', () => {
  it('name the epoch after the first one, and are read as they were written', () => {
    for (const [place, id] of [
      [{ epoch: 0, seq: 7 }, '7'],
      [{ epoch: 1_764_444_444, seq: 7 }, '1764444444.7'],
    ] as const) {
      assert.equal(streamId(place), id);
      assert.deepEqual(placeOf(id), place);
    }
    for (const id of ['', '.7', '7.', '-1', '1.2.3', '1e3', '1'.repeat(16)]) assert.equal(placeOf(id), undefined, id);
  });
});

describe('a stream over the end of an epoch', () => {
  const api = apiForAll({ areas: [other] });

  it('ends, and begins anew after an id of before; the ids that it gives then are known again', async () => {
    const { id, jwtToken } = await signedUp(api, 'alice');
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = api.app.server.address() as AddressInfo;
    const { events } = api.storage;
    const tell = (n: number) => events.append('thing', 'other.told', { n }, { avatarId: id, topic: 'other' });
    const open = (last: string) =>
      openStream(`http://127.0.0.1:${port}/api/events?topics=other&since=now`, {
        ...as(jwtToken),
        'last-event-id': last,
      });
    const { seq } = await tell(1);
    const before = await open(`${seq}`);
    const { seq: next } = await tell(2);
    // The first message says where the stream begins.
    await before.until(() => before.seen.length === 2);
    assert.deepEqual(columns(before.seen, 'id'), [`${seq}`, `${next}`]);

    const EPOCH = 1_764_444_444;
    Object.assign(events, { epoch: async () => EPOCH });
    const { seq: lost } = await tell(3);
    await assert.rejects(
      before.until(() => before.seen.length === 3),
      /the stream ended/,
    );

    const after = await open(`${next}`);
    await after.until(() => after.seen.length === 2);
    const beginning = `${EPOCH}.${lost}`;
    assert.deepEqual(after.seen[0], { id: beginning, event: 'reset', data: { lastEventId: `${next}` } });
    await after.close();
    const { seq: newest } = await tell(4);
    const resumed = await open(beginning);
    await resumed.until(() => resumed.seen.length === 2);
    assert.deepEqual(columns(resumed.seen, 'id'), [beginning, `${EPOCH}.${newest}`]);
    await resumed.close();
  });
});
