import { TaskError } from '@causeway/client';
import { inputIn, type TaskWithInput, type Work } from './work.ts';

/** The treasurer lets at most so much pass, ETH. examples/agents/agent.py has the same rules. */
const MOST_ETH = 1;

const isApproved = ({ amount }: TaskWithInput['input']): boolean => Number(amount) > 0 && Number(amount) <= MOST_ETH;

/** The treasurer approves small amounts, and votes for them with a double weight. */
export const TREASURER_WORK = {
  approve: ({ input }) => {
    if (!isApproved(input)) {
      throw new TaskError(`${String(input.amount)} ETH are more than ${MOST_ETH}`, { code: 'TOO_MUCH', rejects: true });
    }
    return { approved: true, amount: input.amount, by: 'Treasurer' };
  },
  vote: (task) => ({ value: isApproved(inputIn(task, 'input')) ? 'go' : 'wait', weight: 2 }),
  prepare: (task) => ({ limit: MOST_ETH, isReady: isApproved(inputIn(task, 'subtask')) }),
} as const satisfies Work;
