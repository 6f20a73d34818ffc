/** How long equal lines are left out, milliseconds. */
const PERIOD_MS = 60_000;
/** Lines that are remembered; the oldest is forgotten first. */
const REMEMBERED = 1_000;

/** pino's level of a warning. */
const WARN = 40;

/** What a logger does with a line. */
type Write = (this: unknown, ...line: unknown[]) => void;

export interface RepeatedLinesOptions {
  /** True for the code of a cause that many parts of a process meet at once: they share one line. */
  readonly isShared: (code: string) => boolean;
  /** Milliseconds of a clock that never jumps. */
  readonly monotonic?: () => number;
}

/**
 * Lets a warning or an error that repeats through once a minute for each cause, so that a disk that is full is not
 * filled by its own complaints. Two lines have one cause when their level, message and fields are equal, whatever words
 * the failure has; its code counts, or its message when it has none. The next line says how many were left out
 * (`repeated`). `logMethod` is a hook of pino.
 */
export class RepeatedLines {
  readonly #isShared: (code: string) => boolean;
  readonly #monotonic: () => number;
  readonly #seen = new Map<string, { readonly sinceMs: number; leftOut: number }>();

  constructor({ isShared, monotonic = () => performance.now() }: RepeatedLinesOptions) {
    this.#isShared = isShared;
    this.#monotonic = monotonic;
  }

  /** The hook for a logger. A line of a request, which has its id, is never left out. */
  hook() {
    const take = (line: readonly unknown[], level: number) => this.#take(line, level);
    return {
      logMethod(this: { bindings?(): object }, line: unknown[], write: Write, level: number): void {
        const ofRequest = this.bindings !== undefined && 'reqId' in this.bindings();
        const taken = level < WARN || ofRequest ? line : take(line, level);
        if (taken !== undefined) write.apply(this, [...taken]);
      },
    };
  }

  /** The line to write; undefined when it is left out. */
  #take(line: readonly unknown[], level: number): readonly unknown[] | undefined {
    const [first, ...rest] = line;
    const fields =
      typeof first === 'object' && first !== null ? (first as Readonly<Record<string, unknown>>) : undefined;
    const leftOut = this.#pass(this.#keyOf(level, fields, fields === undefined ? line : rest));
    if (leftOut === undefined) return undefined;
    if (leftOut === 0) return line;
    return fields === undefined
      ? [{ repeated: leftOut }, ...line]
      : [{ ...fieldsOf(fields), repeated: leftOut }, ...rest];
  }

  /** How many equal lines were left out since the last one; undefined when this one is left out, too. */
  #pass(key: string): number | undefined {
    const nowMs = this.#monotonic();
    const seen = this.#seen.get(key);
    if (seen !== undefined && nowMs - seen.sinceMs < PERIOD_MS) {
      seen.leftOut += 1;
      return undefined;
    }
    this.#seen.delete(key);
    this.#seen.set(key, { sinceMs: nowMs, leftOut: 0 });
    for (const [oldest] of this.#seen) {
      if (this.#seen.size <= REMEMBERED) break;
      this.#seen.delete(oldest);
    }
    return seen?.leftOut ?? 0;
  }

  #keyOf(level: number, fields: Readonly<Record<string, unknown>> | undefined, words: readonly unknown[]): string {
    const { err, reason: _words, ...facts } = fieldsOf(fields ?? {});
    const cause = causeOf(err) ?? (typeof facts.code === 'string' ? facts.code : undefined);
    if (cause !== undefined && this.#isShared(cause)) return cause;
    try {
      return JSON.stringify([level, words, cause, facts], (_name, value) =>
        typeof value === 'bigint' ? String(value) : value,
      );
    } catch {
      // Facts that refer to themselves.
      return JSON.stringify([level, words, cause, Object.keys(facts)]);
    }
  }
}

/** An error that is given in place of fields is their `err`, as in pino. */
const fieldsOf = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  fields instanceof Error ? { err: fields } : fields;

/** The code of a failure, or its message when it has none. */
function causeOf(failure: unknown): string | undefined {
  if (typeof failure !== 'object' || failure === null) return undefined;
  const { code, message } = failure as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === 'string' ? code : String(message);
}
