import type { Capability, Requirement, Resolution, TakerRule } from '@causeway/storage';

/** Longest side of a picture, pixels. */
const MAX_SIDE = 1_000_000;

/** The resolution in text of the form 1024x768; undefined for any other text. */
export function parseResolution(text: string): Resolution | undefined {
  const match = /^([1-9]\d{0,6})x([1-9]\d{0,6})$/.exec(text);
  if (match === null) return undefined;
  const [width, height] = [Number(match[1]), Number(match[2])];
  return width <= MAX_SIDE && height <= MAX_SIDE ? { width, height } : undefined;
}

/** A resolution in the form 1024x768. */
export const formatResolution = ({ width, height }: Resolution): string => `${width}x${height}`;

/** True when `capability` meets the requirement. A bound that the agent does not name is not met. */
export function meets(capability: Capability, { capability: type, model, resolution }: Requirement): boolean {
  if (capability.type !== type) return false;
  if (model !== null && !(capability.models ?? []).includes(model)) return false;
  if (resolution === null) return true;
  const { maxResolution } = capability;
  return (
    maxResolution !== undefined && maxResolution.width >= resolution.width && maxResolution.height >= resolution.height
  );
}

/** The agent's first capability that meets the requirement. */
export const capabilityFor = (capabilities: readonly Capability[], requirement: Requirement): Capability | undefined =>
  capabilities.find((capability) => meets(capability, requirement));

/** True when the agent may do tasks of the requirement: it has the capability, or the tasks are reserved to it. */
export const fits = (
  { id, capabilities }: { readonly id: string; readonly capabilities: readonly Capability[] },
  requirement: Requirement,
): boolean =>
  requirement.agentId === undefined
    ? capabilityFor(capabilities, requirement) !== undefined
    : requirement.agentId === id;

/**
 * The name of the queue for a requirement and a rule of takers: equal ones have equal names, so that an agent may take
 * all tasks of a queue or none. A task that is reserved to an agent needs no rule.
 */
export function queueOf({ capability, model, resolution, agentId }: Requirement, rule: TakerRule): string {
  const names = [capability, model, resolution && formatResolution(resolution)];
  if (agentId !== undefined) return JSON.stringify([...names, agentId]);
  return JSON.stringify(rule.takers === 'any' ? names : [...names, null, rule.takers, rule.principalId]);
}

/** Millionths of one unit of cost. */
const MICROS = 1_000_000;

/** A cost in whole units as millionths. */
export const toMicros = (cost: number): number => Math.round(cost * MICROS);

/** A cost in millionths as whole units. */
export const costOf = (micros: number): number => micros / MICROS;
