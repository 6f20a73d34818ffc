import { BRIDGE_ERRORS } from '../../bridge/errors.ts';
import { define, type ErrorTable, HTTP_ERRORS, refuserOf } from '../../http/errors/errors.ts';

/** Errors of series only. */
export const SERIES_ERRORS = {
  SERIES_RANGE_EMPTY: define(400, 'Empty range', '`to` is not after `from`.'),
  SERIES_RANGE_IN_FUTURE: define(
    400,
    'Range in the future',
    '`to` is after the end of the present bucket, or `from` is; leave `to` out for a series up to now.',
  ),
  SERIES_RANGE_TOO_LONG: define(
    400,
    'Range too long',
    'More buckets than `mostBuckets`; ask for a shorter range or for the `longerInterval` that the answer names.',
  ),
  SERIES_RANGE_NOT_KEPT: define(
    400,
    'Range not kept',
    'Buckets of this length are kept since `keptSince`; ask for the `longerInterval` that the answer names.',
  ),
} as const satisfies ErrorTable;

export const refuse = refuserOf({ ...HTTP_ERRORS, ...BRIDGE_ERRORS, ...SERIES_ERRORS });
