import { type Hex, ok, type Result } from '@causeway/protocol';
import type { CallFailure } from '../failures.ts';
import { firstFailing } from '../provider/first-failing.ts';
import { safeAbi } from './abi.ts';
import { decodeRevert, decodeSimulation } from './errors.ts';
import { encodeMultiSend, type SafeDeployment } from './oracle-payload.ts';
import type { EvmRpc } from './rpc.ts';

/**
 * Runs `calldata` as the Safe would: all or nothing, on the newest state, without signatures. The Safe delegates to
 * MultiSendCallOnly and reverts with the outcome, on which a quorum must agree. The revert data is that of the failing
 * call; simulating prefixes finds which call failed.
 */
export async function simulateCalls(
  rpc: EvmRpc,
  deployment: SafeDeployment,
  bridge: string,
  calldata: readonly Hex[],
): Promise<Result<void, CallFailure>> {
  const run = async (count: number): Promise<Result<Hex | null, CallFailure>> => {
    const multiSend = encodeMultiSend(bridge, calldata.slice(0, count));
    const data = safeAbi.encodeFunctionData('simulateAndRevert', [deployment.multiSendCallOnly, multiSend]);
    const outcome = await rpc.call({ to: deployment.safe, data });
    if (!outcome.ok) return outcome;
    const report = decodeSimulation(outcome.value.data);
    if (!report.ok) return report;
    return ok(report.value.success ? null : report.value.returned);
  };
  const failing = await firstFailing(calldata.length, run);
  if (!failing.ok || failing.value === null) return failing.ok ? ok(undefined) : failing;
  return { ok: false, error: { ...decodeRevert(failing.value.reason), callIndex: failing.value.callIndex } };
}
