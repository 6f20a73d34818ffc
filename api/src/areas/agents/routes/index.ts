import type { Router } from '../../../http/route.ts';
import type { Agents } from '../agents.ts';
import { artifactRoutes } from './artifacts.ts';
import { collaborationRoutes } from './collaborations.ts';
import { eventRoutes } from './events.ts';
import { messageRoutes } from './messages.ts';
import { observeRoutes } from './observe.ts';
import { registryRoutes } from './registry.ts';
import { reportRoutes } from './reports.ts';
import { taskRoutes } from './tasks.ts';
import { trustRoutes } from './trust.ts';
import { webhookRoutes } from './webhooks.ts';
import { workflowRoutes } from './workflows.ts';

/** Everything under /api/agents. */
export function agentRoutes(router: Router, agents: Agents): void {
  registryRoutes(router, agents);
  trustRoutes(router, agents);
  taskRoutes(router, agents);
  reportRoutes(router, agents);
  artifactRoutes(router, agents);
  workflowRoutes(router, agents);
  observeRoutes(router, agents);
  messageRoutes(router, agents);
  eventRoutes(router, agents);
  webhookRoutes(router, agents);
  collaborationRoutes(router, agents);
}
