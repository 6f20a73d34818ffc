import { type FullView, type Transport, WITHOUT_KEY } from '../client.ts';
import type { components, operations } from '../schema.ts';
import type { StreamEvent, StreamOptions } from '../stream.ts';

type Schemas = components['schemas'];
export type Agent = Schemas['Agent'];
export type RegisteredAgent = Schemas['RegisteredAgent'];
export type Task = Schemas['Task'];
/** A task in a list, without its input, result and questions. */
export type ListedTask = Schemas['ListedTask'];
/** A whole task in a list. */
export type WholeTask = Omit<Schemas['Task'], 'queuePosition'>;
export type TaskSummary = Schemas['TaskSummary'];
export type SubmittedTask = Schemas['SubmittedTask'];
export type ClaimedTask = Schemas['ClaimedTask'];
export type TaskEvent = StreamEvent<Schemas['TaskEvent']>;
export type AgentFilter = Omit<operations['discoverAgents']['parameters']['query'], 'cursor' | 'offset'>;
export type TaskFilter = Omit<
  NonNullable<operations['listTasks']['parameters']['query']>,
  'cursor' | 'offset' | 'view'
>;

export type Capability = Schemas['Capability'];
export type Endpoints = NonNullable<Schemas['RegisterAgentRequest']['endpoints']>;
export type Artifact = Schemas['TaskArtifact'];
export type NewArtifact = Omit<Schemas['PutArtifactRequest'], 'token'>;
export type TaskAttempt = Schemas['TaskAttempt'];
/** A range of time, in ISO 8601. */
export type TimeRange = Pick<NonNullable<operations['getAgentLogs']['parameters']['query']>, 'startTime' | 'endTime'>;

/** The events after which a task does not change. */
const ENDS = new Set(['task.completed', 'task.failed', 'task.cancelled', 'task.expired', 'task.rejected']);

/** A task that an agent holds: its id and the fencing token of the claim. */
export type Hold = Pick<ClaimedTask, 'taskId' | 'token'>;

/** How a request of an agent is sent. */
export interface ReportOptions {
  readonly signal?: AbortSignal;
}

/**
 * Agents report often, and the fencing token makes a repeated report harmless: the service keeps no answers for them,
 * and the keys of other requests are not used up.
 */
const report = ({ signal }: ReportOptions = {}) => ({ headers: WITHOUT_KEY, ...(signal && { signal }) });

const path = <Name extends string>(name: Name, value: string) =>
  ({ params: { path: { [name]: value } as { [Key in Name]: string } } }) as const;

/** Agents: registration and discovery. */
export class Agents {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Registers the caller when it is an AI_Agent; otherwise a new agent of the caller's, whose `apiKey` is shown once.
   */
  register(body: Schemas['RegisterAgentRequest']): Promise<RegisteredAgent> {
    return this.#transport.result(this.#transport.http.POST('/api/agents/register', { body }));
  }

  /** Agents with a capability, the best fit first. */
  discover(filter: AgentFilter): AsyncGenerator<Agent, void, undefined> {
    const { http } = this.#transport;
    return this.#transport.items((cursor) =>
      http.GET('/api/agents/discover', { params: { query: { ...filter, ...(cursor !== undefined && { cursor }) } } }),
    );
  }

  /** The caller's agents. */
  list(): AsyncGenerator<Agent, void, undefined> {
    const { http } = this.#transport;
    return this.#transport.items((cursor) =>
      http.GET('/api/agents', { params: { query: { ...(cursor !== undefined && { cursor }) } } }),
    );
  }

  get(agentId: string): Promise<Agent> {
    return this.#transport.result(this.#transport.http.GET('/api/agents/{agentId}', path('agentId', agentId)));
  }

  /** Whether an agent is online, its tasks and figures. */
  status(agentId: string): Promise<Schemas['AgentStatus']> {
    return this.#transport.result(this.#transport.http.GET('/api/agents/{agentId}/status', path('agentId', agentId)));
  }

  performance(agentId: string): Promise<Schemas['AgentPerformance']> {
    const { http } = this.#transport;
    return this.#transport.result(http.GET('/api/agents/{agentId}/performance', path('agentId', agentId)));
  }

  update(agentId: string, body: Schemas['UpdateAgentRequest']): Promise<Agent> {
    const { http } = this.#transport;
    return this.#transport.result(http.PUT('/api/agents/{agentId}', { ...path('agentId', agentId), body }));
  }

  deregister(agentId: string): Promise<Agent> {
    return this.#transport.result(this.#transport.http.DELETE('/api/agents/{agentId}', path('agentId', agentId)));
  }

  /** The attempts of an agent of the caller's, the oldest first. */
  logs(agentId: string, range: TimeRange = {}): AsyncGenerator<TaskAttempt, void, undefined> {
    const { http } = this.#transport;
    return this.#transport.items((cursor) =>
      http.GET('/api/agents/{agentId}/logs', {
        params: { path: { agentId }, query: { ...range, ...(cursor !== undefined && { cursor }) } },
      }),
    );
  }

  /** Traces, inspects or replays a task of an agent of the caller's. */
  debug(agentId: string, body: Schemas['DebugAgentRequest']): Promise<Schemas['AgentDebug']> {
    const { http } = this.#transport;
    return this.#transport.result(http.POST('/api/agents/{agentId}/debug', { ...path('agentId', agentId), body }));
  }

  /** The caller's list of trusted agents, who may take tasks that are for `listed` ones. */
  async trusted(): Promise<readonly string[]> {
    const { trusted } = await this.#transport.result(this.#transport.http.GET('/api/agents/trusted'));
    return trusted;
  }

  /** Replaces the list: ids of agents, and of avatars all of whose agents are trusted. It counts at once. */
  async trust(trusted: readonly string[]): Promise<readonly string[]> {
    const { http } = this.#transport;
    const replaced = await this.#transport.result(http.PUT('/api/agents/trusted', { body: { trusted: [...trusted] } }));
    return replaced.trusted;
  }

  /** Says that the calling agent is alive. */
  heartbeat(agentId: string): Promise<Schemas['AgentSeen']> {
    const { http } = this.#transport;
    return this.#transport.result(
      http.POST('/api/agents/{agentId}/heartbeat', { ...path('agentId', agentId), ...report() }),
    );
  }
}

/** Tasks: for submitters, and for the agents that do them. */
export class Tasks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Submits a task. The same `taskId` never makes a second one. */
  submit(body: Schemas['SubmitTaskRequest']): Promise<SubmittedTask> {
    return this.#transport.result(this.#transport.http.POST('/api/agents/tasks/submit', { body }));
  }

  /** The task with its input and result. */
  async get(taskId: string): Promise<Task> {
    const { http } = this.#transport;
    const answer = await this.#transport.result(http.GET('/api/agents/tasks/{taskId}', path('taskId', taskId)));
    return answer.result;
  }

  /** The caller's tasks, the newest first; with `view: 'full'` with input, result and questions. */
  list(filter: TaskFilter & FullView): AsyncGenerator<WholeTask, void, undefined>;
  list(filter?: TaskFilter): AsyncGenerator<ListedTask, void, undefined>;
  list(filter: TaskFilter & Partial<FullView> = {}): AsyncGenerator<never, void, undefined> {
    const { http } = this.#transport;
    return this.#transport.itemsAs((cursor) =>
      http.GET('/api/agents/tasks', { params: { query: { ...filter, ...(cursor !== undefined && { cursor }) } } }),
    );
  }

  /** The task's events from its first on, or after `lastEventId`. Ends with the task. */
  events(taskId: string, options: StreamOptions = {}): AsyncGenerator<TaskEvent, void, undefined> {
    return this.#transport.stream(`/api/agents/tasks/${encodeURIComponent(taskId)}/events`, options);
  }

  /** The task's history so far, the oldest event first. */
  async trace(taskId: string): Promise<readonly Schemas['TaskEvent'][]> {
    const { http } = this.#transport;
    const events: Schemas['TaskEvent'][] = [];
    for (;;) {
      const query = { after: events.at(-1)?.seq ?? 0 };
      const params = { path: { taskId }, query };
      const more = await this.#transport.result(http.GET('/api/agents/tasks/{taskId}/trace', { params }));
      if (more.length === 0) return events;
      events.push(...more);
    }
  }

  /** The task when it has ended. */
  async ended(taskId: string, options: StreamOptions = {}): Promise<Task> {
    for await (const { type } of this.events(taskId, options)) if (ENDS.has(type)) break;
    return this.get(taskId);
  }

  cancel(taskId: string): Promise<TaskSummary> {
    const { http } = this.#transport;
    return this.#transport.result(http.POST('/api/agents/tasks/{taskId}/cancel', { ...path('taskId', taskId) }));
  }

  /** Answers the question of the agent that held the task. */
  answer(taskId: string, answer: unknown): Promise<TaskSummary> {
    const { http } = this.#transport;
    const body = { answer };
    return this.#transport.result(http.POST('/api/agents/tasks/{taskId}/input', { ...path('taskId', taskId), body }));
  }

  /** Submits a finished task once more. */
  replay(taskId: string): Promise<SubmittedTask> {
    const { http } = this.#transport;
    return this.#transport.result(http.POST('/api/agents/tasks/{taskId}/replay', { ...path('taskId', taskId) }));
  }

  /** Claims waiting tasks for the calling agent; with none, waits up to `waitMs` for one. */
  claim(agentId: string, body: Schemas['ClaimRequest'] = {}, options?: ReportOptions): Promise<readonly ClaimedTask[]> {
    const { http } = this.#transport;
    return this.#transport.result(
      http.POST('/api/agents/{agentId}/tasks/claim', { ...path('agentId', agentId), ...report(options), body }),
    );
  }

  /** Extends the lease of a held task, and reports progress. */
  heartbeat(
    { taskId, token }: Hold,
    progress: Omit<Schemas['TaskHeartbeatRequest'], 'token'> = {},
    options?: ReportOptions,
  ): Promise<Schemas['TaskLease']> {
    const { http } = this.#transport;
    const body = { ...progress, token };
    return this.#transport.result(
      http.POST('/api/agents/tasks/{taskId}/heartbeat', { ...path('taskId', taskId), ...report(options), body }),
    );
  }

  complete({ taskId, token }: Hold, result: unknown, cost?: number): Promise<TaskSummary> {
    const { http } = this.#transport;
    const body = { token, result, ...(cost !== undefined && { cost }) };
    return this.#transport.result(
      http.POST('/api/agents/tasks/{taskId}/complete', { ...path('taskId', taskId), ...report(), body }),
    );
  }

  /** Reports a failed attempt. */
  fail({ taskId, token }: Hold, failure: Omit<Schemas['FailTaskRequest'], 'token'>): Promise<TaskSummary> {
    const { http } = this.#transport;
    const body = { ...failure, token };
    return this.#transport.result(
      http.POST('/api/agents/tasks/{taskId}/fail', { ...path('taskId', taskId), ...report(), body }),
    );
  }

  /** Refuses a held task itself; no other agent is asked. */
  reject({ taskId, token }: Hold, failure: Omit<Schemas['RejectTaskRequest'], 'token'>): Promise<TaskSummary> {
    const { http } = this.#transport;
    const body = { ...failure, token };
    return this.#transport.result(
      http.POST('/api/agents/tasks/{taskId}/reject', { ...path('taskId', taskId), ...report(), body }),
    );
  }

  /** Asks the submitter about a held task; the answer comes with the next claim. */
  requestInput({ taskId, token }: Hold, question: string): Promise<TaskSummary> {
    const { http } = this.#transport;
    const body = { token, question };
    return this.#transport.result(
      http.POST('/api/agents/tasks/{taskId}/input-required', { ...path('taskId', taskId), ...report(), body }),
    );
  }

  /** Stores a named part besides the result of a held task; one with the same name is replaced. */
  putArtifact({ taskId, token }: Hold, artifact: NewArtifact): Promise<Artifact> {
    const { http } = this.#transport;
    const body = { ...artifact, token };
    return this.#transport.result(
      http.POST('/api/agents/tasks/{taskId}/artifacts', { ...path('taskId', taskId), ...report(), body }),
    );
  }

  /** What agents made of the task besides its result. */
  artifacts(taskId: string): Promise<readonly Artifact[]> {
    const { http } = this.#transport;
    return this.#transport.result(http.GET('/api/agents/tasks/{taskId}/artifacts', path('taskId', taskId)));
  }

  /** Gives a held task back, for another agent. */
  release({ taskId, token }: Hold): Promise<TaskSummary> {
    const { http } = this.#transport;
    const body = { token };
    return this.#transport.result(
      http.POST('/api/agents/tasks/{taskId}/release', { ...path('taskId', taskId), ...report(), body }),
    );
  }
}
