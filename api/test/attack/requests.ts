import type { Random } from '@causeway/protocol/test-support/random';
import { SENTINELS } from '@causeway/storage/test-support/dump';
import { ORIGIN_MEMBERS } from '../../src/http/requests/origin-members.ts';
import { isPlainObject } from '../../src/http/schema/schema.ts';
import { type ApiDescription, type Described, type DocumentSchema, resolved } from '../support/resources.ts';
import { object, type Surface, type Target, Values } from './values.ts';
import type { Attacker } from './world.ts';

/** The ways to attack. */
export const METHODS = ['ids', 'undeclared', 'biggest', 'fifty'] as const;
export type Method = (typeof METHODS)[number];

/** How many requests come at once in a case of that method. */
export const AT_ONCE = 50;

/** One request of a case, and the texts that its answer must not have. */
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

/** Operations whose bodies may have members of a foreign protocol or of a package. */
const OPEN_BODIES = ['callMcp', 'callA2a', 'callA2aOfAgent', 'importLibraries', 'importLibrary'];

const INHERITED = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

/** The largest text that the attack fills a member with, characters. */
const LONGEST = 12_000;
const MOST_ITEMS = 600;

/** Makes the requests of an attacker. */
export class Forge {
  readonly #random: Random;
  readonly #document: ApiDescription;
  readonly #values: Values;

  constructor(random: Random, surface: Surface, attacker: Attacker) {
    this.#random = random;
    this.#document = surface.document;
    this.#values = new Values(random, surface, attacker);
  }

  request(target: Target, method: Method): AttackRequest {
    const random = this.#random;
    const path = this.#values.path(target);
    let body: unknown = target.method === 'GET' && !random.oneIn(20) ? undefined : this.#values.body(target);
    let mustFail: string | undefined;
    let text: string | undefined;
    let query = this.#values.query(target);
    if (method === 'undeclared') {
      const soiled = target.method === 'GET' || random.oneIn(5) ? undefined : this.#soiled(target, body);
      if (soiled) ({ body, mustFail } = soiled);
      else {
        const name = random.pick(['isAdmin', '__proto__', 'avatarId', 'ownerId', 'scope', 'fields', 'constructor']);
        const isDeclared =
          target.query.some((one) => one.name === name) || ORIGIN_MEMBERS[target.operationId]?.query?.includes(name);
        if (!isDeclared && !OPEN_BODIES.includes(target.operationId)) mustFail = `the query has an undeclared ${name}`;
        query = [...query, `${name}=${encodeURIComponent(this.#values.avatarId())}`];
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
    const value = random.pick([sentinel, this.#values.avatarId(), { isAdmin: true }]);
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

  /**
   * The body with one member as large as its schema allows, or one more; or a text of the most bytes, or of one more.
   */
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
      const value = Array.from({ length: count }, () => this.#values.value(items, name.replace(/s$/, ''), tag, 3));
      return { value, isOver: isOver && maxItems <= MOST_ITEMS };
    }
    if ((type === 'integer' || type === 'number') && maximum !== undefined) return { value: maximum + more, isOver };
    if (type === 'object' && !schema.properties) return { value: { text: 'x'.repeat(LONGEST) }, isOver: false };
    return undefined;
  }
}
