import { randomUUID } from 'node:crypto';
import type { AgentStorage, DeliveryForm, PushLimits } from '@causeway/agents';
import type { KeyServiceFailure, Sealer } from '@causeway/keys';
import { ok, type Result, readJson } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { PeriodicTask } from '@causeway/runtime';
import type { PushSecret, TaskPush, TaskRow } from '@causeway/storage';
import type { Caller } from '../../http/callers/callers.ts';
import { refuse, unwrap } from '../../http/errors/errors.ts';
import type { RpcError } from '../../http/requests/json-rpc.ts';
import type { Agents } from '../agents/index.ts';
import { a2aError, invalidParams } from './errors.ts';
import type { PushConfig } from './schemas.ts';
import { a2aTask } from './view.ts';

/** Configurations of one task, and tasks of one owner with its agents that have some. */
const LIMITS: PushLimits = { perTask: 10, tasksPerOwner: 1_000 };
/** Longer than the retries of the push that tells of a task's end take, milliseconds. */
const KEPT_MS = 4 * 86_400_000;

/** What the receiver of a push checks. */
type Credentials = Pick<PushConfig, 'token' | 'authentication'>;

/** Where sealed credentials belong. */
const contextOf = (taskId: string, id: string): readonly string[] => ['sealed-secrets', `a2a-push:${taskId}:${id}`];

/** The same credentials under the current master key. */
export const resealedPush =
  ({ taskId, pushId, sealed }: PushSecret) =>
  (sealer: Sealer): Promise<Result<string, KeyServiceFailure>> =>
    sealer.rewrap(sealed, contextOf(taskId, pushId));

/** Why a configuration is refused, for people. */
const REFUSALS = {
  TASK_FULL: `a task has at most ${LIMITS.perTask}`,
  OWNER_FULL: `at most ${LIMITS.tasksPerOwner} tasks of yours have configurations at a time; remove some`,
} as const;

const pushesOf = ({ pushes }: TaskRow): readonly TaskPush[] => readJson(pushes);

export interface PushParts {
  readonly agents: Agents;
  readonly tasks: AgentStorage['tasks'];
  readonly pushes: AgentStorage['pushes'];
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** Called with failures of the removal of old configurations, which goes on. */
  readonly onError: (error: unknown) => void;
}

/** Push notification configurations of tasks: URLs that get each new state of a task, with the client's credentials. */
export class Pushes {
  /** The stored configurations, without credentials: routes check the caller first. */
  readonly stored: Pick<PushParts['pushes'], 'remove'>;
  readonly #parts: PushParts;
  /** Each removes the configurations of tasks that ended long ago and whose receivers never got the end. */
  readonly rounds: PeriodicTask;

  constructor(parts: PushParts) {
    this.#parts = parts;
    this.stored = parts.pushes;
    this.rounds = new PeriodicTask(() => parts.pushes.forget(parts.clock.now() - KEPT_MS), {
      onFailure: parts.onError,
    });
  }

  /**
   * Adds a configuration to the caller's task, or replaces the one with its id. The URL must be one that webhooks may
   * have. One of a task that has ended is kept for some days like the others, and nothing more is sent.
   */
  async add(caller: Caller, row: TaskRow, config: PushConfig): Promise<Result<PushConfig, RpcError>> {
    const { webhooks } = this.#parts.agents;
    const checked = webhooks.check(config.url, 'url');
    if (!checked.ok) return { ok: false, error: invalidParams({ field: 'url', description: checked.error.message }) };
    unwrap(await webhooks.secrets.ensure(caller.avatarId));
    const id = config.id || randomUUID();
    const sealed = await this.#sealed(row.id, id, config);
    const put = await this.#parts.pushes.put(row.id, { id, url: config.url }, sealed, LIMITS);
    if (put.ok) return ok({ ...config, id, taskId: row.id });
    const { code } = put.error;
    if (code === 'TASK_NOT_FOUND') return { ok: false, error: a2aError(code, `no task of yours is ${row.id}`) };
    return { ok: false, error: invalidParams({ field: 'id', description: REFUSALS[code] }) };
  }

  /** The configurations of a task, with their credentials. */
  async list(row: TaskRow): Promise<readonly PushConfig[]> {
    const secrets = await this.#parts.pushes.secretsOf(row.id);
    return Promise.all(
      pushesOf(row).map(async ({ id, url }) => ({
        ...{ id, taskId: row.id, url },
        ...(await this.#credentials(row.id, id, secrets)),
      })),
    );
  }

  async get(row: TaskRow, id: string): Promise<Result<PushConfig, RpcError>> {
    const config = (await this.list(row)).find((one) => one.id === id);
    return config
      ? ok(config)
      : { ok: false, error: a2aError('TASK_NOT_FOUND', `the task has no configuration ${id}`) };
  }

  /** The body of a push: the task as it is now. */
  readonly form: DeliveryForm = async ({ payload }) => {
    const { taskId, pushId } = (JSON.parse(payload) as { readonly data: { taskId: string; pushId: string } }).data;
    const row = await this.#parts.tasks.get(taskId);
    if (!row || !pushesOf(row).some(({ id }) => id === pushId)) return null;
    const secrets = await this.#parts.pushes.secretsOf(taskId);
    const { token, authentication } = await this.#credentials(taskId, pushId, secrets);
    const headers = {
      'content-type': 'application/a2a+json',
      ...(token && { 'x-a2a-notification-token': token }),
      ...(authentication && { authorization: `${authentication.scheme} ${authentication.credentials ?? ''}`.trim() }),
    };
    const artifacts = await this.#parts.agents.tasks.artifactRows.of(row.id);
    return { body: JSON.stringify({ task: a2aTask(row, 0, artifacts) }), headers };
  };

  /** The sealed credentials of a configuration; null when it has none. */
  async #sealed(taskId: string, id: string, { token, authentication }: Credentials): Promise<string | null> {
    if (!token && !authentication) return null;
    const text = JSON.stringify({ ...(token && { token }), ...(authentication && { authentication }) });
    const sealed = await this.#parts.sealer.seal(Buffer.from(text), contextOf(taskId, id));
    return sealed.ok ? sealed.value : unwrap(refuse('KEYS_UNAVAILABLE', sealed.error.message));
  }

  async #credentials(taskId: string, id: string, secrets: ReadonlyMap<string, string>): Promise<Credentials> {
    const sealed = secrets.get(id);
    if (sealed === undefined) return {};
    const plain = await this.#parts.sealer.open(sealed, contextOf(taskId, id));
    if (!plain.ok) return unwrap(refuse('KEYS_UNAVAILABLE', plain.error.message));
    return JSON.parse(Buffer.from(plain.value).toString('utf8'));
  }
}
