import { readdirSync, readFileSync } from 'node:fs';

/** One process from /proc, on Linux only. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly command: readonly string[];
  /** Processor time of the process itself, seconds. */
  readonly cpuSeconds: number;
  /** Processor time of its ended children that it has waited for, seconds. */
  readonly endedCpuSeconds: number;
}

/** Clock ticks per second in /proc, equal on every Linux that Node supports. */
const TICKS = 100;

/** The process; undefined when it has ended. */
export function readProcess(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain any character. The fields after it are numbered from 3 in proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const seconds = (...numbers: readonly number[]) =>
      numbers.reduce((sum, number) => sum + Number(fields[number - 3]), 0) / TICKS;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
    return {
      pid,
      parent: Number(fields[1]),
      command,
      cpuSeconds: seconds(14, 15),
      endedCpuSeconds: seconds(16, 17),
    };
  } catch {
    return undefined;
  }
}

/** The process `root` and all of its descendants. */
export function processTree(root: number): readonly ProcessFacts[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  const found = new Map(all.filter(({ pid }) => pid === root).map((one) => [one.pid, one]));
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const one of all) if (found.has(one.parent)) found.set(one.pid, one);
  }
  return [...found.values()];
}

/** Processor time of all of them and of their ended children, seconds. */
export const cpuOf = (processes: readonly ProcessFacts[]): number =>
  processes.reduce((sum, { cpuSeconds, endedCpuSeconds }) => sum + cpuSeconds + endedCpuSeconds, 0);

/** Memory of a process, bytes: all resident pages, and its share of shared pages. */
export function memoryOf(pid: number): { readonly rss: number; readonly pss: number } {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const bytes = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]);
  return { rss: bytes('Rss'), pss: bytes('Pss') };
}
