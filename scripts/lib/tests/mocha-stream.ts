// A reporter for mocha that writes each event at once, one JSON object per line, to the file of its option `output`. A
// killed process thereby leaves its results, and the name of its running test.
import { appendFileSync, writeFileSync } from 'node:fs';
import { type Runner, reporters } from 'mocha';

/** One line. `begin` names a test or hook that has started; the other events report its end. */
export type TestEvent =
  | { readonly event: 'begin'; readonly title: string }
  | { readonly event: 'passed'; readonly title: string; readonly milliseconds: number }
  | { readonly event: 'failed'; readonly title: string; readonly milliseconds: number; readonly error: string }
  | { readonly event: 'skipped'; readonly title: string }
  | { readonly event: 'end' };

class Stream extends reporters.Base {
  constructor(runner: Runner, options: { readonly reporterOption: { readonly output: string } }) {
    super(runner, options as ConstructorParameters<typeof reporters.Base>[1]);
    const { output } = options.reporterOption;
    writeFileSync(output, '');
    const tell = (event: TestEvent) => appendFileSync(output, `${JSON.stringify(event)}\n`);
    const ended = (test: Mocha.Runnable) => ({ title: test.fullTitle(), milliseconds: test.duration ?? 0 });
    for (const event of ['test', 'hook'] as const) {
      runner.on(event, (begun: Mocha.Runnable) => tell({ event: 'begin', title: begun.fullTitle() }));
    }
    runner.on('pass', (test) => tell({ event: 'passed', ...ended(test) }));
    runner.on('fail', (test, error) =>
      tell({ event: 'failed', ...ended(test), error: String(error?.stack ?? error?.message ?? error) }),
    );
    runner.on('pending', (test) => tell({ event: 'skipped', title: test.fullTitle() }));
    runner.once('end', () => tell({ event: 'end' }));
  }
}

// mocha loads its reporters with require.
export { Stream as 'module.exports' };
