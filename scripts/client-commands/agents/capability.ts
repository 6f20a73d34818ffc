import type { Capability } from '@causeway/client';
import { Option } from 'commander';
import { usageError } from '../../lib/keys/key-flags.ts';

/** Flags that say what an agent can do. */
export interface CapabilityFlags {
  readonly can: readonly string[];
  readonly resolution?: string;
  readonly cost?: string;
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** `--can`, `--resolution` and `--cost`. */
export const capabilityOptions = (): readonly Option[] => [
  new Option('--can <capability>', 'kind of work, with models as in image:m1,m2; repeatable')
    .argParser(collect)
    .makeOptionMandatory(),
  new Option('--resolution <pixels>', 'largest resolution of each kind, such as 1024x768'),
  new Option('--cost <number>', 'cost of one request of each kind, in your own unit'),
];

/** The capabilities that the flags name. */
export function capabilitiesOf({ can, resolution, cost }: CapabilityFlags): Capability[] {
  const costPerRequest = cost === undefined ? undefined : Number(cost);
  if (costPerRequest !== undefined && !(costPerRequest >= 0)) throw usageError('--cost must be a number from 0');
  return can.map((text) => {
    const [type = '', models] = text.split(/:(.*)/s);
    return {
      type,
      ...(models !== undefined && models !== '' && { models: models.split(',') }),
      ...(resolution !== undefined && { maxResolution: resolution }),
      ...(costPerRequest !== undefined && { costPerRequest }),
    };
  });
}

/** Capabilities for people. */
export const textOf = (capabilities: readonly Capability[]): string =>
  capabilities
    .map(({ type, models = [], maxResolution, costPerRequest }) => {
      const facts = [models.join(','), maxResolution, costPerRequest === undefined ? '' : `costs ${costPerRequest}`];
      const known = facts.filter(Boolean).join(' ');
      return known === '' ? type : `${type} (${known})`;
    })
    .join(', ');
