import { createHash } from 'node:crypto';
import { type Causeway, type TaskContext, TaskError } from '@causeway/client';
import { inputIn, type TaskWithInput, type Work } from './work.ts';

/** A part of delegated work, as an agent reports it. */
interface Part {
  readonly result: unknown;
}

/** The scout knows what a route costs, votes for a route that exists, and leads the preparation. */
export const SCOUT_WORK: Work = {
  quote: ({ input }, { progress }, causeway) => {
    progress(50, `asking what ${String(input.amount)} ETH to ${String(input.to)} cost`);
    return quote(input, causeway);
  },
  vote: async (task, _context, causeway) => {
    const { arrives } = await quote(inputIn(task, 'input'), causeway);
    return { value: 'go', because: `${arrives} would arrive` };
  },
  prepare: ({ input }) => {
    const { kind } = inputIn({ input: { input: input.collaboration } }, 'input');
    return kind === 'join' ? joined(input) : split(input);
  },
};

async function quote(input: TaskWithInput['input'], causeway: Causeway) {
  const [to, amount] = [String(input.to), String(input.amount)];
  const { toAmount, toToken, fee, feeToken } = await causeway.market.quote({ from: 'ETH', to, amount });
  return { to, amount, arrives: `${toAmount} ${toToken}`, fee: `${fee} ${feeToken}` };
}

/** The parts of a preparation: each agent but the lead reads its own field. */
function split(input: TaskWithInput['input']) {
  const { amount } = inputIn({ input }, 'input');
  const [, ...others] = input.agents as readonly string[];
  return { subtasks: others.map((agent) => ({ agent, input: { amount } })) };
}

/** The preparation is done when every part is ready. */
function joined({ results }: TaskWithInput['input']) {
  const parts = (results as readonly Part[]).map(({ result }) => (result ?? {}) as { readonly isReady?: boolean });
  return { isReady: parts.every(({ isReady }) => isReady === true), parts };
}

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
