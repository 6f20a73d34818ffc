import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND_GROUPS } from '../lib/command-groups.ts';
import { CAUSEWAY } from './causeway.ts';

const scriptFor = (shell: string) =>
  spawnSync(process.execPath, [...CAUSEWAY, 'completion', shell], { encoding: 'utf8' });

describe('causeway completion', function () {
  this.timeout(60_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-completion-'));
    writeFileSync(join(folder, 'causeway.yaml'), '');
    writeFileSync(join(folder, 'bash'), scriptFor('bash').stdout);
  });
  after(() => rmSync(folder, { recursive: true }));

  /** What bash offers for the last of the words. */
  function offered(...words: readonly string[]): readonly string[] {
    const lines = `source ./bash || exit 1
      COMP_WORDS=(causeway "$@"); COMP_CWORD=$#
      compopt() { :; }
      _causeway
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-u', '-c', lines, 'bash', ...words], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.deepEqual([stderr, status], ['', 0]);
    return stdout.split('\n').filter(Boolean);
  }

  it('offers bash every command, and those that begin with what is typed', () => {
    const all = offered('');
    for (const { commands } of COMMAND_GROUPS)
      for (const name of Object.keys(commands)) assert(all.includes(name), name);
    assert.deepEqual(offered('wal'), ['wallet']);
    assert.deepEqual(offered('wallet', 'cr'), ['create']);
    assert.deepEqual(offered('order', 'nothing'), []);
  });

  it('offers bash the options of a command, the values of an option, and files where they are meant', () => {
    assert.deepEqual(offered('order', 'create', 'ETH', 'polygon', '--wa'), ['--watch']);
    assert.deepEqual(offered('wallet', 'create', '--type', 'eth'), ['ethereum']);
    assert.deepEqual(offered('completion', '--h'), ['--help']);
    assert.deepEqual(offered('api', '--config', 'cause'), ['causeway.yaml']);
    assert.deepEqual(offered('wallet', 'create', '--name', ''), []);
  });

  it('describes the commands to zsh', () => {
    const { stdout } = scriptFor('zsh');
    assert.match(stdout, /^#compdef causeway\n/);
    assert.match(
      stdout,
      /'wallet:create, import and list wallets, send from them, limit what leaves them, export and delete them'/,
    );
    assert.match(stdout, /'history:list the orders and transfers of a wallet, newest first'/);
  });

  it('is refused for another shell, and names the shells', () => {
    const { stderr, status } = scriptFor('fish');
    assert.match(stderr, /Allowed choices are bash, zsh/);
    assert.equal(status, 2);
  });
});
