import { randomUUID } from 'node:crypto';
import type { DeliveryForm } from '@causeway/agents';
import type { Sealer } from '@causeway/keys';
import { ok, type Result } from '@causeway/protocol';
import type { AgentStorage, PlatformStorage, TaskPush, TaskRow } from '@causeway/storage';
import type { Caller } from '../../http/callers.ts';
import { refuse, unwrap } from '../../http/errors.ts';
import type { RpcError } from '../../http/json-rpc.ts';
import type { Agents } from '../agents/index.ts';
import { a2aError, invalidParams } from './errors.ts';
import type { PushConfig } from './schemas.ts';
import { a2aTask } from './view.ts';

/** Configurations of one task. */
const MAX_PUSHES = 10;

/** What the receiver of a push checks. */
type Credentials = Pick<PushConfig, 'token' | 'authentication'>;

/** Name of a configuration's credentials among the service's sealed secrets. */
const secretName = (taskId: string, id: string): string => `a2a-push:${taskId}:${id}`;
const contextOf = (name: string): readonly string[] => ['sealed-secrets', name];

const pushesOf = ({ pushes }: TaskRow): readonly TaskPush[] => JSON.parse(pushes);

export interface PushParts {
  readonly agents: Agents;
  readonly tasks: AgentStorage['tasks'];
  readonly secrets: PlatformStorage['sealedSecrets'];
  readonly sealer: Sealer;
}

/** Push notification configurations of tasks: URLs that get each new state of a task, with the client's credentials. */
export class Pushes {
  readonly #parts: PushParts;

  constructor(parts: PushParts) {
    this.#parts = parts;
  }

  /** Adds a configuration to the caller's task, or replaces the one with its id. The URL must be one that webhooks may have. */
  async add(caller: Caller, row: TaskRow, config: PushConfig): Promise<Result<PushConfig, RpcError>> {
    const { webhooks } = this.#parts.agents;
    const checked = webhooks.check(config.url, 'url');
    if (!checked.ok) return { ok: false, error: invalidParams({ field: 'url', description: checked.error.message }) };
    unwrap(await webhooks.ensureSecret(caller.avatarId));
    const id = config.id || randomUUID();
    const others = pushesOf(row).filter((push) => push.id !== id);
    if (others.length >= MAX_PUSHES) {
      return { ok: false, error: invalidParams({ field: 'id', description: `a task has at most ${MAX_PUSHES}` }) };
    }
    await this.#keep(secretName(row.id, id), config);
    const push = { id, url: config.url };
    await this.#parts.tasks.changePushes(row.id, (pushes) => [...pushes.filter((one) => one.id !== id), push]);
    return ok({ ...config, id, taskId: row.id });
  }

  /** The configurations of a task, with their credentials. */
  async list(row: TaskRow): Promise<readonly PushConfig[]> {
    return Promise.all(
      pushesOf(row).map(async ({ id, url }) => ({ id, taskId: row.id, url, ...(await this.#credentials(row.id, id)) })),
    );
  }

  async get(row: TaskRow, id: string): Promise<Result<PushConfig, RpcError>> {
    const config = (await this.list(row)).find((one) => one.id === id);
    return config
      ? ok(config)
      : { ok: false, error: a2aError('TASK_NOT_FOUND', `the task has no configuration ${id}`) };
  }

  /** Removes a configuration; one that is not there is removed already. */
  async remove(row: TaskRow, id: string): Promise<void> {
    await this.#parts.tasks.changePushes(row.id, (pushes) => pushes.filter((push) => push.id !== id));
    await this.#parts.secrets.remove(secretName(row.id, id));
  }

  /** The body of a push: the task as it is now. */
  readonly form: DeliveryForm = async ({ payload }) => {
    const { taskId, pushId } = (JSON.parse(payload) as { readonly data: { taskId: string; pushId: string } }).data;
    const row = await this.#parts.tasks.get(taskId);
    if (!row || !pushesOf(row).some(({ id }) => id === pushId)) return null;
    const { token, authentication } = await this.#credentials(taskId, pushId);
    const headers = {
      'content-type': 'application/a2a+json',
      ...(token && { 'x-a2a-notification-token': token }),
      ...(authentication && { authorization: `${authentication.scheme} ${authentication.credentials ?? ''}`.trim() }),
    };
    const artifacts = await this.#parts.agents.tasks.artifactsOf(row.id);
    return { body: JSON.stringify({ task: a2aTask(row, 0, artifacts) }), headers };
  };

  async #keep(name: string, { token, authentication }: Credentials): Promise<void> {
    const { secrets, sealer } = this.#parts;
    await secrets.remove(name);
    if (!token && !authentication) return;
    const text = JSON.stringify({ ...(token && { token }), ...(authentication && { authentication }) });
    const sealed = await sealer.seal(Buffer.from(text), contextOf(name));
    if (!sealed.ok) unwrap(refuse('KEYS_UNAVAILABLE', sealed.error.message));
    else await secrets.create(name, sealed.value);
  }

  async #credentials(taskId: string, id: string): Promise<Credentials> {
    const name = secretName(taskId, id);
    const sealed = await this.#parts.secrets.get(name);
    if (sealed === undefined) return {};
    const plain = await this.#parts.sealer.open(sealed, contextOf(name));
    if (!plain.ok) return unwrap(refuse('KEYS_UNAVAILABLE', plain.error.message));
    return JSON.parse(Buffer.from(plain.value).toString('utf8'));
  }
}
