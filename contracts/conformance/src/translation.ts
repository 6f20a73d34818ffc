// The suites' callers and oracles in terms of a kind's own accounts.
import type { Hex } from '@causeway/protocol';
import type { Caller } from './bridge-under-test.ts';
import type { Oracle } from './setting.ts';

/** More than the members of any oracle in the suites. */
const MEMBERS = 20;

/** The translation of a kind whose oracle signs with accounts. */
export function translationOf<Account>(memberOf: (index: number) => Account, addressOf: (word: Hex) => Account) {
  const numberOf = new Map(Array.from({ length: MEMBERS }, (_, index) => [memberOf(index), index]));
  return {
    /** The oracle in the fields of an event or of the configuration. */
    oracleOf: (fields: object): Oracle => {
      const { members, threshold } = fields as { readonly members: readonly Account[]; readonly threshold: number };
      return { members: members.map((member) => numberOf.get(member) ?? -1), threshold };
    },
    /** The accounts that sign a caller's call. */
    signersOf: (by: Caller): Account[] =>
      typeof by === 'string' ? [addressOf(by)] : by.members.slice(0, by.threshold).map(memberOf),
    /** The options of a lock or burn "with reference"; none of another. */
    referred: (args: object): { reference?: Hex; refundAddress?: Account } => {
      if (!('refundAddress' in args)) return {};
      const { reference, refundAddress } = args as { readonly reference: Hex; readonly refundAddress: Hex };
      return { reference, refundAddress: addressOf(refundAddress) };
    },
  };
}
