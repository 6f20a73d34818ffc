// What the suites ask of a kind of chain. Each kind implements it in its own tests, in terms of the protocol: addresses
// are words (left-padded to 32 bytes), names of functions, events and errors are the protocol's, and times are in
// seconds.
import type { Domain, Hex, Message, Status } from '@causeway/protocol';
import type { Limits, Oracle, Remote } from './setting.ts';

/** A kind of chain. */
export interface Kind {
  readonly name: string;
  /** A lock or burn names the delivery fee exactly, or the most that its payer accepts. */
  readonly fee: 'exact' | 'atMost';
  /** True where fees lie in the balance that holds a canonical native coin. */
  readonly feesInEscrow: boolean;
  /** Largest value of a limit, in wire units. Other limits in the suites are 18 bits times a power of ten. */
  readonly largestLimit: bigint;
  /** True where a fee or limit other than 18 bits times a power of ten is refused. */
  readonly shortNumbers: boolean;
  /** Largest count of an interval that commitRoot takes. */
  readonly largestBatch: number;
  /** False where a mint reaches every account, so that none is ever credited. */
  readonly mintsCanFail: boolean;
  /** True where a stored root can be closed, so that replaceRoot creates one anew for any committed nonces. */
  readonly rootsClose: boolean;
  /** True where the supply of a bridged token counts what is credited and not claimed. */
  readonly creditsAreMinted: boolean;
  /** True where one call executes and cancels many consecutive orders. */
  readonly packsOrders: boolean;
  /** Tests of forged proofs flip one bit of as many: a prime number, larger where calls are slow. */
  readonly flippedBits: number;
  /** Local units per wire unit of a bridged token with these wire decimals. */
  bridgedUnit(wireDecimals: number): bigint;
  /**
   * A bridge of `asset` with the oracle ORACLE and REMOTE open, with LIMITS on both sides. The user is rich in its
   * asset and in the native coin. The suites restore it before every test, and deploy each asset once.
   */
  deploy(asset: Asset): BridgeUnderTest | Promise<BridgeUnderTest>;
}

/** The canonical asset: the native coin, or a token with these decimals. */
export type Asset = 'native' | { readonly decimals: number };

/** What a bridge moves: its canonical asset, or the bridged token of the remote with that domain. */
export type Currency = 'canonical' | Domain;

export type Side = 'canonical' | 'bridged';

/** The accounts that have a role, and one that has none. */
export type Actor = 'admin' | 'guardian' | 'user' | 'stranger';

/** Who makes a call: the account with this word, or an oracle with exactly as many signatures as it needs. */
export type Caller = Hex | Oracle;

/** An interval of a lane's messages. */
export interface Interval {
  readonly source: Domain;
  readonly firstNonce: bigint;
  readonly count: number;
  readonly root: Hex;
}

/** The interval and the message that a call is about. A chain whose calls list accounts derives them from it. */
export interface Place {
  readonly source: Domain;
  readonly nonce: bigint;
  readonly firstNonce: bigint;
  readonly count: number;
}

interface Outbound {
  readonly reference: Hex;
  readonly refundAddress: Hex;
}
interface Lock {
  readonly destinationChain: Domain;
  readonly recipient: Hex;
  /** Local units of the canonical asset; the caller offers exactly as much. */
  readonly amount: bigint;
  /** The delivery fee that the caller agrees to, by the rule of `Kind.fee`; smallest units of the native coin. */
  readonly fee: bigint;
}
interface Burn {
  /** Local units of the bridged token; the caller offers exactly as much. */
  readonly amount: bigint;
  readonly returnChain: Domain;
  readonly returnAddress: Hex;
  /** As for a lock. */
  readonly fee: bigint;
}
interface Execution {
  readonly orderId: Hex;
  readonly proof: Hex;
  readonly place: Place;
}
type Nothing = Readonly<Record<never, never>>;

/** The arguments of the protocol's functions. */
export interface Arguments {
  readonly lockTokens: Lock;
  readonly lockTokensWithReference: Lock & Outbound;
  readonly burnTokens: Burn;
  readonly burnTokensWithReference: Burn & Outbound;
  readonly commitRoot: Interval;
  readonly mintTokens: Execution & { readonly recipient: Hex; readonly amount: bigint };
  readonly releaseTokens: Execution & { readonly recipient: Hex };
  readonly cancelOrder: Execution;
  /** Only where `Kind.packsOrders`. `recipients`, of what is paid, are for a chain whose calls list accounts. */
  readonly executeMany: { readonly packed: Hex; readonly recipients: readonly Hex[] };
  readonly replaceRoot: Interval & { readonly changed: readonly bigint[] };
  readonly setRemote: Remote;
  readonly openRemote: { readonly domain: Domain };
  readonly setLimits: { readonly domain: Domain; readonly side: Side; readonly limits: Limits };
  readonly setOracle: Oracle;
  readonly setGuardian: { readonly guardian: Hex };
  /** A null admin withdraws the proposal. */
  readonly proposeAdmin: { readonly admin: Hex | null };
  readonly acceptAdmin: Nothing;
  readonly pauseOutbound: Nothing;
  readonly pauseInbound: Nothing;
  readonly unpauseOutbound: Nothing;
  readonly unpauseInbound: Nothing;
  readonly pauseRemote: { readonly remote: Domain };
  readonly unpauseRemote: { readonly remote: Domain };
  readonly setFee: { readonly remote: Domain; readonly fee: bigint };
  /** Pays the fees to `to`: the fees of `remote` where each remote's fees lie apart, otherwise all. */
  readonly collectFees: { readonly remote: Domain; readonly to: Hex };
  /** Withdraws all that the caller was credited, to an account that can take it. */
  readonly claim: { readonly currency: Currency; readonly to: Hex };
}
export type FunctionName = keyof Arguments;

/** A call with honest or forged arguments. */
export type Call<Name extends FunctionName = FunctionName> = {
  readonly [Each in Name]: { readonly name: Each; readonly args: Arguments[Each]; readonly by: Caller };
}[Name];

/** TokensLocked, TokensBurned and OrderCancelled. */
export interface MessageEvent {
  readonly messageId: Hex;
  readonly message: Message;
}
/** TokensMinted and TokensReleased. */
export interface ExecutionEvent {
  readonly messageId: Hex;
  readonly recipient: Hex;
  readonly wireAmount: bigint;
  readonly reference: Hex;
  readonly credited: boolean;
}

/** The fields of the protocol's events. */
export interface Events {
  readonly TokensLocked: MessageEvent;
  readonly TokensBurned: MessageEvent;
  readonly OrderCancelled: MessageEvent;
  readonly TokensMinted: ExecutionEvent;
  readonly TokensReleased: ExecutionEvent;
  /** An order of executeMany that was left as it was, and the error with which its own function refuses it. */
  readonly OrderSkipped: { readonly messageId: Hex; readonly reason: string };
  readonly RootCommitted: Interval;
  readonly RootReplaced: Interval & { readonly changed: readonly bigint[] };
  /** Only where the bridge itself pays credits. */
  readonly Claimed: { readonly creditor: Hex; readonly to: Hex; readonly amount: bigint };
  readonly RemoteSet: Remote;
  readonly RemoteOpened: { readonly domain: Domain };
  readonly LimitsSet: { readonly domain: Domain; readonly side: Side; readonly limits: Limits };
  readonly OutboundPausedSet: { readonly paused: boolean };
  readonly InboundPausedSet: { readonly paused: boolean };
  readonly RemotePausedSet: { readonly remote: Domain; readonly paused: boolean };
  readonly FeeSet: { readonly remote: Domain; readonly fee: bigint };
  readonly FeesCollected: { readonly to: Hex; readonly amount: bigint };
  readonly OracleSet: Oracle;
  readonly GuardianSet: { readonly guardian: Hex };
  readonly AdminProposed: { readonly admin: Hex | null };
  readonly AdminSet: { readonly admin: Hex };
}
export type EventName = keyof Events;
export type Event<Name extends EventName = EventName> = {
  readonly [Each in Name]: { readonly name: Each; readonly fields: Events[Each] };
}[Name];

/**
 * What came of a call: the bridge's events in order, or why it failed. `refused` is the protocol's name of the error;
 * `failed` is the chain's own text, where the chain or a token refused, as for a balance that is too small.
 */
export type Outcome = OutcomeOf<Event>;

/** The same of another contract, with its own events. */
export type OutcomeOf<AnyEvent> =
  | { readonly events: readonly AnyEvent[] }
  | { readonly refused: string }
  | { readonly failed: string };

/** The roles and pauses. */
export interface Configuration {
  readonly domain: Domain;
  readonly wireDecimals: number;
  readonly admin: Hex;
  readonly proposedAdmin: Hex | null;
  readonly guardian: Hex;
  readonly oracle: Oracle;
  readonly outboundPaused: boolean;
  readonly inboundPaused: boolean;
}

/** The state of the lanes to and from a remote. */
export interface Lane {
  readonly nextOutboundNonce: bigint;
  readonly nextInboundNonce: bigint;
  /** Wire units. */
  readonly outstanding: bigint;
  /** This remote is paused alone. */
  readonly paused: boolean;
}

export type MaybePromise<T> = T | Promise<T>;

/** A deployed bridge on a chain of its own or of several bridges. Amounts are in local units unless said otherwise. */
export interface BridgeUnderTest {
  readonly domain: Domain;
  /** The bridge's address in messages. */
  readonly word: Hex;
  /** Local units of the canonical asset per wire unit. */
  readonly unit: bigint;
  /** Returns to the state after the deployment. */
  restore(): MaybePromise<void>;

  /** Sends the call in a transaction of its own. */
  send(call: Call): MaybePromise<Outcome>;

  configuration(): MaybePromise<Configuration>;
  /** Undefined when there is none. */
  remote(domain: Domain): MaybePromise<(Remote & { readonly opened: boolean }) | undefined>;
  lane(domain: Domain): MaybePromise<Lane>;
  /** The limits, and the wire units that the bucket holds now. */
  limits(domain: Domain, side: Side): MaybePromise<Limits & { readonly available: bigint }>;
  /** Undefined when the interval was not committed. */
  root(source: Domain, firstNonce: bigint, count: number): MaybePromise<Hex | undefined>;
  status(source: Domain, nonce: bigint): MaybePromise<Status>;
  /** The statuses of `count` nonces from `firstNonce`, in one read where the chain can. */
  statuses(source: Domain, firstNonce: bigint, count: number): MaybePromise<readonly Status[]>;
  /** The delivery fee towards `remote`; smallest units of the native coin. */
  fee(remote: Domain): MaybePromise<bigint>;
  /** The fees of all remotes that nobody has collected. */
  fees(): MaybePromise<bigint>;
  /** What a creditor may claim. */
  credit(currency: Currency, creditor: Hex): MaybePromise<bigint>;

  /** Fees of transactions are not taken from it. */
  balance(currency: Currency, holder: Hex): MaybePromise<bigint>;
  /** The native coin that `holder` has, in smallest units. Fees of transactions are not taken from it. */
  coins(holder: Hex): MaybePromise<bigint>;
  /** Supply of the bridged token of `domain`. */
  supply(domain: Domain): MaybePromise<bigint>;
  /** What the bridge holds of its canonical asset, credits included, less what the chain asks of accounts as rent. */
  held(): MaybePromise<bigint>;

  actor(name: Actor): Hex;
  /** The accounts that have the oracle's role, which no other role may have. */
  oracleAccounts(oracle: Oracle): MaybePromise<readonly Hex[]>;
  /** An account of its own for each name. It can sign, and it can be paid where it is `prepared`. */
  account(name: string): Hex;
  /** Gives an account of the canonical asset. */
  give(holder: Hex, amount: bigint): MaybePromise<void>;
  /** Gives an account of the native coin. */
  giveCoins(holder: Hex, amount: bigint): MaybePromise<void>;
  /** Does what the account's owner must do to receive the currency. */
  prepare(currency: Currency, holder: Hex): MaybePromise<void>;
  /** Makes every later payment of the currency to this account fail, which credits it. */
  block(currency: Currency, holder: Hex): MaybePromise<void>;

  time(): MaybePromise<bigint>;
  /** Lets time pass, which stands still otherwise. */
  pass(seconds: bigint): MaybePromise<void>;
}
