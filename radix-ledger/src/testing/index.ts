export { accountOf, FAUCET, XRD } from './addresses.ts';
export * as manifests from './manifests.ts';
export { type Notarized, notarize, type SigningKey, type TransactionOptions } from './notarize.ts';
export {
  type Account,
  type Called,
  commit,
  type Executed,
  type ExecuteOptions,
  LedgerSimulator,
  type PackageFiles,
  TransactionError,
} from './simulator.ts';
