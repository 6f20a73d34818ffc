import { type Mutant, mutantsOf } from '../mutant.ts';

/** What a disk that takes no writes, and a clock that is wrong, do to storage and API. */
export const CLOCK_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('clock', {
    'storage/src/core/sqlite/group-commit.ts': {
      'what is announced is flushed on SQLite': ["if (level === 'normal' && commits.announces())", 'if (false)'],
    },
    'storage/src/core/unavailable.ts': {
      'a full disk is no defect of a write': ['SQLITE_FULL|SQLITE_IOERR_DISKFULL|', ''],
      'a broken disk is no defect of a write': ['SQLITE_IOERR(?:_[A-Z_]+)?|', ''],
    },
    'storage/src/core/postgres/engine.ts': {
      'a full disk is no defect on PostgreSQL': [': asUnavailable(this.label, error);', ': error;'],
    },
    'storage/src/core/time.ts': {
      'the time of a server decides': ['this.#baseMs = serverMs;', ''],
      'a clock that is set changes nothing': [
        'Math.floor(this.#baseMs + passedMs - this.#baseAtMs)',
        'this.#machine.wall()',
      ],
      'the sleep of a machine counts': ['return awakeMs + sleptMs;', 'return awakeMs;'],
      'a wrong clock is told once': ['if (differs && !this.#differs)', 'if (differs)'],
    },
    'storage/src/open.ts': {
      'repositories go by the time of the database': [
        'given ?? clockOf(engine)',
        'given ?? clockOf({ now: Date.now })',
      ],
    },
    'api/src/start.ts': {
      'readiness writes': ['isWritable: () => readiness.isWritable(),', 'isWritable: async () => true,'],
    },
    'api/src/plugins/app/sse.ts': {
      'a stream begins anew after an unknown event': ['(isTooNew || last.epoch', '(last.epoch'],
    },
    'api/src/plugins/app/problems.ts': {
      'a database that is unavailable is no defect': ['if (unavailable !== undefined) return unavailable;', ''],
    },
    'api/src/service-routes.ts': {
      'a service that cannot write is not ready': ['(await state.isWritable()) &&', ''],
    },
    'api/src/readiness.ts': {
      'readiness does not write for every question': [
        'if (last !== undefined && this.#clock.monotonic() - last.atMs < FRESH_MS) return last.ok;',
        '',
      ],
      'a write without an answer is a failure': ['late.resolve(false)', 'late.resolve(true)'],
    },
    'protocol/src/repeated-lines.ts': {
      'a failure that repeats is a line a minute': ['nowMs - seen.sinceMs < PERIOD_MS', 'false'],
    },
    'client/src/stream.ts': {
      'the client tells of a stream that begins anew': [
        'if (event.type === RESET) onReset?.();',
        'if (false) onReset?.();',
      ],
    },
  }),
];
