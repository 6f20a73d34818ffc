import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { turnWorld } from '@causeway/api/test-support/world';
import { type FaucetServer, serveFaucet } from '@causeway/devnet/faucet';
import { type Service, startService } from './service.ts';

/** The commands of the README's walk, without their comments. */
function commandsOfWalk(): readonly string[] {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const [, block = ''] = /## Cross your first bridge\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  return block.split('\n').flatMap((line) => line.replace(/\s+#.*$/, '').trim() || []);
}

/** The words of a command line, as a shell takes them. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

describe('the walk of the README', function () {
  this.timeout(60_000);
  let service: Service;
  let faucet: FaucetServer;
  let stopWorld: () => Promise<void>;
  const funded: string[] = [];
  before(async () => {
    service = await startService();
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
    await service.stop();
  });

  it('has ten commands, which lead from nothing to karma', async () => {
    const commands = commandsOfWalk();
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
    assert.match(shown, /^ +1 +[\da-f-]{36} +[\d.]+ +20 +200 /m);
    assert.equal(funded.length, 1);
  });

  it('finds the missions and libraries of the seed by misspelt words', async () => {
    assert.equal((await service.json('mission', 'search', 'brigde'))[0]?.name, 'Cross your first bridge');
    assert.equal((await service.json('library', 'search', 'merkel'))[0]?.name, 'merkle-proofs');
  });
});
