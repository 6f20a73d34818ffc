import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { Scope } from '../../src/http/callers/callers.ts';
import { RECIPIENT, type TestApi } from './api.ts';
import { ask, expect, signIn } from './avatars.ts';

/** A schema of the OpenAPI document. */
export interface DocumentSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly additionalProperties?: unknown;
  readonly items?: DocumentSchema;
  readonly anyOf?: readonly DocumentSchema[];
}

/** The members of the OpenAPI document that are used here. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, DocumentSchema>> };
}
interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly parameters?: readonly QueryParameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: DocumentSchema } } };
}

/** A parameter of an operation. */
export interface QueryParameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: DocumentSchema;
}

/** One operation of the OpenAPI document. */
export interface Described {
  readonly operationId: string;
  readonly path: string;
  readonly method: string;
  readonly tag: string;
  /** The parameters of its query. */
  readonly query: readonly QueryParameter[];
  readonly body: DocumentSchema | undefined;
  readonly example: object | undefined;
}

/** `schema`, or the schema that it refers to. */
export function resolved({ components }: ApiDescription, schema: DocumentSchema): DocumentSchema {
  if (schema.$ref === undefined) return schema;
  const known = components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  assert.ok(known, schema.$ref);
  return known;
}

/** The operations of a document. */
export function operationsOf(document: ApiDescription): readonly Described[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, tags, parameters = [], requestBody }]) => {
      const schema = requestBody?.content['application/json'].schema;
      const body = schema && resolved(document, schema);
      const query = parameters.filter((parameter) => parameter.in === 'query');
      const example = body?.examples?.[0] as object | undefined;
      return { operationId, path, method: method.toUpperCase(), tag: tags[0], query, body, example };
    }),
  );
}

/** Who has the resources, and an admin. */
export interface Owner {
  readonly id: string;
  readonly token: string;
  readonly adminToken: string;
}

/** Makes an API key of an avatar. */
export const makeKey = async (api: TestApi, owner: Pick<Owner, 'id' | 'token'>, scopes: readonly Scope[], more = {}) =>
  (await expect(
    ask(api, `/api/avatar/${owner.id}/api-keys`, { name: 'test', scopes, ...more }, { token: owner.token }),
    201,
  )) as { readonly keyId: string; readonly apiKey: string };

/** Operations whose path has the caller's own avatar, also when it is no agent. */
export const OF_THE_CALLER = ['claimTasks', 'claimAgentMessages', 'agentHeartbeat'];

/**
 * Makes resources of the owner for the parameters of paths: `make` returns the id of one. `text` gives the texts that
 * nobody else may read, by area and member; their work is for agents of the owner alone.
 */
export function resourcesOf(
  api: TestApi,
  owner: () => Owner,
  text: (area: string, what: string) => string = () => 'test',
) {
  /** Asks as the owner; the answer's result. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of an answer
  const own = async (route: string, body?: object): Promise<any> =>
    (await ask(api, route, body, { token: owner().token })).result;
  /** A wallet of the owner that nothing has deleted. */
  let wallet: string | undefined;
  let previous = '';
  /** The library in the path. */
  let library = '';

  const newLibrary = async (): Promise<string> => (await own('/api/libraries', { name: 'test' })).libraryId;
  const newAgent = async (more = {}): Promise<string> =>
    (await own('/api/agents/register', { name: 'test', ...more })).agentId;
  const requirements = { agents: 'own' };
  const inputOf = (what: string) => ({ text: text('tasks', what) });
  const receiver = (what: string): string => `https://receiver.example/${text('tasks', what)}/${randomUUID()}`;
  const newWorkflow = async (): Promise<string> => {
    const steps = [{ stepId: 'one', type: 'test', input: inputOf('step') }];
    return (await own('/api/agents/workflows/create', { steps, requirements })).workflowId;
  };
  const publishedMission = async (): Promise<string> => {
    const quests = [{ id: 'first-crossing', name: 'Cross' }];
    const { id } = await own('/api/missions', { name: 'Cross', quests });
    await own(`POST /api/missions/${id}/publish`, {});
    return id;
  };
  const asAdmin = async (route: string, body: object) =>
    (await ask(api, route, body, { token: owner().adminToken })).result;

  /** An id for each parameter of a path, whose resource belongs to the owner. */
  const PARAMETERS: Readonly<Record<string, Readonly<Record<string, (operationId: string) => Promise<string>>>>> = {
    Orders: {
      id: async () => {
        const body = { from: 'ETH', to: 'polygon', amount: '1', destinationAddress: RECIPIENT };
        return (await own('/api/v1/orders', body)).orderId;
      },
      // Facts of the chain, which nothing here has written: the search answers everybody alike.
      transaction: async () => `0x${'01'.repeat(32)}`,
      messageId: async () => `0x${'02'.repeat(32)}`,
      reference: async () => `0x${'03'.repeat(32)}`,
    },
    Agents: {
      agentId: async (operationId) => (OF_THE_CALLER.includes(operationId) ? owner().id : newAgent()),
      taskId: async () => {
        const task = { type: 'test', requirements, input: inputOf('input'), callback: receiver('callback') };
        return (await own('/api/agents/tasks/submit', task)).taskId;
      },
      workflowId: () => newWorkflow(),
      runId: async () => {
        const workflowId = await newWorkflow();
        return (await own(`POST /api/agents/workflows/${workflowId}/execute`, { input: inputOf('run') })).runId;
      },
      collaborationId: async () => {
        const given = { requirements, input: inputOf('collaboration') };
        const body = { agents: [await newAgent()], protocol: 'voting', waitMs: 0, ...given };
        return (await own('/api/agents/collaborate', body)).collaborationId;
      },
      messageId: async () => {
        await newAgent({ capabilities: [{ type: 'test' }] });
        const message = { type: 'test', input: inputOf('message') };
        const body = { capability: 'test', message, requirements, waitMs: 0 };
        return (await own('/api/agents/messages/send-by-capability', body)).messageId;
      },
      webhookId: async () => (await own('/api/agents/webhooks', { url: receiver('webhook') })).webhookId,
      deliveryId: async () => {
        const task = { type: 'test', callback: receiver('delivery') };
        const { taskId } = await own('/api/agents/tasks/submit', task);
        await own(`/api/agents/tasks/${taskId}/cancel`, {});
        const [newest] = await own('/api/agents/webhooks/deliveries');
        return newest.deliveryId;
      },
    },
    A2A: { agentId: () => newAgent() },
    Avatars: {
      // What these change would be in the way of the others.
      id: async (operationId) =>
        ['freezeAvatar', 'thawAvatar', 'endSessions'].includes(operationId) ? newAgent() : owner().id,
      sessionId: async () => {
        const { username } = await own('/api/avatar/me');
        const { jwtToken: token } = await signIn(api, username);
        const sessions = (await ask(api, '/api/avatar/me/sessions', undefined, { token })).result;
        return sessions.find(({ isCurrent }: { readonly isCurrent: boolean }) => isCurrent).sessionId;
      },
      keyId: async () => (await makeKey(api, owner(), ['orders:read'], { name: text('keys', 'name') })).keyId,
      username: async () => (await own('/api/avatar/me')).username,
    },
    Statistics: { id: async () => owner().id },
    Holons: {
      id: async () => {
        const name = `${text('holons', 'name')} ${randomUUID()}`;
        const metadata = { text: text('holons', 'body') };
        return (await own('/api/data/save-holon', { name, holonType: 'Test', metadata })).id;
      },
    },
    Wallets: {
      avatarId: async () => owner().id,
      walletId: async (operationId) => {
        const fresh = wallet === undefined || [previous, operationId].includes('deleteWallet');
        previous = operationId;
        if (!fresh && wallet !== undefined) return wallet;
        const words = { name: text('wallets', 'name'), description: text('wallets', 'description') };
        const body = { ...words, walletProviderType: 3, generateKeyPair: true };
        wallet = String((await own(`/api/Wallet/avatar/${owner().id}/create-wallet`, body)).walletId);
        return wallet;
      },
      // Without chains there is no transfer; the access rules come before the search for it.
      transferId: async () => randomUUID(),
      providerType: async () => '3',
    },
    Messages: {
      messageId: async () =>
        (await asAdmin('/api/messaging/send-message', { toAvatarId: owner().id, message: text('messages', 'text') }))
          .messageId,
      avatarId: async () => owner().id,
    },
    Missions: {
      id: () => publishedMission(),
      questId: async () => 'first-crossing',
      version: async () => '1',
      type: async () => 'Easy',
      status: async () => 'Pending',
    },
    Libraries: {
      libraryId: async () => {
        library = await newLibrary();
        return library;
      },
      dependencyId: async () => {
        const libraryId = await newLibrary();
        await own(`/api/libraries/${library}/dependencies`, { libraryId });
        return libraryId;
      },
    },
  };

  /** The id of a resource of the owner for a parameter of the operation's path. */
  const make = ({ operationId, tag }: Described, name: string): Promise<string> => {
    const resource = PARAMETERS[tag]?.[name];
    assert.ok(resource, `${operationId}: add a resource of the owner for {${name}} to PARAMETERS`);
    return resource(operationId);
  };
  return make;
}

/** The operation's path with the ids that `make` gives. */
export async function urlOf(operation: Described, make: ReturnType<typeof resourcesOf>): Promise<string> {
  let url = operation.path;
  for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) {
    url = url.replace(`{${name}}`, await make(operation, name));
  }
  return url;
}
