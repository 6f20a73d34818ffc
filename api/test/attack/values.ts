import type { Random } from '@causeway/protocol/test-support/random';
import { whyNoTool } from '../../src/areas/mcp/catalog.ts';
import { SCOPES } from '../../src/http/callers/callers.ts';
import type { Operation } from '../../src/http/route.ts';
import { isPlainObject } from '../../src/http/schema/schema.ts';
import { PASSWORD } from '../support/avatars.ts';
import { type ApiDescription, type Described, type DocumentSchema, resolved } from '../support/resources.ts';
import { type Attacker, FOREIGN_ADDRESS, type Possessions, type World } from './world.ts';

/** Methods of MCP that take nothing. */
const MCP_READS = ['tools/list', 'initialize', 'ping', 'resources/list', 'prompts/list'];

/** An operation with everything that describes it. */
export interface Target extends Described {
  readonly operation: Operation;
}

const A2A_METHODS = [
  ...['SendMessage', 'GetTask', 'ListTasks', 'CancelTask', 'CreateTaskPushNotificationConfig'],
  ...['GetTaskPushNotificationConfig', 'ListTaskPushNotificationConfigs', 'DeleteTaskPushNotificationConfig'],
];
const AMOUNTS = ['1', '1', '0.5', '0.5', '0.1', '2', '5', '1000000000', '0', '-1', '1e3', 1, 0.1];
const WORDS = ['test', 'x', 'work-ann', 'work-bob', 'ETH', 'first-crossing', "' or 1=1 --", '%', '../..'];

/** A JSON object with own members, whatever their names. */
export const object = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> => {
  const made = {};
  for (const [name, value] of entries)
    Object.defineProperty(made, name, { value, enumerable: true, writable: true, configurable: true });
  return made;
};

/** What is attacked: the world, and the operations of its API. */
export interface Surface {
  readonly world: World;
  readonly document: ApiDescription;
  readonly targets: readonly Target[];
  /** Folder of the copies. */
  readonly folder: string;
  /** What this machine takes to read and write 1 MiB of JSON, microseconds of processor time. */
  readonly mibUs: number;
}

/** A sign-in names a victim, whose password an attacker does not have: everywhere else it is the attacker's own. */
const withoutPassword = (body: unknown, operationId: string): unknown =>
  operationId === 'authenticateAvatar' && isPlainObject(body) && body.password === PASSWORD
    ? { ...body, password: 'a password of nobody' }
    : body;

/** Valid parts of an attacker's requests, with ids, names and addresses of others. */
export class Values {
  readonly #random: Random;
  readonly #surface: Surface;
  readonly #attacker: Attacker;

  constructor(random: Random, surface: Surface, attacker: Attacker) {
    this.#random = random;
    this.#surface = surface;
    this.#attacker = attacker;
  }

  /** Somebody whose things are not the attacker's. */
  #victim(): Possessions {
    const others = ['ann', 'bob', 'fred', 'eve', 'agentofann', 'agentofeve'].filter(
      (name) => name !== this.#attacker.self,
    );
    return this.#surface.world.people.get(
      this.#random.oneIn(3) ? this.#random.pick(others) : this.#random.pick(others.slice(0, 2)),
    ) as Possessions;
  }

  #self(): Possessions {
    return this.#surface.world.people.get(this.#attacker.self ?? '') ?? this.#victim();
  }

  #someone(): Possessions {
    return this.#random.oneIn(4) ? this.#self() : this.#victim();
  }

  avatarId(): string {
    return this.#someone().id;
  }

  /** An id of one of the kinds that end with `parameter`, or of any kind. */
  #id(kinds: (kind: string) => boolean, whose = this.#someone()): string {
    const all = [...whose.ids];
    const matching = all.filter(([kind]) => kinds(kind));
    const [, ids] = this.#random.pick(matching.length > 0 && !this.#random.oneIn(8) ? matching : all);
    return this.#random.pick(ids);
  }

  path({ path, tag }: Described): Record<string, string> {
    const random = this.#random;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const whose = this.#someone();
    const own = this.#self();
    const values = names.map((name): [string, string] => {
      const kind = `${tag} ${name}`;
      // A path with two owners mixes them now and then.
      const one = names.length > 1 && random.oneIn(3) ? own : whose;
      if (random.oneIn(25))
        return [name, random.pick(['me', '__proto__', 'constructor', '0', '*', '../me', '%00', 'null'])];
      const found = random.oneIn(8) ? undefined : one.ids.get(kind);
      const id = found
        ? random.pick(found)
        : kind === 'A2A agentId'
          ? this.#id((any) => any === 'Agents agentId', one)
          : this.#id((any) => any.endsWith(` ${name}`), one);
      if (random.oneIn(20)) return [name, id.toUpperCase()];
      return [name, id];
    });
    return Object.fromEntries(values);
  }

  query({ query, tag }: Described): readonly string[] {
    const random = this.#random;
    return query.flatMap(({ name, required, schema }) => {
      if (!required && !random.oneIn(3)) return [];
      const value = this.value(schema, name, tag, 0);
      return [`${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))}`];
    });
  }

  body(target: Target): unknown {
    const { body, operationId, tag } = target;
    if (operationId === 'callMcp') return this.#mcp();
    if (operationId.startsWith('callA2a')) return this.#a2a();
    if (body === undefined) return this.#random.oneIn(2) ? {} : undefined;
    const made = withoutPassword(this.value(body, '', tag, 0), operationId);
    // Nobody takes the work in this world, so that nothing is won by waiting for it.
    return isPlainObject(made) && body.properties?.waitMs ? { ...made, waitMs: 0 } : made;
  }

  #mcp(): object {
    const random = this.#random;
    if (random.oneIn(8)) return { jsonrpc: '2.0', id: 1, method: random.pick(MCP_READS), params: {} };
    if (random.oneIn(8)) {
      const [kind, id] = random.pick([
        ['orders', this.#id((any) => any === 'Orders id')],
        ['missions', this.#id((any) => any === 'Missions id')],
        ['holons', this.#id((any) => any === 'Holons id')],
      ] as const);
      return { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: `causeway://${kind}/${id}` } };
    }
    const others = this.#surface.targets.filter(({ operationId }) => !operationId.startsWith('call'));
    const tools = random.oneIn(5) ? others : others.filter(({ operation }) => whyNoTool(operation) === undefined);
    const tool = random.pick(tools);
    const query = Object.fromEntries(this.query(tool).map((one) => one.split('=').map(decodeURIComponent)));
    const body = tool.method === 'GET' ? {} : this.body(tool);
    const args = { ...this.path(tool), ...query, ...(isPlainObject(body) ? body : {}) };
    return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool.operationId, arguments: args } };
  }

  #a2a(): object {
    const random = this.#random;
    const id = this.#id((kind) => kind === 'Agents taskId');
    const message = {
      messageId: `m-${random.below(1e6)}`,
      role: 'ROLE_USER',
      parts: [{ text: 'x' }],
      ...(random.oneIn(2) && { taskId: id }),
    };
    const url = 'https://receiver.example/a2a';
    const pushNotificationConfig = { url, id: 'p' };
    const params = {
      id,
      taskId: id,
      message,
      url,
      pushNotificationConfig,
      configuration: { returnImmediately: true },
    };
    return { jsonrpc: '2.0', id: 1, method: random.pick(A2A_METHODS), params };
  }

  /** A value of the schema, with ids of others where it takes ids. */
  value(given: DocumentSchema, name: string, tag: string, depth: number): unknown {
    const random = this.#random;
    const schema = resolved(this.#surface.document, given);
    const { properties, items, anyOf, examples, type } = schema;
    const known = this.#named(name, schema, tag);
    if (known !== undefined) return known;
    if (properties && Object.keys(properties).length > 0) {
      if (examples && random.oneIn(2)) return this.#renamed(random.pick(examples), tag);
      const required = schema.required ?? [];
      const members = Object.entries(properties).filter(
        ([one]) => required.includes(one) || random.oneIn(depth > 2 ? 5 : 2),
      );
      return Object.fromEntries(members.map(([one, member]) => [one, this.value(member, one, tag, depth + 1)]));
    }
    if (items) {
      const count = Math.max(schema.minItems ?? 0, random.below(3));
      return Array.from({ length: count }, () => this.value(items, name.replace(/s$/, ''), tag, depth + 1));
    }
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    if (examples && !random.oneIn(4)) return random.pick(examples);
    if (anyOf) return this.value(random.pick(anyOf), name, tag, depth + 1);
    if (type === 'integer' || type === 'number') {
      const { minimum = 0, maximum = 1_000_000_000 } = schema;
      return random.pick([minimum, maximum, Math.max(minimum, 1), Math.min(maximum, minimum + random.below(100))]);
    }
    if (type === 'boolean') return random.oneIn(2);
    if (type === 'object') return random.oneIn(2) ? {} : { text: 'x', avatarId: this.avatarId() };
    if (schema.format === 'date-time') return '2026-01-06T12:00:00.000Z';
    if (schema.format === 'uuid') return this.#id(() => true);
    return random.oneIn(6) ? this.#id(() => true) : random.pick(WORDS);
  }

  /** An example with ids of others in place of its own. */
  #renamed(value: unknown, tag: string, name = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#renamed(item, tag, name.replace(/s$/, '')));
    if (isPlainObject(value))
      return object(Object.entries(value).map(([key, member]) => [key, this.#renamed(member, tag, key)]));
    const known = this.#named(name, { type: typeof value }, tag);
    return known !== undefined && this.#random.oneIn(2) ? known : value;
  }

  /** A value that the name of a member calls for. */
  #named(name: string, { type, properties, items }: DocumentSchema, tag: string): unknown {
    const random = this.#random;
    if (properties || items) return undefined;
    const victim = this.#someone();
    const id = (kind: string) => this.#id((any) => any === kind, victim);
    if (name === 'token') return type === 'integer' || type === 'number' ? 1 + random.below(3) : 'A'.repeat(43);
    switch (name) {
      case 'avatarId':
      case 'toAvatarId':
      case 'fromAvatarId':
      case 'actorId':
      case 'subjectId':
        return victim.id;
      case 'agentId':
      case 'agent':
      case 'trusted':
      case 'subscriber':
        return random.oneIn(4) ? victim.id : id('Agents agentId');
      case 'taskId':
        return id('Agents taskId');
      case 'workflowId':
        return id('Agents workflowId');
      case 'webhookId':
        return id('Agents webhookId');
      case 'libraryId':
        return id('Libraries libraryId');
      case 'messageId':
        return id('Messages messageId');
      case 'apiKeyId':
        return id('Avatars keyId');
      case 'id':
        return id(`${tag} id`);
      case 'username':
        return random.oneIn(2) ? victim.username : `new-${random.below(1e9)}`;
      case 'email':
        return random.oneIn(2) ? victim.email : `new-${random.below(1e9)}@example.org`;
      case 'password':
      case 'oldPassword':
        return ['Wallets', 'Avatars'].includes(tag) && this.#attacker.role !== 'stranger' && random.oneIn(3)
          ? PASSWORD
          : 'a password of nobody';
      case 'newPassword':
        return 'a new password of somebody';
      case 'amount':
        return random.pick(AMOUNTS);
      case 'asset':
        return random.pick(['ETH', 'POL', 'cwETH']);
      case 'destinationAddress':
      case 'toAddress':
      case 'refundAddress':
        return random.oneIn(2) ? FOREIGN_ADDRESS : (victim.addresses[0] ?? FOREIGN_ADDRESS);
      case 'fromAddress':
      case 'walletAddress':
        return random.oneIn(3) ? FOREIGN_ADDRESS : (victim.addresses[0] ?? FOREIGN_ADDRESS);
      case 'walletProviderType':
      case 'providerType':
        return random.pick([3, 7, 7, 8]);
      case 'scope':
        return random.pick(SCOPES);
      case 'url':
      case 'callback':
      case 'webhook':
        return `https://receiver.example/${random.below(1e6)}`;
      case 'waitMs':
        return 0;
      default:
        return undefined;
    }
  }
}
