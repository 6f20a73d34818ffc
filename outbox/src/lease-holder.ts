import type { Clock } from '@causeway/runtime';
import type { Lease, LeaseRepository } from '@causeway/storage';
import type { BaseLogger } from 'pino';

/** Milliseconds after which another process may take over from one that died. */
export const LEASE_MS = 6_000;

/** The work of a process while it holds a lease. */
export interface LeaderTask {
  /** Ends the work: the running turn finishes, and no other begins. */
  stop(): Promise<void>;
}

export interface LeaseHolderOptions {
  /** The lease's name. */
  readonly name: string;
  /** Name of this process among the users of the database. */
  readonly holder: string;
  readonly leases: LeaseRepository;
  /** Duration of the lease without renewal, milliseconds; LEASE_MS when absent. */
  readonly ttlMs?: number;
  readonly clock: Clock;
  /**
   * Begins the duty with new memory, because another holder's changes are only in storage and on the chains. Call
   * `onLost` when a write was refused because another holder has the lease.
   */
  readonly begin: (lease: Lease, onLost: () => void) => Promise<LeaderTask>;
  readonly log: BaseLogger;
}

/**
 * Holds a lease, and runs its task meanwhile. It asks for the lease four times per duration, and renews it as often. A
 * holder that cannot renew the lease in time stops before another can get it.
 */
export class LeaseHolder {
  readonly #options: LeaseHolderOptions;
  #lease: Lease | undefined;
  #duty: LeaderTask | undefined;
  #cancelTimer: () => void = () => {};
  #cancelDeadline: () => void = () => {};
  #turn: Promise<void> = Promise.resolve();
  /** The begin and the end of the duty under the last lease. */
  #beginning: Promise<void> = Promise.resolve();
  #ending: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: LeaseHolderOptions) {
    this.#options = options;
  }

  /**
   * Asks for the lease once, begins the duty if the lease is free, and continues from there. Throws the errors of
   * storage and of the duty's begin.
   */
  async start(): Promise<void> {
    await this.#acquire();
    this.#schedule();
    await this.#beginning;
  }

  /** Ends the duty and frees the lease at once. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    await this.#turn;
    const lease = this.#lease;
    if (lease) this.#leave(lease);
    await this.#ended();
    if (lease) await this.#release(lease);
  }

  #schedule(): void {
    if (this.#stopped) return;
    const { clock, ttlMs = LEASE_MS } = this.#options;
    this.#cancelTimer = clock.after(ttlMs / 4, () => {
      this.#turn = this.#step().finally(() => this.#schedule());
    });
  }

  async #step(): Promise<void> {
    try {
      await (this.#lease ? this.#renew(this.#lease) : this.#acquire());
    } catch (error) {
      this.#warn(error, 'the lease could not be kept or asked for');
    }
  }

  async #acquire(): Promise<void> {
    await this.#ended();
    const { leases, name, holder, ttlMs = LEASE_MS, clock, log } = this.#options;
    const askedAtMs = clock.now();
    const lease = await leases.acquire(name, holder, ttlMs);
    if (!lease) return;
    if (this.#stopped) return this.#release(lease);
    log.info({ lease: name, token: lease.token }, 'lease taken');
    this.#lease = lease;
    this.#extend(lease, askedAtMs);
    // Not awaited, because the lease must be renewed while the duty begins, however long that takes.
    this.#beginning = this.#begin(lease);
    this.#beginning.catch((error: unknown) => this.#warn(error, 'the duty of a lease could not begin'));
  }

  async #begin(lease: Lease): Promise<void> {
    const { begin } = this.#options;
    try {
      const duty = await begin(lease, () => this.#lose(lease));
      if (this.#lease === lease) this.#duty = duty;
      else await duty.stop();
    } catch (error) {
      if (this.#lease === lease) this.#leave(lease);
      await this.#release(lease);
      throw error;
    }
  }

  /** Resolves once the work under an earlier lease has ended, so that two duties of one process never overlap. */
  async #ended(): Promise<void> {
    await this.#beginning.catch(() => {});
    await this.#ending;
  }

  async #renew(lease: Lease): Promise<void> {
    const { leases, ttlMs = LEASE_MS, clock } = this.#options;
    const askedAtMs = clock.now();
    if (!(await leases.renew(lease, ttlMs))) return this.#lose(lease);
    if (this.#lease === lease) this.#extend(lease, askedAtMs);
  }

  /** The lease's duration counts from the request, because the answer may have been slow. */
  #extend(lease: Lease, askedAtMs: number): void {
    const { ttlMs = LEASE_MS, clock } = this.#options;
    this.#cancelDeadline();
    this.#cancelDeadline = clock.after(askedAtMs + ttlMs - clock.now(), () => this.#lose(lease));
  }

  /** Another holder has `lease`, or may have it. */
  #lose(lease: Lease): void {
    if (this.#lease !== lease) return;
    this.#options.log.warn({ lease: lease.name, token: lease.token }, 'lease lost');
    this.#leave(lease);
  }

  #leave({ name }: Lease): void {
    this.#cancelDeadline();
    const duty = this.#duty;
    this.#lease = undefined;
    this.#duty = undefined;
    this.#ending = (async () => duty?.stop())().catch((error: unknown) =>
      this.#options.log.error({ lease: name, err: error }, 'the duty of a lease did not end cleanly'),
    );
  }

  /** Frees `lease` at once if the database can be reached; otherwise it expires. */
  async #release(lease: Lease): Promise<void> {
    try {
      await this.#options.leases.release(lease);
    } catch (error) {
      this.#warn(error, 'a lease could not be released and expires by itself');
    }
  }

  #warn(error: unknown, message: string): void {
    this.#options.log.warn({ lease: this.#options.name, err: error }, message);
  }
}
