import { readJson } from '@causeway/protocol';
import type { TaskRow } from '@causeway/storage';
import Type from 'typebox';
import { type Caller, withoutAdmin } from '../../../http/callers/callers.ts';
import { unwrap } from '../../../http/errors/errors.ts';
import { answerPage, pageQuery } from '../../../http/requests/pagination.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import type { Agents } from '../agents.ts';
import { refuse } from '../errors.ts';
import { agentParams, time } from '../schemas.ts';
import { attempt, debugRequest, debugResult } from '../tasks/history-schemas.ts';
import { seenBy } from '../tasks/sight.ts';
import { attemptView, summaryView, taskEventView } from '../tasks/view.ts';

/** Events that are messages: progress with a text, and questions. */
const isMessage = ({ data }: { readonly data: Readonly<Record<string, unknown>> }): boolean =>
  typeof data.message === 'string' || typeof data.question === 'string';

/** What an agent and its owner see of its work. */
export function observeRoutes(router: Router, agents: Agents): void {
  router.route('getAgentLogs', 'GET /:agentId/logs', {
    summary: 'Read the attempts of an agent of yours in a range of time, oldest first',
    params: agentParams,
    query: Type.Object({
      ...pageQuery,
      startTime: Type.Optional(time('Only attempts that began then or later.')),
      endTime: Type.Optional(time('Only attempts that began then or before.')),
    }),
    success: { description: 'A page of attempts.', schema: successPageSchema(attempt) },
    errors: ['AGENT_NOT_FOUND', 'TIME_RANGE_INVALID'],
    handle: async (request) => {
      const { id } = unwrap(await agents.registry.own(callerOf(request), request.params.agentId));
      const { startTime, endTime } = request.query;
      const fromMs = startTime === undefined ? 0 : Date.parse(startTime);
      const toMs = endTime === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(endTime);
      if (fromMs > toMs) unwrap(refuse('TIME_RANGE_INVALID', 'endTime is before startTime'));
      return answerPage(request, { agentId: id, startTime, endTime }, attemptView, (after, limit, skip) =>
        agents.tasks.rows.attemptsOf(id, { fromMs, toMs }, after, limit, skip),
      );
    },
  });

  /** The current state of a task, with as much of it as asked for. */
  const inspect = async (row: TaskRow, includeState: boolean, includeMessages: boolean) => ({
    task: summaryView(row),
    ...(includeState && {
      state: {
        input: JSON.parse(row.input),
        result: row.result === null ? null : readJson(row.result),
        attempts: (await agents.tasks.rows.attemptsAt(row.id)).map(attemptView),
      },
    }),
    ...(includeMessages && {
      messages: (await agents.tasks.history(row.id, 0)).filter(isMessage).map(taskEventView),
    }),
  });

  const debug = async (
    caller: Caller,
    row: TaskRow,
    action: string,
    { includeState = false, includeMessages = false }: { includeState?: boolean; includeMessages?: boolean },
  ) => {
    if (action === 'trace') return { history: (await agents.tasks.history(row.id, 0)).map(taskEventView) };
    if (action === 'inspect') return inspect(row, includeState, includeMessages);
    // The new task is the caller's, which is a change: an admin replays its own agents' tasks alone.
    unwrap(await agents.tasks.get(withoutAdmin(caller), row.id));
    const { task } = unwrap(await agents.tasks.replay(caller, row));
    return { replayTaskId: task.id };
  };

  /** What is left to see of a task that the agent has lost: its history up to the end of the agent's newest lease. */
  const debugLost = async (row: TaskRow, action: string, token: number) => {
    if (action !== 'trace')
      unwrap(refuse('TASK_UNKNOWN', `the agent has lost the task ${row.id}; trace shows its own part`));
    return { history: seenBy(token, await agents.tasks.history(row.id, 0)).map(taskEventView) };
  };

  router.route('debugAgent', 'POST /:agentId/debug', {
    summary: 'Trace, inspect or replay a task of an agent of yours',
    description:
      '`replay` submits a finished task once more, as yours. Of a task that the agent has lost, only `trace` shows its part.',
    params: agentParams,
    body: debugRequest,
    success: { description: 'What was asked for.', schema: successSchema(debugResult) },
    errors: ['AGENT_NOT_FOUND', 'TASK_UNKNOWN', 'TASK_NOT_FINISHED', 'TASK_NOT_FOUND', 'QUOTA_EXCEEDED'],
    handle: async (request) => {
      const caller = callerOf(request);
      const { taskId, action, options = {} } = request.body;
      const { id } = unwrap(await agents.registry.own(caller, request.params.agentId));
      const newest = (await agents.tasks.rows.attemptsAt(taskId)).findLast(({ agentId }) => agentId === id);
      const row = newest && (await agents.tasks.rows.get(taskId));
      if (!row) return unwrap(refuse('TASK_UNKNOWN', `the agent has and had no task ${taskId}`));
      const seen = await agents.tasks.get(caller, taskId);
      const found = seen.ok ? debug(caller, row, action, options) : debugLost(row, action, newest.token);
      return success({ taskId, action, status: row.state, ...(await found) });
    },
  });
}
