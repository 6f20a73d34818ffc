import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MODULE = new URL('../src/replace-file.ts', import.meta.url).href;
const [OLD, NEW] = ['old content', 'new content, which is longer'];
/** The calls by which a file is replaced. */
const CALLS = ['writeFileSync', 'renameSync', 'openSync', 'fsyncSync', 'closeSync'] as const;

describe('a file that is replaced', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-replace-'));
    path = join(folder, 'here.json');
    writeFileSync(path, OLD);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Replaces the file in a process whose call `name` writes a part, where it writes, and then does `fault`. */
  async function replaceWith(
    name: string,
    fault: string,
  ): Promise<{ readonly output: string; readonly ended: string }> {
    const code = `import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const { ${name}: real, writeFileSync } = fs;
      fs.${name} = (...args) => {
        if ('${name}' === 'writeFileSync') writeFileSync(args[0], args[1].slice(0, 4), args[2]);
        ${fault};
        return real(...args);
      };
      syncBuiltinESMExports();
      const { replaceFile } = await import('${MODULE}');
      try {
        replaceFile('${path}', '${NEW}', 0o600);
        console.log('replaced');
      } catch (error) {
        console.log(error.message);
      }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    const [status, signal] = await once(child, 'close');
    return { output: output.trim(), ended: String(signal ?? status) };
  }

  it('has the old content or the new one after a kill at each call', async () => {
    for (const name of CALLS) {
      const { ended } = await replaceWith(name, "process.kill(process.pid, 'SIGKILL')");
      assert.equal(ended, 'SIGKILL', name);
      assert.equal(readFileSync(path, 'utf8'), OLD, name);
    }
    // After the draft is in its place the folder is made durable: by the second openSync.
    await replaceWith('openSync', `if (args[0] === '${folder}') process.kill(process.pid, 'SIGKILL')`);
    assert.equal(readFileSync(path, 'utf8'), NEW);
    writeFileSync(path, OLD);
    assert.deepEqual(await replaceWith('readSync', ''), { output: 'replaced', ended: '0' });
    assert.equal(readFileSync(path, 'utf8'), NEW);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it('keeps the old content on a full disk, says so, and leaves no draft', async () => {
    for (const name of ['writeFileSync', 'renameSync']) {
      const { output } = await replaceWith(name, "throw new Error('ENOSPC: no space left on device')");
      assert.equal(output, 'ENOSPC: no space left on device', name);
      assert.equal(readFileSync(path, 'utf8'), OLD);
      assert.deepEqual(readdirSync(folder), ['here.json']);
    }
  });
});
