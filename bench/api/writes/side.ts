import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('service-child.ts', import.meta.url));
const PROXY = fileURLToPath(new URL('late-proxy.ts', import.meta.url));

/** A child process that answers messages one after the other, and ends when its input does. */
export class Child {
  readonly process: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(module: string, args: readonly string[]) {
    this.process = fork(module, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#ended = once(this.process, 'exit');
  }

  get pid(): number {
    return this.process.pid as number;
  }

  /** The next message of the process, after `message` was sent if there is one. Throws when the process ends. */
  async next<T>(message?: readonly string[] | number): Promise<T> {
    const answer = once(this.process, 'message');
    if (message !== undefined) this.process.send(message);
    const [first] = await Promise.race([
      answer,
      this.#ended.then(() =>
        Promise.reject(new Error(`a process of the bench has ended: ${this.process.spawnargs.slice(1)}`)),
      ),
    ]);
    return first as T;
  }

  async stop(): Promise<void> {
    if (this.process.connected) this.process.disconnect();
    await this.#ended;
  }
}

/** A late way to a database's server. */
export interface LateWay {
  readonly pid: number;
  /** `url` by this way. */
  by(url: string): string;
  /** Answers are so late from now on, milliseconds. */
  late(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a way to the server at `url`; its socket is in `folder`. */
export async function startLateWay(url: string, folder: string): Promise<LateWay> {
  const socket = (directory: string): string => `${directory}/.s.PGSQL.5432`;
  const child = new Child(PROXY, [socket(new URL(url).searchParams.get('host') as string), socket(folder)]);
  await child.next();
  return {
    pid: child.pid,
    by(to) {
      const way = new URL(to);
      way.searchParams.set('host', folder);
      return way.href;
    },
    late: (ms) => child.next(ms),
    stop: () => child.stop(),
  };
}

/** The API of one checkout in several processes over one database. */
export interface Side {
  readonly name: string;
  readonly ports: readonly number[];
  readonly pids: readonly number[];
  /** Gives coins to addresses on the chains of every process. */
  fund(addresses: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Starts `count` processes of the checkout at `root`, one after the other: the first one makes the tables. */
export async function startSide(name: string, root: string, database: string, count: number): Promise<Side> {
  const children: Child[] = [];
  const ports: number[] = [];
  for (let started = 0; started < count; started += 1) {
    const child = new Child(CHILD, [root, database]);
    children.push(child);
    ports.push((await child.next<{ readonly port: number }>()).port);
  }
  return {
    name,
    ports,
    pids: children.map(({ pid }) => pid),
    async fund(addresses) {
      for (const child of children) await child.next(addresses);
    },
    async stop() {
      await Promise.all(children.map((child) => child.stop()));
    },
  };
}
