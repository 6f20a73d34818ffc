import { OFFLINE_AFTER_MS } from '@causeway/protocol';
import type { AgentRow, Capability, Requirement } from '@causeway/storage';
import { capabilityFor, fits } from './capability.ts';

/** The facts of an agent that decide its place in a discovery. */
export type Standing = Pick<
  AgentRow,
  | 'id'
  | 'capabilities'
  | 'availability'
  | 'maxConcurrentTasks'
  | 'active'
  | 'completed'
  | 'failed'
  | 'responseMs'
  | 'lastSeenAtMs'
>;

/** The availability that counts: an agent that is silent is offline, whatever it declared. */
export const availabilityOf = (
  { availability, lastSeenAtMs }: Pick<Standing, 'availability' | 'lastSeenAtMs'>,
  nowMs: number,
): AgentRow['availability'] => (nowMs - lastSeenAtMs > OFFLINE_AFTER_MS ? 'offline' : availability);

/** True when the agent gets a new task now: it is online and below its limit. */
export const isAvailable = (agent: Standing, nowMs: number): boolean =>
  availabilityOf(agent, nowMs) === 'online' && agent.active < agent.maxConcurrentTasks;

/** Share of its limit that an agent uses, 0 to 1. An agent without places counts as full. */
export const loadOf = ({ active, maxConcurrentTasks }: Standing): number =>
  maxConcurrentTasks > 0 ? active / maxConcurrentTasks : 1;

/** Share of ended attempts that succeeded; an agent without any counts as one success of two. */
export const successRateOf = ({ completed, failed }: Standing): number => (completed + 1) / (completed + failed + 2);

/** Mean time from assignment to completion, milliseconds; null before the first. */
export const averageResponseOf = ({ completed, responseMs }: Standing): number | null =>
  completed > 0 ? responseMs / completed : null;

/** An unknown response time or cost counts like this one. */
const USUAL_RESPONSE_MS = 10_000;
const USUAL_COST_MICROS = 1_000_000;

/** The parts of an agent's fit, each from 0 to 1, and their weights. */
const WEIGHTS = { success: 0.5, speed: 0.2, cost: 0.2, free: 0.1 } as const;

/** How well an agent fits tasks for which it has this capability, 0 to 1: success, speed, cost, free places. */
export function fitOf(agent: Standing, capability: Capability | undefined): number {
  const response = averageResponseOf(agent) ?? USUAL_RESPONSE_MS;
  const cost = capability?.costMicros ?? USUAL_COST_MICROS;
  return (
    WEIGHTS.success * successRateOf(agent) +
    WEIGHTS.speed * (USUAL_RESPONSE_MS / (USUAL_RESPONSE_MS + response)) +
    WEIGHTS.cost * (USUAL_COST_MICROS / (USUAL_COST_MICROS + cost)) +
    WEIGHTS.free * (1 - loadOf(agent))
  );
}

/** An agent's place in the order of a discovery. */
export interface FitPlace {
  readonly available: boolean;
  readonly fit: number;
  readonly id: string;
}

/** Below zero when `a` comes before `b`: available agents first, then by fit, equal ones by their ids. */
export const comparePlaces = (a: FitPlace, b: FitPlace): number =>
  Number(b.available) - Number(a.available) || b.fit - a.fit || (a.id < b.id ? -1 : Number(a.id > b.id));

/** Agents that may do tasks of the requirement, the available ones first, then by fit, equal ones by their ids. */
export function byFit(agents: readonly AgentRow[], requirement: Requirement, nowMs: number): readonly AgentRow[] {
  const scored = agents
    .filter((agent) => fits(agent, requirement))
    .map((agent) => ({
      ...{ agent, id: agent.id, available: isAvailable(agent, nowMs) },
      fit: fitOf(agent, capabilityFor(agent.capabilities, requirement)),
    }));
  return scored.sort(comparePlaces).map(({ agent }) => agent);
}
