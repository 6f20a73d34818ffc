import { type Hex, STATUS, type Status } from '../../src/index.ts';

/** Statuses in order, a byte each with its value, as an EVM bridge returns them. */
const bytesOf = (statuses: readonly Status[]): Hex =>
  `0x${statuses.map((status) => STATUS[status].toString(16).padStart(2, '0')).join('')}`;

type Acted = Exclude<Status, 'replaced'>;
const CASES: readonly (readonly [string, readonly (readonly Acted[])[]])[] = [
  ['one message without an outcome', [['none']]],
  ['one executed message', [['executed']]],
  ['every status', [['executed', 'cancelled', 'none']]],
  [
    'the second of two intervals',
    [
      ['cancelled', 'executed'],
      ['none', 'executed', 'cancelled'],
    ],
  ],
  ['the last of three intervals', [['none'], ['executed'], ['cancelled', 'none']]],
];

/**
 * Lanes whose last interval replaceRoot drops with the zero root: the counts of their intervals, the statuses before
 * and after, and the next inbound nonce after.
 */
export const dropVectors = () =>
  CASES.map(([name, intervals]) => {
    const kept = intervals.slice(0, -1).flat();
    const dropped = (intervals.at(-1) ?? []).map((status): Status => (status === 'none' ? status : 'replaced'));
    return {
      name,
      counts: intervals.map((interval) => interval.length),
      before: bytesOf(intervals.flat()),
      nextInboundNonce: kept.length,
      after: bytesOf([...kept, ...dropped]),
    };
  });
