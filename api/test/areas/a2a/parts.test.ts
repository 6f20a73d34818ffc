import { strict as assert } from 'node:assert';
import { cases } from '@causeway/protocol/test-support/cases';
import * as fc from 'fast-check';
import { inputOf, madeParts, partsOf } from '../../../src/areas/a2a/parts.ts';

const name = fc.constantFrom('text', 'files', 'url', 'raw', 'mediaType', 'filename', 'prompt');
const file = fc.record(
  {
    url: fc.webUrl(),
    raw: fc.base64String(),
    mediaType: fc.constant('image/png'),
    filename: fc.string(),
    more: fc.string(),
  },
  { requiredKeys: [] },
);
/** Values whose members have the names of a part's members, so that each form is met often. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
    file,
    fc.array(fc.oneof(file, tie('value')), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
}));
const input = fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true });

describe('parts of messages', () => {
  it('are an inverse of inputs', () => {
    fc.assert(
      fc.property(input, (given) => {
        assert.deepEqual(inputOf(partsOf(given)), { ok: true, value: given });
      }),
      cases(300, 50_000),
    );
  });

  it('have one content each, whatever an agent made', () => {
    fc.assert(
      fc.property(
        value,
        fc.option(fc.constantFrom('text/plain', 'application/json', 'image/png')),
        (made, mediaType) => {
          for (const { text, data, url, raw } of madeParts(made, mediaType ?? undefined, 'output')) {
            assert.equal([text, data, url, raw].filter((content) => content !== undefined).length, 1);
          }
        },
      ),
      cases(300, 50_000),
    );
  });
});
