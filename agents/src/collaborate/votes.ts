import { canonicalJson, readJson } from '@causeway/protocol';
import type { CollaborationOptions, PartRow } from '@causeway/storage';
import { costOf, toMicros } from '../capability.ts';

/** Longest canonical JSON of a value that is voted for, characters. */
export const MAX_VALUE = 1_024;
/** Largest weight of a vote. */
export const MAX_WEIGHT = 1_000;

/** A vote of an agent, or the reason why its task has none. */
export type Ballot = { readonly agentId: string } & (
  | { readonly kind: 'vote'; readonly value: unknown; readonly text: string; readonly weight: number }
  | { readonly kind: 'abstained'; readonly code: string; readonly message: string }
);

/** A value with the votes for it. */
export interface TallyEntry {
  readonly value: unknown;
  readonly votes: number;
  readonly weight: number;
  readonly agents: readonly string[];
}

/** The votes of a round: values by their weight, the heaviest first. */
export interface Tally {
  readonly entries: readonly TallyEntry[];
  readonly abstained: readonly { readonly agentId: string; readonly code: string; readonly message: string }[];
}

const isWeight = (weight: unknown): weight is number =>
  typeof weight === 'number' && weight > 0 && weight <= MAX_WEIGHT;

/**
 * The vote in an ended task: its result's `value`, and its weight. In a weighted vote, the caller's weights count, 1
 * for an agent that they do not name; without them, each agent's own `weight`, 1 when absent. Else every vote has the
 * weight 1.
 */
export function ballotOf(part: PartRow, { voting, weights }: CollaborationOptions): Ballot {
  const agentId = part.agentId ?? '';
  const abstained = (code: string, message: string): Ballot => ({ agentId, kind: 'abstained', code, message });
  if (part.state !== 'completed' || part.result === null) {
    return abstained(part.failureCode ?? 'NO_RESULT', part.failureMessage ?? `the task is ${part.state}`);
  }
  const result: unknown = readJson(part.result);
  const { value, weight = 1 } =
    ((typeof result === 'object' ? result : null) as {
      readonly value?: unknown;
      readonly weight?: unknown;
    }) ?? {};
  if (value === undefined || value === null) return abstained('NO_VALUE', 'the result has no value');
  const text = canonicalJson(value);
  if (text === undefined) return abstained('VALUE_INVALID', 'the value has no canonical JSON');
  if (text.length > MAX_VALUE) return abstained('VALUE_TOO_LARGE', `the value has more than ${MAX_VALUE} characters`);
  if (voting === 'majority') return { agentId, kind: 'vote', value, text, weight: 1 };
  if (weights !== null) return { agentId, kind: 'vote', value, text, weight: weights[agentId] ?? 1 };
  if (!isWeight(weight)) return abstained('WEIGHT_INVALID', `a weight is more than 0 and at most ${MAX_WEIGHT}`);
  return { agentId, kind: 'vote', value, text, weight };
}

/**
 * Counts ballots. Values are equal when their canonical JSON is. Weights are added as millionths, so that ties are
 * exact.
 */
export function tallyOf(ballots: readonly Ballot[]): Tally {
  const byText = new Map<string, { value: unknown; micros: number; agents: string[] }>();
  for (const ballot of ballots) {
    if (ballot.kind === 'abstained') continue;
    const entry = byText.get(ballot.text) ?? { value: ballot.value, micros: 0, agents: [] };
    entry.micros += toMicros(ballot.weight);
    entry.agents.push(ballot.agentId);
    byText.set(ballot.text, entry);
  }
  const sorted = [...byText].sort(([a, one], [b, other]) => other.micros - one.micros || (a < b ? -1 : 1));
  return {
    entries: sorted.map(([, { value, micros, agents }]) => ({
      ...{ value, votes: agents.length, weight: costOf(micros), agents: agents.sort() },
    })),
    abstained: ballots.flatMap((ballot) =>
      ballot.kind === 'abstained' ? [{ agentId: ballot.agentId, code: ballot.code, message: ballot.message }] : [],
    ),
  };
}

/** The values that share the largest weight: one is the winner, several are tied, none means that nobody voted. */
export const leadersOf = ({ entries }: Tally): readonly TallyEntry[] =>
  entries.filter(({ weight }) => weight === entries[0]?.weight);
