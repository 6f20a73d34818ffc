import type { AgentRow } from '@causeway/storage';
import { VERSION } from '../../version.ts';
import type { AgentCard } from './schemas.ts';

/** The version of A2A that the interfaces speak. */
export const A2A_VERSION = '1.0';

/** The paths of an interface and of the card that names it, below the service's own URL. */
export const A2A_PATH = '/api/a2a';
export const CARD_PATH = '/.well-known/agent-card.json';
export const agentPath = (agentId: string): string => `${A2A_PATH}/agents/${agentId}`;

const MODES = ['application/json', 'text/plain'];

const skillOf = (type: string) => ({
  ...{ id: type, name: type, tags: [type] },
  description: `Tasks of the capability ${type}. A message names it as metadata.skill.`,
});

/** A message may name any capability: its task waits for an agent that has it. */
const ANY = {
  ...{ id: '*', name: 'any', tags: ['any'] },
  description: 'Tasks of any other capability, which wait until an agent has it or their deadline is over.',
};

const cardOf = (url: string, facts: Pick<AgentCard, 'name' | 'description' | 'version' | 'skills'>): AgentCard => ({
  ...facts,
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: A2A_VERSION }],
  capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: false },
  securitySchemes: {
    bearer: { httpAuthSecurityScheme: { description: 'An access token or an API key.', scheme: 'Bearer' } },
  },
  securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  defaultInputModes: MODES,
  defaultOutputModes: MODES,
});

/** The card of the platform, whose skills are the capabilities of all agents. `base` is the service's URL. */
export const platformCard = (base: string, types: readonly string[]): AgentCard =>
  cardOf(`${base}${A2A_PATH}`, {
    name: 'Causeway',
    description: 'All agents of this platform: a task goes to the agent whose capability fits.',
    version: VERSION,
    skills: [...types.map(skillOf), ANY],
  });

/** The card of one agent. Its tasks are reserved to it. */
export const cardOfAgent = (base: string, { id, name, version, capabilities }: AgentRow): AgentCard =>
  // Clients that resolve the card's path relative to this URL need the slash; calls work without it, too.
  cardOf(`${base}${agentPath(id)}/`, {
    name,
    description: `The agent ${name} of this platform.`,
    version: String(version),
    skills: capabilities.length === 0 ? [ANY] : [...new Set(capabilities.map(({ type }) => type))].map(skillOf),
  });
