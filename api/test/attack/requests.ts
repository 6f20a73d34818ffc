import type { Random } from '@causeway/protocol/test-support/random';
import { SENTINELS } from '@causeway/storage/test-support/dump';
import { TOOLS } from '../../src/areas/mcp/tools.ts';
import { SCOPES } from '../../src/http/callers.ts';
import { ORIGIN_MEMBERS } from '../../src/http/origin-members.ts';
import type { Operation } from '../../src/http/route.ts';
import { isPlainObject } from '../../src/http/schema.ts';
import { PASSWORD } from '../support/avatars.ts';
import { type ApiDescription, type Described, type DocumentSchema, resolved } from '../support/resources.ts';
import { type Attacker, FOREIGN_ADDRESS, type Possessions, type World } from './world.ts';

/** The ways to attack. */
export const METHODS = ['ids', 'undeclared', 'biggest', 'fifty'] as const;
export type Method = (typeof METHODS)[number];

/** How many requests come at once in a case of that method. */
export const AT_ONCE = 50;

/** One request of a case, and what it must not get. */
export interface AttackRequest {
  readonly method: string;
  readonly url: string;
  readonly path: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON of the body. */
  readonly body: unknown;
  /** The text that is sent, if it is not the body's JSON alone. */
  readonly text: string | undefined;
  readonly times: number;
  /** Why no success may answer it; undefined where one may. */
  readonly mustFail: string | undefined;
}

/** An operation with everything that describes it. */
export interface Target extends Described {
  readonly operation: Operation;
}

/** Operations whose bodies may have members of a foreign protocol or of a package. */
const OPEN_BODIES = ['callMcp', 'callA2a', 'callA2aOfAgent', 'importLibraries', 'importLibrary'];

const INHERITED = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
const A2A_METHODS = [
  ...['SendMessage', 'GetTask', 'ListTasks', 'CancelTask', 'CreateTaskPushNotificationConfig'],
  ...['GetTaskPushNotificationConfig', 'ListTaskPushNotificationConfigs', 'DeleteTaskPushNotificationConfig'],
];
const AMOUNTS = ['1', '0.5', '2', '5', '100', '1000000000', '0', '-1', '1e3', '0.000000001', 1, 0.1];
const WORDS = ['test', 'x', 'work-ann', 'work-bob', 'ETH', 'first-crossing', "' or 1=1 --", '%', '../..'];

/** A JSON object with own members, whatever their names. */
const object = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> => {
  const made = {};
  for (const [name, value] of entries)
    Object.defineProperty(made, name, { value, enumerable: true, writable: true, configurable: true });
  return made;
};

/** The largest text that the attack fills a member with, characters. */
const LONGEST = 12_000;
const MOST_ITEMS = 600;

/** Makes the requests of an attacker. */
export class Forge {
  readonly #random: Random;
  readonly #world: World;
  readonly #document: ApiDescription;
  readonly #targets: readonly Target[];
  readonly #attacker: Attacker;

  constructor(random: Random, world: World, document: ApiDescription, targets: readonly Target[], attacker: Attacker) {
    this.#random = random;
    this.#world = world;
    this.#document = document;
    this.#targets = targets;
    this.#attacker = attacker;
  }

  request(target: Target, method: Method): AttackRequest {
    const random = this.#random;
    const path = this.#path(target);
    let body: unknown = target.method === 'GET' && !random.oneIn(20) ? undefined : this.#body(target);
    let mustFail: string | undefined;
    let text: string | undefined;
    let query = this.#query(target);
    if (method === 'undeclared') {
      const soiled = target.method === 'GET' || random.oneIn(5) ? undefined : this.#soiled(target, body);
      if (soiled) ({ body, mustFail } = soiled);
      else {
        const name = random.pick(['isAdmin', '__proto__', 'avatarId', 'ownerId', 'scope', 'fields', 'constructor']);
        const isDeclared =
          target.query.some((one) => one.name === name) || ORIGIN_MEMBERS[target.operationId]?.query?.includes(name);
        if (!isDeclared && !OPEN_BODIES.includes(target.operationId)) mustFail = `the query has an undeclared ${name}`;
        query = [...query, `${name}=${encodeURIComponent(this.#avatarId())}`];
      }
    }
    if (method === 'biggest') {
      const whole = target.body && this.#biggest(target, body);
      if (whole) ({ body, mustFail, text } = whole);
      else
        query = [
          ...query.filter((one) => !one.startsWith('limit=')),
          ...(this.#takes(target, 'limit') ? ['limit=100'] : []),
        ];
    }
    const times = method === 'fifty' ? AT_ONCE : 1;
    return {
      method: target.method,
      url: `${this.#url(target, path)}${query.length > 0 ? `?${query.join('&')}` : ''}`,
      path,
      headers: this.#headers(target),
      body,
      text,
      times,
      mustFail,
    };
  }

  #takes = ({ query }: Described, name: string): boolean => query.some((one) => one.name === name);

  #headers({ method }: Described): Record<string, string> {
    const random = this.#random;
    const headers: Record<string, string> = {};
    if (method === 'POST' && random.oneIn(6))
      headers['idempotency-key'] = random.pick(['a', 'register-painter', `key-${random.below(1e9)}`]);
    if (random.oneIn(15)) headers['x-forwarded-for'] = '127.0.0.1';
    if (random.oneIn(15)) headers['if-match'] = random.pick(['*', '"1"', '"2"']);
    return headers;
  }

  #url({ path }: Described, values: Readonly<Record<string, string>>): string {
    return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
  }

  /** Somebody whose things are not the attacker's. */
  #victim(): Possessions {
    const others = ['ann', 'bob', 'fred', 'eve', 'agentofann', 'agentofeve'].filter(
      (name) => name !== this.#attacker.self,
    );
    return this.#world.people.get(
      this.#random.oneIn(3) ? this.#random.pick(others) : this.#random.pick(others.slice(0, 2)),
    ) as Possessions;
  }

  #self(): Possessions {
    return this.#world.people.get(this.#attacker.self ?? '') ?? this.#victim();
  }

  #someone(): Possessions {
    return this.#random.oneIn(4) ? this.#self() : this.#victim();
  }

  #avatarId(): string {
    return this.#someone().id;
  }

  /** An id of one of the kinds that end with `parameter`, or of any kind. */
  #id(kinds: (kind: string) => boolean, whose = this.#someone()): string {
    const all = [...whose.ids];
    const matching = all.filter(([kind]) => kinds(kind));
    const [, ids] = this.#random.pick(matching.length > 0 && !this.#random.oneIn(8) ? matching : all);
    return this.#random.pick(ids);
  }

  #path({ path, tag }: Described): Record<string, string> {
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

  #query({ query, tag }: Described): readonly string[] {
    const random = this.#random;
    return query.flatMap(({ name, required, schema }) => {
      if (!required && !random.oneIn(3)) return [];
      const value = this.#value(schema, name, tag, 0);
      return [`${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))}`];
    });
  }

  #body(target: Target): unknown {
    const { body, operationId, tag } = target;
    if (operationId === 'callMcp') return this.#mcp();
    if (operationId.startsWith('callA2a')) return this.#a2a();
    if (body === undefined) return this.#random.oneIn(2) ? {} : undefined;
    const made = this.#value(body, '', tag, 0);
    // Nobody takes the work in this world, so that nothing is won by waiting for it.
    return isPlainObject(made) && body.properties?.waitMs ? { ...made, waitMs: 0 } : made;
  }

  #mcp(): object {
    const random = this.#random;
    if (random.oneIn(8))
      return { jsonrpc: '2.0', id: 1, method: random.pick(['tools/list', 'initialize', 'ping']), params: {} };
    const others = this.#targets.filter(({ operationId }) => !operationId.startsWith('call'));
    const tools = random.oneIn(5) ? others : others.filter(({ operationId }) => TOOLS.includes(operationId));
    const tool = random.pick(tools);
    const query = Object.fromEntries(this.#query(tool).map((one) => one.split('=').map(decodeURIComponent)));
    const body = tool.method === 'GET' ? {} : this.#body(tool);
    const args = { ...this.#path(tool), ...query, ...(isPlainObject(body) ? body : {}) };
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
  #value(given: DocumentSchema, name: string, tag: string, depth: number): unknown {
    const random = this.#random;
    const schema = resolved(this.#document, given);
    const { properties, items, anyOf, examples, type } = schema;
    const known = this.#named(name, schema, tag);
    if (known !== undefined) return known;
    if (properties && Object.keys(properties).length > 0) {
      if (examples && random.oneIn(2)) return this.#renamed(random.pick(examples), tag);
      const required = schema.required ?? [];
      const members = Object.entries(properties).filter(
        ([one]) => required.includes(one) || random.oneIn(depth > 2 ? 5 : 2),
      );
      return Object.fromEntries(members.map(([one, member]) => [one, this.#value(member, one, tag, depth + 1)]));
    }
    if (items) {
      const count = Math.max(schema.minItems ?? 0, random.below(3));
      return Array.from({ length: count }, () => this.#value(items, name.replace(/s$/, ''), tag, depth + 1));
    }
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    if (examples && !random.oneIn(4)) return random.pick(examples);
    if (anyOf) return this.#value(random.pick(anyOf), name, tag, depth + 1);
    if (type === 'integer' || type === 'number') {
      const { minimum = 0, maximum = 1_000_000_000 } = schema;
      return random.pick([minimum, maximum, Math.max(minimum, 1), Math.min(maximum, minimum + random.below(100))]);
    }
    if (type === 'boolean') return random.oneIn(2);
    if (type === 'object') return random.oneIn(2) ? {} : { text: 'x', avatarId: this.#avatarId() };
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

  /** The body with an undeclared member in one of its objects; undefined where it has none. */
  #soiled(
    { body: schema, operationId }: Target,
    body: unknown,
  ): { readonly body: unknown; readonly mustFail: string | undefined } | undefined {
    const random = this.#random;
    if (!isPlainObject(body)) return undefined;
    const places: { readonly at: readonly string[]; readonly schema: DocumentSchema | undefined }[] = [];
    const walk = (value: unknown, given: DocumentSchema | undefined, at: readonly string[]): void => {
      const own = given && resolved(this.#document, given);
      if (Array.isArray(value))
        for (const [index, item] of value.entries()) walk(item, own?.items, [...at, String(index)]);
      else if (isPlainObject(value)) {
        places.push({ at, schema: own });
        for (const [name, member] of Object.entries(value)) walk(member, own?.properties?.[name], [...at, name]);
      }
    };
    walk(body, schema, []);
    const place = random.pick(places);
    const declared = Object.keys(place.schema?.properties ?? {});
    const near = declared.length > 0 ? random.pick(declared) : 'name';
    const names = [
      random.pick(Object.keys(SENTINELS)),
      random.pick(INHERITED),
      `${near}_`,
      near.toUpperCase(),
      ` ${near}`,
      'isAdmin',
      'avatarId',
      'ownerId',
    ];
    const name = random.pick(names);
    const sentinel = Object.hasOwn(SENTINELS, name) ? SENTINELS[name] : true;
    const value = random.pick([sentinel, this.#avatarId(), { isAdmin: true }]);
    const put = (inner: unknown, [first, ...rest]: readonly string[]): unknown => {
      if (first === undefined) return object([...Object.entries(inner as object), [name, value]]);
      if (Array.isArray(inner)) return inner.map((item, index) => (String(index) === first ? put(item, rest) : item));
      return object(
        Object.entries(inner as object).map(([key, member]) => [key, key === first ? put(member, rest) : member]),
      );
    };
    const isClosed =
      (place.schema === undefined && schema === undefined) || place.schema?.additionalProperties === false;
    const isKnown =
      declared.includes(name) || (place.at.length === 0 && ORIGIN_MEMBERS[operationId]?.body?.includes(name));
    const mustFail =
      isClosed && !isKnown && !OPEN_BODIES.includes(operationId)
        ? `${[...place.at, name].join('.')} is undeclared`
        : undefined;
    return { body: put(body, place.at), mustFail };
  }

  /** The body with one member as large as its schema allows, or one more; or a text of the most bytes, or of one more. */
  #biggest(
    target: Target,
    body: unknown,
  ): { readonly body: unknown; readonly mustFail: string | undefined; readonly text: string | undefined } | undefined {
    const random = this.#random;
    const { properties = {} } = target.body ?? {};
    const most = target.operation.declaration.bodyLimit ?? 16_384;
    if (random.oneIn(5)) {
      const json = JSON.stringify(body ?? {});
      const extra = random.below(2);
      const bytes = Buffer.byteLength(json);
      if (bytes > most) return { body, mustFail: 'the body is too large', text: undefined };
      return {
        body,
        text: json + ' '.repeat(most - bytes + extra),
        mustFail: extra ? 'the body is one byte too large' : undefined,
      };
    }
    const names = Object.keys(properties);
    if (names.length === 0 || !isPlainObject(body)) return undefined;
    const filled = { ...body };
    let mustFail: string | undefined;
    const one = random.oneIn(3) ? random.pick(names) : undefined;
    for (const name of one ? [one] : names) {
      const isMore = name === one;
      const value = this.#largest(properties[name] as DocumentSchema, name, target.tag, isMore ? 1 : 0);
      if (value === undefined) continue;
      filled[name] = value.value;
      if (isMore) mustFail = value.isOver ? `${name} is one more than its schema allows` : undefined;
    }
    return { body: filled, mustFail, text: undefined };
  }

  /** The largest value of a schema and `more`; undefined where the schema has no bound. */
  #largest(
    given: DocumentSchema,
    name: string,
    tag: string,
    more: number,
  ): { readonly value: unknown; readonly isOver: boolean } | undefined {
    const schema = resolved(this.#document, given);
    const { type, maxLength, maxItems, maximum, pattern, items } = schema;
    if (schema.enum || schema.const !== undefined) return undefined;
    const isOver = more > 0;
    if (type === 'string' && maxLength !== undefined) {
      const fill = this.#random.pick(isOver ? ['x'] : ['x', 'x', 'é', '漢', '😀']);
      const text =
        fill.repeat(Math.floor(Math.min(maxLength, LONGEST) / (isOver ? 1 : fill.length))) + 'x'.repeat(more);
      if (pattern !== undefined && !isOver && !new RegExp(pattern, 'u').test(text)) return undefined;
      return { value: text, isOver: isOver && maxLength <= LONGEST };
    }
    if (items && maxItems !== undefined) {
      const count = Math.min(maxItems, MOST_ITEMS) + more;
      const value = Array.from({ length: count }, () => this.#value(items, name.replace(/s$/, ''), tag, 3));
      return { value, isOver: isOver && maxItems <= MOST_ITEMS };
    }
    if ((type === 'integer' || type === 'number') && maximum !== undefined) return { value: maximum + more, isOver };
    if (type === 'object' && !schema.properties) return { value: { text: 'x'.repeat(LONGEST) }, isOver: false };
    return undefined;
  }
}
