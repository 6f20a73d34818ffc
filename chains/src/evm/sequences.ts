import { ok, type Result, type SignedTransaction } from '@causeway/protocol';
import type { SendFailure } from '../failures.ts';
import { bound } from '../provider/compose.ts';
import type { Gap, KeyHandle, Sequences } from '../provider/provider.ts';
import type { EvmConnection } from './connection.ts';
import { currentFees } from './fees.ts';
import { broadcast, type CallRequest, countNonces, estimateGas, prepareReplacement, sign } from './sender.ts';

/** Refusals of an empty transaction that say that the nonce has a transaction already. */
const OCCUPIED: readonly string[] = ['UNDERPRICED', 'NONCE_TAKEN'];

/** The nonces of accounts on one EVM chain. */
export const sequencesOf = (connection: EvmConnection): Sequences => ({
  ...bound(connection, { hold, release, empty, closeGap }),
});

function hold({ nonces }: EvmConnection, submissions: readonly SignedTransaction[]): void {
  for (const { payer, sequence } of submissions) nonces.hold(payer, sequence);
}

function release({ nonces }: EvmConnection, submissions: readonly SignedTransaction[]): void {
  for (const { payer, sequence } of submissions) nonces.release(payer, sequence);
}

/** A transaction of an account to itself. */
const toItself = ({ address }: KeyHandle): CallRequest => ({ to: address, data: '0x', value: 0n });

function empty(
  connection: EvmConnection,
  submission: SignedTransaction,
  payer: KeyHandle,
): Promise<Result<SignedTransaction, SendFailure>> {
  return prepareReplacement(connection, payer, submission, toItself(payer));
}

async function closeGap(
  connection: EvmConnection,
  own: readonly SignedTransaction[],
  payer: KeyHandle,
  stored: () => Promise<ReadonlySet<number>>,
): Promise<Result<Gap, SendFailure>> {
  const mined = await countNonces(connection, payer.address, 'latest');
  if (!mined.ok) return mined;
  const mine = new Set(own.map(({ sequence }) => sequence));
  const range = { mined: mined.value, end: Math.max(...mine), own: mine };
  const ownBelow = [...mine].filter((nonce) => nonce >= range.mined && nonce < range.end).length;
  const waits = range.end - range.mined > ownBelow;
  if (!waits) return ok({ waits, closed: [] });
  return connection.nonces.exclusively<Gap>(payer.address, async () => {
    const missing = await connection.nonces.missing(payer.address, range, stored);
    const closed = await fill(connection, payer, missing);
    return closed.ok ? ok({ waits, closed: closed.value }) : closed;
  });
}

/** Sends an empty transaction of `payer` to itself with each of `nonces`. Returns those that a node took. */
async function fill(
  connection: EvmConnection,
  payer: KeyHandle,
  nonces: readonly number[],
): Promise<Result<readonly number[], SendFailure>> {
  if (nonces.length === 0) return ok([]);
  const request = toItself(payer);
  const [fees, gas] = await Promise.all([
    currentFees(connection.rpc, connection.feeCap),
    estimateGas(connection, payer.address, request),
  ]);
  if (!fees.ok) return fees;
  if (!gas.ok) return gas;
  const filled: number[] = [];
  for (const nonce of nonces) {
    const sent = await broadcast(connection, await sign(connection, payer, request, nonce, gas.value, fees.value));
    if (sent.ok) filled.push(nonce);
    else if (!OCCUPIED.includes(sent.error.code)) return sent;
  }
  return ok(filled);
}
