import type { StorageOptions } from '@causeway/storage';
import type { TxScript } from '@causeway/storage/slices';
import { aroundEngine } from '@causeway/storage/test-support/around';
import { EVERY_KIND } from '@causeway/storage/test-support/owners';

type Engine = Parameters<NonNullable<StorageOptions['around']>>[0];

/** What an API has read from its database. */
export interface Reads {
  rows: number;
  bytes: number;
}

/** A storage's engine that counts what is read outside of transactions, and runs SQL for the test. */
export class CountedEngine {
  readonly reads: Reads = { rows: 0, bytes: 0 };
  #engine!: Engine;

  /** For `around` of a storage's options. */
  readonly around = (engine: Engine): Engine => {
    this.#engine = engine;
    return aroundEngine(engine, { read: (steps) => engine.read(() => this.#counted(steps())) });
  };

  get dialect(): Engine['dialect']['name'] {
    return this.#engine.dialect.name;
  }

  /** Runs statements in one transaction; `?` stands for each value. */
  async run(statements: readonly (readonly [text: string, ...values: unknown[]])[]): Promise<void> {
    const { dialect } = this;
    await this.#engine.write(
      'normal',
      function* (): TxScript<void> {
        for (const [text, ...values] of statements) {
          let at = 0;
          const numbered = text.replaceAll('?', () => {
            at += 1;
            return `$${at}`;
          });
          yield { kind: 'text', text: dialect === 'sqlite' ? text : numbered, values };
        }
      },
      { locks: EVERY_KIND },
    );
  }

  /** What `work` reads. */
  async during<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly reads: Reads }> {
    Object.assign(this.reads, { rows: 0, bytes: 0 });
    return { result: await work(), reads: { ...this.reads } };
  }

  *#counted<T>(steps: TxScript<T>): TxScript<T> {
    let step = steps.next();
    while (!step.done) {
      let answer: unknown;
      try {
        answer = yield step.value;
      } catch (error) {
        step = steps.throw(error);
        continue;
      }
      if (Array.isArray(answer)) {
        this.reads.rows += answer.length;
        this.reads.bytes += Buffer.byteLength(JSON.stringify(answer));
      }
      step = steps.next(answer);
    }
    return step.value;
  }
}
