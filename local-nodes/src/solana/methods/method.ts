import type { SlotClock } from '../slot-clock.ts';
import type { Validator } from '../validator.ts';

/** The objects that a method works with. */
export interface Node {
  readonly validator: Validator;
  readonly slots: SlotClock;
}

/** Answers a call with positional parameters. Throws RpcError. */
export type Method = (node: Node, params: readonly unknown[]) => unknown;
export type Methods = Readonly<Record<string, Method>>;
