import {
  CausewayError,
  type Workflow,
  type WorkflowRun,
  type WorkflowRunEvent,
  type WorkflowRunSummary,
  type WorkflowVersion,
} from '@causeway/client';
import type { Command } from 'commander';
import { type ClientContext, clientCommand, EXIT } from '../lib/client/command.ts';
import { limitOption, take } from '../lib/client/flags.ts';
import { JSON_ARGUMENT, objectOf, readJson } from '../lib/client/json.ts';
import type { Column, Fields } from '../lib/client/output.ts';
import { drawRun } from '../lib/client/run-drawing.ts';
import { usageError } from '../lib/keys/key-flags.ts';

const WORKFLOW = 'id of the workflow, or ID@VERSION; the newest version when it names none';
const RUN = 'id of the run';

type Definition = Parameters<ClientContext['client']['workflows']['create']>[0];

interface ExecuteFlags {
  readonly input?: string;
  readonly watch?: true;
}

/** Adds `workflow` to the `causeway` command. */
export function registerCommands(program: Command): void {
  const workflow = program.command('workflow').description('write workflows of agents’ tasks, and run them');
  definitionCommands(workflow);
  clientCommand<ExecuteFlags>(
    workflow
      .command('execute')
      .description('begin a run')
      .argument('<workflow>', WORKFLOW)
      .option('--input <json>', JSON_ARGUMENT)
      .option('--watch', 'follow the run until it ends; exit status 1 unless it completes'),
    async (context, [named = ''], { input, watch }) => {
      const { client, out } = context;
      const [id, version] = versionOf(named);
      const body = {
        ...(input !== undefined && { input: objectOf(input) }),
        ...(version !== undefined && { version }),
      };
      const started = await client.workflows.execute(id, body);
      if (out.json) out.document(started);
      else out.note(`Run ${started.runId}: ${started.status}`);
      if (watch) await watchRun(context, started.runId);
    },
  );
  runCommands(workflow);
}

/** The id and the version of ID@VERSION. */
function versionOf(named: string): readonly [id: string, version: number | undefined] {
  const [id = '', version] = named.split('@');
  if (version === undefined) return [id, undefined];
  if (!/^[1-9]\d{0,8}$/.test(version)) throw usageError(`${version} is no version: versions are 1, 2 and so on`);
  return [id, Number(version)];
}

function definitionCommands(workflow: Command): void {
  clientCommand(
    workflow
      .command('create')
      .description('create a workflow, or the next version of one')
      .argument('<file>', 'JSON file with {workflowId?, steps, requirements?, timeoutMs?}; - is standard input'),
    async ({ client, out }, [file = '']) => {
      const created = await client.workflows.create(readJson(file) as Definition).catch(withPlaces);
      out.thing(created, [
        ['workflow', created.workflowId],
        ['version', created.version],
      ]);
    },
  );
  clientCommand<{ readonly limit: number }>(
    workflow.command('list').description('list your workflows').addOption(limitOption()),
    async ({ client, out }, _args, { limit }) =>
      out.list(take(client.workflows.list(), limit), VERSIONS, 'you have no workflows'),
  );
  clientCommand(
    workflow.command('definition').description('show the steps of a workflow').argument('<workflow>', WORKFLOW),
    async ({ client, out }, [named = '']) => {
      const found = await client.workflows.get(...versionOf(named));
      if (out.json) return out.document(found);
      out.note(`${found.workflowId} version ${found.version}`);
      await out.list(found.steps, STEPS, 'it has no steps');
    },
  );
}

function runCommands(workflow: Command): void {
  clientCommand<{ readonly limit: number }>(
    workflow.command('runs').description('list your runs, newest first').addOption(limitOption()),
    async ({ client, out }, _args, { limit }) =>
      out.list(take(client.workflows.runs(), limit), RUNS, 'there are no runs; causeway workflow execute begins one'),
  );
  const ofRun = (name: string, description: string) =>
    workflow.command(name).description(description).argument('<run>', RUN);
  clientCommand(ofRun('show', 'show a run with its steps and results'), async ({ client, out }, [id = '']) => {
    const run = await client.workflows.run(id);
    out.thing(run, fieldsOf(run));
  });
  clientCommand(ofRun('watch', 'follow a run until it ends; exit status 1 unless it completes'), (context, [id = '']) =>
    watchRun(context, id),
  );
  clientCommand(ofRun('cancel', 'cancel a run with its open tasks'), async ({ client, out }, [id = '']) => {
    const cancelled = await client.workflows.cancel(id);
    out.thing(cancelled, summaryOf(cancelled));
  });
  clientCommand<{ readonly mermaid?: true }>(
    ofRun('draw', 'draw a run').option('--mermaid', 'as a flowchart in Mermaid’s language'),
    async ({ client, out }, [id = ''], { mermaid }) => {
      if (mermaid) {
        const diagram = await client.workflows.diagram(id);
        if (out.json) return out.document({ runId: id, mermaid: diagram });
        return out.note(diagram.trimEnd());
      }
      const run = await client.workflows.run(id);
      const definition = await client.workflows.get(run.workflowId, run.workflowVersion);
      const lines = drawRun(definition, run);
      if (out.json) return out.document({ runId: id, status: run.status, lines });
      out.note(
        [`${run.workflowId} version ${run.workflowVersion}, run ${run.runId}: ${run.status}`, ...lines].join('\n'),
      );
    },
  );
}

/** Adds the places of a refused definition's problems to the message. */
function withPlaces(error: unknown): never {
  if (!(error instanceof CausewayError) || !Array.isArray(error.problem.problems)) throw error;
  const places = error.problem.problems.map(
    ({ stepId, at, message }: Readonly<Record<string, unknown>>) =>
      `${stepId ? `step ${stepId}, ` : ''}${at}: ${message}`,
  );
  throw new CausewayError(error.status, { ...error.problem, message: places.join('; ') });
}

/** Shows every change of the run and its steps until its end, then the drawing. Status 1 unless it completes. */
async function watchRun({ client, out, exitWith }: ClientContext, runId: string): Promise<void> {
  const progress = out.progress();
  for await (const { type, data } of client.workflows.events(runId)) {
    progress.step(eventText(data), { ...data, type });
    if (data.stepId === undefined && type !== 'run.running') break;
  }
  progress.end();
  const end = await client.workflows.run(runId);
  if (out.json) out.document(end);
  else {
    const definition = await client.workflows.get(end.workflowId, end.workflowVersion);
    out.note(drawRun(definition, end).join('\n'));
    out.note(`result ${JSON.stringify(end.result)}`);
  }
  if (end.status !== 'completed') exitWith(EXIT.refused);
}

function eventText({ type, stepId, agentId, failureCode, failureMessage }: WorkflowRunEvent['data']): string {
  const status = type.split('.')[1] ?? '';
  const facts = [stepId, agentId, failureCode && `${failureCode}: ${failureMessage}`].filter(Boolean);
  return `${(stepId === undefined ? `run ${status}` : status).padEnd(14)} ${facts.join('  ')}`.trimEnd();
}

const summaryOf = (run: WorkflowRunSummary): Fields => [
  ['run', run.runId],
  ['workflow', `${run.workflowId} version ${run.workflowVersion}`],
  ['status', run.failureCode === null ? run.status : `${run.status}, ${run.failureCode}: ${run.failureMessage}`],
  ['failed step', run.failedStep],
  ['began', run.createdAt],
  ['ended', run.completedAt],
];

const fieldsOf = (run: WorkflowRun): Fields => [
  ...summaryOf(run),
  ['input', JSON.stringify(run.input)],
  ...run.steps.map(
    ({ stepId, status, taskId }) => [`step ${stepId}`, taskId ? `${status}, task ${taskId}` : status] as const,
  ),
  ['result', JSON.stringify(run.result)],
];

const VERSIONS: readonly Column<WorkflowVersion>[] = [
  { title: 'WORKFLOW', of: ({ workflowId }) => workflowId },
  { title: 'VERSION', of: ({ version }) => version, align: 'right' },
  { title: 'CREATED', of: ({ createdAt }) => createdAt },
];

const STEPS: readonly Column<Workflow['steps'][number]>[] = [
  { title: 'STEP', of: ({ stepId }) => stepId },
  { title: 'TYPE', of: ({ type }) => type },
  { title: 'AGENT', of: ({ agent }) => agent ?? 'any' },
  { title: 'AFTER', of: ({ dependsOn }) => dependsOn?.join(', ') },
  { title: 'ON SUCCESS', of: ({ onSuccess }) => onSuccess },
  { title: 'ON FAILURE', of: ({ onFailure }) => onFailure },
  { title: 'INPUT', of: ({ input }) => (input === undefined ? null : JSON.stringify(input)) },
];

const RUNS: readonly Column<WorkflowRunSummary>[] = [
  { title: 'RUN', of: ({ runId }) => runId },
  { title: 'WORKFLOW', of: ({ workflowId, workflowVersion }) => `${workflowId} ${workflowVersion}` },
  { title: 'STATUS', of: ({ status }) => status },
  { title: 'FAILED STEP', of: ({ failedStep }) => failedStep },
  { title: 'BEGAN', of: ({ createdAt }) => createdAt },
];
