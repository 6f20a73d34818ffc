import type { Result } from '@causeway/protocol';
import type { ReadFailure } from '../failures.ts';
import type { SeenPacked } from '../provider/group-calls.ts';
import { map } from '../provider/result.ts';
import type { RadixContext } from './context.ts';
import { METHOD_MISSING } from './errors.ts';
import { bytes, callMethod, list } from './manifest.ts';

/** The bridge's method for packed orders. */
export const EXECUTE_MANY = 'execute_many';

/**
 * Whether the bridge has execute_many: a trial run of a call with no bytes, which it refuses with MalformedProof. A
 * bridge that was deployed before has no such method. Any other refusal tells neither.
 */
export const takesPackedOrders = async ({
  connection,
  identity,
}: Pick<RadixContext, 'connection' | 'identity'>): Promise<Result<SeenPacked, ReadFailure>> => {
  const empty = callMethod(identity.component, EXECUTE_MANY, bytes('0x'), list('Address', []));
  return map(await connection.rpc.refusalOf(empty), (refusal): SeenPacked => {
    if (refusal?.code === 'MalformedProof') return true;
    return refusal?.code === METHOD_MISSING ? false : 'unclear';
  });
};
