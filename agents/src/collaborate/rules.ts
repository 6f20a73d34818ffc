import { type CollaborationProtocol, readJson } from '@causeway/protocol';
import type { CollaborationRow, NewPart, PartRow } from '@causeway/storage';
import type { CollaborationStep } from './collaborations.ts';
import { parseSubtasks } from './subtasks.ts';
import { ballotOf, leadersOf, type Tally, tallyOf } from './votes.ts';

/** The facts of a collaboration that its rules need. */
export type Rules = Pick<CollaborationRow, 'id' | 'protocol' | 'agents' | 'options' | 'round'>;

/** Most rounds of each protocol: of a delegation the split, the subtasks and the join. */
export const MOST_ROUNDS: Readonly<Record<CollaborationProtocol, number>> = { consensus: 8, voting: 1, delegation: 3 };

/** The id of a task in a collaboration; `key` is its agent, or its position. */
const taskIdOf = (id: string, round: number, key: string | number): string => `${id}:${round}:${key}`;

/** The id of the collaboration that a task would belong to, by the task's id; undefined for other tasks. */
export function collaborationOf(taskId: string): string | undefined {
  const [id, round, key, ...more] = taskId.split(':');
  return round !== undefined && key !== undefined && more.length === 0 ? id : undefined;
}

const votes = ({ id, agents, options }: Rules, round: number): readonly NewPart[] =>
  agents.map((agentId) => ({
    ...{ kind: 'vote', taskId: taskIdOf(id, round, agentId), agentId, capability: options.capability },
  }));

const lead = ({ id, agents, options }: Rules, round: number, kind: 'split' | 'join'): readonly NewPart[] =>
  agents.slice(0, 1).map((agentId) => ({
    ...{ kind, taskId: taskIdOf(id, round, agentId), agentId, capability: options.capability },
  }));

/** The tasks of the first round: a vote of each agent, or the lead's. The lead is the first agent. */
export const firstRound = (rules: Rules): readonly NewPart[] =>
  rules.protocol === 'delegation' ? lead(rules, 1, 'split') : votes(rules, 1);

const end = (state: 'completed' | 'undecided' | 'failed', outcome: object): CollaborationStep => ({
  ...{ kind: 'end', state, outcome: JSON.stringify(outcome) },
});

function afterVote(tally: Tally): CollaborationStep {
  const [winner, second] = leadersOf(tally);
  if (winner && !second) return end('completed', { value: winner.value, tie: false, tied: [], ...tally });
  return end('undecided', {
    value: null,
    tie: second !== undefined,
    tied: leadersOf(tally).map(({ value }) => value),
    ...tally,
  });
}

function afterConsensusRound(rules: Rules, tally: Tally): CollaborationStep {
  const [only, other] = tally.entries;
  const agreed = only !== undefined && other === undefined && tally.abstained.length === 0;
  if (agreed) return end('completed', { agreed, value: only.value, ...tally });
  const { round, options } = rules;
  if (round < options.rounds) return { kind: 'round', parts: votes(rules, round + 1) };
  return end('undecided', { agreed, value: null, ...tally });
}

/** The result of a part of delegated work. */
export const partResult = ({ taskId, agentId, state, result, failureCode, failureMessage }: PartRow) => ({
  taskId,
  agentId,
  status: state,
  result: result === null ? null : readJson(result),
  failureCode,
  failureMessage,
});

const isDone = ({ state, result }: PartRow): boolean => state === 'completed' && result !== null;

function afterDelegation(rules: Rules, current: readonly PartRow[], results: readonly PartRow[]): CollaborationStep {
  const [part] = current;
  if (part === undefined) return end('failed', { code: 'NO_TASKS', message: 'the round has no task', results: [] });
  const joined = results.map(partResult);
  const failed = { code: part.failureCode ?? 'NO_RESULT', message: part.failureMessage ?? `the task is ${part.state}` };
  switch (part.kind) {
    case 'split': {
      if (!isDone(part)) return end('failed', { ...failed, results: [] });
      const parsed = parseSubtasks(part.result ?? 'null', rules.agents);
      if (!parsed.ok) return end('failed', { ...parsed.error, results: [] });
      const parts = parsed.value.map(
        ({ agent, capability }, position): NewPart => ({
          ...{ kind: 'subtask', taskId: taskIdOf(rules.id, rules.round + 1, position), agentId: agent ?? null },
          capability: capability ?? rules.options.capability,
        }),
      );
      return { kind: 'round', parts };
    }
    case 'subtask': {
      if (rules.options.join) return { kind: 'round', parts: lead(rules, rules.round + 1, 'join') };
      return end(current.every(isDone) ? 'completed' : 'failed', { results: joined });
    }
    default: {
      if (!isDone(part)) return end('failed', { ...failed, results: joined });
      return end('completed', { value: JSON.parse(part.result ?? 'null'), results: joined });
    }
  }
}

/** The step after a round whose tasks have all ended. `parts` has the tasks of all rounds. */
export function nextStep(rules: Rules, parts: readonly PartRow[]): CollaborationStep {
  const current = parts.filter(({ round }) => round === rules.round);
  if (rules.protocol === 'delegation') {
    return afterDelegation(
      rules,
      current,
      parts.filter(({ kind }) => kind === 'subtask'),
    );
  }
  const tally = tallyOf(current.map((part) => ballotOf(part, rules.options)));
  return rules.protocol === 'voting' ? afterVote(tally) : afterConsensusRound(rules, tally);
}
