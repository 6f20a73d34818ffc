import { strict as assert } from 'node:assert';
import { SharedReads } from '../../src/http/events/shared-reads.ts';

describe('reads that streams share', () => {
  const setUp = () => {
    const reads = new SharedReads();
    const answers: ((value: string) => void)[] = [];
    const read = () => new Promise<string>((resolve) => answers.push(resolve));
    return { reads, answers, ask: (subject = 's', kind = 'k') => reads.share(subject, kind, read) };
  };

  it('are one for the same subject and kind while it lasts, and another afterwards', async () => {
    const { answers, ask } = setUp();
    const both = [ask(), ask()];
    assert.equal(answers.length, 1);
    answers[0]?.('first');
    assert.deepEqual(await Promise.all(both), ['first', 'first']);
    const later = ask();
    answers[1]?.('second');
    assert.equal(await later, 'second');
  });

  it('are apart for other subjects and kinds', () => {
    const { answers, ask } = setUp();
    void ask('s', 'k');
    void ask('t', 'k');
    void ask('s', 'l');
    assert.equal(answers.length, 3);
  });

  it('are not joined after the subject changed', async () => {
    const { reads, answers, ask } = setUp();
    const before = ask();
    reads.forget('s');
    const after = ask();
    answers[0]?.('old');
    assert.equal(await before, 'old');
    const joined = ask();
    answers[1]?.('new');
    assert.deepEqual(await Promise.all([after, joined]), ['new', 'new']);
    assert.equal(answers.length, 2);
  });

  it('fail for everyone who shares them, and are tried anew', async () => {
    const reads = new SharedReads();
    const broken = () => reads.share('s', 'k', () => Promise.reject(new Error('disk')));
    const both = [broken(), broken()];
    for (const one of both) await assert.rejects(one, /disk/);
    assert.equal(await reads.share('s', 'k', async () => 'works'), 'works');
  });
});
