import { isTaskHeld } from '@causeway/protocol';
import type { AgentStorage } from '../agent-storage.ts';
import type { DeliveryForm } from './sender.ts';

/**
 * The body of a `task.assigned`: the stored facts with the task's input and questions, while the agent holds the task
 * by this assignment. To an agent that holds it no more, nothing is sent.
 */
export const assignmentForm =
  (tasks: Pick<AgentStorage['tasks'], 'get'>): DeliveryForm =>
  async ({ payload, avatarId }) => {
    const { data, ...envelope } = JSON.parse(payload) as { readonly data: { taskId: string; token: number } };
    const task = await tasks.get(data.taskId);
    const isHolder = task && isTaskHeld(task.state) && task.agentId === avatarId && task.token === data.token;
    if (!isHolder) return null;
    const { input, questions } = task;
    const whole = { ...data, input: JSON.parse(input), questions: JSON.parse(questions) };
    return { body: JSON.stringify({ ...envelope, data: whole }), headers: {} };
  };
