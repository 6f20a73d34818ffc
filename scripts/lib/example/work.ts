import type { Causeway, ClaimedTask, TaskContext } from '@causeway/client';

/** A task whose input has members. */
export type TaskWithInput = Omit<ClaimedTask, 'input'> & { readonly input: Readonly<Record<string, unknown>> };

/** What an agent does for each kind of task. */
export type Work = Readonly<
  Record<string, (task: TaskWithInput, context: TaskContext, causeway: Causeway) => Promise<unknown> | unknown>
>;

/** The members of a part of a task's input: tasks of a collaboration have the caller's input in `input`. */
export function inputIn({ input }: Pick<TaskWithInput, 'input'>, part: 'input' | 'subtask'): TaskWithInput['input'] {
  const value = input[part];
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
