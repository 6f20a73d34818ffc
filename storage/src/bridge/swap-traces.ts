import type { Domain, Hex } from '@causeway/protocol';
import { type SQL, sql } from 'drizzle-orm';
import type { BridgeTables } from './schema.ts';

/** How much of a list is read: below an id, the newest first. */
export interface Most {
  readonly after: string | null;
  readonly limit: number;
}

type Swaps = Pick<BridgeTables, 'swaps'>;

/** The newest ids of the orders of swaps with `where`, so that somebody with many swaps costs no more than others. */
const newest = ({ swaps }: Swaps, where: SQL, { after, limit }: Most): SQL => {
  const beyond = after === null ? sql`` : sql` and ${swaps.orderId} < ${after}`;
  return sql`(select ${swaps.orderId} from ${swaps} where ${where}${beyond} order by ${swaps.orderId} desc limit ${limit})`;
};

/** The ids of the newest orders of mode swap that pay this address: the recipient of the order itself is a vault. */
export const newestSwapsPaying = (tables: Swaps, domain: Domain, address: Hex, most: Most): SQL =>
  newest(tables, sql`${tables.swaps.recipient} = ${address} and ${tables.swaps.domain} = ${domain}`, most);

/** The ids of the newest orders of mode swap that this transaction filled, and that it gave back. */
export const swapsWithTransaction = (tables: Swaps, transaction: string, most: Most): readonly SQL[] =>
  [tables.swaps.fillTransaction, tables.swaps.returnTransaction].map((column) =>
    newest(tables, sql`${column} = ${transaction}`, most),
  );
