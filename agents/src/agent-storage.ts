import type { AgentStore } from '@causeway/storage/agents';
import { memoize } from '@causeway/storage/jobs';
import { Changes } from './changes.ts';
import { createCollaborationRepository } from './collaborate/collaboration-repository.ts';
import type { CollaborationRepository } from './collaborate/collaborations.ts';
import type { AgentJobs } from './context.ts';
import { createAgentMessageRepository } from './messages/message-repository.ts';
import type { AgentMessageRepository } from './messages/messages.ts';
import { createArtifactRepository } from './tasks/artifact-repository.ts';
import type { ArtifactRepository } from './tasks/artifacts.ts';
import { createPushRepository } from './tasks/push-repository.ts';
import type { PushRepository } from './tasks/pushes.ts';
import { createTaskRepository } from './tasks/task-repository.ts';
import type { TaskRepository } from './tasks/tasks.ts';
import type { DeliveryRepository } from './webhooks/deliveries.ts';
import { createDeliveryRepository } from './webhooks/delivery-repository.ts';
import { createRunRepository } from './workflows/run-repository.ts';
import type { WorkflowRunRepository } from './workflows/runs.ts';

/** Agents, their tasks and webhooks: the tables, and the jobs that decide over them. */
export interface AgentStorage extends Omit<AgentStore, 'context'> {
  readonly tasks: TaskRepository;
  readonly artifacts: ArtifactRepository;
  readonly messages: AgentMessageRepository;
  readonly collaborations: CollaborationRepository;
  readonly deliveries: DeliveryRepository;
  readonly pushes: PushRepository;
  readonly runs: WorkflowRunRepository;
  /** The transitions that this process writes. */
  readonly changes: Pick<Changes, 'listen'>;
}

/** The jobs over the tables of agents in an open database: one set for each, so that listeners hear of all. */
export const agentStorage = memoize(({ context: area, ...store }: AgentStore): AgentStorage => {
  const changes = new Changes();
  const context: AgentJobs = { ...area, changes, write: changes.over(area.write) };
  return {
    ...store,
    tasks: { ...store.tasks, ...createTaskRepository(context) },
    artifacts: createArtifactRepository(context),
    messages: createAgentMessageRepository(context),
    collaborations: { ...store.collaborations, ...createCollaborationRepository(context) },
    deliveries: { ...store.deliveries, ...createDeliveryRepository(context) },
    pushes: createPushRepository(context),
    runs: { ...store.runs, ...createRunRepository(context) },
    changes,
  };
});
