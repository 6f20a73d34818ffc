import type { AgentStorage, Artifact, ClaimRefused, HoldRefused } from '@causeway/agents';
import {
  LONGEST_LIFE_MS,
  parseResolution,
  type SubmitResult,
  type Submitted,
  type TaskEngine,
  type TaskSubmission,
} from '@causeway/agents';
import { isTaskEnd, ok, type Result, type TaskPriority } from '@causeway/protocol';
import type { ArtifactRow, EventRow, Requirement, Strategy, TaskFilter, TaskHead, TaskRow } from '@causeway/storage';
import { type Caller, hasScope } from '../../../http/callers/callers.ts';
import { type Answer, overQuota } from '../../../http/errors/errors.ts';
import type { ReadItems } from '../../../http/requests/pagination.ts';
import { refuse } from '../errors.ts';
import type { TakerPolicy } from '../takers/policy.ts';
import type { WebhookService } from '../webhooks/service.ts';
import type { SubmitRequest } from './schemas.ts';
import { isHolders, isLossOf } from './sight.ts';

/** Events of one read of a task's history. */
const HISTORY = 1_000;

/** How an agent ends its attempt. */
export type TaskEnd = Parameters<TaskEngine['end']>[1];

const notFound = (id: string) => refuse('TASK_NOT_FOUND', `no task of yours is ${id}`);

/** True for the submitter and its owner, and for an admin who reads. */
const isSubmitters = (caller: Caller, { submitterId, principalId }: TaskRow): boolean =>
  [submitterId, principalId].includes(caller.avatarId) || hasScope(caller, 'admin');

/** The conditions of a list besides its owner. */
type TaskConditions = Omit<TaskFilter, 'submitterId' | 'agentId'>;

const ownerOf = ({ avatarId }: Caller, role: 'submitter' | 'agent') =>
  role === 'submitter' ? { submitterId: avatarId } : { agentId: avatarId };

/** Facts of a submission that its body does not have. */
export type SubmissionFacts = Pick<TaskSubmission, 'contextId' | 'messageId' | 'traceparent'> & {
  readonly agentId?: string;
};

/** The requirement that a submission names. The schema has checked the form of the resolution. */
export function requirementOf({ type, requirements = {} }: Pick<SubmitRequest, 'type' | 'requirements'>): Requirement {
  const { capability = type, model = null, resolution, agent } = requirements;
  const parsed = (resolution && parseResolution(resolution)) || null;
  return { capability, model, resolution: parsed, ...(agent !== undefined && { agentId: agent }) };
}

function submittedOr(submitted: SubmitResult, id: string): Answer<Submitted> {
  if (submitted.ok) return submitted;
  switch (submitted.error.code) {
    case 'TASK_ID_TAKEN':
      return refuse('TASK_ID_TAKEN', `another task is ${id}`);
    case 'QUOTA_EXCEEDED':
      return overQuota(submitted.error);
    case 'DEADLINE_INVALID':
      return refuse('DEADLINE_INVALID', `the deadline must be in the next ${LONGEST_LIFE_MS / 86_400_000} days`);
    case 'AGENT_NOT_FOUND':
      return refuse('AGENT_NOT_FOUND', 'the task is reserved to an agent that is not registered');
  }
}

/** A list of tasks: its items without inputs, results and questions, and whole. */
export interface TaskList {
  readonly summaries: ReadItems<TaskHead>;
  readonly whole: ReadItems<TaskRow>;
}

/** Tasks as callers may see and change them. */
export class TaskService {
  readonly engine: TaskEngine;
  /** Reads without rights: routes check the caller's first. */
  readonly rows: Pick<AgentStorage['tasks'], 'get' | 'attemptsAt' | 'attemptsOf'>;
  /** The same of artifacts. */
  readonly artifactRows: Pick<AgentStorage['artifacts'], 'of'>;
  readonly #agents: AgentStorage;
  readonly #webhooks: WebhookService;
  readonly #takers: TakerPolicy;

  constructor(engine: TaskEngine, agents: AgentStorage, webhooks: WebhookService, takers: TakerPolicy) {
    this.engine = engine;
    this.#agents = agents;
    this.rows = agents.tasks;
    this.artifactRows = agents.artifacts;
    this.#webhooks = webhooks;
    this.#takers = takers;
  }

  /**
   * Submits a task of the caller's; with `agentId`, it is reserved to that agent. The first callback of a submitter
   * comes with the secret that signs it.
   */
  async submit(
    caller: Caller,
    body: SubmitRequest,
    { agentId, ...facts }: SubmissionFacts = {},
  ): Promise<Answer<Submitted & { readonly webhookSecret: string | null }>> {
    const checked = this.#webhooks.check(body.callback, 'callback');
    if (!checked.ok) return checked;
    const namedTakers = body.requirements?.agents;
    const submission: TaskSubmission = {
      ...facts,
      taskId: body.taskId,
      submitterId: caller.avatarId,
      rule: await this.#takers.ruleOf(caller, namedTakers),
      ...(namedTakers !== undefined && { namedTakers }),
      type: body.type,
      requirement: { ...requirementOf(body), ...(agentId !== undefined && { agentId }) },
      input: JSON.stringify(body.input ?? {}),
      priority: (body.priority ?? 'normal') as TaskPriority,
      deadlineAtMs: body.deadline === undefined ? undefined : Date.parse(body.deadline),
      maxAttempts: body.maxAttempts,
      ...(body.callback !== undefined && { callback: body.callback }),
      ...(body.routing?.strategy !== undefined && { strategy: body.routing.strategy as Strategy }),
      ...(body.routing?.timeout !== undefined && { answerMs: body.routing.timeout }),
    };
    const submitted = submittedOr(await this.engine.submit(submission), submission.taskId ?? '');
    if (!submitted.ok) return submitted;
    const secret = body.callback === undefined ? ok(null) : await this.#webhooks.secrets.ensure(caller.avatarId);
    // The task is there. A secret that could not be made now is made with the first webhook; a rotation shows it.
    return ok({ ...submitted.value, webhookSecret: secret.ok ? secret.value : null });
  }

  /** A task that the caller or its agent submitted, or that the caller or its agent holds or has ended. */
  async get(caller: Caller, id: string): Promise<Answer<TaskRow>> {
    const seen = await this.follow(caller, id);
    return seen.ok ? ok(seen.value.row) : seen;
  }

  /** A task that the caller may read, and the event with which that ends; none for its submitter. */
  async follow(
    caller: Caller,
    id: string,
  ): Promise<Answer<{ readonly row: TaskRow; readonly until?: (event: EventRow) => boolean }>> {
    const known = await this.#known(caller, id);
    if (!known.ok) return known;
    const row = known.value;
    if (isSubmitters(caller, row)) return ok({ row });
    return isHolders(row) ? ok({ row, until: isLossOf(row.token) }) : notFound(id);
  }

  /** A task that the caller may read, or whose agent has lost it: it then learns that its reports do not count. */
  async #known(caller: Caller, id: string): Promise<Answer<TaskRow>> {
    const row = await this.#agents.tasks.get(id);
    if (row === undefined) return notFound(id);
    const theirs = isSubmitters(caller, row) || row.agentId === caller.avatarId;
    return theirs || (await this.#ownsAgent(caller, row)) ? ok(row) : notFound(id);
  }

  /** A task that the caller knows; FORBIDDEN unless the caller submitted it. */
  async #submitted(caller: Caller, id: string, otherwise: string): Promise<Answer<TaskRow>> {
    const row = await this.#known(caller, id);
    const theirs = row.ok && row.value.submitterId === caller.avatarId;
    return theirs || !row.ok ? row : refuse('FORBIDDEN', otherwise);
  }

  async #ownsAgent({ avatarId }: Caller, { agentId }: TaskRow): Promise<boolean> {
    return agentId !== null && (await this.#agents.registry.get(agentId))?.ownerId === avatarId;
  }

  /** Tasks that the caller submitted, or that the caller as an agent holds or has ended, newest first. */
  list(caller: Caller, role: 'submitter' | 'agent', filter: TaskConditions): TaskList {
    const of = { ...ownerOf(caller, role), ...filter };
    return {
      summaries: (after, limit, skip) => this.#agents.tasks.list(of, after, limit, skip),
      whole: (after, limit, skip) => this.#agents.tasks.listWhole(of, after, limit, skip),
    };
  }

  /** Number of the tasks that the caller submitted, counted up to `limit`. */
  count(caller: Caller, filter: TaskConditions, limit: number): Promise<number> {
    return this.#agents.tasks.count({ ...ownerOf(caller, 'submitter'), ...filter }, limit);
  }

  async claim(
    agentId: string,
    options: Parameters<TaskEngine['claim']>[1],
    signal: AbortSignal,
  ): Promise<Answer<readonly TaskRow[]>> {
    const claimed: Result<readonly TaskRow[], ClaimRefused> = await this.engine.claim(agentId, options, signal);
    if (claimed.ok) return claimed;
    return claimed.error.code === 'AGENT_NOT_FOUND'
      ? refuse('AGENT_NOT_FOUND', `no agent is ${agentId}`)
      : refuse('AGENT_NOT_ONLINE', 'the agent takes no tasks now: set its availability to online');
  }

  /** Gives claimed tasks back, for other agents. */
  async giveBack(claimed: readonly TaskRow[]): Promise<void> {
    for (const { id: taskId, agentId, token } of claimed) {
      if (agentId !== null) await this.engine.end({ taskId, agentId, token }, { kind: 'released' });
    }
  }

  /** Cancels a task of the caller's. */
  async cancel(caller: Caller, id: string): Promise<Answer<TaskRow>> {
    const row = await this.#submitted(caller, id, 'only its submitter cancels a task');
    if (!row.ok) return row;
    const cancelled = await this.engine.cancel(id);
    if (cancelled.ok) return cancelled;
    const { error } = cancelled;
    if (error.code === 'TASK_NOT_FOUND') return notFound(id);
    return refuse('TASK_ENDED', `the task is ${error.state}`, { facts: { taskStatus: error.state } });
  }

  /** Answers the question of the agent that held the caller's task. */
  async answer(caller: Caller, id: string, answer: unknown, messageId?: string): Promise<Answer<TaskRow>> {
    const row = await this.#submitted(caller, id, 'only its submitter answers for a task');
    if (!row.ok) return row;
    const answered = await this.#agents.tasks.answer(id, answer, messageId);
    if (answered.ok) return answered;
    const { error } = answered;
    if (error.code === 'TASK_NOT_FOUND') return notFound(id);
    if (error.code === 'QUOTA_EXCEEDED') return overQuota(error);
    return refuse('TASK_NOT_WAITING', `the task is ${error.state}`, { facts: { taskStatus: error.state } });
  }

  /** Submits a finished task once more, for the caller. */
  async replay(caller: Caller, row: TaskRow): Promise<Answer<Submitted>> {
    if (!isTaskEnd(row.state)) {
      return refuse('TASK_NOT_FINISHED', `the task is ${row.state}`, { facts: { taskStatus: row.state } });
    }
    const principalId = await this.#takers.principalOf(caller);
    return submittedOr(await this.engine.replay(row, caller.avatarId, principalId), row.id);
  }

  /** Extends the lease of a task that the caller holds. */
  async heartbeat(
    caller: Caller,
    taskId: string,
    { token, progress, message }: { token: number; progress?: number; message?: string },
  ): Promise<Answer<TaskRow>> {
    const row = await this.#known(caller, taskId);
    if (!row.ok) return row;
    const told = progress === undefined && message === undefined;
    const report = told ? undefined : { percent: progress ?? row.value.progress, message: message ?? null };
    return this.#answer(taskId, await this.#agents.tasks.report({ taskId, agentId: caller.avatarId, token }, report));
  }

  /** Stores an artifact of a task that the caller holds, of at most `limit`. */
  async putArtifact(
    caller: Caller,
    taskId: string,
    token: number,
    artifact: Artifact,
    limit: number,
  ): Promise<Answer<ArtifactRow>> {
    const row = await this.#known(caller, taskId);
    if (!row.ok) return row;
    const hold = { taskId, agentId: caller.avatarId, token };
    const put = await this.#agents.artifacts.put(hold, artifact, limit);
    if (put.ok) return put;
    const { error } = put;
    if (error.code === 'QUOTA_EXCEEDED') return overQuota(error);
    if (error.code === 'ARTIFACTS_FULL') return refuse('ARTIFACTS_FULL', `the task has ${limit} artifacts already`);
    return this.#answer(taskId, { ok: false, error });
  }

  /** The artifacts of a task that the caller may read. */
  async artifacts(caller: Caller, taskId: string): Promise<Answer<readonly ArtifactRow[]>> {
    const row = await this.get(caller, taskId);
    return row.ok ? ok(await this.#agents.artifacts.of(row.value.id)) : row;
  }

  /** Ends the caller's attempt at a task. */
  async end(caller: Caller, taskId: string, token: number, end: TaskEnd): Promise<Answer<TaskRow>> {
    const row = await this.#known(caller, taskId);
    if (!row.ok) return row;
    return this.#answer(taskId, await this.engine.end({ taskId, agentId: caller.avatarId, token }, end));
  }

  #answer<T>(taskId: string, result: Result<T, HoldRefused>): Answer<T> {
    if (result.ok) return result;
    const { error } = result;
    if (error.code === 'TASK_NOT_FOUND') return notFound(taskId);
    const facts = { taskStatus: error.state };
    return refuse('TOKEN_STALE', `you do not hold the task with this token; it is ${error.state}`, { facts });
  }

  /** The first events of a task's history after the event `after`. */
  history(id: string, after: number): Promise<readonly EventRow[]> {
    return this.#agents.tasks.history(id, after, HISTORY);
  }

  /** True when no further event of the task can come. */
  async isOver(id: string): Promise<boolean> {
    const row = await this.#agents.tasks.get(id);
    return row === undefined || isTaskEnd(row.state);
  }
}
