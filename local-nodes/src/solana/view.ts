import type { AccountState } from './accounts.ts';
import type { Block, Commitment } from './ledger.ts';
import { minContextSlotNotReached } from './rpc-error.ts';
import type { Validator } from './validator.ts';

/** The node's reported version. */
export const API_VERSION = '3.1.8';

export interface ContextConfig {
  readonly commitment: Commitment;
  readonly minContextSlot?: number | null | undefined;
}

/** The chain at one commitment. */
export class View {
  readonly validator: Validator;
  readonly block: Block;

  /** Throws the RPC's error when the chain has not reached the caller's minimum slot. */
  constructor(validator: Validator, { commitment, minContextSlot }: ContextConfig) {
    this.validator = validator;
    this.block = validator.ledger.at(commitment);
    if (minContextSlot != null && this.block.slot < minContextSlot) throw minContextSlotNotReached(this.block.slot);
  }

  get slot(): number {
    return this.block.slot;
  }

  read = (address: string): AccountState | null => this.validator.bank.accounts.read(address, this.slot);

  ownedBy(owner: string): Iterable<readonly [string, AccountState]> {
    return this.validator.bank.accounts.ownedBy(owner, this.slot);
  }

  /** `value` with its slot. */
  answer<T>(value: T) {
    return withContext(this.slot, value);
  }
}

/** `value` with its slot. */
export function withContext<T>(slot: number, value: T) {
  return { context: { apiVersion: API_VERSION, slot }, value };
}
