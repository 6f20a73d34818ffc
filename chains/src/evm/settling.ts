import {
  decodeTerms,
  evmVaultOf,
  FALLBACK,
  type Hex,
  ok,
  type Result,
  type SignedTransaction,
  type Terms,
  ZERO_32,
} from '@causeway/protocol';
import { getAddress, ZeroAddress } from 'ethers';
import type { ReadFailure, SendFailure } from '../failures.ts';
import type { KeyHandle, Settling, SwapCall, SwapStage, SwapState } from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import { settlerAbi } from './abi.ts';
import { parseEvmAddress } from './address.ts';
import { approvalsFor } from './approvals.ts';
import type { EvmContext } from './context.ts';
import { unwrapCall } from './errors.ts';
import { readFee, readHolding } from './reads.ts';
import { scanSwaps } from './scanner.ts';
import { type CallRequest, prepareAll } from './sender.ts';
import { view } from './views.ts';

/**
 * Gas limit of a fill that depends on an approval: several times its need, as contracts/evm/settler-gas-snapshot.json
 * has it, for slow tokens.
 */
const UNAPPROVED_FILL_GAS = 400_000n;

/** The contract's enum State. */
const STAGES: readonly SwapStage[] = ['none', 'filled', 'settled', 'returned'];

/** The settler of the context's bridge, if the deployment file names one. */
export function settling(context: EvmContext): Settling | undefined {
  const { settler } = context.bridge;
  if (settler === undefined) return undefined;
  const { rpc, config } = context.connection;
  const vaultOf = (id: Hex) => evmVaultOf(settler.address32, id);
  return {
    address: settler.address32,
    seesDeliveries: true,
    vaultOf,
    assetOf: (address) => (address === null ? ok(ZERO_32) : parseEvmAddress(address)),
    swap: (id) => readSwap(context, settler.address, id),
    held: (id, asset) => readHolding(context, addressIn(vaultOf(id)), tokenIn(asset)),
    scan: (from, to) => scanSwaps(rpc, settler.address.toLowerCase() as Hex, from, to, config.logRange),
    prepareSwap: (key, call) => prepareSwap(context, settler.address, key, call),
  };
}

/** The address in a word. The contract ignores the pad of words that only ways out take. */
const addressIn = (word: Hex): string => getAddress(`0x${word.slice(-40)}`);

/** The token of a word of terms; null is the native coin. */
const tokenIn = (asset: Hex): string | null => (asset === ZERO_32 ? null : addressIn(asset));

async function readSwap(context: EvmContext, settler: string, id: Hex): Promise<Result<SwapState, ReadFailure>> {
  const found = await view(context, { abi: settlerAbi, to: settler, name: 'swapOf', args: [id] });
  return map(found, ([state, solver]) => ({
    stage: STAGES[Number(state)] as SwapStage,
    filler: solver === ZeroAddress ? null : String(solver),
  }));
}

async function prepareSwap(
  context: EvmContext,
  settler: string,
  key: KeyHandle,
  call: SwapCall,
): Promise<Result<readonly SignedTransaction[], SendFailure>> {
  const terms = decodeTerms(call.terms);
  if (!terms.ok) return terms;
  const requests = await requestsOf(context, settler, key.address, call, terms.value);
  return requests.ok ? prepareAll(context.connection, key, requests.value) : requests;
}

async function requestsOf(
  context: EvmContext,
  settler: string,
  from: string,
  call: SwapCall,
  terms: Terms,
): Promise<Result<readonly CallRequest[], SendFailure>> {
  const request = (value: bigint, ...args: readonly unknown[]): CallRequest => ({
    to: settler,
    data: settlerAbi.encodeFunctionData(call.function, [call.terms, ...args]),
    value,
  });
  switch (call.function) {
    case 'fill':
    case 'fillAndSettle': {
      const token = tokenIn(terms.assetOut);
      // The settler gives back what is more than it pays.
      if (token === null) return ok([request(call.maxOut, call.maxOut)]);
      const approvals = await approvalsFor(context, { token, from, spender: settler, amount: call.maxOut, own: false });
      if (!approvals.ok) return approvals;
      const fill = request(0n, call.maxOut);
      if (approvals.value.length === 0) return ok([fill]);
      return ok([...approvals.value, { ...fill, gasLimit: UNAPPROVED_FILL_GAS }]);
    }
    case 'settle':
      return ok([request(0n)]);
    case 'settleLess':
      return ok([request(0n, call.least)]);
    case 'giveBack':
      return terms.fallback === FALLBACK.home ? returnHome(context, from, terms, request) : ok([request(0n)]);
    case 'withdraw': {
      const to = call.to ?? from;
      const parsed = parseEvmAddress(to);
      return parsed.ok ? ok([request(0n, tokenIn(call.asset) ?? ZeroAddress, to)]) : parsed;
    }
    case 'sweep':
      return ok([request(0n, tokenIn(call.asset) ?? ZeroAddress)]);
  }
}

/**
 * A return home, which pays the delivery fee. Where the lane cannot carry it, the settler returns the token and takes
 * no fee.
 */
async function returnHome(
  context: EvmContext,
  from: string,
  { home }: Terms,
  request: (value: bigint) => CallRequest,
): Promise<Result<readonly CallRequest[], SendFailure>> {
  const fee = await readFee(context, home);
  if (!fee.ok) return fee;
  if (fee.value === 0n) return ok([request(0n)]);
  const paid = request(fee.value);
  const tried = unwrapCall(await context.connection.rpc.call({ ...paid, from }));
  if (!tried.ok && tried.error.code === 'WrongValue') return ok([request(0n)]);
  return tried.ok ? ok([paid]) : tried;
}
