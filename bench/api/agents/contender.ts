import { readFileSync } from 'node:fs';
import { percentile } from '../load.ts';

/** Something that does durable cycles: a task is submitted, claimed by a worker and completed. */
export interface Contender {
  /** Resolves when one task has come to its end, on disk. */
  cycle(): Promise<void>;
  close(): Promise<void>;
}

/** Waits for the ends of tasks by their ids. */
export function ends() {
  const waiting = new Map<string, () => void>();
  return {
    of: (id: string) => new Promise<void>((resolve) => waiting.set(id, resolve)),
    came(id: string): void {
      waiting.get(id)?.();
      waiting.delete(id);
    },
  };
}

/** The figures of one process under load. */
export interface Figures {
  readonly cycles: number;
  readonly seconds: number;
  /** Time of the processors that the process has taken, seconds. */
  readonly cpuSeconds: number;
  /** Time of the processors that the servers have taken meanwhile, with their children, seconds. */
  readonly serverSeconds: number;
  /** Latencies of cycles, milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Memory, megabytes. */
  readonly megabytes: number;
}

export const AGENTS = 32;
const WARM_MS = 1_000;

/**
 * Runs cycles, AGENTS at a time, for `ms` milliseconds after a warm-up; `servers` are the processes that serve them.
 */
export async function measure({ cycle }: Contender, ms: number, servers: readonly number[] = []): Promise<Figures> {
  const run = async (forMs: number): Promise<number[]> => {
    const endMs = performance.now() + forMs;
    const latencies: number[] = [];
    await Promise.all(
      Array.from({ length: AGENTS }, async () => {
        while (performance.now() < endMs) {
          const startedMs = performance.now();
          await cycle();
          latencies.push(performance.now() - startedMs);
        }
      }),
    );
    return latencies;
  };
  await run(WARM_MS);
  const [startedMs, cpu, serverCpu] = [performance.now(), process.cpuUsage(), cpuOfTree(servers)];
  const latencies = (await run(ms)).sort((a, b) => a - b);
  const { user, system } = process.cpuUsage(cpu);
  return {
    cycles: latencies.length,
    seconds: (performance.now() - startedMs) / 1_000,
    cpuSeconds: (user + system) / 1e6,
    serverSeconds: cpuOfTree(servers) - serverCpu,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    megabytes: process.memoryUsage.rss() / 1e6,
  };
}

/** Clock ticks of a second in /proc. */
const TICKS = 100;

/** A file of /proc; empty when its process has ended, whose time its parent then has. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Processor time, seconds, of a server and of its children, also of those that have ended. Linux only. */
export function cpuOfTree(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    // The name in parentheses can contain spaces.
    const fields = textOf(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
    const children = textOf(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean);
    const own = fields.slice(11, 15).reduce((sum, text) => sum + Number(text), 0);
    return own / TICKS + cpuOfTree(children.map(Number));
  });
  return ticks.reduce((sum, one) => sum + one, 0);
}
