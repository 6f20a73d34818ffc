import type { Transport } from '../client.ts';
import type { components, operations } from '../schema.ts';
import type { StreamEvent, StreamOptions } from '../stream.ts';

type Schemas = components['schemas'];
export type Workflow = Schemas['Workflow'];
export type WorkflowVersion = Schemas['WorkflowVersion'];
export type WorkflowRun = Schemas['WorkflowRun'];
export type WorkflowRunSummary = Schemas['WorkflowRunSummary'];
export type WorkflowRunEvent = StreamEvent<Schemas['WorkflowRunEvent']>;
export type WorkflowRunFilter = Omit<
  NonNullable<operations['listWorkflowRuns']['parameters']['query']>,
  'cursor' | 'offset'
>;

const ofWorkflow = (workflowId: string) => ({ params: { path: { workflowId } } });
const ofRun = (runId: string) => ({ params: { path: { runId } } });

/** Workflows: definitions, and runs of them by agents. */
export class Workflows {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates a workflow, or the next version of one. The problems of a refused definition are in `problem.problems`. */
  create(body: Schemas['CreateWorkflowRequest']): Promise<Schemas['CreatedWorkflow']> {
    return this.#transport.result(this.#transport.http.POST('/api/agents/workflows/create', { body }));
  }

  /** A version of a workflow, the newest when absent. */
  get(workflowId: string, version?: number): Promise<Workflow> {
    const query = version === undefined ? {} : { version };
    return this.#transport.result(
      this.#transport.http.GET('/api/agents/workflows/{workflowId}', { params: { path: { workflowId }, query } }),
    );
  }

  /** The caller's workflows by id, each with its newest version. */
  list(): AsyncGenerator<WorkflowVersion, void, undefined> {
    const { http } = this.#transport;
    return this.#transport.items((cursor) =>
      http.GET('/api/agents/workflows', { params: { query: { ...(cursor !== undefined && { cursor }) } } }),
    );
  }

  /** The versions of a workflow, the newest first. */
  versions(workflowId: string): AsyncGenerator<WorkflowVersion, void, undefined> {
    const { http } = this.#transport;
    return this.#transport.items((cursor) =>
      http.GET('/api/agents/workflows/{workflowId}/versions', {
        params: { path: { workflowId }, query: { ...(cursor !== undefined && { cursor }) } },
      }),
    );
  }

  /** Begins a run. */
  execute(workflowId: string, body: Schemas['ExecuteWorkflowRequest'] = {}): Promise<Schemas['StartedWorkflowRun']> {
    const { http } = this.#transport;
    return this.#transport.result(
      http.POST('/api/agents/workflows/{workflowId}/execute', { ...ofWorkflow(workflowId), body }),
    );
  }

  /** A run with its steps; `result` has the results of completed steps by their ids. */
  async run(runId: string): Promise<WorkflowRun> {
    const { http } = this.#transport;
    const answer = await this.#transport.result(http.GET('/api/agents/workflows/runs/{runId}', ofRun(runId)));
    return answer.result;
  }

  /** The caller's runs, the newest first. */
  runs(filter: WorkflowRunFilter = {}): AsyncGenerator<WorkflowRunSummary, void, undefined> {
    const { http } = this.#transport;
    return this.#transport.items((cursor) =>
      http.GET('/api/agents/workflows/runs', {
        params: { query: { ...filter, ...(cursor !== undefined && { cursor }) } },
      }),
    );
  }

  /** The run's events from its first on, or after `lastEventId`. Ends with the run. */
  events(runId: string, options: StreamOptions = {}): AsyncGenerator<WorkflowRunEvent, void, undefined> {
    return this.#transport.stream(`/api/agents/workflows/runs/${encodeURIComponent(runId)}/events`, options);
  }

  /** The run when it has ended. */
  async ended(runId: string, options: StreamOptions = {}): Promise<WorkflowRun> {
    for await (const _event of this.events(runId, options));
    return this.run(runId);
  }

  /** The first 1,000 events of a run, or the events after the event `after`. */
  trace(runId: string, after = 0): Promise<readonly Schemas['WorkflowRunEvent'][]> {
    const { http } = this.#transport;
    return this.#transport.result(
      http.GET('/api/agents/workflows/runs/{runId}/trace', { params: { path: { runId }, query: { after } } }),
    );
  }

  /** A picture of a run in Mermaid's language; each step has the class of its status. */
  async diagram(runId: string): Promise<string> {
    const { http } = this.#transport;
    const { mermaid } = await this.#transport.result(
      http.GET('/api/agents/workflows/runs/{runId}/diagram', ofRun(runId)),
    );
    return mermaid;
  }

  /** Cancels a run with its open tasks. */
  cancel(runId: string): Promise<WorkflowRunSummary> {
    const { http } = this.#transport;
    return this.#transport.result(http.POST('/api/agents/workflows/runs/{runId}/cancel', ofRun(runId)));
  }
}
