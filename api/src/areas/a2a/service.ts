import { createHash } from 'node:crypto';
import { isTaskEnd, ok, type Result, TASK_STATES } from '@causeway/protocol';
import {
  type AgentRow,
  type EventRepository,
  type EventRow,
  TAKERS,
  type Takers,
  type TaskRow,
} from '@causeway/storage';
import type { Caller, Scope } from '../../http/callers/callers.ts';
import { type Answer, unwrap } from '../../http/errors/errors.ts';
import type { RpcError } from '../../http/requests/json-rpc.ts';
import { readPage } from '../../http/requests/pagination.ts';
import type { Agents } from '../agents/index.ts';
import { a2aError, errorOf, invalidParams } from './errors.ts';
import { answerOf, inputOf } from './parts.ts';
import type { Pushes } from './pushes.ts';
import { type A2aState, parseParams, type SendParams } from './schemas.ts';
import { A2A_STATE, type A2aTask, a2aTask, contextOf, replyOf, updatesOf } from './view.ts';
import type { TaskWaits } from './waits.ts';

/** A call of a method: by whom, and of which agent's interface. */
export interface Call {
  readonly caller: Caller;
  /** Undefined at the interface of the platform. */
  readonly agent: AgentRow | undefined;
  readonly params: unknown;
  /** The request's W3C trace context. */
  readonly trace: { readonly traceparent?: string };
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

/** The result of a method: a value, or a stream about a task that begins with the task itself. */
export type CallResult = Result<{ readonly value: unknown } | { readonly stream: TaskStream }, RpcError>;

export interface TaskStream {
  readonly taskId: string;
  /** The stream has the events after this one. */
  readonly after: number;
  readonly first: unknown;
  /** An event as messages of the stream. */
  readonly updates: (event: EventRow) => Promise<readonly unknown[]>;
  /** True for the last event of the stream. */
  readonly until?: (event: EventRow) => boolean;
  /** Ends the stream while the task waits for its submitter, too. */
  readonly endsAtQuestion?: boolean;
}

/** The event with which an agent asks its submitter. */
const asks = ({ type }: EventRow): boolean => type === 'task.input_required';

type Method = (call: Call) => Promise<CallResult>;

/** Tasks of one page, and the largest number of tasks that a list counts. */
const PAGE_SIZE = 50;
const COUNT_LIMIT = 10_000;

const failed = (error: RpcError): { readonly ok: false; readonly error: RpcError } => ({ ok: false, error });
const value = (result: unknown): CallResult => ok({ value: result });

/** The value of a platform's answer in A2A's words. Throws the problems that HTTP itself tells. */
function translated<T>(answer: Answer<T>): Result<T, RpcError> {
  if (answer.ok) return answer;
  const error = errorOf(answer.error);
  return error === undefined ? ok(unwrap(answer)) : failed(error);
}

/** What decides the task of a message. The same of the same caller, sent again while its task is open, is that task. */
interface Sent {
  readonly message: SendParams['message'];
  readonly skill: string;
  readonly takers: Takers | undefined;
}

/** The id of the task of the `time`-th sending of a message: two equal requests at once have the same one. */
function taskIdOf({ caller, agent }: Call, { message, skill, takers }: Sent, time: number): string {
  const { messageId, contextId, parts, metadata } = message;
  const facts = [caller.avatarId, agent?.id ?? null, messageId, contextId ?? null, parts, metadata ?? null];
  const text = JSON.stringify([...facts, skill, takers ?? null, time]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The states of the platform that are `state` in A2A's words. */
const statesOf = (state: A2aState) => TASK_STATES.filter((own) => A2A_STATE[own] === state);

/** The skill that a message names, or the agent's first one. */
function skillOf({ agent }: Call, { message, metadata }: SendParams): Result<string, RpcError> {
  const { skill = agent?.capabilities[0]?.type ?? (agent && 'message') } = { ...metadata, ...message.metadata };
  if (typeof skill === 'string' && skill.length > 0 && skill.length <= 100) return ok(skill);
  return failed(
    invalidParams({
      field: 'metadata.skill',
      description: 'must name one of the skills of the agent card, or another',
    }),
  );
}

/** Who may take the task of a message, as it names them; undefined when it does not. */
function takersOf({ message, metadata }: SendParams): Result<Takers | undefined, RpcError> {
  const { agents }: { readonly agents?: unknown } = { ...metadata, ...message.metadata };
  const named = TAKERS.find((takers) => takers === agents);
  if (agents === undefined || named !== undefined) return ok(named);
  return failed(invalidParams({ field: 'metadata.agents', description: `must be one of ${TAKERS.join(', ')}` }));
}

export interface A2aParts {
  readonly agents: Agents;
  readonly events: EventRepository;
  readonly pushes: Pushes;
  readonly waits: TaskWaits;
}

/** A2A's methods over the tasks of the platform. */
export class A2aService {
  readonly #agents: Agents;
  readonly #events: EventRepository;
  readonly #pushes: Pushes;
  readonly #waits: TaskWaits;

  constructor({ agents, events, pushes, waits }: A2aParts) {
    this.#agents = agents;
    this.#events = events;
    this.#pushes = pushes;
    this.#waits = waits;
  }

  /** The methods with the scope that each needs. */
  readonly methods: Readonly<Record<string, { readonly scope: Scope; readonly run: Method }>> = {
    SendMessage: { scope: 'tasks:write', run: (call) => this.#send(call) },
    SendStreamingMessage: { scope: 'tasks:write', run: (call) => this.#sendStreaming(call) },
    GetTask: { scope: 'tasks:read', run: (call) => this.#get(call) },
    ListTasks: { scope: 'tasks:read', run: (call) => this.#list(call) },
    CancelTask: { scope: 'tasks:write', run: (call) => this.#cancel(call) },
    SubscribeToTask: { scope: 'tasks:read', run: (call) => this.#subscribe(call) },
    CreateTaskPushNotificationConfig: { scope: 'tasks:write', run: (call) => this.#createPush(call) },
    GetTaskPushNotificationConfig: { scope: 'tasks:write', run: (call) => this.#getPush(call) },
    ListTaskPushNotificationConfigs: { scope: 'tasks:write', run: (call) => this.#listPushes(call) },
    DeleteTaskPushNotificationConfig: { scope: 'tasks:write', run: (call) => this.#deletePush(call) },
    GetExtendedAgentCard: {
      scope: 'tasks:read',
      run: async () => failed(a2aError('UNSUPPORTED_OPERATION', 'the public agent card is the whole one')),
    },
  };

  /** A task's event as messages of the caller's stream; none when the task is the caller's to see no more. */
  async #updates(caller: Caller, taskId: string, event: EventRow): Promise<readonly unknown[]> {
    // Before the task, so that an agent which still holds it then sees no artifact of a later holder.
    const artifacts = await this.#agents.tasks.artifactRows.of(taskId);
    const row = await this.#agents.tasks.get(caller, taskId);
    return row.ok ? updatesOf(row.value, artifacts, event) : [];
  }

  /** A task with its artifacts. */
  async #view(row: TaskRow, historyLength: number | undefined): Promise<A2aTask> {
    return a2aTask(row, historyLength, await this.#agents.tasks.artifactRows.of(row.id));
  }

  /** True when nothing more comes on a stream. */
  async isOver({ taskId, endsAtQuestion }: TaskStream): Promise<boolean> {
    const row = await this.#agents.tasks.rows.get(taskId);
    return row === undefined || isTaskEnd(row.state) || (endsAtQuestion === true && row.state === 'input_required');
  }

  async #send(call: Call): Promise<CallResult> {
    const params = parseParams('send', call.params);
    if (!params.ok) return params;
    const sent = await this.#deliver(call, params.value);
    if (!sent.ok) return sent;
    const { returnImmediately = false, historyLength } = params.value.configuration ?? {};
    const { id } = sent.value;
    const read = async (): Promise<TaskRow> => (await this.#agents.tasks.rows.get(id)) ?? sent.value;
    const row = returnImmediately ? sent.value : await this.#waits.whenNotWorking(id, read, call.signal);
    const reply = returnImmediately ? undefined : replyOf(row);
    return value(reply ? { message: reply } : { task: await this.#view(row, historyLength) });
  }

  async #sendStreaming(call: Call): Promise<CallResult> {
    const params = parseParams('send', call.params);
    if (!params.ok) return params;
    // Before the task is read, so that its stream misses no event.
    const after = await this.#events.latest();
    const sent = await this.#deliver(call, params.value);
    if (!sent.ok) return sent;
    const first = { task: await this.#view(sent.value, params.value.configuration?.historyLength) };
    const updates = (event: EventRow) => this.#updates(call.caller, sent.value.id, event);
    return ok({ stream: { taskId: sent.value.id, after, first, updates, until: asks, endsAtQuestion: true } });
  }

  /** Delivers a message, and adds the push configuration that comes with it. */
  async #deliver(call: Call, params: SendParams): Promise<Result<TaskRow, RpcError>> {
    const { message, configuration } = params;
    const delivered = message.taskId
      ? await this.#answer(call, message.taskId, message)
      : await this.#submit(call, params);
    const config = configuration?.taskPushNotificationConfig;
    if (!delivered.ok || config === undefined) return delivered;
    // The same message has the same configuration.
    const added = await this.#pushes.add(call.caller, delivered.value, {
      ...config,
      id: config.id || message.messageId,
    });
    return added.ok ? delivered : added;
  }

  /** Submits the task of a message. */
  async #submit(call: Call, params: SendParams): Promise<Result<TaskRow, RpcError>> {
    const { message } = params;
    const skill = skillOf(call, params);
    if (!skill.ok) return skill;
    const takers = takersOf(params);
    if (!takers.ok) return takers;
    const input = inputOf(message.parts);
    if (!input.ok) return input;
    const taskId = await this.#openTaskId(call, { message, skill: skill.value, takers: takers.value });
    const more = {
      messageId: message.messageId,
      ...call.trace,
      ...(message.contextId && message.contextId !== taskId && { contextId: message.contextId }),
      ...(call.agent && { agentId: call.agent.id }),
    };
    const requirements = takers.value === undefined ? {} : { requirements: { agents: takers.value } };
    const body = { taskId, type: skill.value, input: input.value, ...requirements };
    const submitted = translated(await this.#agents.tasks.submit(call.caller, body, more));
    return submitted.ok ? ok(submitted.value.task) : submitted;
  }

  /**
   * The id of the open task of a message, or of the next one. The first tasks of a message have all ended, so their
   * number is found in few steps.
   */
  async #openTaskId(call: Call, sent: Sent): Promise<string> {
    const hasEnded = async (time: number): Promise<boolean> => {
      const row = await this.#agents.tasks.rows.get(taskIdOf(call, sent, time));
      return row !== undefined && isTaskEnd(row.state);
    };
    let [ended, open] = [-1, 0];
    while (await hasEnded(open)) [ended, open] = [open, 2 * open + 1];
    while (open - ended > 1) {
      const middle = Math.floor((ended + open) / 2);
      if (await hasEnded(middle)) ended = middle;
      else open = middle;
    }
    return taskIdOf(call, sent, open);
  }

  async #answer(call: Call, taskId: string, message: SendParams['message']): Promise<Result<TaskRow, RpcError>> {
    const task = translated(await this.#agents.tasks.get(call.caller, taskId));
    if (!task.ok) return task;
    if (message.contextId && message.contextId !== contextOf(task.value)) {
      return failed(invalidParams({ field: 'message.contextId', description: 'is not the context of the task' }));
    }
    const answer = answerOf(message.parts);
    if (!answer.ok) return answer;
    return translated(await this.#agents.tasks.answer(call.caller, taskId, answer.value, message.messageId));
  }

  async #get({ caller, params }: Call): Promise<CallResult> {
    const asked = parseParams('task', params);
    if (!asked.ok) return asked;
    const row = translated(await this.#agents.tasks.get(caller, asked.value.id));
    return row.ok ? value(await this.#view(row.value, asked.value.historyLength)) : row;
  }

  async #cancel({ caller, params }: Call): Promise<CallResult> {
    const asked = parseParams('task', params);
    if (!asked.ok) return asked;
    const row = translated(await this.#agents.tasks.cancel(caller, asked.value.id));
    return row.ok ? value(await this.#view(row.value, asked.value.historyLength)) : row;
  }

  async #subscribe({ caller, params }: Call): Promise<CallResult> {
    const asked = parseParams('task', params);
    if (!asked.ok) return asked;
    const { id, historyLength } = asked.value;
    const after = await this.#events.latest();
    const followed = translated(await this.#agents.tasks.follow(caller, id));
    if (!followed.ok) return followed;
    const { row, until } = followed.value;
    if (isTaskEnd(row.state)) return failed(a2aError('UNSUPPORTED_OPERATION', `the task is ${row.state}`));
    const first = { task: await this.#view(row, historyLength) };
    const updates = (event: EventRow) => this.#updates(caller, id, event);
    return ok({ stream: { taskId: id, after, first, updates, ...(until && { until }) } });
  }

  /** A task that the caller submitted: its configurations have secrets. */
  async #own(caller: Caller, taskId: string): Promise<Result<TaskRow, RpcError>> {
    const row = translated(await this.#agents.tasks.get(caller, taskId));
    if (!row.ok || row.value.submitterId === caller.avatarId) return row;
    return failed(a2aError('TASK_NOT_FOUND', `no task of yours is ${taskId}`));
  }

  async #createPush({ caller, params }: Call): Promise<CallResult> {
    const asked = parseParams('createPush', params);
    if (!asked.ok) return asked;
    const row = await this.#own(caller, asked.value.taskId);
    if (!row.ok) return row;
    const added = await this.#pushes.add(caller, row.value, asked.value);
    return added.ok ? value(added.value) : added;
  }

  async #getPush({ caller, params }: Call): Promise<CallResult> {
    const asked = parseParams('onePush', params);
    if (!asked.ok) return asked;
    const row = await this.#own(caller, asked.value.taskId);
    const found = row.ok ? await this.#pushes.get(row.value, asked.value.id) : row;
    return found.ok ? value(found.value) : found;
  }

  async #listPushes({ caller, params }: Call): Promise<CallResult> {
    const asked = parseParams('listPushes', params);
    if (!asked.ok) return asked;
    const row = await this.#own(caller, asked.value.taskId);
    return row.ok ? value({ configs: await this.#pushes.list(row.value), nextPageToken: '' }) : row;
  }

  async #deletePush({ caller, params }: Call): Promise<CallResult> {
    const asked = parseParams('onePush', params);
    if (!asked.ok) return asked;
    const row = await this.#own(caller, asked.value.taskId);
    if (!row.ok) return row;
    // One that is not there is removed already.
    await this.#pushes.stored.remove(row.value.id, asked.value.id);
    return value({});
  }

  async #list({ caller, params }: Call): Promise<CallResult> {
    const asked = parseParams('list', params);
    if (!asked.ok) return asked;
    const { contextId, status, pageSize = PAGE_SIZE, pageToken, historyLength = 0, includeArtifacts } = asked.value;
    const { statusTimestampAfter } = asked.value;
    const filter = {
      byMessage: true as const,
      ...(contextId && { contextId }),
      ...(status !== undefined && status !== 'TASK_STATE_UNSPECIFIED' && { states: statesOf(status as A2aState) }),
      ...(statusTimestampAfter && { updatedFromMs: Date.parse(statusTimestampAfter) }),
    };
    const binding = {
      operation: 'ListTasks',
      filter: { avatarId: caller.avatarId, contextId, status, statusTimestampAfter },
    };
    const query = { ...(pageToken && { cursor: pageToken }), limit: pageSize };
    const view = (row: TaskRow) => (includeArtifacts ? this.#view(row, historyLength) : a2aTask(row, historyLength));
    const page = await readPage(binding, query, view, this.#agents.tasks.list(caller, 'submitter', filter).whole);
    return value({
      tasks: page.items,
      nextPageToken: page.nextCursor ?? '',
      pageSize: page.items.length,
      totalSize: await this.#agents.tasks.count(caller, filter, COUNT_LIMIT),
    });
  }
}
