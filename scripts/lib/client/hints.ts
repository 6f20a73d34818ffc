import type { CausewayError } from '@causeway/client';

/** What people can do about an error, by its code. Each area adds the codes whose message alone does not say it. */
const HINTS: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'sign in: causeway login',
  NOT_SIGNED_IN: 'sign in: causeway login; or register: causeway register',
  REAUTHENTICATION_REQUIRED: 'repeat it at a terminal, or with --password-env',
  ACCOUNT_FROZEN: 'causeway thaw ends a freeze of yours',
  UNREACHABLE: 'causeway profile list shows the services; --profile chooses another one',
  INSECURE_URL: 'give an https URL; on a network where nobody else listens, repeat it with --insecure-http',
  VERSION_MISMATCH: 'somebody else has changed it; look at it again and repeat the command',
  INSUFFICIENT_BALANCE:
    'causeway wallet balance shows what your wallets hold; on local chains, causeway faucet ADDRESS funds one',
  USERNAME_TAKEN: 'take another name, or sign in: causeway login NAME',
  ORDER_NOT_FOUND: 'causeway order list shows your orders',
  WALLET_NOT_FOUND: 'causeway wallet list shows your wallets',
  WALLET_HAS_BALANCE: 'repeat it with --force, which asks for your password',
  APPROVAL_NEEDED: 'the owner allows it: causeway agent allow AGENT AMOUNT ASSET; causeway wallet limits shows it',
  SEND_LIMIT_EXCEEDED: 'causeway wallet limits shows what is used, and what is left',
  WALLET_NOT_VERIFIED: 'causeway wallet verify proves that you hold its key',
  LIBRARY_NOT_FOUND: 'causeway library list shows all libraries',
  LIBRARY_VERSION_EXISTS: 'causeway library versions shows those that are taken',
  MISSION_NOT_FOUND: 'causeway mission list shows published missions and your own',
  MISSION_INCOMPLETE: 'causeway mission show tells what its quests wait for',
  MISSION_NOT_STARTED: 'causeway mission start begins it',
  MESSAGE_NOT_FOUND: 'causeway message inbox shows your messages',
  AVATAR_NOT_FOUND:
    'an avatar is named by its username, unless it hides that, or by its id, which causeway whoami shows its owner',
  RECIPIENT_UNKNOWN:
    'a recipient is named by their username, or by the id of their avatar, which causeway whoami shows them',
  AGENT_NOT_FOUND: 'causeway agent list shows your agents, causeway agent discover those of everybody',
  TASK_NOT_FOUND: 'causeway task list shows your tasks',
  TASK_NOT_WAITING: 'causeway task show tells what the task waits for',
  WORKFLOW_NOT_FOUND: 'causeway workflow list shows your workflows',
  RUN_NOT_FOUND: 'causeway workflow runs shows your runs',
  COLLABORATION_NOT_FOUND: 'causeway collaborate list shows your collaborations',
  CHAIN_UNKNOWN: 'causeway networks lists the chains',
  ASSET_UNKNOWN: 'causeway routes lists what can be bridged',
  NO_OFFER: 'give another amount, or --min-to-amount AMOUNT, which waits for a solver at that price',
  QUOTE_EXPIRED: 'causeway quote FROM TO AMOUNT --swap gives a new one',
  RATE_UNAVAILABLE: '--min-to-amount AMOUNT waits for a solver at that price',
  SAME_ASSET: 'repeat it without --swap',
  SLIPPAGE_OUT_OF_RANGE: 'a hundredth of a percent is 1: --slippage-bps 50 is half a percent',
  SWAP_NOT_AVAILABLE: 'without --swap the asset itself arrives',
  ROUTE_NOT_OPEN: 'causeway routes lists what can be bridged',
};

/** What to do about `error`, if there is something. */
export function hintFor({ code, problem }: CausewayError): string | undefined {
  const { retryAfter } = problem;
  return HINTS[code] ?? (typeof retryAfter === 'number' ? `try again in ${retryAfter} seconds` : undefined);
}
