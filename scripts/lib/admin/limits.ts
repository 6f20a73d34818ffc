import type { LimitSide, LimitState, LimitsRecord } from '@causeway/chains';
import { type Domain, formatDecimal, parseDecimal } from '@causeway/protocol';
import type { CommandContext } from '../client/command.ts';
import { unwrap, usageError } from '../keys/key-flags.ts';
import { type AdminFlags, type Desk, networkOf, type Office, openDesk, withOffice } from './desk.ts';
import { counterpart, remoteAt } from './remotes.ts';
import { type AdminStep, runTasks, type State } from './task.ts';

/** Options of `causeway set-limits`, amounts of the asset in decimal. One that is absent stays as it is. */
export interface LimitsFlags extends AdminFlags {
  readonly remote?: string;
  readonly side: LimitSide;
  readonly min?: string;
  readonly max?: string;
  readonly capacity?: string;
  readonly refill?: string;
}

const NAMES = { minAmount: 'min', maxAmount: 'max', capacity: 'capacity', refillPerSecond: 'refill' } as const;
const FIELDS = Object.keys(NAMES) as readonly (keyof typeof NAMES)[];

/** Limits of the other side of a lane. */
const OTHER: Readonly<Record<LimitSide, LimitSide>> = { canonical: 'bridged', bridged: 'canonical' };

/** One limit set at one bridge. */
interface Place {
  readonly remote: string;
  readonly domain: Domain;
  readonly side: LimitSide;
  /** Decimals of the wire units of its asset. */
  readonly wireDecimals: number;
}

/** Sets limits with --remote, or with every remote. */
export const setLimits = (context: CommandContext, flags: LimitsFlags): Promise<void> =>
  withOffice(flags, async (office) => {
    const desk = await openDesk(office, networkOf(flags), flags.family);
    const places = placesOf(desk, flags);
    const steps: AdminStep[] = [];
    for (const place of places) steps.push(await stepFor(office, desk, place, flags));
    const wanted = flags.side === 'canonical' ? limitsOfAll(desk, steps) : undefined;
    await runTasks(context, office, flags, [
      {
        desk,
        steps,
        read: async () => {
          const states = await Promise.all(places.map(async (place) => stateOf(place, await limitsAt(desk, place))));
          return Object.assign({}, ...states) as State;
        },
        // The file has the limits of the canonical asset, which are the same with every remote.
        ...(wanted && {
          record: (file) => {
            const bridge = file.bridges[desk.family];
            if (!bridge) return file;
            return { ...file, bridges: { ...file.bridges, [desk.family]: { ...bridge, limits: wanted } } };
          },
        }),
      },
    ]);
  });

function placesOf(desk: Desk, { remote, side }: LimitsFlags): readonly Place[] {
  if (side === 'bridged' && remote === undefined) throw usageError('give --remote: bridged limits are of its asset');
  const remotes = remote === undefined ? Object.keys(desk.record.remotes) : [remote];
  return remotes.map((name) => {
    const { domain, wireDecimals } = remoteAt(desk, name);
    return { remote: name, domain, side, wireDecimals: side === 'canonical' ? desk.record.wireDecimals : wireDecimals };
  });
}

const limitsAt = async ({ bridge }: Desk, { domain, side }: Place): Promise<LimitState> =>
  unwrap(await bridge.limits(domain, side));

/** The fields of a limit set, in the asset's own units. */
const stateOf = ({ remote, side, wireDecimals }: Place, limits: Record<keyof typeof NAMES, bigint>): State =>
  Object.fromEntries(
    FIELDS.map((field) => [`${side} ${NAMES[field]} with ${remote}`, formatDecimal(limits[field], wireDecimals)]),
  );

/** The limits of `steps` if they are the same and every remote has them. */
function limitsOfAll({ record }: Desk, steps: readonly AdminStep[]): LimitsRecord | undefined {
  const all = steps.flatMap(({ action }) => (action.name === 'setLimits' ? action.limits : []));
  const isSame = new Set(all.map(({ limits }) => JSON.stringify(limits))).size === 1;
  return isSame && all.length === Object.keys(record.remotes).length ? all[0]?.limits : undefined;
}

async function stepFor(office: Office, desk: Desk, place: Place, flags: LimitsFlags): Promise<AdminStep> {
  const { domain, side, wireDecimals } = place;
  const now = await limitsAt(desk, place);
  const given = FIELDS.map((field) => {
    const text = flags[NAMES[field]];
    return [field, text === undefined ? now[field] : unwrap(parseDecimal(text, wireDecimals))] as const;
  });
  const wanted = Object.fromEntries(given) as Record<keyof typeof NAMES, bigint>;
  await refuseUnbalanced(office, desk, place, wanted);
  const limits = Object.fromEntries(given.map(([field, value]) => [field, String(value)])) as LimitsRecord;
  return {
    action: { name: 'setLimits', remote: domain, limits: [{ side, limits }] },
    expected: stateOf(place, wanted),
  };
}

/**
 * Throws when limits would accept an order that the other end of the lane could never let through. An end that is not
 * in the configuration file is not looked at.
 */
async function refuseUnbalanced(
  office: Office,
  desk: Desk,
  { remote, side, wireDecimals }: Place,
  { minAmount, maxAmount, capacity }: Record<keyof typeof NAMES, bigint>,
): Promise<void> {
  const text = (amount: bigint) => formatDecimal(amount, wireDecimals);
  if (minAmount > maxAmount) throw usageError(`min ${text(minAmount)} is above max ${text(maxAmount)}`);
  if (maxAmount > capacity) {
    throw usageError(
      `max ${text(maxAmount)} is above capacity ${text(capacity)}: the largest order could never arrive`,
    );
  }
  const other = counterpart(office, desk, remote);
  if (!other) return;
  const there = unwrap(await other.limits(desk.bridge.domain, OTHER[side]));
  if (maxAmount > there.capacity) {
    throw usageError(
      `${remote} lets through at most ${text(there.capacity)} at once, so max ${text(maxAmount)} is too much`,
    );
  }
  if (capacity < there.maxAmount) {
    throw usageError(
      `${remote} accepts orders of ${text(there.maxAmount)}, so capacity ${text(capacity)} is too little`,
    );
  }
}
