import type { Collaboration, PartRow } from '@causeway/storage';
import { partResult } from './rules.ts';
import { parseSubtasks } from './subtasks.ts';
import { ballotOf } from './votes.ts';

/** The votes of the rounds before `round`, the oldest first. */
function earlierVotes({ row, parts }: Collaboration, round: number) {
  return Array.from({ length: round - 1 }, (_, before) => ({
    round: before + 1,
    votes: parts
      .filter((part) => part.round === before + 1)
      .map((part) => {
        const ballot = ballotOf(part, row.options);
        const { agentId } = ballot;
        return ballot.kind === 'vote'
          ? { agentId, value: ballot.value, weight: ballot.weight }
          : { agentId, abstained: ballot.code };
      }),
  }));
}

/** The input of a task in a collaboration: its place there, the caller's input, and what came before. JSON text. */
export function inputOf(collaboration: Collaboration, part: PartRow): string {
  const { row, parts } = collaboration;
  const { id: collaborationId, taskId, protocol, agents, options } = row;
  const place = { collaborationId, taskId, protocol, kind: part.kind, round: part.round, rounds: options.rounds };
  const common = { collaboration: place, input: JSON.parse(row.input) };
  switch (part.kind) {
    case 'vote':
      return JSON.stringify({ ...common, previous: earlierVotes(collaboration, part.round) });
    case 'split':
      return JSON.stringify({ ...common, agents });
    case 'subtask': {
      const split = parts.find(({ kind }) => kind === 'split');
      const subtasks = parseSubtasks(split?.result ?? 'null', agents);
      // The round exists because the list was right.
      const input = subtasks.ok ? subtasks.value[part.position]?.input : undefined;
      return JSON.stringify({ ...common, subtask: input ?? {} });
    }
    case 'join':
      return JSON.stringify({ ...common, results: parts.filter(({ kind }) => kind === 'subtask').map(partResult) });
  }
}
