import type { Hex, Result } from '@causeway/protocol';
import type { ReadFailure } from '../failures.ts';
import { map } from '../provider/result.ts';
import type { EvmConnection } from './connection.ts';
import { bytesAnswer } from './wire.ts';

/** The code at `address` on the newest state; 0x where there is none. */
export const readCode = ({ rpc }: EvmConnection, address: string): Promise<Result<Hex, ReadFailure>> =>
  rpc.onState(undefined, async (endpoint, block) =>
    bytesAnswer.parse(await endpoint.send('eth_getCode', [address, block])),
  );

/** True when there is code at `address`. */
export const hasCode = async (connection: EvmConnection, address: string): Promise<Result<boolean, ReadFailure>> =>
  map(await readCode(connection, address), (code) => code !== '0x');
