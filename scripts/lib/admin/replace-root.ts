import type { ChainProvider } from '@causeway/chains';
import { type Status, ZERO_32 } from '@causeway/protocol';
import type { CommandContext } from '../client/command.ts';
import { unwrap, usageError } from '../keys/key-flags.ts';
import { type AdminFlags, type Desk, networkOf, type Office, openDesk, withOffice } from './desk.ts';
import { type KnownLane, reachedBlocks, scannedLane } from './lane-view.ts';
import { counterpart, domainOf } from './remotes.ts';
import { type CommittedInterval, dropOf, type Repair, repairOf, trueRootOf } from './repair.ts';
import { type AdminTask, runTasks, type State } from './task.ts';

/** Options of `causeway replace-root`. */
export interface ReplaceFlags extends AdminFlags {
  /** Network whose messages the root is of. */
  readonly remote: string;
  /** First nonce of the interval; may be absent where one interval alone is wrong. */
  readonly firstNonce?: bigint;
  readonly drop?: true;
  /** Reads both bridges' events from their deployment on, instead of a database. */
  readonly scan?: true;
}

/** Repairs the root of one interval, or drops the last one, by the own view of the source. */
export const replaceRoot = (context: CommandContext, flags: ReplaceFlags): Promise<void> =>
  withOffice(flags, async (office) => {
    const desk = await openDesk(office, networkOf(flags), flags.family);
    const lane = { desk, source: sourceOf(office, desk, flags) };
    await withLane(office, lane, flags, async (known) => {
      const interval = await chosenInterval(lane, known, flags);
      const repair = interval && (await repairFor(lane, known, interval, flags));
      if (repair === undefined) {
        return context.out.thing({ network: desk.network.name, family: desk.family, does: [], transactions: [] }, [
          ['does', `nothing: what ${desk.network.name} has of ${flags.remote} is that of its messages`],
        ]);
      }
      await runTasks(context, office, flags, [taskFor(desk, flags.remote, repair)]);
    });
  });

/** The bridge whose root is repaired, and the one whose messages it is of. */
interface Lane {
  readonly desk: Desk;
  readonly source: ChainProvider;
}

function sourceOf(office: Office, desk: Desk, { remote }: ReplaceFlags): ChainProvider {
  domainOf(desk, remote);
  const source = counterpart(office, desk, remote);
  if (source) return source;
  throw usageError(`chains.${remote}: is missing; its messages are read there`);
}

async function withLane(
  { config: { database, baseDir }, registry }: Office,
  { desk, source }: Lane,
  { remote, scan, family }: ReplaceFlags,
  work: (known: KnownLane) => Promise<void>,
): Promise<void> {
  if (database !== undefined && !scan) {
    // Only this command, and only with a database, needs what a database does.
    const { withRecordedLane } = await import('./recorded-lane.ts');
    const lane = { family, source: source.domain, destination: desk.bridge.domain };
    return withRecordedLane({ database, baseDir }, lane, work);
  }
  const since = registry.network(remote)?.deployment.bridges[family]?.deployedAtBlock ?? 0;
  await work(
    await scannedLane({ provider: source, since }, { provider: desk.bridge, since: desk.record.deployedAtBlock }),
  );
}

/** The interval that the flags name, or the only one that is wrong; undefined when none is. */
async function chosenInterval(
  { desk, source }: Lane,
  known: KnownLane,
  { firstNonce }: ReplaceFlags,
): Promise<CommittedInterval | undefined> {
  if (firstNonce !== undefined) {
    const named = known.intervals.find((interval) => interval.firstNonce === firstNonce);
    if (named) return named;
    throw usageError(`--first-nonce ${firstNonce}: no interval in force begins there`);
  }
  const wrong: CommittedInterval[] = [];
  const blocks = await reachedBlocks(source, desk.bridge);
  for (const interval of known.intervals) {
    if (trueRootOf(interval, await known.view(interval, blocks)) !== interval.root) wrong.push(interval);
  }
  if (wrong.length < 2) return wrong[0];
  const listed = wrong.map(({ firstNonce: first, count }) => `${first} (${count} messages)`).join(', ');
  throw usageError(`give --first-nonce: at ${desk.network.name} the intervals from these nonces are wrong: ${listed}`);
}

const statusesOf = async ({ bridge }: Desk, source: number, { firstNonce, count }: CommittedInterval) =>
  unwrap(await bridge.statuses(source, firstNonce, count));

/** The repair of `interval`; undefined when there is nothing to repair any more. */
async function repairFor(
  { desk, source }: Lane,
  known: KnownLane,
  interval: CommittedInterval,
  { drop }: ReplaceFlags,
): Promise<Repair | undefined> {
  const { bridge } = desk;
  // The chain decides: the view may be older than a repair.
  const root = unwrap(await bridge.root(source.domain, interval.firstNonce, interval.count));
  if (root === null) return undefined;
  const there = { ...interval, root };
  const statuses: readonly Status[] = await statusesOf(desk, source.domain, there);
  // Read after the statuses: the view then knows of every outcome that they show.
  const view = await known.view(there, await reachedBlocks(source, bridge));
  if (drop) return unwrap(dropOf(there, view, unwrap(await bridge.lane(source.domain)).nextInboundNonce));
  const repair = repairOf(there, view, statuses);
  return !repair.ok && repair.error.code === 'NOTHING_TO_REPAIR' ? undefined : unwrap(repair);
}

const NONE = 'none';

function taskFor(desk: Desk, remote: string, { interval, root, changed }: Repair): AdminTask {
  const source = domainOf(desk, remote);
  const { firstNonce, count } = interval;
  const isDropped = root === ZERO_32;
  return {
    desk,
    steps: [
      {
        action: { name: 'replaceRoot', interval: { source, firstNonce, count }, root, changed },
        expected: {
          root: isDropped ? NONE : root,
          ...Object.fromEntries(changed.map((nonce) => [`message ${nonce}`, 'replaced'])),
        },
      },
    ],
    read: async (): Promise<State> => {
      const now = unwrap(await desk.bridge.root(source, firstNonce, count));
      const statuses = await statusesOf(desk, source, interval);
      const entries = statuses.map((status, index) => [`message ${firstNonce + BigInt(index)}`, status] as const);
      // A message without an outcome is of no interest, and an interval may have thousands.
      const shown = entries.filter(([, status]) => status !== 'none');
      return { root: now ?? NONE, ...Object.fromEntries(shown) };
    },
  };
}
