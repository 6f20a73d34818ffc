import { type Mutant, mutantsOf } from '../mutant.ts';

/** A watch: what is certain, which pause follows, and what its key can do. */
export const WATCH_MUTANTS: readonly Mutant[] = mutantsOf('watch', {
  'relayer/src/watch/second-look.ts': {
    'a shortfall is confirmed at a later block alone': ['&& block < look.block', ''],
    'a covering chain that lags confirms nothing': ['owedAtMs <= look.coveredAtMs && ', ''],
    'the least that was missing counts': ['one.owed < owed ? one.owed : owed', 'one.owed > owed ? one.owed : owed'],
    'a finding is confirmed at a later block alone': [
      'Number.POSITIVE_INFINITY) < block',
      'Number.POSITIVE_INFINITY) <= block',
    ],
  },
  'relayer/src/watch/decisions.ts': {
    'a second lane pauses inbound': ['lanes.size > 1', 'lanes.size > 2'],
    'what hits no single lane pauses inbound': ['|| findings.some(({ remote }) => remote === null)', ''],
    'a finding is paused once': ['if (due.length === 0) continue;', ''],
    'a shortfall that grows is paused again': ['extent > (settled.get(id) ?? -1n));', '!settled.has(id));'],
    'what is paused is not paused again': ["if (paused && !(busy && open?.state === 'intended'))", 'if (false)'],
    'one pause of a chain is under way at a time': ['else if (!free)', 'else if (false)'],
    'an intended pause gets time to be included': ['nowMs < open.atMs + SETTLES_MS', 'false'],
    'a failed pause waits before it is tried again': ['nowMs < open.atMs + retryMs(open.attempts)', 'false'],
    'a chain that cannot be read is not paused blindly': ['else if (paused === undefined)', 'else if (false)'],
    'pauses are limited': ['else if (isLimitReached(here, situation))', 'else if (false)'],
    'failures use up nothing of the limit': ["state !== 'failed' && ", ''],
    'the limit is of an hour': ['nowMs - atMs < HOUR_MS', 'true'],
    'the limit is a bridge’s own': ['pauses.filter((pause) => isAt(pause.place, place))', '[...pauses]'],
    'a pause is remembered for a day': ['nowMs - pause.atMs < REMEMBERED_MS || ', ''],
  },
  'relayer/src/watch/arming.ts': {
    'the key is the guardian': ['if (guardian !== own)', 'if (false)'],
    'the key is not the admin': ['if (admin === own || ', 'if ('],
    'the key is not proposed as admin': [' || proposedAdmin === own)', ')'],
    'the key is of no oracle': [
      'if (oracle.members.some((member) => member.toLowerCase() === key.address.toLowerCase()))',
      'if (false)',
    ],
    'a check that fails takes nothing from a key': ["else if (state.error.code === 'GUARDIAN_UNFIT')", 'else'],
    'the key can pause': ['if (!pause.ok)', 'if (false)'],
    'the bridge refuses what only the admin may': ['if (refused.ok)', 'if (false)'],
    'the key can pay': ['if (coins.value > 0n)', 'if (true)'],
    'an unfit key ends the start': ["state.ok || state.error.code !== 'GUARDIAN_UNFIT'", 'true'],
  },
  'relayer/src/watch/guard.ts': {
    'a clock that was ahead delays no pause': ['this.#keep(notLater(record.pauses, clock.now()));', ''],
    'a key that is not armed pauses nothing': ['!key || !isArmed(bridge)', '!key'],
    'a pause is recorded before it is sent': ["    this.#note(bridge, step, 'begun');\n", ''],
    'a full disk stops no pause': [
      "log.error({ err: error }, 'the record of pauses is not written; they hold in this process alone');",
      'throw error;',
    ],
  },
  'relayer/src/account/comparison.ts': {
    'a root is compared with messages that are not final': ['if (sent !== undefined) {', 'if (false) {'],
    'a root over known messages waits until they are final': ["if (sent === root) return 'waits';", ''],
  },
});
