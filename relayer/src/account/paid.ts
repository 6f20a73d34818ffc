import { executionOf, type Message } from '@causeway/protocol';
import type { PaidFields } from '@causeway/storage';

/** The fields of an execution's event, and what its message says of each. */
const FIELDS = {
  operation: executionOf,
  recipient: ({ recipient }) => recipient,
  wireAmount: ({ wireAmount }) => wireAmount,
  reference: ({ reference }) => reference,
} as const satisfies { readonly [Name in keyof PaidFields]: (message: Message) => PaidFields[Name] };

/**
 * How an execution of `message` differs from it, in words; undefined when it does not. Source, destination, bridges,
 * nonce and kind need no comparison, because the executed message's id is their hash. `credited` names no field: both
 * forms pay.
 */
export function paidOtherwise(paid: PaidFields, message: Message): string | undefined {
  const names = Object.keys(FIELDS) as (keyof PaidFields)[];
  const different = names.filter((name) => paid[name] !== FIELDS[name](message));
  if (different.length === 0) return undefined;
  return different.map((name) => `${name} ${paid[name]} instead of ${FIELDS[name](message)}`).join(', ');
}

/** Wire units of `execution` for which no message of the source accounts. */
export function unexplained(paid: PaidFields | undefined, message: Message | undefined): bigint {
  const spent = paid?.wireAmount ?? 0n;
  const covered = message?.wireAmount ?? 0n;
  return spent > covered ? spent - covered : 0n;
}
