import { ACCOUNT_MUTANTS } from './lists/accounts.ts';
import { ADMINISTRATION_MUTANTS } from './lists/administration.ts';
import { API_MUTANTS } from './lists/api.ts';
import { ATTACK_MUTANTS } from './lists/attack.ts';
import { BROKEN_VIEW_MUTANTS } from './lists/broken-views.ts';
import { CLOCK_MUTANTS } from './lists/clock.ts';
import { EVM_MUTANTS } from './lists/evm.ts';
import { EXCHANGE_MUTANTS } from './lists/exchange.ts';
import { GAP_MUTANTS } from './lists/gaps.ts';
import { HISTORY_MUTANTS } from './lists/history.ts';
import { PLANNER_MUTANTS } from './lists/planner.ts';
import { PROTOCOL_MUTANTS } from './lists/protocol.ts';
import { RADIX_MUTANTS } from './lists/radix.ts';
import { RELAYER_MUTANTS } from './lists/relayer.ts';
import { SETTLER_MUTANTS } from './lists/settler.ts';
import { SETTLER_PROGRAM_MUTANTS } from './lists/settler-programs.ts';
import { SOLANA_MUTANTS } from './lists/solana.ts';
import { WATCH_MUTANTS } from './lists/watch.ts';
import { WRITE_MUTANTS } from './lists/writes.ts';
import type { Mutant } from './mutant.ts';

/** All lines that are broken on purpose. */
export const MUTANTS: readonly Mutant[] = [
  ...PROTOCOL_MUTANTS,
  ...ACCOUNT_MUTANTS,
  ...ADMINISTRATION_MUTANTS,
  ...RELAYER_MUTANTS,
  ...EXCHANGE_MUTANTS,
  ...GAP_MUTANTS,
  ...HISTORY_MUTANTS,
  ...BROKEN_VIEW_MUTANTS,
  ...WATCH_MUTANTS,
  ...PLANNER_MUTANTS,
  ...API_MUTANTS,
  ...ATTACK_MUTANTS,
  ...CLOCK_MUTANTS,
  ...WRITE_MUTANTS,
  ...EVM_MUTANTS,
  ...SETTLER_MUTANTS,
  ...SETTLER_PROGRAM_MUTANTS,
  ...SOLANA_MUTANTS,
  ...RADIX_MUTANTS,
];
