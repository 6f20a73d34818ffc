import { BRIDGE_CONTRACT_ERRORS, type BridgeContractError } from '@causeway/protocol';

/** Refusals that pass without anyone's action, on every kind of chain: buckets refill, pauses are lifted. */
const TEMPORARY: ReadonlySet<string> = new Set<BridgeContractError>([
  'RateLimited',
  'OutboundPaused',
  'InboundPaused',
  'RemotePaused',
]);

const SENTENCES: Readonly<Partial<Record<BridgeContractError, string>>> = {
  RateLimited: 'the rate limit is used up for now',
  OutboundPaused: 'locks and burns are paused',
  InboundPaused: 'mints and releases are paused',
  RemotePaused: 'the lanes with this remote are paused',
  FeeTooHigh: 'the delivery fee is higher than the payer accepts',
  WrongValue: 'the payment is not exactly the amount and the delivery fee',
  BatchTooLarge: 'the interval has too many messages for one root',
  BelowMinimum: "the amount is below the lane's minimum",
  AboveMaximum: "the amount is above the lane's maximum",
  RemoteNotOpen: 'the destination is not open yet',
  UnknownRemote: 'the destination is not connected',
  NothingToClaim: 'nothing is credited to this account',
  InvalidRecipient: 'the recipient cannot exist on the destination',
};

/** True when the bridge's refusal `name` can pass while everything else stays the same. */
export const isTemporary = (name: string): boolean => TEMPORARY.has(name);

/** The sentence that explains the bridge's refusal `name` to people. */
export const refusalSentence = (name: BridgeContractError): string =>
  SENTENCES[name] ?? `the contract refused: ${name}`;

const NAMES: ReadonlySet<string> = new Set(BRIDGE_CONTRACT_ERRORS);

/** True when `name` is an error of the bridges. */
export const isBridgeError = (name: string): name is BridgeContractError => NAMES.has(name);
