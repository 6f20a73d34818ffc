export { type BackoffOptions, backoffMs } from './backoff.ts';
export { type Clock, sleep, systemClock } from './clock.ts';
export { PeriodicTask, type PeriodicTaskOptions } from './periodic-task.ts';
export { Signal } from './signal.ts';
export { type StopRequest, type StopSignal, signalStatus, stopRequest } from './stop-request.ts';
