import type { Causeway, Collaboration } from '@causeway/client';
import type { Crew } from './crew.ts';
import type { Screen } from './screen.ts';

/** What the crew is asked. */
export interface Plan {
  readonly to: string;
  readonly amount: string;
}

/** Longest wait of one request for the outcome, milliseconds. */
const WAIT_MS = 10_000;

/** Begins a collaboration of the whole crew, waits for its outcome and prints every part. */
async function collaborate(
  owner: Causeway,
  { members }: Crew,
  request: Omit<Parameters<Causeway['collaborations']['begin']>[0], 'agents'>,
  screen: Screen,
): Promise<Collaboration> {
  const agents = members.map(({ agentId }) => agentId);
  const begun = await owner.collaborations.begin({ ...request, agents, waitMs: WAIT_MS });
  const end = begun.isFinished ? begun : await owner.collaborations.ended(begun.collaborationId);
  for (const { tasks } of end.rounds) {
    for (const { agentId, kind, result, failureMessage } of tasks) {
      const name = members.find((member) => member.agentId === agentId)?.name ?? agentId;
      screen.say(`${kind} of ${name}: ${failureMessage ?? JSON.stringify(result)}`);
    }
  }
  return end;
}

/** True when the crew votes for it; the treasurer's vote has a double weight. */
export async function vote(owner: Causeway, crew: Crew, plan: Plan, screen: Screen): Promise<boolean> {
  const options = { capability: 'vote', voting: 'weighted' as const };
  const { status, outcome } = await collaborate(
    owner,
    crew,
    { protocol: 'voting', input: { ...plan }, options },
    screen,
  );
  const { value } = (outcome ?? {}) as { readonly value?: unknown };
  screen.say(`the vote ${status}: ${String(value ?? 'no decision')}`);
  return status === 'completed' && value === 'go';
}

/**
 * True when every part of the preparation is ready. The scout splits the work among the others and joins the results.
 */
export async function prepare(owner: Causeway, crew: Crew, plan: Plan, screen: Screen): Promise<boolean> {
  const options = { capability: 'prepare', join: true };
  const request = { protocol: 'delegation' as const, input: { ...plan }, options };
  const { status, outcome } = await collaborate(owner, crew, request, screen);
  const { value } = (outcome ?? {}) as { readonly value?: { readonly isReady?: boolean } };
  const isReady = status === 'completed' && value?.isReady === true;
  screen.say(`the preparation ${status}: ${isReady ? 'everything is ready' : 'not ready'}`);
  return isReady;
}
