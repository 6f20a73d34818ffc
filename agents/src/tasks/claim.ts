import { isTaskHeld, ok, type Result } from '@causeway/protocol';
import { type AgentRow, type Head, PAGE_BYTES, type TaskRow } from '@causeway/storage';
import { taskStatements } from '@causeway/storage/agents';
import { allOfEach, type Lock, lock, lockOf, send, type TxScript } from '@causeway/storage/jobs';
import { fits } from '../capability.ts';
import type { AgentJobs } from '../context.ts';
import { changeTask, Tally } from './change.ts';
import { acceptReserved } from './reservation.ts';
import type { Claim, ClaimRefused } from './tasks.ts';

/** A task that a claim may get, without its texts. */
type Claimable = Pick<TaskRow, 'id' | 'rankMs' | 'listKey' | 'deadlineAtMs'> & Head;

/** An agent that may claim, and what there may be for it. */
interface Claimer {
  readonly agent: AgentRow;
  /** The queues with tasks that it fits. */
  readonly queues: readonly string[];
  /** Tasks that are reserved to it; they count to its limit already. */
  readonly reserved: readonly Claimable[];
}

type Looked = Result<Claimer, ClaimRefused>;

const refusal = (code: ClaimRefused['code']): Result<never, ClaimRefused> => ({ ok: false, error: { code } });

/** The agents, with the queues that they fit; in three round trips, however many agents there are. */
function* claimers({ tables }: AgentJobs, agentIds: readonly string[]): TxScript<readonly Looked[]> {
  const statements = taskStatements(tables);
  const ids = [...new Set(agentIds)].map((id) => ({ id }));
  const [found] = yield* allOfEach([statements.agentById, ids]);
  const agents = new Map(found.flat().map((agent) => [agent.id, agent]));
  const online = [...agents.values()].filter(
    ({ hiddenAtMs, availability }) => hiddenAtMs === null && availability === 'online',
  );
  const capabilities = [...new Set(online.flatMap((agent) => agent.capabilities.map(({ type }) => type)))];
  const holders = online.filter(({ active }) => active > 0);
  const [general, restricted, own, reserved] = yield* allOfEach(
    [statements.queuesOf, capabilities.map((capability) => ({ capability }))],
    [statements.restrictedQueuesOf, online.map(({ id: agentId, ownerId }) => ({ agentId, ownerId }))],
    [statements.queuesFor, online.map(({ id: agentId }) => ({ agentId }))],
    [statements.reservedFor, holders.map(({ id: agentId, active: limit }) => ({ agentId, limit }))],
  );
  return agentIds.map((agentId) => {
    const agent = agents.get(agentId);
    if (agent?.hiddenAtMs !== null) return refusal('AGENT_NOT_FOUND');
    if (agent.availability !== 'online') return refusal('AGENT_NOT_ONLINE');
    const types = new Set(agent.capabilities.map(({ type }) => type));
    const candidates = [
      ...(own[online.indexOf(agent)] ?? []),
      ...(restricted[online.indexOf(agent)] ?? []),
      ...general.flatMap((queues, index) => (types.has(capabilities[index] as string) ? queues : [])),
    ];
    const queues = candidates.filter(({ requirement }) => fits(agent, requirement)).map(({ queue }) => queue);
    return ok({ agent, queues, reserved: reserved[holders.indexOf(agent)] ?? [] });
  });
}

/** For each agent, whether a claim would find a task now, and the agent as it is. */
export function* lookForTasks(
  context: AgentJobs,
  agentIds: readonly string[],
): TxScript<readonly Result<{ readonly agent: AgentRow; readonly waiting: boolean }, ClaimRefused>[]> {
  const looked = yield* claimers(context, agentIds);
  const names = [...new Set(looked.flatMap((one) => (one.ok ? one.value.queues : [])))];
  const [heads] = yield* allOfEach([taskStatements(context.tables).heads, names.map((queue) => ({ queue, limit: 1 }))]);
  const filled = new Set(names.filter((_, index) => heads[index]?.length === 1));
  return looked.map((one) => {
    if (!one.ok) return one;
    const { agent, queues, reserved } = one.value;
    const room = agent.active < agent.maxConcurrentTasks;
    return ok({ agent, waiting: reserved.length > 0 || (room && queues.some((queue) => filled.has(queue))) });
  });
}

/** What a claim locks: its agent, whose places it takes. The tasks that it gets are known after it has chosen. */
export const claimLocks = ({ agentId }: Claim): readonly Lock[] => [lockOf('agent', agentId)];

/** Waiting tasks of several queues; each is taken once. */
class Heads {
  readonly #queues: ReadonlyMap<string, Claimable[]>;

  constructor(queues: ReadonlyMap<string, Claimable[]>) {
    this.#queues = queues;
  }

  /** The queue of `names` whose first task has the least rank; undefined when none has a task. */
  first(names: readonly string[]): Claimable[] | undefined {
    let first: Claimable[] | undefined;
    for (const name of names) {
      const queue = this.#queues.get(name);
      if (queue?.[0] && (first?.[0] === undefined || isBefore(queue[0], first[0]))) first = queue;
    }
    return first;
  }
}

const isBefore = (a: Claimable, b: Claimable): boolean =>
  a.rankMs < b.rankMs || (a.rankMs === b.rankMs && a.listKey < b.listKey);

const isReservedTo = (agentId: string, task: TaskRow): boolean =>
  isTaskHeld(task.state) && task.agentId === agentId && task.reservedUntilMs !== null;

/** The tasks that a claim gets: those that are reserved to its agent, and waiting ones. */
interface Chosen {
  readonly reserved: readonly string[];
  readonly waiting: readonly string[];
}

/**
 * Serves claims one after the other, by one reading of what waits for all of them. A claim gets tasks whose texts have
 * PAGE_BYTES together, and one at least. Texts are read of the tasks that it gets alone, however many queues its agent
 * fits. See TaskRepository.claim.
 */
export function* claimTasks(
  context: AgentJobs,
  claims: readonly Claim[],
): TxScript<readonly Result<readonly TaskRow[], ClaimRefused>[]> {
  const statements = taskStatements(context.tables);
  const nowMs = context.clock.now();
  const looked = yield* claimers(
    context,
    claims.map(({ agentId }) => agentId),
  );
  const active = new Map(looked.flatMap((one) => (one.ok ? [[one.value.agent.id, one.value.agent.active]] : [])));
  const roomOf = ({ id, maxConcurrentTasks }: AgentRow): number => maxConcurrentTasks - (active.get(id) ?? 0);
  const wanted = new Map<string, number>();
  for (const [index, one] of looked.entries()) {
    if (!one.ok) continue;
    const { agent, queues } = one.value;
    const most = Math.min((claims[index] as Claim).limit, roomOf(agent));
    for (const queue of most > 0 ? queues : []) wanted.set(queue, (wanted.get(queue) ?? 0) + most);
  }
  const asked = [...wanted].map(([queue, limit]) => ({ queue, limit }));
  const [found] = yield* allOfEach([statements.waitingTasks, asked]);
  const heads = new Heads(new Map(asked.map(({ queue }, index) => [queue, found[index] ?? []])));
  const tally = new Tally();
  const accepted = new Set<string>();

  function choose({ limit }: Claim, { agent, queues, reserved }: Claimer): Chosen {
    const [accepts, takes]: [string[], string[]] = [[], []];
    let left = PAGE_BYTES;
    const fits = ({ bytes }: Claimable): boolean => accepts.length + takes.length === 0 || bytes <= left;
    for (const task of reserved) {
      if (accepts.length === limit || task.deadlineAtMs <= nowMs || accepted.has(task.id) || !fits(task)) continue;
      accepted.add(task.id);
      accepts.push(task.id);
      left -= task.bytes;
    }
    const room = Math.min(limit - accepts.length, roomOf(agent));
    while (takes.length < room) {
      const queue = heads.first(queues);
      const head = queue?.[0];
      // The sweeper comes a little later; no agent gets a task that is too late.
      const isLate = head !== undefined && head.deadlineAtMs <= nowMs;
      if (head === undefined || (!isLate && !fits(head))) break;
      queue?.shift();
      if (isLate) continue;
      takes.push(head.id);
      left -= head.bytes;
    }
    active.set(agent.id, (active.get(agent.id) ?? 0) + takes.length);
    return { reserved: accepts, waiting: takes };
  }

  const chosen = looked.map((one, index) =>
    one.ok ? choose(claims[index] as Claim, one.value) : { reserved: [], waiting: [] },
  );
  const ids = chosen.flatMap(({ reserved, waiting }) => [...reserved, ...waiting]);
  // Nobody else has taken them, but someone may end them now.
  yield* lock(...ids.map((id) => lockOf('task', id)));
  const [read] = yield* allOfEach([statements.taskById, ids.map((id) => ({ id }))]);
  const rows = new Map(read.flat().map((task) => [task.id, task]));
  const rowOf = (id: string): TaskRow => {
    const row = rows.get(id);
    if (row === undefined) throw new Error(`the task ${id} has gone within its transaction`);
    return row;
  };

  function* serve({ agentId, leaseMs }: Claim, { reserved, waiting }: Chosen): TxScript<readonly TaskRow[]> {
    const claimed: TaskRow[] = [];
    for (const id of reserved) {
      const task = rowOf(id);
      // It can have ended before it was locked.
      if (isReservedTo(agentId, task)) claimed.push(yield* acceptReserved(context, task, nowMs, leaseMs));
    }
    for (const id of waiting) {
      const before = rowOf(id);
      const token = before.token + 1;
      const lease = { leaseMs, leaseEndsAtMs: nowMs + leaseMs, assignedAtMs: nowMs };
      const routingReason = 'it claimed the task';
      const set = { agentId, token, ...lease, routingReason, progress: null, progressMessage: null };
      claimed.push(yield* changeTask(context, before, { trigger: 'claimed', nowMs, set, tally }));
      const unended = { endedAtMs: null, outcome: null, failureCode: null, failureMessage: null };
      yield* send(statements.insertAttempt, { taskId: before.id, token, agentId, startedAtMs: nowMs, ...unended });
    }
    if (claimed.length > 0) yield* send(statements.holdTasks, { taken: waiting.length, nowMs, agentId });
    return claimed;
  }

  const answers: Result<readonly TaskRow[], ClaimRefused>[] = [];
  for (const [index, one] of looked.entries()) {
    answers.push(one.ok ? ok(yield* serve(claims[index] as Claim, chosen[index] as Chosen)) : one);
  }
  yield* tally.write(context);
  return answers;
}
