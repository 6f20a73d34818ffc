import { type BlockRef, fail, type Hex, ok, type Result } from '@causeway/protocol';
import type { ScanFailure } from '../failures.ts';
import { requireContiguous } from '../provider/contiguous.ts';
import type { Head, Scan, SwapScan } from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import type { Endpoint } from '../rpc/quorum.ts';
import { type Administered, changeIn, isChange } from './changes.ts';
import { endpointMessage } from './endpoint.ts';
import { type BridgeIdentity, decodeEvents, isRead } from './events.ts';
import { type EvmRpc, type QueriedLogs, readBlock, toQuantity } from './rpc.ts';
import { decodeSwapEvents, isSwapLog } from './swap-events.ts';
import { logsAnswer, type RpcBlock, type RpcLog } from './wire.ts';

/** The words of endpoints that refuse a log query as too wide. They use no common error code. */
const TOO_WIDE = /too many|too large|too wide|more than|limit|exceed|range|response size|timeout|no answer in time/i;

/** Blocks confirmed in parallel while catching up. */
const CONCURRENT_BLOCKS = 32;

/** Converts an RPC block to Causeway's reference of a block. */
export const toBlockRef = (block: RpcBlock): BlockRef => ({
  number: block.number,
  hash: block.hash,
  timeMs: block.timestamp * 1000,
});

/** Converts the newest block. */
export const toHead = (block: RpcBlock): Head => ({ ...toBlockRef(block), parentHash: block.parentHash });

/** Logs of some contracts in order, the confirmed block of each, and the last block of the scan. */
interface ScannedLogs {
  readonly logs: readonly RpcLog[];
  readonly changes: readonly RpcLog[];
  readonly blockOf: (log: RpcLog) => BlockRef;
  readonly to: BlockRef;
}

/**
 * Events of `bridge`, and changes of it and of its oracle's Safe, in blocks `from` … `to`. The quorum confirms `to`
 * before the logs are read, unless it did already, and an endpoint's logs count only while it has that same block. A
 * reorganisation in between therefore gives `to` another hash at the next scan, and a lagging endpoint cannot report an
 * empty range. The quorum confirms every block with events. Contracts that are scanned in the same blocks up to a
 * confirmed one in the same turn of the event loop share one query.
 */
export async function scanEvents(
  rpc: EvmRpc,
  bridge: BridgeIdentity & Pick<Administered, 'safe'>,
  from: number,
  to: number | BlockRef,
  range: number,
): Promise<Result<Scan, ScanFailure>> {
  const scanned = await scanLogs(rpc, [bridge.address, bridge.safe], from, to, range);
  if (!scanned.ok) return scanned;
  const { logs, blockOf } = scanned.value;
  const events = decodeEvents(logs, blockOf, bridge);
  if (!events.ok) return events;
  const complete = requireContiguous(events.value);
  if (!complete.ok) return complete;
  const administered = { bridge: bridge.address, safe: bridge.safe };
  const changes = scanned.value.changes.flatMap((log) => changeIn(log, administered) ?? []);
  return ok({ events: events.value, to: scanned.value.to, ...(changes.length > 0 && { changes }) });
}

/** Events of the settler at `address`, lower case, read like a bridge's. */
export async function scanSwaps(
  rpc: EvmRpc,
  address: Hex,
  from: number,
  to: number | BlockRef,
  range: number,
): Promise<Result<SwapScan, ScanFailure>> {
  const scanned = await scanLogs(rpc, [address], from, to, range);
  if (!scanned.ok) return scanned;
  return map(decodeSwapEvents(scanned.value.logs, scanned.value.blockOf), (events) => ({
    events,
    to: scanned.value.to,
  }));
}

async function scanLogs(
  rpc: EvmRpc,
  contracts: readonly Hex[],
  from: number,
  to: number | BlockRef,
  range: number,
): Promise<Result<ScannedLogs, ScanFailure>> {
  const last = typeof to === 'number' ? await blockAt(rpc, to) : ok(to);
  if (!last.ok) return last;
  if (typeof to !== 'number') for (const contract of contracts) rpc.contracts.add(contract);
  const addresses = typeof to === 'number' ? contracts : [...rpc.contracts].sort();
  const [logs, changes]: readonly [RpcLog[], RpcLog[]] = [[], []];
  const isOwn = ({ address }: RpcLog) => contracts.includes(address);
  let width = range;
  for (let start = from; start <= last.value.number; ) {
    const end = Math.min(last.value.number, start + width - 1);
    const chunk = await readLogs(rpc, addresses, start, end, last.value);
    if (chunk.ok) {
      logs.push(...chunk.value.events.filter(isOwn));
      changes.push(...chunk.value.changes.filter(isOwn));
      start = end + 1;
    } else if (chunk.error.code === 'LOG_RANGE_TOO_WIDE' && end > start) {
      width = Math.max(1, Math.floor((end - start + 1) / 2));
    } else return chunk;
  }
  return map(await confirmBlocks(rpc, logs), (blocks) => ({
    logs,
    changes: changes.sort(byPosition),
    blockOf: (log) => blocks.get(log.blockNumber) as BlockRef,
    to: last.value,
  }));
}

async function blockAt(rpc: EvmRpc, number: number): Promise<Result<BlockRef, ScanFailure>> {
  const block = await rpc.block(number);
  if (!block.ok) return block;
  return block.value ? ok(toBlockRef(block.value)) : fail('BLOCK_NOT_FOUND', `block ${number} is not there yet`, true);
}

const readLogs = (
  rpc: EvmRpc,
  addresses: readonly Hex[],
  from: number,
  to: number,
  last: BlockRef,
): Promise<Result<QueriedLogs, ScanFailure>> =>
  rpc.logs.read([from, to, last.number, last.hash, ...addresses].join(' '), () =>
    queryLogs(rpc, addresses, from, to, last),
  );

async function queryLogs(
  rpc: EvmRpc,
  addresses: readonly Hex[],
  from: number,
  to: number,
  last: BlockRef,
): Promise<Result<QueriedLogs, ScanFailure>> {
  let tooWide = false;
  const changes = new Map<string, RpcLog>();
  const logs = await rpc.agree(async (endpoint) => {
    await rpc.shown.require(endpoint, last, readBlock);
    try {
      const all = await endpointLogs(endpoint, addresses, from, to);
      for (const log of all.filter(isChange)) changes.set(`${log.transactionHash} ${log.logIndex}`, log);
      return all.filter((log) => isRead(log) || isSwapLog(log));
    } catch (error) {
      tooWide ||= TOO_WIDE.test(endpointMessage(error));
      throw error;
    }
  });
  if (!logs.ok && tooWide) return fail('LOG_RANGE_TOO_WIDE', logs.error.message, true);
  return map(logs, (events) => ({ events, changes: [...changes.values()] }));
}

async function endpointLogs(
  endpoint: Endpoint,
  addresses: readonly Hex[],
  from: number,
  to: number,
): Promise<readonly RpcLog[]> {
  const query = { address: addresses, fromBlock: toQuantity(from), toBlock: toQuantity(to) };
  const logs = logsAnswer.parse(await endpoint.send('eth_getLogs', [query]));
  return logs
    .filter((log) => addresses.includes(log.address) && !log.removed)
    .map(({ removed: _, ...log }) => log)
    .sort(byPosition);
}

const byPosition = (a: RpcLog, b: RpcLog): number => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex;

/** The blocks of `logs`, confirmed by the quorum; each must have the hash that its logs name. */
async function confirmBlocks(
  rpc: EvmRpc,
  logs: readonly RpcLog[],
): Promise<Result<ReadonlyMap<number, BlockRef>, ScanFailure>> {
  const hashes = new Map(logs.map((log) => [log.blockNumber, log.blockHash]));
  const numbers = [...hashes.keys()];
  const confirmed = new Map<number, BlockRef>();
  for (let at = 0; at < numbers.length; at += CONCURRENT_BLOCKS) {
    const blocks = await Promise.all(numbers.slice(at, at + CONCURRENT_BLOCKS).map((number) => rpc.block(number)));
    for (const block of blocks) {
      if (!block.ok) return block;
      if (block.value !== null) confirmed.set(block.value.number, toBlockRef(block.value));
    }
  }
  const moved = logs.find((log) => confirmed.get(log.blockNumber)?.hash !== log.blockHash);
  return moved
    ? fail('REORG_DURING_SCAN', `block ${moved.blockNumber} changed while it was read`, true)
    : ok(confirmed);
}
