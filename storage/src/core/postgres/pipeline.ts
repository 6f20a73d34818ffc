import type pg from 'pg';
import type { Wire } from './private.ts';

/** Reads a cell's text. */
type Parse = (text: string) => unknown;

/** A query that a session compiles with its first run; without a name it is compiled with every run. */
export interface Named {
  readonly name: string;
  readonly text: string;
  readonly returnsRows: boolean;
  /** True when the session has compiled it. */
  compiled: boolean;
  /** True when the session may have something under its name: a flight failed that was to compile it. */
  unclear: boolean;
  /** How the cells of its rows are read. */
  parsers: readonly Parse[];
}

/** A query with its parameters. */
export interface Command {
  readonly query: Named;
  readonly values: readonly (string | null)[];
}

/** The answer to a query. */
export interface Reply {
  readonly rows: unknown[][];
  /** The first word and the number of rows, such as `UPDATE 3`. */
  tag: string;
}

interface FieldRow {
  readonly fields: readonly (string | null)[];
}

/**
 * Several queries in one round trip: their messages go at once, before one Sync. After the first failure the server
 * skips the others. node-postgres calls the handlers while this is its current query.
 */
export class Pipeline implements pg.Submittable {
  readonly replies: Promise<readonly Reply[]>;
  readonly #commands: readonly Command[];
  readonly #parserOf: (type: number) => Parse;
  readonly #answers: Reply[] = [];
  /** What this pipeline compiles, and the part whose rows are still to be described. */
  readonly #compiled = new Set<Named>();
  readonly #described: Named[] = [];
  #rows: unknown[][] = [];
  #resolve!: (answers: readonly Reply[]) => void;
  #reject!: (error: unknown) => void;

  /** `parserOf` has the reader of a type, by its number. */
  constructor(commands: readonly Command[], parserOf: (type: number) => Parse) {
    this.#commands = commands;
    this.#parserOf = parserOf;
    this.replies = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** How many of the queries have been answered: the number of the one that failed, if one did. */
  get answered(): number {
    return this.#answers.length;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    wire.stream.cork();
    for (const { query, values } of this.#commands) {
      const { name, text } = query;
      if (!query.compiled && (name === '' || !this.#compiled.has(query))) {
        this.#compiled.add(query);
        // That nothing has the name is no error.
        if (query.unclear) wire.close({ type: 'S', name });
        wire.parse({ name, text });
        if (query.returnsRows) {
          wire.describe({ type: 'S', name });
          this.#described.push(query);
        }
      }
      wire.bind({ statement: name, values });
      wire.execute();
    }
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly { readonly dataTypeID: number }[] }): void {
    const query = this.#described.shift();
    if (query) query.parsers = fields.map(({ dataTypeID }) => this.#parserOf(dataTypeID));
  }

  handleDataRow({ fields }: FieldRow): void {
    const { parsers } = (this.#commands[this.#answers.length] as Command).query;
    this.#rows.push(fields.map((text, index) => (text === null ? null : (parsers[index] as Parse)(text))));
  }

  handleCommandComplete({ text: tag }: { readonly text: string }): void {
    this.#answers.push({ rows: this.#rows, tag });
    this.#rows = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleError(error: unknown): void {
    for (const query of this.#compiled) query.unclear = query.name !== '';
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    for (const query of this.#compiled) {
      query.compiled = query.name !== '';
      query.unclear = false;
    }
    this.#resolve(this.#answers);
  }
}
