import type { Agent, ClaimedTask } from '../areas/agents.ts';
import { CausewayError } from '../errors.ts';
import { sleep } from '../retry.ts';
import { Attempt } from './attempt.ts';
import { isNotHeld, messageOf, passes, pauseAfter } from './faults.ts';
import { keepKey } from './key-renewal.ts';
import type { AgentClient, AgentEvent, AgentOptions } from './options.ts';

/** Most tasks of one claim, and how long it waits for a first one, milliseconds. */
const CLAIM_LIMIT = 32;
const CLAIM_WAIT_MS = 20_000;
/**
const CLAIM_WAIT_MS = 20_000; * A claim that returns no task sooner than this was cut short, for example by a service
const CLAIM_WAIT_MS = 20_000; * that stops.
const CLAIM_WAIT_MS = 20_000; */
const SHORT_WAIT_MS = 1_000;
const DEFAULT_LEASE_MS = 30_000;
const DEFAULT_GRACE_MS = 10_000;

/** An agent that is registered and works. */
export interface RunningAgent {
  readonly agentId: string;
  /**
   * Claims no more, lets running tasks finish for the grace period, and gives the others back. Resolves when nothing is
   * held.
   */
  stop(): Promise<void>;
  /** Resolves when the agent has stopped. Rejects when the service does not accept it any more. */
  readonly ended: Promise<void>;
}

/**
 * Registers the avatar of `causeway` as an agent, or updates it, and does tasks until it is stopped: claims by long
 * poll, up to `concurrency` at once, extends leases while `run` works, and reports results with the fencing token.
 * While the service is away, it tries again with growing pauses. Rejects when the service refuses the registration.
 */
export async function agent<Input = Readonly<Record<string, unknown>>>(
  options: AgentOptions<Input>,
): Promise<RunningAgent> {
  const worker = new Worker(options);
  const { agentId } = await worker.register();
  const ended = worker.work(agentId);
  return {
    agentId,
    ended,
    async stop() {
      worker.stop();
      await ended;
    },
  };
}

/** The claims of one agent, and the tasks that it holds. */
class Worker<Input> {
  readonly #options: AgentOptions<Input>;
  readonly #client: AgentClient;
  readonly #concurrency: number;
  readonly #leaseMs: number;
  readonly #stop = new AbortController();
  readonly #held = new Map<Attempt<Input>, { readonly taskId: string; readonly ended: Promise<void> }>();
  #faults = 0;

  constructor(options: AgentOptions<Input>) {
    this.#options = options;
    this.#client = options.causeway;
    this.#concurrency = options.concurrency ?? 1;
    this.#leaseMs = options.leaseMs ?? DEFAULT_LEASE_MS;
    const { signal } = options;
    if (signal?.aborted) this.stop();
    signal?.addEventListener('abort', () => this.stop(), { once: true, signal: this.#stop.signal });
  }

  stop(): void {
    this.#stop.abort(new Error('the agent stops'));
  }

  /** Registers or updates the agent, when the service is there. */
  async register(): Promise<Agent> {
    for (;;) {
      try {
        return await this.#registerOnce();
      } catch (error) {
        if (!passes(error)) throw error;
        await this.#wait(error);
        this.#stop.signal.throwIfAborted();
      }
    }
  }

  async #registerOnce(): Promise<Agent> {
    const { agents, avatars } = this.#client;
    const { name, capabilities, endpoints } = this.#options;
    const { id, avatarType } = await avatars.me();
    if (avatarType !== 'AI_Agent') throw new TypeError('causeway must act as an AI_Agent: give it the API key of one');
    const facts = {
      ...{ name, capabilities: [...capabilities], maxConcurrentTasks: this.#concurrency },
      ...{ availability: 'online' as const, ...(endpoints && { endpoints }) },
    };
    return agents.register(facts).catch((error: unknown) => {
      if (error instanceof CausewayError && error.code === 'AGENT_EXISTS') return agents.update(id, facts);
      throw error;
    });
  }

  /** Claims and does tasks until it is stopped or refused, and then gives back the tasks that it holds. */
  async work(agentId: string): Promise<void> {
    const watching = new AbortController();
    let watched: Promise<void> | undefined;
    const { avatars } = this.#client;
    const renewal = { avatars, onKey: this.#options.onKey, emit: (event: AgentEvent) => this.#emit(event) };
    const kept = keepKey(renewal, watching.signal);
    try {
      await new Promise<void>((ready) => {
        watched = this.#watch(watching.signal, ready);
      });
      await this.#releaseOthers();
      while (!this.#stop.signal.aborted) {
        if (this.#held.size >= this.#concurrency) await this.#oneEnded();
        else for (const task of await this.#claim(agentId)) this.#begin(task);
      }
    } finally {
      await this.#finish();
      watching.abort();
      await Promise.all([watched, kept]);
      await this.#releaseOthers();
    }
  }

  /**
   * Follows the agent's stream, by which it learns at once of a lease that others ended. Without the stream, which a
   * service refuses when it has too many, the next report says so. Calls `ready` when the stream is open, or cannot be
   * opened now.
   */
  async #watch(signal: AbortSignal, ready: () => void): Promise<void> {
    for (let faults = 1; !signal.aborted; faults += 1) {
      try {
        for await (const { type, data } of this.#client.events.follow(
          { topics: ['agents'], since: 'now' },
          { signal },
        )) {
          // The first event says that the stream is open.
          ready();
          if (type !== 'lease.ended') continue;
          for (const attempt of this.#held.keys()) attempt.leaseEnded(data);
        }
      } catch (error) {
        if (!passes(error)) return;
      } finally {
        ready();
      }
      await sleep(pauseAfter(faults), signal).catch(() => {});
    }
  }

  /** The next tasks, none after a fault or a stop. Rejects when the service refuses the agent. */
  async #claim(agentId: string): Promise<readonly ClaimedTask[]> {
    const limit = Math.min(CLAIM_LIMIT, this.#concurrency - this.#held.size);
    const { signal } = this.#stop;
    const beganAt = performance.now();
    try {
      const waiting = { limit, waitMs: CLAIM_WAIT_MS, leaseMs: this.#leaseMs };
      const claimed = await this.#client.tasks.claim(agentId, waiting, { signal });
      if (claimed.length === 0 && performance.now() - beganAt < SHORT_WAIT_MS && !signal.aborted) {
        await this.#wait(new Error('the service ended the wait for tasks'));
      } else this.#faults = 0;
      return claimed;
    } catch (error) {
      if (signal.aborted) return [];
      const declined = error instanceof CausewayError && error.code === 'AGENT_NOT_ONLINE';
      if (!declined && !passes(error)) throw error;
      await this.#wait(error);
      return [];
    }
  }

  #begin(task: ClaimedTask): void {
    const { run } = this.#options;
    const emit = (event: AgentEvent) => this.#emit(event);
    emit({ type: 'claimed', taskId: task.taskId });
    const attempt = new Attempt<Input>({ tasks: this.#client.tasks, run, leaseMs: this.#leaseMs, emit }, task);
    const ended = attempt.perform().finally(() => this.#held.delete(attempt));
    this.#held.set(attempt, { taskId: task.taskId, ended });
  }

  /** Resolves when a held task has ended, or at the stop. */
  #oneEnded(): Promise<unknown> {
    const stopped = new Promise<void>((resolve) => {
      this.#stop.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return Promise.race([stopped, ...[...this.#held.values()].map(({ ended }) => ended)]);
  }

  /** Lets the held tasks end for the grace period, then gives the others back. */
  async #finish(): Promise<void> {
    const grace = new AbortController();
    const all = Promise.all([...this.#held.values()].map(({ ended }) => ended));
    const over = sleep(this.#options.graceMs ?? DEFAULT_GRACE_MS, grace.signal).catch(() => {});
    await Promise.race([all, over]);
    grace.abort();
    await Promise.all([...this.#held.keys()].map((attempt) => attempt.release()));
  }

  /** Gives back tasks of this agent that this process does not work on. */
  async #releaseOthers(): Promise<void> {
    const { tasks } = this.#client;
    if (!this.#options.exclusive) return;
    for (const status of ['assigned', 'working'] as const) {
      for await (const { taskId, attempts: token } of tasks.list({ role: 'agent', status })) {
        try {
          await tasks.release({ taskId, token });
          this.#emit({ type: 'released', taskId });
        } catch (error) {
          if (!isNotHeld(error)) throw error;
        }
      }
    }
  }

  /** Pauses after a fault, longer each time. */
  async #wait(error: unknown): Promise<void> {
    this.#faults += 1;
    const pauseMs = pauseAfter(this.#faults);
    this.#emit({ type: 'waiting', message: messageOf(error), pauseMs });
    await sleep(pauseMs, this.#stop.signal).catch(() => {});
  }

  #emit(event: AgentEvent): void {
    this.#options.onEvent?.(event);
  }
}
