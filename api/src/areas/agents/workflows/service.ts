import { randomUUID } from 'node:crypto';
import type { AgentStorage } from '@causeway/agents';
import { type WorkflowEngine, type WorkflowProblem, workflowProblems } from '@causeway/agents';
import { ok, type RunState } from '@causeway/protocol';
import type {
  EventRow,
  WorkflowDefinition,
  WorkflowRow,
  WorkflowRun,
  WorkflowRunRow,
  WorkflowStepRow,
} from '@causeway/storage';
import { type Caller, hasScope } from '../../../http/callers/callers.ts';
import { type Answer, overQuota } from '../../../http/errors/errors.ts';
import { refuse } from '../errors.ts';
import type { TakerPolicy } from '../takers/policy.ts';
import type { CreateWorkflowRequest } from './schemas.ts';
import { isRunEnd } from './view.ts';

/** Names of routes below /workflows, where an id would not be found. */
const ROUTES = ['create', 'runs'];

/** Events of one read of a run's history. */
const HISTORY = 1_000;

const noWorkflow = (id: string) => refuse('WORKFLOW_NOT_FOUND', `no workflow of yours is ${id}`);
const noRun = (id: string) => refuse('RUN_NOT_FOUND', `no run of yours is ${id}`);

/** A problem in one sentence: its step, the place in it, and the reason. */
const sentence = ({ stepId, at, message }: WorkflowProblem): string =>
  stepId === null || stepId === '' ? `${at}: ${message}` : `step ${stepId}, ${at}: ${message}`;

/** Workflows and their runs, as callers may see and change them. */
export class WorkflowService {
  readonly engine: WorkflowEngine;
  /** Reads without rights: routes check the caller's first. */
  readonly rows: Pick<AgentStorage['workflows'], 'list' | 'versions'>;
  readonly #agents: AgentStorage;
  readonly #takers: TakerPolicy;

  constructor(engine: WorkflowEngine, agents: AgentStorage, takers: TakerPolicy) {
    this.engine = engine;
    this.#agents = agents;
    this.rows = agents.workflows;
    this.#takers = takers;
  }

  /** Stores a definition as the caller's, when it can run. */
  async create(caller: Caller, body: CreateWorkflowRequest): Promise<Answer<WorkflowRow>> {
    const { workflowId: id = randomUUID(), steps, requirements, timeoutMs } = body;
    if (ROUTES.includes(id)) return refuse('WORKFLOW_ID_TAKEN', `a workflow cannot be named ${id}`);
    const problems = workflowProblems(steps);
    const [first] = problems;
    if (first) return refuse('WORKFLOW_INVALID', sentence(first), { facts: { problems } });
    const definition: WorkflowDefinition = {
      steps,
      ...(requirements && { requirements }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    };
    const created = await this.#agents.workflows.create({ id, ownerId: caller.avatarId, definition });
    if (created.ok) return created;
    if (created.error.code === 'QUOTA_EXCEEDED') return overQuota(created.error);
    return refuse('WORKFLOW_ID_TAKEN', `another avatar’s workflow is ${id}`);
  }

  /** A version of a workflow of the caller's, the newest when undefined. */
  async get(caller: Caller, id: string, version: number | undefined): Promise<Answer<WorkflowRow>> {
    const row = await this.#agents.workflows.get(id, version);
    if (row === undefined) return noWorkflow(version === undefined ? id : `${id} in version ${version}`);
    return row.ownerId === caller.avatarId || hasScope(caller, 'admin') ? ok(row) : noWorkflow(id);
  }

  /** Begins a run of a version, the newest when undefined. `trace` is the caller's. */
  async execute(
    caller: Caller,
    id: string,
    { input = {}, version }: { readonly input?: unknown; readonly version?: number },
    trace: { readonly traceparent?: string },
  ): Promise<Answer<WorkflowRunRow>> {
    const row = await this.get(caller, id, version);
    if (!row.ok) return row;
    const rule = await this.#takers.ruleOf(caller, row.value.definition.requirements?.agents);
    const execution = { submitterId: caller.avatarId, rule, input: JSON.stringify(input), ...trace };
    const begun = await this.engine.execute(row.value, execution);
    return begun.ok ? begun : overQuota(begun.error);
  }

  /** A run that the caller began. */
  async run(caller: Caller, id: string): Promise<Answer<WorkflowRun>> {
    const row = await this.#agents.runs.get(id);
    const theirs = row && (row.submitterId === caller.avatarId || hasScope(caller, 'admin'));
    return theirs ? ok(row) : noRun(id);
  }

  /** The steps of a run in the order of its definition. */
  stepsOf({ id }: WorkflowRun): Promise<readonly WorkflowStepRow[]> {
    return this.#agents.runs.steps(id);
  }

  /** The caller's runs, newest first. */
  runs(
    caller: Caller,
    { workflowId, state }: { readonly workflowId: string | undefined; readonly state: RunState | undefined },
    after: string | null,
    limit: number,
    skip: number,
  ) {
    const filter = { ...(workflowId !== undefined && { workflowId }), ...(state !== undefined && { state }) };
    return this.#agents.runs.list({ submitterId: caller.avatarId, ...filter }, after, limit, skip);
  }

  /** Cancels a run of the caller's with its open tasks. */
  async cancel(caller: Caller, id: string): Promise<Answer<WorkflowRunRow>> {
    const row = await this.run(caller, id);
    if (!row.ok) return row;
    const cancelled = await this.engine.cancel(id);
    if (cancelled.ok) return cancelled;
    const { error } = cancelled;
    if (error.code === 'RUN_NOT_FOUND') return noRun(id);
    return refuse('RUN_ENDED', `the run is ${error.state}`, { facts: { runStatus: error.state } });
  }

  /** The first events of a run's history after the event `after`. */
  history({ id }: WorkflowRun, after: number): Promise<readonly EventRow[]> {
    return this.#agents.runs.history(id, after, HISTORY);
  }

  /** True when no further event of the run can come. */
  async isOver(id: string): Promise<boolean> {
    const row = await this.#agents.runs.get(id);
    return row === undefined || isRunEnd(row.state);
  }
}
