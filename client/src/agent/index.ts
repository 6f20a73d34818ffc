export { agent, type RunningAgent } from './agent.ts';
export type * from './options.ts';
export { TaskError, type TaskErrorOptions } from './task-error.ts';
