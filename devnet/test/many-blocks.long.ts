import { strict as assert } from 'node:assert';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callRpc } from '@causeway/local-nodes';
import { sayProgress } from '@causeway/protocol/test-support/cases';
import { startDevnet } from '../src/devnet.ts';
import { deployedState } from '../src/state-cache.ts';

const NETWORKS = ['ethereum', 'polygon', 'arbitrum'] as const;
const BLOCKS = 6_000;
const BLOCK_SECONDS = 0.05;
/** Bounds of the three nodes together. */
const DISK = 60 * 2 ** 20;
const MEMORY = 600 * 2 ** 20;
/** Blocks back at which a chain's state must be readable: its finality. */
const FINALITY = 32;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Bytes of all files below `folder`. Files that vanish meanwhile count nothing. */
function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return sum(
    files
      .filter((file) => file.isFile())
      .map((file) => statSync(join(file.parentPath, file.name), { throwIfNoEntry: false })?.size ?? 0),
  );
}

/** Resident memory of a process, bytes. */
const memoryOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

describe('three local EVM chains with bridges', function () {
  this.timeout(1_800_000);

  it(`hold little disk and memory after ${BLOCKS} blocks`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-many-blocks-'));
    const options = { folder, networks: NETWORKS, families: ['main'], blockTime: BLOCK_SECONDS } as const;
    const devnet = await startDevnet({ ...options, deployed: await deployedState() });
    const pids = devnet.chains.map(({ node }) => node.process.pid);
    const heads = () =>
      Promise.all(devnet.chains.map(async ({ node }) => Number(await callRpc(node.url, 'eth_blockNumber', []))));
    let most = 0;
    try {
      const end = Math.max(...(await heads())) + BLOCKS;
      for (let low = 0; low < end; low = Math.min(...(await heads()))) {
        most = Math.max(most, sum(pids.map(memoryOf)));
        sayProgress(() => `block ${low} of ${end}, ${Math.round(most / 2 ** 20)} MiB at most`);
        await sleep(1_000);
      }
      const [disk, memory] = [sizeOf(folder), sum(pids.map(memoryOf))];
      console.error(
        [disk, memory, most].map((bytes) => `${Math.round(bytes / 2 ** 20)} MiB`).join(' of disk, of memory '),
      );
      assert.ok(disk <= DISK, `${disk} bytes of disk`);
      assert.ok(most <= MEMORY, `${most} bytes of memory`);
      for (const { node } of devnet.chains) {
        const block = `0x${(Number(await callRpc(node.url, 'eth_blockNumber', [])) - FINALITY).toString(16)}`;
        assert.match(String(await callRpc(node.url, 'eth_getBalance', [`0x${'0'.repeat(40)}`, block])), /^0x/);
      }
    } finally {
      await devnet.stop();
    }
    rmSync(folder, { recursive: true, force: true });
  });
});
