import type { SlotClock } from '../slot-clock.ts';
import type { Validator } from '../validator.ts';

/** What a method works with. */
export interface Node {
  readonly validator: Validator;
  readonly slots: SlotClock;
}

/** Answers a call with its positional parameters. Throws RpcError. */
export type Method = (node: Node, params: readonly unknown[]) => unknown;
export type Methods = Readonly<Record<string, Method>>;
