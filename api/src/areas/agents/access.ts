import { type AccessTable, PUBLIC } from '../../http/access.ts';

const READ_TASK = { callers: 'tasks:read', resource: 'private', agents: true } as const;
const WRITE_TASK = { callers: 'tasks:write', resource: 'private', agents: true } as const;

/**
 * Who may call the operations under /api/agents. A task is of its submitter; the agent that holds it, and that agent's
 * owner, see it too. Reports need the fencing token, which only the agent has.
 */
export const AGENT_ACCESS = {
  registerAgent: { callers: 'agents:write', resource: 'caller', agents: true },
  discoverAgents: PUBLIC,
  getAgent: PUBLIC,
  getAgentStatus: PUBLIC,
  getAgentPerformance: PUBLIC,
  listAgents: { callers: 'agents:read', resource: 'caller', agents: true },
  updateAgent: { callers: 'agents:write', resource: 'visible', agents: true },
  deregisterAgent: { callers: 'agents:write', resource: 'visible', agents: true },
  agentHeartbeat: { callers: 'agents:write', resource: { avatar: 'agentId' }, agents: true },
  claimTasks: { callers: 'tasks:write', resource: { avatar: 'agentId' }, agents: true },
  getAgentLogs: { callers: 'agents:read', resource: 'private', agents: true },
  debugAgent: { callers: 'agents:write', resource: 'private', agents: true },
  submitTask: { callers: 'tasks:write', resource: 'caller', agents: true },
  listTasks: { callers: 'tasks:read', resource: 'caller', agents: true },
  getTask: READ_TASK,
  traceTask: READ_TASK,
  streamTaskEvents: READ_TASK,
  cancelTask: WRITE_TASK,
  answerTask: WRITE_TASK,
  replayTask: WRITE_TASK,
  taskHeartbeat: WRITE_TASK,
  completeTask: WRITE_TASK,
  failTask: WRITE_TASK,
  rejectTask: WRITE_TASK,
  releaseTask: WRITE_TASK,
  requestTaskInput: WRITE_TASK,
  createWorkflow: { callers: 'tasks:write', resource: 'caller', agents: true },
  listWorkflows: { callers: 'tasks:read', resource: 'caller', agents: true },
  getWorkflow: READ_TASK,
  listWorkflowVersions: READ_TASK,
  executeWorkflow: WRITE_TASK,
  listWorkflowRuns: { callers: 'tasks:read', resource: 'caller', agents: true },
  getWorkflowRun: READ_TASK,
  getWorkflowRunDiagram: READ_TASK,
  traceWorkflowRun: READ_TASK,
  streamWorkflowRunEvents: READ_TASK,
  cancelWorkflowRun: WRITE_TASK,
  putTaskArtifact: WRITE_TASK,
  listTaskArtifacts: READ_TASK,
  sendByCapability: { callers: 'tasks:write', resource: 'caller', agents: true },
  getAgentMessage: READ_TASK,
  acknowledgeAgentMessage: WRITE_TASK,
  claimAgentMessages: { callers: 'tasks:write', resource: { avatar: 'agentId' }, agents: true },
  broadcastAgentEvent: { callers: 'agents:write', resource: 'caller', agents: true },
  streamAgentEvents: { callers: 'tasks:read', resource: 'caller', agents: true },
} as const satisfies AccessTable;
