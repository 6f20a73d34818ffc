import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAnvil } from '../src/evm/node.ts';
import { leftBehind, PAST_STATES } from '../src/evm/past-states.ts';
import { callRpc, ProcessGuard } from '../src/index.ts';

/** More blocks than any bound of a node's own in memory. */
const BLOCKS = 800;

describe('past states of local EVM chains', () => {
  let folder: string;
  let guard: ProcessGuard;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-past-'));
    guard = new ProcessGuard();
  });
  afterEach(async () => {
    await guard.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const filesBelow = (path: string): readonly string[] =>
    readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    );
  const start = (stateFile?: string) =>
    startAnvil({ name: 'test', chainId: 901_010, port: 0, ...(stateFile !== undefined && { stateFile }) }, guard);

  it('lie in the folder of the run, are bounded, can be read beyond finality, and go with the node', async () => {
    const stateFile = join(folder, 'test.json');
    mkdirSync(`${stateFile}.past`);
    writeFileSync(join(`${stateFile}.past`, 'of-a-killed-run'), '');
    const { url, process: node } = await start(stateFile);
    assert.ok(!existsSync(join(`${stateFile}.past`, 'of-a-killed-run')));
    for (let mined = 0; mined < BLOCKS; mined += 20) await callRpc(url, 'anvil_mine', ['0x14']);
    const files = filesBelow(`${stateFile}.past`).length;
    assert.ok(files > 0 && files <= PAST_STATES, `${files} states`);
    const block = `0x${(BLOCKS - 45).toString(16)}`;
    const account = '0x0000000000000000000000000000000000000001';
    assert.equal(await callRpc(url, 'eth_getBalance', [account, block]), '0x0');
    const ended = once(node, 'exit');
    node.kill('SIGKILL');
    await ended;
    assert.ok(!existsSync(`${stateFile}.past`));
  }).timeout(60_000);

  it('of a node without a file lie in a temporary folder that goes with the node', async () => {
    const own = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`causeway-anvil-${process.pid}-`));
    const before = own().length;
    await start();
    assert.equal(own().length, before + 1);
    await guard.stop();
    assert.equal(own().length, before);
  }).timeout(60_000);

  it('that earlier versions left are named with the command that removes them', () => {
    assert.equal(leftBehind(folder), undefined);
    mkdirSync(join(folder, '.foundry', 'anvil', 'tmp', 'anvil-state-1'), { recursive: true });
    assert.match(leftBehind(folder) ?? '', /left 1 folders.*rm -r .*anvil-state-\*/);
  });
});
