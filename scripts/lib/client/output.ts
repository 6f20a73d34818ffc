import stringWidth from 'string-width';

/** The option of lists for `names`, which the completion of shells reads. */
export const NAMES_OPTION = ['--names', 'print only the names, one a line'] as const;

/** A cell of a table, or a field of a thing; null and undefined are shown as a dash. */
export type Cell = string | number | boolean | null | undefined;

/** A column of a table for people. */
export interface Column<T> {
  readonly title: string;
  readonly of: (item: T) => Cell;
  /** Columns of numbers are aligned to the right. */
  readonly align?: 'left' | 'right';
}

/** Named fields of one thing, in the order in which people see them. */
export type Fields = readonly (readonly [label: string, value: Cell])[];

/** Where a command writes: `process.stdout`, or a test's collector. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const textOf = (cell: Cell): string => {
  if (cell === null || cell === undefined || cell === '') return '–';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return escapeControls(String(cell));
};

/** Names and messages of others must not move the cursor or change the terminal. */
const escapeControls = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
  text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => JSON.stringify(character).slice(1, -1));

function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(width - stringWidth(text));
  return align === 'right' ? space + text : text + space;
}

/** What a command prints: for people, or with `--json` one JSON document a line. */
export class Output {
  readonly #screen: Screen;
  readonly json: boolean;

  constructor({ json, screen = process.stdout }: { readonly json: boolean; readonly screen?: Screen }) {
    this.json = json;
    this.#screen = screen;
  }

  /** A list: a table, or `empty` when there is no item; with `--json` one line per item. */
  async list<T>(items: Iterable<T> | AsyncIterable<T>, columns: readonly Column<T>[], empty: string): Promise<void> {
    if (this.json) {
      for await (const item of items) this.document(item);
      return;
    }
    const rows: string[][] = [];
    for await (const item of items) rows.push(columns.map(({ of }) => textOf(of(item))));
    if (rows.length === 0) return this.note(empty);
    const widths = columns.map(({ title }, at) =>
      Math.max(stringWidth(title), ...rows.map((row) => stringWidth(row[at] as string))),
    );
    for (const row of [columns.map(({ title }) => title), ...rows]) {
      const cells = row.map((text, at) => pad(text, widths[at] as number, columns[at]?.align));
      this.#line(cells.join('  ').trimEnd());
    }
  }

  /** One thing: a line for each field; with `--json` the thing itself. */
  thing(thing: unknown, fields: Fields): void {
    if (this.json) this.document(thing);
    else {
      const width = Math.max(...fields.map(([label]) => stringWidth(label)));
      for (const [label, value] of fields) this.#line(`${pad(label, width)}  ${textOf(value)}`);
    }
  }

  /** Names alone, one a line. */
  names(names: readonly string[]): void {
    for (const name of names) this.#line(name);
  }

  /** Sentences for people; nothing with `--json`. */
  note(text: string): void {
    if (!this.json) this.#line(text.split('\n').map(escapeControls).join('\n'));
  }

  /** A JSON document on a line of its own, for programs. */
  document(value: unknown): void {
    this.#line(JSON.stringify(value));
  }

  /** Shows the present state of something that changes. Call `end` before anything else is printed. */
  progress(): Progress {
    return new Progress(this.#screen, this.json);
  }

  #line(text: string): void {
    this.#screen.write(`${text}\n`);
  }
}

/** Steps that stay, and a last line that changes on a terminal. */
export class Progress {
  readonly #screen: Screen;
  readonly #json: boolean;
  #shown = '';

  constructor(screen: Screen, json: boolean) {
    this.#screen = screen;
    this.#json = json;
  }

  /** A step: `text` for people, `event` with `--json`. */
  step(text: string, event: unknown): void {
    this.end();
    this.#screen.write(`${this.#json ? JSON.stringify(event) : escapeControls(text)}\n`);
  }

  /** A fact that replaces the one before on a terminal, and is a line elsewhere. */
  fact(text: string, event: unknown): void {
    if (this.#json || !this.#screen.isTTY) this.step(text, event);
    else {
      this.#shown = escapeControls(text);
      this.#screen.write(`\r\u001b[2K${this.#shown}`);
    }
  }

  /** Removes the changing line. */
  end(): void {
    if (this.#shown !== '') this.#screen.write('\r\u001b[2K');
    this.#shown = '';
  }
}
