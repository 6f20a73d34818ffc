import { strict as assert } from 'node:assert';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { turnWorld } from '@causeway/api/test-support/world';
import { Causeway } from '@causeway/client';
import { type FaucetServer, serveFaucet } from '@causeway/devnet/faucet';
import { CAUSEWAY } from '../causeway.ts';
import { describeService, PASSWORD } from './service.ts';

const ROOT = new URL('../../../', import.meta.url);

/** The first block in a language below a heading of the README. */
function blockOf(heading: string, language: string): string {
  const readme = readFileSync(new URL('README.md', ROOT), 'utf8');
  const [, block = ''] = new RegExp(`## ${heading}\n[^]*?\`\`\`${language}\n([^]*?)\`\`\``).exec(readme) ?? [];
  return block;
}

/** The commands of a walk of the README, without their comments. */
function commandsOfWalk(heading: string): readonly string[] {
  const block = blockOf(heading, 'sh');
  return block.split('\n').flatMap((line) => line.replace(/\s+#.*$/, '').trim() || []);
}

/** The words of a command line, as a shell takes them. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

describeService('the walk of the README', undefined, (service) => {
  let faucet: FaucetServer;
  let stopWorld: () => Promise<void>;
  const funded: string[] = [];
  before(async () => {
    stopWorld = turnWorld(service.api);
    faucet = await serveFaucet(
      {
        offers: () => ({}),
        async give({ address }) {
          funded.push(address);
          const coin = (network: string, token: string) => ({ network, token, amount: '100', transaction: '0x01' });
          return { ok: true, value: [coin('ethereum', 'ETH'), coin('polygon', 'POL')] };
        },
      },
      0,
    );
  });
  after(async () => {
    await faucet.stop();
    await stopWorld();
  });

  it('has ten commands, which lead from nothing to karma', async () => {
    const commands = commandsOfWalk('Cross your first bridge');
    assert.equal(commands.length, 10);
    let shown = '';
    const known = (pattern: RegExp): string => pattern.exec(shown)?.[1] ?? assert.fail(`${pattern} is not in ${shown}`);
    for (const line of commands) {
      const [program, ...words] = wordsOf(line);
      assert.equal(program, 'causeway');
      const args = words.map((word) => {
        return word === 'ADDRESS' ? known(/^address +(0x\w{40})$/m) : word;
      });
      if (args[0] === 'faucet') args.push('--url', faucet.url);
      const input = args[0] === 'login' ? `${known(/traveller, password (\S+),/)}\n` : '';
      const { stdout, stderr, status } = await service.causeway(args, { input });
      assert.deepEqual([stderr, status], ['', 0], `${line}\n${stdout}`);
      shown += stdout;
    }
    assert.match(shown, /^you receive +20 karma and 200 XP$/m);
    assert.match(shown, /^ +1 +traveller +[\d.]+ +20 +200 /m);
    assert.equal(funded.length, 1);
  });

  it('finds the missions and libraries of the seed by misspelt words', async () => {
    assert.equal((await service.json('mission', 'search', 'brigde'))[0]?.name, 'Cross your first bridge');
    assert.equal((await service.json('library', 'search', 'merkel'))[0]?.name, 'merkle-proofs');
  });
});

describeService('agents by the README', undefined, (service) => {
  let key = '';
  let agentId = '';
  const children: ChildProcess[] = [];
  /** Runs `command` as the agent until the test ends. */
  const inBackground = (command: string, args: readonly string[]) => {
    const settings = { CAUSEWAY_URL: service.url, CAUSEWAY_TOKEN: key, XDG_CONFIG_HOME: service.settings };
    const child = spawn(command, args, {
      cwd: fileURLToPath(ROOT),
      env: { ...process.env, ...settings },
      stdio: 'ignore',
    });
    children.push(child);
    return { child, ended: once(child, 'exit') };
  };
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
  });

  it('register, run a command as an agent, submit a task and show the figures', async () => {
    const commands = commandsOfWalk('Let agents work');
    assert.equal(commands.length, 7);
    const shown: string[] = [];
    for (const line of commands) {
      const words = wordsOf(line.replace('AGENT', agentId));
      if (words[0] === 'CAUSEWAY_TOKEN=KEY') {
        inBackground(process.execPath, [...CAUSEWAY, ...words.slice(2)]);
        continue;
      }
      assert.equal(words[0], 'causeway');
      const { stdout, stderr, status } = await service.causeway(words.slice(1), { input: `${PASSWORD}\n` });
      assert.deepEqual([stderr, status], ['', 0], `${line}\n${stdout}`);
      shown.push(stdout);
      key ||= /^API key, shown once +(\S+)$/m.exec(stdout)?.[1] ?? '';
      agentId ||= /^agent +(\S+)$/m.exec(stdout)?.[1] ?? '';
    }
    assert.match(shown[3] ?? '', /^result +4$/m);
    assert.match(shown[4] ?? '', / count +completed /);
    assert.match(shown[5] ?? '', /^completed +1$/m);
  });

  it('are ten lines of a program, which ends cleanly at SIGTERM', async () => {
    const owner = new Causeway({ baseUrl: service.url });
    await owner.avatars.login({ username: 'ann', password: PASSWORD });
    const { apiKey, agentId: id } = await owner.agents.register({ name: 'Ten lines' });
    key = String(apiKey);
    const code = blockOf('Let agents work', 'ts');
    assert(code.split('\n').filter(Boolean).length <= 10);
    const program = code.replace('http://127.0.0.1:3000', service.url).replace("'count'", "'lines'");
    const { child, ended } = inBackground(process.execPath, ['--input-type=module', '--eval', program]);
    const { taskId } = await owner.tasks.submit({ type: 'lines', input: { text: 'a bridge at dawn' } });
    assert.deepEqual((await owner.tasks.ended(taskId)).result, { words: 4 });
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    assert.equal((await owner.agents.get(id)).currentTasks, 0);
  });
});
