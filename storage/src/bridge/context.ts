import type { Context } from '../core/context.ts';
import type { Dialect } from '../core/dialect.ts';
import { eventStatements } from '../core/events.ts';
import { leaseStatements } from '../core/leases.ts';
import { chainStatements } from './chain-statements.ts';
import { comparisonStatements } from './comparison-statements.ts';
import { orderStatements } from './order-statements.ts';
import type { BridgeTables } from './schema.ts';
import { submissionStatements } from './submission-statements.ts';

/** The bridge's queries that run for every message, order and event. */
export const bridgeStatements = (tables: BridgeTables, dialect: Dialect) => ({
  ...eventStatements(tables, dialect),
  ...leaseStatements(tables),
  ...chainStatements(tables, dialect),
  ...comparisonStatements(tables, dialect),
  ...orderStatements(tables, dialect),
  ...submissionStatements(tables),
});

/** The parts that the bridge's repositories work with. */
export interface BridgeContext extends Context {
  readonly tables: BridgeTables;
  readonly statements: ReturnType<typeof bridgeStatements>;
}
