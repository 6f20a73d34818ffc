import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { COMMAND_GROUPS } from '../lib/command-groups.ts';

const CAUSEWAY = fileURLToPath(new URL('../causeway.ts', import.meta.url));
const causeway = (...args: string[]) => spawnSync(process.execPath, [CAUSEWAY, ...args], { encoding: 'utf8' });

describe('the causeway command', function () {
  this.timeout(120_000);

  it('lists what the workspaces register, in their words', async () => {
    for (const { commands, load } of COMMAND_GROUPS) {
      const program = new Command();
      (await load()).registerCommands(program);
      const registered = program.commands.map((command) => [command.name(), command.description()]);
      assert.deepEqual(Object.fromEntries(registered), commands);
    }
  });

  it('shows every command in its help', () => {
    const { stdout, status } = causeway('--help');
    assert.equal(status, 0);
    for (const { commands } of COMMAND_GROUPS)
      for (const name of Object.keys(commands)) assert.match(stdout, new RegExp(`^  ${name}`, 'm'));
  });

  it('shows the help of one command with its options', () => {
    assert.match(causeway('deploy', '--help').stdout, /--network <name>/);
    assert.match(causeway('help', 'deploy').stdout, /--network <name>/);
  });

  it('refuses an unknown command', () => {
    const { stderr, status } = causeway('bridge');
    assert.match(stderr, /unknown command 'bridge'/);
    assert.equal(status, 1);
  });

  it('ends quietly when its reader has enough', () => {
    const line = `"${process.execPath}" "${CAUSEWAY}" openapi | head -c 1`;
    const { stdout, stderr } = spawnSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
    assert.equal(stdout, '{');
    assert.equal(stderr, '');
  });

  it('says what to change in one line, without a stack', () => {
    const { stderr, status } = causeway('deploy', '--network', 'x', '--config', 'missing.yaml');
    assert.equal(stderr, 'causeway: missing.yaml: cannot be read; give the file with --config\n');
    assert.equal(status, 1);
  });
});
