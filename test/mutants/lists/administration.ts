import { type Mutant, mutantsOf } from '../mutant.ts';

/** What the commands for admin and guardian refuse, repeat and write. */
export const ADMINISTRATION_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('administration', {
    'scripts/lib/admin/roles.ts': {
      'a new admin has signed before': [
        'if (unwrap(await administration.hasActed(holder))) return holder;',
        'return holder;',
      ],
      'a new admin is not the guardian': ['if (holder === guardian)', 'if (false)'],
      'a new admin is no member of the oracle': [
        'if (!asHolders(desk, [address, ...members]).includes(holder)) return;',
        'return;',
      ],
      'nobody accepts who is not proposed': [
        'if (now.admin !== admin && now.proposedAdmin !== admin) {',
        'if (false) {',
      ],
    },
    'scripts/lib/admin/oracle.ts': {
      'a member has no other role': ['if (holder !== null && holders.includes(holder))', 'if (false)'],
      'more than half of the members sign': ['|| 2 * threshold <= members.length', ''],
      'the file follows the last bridge': ['moved.size === desks.length ?', 'moved.size > desks.length ?'],
    },
    'scripts/lib/admin/limits.ts': {
      'the other end lets the largest order through': ['if (maxAmount > there.capacity) {', 'if (false) {'],
      'the capacity is enough for the orders of the other end': ['if (capacity < there.maxAmount) {', 'if (false) {'],
      'the limits of a bridged token do not go into the file': ["flags.side === 'canonical' ? ", ''],
    },
    'scripts/lib/admin/task.ts': {
      'what is so already is not sent again': [
        'open: task.steps.filter(({ expected }) => !isSo(expected, before))',
        'open: task.steps',
      ],
      'the bridge accepts a step before anything is sent': ['if (accepted.ok) continue;', 'continue;'],
      'nothing is sent without an answer': [
        "if (!ask.isTerminal) throw usageError('give --yes: there is no terminal to ask at');",
        '',
      ],
    },
    'scripts/lib/admin/repair.ts': {
      'only nonces that were acted on are changed': ['return isActedOn && id !== undefined', 'return id !== undefined'],
      'what was done with the source’s own message stays': ['view.outcomeOf(id) !== status', 'true'],
      'only the last interval is dropped': ['!== nextInboundNonce) {', '!== nextInboundNonce && false) {'],
      'a right root is not dropped': ['if (trueRootOf(interval, view) === interval.root) {', 'if (false) {'],
      'what the source sent and was paid is not dropped': ['if (!outcome) continue;', 'continue;'],
    },
    'scripts/lib/admin/recorded-lane.ts': {
      'only final messages count': ['at.block.number <= blocks.source.number', 'true'],
      'a view that stands still is not believed': ['if (read && read.number >= number) break;', 'if (read) break;'],
    },
    'chains/src/evm/administration.ts': {
      'a call is tried before it is sent': ['if (!ran.ok) return ran;', ''],
      'only the admin makes the Safe of a new oracle': [
        'roles.value.admin.toLowerCase() === from.toLowerCase()',
        'true',
      ],
      'members are distinct': ['if (distinct.size < members.length)', 'if (false)'],
      'a Safe that never executed anything has not acted': ['ok(BigInt(executed.value[0]) > 0n)', 'ok(true)'],
      'the bridge itself is no holder': ['if (parsed.value === identity.address32)', 'if (false)'],
    },
    'chains/src/evm/safe-batch.ts': {
      'the checksum knows no name': ['meta: { ...meta, name: null }', 'meta'],
      'every value has a comma': ['canonical(entries[key])},`', 'canonical(entries[key])}`'],
    },
    'chains/src/evm/deploy/actions.ts': {
      'a deployment keeps a bridge of its own admin alone': ['...(isCurrent && { admin })', ''],
    },
  }),
];
