import { type Domain, type Message, ok, type Status } from '@causeway/protocol';
import { MAX_INTERVAL } from '../plan/proposal.ts';
import { messageKey } from '../plan/state-after.ts';
import { noQuorum, READS_AT_ONCE } from './chain-checks.ts';
import { readInPages } from './pages.ts';
import type { Checked } from './refusal.ts';
import type { SigningBridge } from './signing-chain.ts';

/** The nonces of one lane's messages, from `first` on. */
interface NonceRange {
  readonly source: Domain;
  readonly first: bigint;
  count: number;
}

/** The status of each of `messages` at the destination, and of others between them, by `messageKey`. */
export async function readStatuses(
  { provider }: SigningBridge,
  messages: readonly Pick<Message, 'source' | 'nonce'>[],
  go: () => Checked<void>,
): Promise<Checked<ReadonlyMap<string, Status>>> {
  const read = await readInPages(
    rangesOf(messages),
    READS_AT_ONCE,
    async ({ source, first, count }): Promise<Checked<readonly (readonly [string, Status])[]>> => {
      const statuses = await provider.statuses(source, first, count);
      if (!statuses.ok) return noQuorum(statuses.error);
      return ok(statuses.value.map((status, index) => [messageKey(source, first + BigInt(index)), status] as const));
    },
    go,
  );
  return read.ok ? ok(new Map(read.value.flat())) : read;
}

/** The nonces of `messages`: a range for each lane, or several where they are far apart. */
function rangesOf(messages: readonly Pick<Message, 'source' | 'nonce'>[]): readonly NonceRange[] {
  const nonces = new Map<Domain, bigint[]>();
  for (const { source, nonce } of messages) nonces.set(source, [...(nonces.get(source) ?? []), nonce]);
  return [...nonces].flatMap(([source, all]) => {
    const ranges: NonceRange[] = [];
    for (const nonce of all.toSorted((a, b) => (a < b ? -1 : 1))) {
      const last = ranges.at(-1);
      const count = last ? Number(nonce - last.first) + 1 : 1;
      if (last && count <= MAX_INTERVAL) last.count = count;
      else ranges.push({ source, first: nonce, count: 1 });
    }
    return ranges;
  });
}
