import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  type AgentEvent,
  agent,
  type Capability,
  Causeway,
  type RunningAgent,
  type TaskContext,
} from '@causeway/client';
import { walletsOn } from '../start/devnet-avatar.ts';
import { CARRIER_WORK } from './bridge-work.ts';
import { failsFirst, SCOUT_WORK } from './scout-work.ts';
import { TREASURER_WORK } from './treasurer-work.ts';
import type { Work } from './work.ts';

const PYTHON_AGENT = fileURLToPath(new URL('../../../examples/agents/agent.py', import.meta.url));

/** Rights of an agent that moves its own coins, which agents usually may not. */
const OF_MOVERS = [
  ...(['agents:read', 'agents:write', 'tasks:read', 'tasks:write'] as const),
  ...(['wallets:read', 'wallets:write', 'orders:read', 'orders:write'] as const),
];

/** What the carrier may spend within a day, ETH. */
const MOST_ETH = '2';

/** A member of the crew while it works. */
export interface Member {
  readonly name: string;
  readonly agentId: string;
  readonly stop: () => Promise<void>;
}

export interface Crew {
  readonly scout: Member;
  readonly treasurer: Member;
  readonly carrier: Member & { /** Of its own wallet on Ethereum. */ readonly address: string };
  readonly members: readonly Member[];
}

export interface CrewOptions {
  readonly url: string;
  /** Owns the agents. */
  readonly owner: Causeway;
  /** Decides which of the scout's tasks fail at their first attempt. */
  readonly seed: number;
  /** The treasurer is examples/agents/agent.py. */
  readonly python: boolean;
  readonly tell: (name: string, event: AgentEvent) => void;
}

/** Registers three agents of the owner's and lets them work. */
export async function startCrew(options: CrewOptions): Promise<Crew> {
  const { python, seed } = options;
  const suffix = randomBytes(3).toString('hex');
  const started: Member[] = [];
  try {
    const begin = async <M extends Member>(member: Promise<M>): Promise<M> => {
      started.push(await member);
      return member;
    };
    const scout = await begin(startMember(options, suffix, 'Scout', failsFirst(seed, SCOUT_WORK)));
    const treasurer = await begin(
      python ? startPython(options, suffix) : startMember(options, suffix, 'Treasurer', TREASURER_WORK),
    );
    const carrier = await begin(startCarrier(options, suffix));
    return { scout, treasurer, carrier, members: [scout, treasurer, carrier] };
  } catch (error) {
    await Promise.all(started.map(({ stop }) => stop()));
    throw error;
  }
}

/** A new agent of the owner's: its id, and a key with the usual rights, or with the rights to move coins. */
async function newAgent({ owner }: CrewOptions, suffix: string, name: string, rights: 'usual' | 'mover') {
  const { agentId, apiKey } = await owner.agents.register({ name, agentId: `${name.toLowerCase()}-${suffix}` });
  if (rights === 'usual') return { agentId, apiKey: String(apiKey) };
  const key = await owner.avatars.createApiKey({ name: 'moves coins', scopes: OF_MOVERS }, agentId);
  // An agent has no password, so it spends what its owner allowed: the coin it bridges, with the fees.
  await owner.wallets.allow({ agentId, asset: 'ETH', amount: MOST_ETH });
  return { agentId, apiKey: key.apiKey };
}

async function startMember(
  options: CrewOptions,
  suffix: string,
  name: string,
  work: Work,
  rights: 'usual' | 'mover' = 'usual',
): Promise<Member & { readonly causeway: Causeway }> {
  const { apiKey } = await newAgent(options, suffix, name, rights);
  const causeway = new Causeway({ baseUrl: options.url, apiKey });
  const capabilities: Capability[] = Object.keys(work).map((type) => ({ type }));
  const running: RunningAgent = await agent({
    ...{ causeway, name, capabilities, concurrency: 2 },
    run: (task, context: TaskContext) => work[task.type]?.(task, context, causeway),
    onEvent: (event) => options.tell(name, event),
  });
  return { name, agentId: running.agentId, stop: running.stop, causeway };
}

/** The agent that bridges, with a wallet of its own on both chains. */
async function startCarrier(options: CrewOptions, suffix: string): Promise<Crew['carrier']> {
  const carrier = await startMember(options, suffix, 'Carrier', CARRIER_WORK, 'mover');
  const [wallet] = await walletsOn(carrier.causeway, ['ethereum', 'polygon']);
  return { ...carrier, address: wallet?.address ?? '' };
}

/** The treasurer as a process of Python. */
async function startPython(options: CrewOptions, suffix: string): Promise<Member> {
  const name = 'Treasurer';
  const { agentId, apiKey } = await newAgent(options, suffix, name, 'usual');
  const env = { ...process.env, CAUSEWAY_URL: options.url, CAUSEWAY_TOKEN: apiKey, AGENT_NAME: name };
  const child = spawn('python3', [PYTHON_AGENT], { env, stdio: ['ignore', 'inherit', 'pipe'] });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => (status === 0 ? resolve() : reject(new Error(`agent.py ended with ${status}`))));
  });
  const waits = new Promise<void>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.endsWith('waits for tasks')) resolve();
      else options.tell(name, { type: 'completed', taskId: line });
    });
  });
  await Promise.race([waits, ended]);
  return {
    name,
    agentId,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
