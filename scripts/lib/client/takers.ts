import { Option } from 'commander';

/** Who may take work, as the API names them. */
export const TAKERS = ['own', 'listed', 'any'] as const;
export type Takers = (typeof TAKERS)[number];

/** The option `--takers` of every command that gives agents work. */
export const takersOption = (
  what = 'who may take it: your own agents, these and the ones that you trust, or any',
): Option => new Option('--takers <takers>', `${what}; as the service says when absent`).choices(TAKERS);

/** `requirements` of a request; without the option it says nothing. */
export const takerRequirements = (takers: Takers | undefined) =>
  takers === undefined ? {} : { requirements: { agents: takers } };
