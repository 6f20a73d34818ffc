import { type Hex, isHex } from '@causeway/protocol';
import { z } from 'zod';

/** Schemas of the parts of JSON-RPC answers that are read. Any other answer counts as the endpoint's failure. */
const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform((value) => BigInt(value));
const small = quantity.transform((value, context) => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) context.addIssue('too large');
  return number;
});
const bytes = z.custom<Hex>((value) => isHex(value)).transform((value) => value.toLowerCase() as Hex);
const hash = z.custom<Hex>((value) => isHex(value, 32)).transform((value) => value.toLowerCase() as Hex);
const address = z.custom<Hex>((value) => isHex(value, 20)).transform((value) => value.toLowerCase() as Hex);

/** eth_getBlockByNumber, without transactions. */
export const blockAnswer = z
  .object({ number: small, hash, parentHash: hash, timestamp: small, baseFeePerGas: quantity.optional() })
  .nullable();
export type RpcBlock = NonNullable<z.infer<typeof blockAnswer>>;

/** The gas that a block of eth_getBlockByNumber holds. */
export const gasLimitAnswer = z.object({ gasLimit: small }).transform(({ gasLimit }) => gasLimit);

const log = z.object({
  address,
  topics: z.array(hash),
  data: bytes,
  blockNumber: small,
  blockHash: hash,
  transactionHash: hash,
  logIndex: small,
  removed: z.boolean().optional(),
});
export type RpcLog = z.infer<typeof log>;

/** eth_getLogs. */
export const logsAnswer = z.array(log);

/** eth_getTransactionReceipt. */
export const receiptAnswer = z
  .object({
    blockHash: hash,
    blockNumber: small,
    transactionHash: hash,
    status: small,
    gasUsed: quantity,
    effectiveGasPrice: quantity,
    /** Rollups of the OP stack: the fee for the data on layer 1, which gasUsed does not contain. */
    l1Fee: quantity.nullish(),
    logs: logsAnswer,
  })
  .nullable();
export type RpcReceipt = NonNullable<z.infer<typeof receiptAnswer>>;

/** eth_blockNumber, eth_getTransactionCount, eth_chainId. */
export const numberAnswer = small;
/** eth_getBalance, eth_estimateGas, eth_maxPriorityFeePerGas. */
export const quantityAnswer = quantity;
/** eth_getStorageAt. */
export const wordAnswer = hash;
/** eth_call, eth_getCode. */
export const bytesAnswer = bytes;
