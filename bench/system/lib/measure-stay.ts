import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess } from '@causeway/local-nodes';
import { memoryOf, processTree } from './process-tree.ts';
import { runScript } from './run-script.ts';
import { cpuOfPart, SETTLE_MS, SYSTEM_PARTS, type SystemPart, startedFolder } from './running-system.ts';

/** What `npm start` costs from the command on. CPU is a share of one processor, 1 for all of it. */
export interface StayFacts {
  /** Until the first order is completed, seconds. */
  readonly readySeconds: number;
  readonly cpu: number;
  readonly cpuOf: Readonly<Record<SystemPart, number>>;
  /** Largest memory of all processes together, shared pages counted once, bytes. */
  readonly mostPss: number;
  /** Largest size of the run's folder, bytes. */
  readonly mostDisk: number;
}

const SAMPLE_MS = 5_000;
/** Samples between two reports. */
const REPORT_EVERY = 12;

/** Runs `npm start -- --chains` of the project at `root`, and leaves it idle for `seconds`. */
export async function measureStay(
  root: string,
  chains: string,
  seconds: number,
  report: (facts: StayFacts) => void,
): Promise<StayFacts> {
  const began = performance.now();
  const child = runScript(root, 'start', ['--json', '--chains', chains]);
  let most = { pss: 0, disk: 0 };
  try {
    const folder = await startedFolder(child);
    const readySeconds = (performance.now() - began) / 1_000;
    const sample = () => {
      const tree = processTree(child.pid as number);
      if (child.exitCode !== null) throw new Error(`npm start ended with status ${child.exitCode}`);
      const pss = tree.reduce((sum, { pid }) => sum + pssOf(pid), 0);
      most = { pss: Math.max(most.pss, pss), disk: Math.max(most.disk, sizeOf(folder)) };
      return { tree, atMs: performance.now() };
    };
    sample();
    await sleep(SETTLE_MS);
    const first = sample();
    const facts = (): StayFacts => {
      const now = sample();
      const passed = (now.atMs - first.atMs) / 1_000;
      const cpu = (part?: SystemPart) => (cpuOfPart(now.tree, part) - cpuOfPart(first.tree, part)) / passed;
      return {
        readySeconds,
        cpu: cpu(),
        cpuOf: Object.fromEntries(SYSTEM_PARTS.map((part) => [part, cpu(part)])) as StayFacts['cpuOf'],
        mostPss: most.pss,
        mostDisk: most.disk,
      };
    };
    for (let samples = 1; samples * SAMPLE_MS < 1_000 * seconds; samples += 1) {
      await sleep(SAMPLE_MS);
      if (samples % REPORT_EVERY === 0) report(facts());
      else sample();
    }
    return facts();
  } finally {
    await endProcess(child, 60_000);
  }
}

/** Memory of a process that may have ended, bytes. */
function pssOf(pid: number): number {
  try {
    return memoryOf(pid).pss;
  } catch {
    return 0;
  }
}

/** Bytes that the files below `folder` take on the disk. */
function sizeOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const found = statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false });
    bytes += 512 * (found?.blocks ?? 0);
  }
  return bytes;
}
