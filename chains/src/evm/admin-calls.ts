import type { Domain, Hex } from '@causeway/protocol';
import { ZeroAddress } from 'ethers';
import type { AdminAction, PauseScope, SideLimits } from '../provider/provider.ts';
import { bridgeAbi } from './abi.ts';
import { SIDE } from './reads.ts';

/** A call of the bridge by its admin or guardian. */
export interface AdminCall {
  /** Name of the contract's function. */
  readonly method: string;
  readonly args: readonly unknown[];
}

/** Calldata of `call`. */
export const encodeAdminCall = ({ method, args }: AdminCall): Hex => bridgeAbi.encodeFunctionData(method, args) as Hex;

export const limitsCall = (remote: Domain, { side, limits }: SideLimits): AdminCall => {
  const { minAmount, maxAmount, capacity, refillPerSecond } = limits;
  return { method: 'setLimits', args: [remote, SIDE[side], [minAmount, maxAmount, capacity, refillPerSecond]] };
};

export const feeCall = (remote: Domain, fee: bigint): AdminCall => ({ method: 'setFee', args: [remote, fee] });

export const oracleCall = (safe: string): AdminCall => ({ method: 'setOracle', args: [safe] });

const pauseCall = (verb: 'pause' | 'unpause', scope: PauseScope): AdminCall => {
  if ('remote' in scope) return { method: `${verb}Remote`, args: [scope.remote] };
  return { method: `${verb}${scope.direction === 'inbound' ? 'Inbound' : 'Outbound'}`, args: [] };
};

/** An action whose calls depend on nothing but the action itself. */
type PlainAction = Exclude<AdminAction, { readonly name: 'setOracle' | 'freezeTable' }>;

/** The calls of `action`, in order. */
export function adminCalls(action: PlainAction): readonly AdminCall[] {
  switch (action.name) {
    case 'pause':
    case 'unpause':
      return [pauseCall(action.name, action.scope)];
    case 'setLimits':
      return action.limits.map((limits) => limitsCall(action.remote, limits));
    case 'setFee':
      return [feeCall(action.remote, action.fee)];
    case 'collectFees':
      return [{ method: 'collectFees', args: [action.to] }];
    case 'replaceRoot': {
      const { interval, root, changed } = action;
      return [{ method: 'replaceRoot', args: [interval.source, interval.firstNonce, interval.count, root, changed] }];
    }
    case 'setGuardian':
      return [{ method: 'setGuardian', args: [action.guardian] }];
    case 'proposeAdmin':
      return [{ method: 'proposeAdmin', args: [action.admin ?? ZeroAddress] }];
    case 'acceptAdmin':
      return [{ method: 'acceptAdmin', args: [] }];
  }
}
