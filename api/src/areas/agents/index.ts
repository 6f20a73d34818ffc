import { randomUUID } from 'node:crypto';
import {
  AgentDirectory,
  agentStorage,
  assignmentForm,
  CollaborationEngine,
  HistoryRetention,
  Messenger,
  PermittedAddresses,
  ServicePresence,
  systemResolve,
  TaskEngine,
  WebhookSender,
  WorkflowEngine,
} from '@causeway/agents';
import { EventFeed } from '@causeway/storage';
import { defineArea } from '../../area.ts';
import { avatars } from '../avatars/index.ts';
import { AGENT_ACCESS } from './access.ts';
import type { Agents } from './agents.ts';
import { CollaborationService } from './collaborations/service.ts';
import { AGENT_ERRORS } from './errors.ts';
import { AgentMessageService } from './messages/service.ts';
import { agentEventView } from './messages/view.ts';
import { agentMetrics } from './metrics.ts';
import { AgentRegistry } from './registry.ts';
import { agentRoutes } from './routes/index.ts';
import { TakerPolicy } from './takers/policy.ts';
import { takerSettings } from './takers/settings.ts';
import { TrustService } from './takers/trust-service.ts';
import { TaskService } from './tasks/service.ts';
import { taskEventView } from './tasks/view.ts';
import { webhookSecrets } from './webhooks/sealed.ts';
import { WebhookSecrets } from './webhooks/secrets.ts';
import { WebhookService } from './webhooks/service.ts';
import { webhookSettings } from './webhooks/settings.ts';
import { WorkflowService } from './workflows/service.ts';
import { runEventView } from './workflows/view.ts';

export type { Agents } from './agents.ts';
export { agentParams } from './schemas.ts';
export { TASK_BODY_LIMIT } from './tasks/schemas.ts';
export { performanceView } from './tasks/view.ts';

/** Values of 32 bits. */
const RANGE = 2 ** 32;

/** Agents that do tasks. */
const settings = { ...webhookSettings, ...takerSettings };

export const agents = defineArea<Agents, typeof settings>({
  name: 'agents',
  tag: { name: 'Agents', description: 'Agents, their tasks, and workflows of tasks.' },
  errors: AGENT_ERRORS,
  access: AGENT_ACCESS,
  sealed: webhookSecrets,
  topics: {
    tasks: { scope: 'tasks:read', render: taskEventView },
    workflows: { scope: 'tasks:read', render: runEventView },
    agents: { scope: 'tasks:read', render: agentEventView },
  },
  prefixes: ['/api/agents'],
  settings,
  open({
    storage,
    bridge,
    settings: {
      webhooks: own,
      agents: { takers: configured, historyDays },
    },
    sealer,
    clock,
    random,
    log,
    tracer,
    use,
  }) {
    const stored = agentStorage(storage.agents);
    const forms: Agents['forms'] = new Map([['task.assigned', assignmentForm(stored.tasks)]]);
    const takers = new TakerPolicy({ avatars: use(avatars), takers: configured ?? (bridge.ofValue ? 'own' : 'any') });
    const share = () => Buffer.from(random(4)).readUInt32LE() / RANGE;
    const permitted = new PermittedAddresses(own);
    const secrets = new WebhookSecrets({ secrets: stored.webhookSecrets, sealer, random, clock });
    const webhooks = new WebhookService({ agents: stored, secrets, permitted });
    const workflows = new WorkflowEngine({
      agents: stored,
      clock,
      tracer,
      onError: (err) => log.error({ err }, 'advancing a run failed'),
    });
    const engine = new TaskEngine({
      agents: stored,
      events: storage.events,
      clock,
      tracer,
      newTaskId: randomUUID,
      random: share,
      onError: (err) => log.error({ err }, 'looking for due tasks failed'),
      onStepEnded: () => workflows.wake(),
    });
    const directory = new AgentDirectory({ registry: stored.registry, events: storage.events, clock });
    const registry = new AgentRegistry({
      agents: stored,
      avatars: use(avatars),
      directory,
      takers,
      webhooks,
      onFree: () => engine.routeSoon(),
      clock,
    });
    const feed = new EventFeed(storage.events);
    const collaborations = new CollaborationEngine({
      ...{ agents: stored, tasks: engine, feed, clock },
      onError: (err) => log.error({ err }, 'the work for collaborations failed'),
    });
    const messenger = new Messenger({
      agents: stored,
      feed,
      clock,
      onError: (err) => log.error({ err }, 'looking for silent agents failed'),
    });
    return {
      registry,
      names: use(avatars).names,
      takers,
      trust: new TrustService({ trusts: stored.trusts, policy: takers, avatars: use(avatars) }),
      collaborations: new CollaborationService(collaborations, stored, takers),
      messages: new AgentMessageService({
        ...{ messenger, agents: stored, registry, rateLimits: storage.rateLimits, takers, clock },
      }),
      tasks: new TaskService(engine, stored, webhooks, takers),
      workflows: new WorkflowService(workflows, stored, takers),
      webhooks,
      forms,
      sender: new WebhookSender({
        deliveries: stored.deliveries,
        events: storage.events,
        secretsOf: (avatarId) => secrets.signing(avatarId),
        traceparentOf: async ({ subject }) => {
          const [, taskId] = /^task:(.*)$/.exec(subject) ?? [];
          return (taskId === undefined ? undefined : await stored.tasks.get(taskId))?.traceparent ?? null;
        },
        tracer,
        forms,
        permitted,
        resolve: systemResolve,
        clock,
        random: share,
        onError: (err) => log.error({ err }, 'delivering webhooks failed'),
        // A place is free again, or another agent is to be asked.
        onSettled: ({ type }) => {
          if (type === 'task.assigned') engine.routeSoon();
        },
        timeoutMs: own.timeoutMs,
        disableAfterMs: own.disableAfterSeconds === 0 ? undefined : own.disableAfterSeconds * 1_000,
      }),
      presence: new ServicePresence(stored.uptime, {
        clock,
        onError: (err) => log.error({ err }, 'recording the service’s time failed'),
      }),
      history: new HistoryRetention({
        ...{ history: stored.history, clock, days: historyDays },
        onError: (err) => log.error({ err }, 'deleting old tasks failed'),
      }),
      changes: stored.changes,
      deliveries: stored.deliveries,
      clock,
    };
  },
  register: agentRoutes,
  metrics: agentMetrics,
  start: async ({ tasks, workflows, messages, collaborations, presence, history, sender }) => {
    await presence.start();
    tasks.engine.start();
    workflows.engine.start();
    messages.messenger.start();
    sender.start();
    history.start();
    collaborations.engine.start();
  },
  stop: ({ tasks, messages, collaborations }) => {
    collaborations.engine.stop();
    tasks.engine.stop();
    messages.messenger.stop();
  },
  close: async ({ tasks, workflows, messages, collaborations, presence, history, sender }) => {
    await history.close();
    await sender.close();
    await collaborations.engine.close();
    await messages.messenger.close();
    await tasks.engine.close();
    await workflows.engine.close();
    await presence.close();
  },
});
