import type { Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { PeriodicTask } from '@causeway/runtime';
import type { AgentMessageRow, EventFeed, QuotaExceeded, Strategy, TakerRule } from '@causeway/storage';
import type { AgentStorage } from '../agent-storage.ts';
import { chooseAgent } from '../routing.ts';
import { Waits } from '../waits.ts';
import type { NewAgentMessage } from './messages.ts';

/** A message for one agent with a capability. */
export type Sending = Omit<NewAgentMessage, 'strategy'> & { readonly strategy: Strategy };

export interface MessengerOptions {
  readonly agents: AgentStorage;
  readonly feed: EventFeed;
  readonly clock: Clock;
  /** Called with failures of the sweeper, which goes on. */
  readonly onError: (error: unknown) => void;
}

/** The time that an agent may be silent about a message when the sender names none, and at most, milliseconds. */
export const DEFAULT_ACK_MS = 5_000;
export const LONGEST_ACK_MS = 60_000;

/** Messages that one look gives an agent at most. */
export const MAX_TAKE = 32;

/** Agents that are compared for one message at most. */
const MAX_CANDIDATES = 1_000;
const SWEEP_MS = 250;
const SWEEP_LIMIT = 100;
const PURGE_MS = 3_600_000;
/** Messages that ended are kept for so long, milliseconds. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Messages to one agent with a capability: each is given to an agent, and to the next one when that agent does not
 * acknowledge it in time. A message is a row with its next wake-up, so that any process goes on with it.
 */
export class Messenger {
  readonly #options: MessengerOptions;
  readonly #waits: Waits;
  readonly #sweeper: PeriodicTask;
  #purgedAtMs = 0;

  constructor(options: MessengerOptions) {
    this.#options = options;
    this.#waits = new Waits(options.feed, options.clock);
    this.#sweeper = new PeriodicTask(() => this.sweep(), { onFailure: options.onError });
  }

  /** Gives a message to an agent, unless the sender's history is full; it is on disk when the promise resolves. */
  async send(
    sending: Sending,
  ): Promise<Result<AgentMessageRow, QuotaExceeded | { readonly code: 'NO_AGENT_AVAILABLE' }>> {
    for (;;) {
      const first = await this.#choose(sending, [], sending.strategy);
      if (first === undefined) return { ok: false, error: { code: 'NO_AGENT_AVAILABLE' } };
      const sent = await this.#options.agents.messages.send(sending, first);
      // Otherwise the sender has just stopped to trust the agent, which is not chosen again.
      if (sent) return sent;
    }
  }

  /** The message when it has ended, or as it is after `waitMs`; undefined when there is none. */
  async outcome(id: string, waitMs: number, signal: AbortSignal): Promise<AgentMessageRow | undefined> {
    const { messages } = this.#options.agents;
    const ended = async () => {
      const row = await messages.get(id);
      return row === undefined || row.endedAtMs !== null ? { row } : undefined;
    };
    const concerns = ({ data }: { readonly data: Readonly<Record<string, unknown>> }) => data.messageId === id;
    const found = await this.#waits.until(ended, { waitMs, concerns, signal });
    return found ? found.row : messages.get(id);
  }

  /** Acknowledges and returns messages for the agent; when it has none, polls again for up to `waitMs`. */
  async take(
    agentId: string,
    { limit, waitMs }: { readonly limit: number; readonly waitMs: number },
    signal: AbortSignal,
  ): Promise<readonly AgentMessageRow[]> {
    const { messages, registry } = this.#options.agents;
    await registry.seen(agentId);
    const look = async () => {
      const taken = signal.aborted ? [] : await messages.take(agentId, limit);
      return taken.length > 0 ? taken : undefined;
    };
    const concerns = (row: { readonly type: string; readonly avatarId: string | null }) =>
      row.avatarId === agentId && row.type === 'message.received';
    return (await this.#waits.until(look, { waitMs, concerns, signal })) ?? [];
  }

  /**
   * Passes on every message whose agent was silent for too long, and deletes old ones. Returns the number passed on.
   */
  async sweep(): Promise<number> {
    const { agents, clock } = this.#options;
    let passed = 0;
    for (let due = await agents.messages.due(SWEEP_LIMIT); due.length > 0; ) {
      for (const row of due) {
        const tried = row.offers.map(({ agentId }) => agentId);
        const next = await this.#choose(row, tried, row.strategy as Strategy);
        if (await agents.messages.passOn(row, next ?? null)) passed += 1;
      }
      due = due.length < SWEEP_LIMIT ? [] : await agents.messages.due(SWEEP_LIMIT);
    }
    if (clock.now() - this.#purgedAtMs >= PURGE_MS) {
      this.#purgedAtMs = clock.now();
      await agents.messages.purge(clock.now() - KEPT_MS);
    }
    return passed;
  }

  /** The next agent for a message, and the reason; undefined when none is left. */
  async #choose(
    { senderId, requirement, takers, principalId }: Pick<NewAgentMessage, 'senderId' | 'requirement' | keyof TakerRule>,
    tried: readonly string[],
    strategy: Strategy,
  ) {
    const capable = await this.#options.agents.registry.capable(requirement, MAX_CANDIDATES, {
      rule: { takers, principalId },
    });
    const left = capable.filter(({ id }) => id !== senderId && !tried.includes(id));
    const choice = chooseAgent(left, requirement, strategy, this.#options.clock.now());
    return choice && { agentId: choice.agent.id, reason: choice.reason };
  }

  start(): void {
    this.#sweeper.repeat(SWEEP_MS);
  }

  /** Ends waiting requests. */
  stop(): void {
    this.#waits.end();
  }

  /** Ends the sweeper. */
  async close(): Promise<void> {
    this.stop();
    await this.#sweeper.stop();
  }
}
