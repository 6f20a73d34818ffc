import {
  BRIDGE_CONTRACT_ERRORS,
  type BridgeContractError,
  SETTLER_CONTRACT_ERRORS,
  type SettlerContractError,
} from '@causeway/protocol';

/** Refusals that pass without anyone's action, on every kind of chain: buckets refill, pauses are lifted. */
const TEMPORARY: ReadonlySet<string> = new Set<BridgeContractError>([
  'RateLimited',
  'OutboundPaused',
  'InboundPaused',
  'RemotePaused',
]);

/** An error of the bridges or of the settlers of swaps. A name that both have means the same. */
export type OwnContractError = BridgeContractError | SettlerContractError;

const SENTENCES: Readonly<Partial<Record<OwnContractError, string>>> = {
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
  AlreadyFilled: 'the swap is filled',
  AlreadySettled: 'the swap is settled',
  AlreadyReturned: 'the input of the swap was returned',
  NotFilled: 'nobody has filled the swap',
  NotOver: 'the swap is neither settled nor returned',
  DeadlinePassed: 'the deadline of the swap has passed',
  DeadlineNotReached: 'the deadline of the swap has not come',
  NotSolver: 'only the solver of the terms may fill the swap now',
  NotFiller: 'only who filled the swap may do this',
  NotRecipient: 'only the recipient of the swap may do this',
  OutAboveMaximum: 'a fill pays more than the maximum now',
  NotDelivered: 'the bridge has not delivered what the call needs',
  FullyDelivered: 'all of the input has arrived: settle the swap',
  WrongSettler: 'the terms are for another settler or another chain',
};

/** True when the bridge's refusal `name` can pass while everything else stays the same. */
export const isTemporary = (name: string): boolean => TEMPORARY.has(name);

/** The sentence that explains the refusal `name` to people. */
export const refusalSentence = (name: OwnContractError): string => SENTENCES[name] ?? `the contract refused: ${name}`;

const NAMES: ReadonlySet<string> = new Set([...BRIDGE_CONTRACT_ERRORS, ...SETTLER_CONTRACT_ERRORS]);

/** True when `name` is an error of the bridges or of the settlers. */
export const isOwnError = (name: string): name is OwnContractError => NAMES.has(name);
