import type { Clock } from '@causeway/runtime';
import { createContext } from '../core/context.ts';
import type { Engine } from '../core/engine.ts';
import { createEventRepository } from '../core/event-repository.ts';
import type { EventRepository } from '../core/events.ts';
import { createLeaseRepository, type LeaseRepository } from '../core/leases.ts';
import type { ChainViewRepository } from './chain-view.ts';
import { createChainViewRepository } from './chain-view-repository.ts';
import { createComparisonRepository } from './comparison-repository.ts';
import type { ComparisonRepository } from './comparisons.ts';
import { type BridgeContext, bridgeStatements } from './context.ts';
import { createDeliveryFeeRepository } from './delivery-fee-repository.ts';
import type { DeliveryFeeRepository } from './delivery-fees.ts';
import { createOracleRecordRepository, type OracleRecordRepository } from './oracle-record.ts';
import { createOrderRepository } from './order-repository.ts';
import type { OrderRepository } from './orders.ts';
import { bridgeTables } from './schema.ts';
import { createSignatureLogRepository, type SignatureLogRepository } from './signatures.ts';
import { createSubmissionRepository } from './submission-repository.ts';
import type { SubmissionRepository } from './submissions.ts';
import { createSwapRepository } from './swap-repository.ts';
import type { SwapRepository } from './swaps.ts';
import { createVoidAllowanceRepository, type VoidAllowanceRepository } from './void-allowances.ts';

/** The storage of relayer and signers in one database. */
export interface BridgeStorage {
  readonly chainView: ChainViewRepository;
  readonly comparisons: ComparisonRepository;
  readonly orders: OrderRepository;
  readonly swaps: SwapRepository;
  /** What jobs over orders are made of, for an API that decides about their creation. */
  readonly bridge: BridgeContext;
  readonly submissions: SubmissionRepository;
  readonly deliveryFees: DeliveryFeeRepository;
  readonly oracleRecord: OracleRecordRepository;
  readonly signatures: SignatureLogRepository;
  readonly voidAllowances: VoidAllowanceRepository;
  readonly events: EventRepository;
  readonly leases: LeaseRepository;
  /**
   * The time by which everything stored is compared, Unix milliseconds: the database's own, whatever the clock of this
   * machine is set to.
   */
  readonly clock: Clock;
  /** How far the clock of this machine is ahead of the database's time, milliseconds; negative when it is behind. */
  ahead(): number;
  /** Writes something tiny; resolves once it is on disk. Throws StorageError where the database cannot be written. */
  probe(): Promise<void>;
  /** Commits what is queued, then closes the database; later calls fail. */
  close(): Promise<void>;
}

/** The bridge's repositories and their shared parts, over an engine with migrated tables. */
export async function createBridge(
  engine: Engine,
  clock: Clock,
  newId: () => string,
): Promise<{ readonly storage: BridgeStorage; readonly context: BridgeContext }> {
  const tables = bridgeTables(engine.dialect);
  const statements = bridgeStatements(tables, engine.dialect);
  const context = { ...createContext(engine, statements, clock, newId), tables, statements };
  const storage: BridgeStorage = {
    chainView: createChainViewRepository(context),
    comparisons: createComparisonRepository(context, engine.dialect),
    orders: createOrderRepository(context),
    swaps: createSwapRepository(context),
    bridge: context,
    submissions: createSubmissionRepository(context),
    deliveryFees: createDeliveryFeeRepository(context),
    oracleRecord: createOracleRecordRepository(context),
    signatures: createSignatureLogRepository(context),
    voidAllowances: createVoidAllowanceRepository(context),
    events: await createEventRepository(context, engine, statements),
    leases: createLeaseRepository(engine, tables, statements),
    clock,
    ahead: () => engine.ahead(),
    probe: () => engine.probe(),
    close: () => engine.close(),
  };
  return { storage, context };
}
