import { strict as assert } from 'node:assert';
import { PassThrough } from 'node:stream';
import { Ask } from '../../lib/client/ask.ts';

/** A person at a terminal, and what the terminal shows. */
function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, isRaw: false, setRawMode: () => input });
  const output = new PassThrough();
  let shown = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  return { input, ask: new Ask(input, output), shown: () => shown };
}

describe('a question at a terminal', () => {
  it('for a secret shows nothing of the answer', async () => {
    const { input, ask, shown } = terminal();
    const answer = ask.secret('Password: ');
    input.write('hush?');
    input.write('\u007f');
    input.write('!\r');
    assert.equal(await answer, 'hush!');
    assert.equal(shown(), 'Password: \n');
  });

  it('for a new password is asked twice', async () => {
    const { input, ask } = terminal();
    const same = ask.newPassword();
    input.write('hush\r');
    await new Promise(setImmediate);
    input.write('hush\r');
    assert.equal(await same, 'hush');
    const other = ask.newPassword();
    input.write('hush\r');
    await new Promise(setImmediate);
    input.write('hash\r');
    await assert.rejects(other, /the two passwords differ/);
  });

  it('ends with Ctrl-C', async () => {
    const { input, ask } = terminal();
    const answer = ask.text('Username: ');
    input.write('\u0003');
    await assert.rejects(answer, { name: 'Interrupted' });
  });

  it('whether to go on takes yes alone for a yes', async () => {
    const { input, ask } = terminal();
    for (const [typed, agreed] of [
      ['y', true],
      ['Yes', true],
      ['', false],
      ['no', false],
    ] as const) {
      const answer = ask.agrees('Send?');
      input.write(`${typed}\r`);
      assert.equal(await answer, agreed);
    }
  });
});
