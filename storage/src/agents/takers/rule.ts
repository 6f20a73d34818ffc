import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { first, type TxScript } from '../../core/steps.ts';
import type { AgentContext } from '../context.ts';
import type { TakerRule } from './takers.ts';

type Tables = Pick<AgentContext['tables'], 'agentTrusts' | 'agents'>;

/** A column, a placeholder or a value. */
type Operand = SQLWrapper | string;

/** An agent in a condition. */
interface AgentOperand {
  readonly id: Operand;
  readonly ownerId: Operand;
}

/** The avatars on whose lists the agent or its owner is. */
const trusters = ({ agentTrusts: trusts }: Tables, { id, ownerId }: AgentOperand): SQL =>
  sql`select ${trusts.trusterId} from ${trusts} where ${trusts.trustedId} in (${id}, ${ownerId})`;

/**
 * The rule of who may take work, for every way in which an agent gets it: a condition within the transaction that gives
 * it. An agent that the submitter named needs no permission.
 */
export function mayTake(
  tables: Tables,
  agent: AgentOperand,
  { takers, principalId }: { readonly takers: Operand; readonly principalId: Operand },
): SQL {
  const isOwn = sql`${principalId} in (${agent.ownerId}, ${agent.id})`;
  const isListed = sql`(${takers} = 'listed' and ${principalId} in (${trusters(tables, agent)}))`;
  return sql`(${takers} = 'any' or ${isOwn} or ${isListed})`;
}

/** The avatars whose restricted work the agent may be allowed to take: a query that indexes answer. */
export function possiblePrincipals(tables: Tables, agent: AgentOperand): SQL {
  const { agents } = tables;
  const own = (column: SQLWrapper) => sql`select ${column} from ${agents} where ${agents.id} = ${agent.id}`;
  return sql`${own(agents.id)} union all ${own(agents.ownerId)} union all ${trusters(tables, agent)}`;
}

/** True when the agent may take work under the rule now, within the caller's job. */
export function* mayTakeNow({ tables }: AgentContext, agentId: string, rule: TakerRule): TxScript<boolean> {
  if (rule.takers === 'any') return true;
  const { agents } = tables;
  const found = yield* first((db) =>
    db
      .select({ id: agents.id })
      .from(agents)
      .where(and(eq(agents.id, agentId), isNull(agents.hiddenAtMs), mayTake(tables, agents, rule))),
  );
  return found !== undefined;
}
