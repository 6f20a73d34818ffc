import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { usageError } from '../keys/key-flags.ts';

/** A terminal or a pipe that answers come from. */
export type Answers = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** What a terminal would show of the answer to a question for a secret. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Asks the person at the terminal. Without a terminal, each answer is a line of standard input. Secrets come this way
 * alone, never as arguments, which other users of the machine can see.
 */
export class Ask {
  readonly #input: Answers;
  readonly #output: NodeJS.WritableStream;
  #lines: AsyncIterator<string> | undefined;
  #pipe: Interface | undefined;

  constructor(input: Answers = process.stdin, output: NodeJS.WritableStream = process.stderr) {
    this.#input = input;
    this.#output = output;
  }

  /** True when a person can answer. */
  get isTerminal(): boolean {
    return this.#input.isTTY === true;
  }

  /** A line that the terminal shows while it is typed. */
  text(question: string): Promise<string> {
    return this.isTerminal ? this.#type(question, 'shown') : this.#line(question);
  }

  /** A line that the terminal does not show, such as a password. */
  secret(question: string): Promise<string> {
    return this.isTerminal ? this.#type(question, 'hidden') : this.#line(question);
  }

  /** A password that is chosen now: a terminal asks for it twice. */
  async newPassword(): Promise<string> {
    const password = await this.secret('New password: ');
    if (this.isTerminal && (await this.secret('The same again: ')) !== password) {
      throw usageError('the two passwords differ');
    }
    return password;
  }

  /** True when the person agrees, or when there is no person to ask. */
  async agrees(question: string): Promise<boolean> {
    return !this.isTerminal || /^y(?:es)?$/i.test((await this.text(`${question} [y/N] `)).trim());
  }

  /** Lets the process end although standard input may still be open. */
  close(): void {
    this.#pipe?.close();
  }

  #type(question: string, echo: 'shown' | 'hidden'): Promise<string> {
    if (echo === 'hidden') this.#output.write(question);
    return new Promise((resolve, reject) => {
      const output = echo === 'shown' ? this.#output : nowhere();
      const terminal = createInterface({ input: this.#input, output, terminal: true });
      terminal.setPrompt(question);
      terminal.prompt();
      terminal.once('line', (line) => {
        resolve(line);
        terminal.close();
      });
      terminal.once('SIGINT', () => {
        reject(new Interrupted());
        terminal.close();
      });
      terminal.once('close', () => {
        if (echo === 'hidden') this.#output.write('\n');
        reject(usageError('nothing was answered'));
      });
    });
  }

  async #line(question: string): Promise<string> {
    this.#pipe ??= createInterface({ input: this.#input });
    this.#lines ??= this.#pipe[Symbol.asyncIterator]();
    const { done, value } = await this.#lines.next();
    if (done)
      throw usageError(
        `standard input ends before the answer to "${question.trim()}"; give it as a line there, or run this at a terminal`,
      );
    return value;
  }
}

/** The person pressed Ctrl-C at a question. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
