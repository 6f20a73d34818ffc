import type { AgentRow, Requirement, Strategy } from '@causeway/storage';
import { byFit, isAvailable, loadOf, successRateOf } from './fit.ts';

/** An agent that was chosen, and why. */
export interface Choice {
  readonly agent: AgentRow;
  readonly strategy: Strategy;
  /** A sentence for people. */
  readonly reason: string;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Chooses an available agent that meets the requirement; undefined when there is none. */
export function chooseAgent(
  agents: readonly AgentRow[],
  requirement: Requirement,
  strategy: Strategy,
  nowMs: number,
): Choice | undefined {
  const capable = byFit(agents, requirement, nowMs).filter((agent) => isAvailable(agent, nowMs));
  const [best] = capable;
  if (best === undefined) return undefined;
  switch (strategy) {
    case 'first_available': {
      const agent = capable.reduce((first, one) => (one.id < first.id ? one : first));
      return { agent, strategy, reason: `it is the first of ${capable.length} available agents` };
    }
    case 'best_match':
      return {
        agent: best,
        strategy,
        reason: `it fits best of ${capable.length} available agents: ${percent(successRateOf(best))} success`,
      };
    case 'load_balanced': {
      const agent = capable.reduce((least, one) => (loadOf(one) < loadOf(least) ? one : least));
      return {
        agent,
        strategy,
        reason: `it is the least loaded of ${capable.length} available agents: ${agent.active} of ${agent.maxConcurrentTasks} tasks`,
      };
    }
  }
}
