import type { Artifact, ListedTask, Task, TaskEvent, TaskFilter, TaskSummary } from '@causeway/client';
import { type Command, Option } from 'commander';
import { type ClientContext, clientCommand, EXIT } from '../lib/client/command.ts';
import { countOption, FULL, fullOption, limitOption, take } from '../lib/client/flags.ts';
import { JSON_ARGUMENT, jsonOf, objectOf } from '../lib/client/json.ts';
import type { Column, Fields } from '../lib/client/output.ts';
import { type Takers, takersOption } from '../lib/client/takers.ts';

interface SubmitFlags {
  readonly input?: string;
  readonly id?: string;
  readonly priority?: Priority;
  readonly expires?: number;
  readonly attempts?: number;
  readonly model?: string;
  readonly resolution?: string;
  readonly agent?: string;
  readonly takers?: Takers;
  readonly strategy?: Strategy;
  readonly callback?: string;
  readonly watch?: true;
}

const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
type Priority = (typeof PRIORITIES)[number];

const STRATEGIES = ['best_match', 'first_available', 'load_balanced'] as const;
type Strategy = (typeof STRATEGIES)[number];

const TASK = 'id of the task';

/** Adds `task` to the `causeway` command. */
export function registerCommands(program: Command): void {
  const task = program.command('task').description('submit, follow and answer tasks that agents do');
  clientCommand<SubmitFlags>(
    task
      .command('submit')
      .description('submit a task; it waits for an agent with the capability')
      .argument('<type>', 'kind of work')
      .option('--input <json>', JSON_ARGUMENT)
      .option('--id <task>', 'its id; a repetition with the same id makes no second task')
      .addOption(new Option('--priority <priority>').choices(PRIORITIES))
      .addOption(countOption('--expires <minutes>', 'time until it expires; seven days when absent'))
      .addOption(countOption('--attempts <n>', 'attempts that may fail; 3 when absent'))
      .option('--model <name>', 'a model that the agent must have')
      .option('--resolution <pixels>', 'a resolution that the agent must reach, such as 1024x768')
      .option('--agent <id>', 'the one agent that may do it, whatever its capabilities')
      .addOption(takersOption())
      .addOption(
        new Option('--strategy <strategy>', 'how an agent with a webhook is chosen; best_match when absent').choices(
          STRATEGIES,
        ),
      )
      .option('--callback <url>', 'told of its end by a signed webhook')
      .option('--watch', 'follow the task until it ends; exit status 1 unless it completes'),
    submit,
  );
  clientCommand<{
    readonly status?: TaskFilter['status'];
    readonly agent?: true;
    readonly limit: number;
    readonly full?: true;
  }>(
    task
      .command('list')
      .description('list your tasks, newest first')
      .option('--status <status>', 'only tasks in this state')
      .option('--agent', 'tasks that you as an agent hold or held last')
      .addOption(limitOption())
      .addOption(fullOption()),
    async ({ client: { tasks }, out }, _args, { status, agent, limit, full }) => {
      const filter = { ...(status && { status }), ...(agent && { role: 'agent' as const }) };
      const found = full ? tasks.list({ ...filter, ...FULL }) : tasks.list(filter);
      await out.list(take<ListedTask>(found, limit), COLUMNS, 'there are no tasks');
    },
  );
  const ofTask = (name: string, description: string) =>
    task.command(name).description(description).argument('<task>', TASK);
  clientCommand(ofTask('show', 'show a task with its input and result'), async ({ client, out }, [id = '']) => {
    const found = await client.tasks.get(id);
    out.thing(found, fieldsOf(found));
  });
  clientCommand(
    ofTask('watch', 'follow a task until it ends; exit status 1 unless it completes'),
    (context, [id = '']) => watchTask(context, id),
  );
  clientCommand(ofTask('cancel', 'cancel a task of yours'), async ({ client, out }, [id = '']) => {
    const cancelled = await client.tasks.cancel(id);
    out.thing(cancelled, summaryOf(cancelled));
  });
  clientCommand(
    ofTask('answer', 'answer the question of an agent').argument('<answer>', `text, or ${JSON_ARGUMENT}`),
    async ({ client, out }, [id = '', answer = '']) => {
      const answered = await client.tasks.answer(id, answerOf(answer));
      out.thing(answered, summaryOf(answered));
    },
  );
  clientCommand(ofTask('trace', 'show everything that happened to a task'), async ({ client, out }, [id = '']) =>
    out.list(await client.tasks.trace(id), TRACE, 'nothing has happened'),
  );
  clientCommand(ofTask('artifacts', 'show what agents made besides the result'), async ({ client, out }, [id = '']) =>
    out.list(await client.tasks.artifacts(id), ARTIFACTS, 'there are no artifacts'),
  );
  clientCommand<{ readonly watch?: true }>(
    ofTask('replay', 'submit a finished task once more').option('--watch', 'follow the new task until it ends'),
    async (context, [id = ''], { watch }) => {
      const { client, out } = context;
      const submitted = await client.tasks.replay(id);
      if (out.json) out.document(submitted);
      else out.note(`Task ${submitted.taskId} replays ${id}.`);
      if (watch) await watchTask(context, submitted.taskId);
    },
  );
}

async function submit(context: ClientContext, [type = '']: readonly string[], flags: SubmitFlags): Promise<void> {
  const { input, id, priority, expires, attempts, model, resolution, agent, takers, strategy, callback, watch } = flags;
  const requirements = {
    ...(model !== undefined && { model }),
    ...(resolution !== undefined && { resolution }),
    ...(agent !== undefined && { agent }),
    ...(takers && { agents: takers }),
  };
  const submitted = await context.client.tasks.submit({
    type,
    ...(input !== undefined && { input: objectOf(input) }),
    ...(id !== undefined && { taskId: id }),
    ...(priority && { priority }),
    ...(expires !== undefined && { deadline: new Date(Date.now() + expires * 60_000).toISOString() }),
    ...(attempts !== undefined && { maxAttempts: attempts }),
    ...(callback !== undefined && { callback }),
    ...(strategy && { routing: { strategy } }),
    ...(Object.keys(requirements).length > 0 && { requirements }),
  });
  const { taskId, status, queuePosition, requirements: held, routing } = submitted;
  const before = queuePosition === null ? '' : `, ${queuePosition} before it`;
  const reason = routing.reason === null ? '' : `, ${submitted.assignedAgent}: ${routing.reason}`;
  const takersText = held.agents === 'any' ? '' : `, for ${TAKERS_TEXT[held.agents]}`;
  if (context.out.json) context.out.document(submitted);
  else context.out.note(`Task ${taskId}: ${status}${before}${reason}${takersText}`);
  if (watch) await watchTask(context, taskId);
}

/** Who may take a task, for people. */
const TAKERS_TEXT: Readonly<Record<string, string>> = {
  own: 'your own agents',
  listed: 'your own agents and those that you trust',
  any: 'any agent',
};

/** A text that is no JSON is the answer itself. */
function answerOf(answer: string): unknown {
  if (answer === '-' || answer.startsWith('@')) return jsonOf(answer);
  try {
    return JSON.parse(answer);
  } catch {
    return answer;
  }
}

const ENDS = ['completed', 'failed', 'cancelled', 'expired', 'rejected'];

/** Shows every event of the task until its end, then its result. Status 1 unless it completes. */
export async function watchTask({ client, out, exitWith }: ClientContext, taskId: string): Promise<void> {
  const progress = out.progress();
  for await (const { type, data } of client.tasks.events(taskId)) {
    const name = type.replace('task.', '');
    if (name === 'progress') progress.fact(eventText(name, data), { ...data, type });
    else progress.step(eventText(name, data), { ...data, type });
    if (ENDS.includes(name)) break;
  }
  progress.end();
  const end = await client.tasks.get(taskId);
  if (out.json) out.document(end);
  else if (end.status === 'completed') out.note(`result         ${JSON.stringify(end.result)}`);
  if (end.status !== 'completed') exitWith(EXIT.refused);
}

type EventData = TaskEvent['data'];

function eventText(name: string, data: EventData): string {
  const percent = typeof data.progress === 'number' ? `${data.progress} %` : undefined;
  const failure = data.failureCode && name !== 'queued' ? `${data.failureCode}: ${data.failureMessage}` : undefined;
  const agent = name === 'assigned' ? `to ${data.agentId}` : undefined;
  const facts = [agent, percent, data.message, data.question, data.artifact, failure].filter(Boolean);
  return `${name.padEnd(14)} ${facts.join('  ')}`.trimEnd();
}

const summaryOf = (task: TaskSummary): Fields => [
  ['task', task.taskId],
  ['type', task.type],
  ['status', task.failureCode === null ? task.status : `${task.status}, ${task.failureCode}: ${task.failureMessage}`],
  ['priority', task.priority],
  ['for', TAKERS_TEXT[task.requirements.agents]],
  ['agent', task.assignedAgent],
  ['progress', task.progress === null ? null : `${task.progress} % ${task.progressMessage ?? ''}`.trimEnd()],
  ['attempts', `${task.attempts}, ${task.failedAttempts} failed, ${task.maxAttempts} may fail`],
  ...task.questions.map(
    ({ question, answer }) =>
      [`asked`, `${question} ${answer === null ? '' : JSON.stringify(answer)}`.trimEnd()] as const,
  ),
  ['replays', task.replayOf],
  ['created', task.createdAt],
  ['ended', task.completedAt],
];

const fieldsOf = (task: Task): Fields => [
  ...summaryOf(task),
  ['before it', task.queuePosition],
  ['input', JSON.stringify(task.input)],
  ['result', task.result === null ? null : JSON.stringify(task.result)],
];

const COLUMNS: readonly Column<ListedTask>[] = [
  { title: 'TASK', of: ({ taskId }) => taskId },
  { title: 'TYPE', of: ({ type }) => type },
  { title: 'STATUS', of: ({ status }) => status },
  { title: '%', of: ({ progress }) => progress, align: 'right' },
  { title: 'FAILED', of: ({ failedAttempts, maxAttempts }) => `${failedAttempts}/${maxAttempts}`, align: 'right' },
  { title: 'AGENT', of: ({ assignedAgent }) => assignedAgent },
  { title: 'CREATED', of: ({ createdAt }) => createdAt },
];

const TRACE: readonly Column<EventData>[] = [
  { title: 'AT', of: ({ at }) => at },
  { title: 'EVENT', of: ({ type }) => type.replace('task.', '') },
  { title: 'WHY', of: ({ trigger }) => trigger },
  { title: 'ATTEMPT', of: ({ token }) => (token === 0 ? null : token), align: 'right' },
  { title: 'AGENT', of: ({ agentId }) => agentId },
  {
    title: 'FACTS',
    of: (event) => eventText('', { ...event, agentId: null }).trim(),
  },
];

const ARTIFACTS: readonly Column<Artifact>[] = [
  { title: 'NAME', of: ({ name }) => name },
  { title: 'MEDIA TYPE', of: ({ mediaType }) => mediaType },
  { title: 'STORED', of: ({ updatedAt }) => updatedAt },
  { title: 'CONTENT', of: ({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)) },
];
