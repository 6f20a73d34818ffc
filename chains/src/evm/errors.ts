import {
  type ExecutionCode,
  type ExecutionFailure,
  fail,
  type Hex,
  type Result,
  SAFE_CONTRACT_ERRORS,
  TOKEN_CONTRACT_ERRORS,
  type TokenContractError,
} from '@causeway/protocol';
import { AbiCoder, dataSlice } from 'ethers';
import type { ReadFailure } from '../failures.ts';
import { isOwnError, isTemporary, refusalSentence } from '../provider/refusals.ts';
import { bridgeAbi, settlerAbi, tokenAbi } from './abi.ts';
import type { CallOutcome } from './rpc.ts';

/**
 * Sentences for the refusals of tokens. The refusals of bridges and settlers are the same on every kind of
 * chain; see refusals.ts.
 */
const SENTENCES: Readonly<Partial<Record<TokenContractError, string>>> = {
  ERC20InsufficientBalance: 'the account holds less than the amount',
  ERC20InsufficientAllowance: 'the bridge is not allowed to take the amount',
};

/** Decodes the revert data of a call. The code is the custom error's name, or a Safe's GS code. */
export function decodeRevert(data: string): ExecutionFailure {
  if (data === '0x') return failure('EXECUTION_REVERTED', 'the execution reverted without a reason');
  try {
    // ethers finds Error(string) and Panic(uint256) in every interface.
    const error = bridgeAbi.parseError(data) ?? tokenAbi.parseError(data) ?? settlerAbi.parseError(data);
    if (error?.name === 'Error') return decodeReason(String(error.args[0]));
    if (error?.name === 'Panic') return failure('EXECUTION_PANIC', `the contract panicked with code ${error.args[0]}`);
    if (error && isOwnError(error.name)) return failure(error.name, refusalSentence(error.name));
    const refused = TOKEN_CONTRACT_ERRORS.find((name) => name === error?.name);
    if (refused) return failure(refused, SENTENCES[refused] ?? `the contract refused: ${refused}`);
  } catch {
    // A known selector with malformed arguments: treated like an unknown selector.
  }
  return failure('EXECUTION_REVERTED', `the contract refused with ${data.slice(0, 10)}`);
}

function decodeReason(reason: string): ExecutionFailure {
  const refused = SAFE_CONTRACT_ERRORS.find((name) => name === reason);
  if (refused) return failure(refused, `the Safe refused: ${refused}`);
  return failure('EXECUTION_REVERTED', `the contract refused: ${reason.slice(0, 200)}`);
}

/** Return data of a successful call, or the decoded failure. */
export function unwrapCall(outcome: Result<CallOutcome, ReadFailure>): Result<Hex, ReadFailure> {
  if (!outcome.ok) return outcome;
  if (outcome.value.reverted) return { ok: false, error: decodeRevert(outcome.value.data) };
  return { ok: true, value: outcome.value.data };
}

/** (success, returned bytes) as Safe's simulateAndRevert reports them in its revert data. */
export function decodeSimulation(
  data: Hex,
): Result<{ readonly success: boolean; readonly returned: Hex }, ReadFailure> {
  if (data.length < 2 + 2 * 64) return fail('SIMULATION_FAILED', 'the Safe did not report a simulation', true);
  const [success, length] = AbiCoder.defaultAbiCoder().decode(['bool', 'uint256'], dataSlice(data, 0, 64));
  return { ok: true, value: { success, returned: dataSlice(data, 64, 64 + Number(length)) as Hex } };
}

const failure = (code: ExecutionCode, message: string): ExecutionFailure => ({
  code,
  message,
  // A repeated attempt estimates its gas, and reads the delivery fee, anew.
  retryable: code === 'InsufficientGas' || code === 'WrongValue' || isTemporary(code),
});
