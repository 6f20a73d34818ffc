import { createHash } from 'node:crypto';
import { type Causeway, type ClaimedTask, type TaskContext, TaskError } from '@causeway/client';

/** A task whose input has members. */
export type TaskWithInput = Omit<ClaimedTask, 'input'> & { readonly input: Readonly<Record<string, unknown>> };

/** What an agent does for each kind of task. */
export type Work = Readonly<
  Record<string, (task: TaskWithInput, context: TaskContext, causeway: Causeway) => Promise<unknown> | unknown>
>;

/** What it costs to bring coins to a chain. */
export interface Route {
  readonly to: string;
  readonly amount: string;
  readonly arrives: string;
  readonly fee: string;
}

const quote = async ({ input }: Pick<TaskWithInput, 'input'>, causeway: Causeway): Promise<Route> => {
  const [to, amount] = [String(input.to), String(input.amount)];
  const { toAmount, toToken, fee, feeToken } = await causeway.market.quote({ from: 'ETH', to, amount });
  return { to, amount, arrives: `${toAmount} ${toToken}`, fee: `${fee} ${feeToken}` };
};

/** The scout knows what each route costs, and votes for what exists. */
export const SCOUT_WORK: Work = {
  quote: (task, { progress }, causeway) => {
    progress(50, `asking what ${String(task.input.amount)} ETH to ${String(task.input.to)} cost`);
    return quote(task, causeway);
  },
};

/** Share of tasks whose first attempt fails. */
const FAILING = 0.5;

/** True when the first attempt at the `count`-th task of a kind fails. The seed alone decides. */
const fails = (seed: number, type: string, count: number): boolean =>
  createHash('sha256').update(`${seed} ${type} ${count}`).digest().readUInt32BE() / 2 ** 32 < FAILING;

/** `work` by somebody who fails at times: some tasks fail at their first attempt, always the same ones for a seed. */
export function failsFirst(seed: number, work: Work): Work {
  const counts = new Map<string, number>();
  return Object.fromEntries(
    Object.entries(work).map(([type, does]) => [
      type,
      (task: TaskWithInput, context: TaskContext, causeway: Causeway) => {
        if (task.failedAttempts === 0) {
          const count = (counts.get(type) ?? 0) + 1;
          counts.set(type, count);
          if (fails(seed, type, count)) throw new TaskError('fog: nothing to be seen', { code: 'FOG' });
        }
        return does(task, context, causeway);
      },
    ]),
  );
}
