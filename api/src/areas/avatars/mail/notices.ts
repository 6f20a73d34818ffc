import type { AuditAction, AuditRow, AvatarRepository, AvatarRow, Ended } from '@causeway/storage';
import type { Draft } from './queue.ts';

type Facts = AuditRow['facts'];

const DAY_MS = 24 * 3_600_000;
/** Notices a day to one avatar of one kind of event. */
const NOTICES_A_DAY = 20;

/** What ended, in words. */
export function endedText({ sessions, apiKeys, agentKeys, agentPasswords }: Facts | Ended): string {
  // A security event from before has no such count.
  const agents = `API keys of agents ${agentKeys}, passwords of agents ${agentPasswords ?? 0}`;
  return `Ended with it: sessions ${sessions}, API keys ${apiKeys}, ${agents}.`;
}

const SECRETS_SHOWN =
  'A key or the recovery phrase of the wallets of this account was shown before. Whoever saw it keeps it: if it was not you, keep ' +
  'nothing in these wallets, and make another account.';

/** What ended with a takeover, and what nobody can end. */
const takenOverText = (facts: Facts): string => endedText(facts) + (facts.secretsShown ? `\n\n${SECRETS_SHOWN}` : '');

const reasonText = ({ by, reason }: Facts): string => (by === 'admin' ? `, by an admin: ${reason}` : '');

/**
 * What a notice says of a security event: its subject and its text. No name that somebody chose is in it, because the
 * account may have been made by a stranger.
 */
const TEXTS: Partial<Record<AuditAction, readonly [subject: string, text: (facts: Facts) => string]>> = {
  'apiKey.created': [
    'An API key was made',
    ({ prefix, scopes }) =>
      `An API key was made, ${prefix}…, with the scopes ${[scopes].flat().join(', ') || '(none)'}.`,
  ],
  'apiKey.endsSoon': [
    'An API key ends soon',
    ({ prefix, expiresAt }) =>
      `The API key ${prefix}… ends at ${expiresAt}. Make another in time, or have its agent renew it, if something still needs it.`,
  ],
  'password.changed': ['Your password was changed', (facts) => `Your password was changed. ${endedText(facts)}`],
  'password.reset': ['Your password was reset', (facts) => `Your password was reset by mail. ${takenOverText(facts)}`],
  'email.verified': ['Your address was proved', (facts) => `Your address was proved. ${takenOverText(facts)}`],
  'avatar.frozen': [
    'Your account is frozen',
    (facts) => `Your account, or one of your agents, was frozen${reasonText(facts)}.`,
  ],
  'avatar.thawed': [
    'Your account is thawed',
    (facts) => `Your account, or one of your agents, was thawed${reasonText(facts)}.`,
  ],
  'wallet.frozen': ['A wallet is frozen', (facts) => `One of your wallets was frozen${reasonText(facts)}.`],
  'wallet.thawed': ['A wallet is thawed', (facts) => `One of your wallets was thawed${reasonText(facts)}.`],
  'avatar.roleChanged': ['Your role was changed', () => 'The role of your account was changed; its sessions ended.'],
};

const NOT_YOU = 'If this was not you: freeze the account (causeway freeze), and choose another password.';

interface NoticeDeps {
  readonly profiles: Pick<AvatarRepository['profiles'], 'get'>;
  readonly audit: Pick<AvatarRepository['audit'], 'get'>;
}

/** The avatar with a proved address that hears of `avatarId`: itself, or the owner of an agent. */
async function recipientOf({ profiles }: NoticeDeps, avatarId: string | null): Promise<AvatarRow | undefined> {
  for (let id = avatarId; id !== null; ) {
    const avatar = await profiles.get(id);
    if (!avatar || avatar.verifiedEmailKey !== null) return avatar;
    id = avatar.ownerId;
  }
  return undefined;
}

/** Writes the notice of a security event; undefined when nobody with a proved address is to get one. */
export async function composeNotice(
  deps: NoticeDeps,
  { avatarId, auditId }: { readonly avatarId: string | null; readonly auditId: string | null },
): Promise<Draft | undefined> {
  const event = auditId === null ? undefined : await deps.audit.get(auditId);
  const [subject, text] = (event && TEXTS[event.action]) ?? [];
  const recipient = await recipientOf(deps, avatarId);
  if (!event || !subject || !text || !recipient?.email) return undefined;
  const mail = { to: recipient.email, subject, text: `${text(event.facts)}\n\n${NOT_YOU}` };
  // By action, so that a thief who causes many of one kind does not hide another.
  const tally = { key: `notice ${event.action} ${recipient.id}`, most: NOTICES_A_DAY, lengthMs: DAY_MS };
  return { mail, avatarId: recipient.id, tokens: [], tallies: [tally] };
}
