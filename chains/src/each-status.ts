import { type Domain, ok, type Result, type Status } from '@causeway/protocol';

/** The statuses of an interval by one read each, for contracts that answer for one nonce at a time. */
export async function eachStatus(
  status: (source: Domain, nonce: bigint) => Promise<Result<Status>>,
  source: Domain,
  firstNonce: bigint,
  count: number,
): Promise<Result<readonly Status[]>> {
  const statuses: Status[] = [];
  for (let nonce = firstNonce; nonce < firstNonce + BigInt(count); nonce++) {
    const read = await status(source, nonce);
    if (!read.ok) return read;
    statuses.push(read.value);
  }
  return ok(statuses);
}
