import { type BlockRef, fail, type Hex, ok, padLeft, type Result, type SwapEvent } from '@causeway/protocol';
import type { ScanFailure } from '../failures.ts';
import type { Told } from '../provider/told.ts';
import { settlerAbi } from './abi.ts';
import type { RpcLog } from './wire.ts';

type Values = Readonly<Record<string, unknown>>;

const word = (value: unknown): Hex => padLeft(String(value));
const idOf = ({ id }: Values): Hex => String(id).toLowerCase() as Hex;
const amountIn = (value: unknown): bigint => BigInt(value as bigint);

/** The events of a settler by their names. */
const READERS: Readonly<Record<string, (values: Values) => Told<SwapEvent>>> = {
  Filled: (values) => ({ type: 'filled', id: idOf(values), solver: word(values.solver), out: amountIn(values.out) }),
  Settled: (values) => ({ type: 'settled', id: idOf(values), to: word(values.to), amount: amountIn(values.amount) }),
  Returned: (values) => ({
    type: 'returned',
    id: idOf(values),
    amount: amountIn(values.amount),
    home: Number(values.home),
  }),
  Swept: (values) => ({
    type: 'swept',
    id: idOf(values),
    asset: word(values.asset),
    to: word(values.to),
    amount: amountIn(values.amount),
  }),
};

const TOPICS = new Set(Object.keys(READERS).map((name) => settlerAbi.getEvent(name)?.topicHash));

/** True when `log` may be an event of a settler. */
export const isSwapLog = ({ topics }: Pick<RpcLog, 'topics'>): boolean => TOPICS.has(topics[0]);

/** The settler's events among its `logs`, in their order. Fails with INVALID_EVENT when one cannot be decoded. */
export function decodeSwapEvents(
  logs: readonly RpcLog[],
  blockOf: (log: RpcLog) => BlockRef,
): Result<readonly SwapEvent[], ScanFailure> {
  const events: SwapEvent[] = [];
  for (const log of logs) {
    const at = { block: blockOf(log), transaction: log.transactionHash, index: log.logIndex };
    try {
      const event = settlerAbi.parseLog(log);
      const read = event && READERS[event.name];
      if (event && read) events.push({ ...read(event.args), at });
    } catch {
      return fail('INVALID_EVENT', `log ${log.logIndex} of ${log.transactionHash} cannot be decoded`);
    }
  }
  return ok(events);
}
