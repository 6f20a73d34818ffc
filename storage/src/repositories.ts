import type {
  BlockRef,
  Domain,
  EventPosition,
  Hex,
  Message,
  OrderState,
  OrderTrigger,
  Result,
  SendOperation,
  Status,
} from '@causeway/protocol';

/** A lane: one direction between two bridges of one asset family. */
export interface LaneKey {
  readonly family: string;
  readonly source: Domain;
  readonly destination: Domain;
}

/** An outbound message as seen on its source; orphaned rows are deleted, final rows never change. */
export interface MessageRow {
  readonly messageId: Hex;
  readonly family: string;
  readonly message: Message;
  readonly at: EventPosition;
  readonly final: boolean;
}

/** An execution or cancellation as seen on the destination. */
export interface OutcomeRow {
  readonly messageId: Hex;
  readonly status: Exclude<Status, 'none' | 'replaced'>;
  readonly domain: Domain;
  readonly credited: boolean;
  readonly at: EventPosition;
  readonly final: boolean;
}

/** A root as seen committed on the destination. */
export interface RootRow {
  readonly lane: LaneKey;
  readonly firstNonce: bigint;
  readonly count: number;
  readonly root: Hex;
  readonly at: EventPosition;
}

/** What a watcher found in the blocks up to `to` of one bridge, written in one transaction. */
export interface ScanRow {
  readonly family: string;
  readonly domain: Domain;
  readonly to: BlockRef;
  readonly messages: readonly Omit<MessageRow, 'final' | 'family'>[];
  readonly outcomes: readonly Omit<OutcomeRow, 'final' | 'domain'>[];
  readonly roots: readonly RootRow[];
}

/** What a rollback took away, or why it took nothing. */
export interface RollbackResult {
  /** Messages that vanished. */
  readonly messages: readonly Hex[];
  /** Messages whose outcome vanished. */
  readonly outcomes: readonly Hex[];
  /**
   * Messages that stand above the block, themselves or by their outcome, although they were final. When there is one,
   * nothing was rolled back: the chain broke its finality (or its RPCs lie), and an operator has to decide.
   */
  readonly finalityViolated: readonly Hex[];
}

/** One party's own view of the chains: relayer and every signer have theirs, in databases of their own. */
export interface ChainViewRepository {
  /** The newest scanned block of a bridge, or undefined before the first scan. */
  cursor(family: string, domain: Domain): Promise<BlockRef | undefined>;
  /** Recorded blocks from the newest downwards: what a reorganisation is measured against. */
  recentBlocks(family: string, domain: Domain, limit: number): Promise<readonly BlockRef[]>;
  /**
   * Records a scan, which moves the cursor forward, in one transaction. Repeating it changes nothing. It is not
   * flushed at once: whatever a power failure takes is scanned again. Fails with SCAN_CONTRADICTS (retryable) and
   * writes nothing when a block, a message, an outcome or a root is recorded differently already: the chain was
   * reorganised, and the caller has to roll back first.
   */
  recordScan(scan: ScanRow): Promise<Result<void>>;
  /**
   * Forgets everything above `block`; the cursor becomes the newest recorded block that is left, if any. The orders
   * concerned go back in the same transaction, by lockVanished, executionVanished, cancelVanished or refundVanished
   * of the order table. Final rows are refused, see RollbackResult; `evenFinal` is the operator's way through.
   */
  rollback(
    family: string,
    domain: Domain,
    block: number,
    options?: { readonly evenFinal?: boolean },
  ): Promise<RollbackResult>;
  /**
   * Marks messages and outcomes up to `block` final and prunes recorded blocks below it, all but the newest; the
   * messageIds that became final.
   */
  finalize(
    family: string,
    domain: Domain,
    block: number,
  ): Promise<{ readonly messages: readonly Hex[]; readonly outcomes: readonly Hex[] }>;
  /** Every lane on which a message was seen. */
  lanes(): Promise<readonly LaneKey[]>;
  message(messageId: Hex): Promise<MessageRow | undefined>;
  messageAt(lane: LaneKey, nonce: bigint): Promise<MessageRow | undefined>;
  /** Messages of a lane with firstNonce ≤ nonce < firstNonce + count, in order; final ones only if asked. */
  messages(lane: LaneKey, firstNonce: bigint, count: number, onlyFinal: boolean): Promise<readonly MessageRow[]>;
  /** The Cancel message that names `messageId`, if its emission has been seen. */
  cancelOf(messageId: Hex): Promise<MessageRow | undefined>;
  outcome(messageId: Hex): Promise<OutcomeRow | undefined>;
  /** The committed interval that holds `nonce`. */
  rootOf(lane: LaneKey, nonce: bigint): Promise<RootRow | undefined>;
  /** Final messages towards `destination` that have no outcome there yet, oldest first. */
  undelivered(family: string, destination: Domain, limit: number): Promise<readonly MessageRow[]>;
}

/** A bridge order; amounts are decimal strings of local units at the edge, bigint here. */
export interface OrderRow {
  /** UUID of the order. */
  readonly id: string;
  readonly origin: 'api' | 'chain';
  readonly state: OrderState;
  readonly family: string;
  readonly operation: SendOperation;
  readonly source: Domain;
  readonly destination: Domain;
  readonly assetHome: Domain;
  /** Left-padded; null until the lock is seen or the wallet is known. */
  readonly sender: Hex | null;
  readonly recipient: Hex;
  readonly wireAmount: bigint;
  readonly reference: Hex;
  readonly messageId: Hex | null;
  readonly cancelMessageId: Hex | null;
  readonly lockTransaction: string | null;
  readonly lockBlock: number | null;
  readonly mintTransaction: string | null;
  readonly refundTransaction: string | null;
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly signatures: number;
  readonly requiredSignatures: number;
  readonly credited: boolean;
  /** The last execution (mint, release or refund) is beyond its chain's finality. */
  readonly final: boolean;
  /** Typed code and sentence when expired by a failure, or failed. */
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  /** Avatar that ordered it; null for orders found on chain. */
  readonly avatarId: string | null;
  /** API order facts for display: fromToken, toToken, exchangeRate at creation. */
  readonly details: Readonly<Record<string, string | null>>;
  readonly expiresAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly completedAtMs: number | null;
  /** Increases with every change; the ETag. */
  readonly version: number;
}

/** Fields a transition may set along with the state. */
export type OrderPatch = Partial<
  Pick<
    OrderRow,
    | 'sender'
    | 'messageId'
    | 'cancelMessageId'
    | 'lockTransaction'
    | 'lockBlock'
    | 'mintTransaction'
    | 'refundTransaction'
    | 'confirmations'
    | 'signatures'
    | 'credited'
    | 'final'
    | 'failureCode'
    | 'failureMessage'
  >
>;

/** A row of the one event table; SSE streams replay from it by `seq`. */
export interface EventRow {
  readonly seq: number;
  readonly subject: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAtMs: number;
}

/** One page of a list: `nextCursor` is null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

export type NewOrder = Omit<
  OrderRow,
  | 'id'
  | 'state'
  | 'confirmations'
  | 'signatures'
  | 'credited'
  | 'final'
  | 'failureCode'
  | 'failureMessage'
  | 'createdAtMs'
  | 'updatedAtMs'
  | 'completedAtMs'
  | 'version'
  | 'messageId'
  | 'cancelMessageId'
  | 'lockTransaction'
  | 'lockBlock'
  | 'mintTransaction'
  | 'refundTransaction'
>;

/** What an order must still be for a transition to apply. */
export interface Expected {
  readonly states?: readonly OrderState[];
  readonly version?: number;
}

/** The answer of an idempotent POST. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The idempotency key that a creation was asked under and the answer it gets, both written with the order. */
export interface Idempotent {
  readonly caller: string;
  readonly route: string;
  readonly key: string;
  answer(order: OrderRow): StoredAnswer;
}

export interface OrderRepository {
  /**
   * Creates an order in state created with its first event; `id` is a new UUID v7. With `idempotent`, the answer of
   * its key is finished in the same transaction, so that a crash leaves both or neither. An API order has a
   * reference of its own: throws RangeError for the zero reference, and refuses one that is taken.
   */
  create(order: NewOrder, idempotent?: Idempotent): Promise<OrderRow>;
  get(id: string): Promise<OrderRow | undefined>;
  byMessage(messageId: Hex): Promise<OrderRow | undefined>;
  /** The API's order of that reference, else the oldest found on chain; undefined for zero, which is no reference. */
  byReference(reference: Hex): Promise<OrderRow | undefined>;
  /** Orders in any of `states`, oldest first. */
  inStates(states: readonly OrderState[], limit: number): Promise<readonly OrderRow[]>;
  /** Orders in created or locking whose expiry is at or before `nowMs`, oldest first. */
  overdue(nowMs: number, limit: number): Promise<readonly OrderRow[]>;
  /** Orders of an avatar that are not in a final state. */
  countOpen(avatarId: string): Promise<number>;
  /** Newest first; `cursor` is the nextCursor of the page before. */
  list(
    filter: { readonly avatarId?: string; readonly state?: OrderState },
    cursor: string | null,
    limit: number,
  ): Promise<Page<OrderRow>>;
  /**
   * Applies `trigger` by the table of protocol/order-state, writes `patch` and the event row, all in one transaction.
   * Facts that the trigger undoes are reset unless `patch` sets them (lockVanished: messageId, lockBlock,
   * confirmations; executionVanished: mintTransaction; and so on, see order-transition.ts).
   * Returns undefined and changes nothing when there is no such order, the table has no such transition from its
   * state, or it is not as `expected`.
   */
  transition(id: string, trigger: OrderTrigger, patch?: OrderPatch, expected?: Expected): Promise<OrderRow | undefined>;
  /** Writes facts that are no transition (confirmations, signatures, final) with an event row when one changed. */
  update(id: string, patch: OrderPatch): Promise<OrderRow | undefined>;
  /**
   * Binds a seen lock or burn to its order: by reference and family, operation, source, destination, recipient, asset
   * and wireAmount, in created, locking or expired; else creates an order with origin "chain". An order found on
   * chain before takes its lock back after a reorganisation if the sender is the same too. Transition lockSeen.
   * Idempotent by messageId: a bound order only follows the lock to another block. Call it from the loop that scans
   * the bridge, so that no rollback comes between. Throws RangeError for a Cancel.
   */
  matchLock(row: MessageRow, requiredConfirmations: number, requiredSignatures: number): Promise<OrderRow>;
  /** Locks and burns in the chain view that no order is bound to yet, oldest first: what a crash may have left. */
  unmatched(limit: number): Promise<readonly MessageRow[]>;
}

/** A durable outgoing transaction; reserved (persisted with its signed bytes) before it is broadcast. */
export interface SubmissionRow {
  /** UUID v7. */
  readonly id: string;
  readonly purpose: 'oracle' | 'send';
  readonly domain: Domain;
  readonly family: string;
  readonly state: 'reserved' | 'broadcast' | 'included' | 'failed' | 'dropped';
  readonly payer: string;
  readonly sequence: number;
  /** Every signed version, the newest last: a replacement appends. Chain-provider Submission objects as JSON. */
  readonly versions: readonly Readonly<Record<string, unknown>>[];
  /** Orders that it carries. */
  readonly orderIds: readonly string[];
  /** Caller's facts (proposal, signers). */
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface SubmissionRepository {
  /** Persists before broadcast, fully durable (synchronous FULL). */
  reserve(row: Omit<SubmissionRow, 'id' | 'state' | 'createdAtMs' | 'updatedAtMs'>): Promise<SubmissionRow>;
  get(id: string): Promise<SubmissionRow | undefined>;
  /** Appends a signed version, fully durable. Throws when there is no such submission. */
  addVersion(id: string, version: Readonly<Record<string, unknown>>): Promise<void>;
  /** Throws when there is no such submission. */
  setState(id: string, state: SubmissionRow['state']): Promise<void>;
  /** Reserved and broadcast ones, oldest first. */
  open(purpose: SubmissionRow['purpose'], domain?: Domain): Promise<readonly SubmissionRow[]>;
  /** Submissions that carry an order, oldest first. */
  forOrder(orderId: string): Promise<readonly SubmissionRow[]>;
}

/** What a signer has signed: its own memory, never to be lost. */
export interface SignatureLogRepository {
  /** Persists before the signature leaves, fully durable; once per domain and digest. */
  record(entry: {
    readonly domain: Domain;
    readonly anchor: string;
    readonly digest: Hex;
    readonly calls: readonly Readonly<Record<string, unknown>>[];
  }): Promise<void>;
  /** Newest first. */
  list(
    limit: number,
  ): Promise<
    readonly { readonly domain: Domain; readonly anchor: string; readonly digest: Hex; readonly createdAtMs: number }[]
  >;
}

export interface EventRepository {
  /** Appends an event, fully durable; a bigint in `data` becomes a decimal string. */
  append(subject: string, type: string, data: Readonly<Record<string, unknown>>): Promise<EventRow>;
  /** Events of `subject` (all when undefined) with seq > `after`, oldest first. */
  after(subject: string | undefined, after: number, limit: number): Promise<readonly EventRow[]>;
  /** The newest seq, 0 before the first event; seq rises in the order of commits. */
  latest(): Promise<number>;
  /** Calls `listener` after commits that wrote events, also those of other processes (polled every `pollMs`, 100 by default). */
  onAppended(listener: () => void, pollMs?: number): () => void;
}

/** Stored answers of idempotent POSTs, scoped to caller and route, kept 24 hours. */
export interface IdempotencyRepository {
  /** Reserves the key: 'new', the stored answer, 'inFlight', or 'mismatch' when the body differs. */
  begin(
    caller: string,
    route: string,
    key: string,
    bodyHash: string,
  ): Promise<'new' | 'inFlight' | 'mismatch' | StoredAnswer>;
  finish(caller: string, route: string, key: string, answer: StoredAnswer): Promise<void>;
  /** Frees a key whose request failed without effect. */
  abandon(caller: string, route: string, key: string): Promise<void>;
  /**
   * Frees every key in flight; the number freed. For the start of the one process that serves requests: only sound
   * where what a request does is written together with its answer (see OrderRepository.create).
   */
  abandonInFlight(): Promise<number>;
  /** Deletes keys begun before `beforeMs`; the number deleted. */
  prune(beforeMs: number): Promise<number>;
}

/** Everything in one database file. */
export interface Storage {
  readonly chainView: ChainViewRepository;
  readonly orders: OrderRepository;
  readonly submissions: SubmissionRepository;
  readonly signatures: SignatureLogRepository;
  readonly events: EventRepository;
  readonly idempotency: IdempotencyRepository;
  /** Commits what is queued, then closes the file; later calls fail. */
  close(): Promise<void>;
}
