export type { Running } from '@causeway/process';
export type { Bridge } from './bridges.ts';
export { CHECKPOINTS, type Checkpoint, type CheckpointName, signalAt } from './checkpoint.ts';
export { registerCommands } from './commands.ts';
export {
  type RelayerConfig,
  relayerConfig,
  type SignerConfig,
  signerConfig,
  type WatchConfig,
  watchConfig,
} from './config.ts';
export { type Action, type Proposal, proposalSchema } from './plan/proposal.ts';
export { type RelayerDeps, startRelayer } from './relayer.ts';
export { REFUSALS, type Refusal, type RefusalCode } from './signer/refusal.ts';
export { type SignerDeps, startSigner } from './signer/start.ts';
export { httpSigner, type SignerClient } from './submit/signers.ts';
export { startWatch, type WatchDeps } from './watch/start.ts';
