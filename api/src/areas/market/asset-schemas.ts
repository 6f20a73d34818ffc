import Type, { type Static } from 'typebox';
import { named, nullable } from '../../http/schema/schema.ts';

const verdict = Type.Enum(['backed', 'broken', 'unknown'], {
  description:
    'backed: the chains were read within the last seconds, and no rule is broken. broken: more stands on remotes than the home covers, or an ' +
    'execution has no message. unknown: a chain cannot be read at present; the figures are those of `checkedAt`.',
});
const time = (description: string) => nullable(Type.String({ format: 'date-time', description }));
const reason = Type.Union([Type.String(), Type.Null()], { description: 'Why it is not backed, in a sentence.' });
const figure = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description: `${description} Null before the first reading.` });
const block = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description });
const unknownSince = time('When the first of the readings failed after which none has succeeded.');

const remote = Type.Object({
  chain: Type.String(),
  token: Type.Object({ symbol: Type.String(), address: nullable(Type.String()) }),
  verdict,
  reason,
  unknownSince,
  checkedAt: time('When the figures were read.'),
  outstanding: figure('What the home counts as moved there.'),
  supply: figure('The bridged token’s total supply.'),
  inFlight: Type.Union([Type.String(), Type.Null()], {
    description:
      'What is on its way in either direction, as recorded: locks, burns and their refunds without an outcome. Null while a chain’s record has not begun or contradicts it.',
  }),
  difference: Type.Union([Type.String(), Type.Null()], {
    description:
      '`outstanding` − `supply` − `inFlight`: 0 once the record has caught up with both chains. It alone never makes a verdict.',
  }),
  block: block('The newest block of `chain` at the reading.'),
  homeBlock: block('The newest block of the home at the reading.'),
});

/** One element of GET /assets. */
export const backedAsset = named(
  'BackedAsset',
  Type.Object(
    {
      symbol: Type.String({ description: 'As orders name it.' }),
      homeChain: Type.String(),
      token: Type.Object({
        symbol: Type.String(),
        name: Type.String(),
        address: Type.Union([Type.String(), Type.Null()], { description: 'Null for the chain’s own coin.' }),
      }),
      decimals: Type.Integer({ description: 'Decimals of the asset at home.' }),
      verdict,
      reason,
      unknownSince,
      checkedAt: time('When the figures of the home were read.'),
      escrow: figure('What the bridge at home holds.'),
      outstanding: figure('What it owes for bridged tokens, over all remotes.'),
      credits: figure('What it owes for payments that failed.'),
      surplus: figure('`escrow` − `outstanding` − `credits`.'),
      homeBlock: block('The newest block of the home at the reading.'),
      remotes: Type.Array(remote),
    },
    {
      examples: [
        {
          symbol: 'ETH',
          homeChain: 'ethereum',
          token: { symbol: 'ETH', name: 'Ether', address: null },
          decimals: 18,
          verdict: 'backed',
          reason: null,
          unknownSince: null,
          checkedAt: '2026-01-05T12:00:00.000Z',
          escrow: '12.5001',
          outstanding: '12.5',
          credits: '0',
          surplus: '0.0001',
          homeBlock: 1820,
          remotes: [
            {
              chain: 'polygon',
              token: { symbol: 'cwETH', address: '0x5FbDB2315678afecb367f032d93F642f64180aa3' },
              verdict: 'backed',
              reason: null,
              unknownSince: null,
              checkedAt: '2026-01-05T12:00:00.000Z',
              outstanding: '12.5',
              supply: '12',
              inFlight: '0.5',
              difference: '0',
              block: 1744,
              homeBlock: 1820,
            },
          ],
        },
      ],
    },
  ),
);
export type AssetView = Static<typeof backedAsset>;
export type RemoteView = Static<typeof remote>;
