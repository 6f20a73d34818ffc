import { INTERVALS, STAGES } from '@causeway/storage/series';
import Type, { type Static } from 'typebox';
import { successPageSchema } from '../../http/schema/envelope.ts';
import { NAME_KEYWORD, named, nullable } from '../../http/schema/schema.ts';
import { RELATIVE_ERROR } from './rules/histogram.ts';

const figure = (description: string) => Type.Integer({ minimum: 0, description });
const time = (description: string, examples: readonly string[] = ['2026-01-05T12:00:00.000Z']) =>
  Type.String({ format: 'date-time', maxLength: 40, description, examples: [...examples] });
const duration = (share: string) =>
  Type.Integer({
    minimum: 0,
    description: `Milliseconds that ${share} of them took at most, within ${100 * RELATIVE_ERROR} % of the exact time.`,
  });

const bucket = named(
  'SeriesBucket',
  Type.Object(
    {
      start: time('When the bucket begins; it has the interval’s length.'),
      orders: Type.Object({
        created: figure('Orders whose lock was seen.'),
        completed: figure('Orders that completed.'),
        rolledBack: figure('Orders whose input came back.'),
      }),
      volume: Type.Array(
        Type.Object({
          asset: Type.String({ description: 'Symbol of the canonical asset.' }),
          amount: Type.String({ description: 'Whole units, an exact decimal.' }),
        }),
        { description: 'What the orders of `created` carry, by asset.' },
      ),
      stages: Type.Array(
        Type.Object({
          stage: Type.Enum([...STAGES]),
          count: Type.Integer({ minimum: 1, description: 'Orders that were in it.' }),
          p50Ms: duration('half'),
          p95Ms: duration('95 %'),
        }),
        {
          description:
            'How long orders were in each stage that were delivered in this bucket, and `total`, from the lock to the ' +
            'completion, of orders that completed in it. A stage that no order was in is absent.',
        },
      ),
    },
    {
      examples: [
        {
          start: '2026-01-05T12:00:00.000Z',
          orders: { created: 3, completed: 2, rolledBack: 0 },
          volume: [{ asset: 'ETH', amount: '1.75' }],
          stages: [
            { stage: 'confirming', count: 2, p50Ms: 384_000, p95Ms: 424_000 },
            { stage: 'total', count: 2, p50Ms: 398_000, p95Ms: 440_000 },
          ],
        },
      ],
    },
  ),
);
export type SeriesBucket = Static<typeof bucket>;

const page = successPageSchema(bucket);

/** A page of a series, and how far the counting is. */
export const seriesPage = Type.Object(
  {
    ...page.properties,
    asOf: nullable(
      time(
        'Everything that happened before is counted. Null while the orders of before this service counted them are not all ' +
          'counted yet.',
      ),
    ),
  },
  { [NAME_KEYWORD]: 'SeriesPage' },
);

const chain = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 50, description, examples: ['ethereum'] }));

export const seriesQuery = Type.Object({
  interval: Type.Enum([...INTERVALS]),
  from: Type.Optional(
    time('From the bucket with this time on; by default the last 60 minutes, 48 hours or 30 days.', [
      '2026-01-05T11:00:00.000Z',
    ]),
  ),
  to: Type.Optional(time('Before this time, rounded up to a whole bucket; by default up to now.')),
  fromChain: chain('Only orders from this network.'),
  toChain: chain('Only orders to this network.'),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: '`nextCursor` of the page before, with the same query: an answer ends before 1 MiB.',
    }),
  ),
});
export type SeriesQuery = Static<typeof seriesQuery>;
