import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { clockAt } from '@causeway/runtime/test-support';
import { uuidV7Source } from '../../src/core/ids.ts';

describe('uuidV7Source', () => {
  it('creates RFC 9562 version 7 ids that contain the time', () => {
    const id = uuidV7Source(
      clockAt(() => 0x0123_4567_89ab),
      randomUUID,
    )();
    assert.match(id, /^01234567-89ab-7000-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('rises with every call, also within a millisecond and when the clock goes back', () => {
    let nowMs = 1_000_000;
    const next = uuidV7Source(
      clockAt(() => nowMs),
      randomUUID,
    );
    const ids = Array.from({ length: 10_000 }, (_, call) => {
      if (call === 9_000) nowMs -= 500;
      return next();
    });
    for (const [at, id] of ids.entries()) assert.ok(at === 0 || id > (ids[at - 1] as string), `id ${at}`);
  });

  it('stays at the millisecond of the clock', () => {
    const next = uuidV7Source(
      clockAt(() => 0x0123_4567_89ab),
      randomUUID,
    );
    for (let call = 0; call < 4_096; call++) assert.equal(next().slice(0, 13), '01234567-89ab');
    assert.equal(next().slice(0, 13), '01234567-89ac');
  });

  it('ends with the given random bits', () => {
    const random = '00000000-0000-4000-9abc-def012345678';
    assert.equal(
      uuidV7Source(
        clockAt(() => 1),
        () => random,
      )().slice(19),
      random.slice(19),
    );
  });
});
