import { type Profiler, Session } from 'node:inspector/promises';
import type { StorageOptions } from '@causeway/storage';

type Engine = Parameters<NonNullable<StorageOptions['around']>>[0];

/** A step of the service's work, and its share of the time in which the main thread was busy. */
export interface Share {
  readonly step: string;
  readonly share: number;
}

/** Microseconds between two samples. */
const INTERVAL = 200;

/** Steps of jobs in the storage, by a function that asks for the job: `function url`. The first that fits counts. */
const JOBS: readonly (readonly [RegExp, string])[] = [
  [/storage\/src\/avatars\//, 'storage: callers (authentication)'],
  [/storage\/src\/core\/events\.ts/, 'storage: events'],
  [/\.#?(?:submit|replay) .*\/(?:agents\/src|src\/agents)\//, 'storage: submit'],
  [/\.#?claim .*\/(?:agents\/src|src\/agents)\//, 'storage: look and claim'],
  [/\.#?end .*\/(?:agents\/src|src\/agents)\//, 'storage: end'],
  [/\.#?(?:sweep|route) .*\/(?:agents\/src|src\/agents)\//, 'storage: sweeps and routing'],
  [/storage\/src\/agents\/(?!changes\.ts)/, 'storage: tasks and agents read for checks and answers'],
];

/** Steps of the rest, by the innermost frame that names one: `function url`. */
const FRAMES: readonly (readonly [RegExp, string])[] = [
  [/^\(garbage collector\)/, 'garbage collection'],
  [/^(?:commitJobs|runJob|setSynchronous) .*group-commit\.ts/, 'commit, with its flush'],
  [/^(?:validate\d+ $)|fastify\/lib\/validation\.js|\/ajv/, 'HTTP: validation'],
  [/^anonymous\d+ $|fast-json-stringify|^serialize .*fastify/, 'HTTP: serialization'],
  [
    /plugins\/(?:app|external)\/(?:auth|rate-limit)\.ts|areas\/avatars\/|@fastify\/rate-limit|\/jose\//,
    'HTTP: authentication and rate limits',
  ],
  [/json-body\.ts|exact-json\.ts|secure-json-parse|content-type-parser/, 'HTTP: parsing of bodies'],
  [/\/pino\/|sonic-boom/, 'HTTP: log'],
  [/agents\/src\/(?:task-notifier|waits)\.ts|event-feed\.ts|event-hub\.ts|sse\.ts|core\/listeners\.ts/, 'events'],
  [/agents\/src\//, 'engine outside of the storage'],
  [/storage\/src\//, 'storage: around the jobs'],
  [/api\/src\/areas\//, 'routes and views'],
  [/fastify|find-my-way|api\/src\/|api\/test\//, 'HTTP: routing and hooks'],
  [/node:(?:_http|net|internal\/(?:stream|http)|stream)|^(?:writev|write\w+String|writeBuffer) /, 'HTTP: sockets'],
];

const stepOf = (text: string, steps: typeof FRAMES): string | undefined =>
  steps.find(([pattern]) => pattern.test(text))?.[1];

/** The step of a job that was asked for with this stack. */
function jobOf(stack: string): string {
  const frames = stack.split('\n').map((line) => line.replace(/^\s+at (?:async )?/, '').replace('(', ''));
  return JOBS.find(([pattern]) => frames.some((frame) => pattern.test(frame)))?.[1] ?? 'storage: other';
}

/**
 * Shares of the main thread's busy time by step, of a process that works on SQLite: a sampled profile, in which the
 * time of the storage's jobs is divided as it was measured for each job, since samples do not tell whose job a
 * statement belongs to.
 */
export class Profile {
  readonly #session = new Session();
  readonly #jobsMs = new Map<string, number>();

  /** The engine with its jobs timed. */
  readonly around = (engine: Engine): Engine => ({
    ...{ dialect: engine.dialect, label: engine.label, shared: engine.shared },
    read: (steps) => engine.read(this.#timed(steps)),
    write: (durability, steps, how) => engine.write(durability, this.#timed(steps), how),
    now: engine.now,
    ahead: engine.ahead,
    sessions: engine.sessions,
    probe: () => engine.probe(),
    onCommit: (listener, pollMs) => engine.onCommit(listener, pollMs),
    claim: () => engine.claim(),
    close: () => engine.close(),
  });

  #timed<Job extends Parameters<Engine['read']>[0]>(steps: Job): Job {
    const jobsMs = this.#jobsMs;
    const step = jobOf(new Error('the asker').stack ?? '');
    return function* timed() {
      const startedMs = performance.now();
      try {
        return yield* steps();
      } finally {
        jobsMs.set(step, (jobsMs.get(step) ?? 0) + performance.now() - startedMs);
      }
    } as Job;
  }

  async start(): Promise<void> {
    Error.stackTraceLimit = 20;
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
    await this.#session.post('Profiler.start');
    this.#jobsMs.clear();
  }

  /** The shares since the start, the largest first. */
  async stop(): Promise<readonly Share[]> {
    const { profile } = await this.#session.post('Profiler.stop');
    this.#session.disconnect();
    const shares = sharesOf(profile);
    const jobs = shares.get(STORAGE) ?? 0;
    shares.delete(STORAGE);
    const jobsMs = [...this.#jobsMs.values()].reduce((sum, ms) => sum + ms, 0);
    for (const [step, ms] of this.#jobsMs) shares.set(step, (ms / jobsMs) * jobs);
    return [...shares].map(([step, share]) => ({ step, share })).sort((a, b) => b.share - a.share);
  }
}

/** Jobs of the storage together. */
const STORAGE = 'storage';

/** The step of each node of the profile's tree; undefined for those that are not the service's work. */
function stepsOf({ nodes }: Profiler.Profile): Map<number, string | undefined> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, `${callFrame.functionName} ${callFrame.url}`] as const));
  const stepFor = (node: number): string | undefined => {
    const stack: string[] = [];
    for (let at: number | undefined = node; at !== undefined; at = parents.get(at))
      stack.push(frames.get(at) as string);
    const [leaf = ''] = stack;
    if (/^\(idle\)|bench\/agents\/profile\.ts/.test(leaf)) return undefined;
    const collecting = leaf.startsWith('(garbage collector)');
    if (!collecting && stack.some((frame) => /^#?runAll .*sqlite\/engine\.ts/.test(frame))) return STORAGE;
    for (const frame of stack) {
      const step = stepOf(frame, FRAMES);
      if (step !== undefined) return step;
    }
    return 'Node.js';
  };
  return new Map(nodes.map(({ id }) => [id, stepFor(id)]));
}

/** The share of each step in the samples. */
function sharesOf(profile: Profiler.Profile): Map<string, number> {
  const { samples = [], timeDeltas = [] } = profile;
  const steps = stepsOf(profile);
  const times = new Map<string, number>();
  let busy = 0;
  for (const [at, sample] of samples.entries()) {
    const step = steps.get(sample);
    if (step === undefined) continue;
    const time = timeDeltas[at] ?? 0;
    busy += time;
    times.set(step, (times.get(step) ?? 0) + time);
  }
  return new Map([...times].map(([step, time]) => [step, time / busy]));
}
