import type { ScannedBridge } from '@causeway/chains';
import { type Status, ZERO_32 } from '@causeway/protocol';
import type { CommandContext } from '../client/command.ts';
import { unwrap, usageError } from '../keys/key-flags.ts';
import { type AdminFlags, type Desk, networkOf, type Office, openDesk, withOffice } from './desk.ts';
import { type KnownLane, scannedLane } from './lane-view.ts';
import { domainOf } from './remotes.ts';
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
    await withLane(office, desk, flags, async (known) => {
      const interval = await chosenInterval(desk, known, flags);
      if (interval === undefined) {
        return context.out.thing({ network: desk.network.name, family: desk.family, does: [], transactions: [] }, [
          ['does', `nothing: every root of ${flags.remote} at ${desk.network.name} is that of its messages`],
        ]);
      }
      const repair = await repairFor(desk, known, interval, flags);
      await runTasks(context, office, flags, [taskFor(desk, flags.remote, repair)]);
    });
  });

async function withLane(
  office: Office,
  desk: Desk,
  { remote, scan, family }: ReplaceFlags,
  work: (known: KnownLane) => Promise<void>,
): Promise<void> {
  const source = domainOf(desk, remote);
  const { database, baseDir } = office.config;
  if (database !== undefined && !scan) {
    // Only this command, and only with a database, needs what a database does.
    const { withRecordedLane } = await import('./recorded-lane.ts');
    return withRecordedLane({ database, baseDir }, { family, source, destination: desk.bridge.domain }, work);
  }
  const there = office.registry.network(remote);
  const [provider, record] = [there?.providers[family], there?.deployment.bridges[family]];
  if (!provider || !record) throw usageError(`chains.${remote}: is missing; its messages are read there`);
  const from: ScannedBridge = { provider, since: record.deployedAtBlock };
  await work(await scannedLane(from, { provider: desk.bridge, since: desk.record.deployedAtBlock }));
}

/** The interval that the flags name, or the only one that is wrong; undefined when none is. */
async function chosenInterval(
  desk: Desk,
  known: KnownLane,
  { firstNonce }: ReplaceFlags,
): Promise<CommittedInterval | undefined> {
  if (firstNonce !== undefined) {
    const named = known.intervals.find((interval) => interval.firstNonce === firstNonce);
    if (named) return named;
    throw usageError(`--first-nonce ${firstNonce}: no interval in force begins there`);
  }
  const wrong: CommittedInterval[] = [];
  for (const interval of known.intervals) {
    if (trueRootOf(interval, await known.view(interval)) !== interval.root) wrong.push(interval);
  }
  if (wrong.length < 2) return wrong[0];
  const listed = wrong.map(({ firstNonce: first, count }) => `${first} (${count} messages)`).join(', ');
  throw usageError(`give --first-nonce: at ${desk.network.name} the intervals from these nonces are wrong: ${listed}`);
}

const statusesOf = async ({ bridge }: Desk, source: number, { firstNonce, count }: CommittedInterval) =>
  unwrap(await bridge.statuses(source, firstNonce, count));

async function repairFor(
  desk: Desk,
  known: KnownLane,
  interval: CommittedInterval,
  { remote, drop }: ReplaceFlags,
): Promise<Repair> {
  const source = domainOf(desk, remote);
  const { bridge } = desk;
  // The chain decides: the view may be older than a repair.
  const root = unwrap(await bridge.root(source, interval.firstNonce, interval.count));
  if (root === null) throw usageError(`the interval from ${interval.firstNonce} is not committed any more`);
  const there = { ...interval, root };
  if (drop) return unwrap(dropOf(there, unwrap(await bridge.lane(source)).nextInboundNonce));
  const statuses: readonly Status[] = await statusesOf(desk, source, there);
  return unwrap(repairOf(there, await known.view(there), statuses));
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
