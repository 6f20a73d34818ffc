import type { Domain, Hex } from '@causeway/protocol';
import type { BridgeStorage, ChainViewRepository, LaneKey, MessageRow, StoredSubmission } from '@causeway/storage';
import { z } from 'zod';
import { proposalSchema, sourceOf } from '../plan/proposal.ts';

/** Most signatures that are looked through, the newest. */
const MOST_SIGNATURES = 1_000;

/** An open oracle submission, and the messages that it names and the chain has lost. */
export interface NamingSubmission {
  readonly id: string;
  readonly domain: Domain;
  readonly family: string;
  readonly anchor: string;
  readonly messages: readonly Hex[];
}

/** A signature over a transaction that names messages which the chain has lost. */
export interface NamingSignature {
  readonly domain: Domain;
  readonly anchor: string;
  readonly digest: Hex;
}

/** What a rollback takes back of one bridge. */
interface Gone {
  readonly family: string;
  readonly messages: readonly Hex[];
}

/** Actions as submissions and signatures record them; none where they are something else. */
const actionsOf = (recorded: unknown) => {
  const parsed = z.object({ actions: proposalSchema.shape.actions }).safeParse({ actions: recorded });
  return parsed.success ? parsed.data.actions : [];
};

/** The messages that the actions of a transaction at `destination` name, also what its roots commit. */
async function namedBy(
  view: ChainViewRepository,
  family: string,
  destination: Domain,
  recorded: unknown,
): Promise<readonly MessageRow[]> {
  const rows: MessageRow[] = [];
  for (const action of actionsOf(recorded)) {
    const lane: LaneKey = { family, source: sourceOf(action), destination };
    const first = 'commit' in action ? action.firstNonce : action.nonce;
    rows.push(...(await view.messages(lane, first, 'commit' in action ? action.count : 1, false)));
  }
  return rows;
}

/** The ids of `rows`, and of what their refunds undo. */
const idsOf = (rows: readonly MessageRow[]): readonly Hex[] =>
  rows.flatMap(({ messageId, message }) => [messageId, message.reference]);

/**
 * The open oracle submissions and the signatures that name a message of `gone`, before it is taken back. A signature's
 * record has no family, so that one for another family of the chain may be among them.
 */
export async function namingVanished(
  { submissions, signatures }: Pick<BridgeStorage, 'submissions' | 'signatures'>,
  view: ChainViewRepository,
  gone: readonly Gone[],
): Promise<{ readonly submissions: readonly NamingSubmission[]; readonly signatures: readonly NamingSignature[] }> {
  const naming: NamingSubmission[] = [];
  for (const row of await submissions.open(['oracle'])) {
    const lost = await lostIn(view, row, gone);
    const { id, domain, family, details } = row;
    if (lost.length > 0) naming.push({ id, domain, family, anchor: String(details.anchor), messages: lost });
  }
  const signed: NamingSignature[] = [];
  for (const { domain, anchor, digest, calls } of await signatures.list(MOST_SIGNATURES)) {
    for (const { family, messages } of gone) {
      const ids = idsOf(await namedBy(view, family, domain, calls));
      if (!ids.some((id) => messages.includes(id))) continue;
      signed.push({ domain, anchor, digest });
      break;
    }
  }
  return { submissions: naming, signatures: signed };
}

async function lostIn(
  view: ChainViewRepository,
  { family, domain, details, grounds }: StoredSubmission,
  gone: readonly Gone[],
): Promise<readonly Hex[]> {
  const lost = new Set(gone.flatMap((each) => (each.family === family ? each.messages : [])));
  const named = idsOf(await namedBy(view, family, domain, 'actions' in details ? details.actions : []));
  const ids = new Set([...grounds.messages.map(({ messageId }) => messageId), ...named]);
  return [...ids].filter((id) => lost.has(id));
}
