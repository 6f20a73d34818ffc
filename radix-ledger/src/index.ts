export { ReplayError } from './durable-engine.ts';
export { Engine } from './engine.ts';
export { EngineTrap } from './engine-module.ts';
export { Ledger, type Submission } from './ledger.ts';
export type { Result } from './result.ts';
export { type RunningLedger, type StartOptions, startLedger } from './start.ts';
export type * from './types.ts';
