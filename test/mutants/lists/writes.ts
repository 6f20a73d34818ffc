import { type Mutant, mutantsOf } from '../mutant.ts';

/** What writes to PostgreSQL lock, in which order they come, and what streams may show. */
export const WRITE_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('writes', {
    'storage/src/core/postgres/connection.ts': {
      'a transaction holds the horizon before its first event': [
        'this.#sent.push({ command: { query: this.#textOf(HOLD_HORIZON), values: [] }, by: undefined });',
        '',
      ],
      'a quick read that takes long begins again alone': [
        'if (this.#quick && !isQuick(request)) throw',
        'if (false) throw',
      ],
      'a lock that another process has begins the job again': ['if (missing !== undefined) throw', 'if (false) throw'],
    },
    'storage/src/core/postgres/keys.ts': {
      'shared locks are exclusive for others': [
        "(one === 'exclusive' || other === 'exclusive')",
        "one === 'exclusive'",
      ],
    },
    'storage/src/core/postgres/readers.ts': {
      'a read that the server refuses takes none of its flight along': [
        "if (error instanceof Refused) this.#again(steps, resolve, reject, 'again');",
        'if (error instanceof Refused) reject(error.cause);',
      ],
      'what may take long leaves sessions for others': ["kind !== 'slow' || this.#slow < SLOW_SESSIONS", 'true'],
    },
    'storage/src/core/postgres/quick.ts': {
      'queries that are not compiled read alone': ["if (request.kind === 'text') return false;", ''],
    },
    'storage/src/core/postgres/writer.ts': {
      'a write that waited for another process begins its time anew': [
        'if (waits && isCut(outcome.reason)) since',
        'if (false) since',
      ],
    },
    'storage/src/core/postgres/session.ts': {
      'the end of a lost transaction is waited for': [
        "await connection.flush([BEGIN], [TAKE, ...beginningWith(this.#own, new Map(), true)], ['commit']);",
        '',
      ],
    },
    'storage/src/core/postgres/schedule.ts': {
      'first come, first served for each lock': [' && !conflict(stays, own)', ''],
      'one transaction of the process at a time for each lock': [' && this.#isFree(own)', ''],
    },
    'storage/src/core/leases.ts': {
      'a guarded write keeps its lease': ['[held, ...locks()] : [held, ...locks]', 'locks() : locks'],
    },
    'storage/src/core/epochs.ts': {
      'another database has another epoch': ['else return yield* begin(dialect, now.last.epoch, now.origin);', ''],
      'epochs rise': ['Math.max(after + 1, ', 'Math.max(0, '],
    },
  }),
];
