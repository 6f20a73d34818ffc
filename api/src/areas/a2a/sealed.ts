import { agentStorage } from '@causeway/agents';
import { listedSecrets } from '../../sealed.ts';
import { resealedPush } from './pushes.ts';

/** The credentials of pushes. Their owners can replace them. */
export const pushSecrets = listedSecrets(
  async ({ agents }) => {
    const { pushes } = agentStorage(agents);
    return (await pushes.secrets()).map((push) => ({
      name: `credentials of a push of task ${push.taskId}`,
      before: push.sealed,
      rewrapped: resealedPush(push),
      replace: (after) => pushes.reseal(push, after),
    }));
  },
  { needed: false },
);
