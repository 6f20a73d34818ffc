import type { LaneDifference } from '@causeway/storage';

/** A difference as members of JSON, for /health and commands. */
export interface PlainDifference {
  readonly family: string;
  /** Domains. */
  readonly source: number;
  readonly destination: number;
  readonly kind: LaneDifference['kind'];
  /** The first nonce of the interval, or the executed message's id. */
  readonly subject: string;
  readonly block: number;
  readonly transaction: string;
  readonly detail: string;
  /** RFC 3339. */
  readonly since: string;
}

/** `difference` as members of JSON. */
export function plainDifference(difference: LaneDifference): PlainDifference {
  const { lane, kind, subject, blockNumber, transaction, detail, sinceMs } = difference;
  return { ...lane, kind, subject, block: blockNumber, transaction, detail, since: new Date(sinceMs).toISOString() };
}

/** `difference` in a line for people. */
export const differenceInWords = ({ family, source, destination, detail, block, since }: PlainDifference): string =>
  `${family} ${source} -> ${destination}, block ${block}, since ${since}: ${detail}`;
