import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import stringifier from 'fast-json-stringify';
import { AREAS, errorsOf, errorTable } from '../src/app.ts';
import type { Operation } from '../src/http/route.ts';
import { codesByStatus } from '../src/http/schema/document.ts';
import { openApiDocument } from '../src/openapi.ts';
import { compilerFor } from '../src/plugins/app/validation.ts';
import { ALICE, apiForAll, as, fund, postOrder } from './support/api.ts';

interface JsonSchema extends Record<string, unknown> {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}
interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Record<string, { readonly value?: unknown; readonly $ref?: string }>;
}
interface Body {
  readonly required?: boolean;
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Record<string, unknown>;
  readonly content?: Record<string, Media>;
}
interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: Body;
  readonly responses: Record<string, Body>;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly description: string };
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: { readonly schemas: Record<string, JsonSchema> };
}

describe('the OpenAPI document', () => {
  let document: Document;
  const api = apiForAll();
  let operations: readonly Operation[];
  before(async () => {
    document = (await openApiDocument()) as Document;
    operations = api.app.operations;
    ajv.addSchema(document, 'openapi.json');
  });

  const errors = errorsOf(AREAS);
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);

  /** The target of a reference inside the document. */
  const resolved = <T extends { readonly $ref?: string }>(value: T): T => {
    if (value.$ref?.startsWith('#/') !== true) return value;
    const path = value.$ref.slice(2).split('/');
    return resolved(path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as T);
  };
  const accepts = (schema: JsonSchema, value: unknown, where: string): void => {
    const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/')) as object;
    assert.ok(ajv.validate(rooted, value), `${where}: ${ajv.errorsText()}`);
  };
  const described = ({ url, declaration }: Operation): Described => {
    const found = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[declaration.method.toLowerCase()];
    assert.ok(found, declaration.operationId);
    return found;
  };

  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...structuredClone(document) });
    assert.deepEqual(result.errors ?? [], []);
    assert.equal(result.valid, true);
    assert.match(document.openapi, /^3\.1\./);
  });

  it('has every declared operation once, at its first prefix, and no other', () => {
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`),
    );
    const declared = operations.map(({ url, declaration: { operationId, method } }) => {
      return `${operationId}: ${method} ${url.replace(/:(\w+)/g, '{$1}')}`;
    });
    assert.deepEqual(found.sort(), declared.sort());
    const ids = operations.map(({ declaration }) => declaration.operationId);
    assert.equal(new Set(ids).size, ids.length, 'operationIds are unique');
  });

  it('has only schemas that the service can compile, which it does at the first request', () => {
    for (const { declaration } of operations) {
      const { params, query, body, success } = declaration;
      for (const [part, schema] of Object.entries({ params, query, body })) {
        if (schema) assert.doesNotThrow(() => compilerFor(part).compile(schema), `${declaration.operationId}: ${part}`);
      }
      assert.doesNotThrow(() => stringifier(success.schema), declaration.operationId);
    }
  });

  it('has pages for every list, but for those that are part of one thing, or of the configuration', () => {
    const lists = operations.filter(({ declaration: { success } }) =>
      Object.hasOwn((success.schema as JsonSchema).properties ?? {}, 'nextCursor'),
    );
    assert.ok(lists.length > 25);
    const paged = (one: Operation) =>
      Object.hasOwn((one.declaration.query as JsonSchema | undefined)?.properties ?? {}, 'cursor');
    const whole = lists.filter((one) => !paged(one)).map(({ declaration: { operationId } }) => operationId);
    assert.deepEqual(whole.sort(), [
      ...['listAssets', 'listAttention', 'listChapters', 'listLaneAccounts', 'listLanes', 'listNetworks'],
      ...['listPayers', 'listProviderHealth', 'listQuests', 'listRoutes', 'listSigners'],
    ]);
  });

  it('documents every code of the table at an operation, except those of requests for no operation', () => {
    const documented = new Set(operations.flatMap(({ codes }) => codes));
    const others = Object.keys(errors).filter((code) => !documented.has(code));
    assert.deepEqual(others.sort(), ['HEADERS_TOO_LARGE', 'METHOD_NOT_ALLOWED', 'ROUTE_NOT_FOUND']);
  });

  it('documents the codes that each operation can answer, and no other', () => {
    for (const operation of operations) {
      const { responses } = described(operation);
      const statuses = Object.keys(responses).filter((status) => Number(status) >= 400);
      const byStatus = codesByStatus(operation, errors);
      assert.deepEqual(statuses, [...byStatus.keys()].map(String).sort(), operation.declaration.operationId);
      for (const [status, codes] of byStatus) {
        const { content } = resolved(responses[status] as Body);
        const media = content?.['application/problem+json'];
        assert.deepEqual(Object.keys(media?.examples ?? {}), codes);
        assert.deepEqual(media?.schema.properties?.errorCode?.enum, codes);
      }
    }
  });

  it('documents the access to each operation, and its request and response headers', () => {
    for (const operation of operations) {
      const { personal, method, etag, stream, operationId } = operation.declaration;
      const open = operation.access.callers === 'public';
      const { security, parameters = [], responses, tags } = described(operation);
      const expected = open ? (personal ? [{}, { bearer: [] }] : [{}]) : [{ bearer: [] }];
      assert.deepEqual([security, tags], [expected, [operation.tag]], operationId);
      const headers = parameters.flatMap((parameter) => (parameter.in === 'header' ? [parameter.name] : []));
      const taken = [
        ...(method === 'POST' ? ['idempotency-key'] : []),
        ...(etag ? [method === 'GET' ? 'if-none-match' : 'if-match'] : []),
        ...(stream ? ['last-event-id'] : []),
      ];
      assert.deepEqual(headers, taken, operationId);
      for (const [status, response] of Object.entries(responses)) {
        const { description, headers: answered = {} } = resolved(response);
        assert.ok(description && description !== 'Default Response', `${operationId} ${status} has no description`);
        if (status === '429' || status === '503') assert.ok(answered['Retry-After'], operationId);
        if (status.startsWith('20') && etag) assert.ok(answered.ETag, operationId);
      }
    }
  });

  it('has each shared schema once, by name', () => {
    const names = Object.keys(document.components.schemas);
    for (const name of ['Order', 'OrderRequest', 'OrderPage', 'Network', 'Problem'])
      assert.ok(names.includes(name), name);
    assert.doesNotMatch(JSON.stringify(document), /x-name|x-document/);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    for (const [, name] of references) assert.ok(names.includes(String(name)), name);
  });

  it('requires a body only where it has required members: an absent one is an empty object', () => {
    const required = (path: string) =>
      (document.paths[path]?.post as { requestBody?: { required?: boolean } } | undefined)?.requestBody?.required;
    assert.equal(required('/api/v1/orders'), true);
    assert.equal(required('/api/v1/orders/{id}/cancel'), false);
  });

  it('links an order to what can follow its creation', () => {
    const created = document.paths['/api/v1/orders']?.post?.responses['201'] as { readonly links?: object };
    const id = '$response.body#/orderId';
    assert.deepEqual(created.links, {
      getOrder: { operationId: 'getOrder', parameters: { id } },
      checkOrderBalance: { operationId: 'checkOrderBalance', parameters: { id } },
      streamOrderEvents: { operationId: 'streamOrderEvents', parameters: { id } },
      cancelOrder: { operationId: 'cancelOrder', parameters: { id } },
    });
  });

  it('says that bodies have no other members, but for packages and foreign protocols', () => {
    const open = ['callA2a', 'callA2aOfAgent', 'callMcp', 'importLibraries', 'importLibrary'];
    const bodies = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap(({ operationId, requestBody }) => {
        const schema = requestBody?.content?.['application/json']?.schema;
        return schema ? [{ operationId, schema: resolved(schema) }] : [];
      }),
    );
    assert.ok(bodies.length > 70);
    const others = bodies.filter(({ schema }) => schema.additionalProperties !== false);
    assert.deepEqual(others.map(({ operationId }) => operationId).sort(), open);
  });

  it('requires a body where nothing is none', () => {
    let required = 0;
    for (const { operationId, requestBody } of Object.values(document.paths).flatMap((path) => Object.values(path))) {
      const schema = requestBody?.content?.['application/json']?.schema;
      if (!schema) continue;
      const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/')) as object;
      assert.equal(requestBody.required, !ajv.validate(rooted, {}), operationId);
      if (requestBody.required) required += 1;
    }
    assert.ok(required > 40, `${required} bodies`);
  });

  it('requires an order to name both of its ends', () => {
    const { allOf } = document.components.schemas.OrderRequest as { readonly allOf?: readonly unknown[] };
    assert.deepEqual(allOf, [
      { anyOf: [{ required: ['from'] }, { required: ['fromToken'] }, { required: ['fromChain'] }] },
      { anyOf: [{ required: ['to'] }, { required: ['toToken'] }, { required: ['toChain'] }] },
    ]);
  });

  it('has an example of every body and answer, which its own schema accepts', () => {
    /** The examples of a schema, or of the named part of an envelope. */
    const examplesOf = (schema: JsonSchema): readonly unknown[] => {
      const { examples = [], properties, items } = resolved(schema);
      if (examples.length > 0) return examples;
      const inner = properties?.result ?? items;
      return inner ? examplesOf(inner) : [];
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      for (const example of schema.examples ?? []) accepts(schema, example, name);
    }
    for (const operation of operations) {
      const { requestBody, responses } = described(operation);
      for (const body of [requestBody, ...Object.values(responses)]) {
        for (const { schema, example, examples = {} } of Object.values(body ? (resolved(body).content ?? {}) : {})) {
          const values = [
            ...Object.values(examples).map((one) => resolved(one).value),
            ...(schema.examples ?? []),
            ...(example === undefined ? [] : [example]),
          ];
          const { operationId } = operation.declaration;
          const empty = Object.keys(schema.properties ?? { some: true }).length === 0;
          assert.ok(empty || values.length > 0 || examplesOf(schema).length > 0, `${operationId} has no example`);
          for (const value of values) accepts(schema, value, operationId);
        }
      }
    }
  });

  it('begins with what a reader needs first, and with a link to the errors', () => {
    const paragraphs = String(document.info.description).split(/\n\n(?! )/);
    assert.deepEqual(
      paragraphs.slice(1).map((text) => /^\*\*(.*?)\.?\*\*/.exec(text)?.[1]),
      ['Sign in', 'A first order', 'Answers', 'Errors'],
    );
    assert.ok(document.info.description.includes('](/docs/errors/)'));
  });

  it('has every error at /docs/errors, and the table of them in the README', async () => {
    const page = await api.app.inject('/docs/errors');
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    for (const code of Object.keys(errors))
      assert.ok(page.body.includes(`<a href="/docs/errors/${code}">${code}</a>`), code);
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    assert.ok(readme.includes(errorTable()), 'README.md: replace the table with the output of errorTable()');
  });

  it('is printed by `npm run openapi` without anything running', () => {
    const script = fileURLToPath(new URL('../src/openapi.ts', import.meta.url));
    const printed = execFileSync(process.execPath, [script], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
      maxBuffer: 2 ** 26,
    });
    assert.deepEqual(JSON.parse(printed), JSON.parse(JSON.stringify(document)));
  });

  describe('describes the answers', () => {
    before(() => fund(api, 'ethereum', 100));

    const assertDescribed = (path: string, method: string, answer: { statusCode: number; json(): unknown }): void => {
      const response = document.paths[path]?.[method]?.responses[answer.statusCode];
      const content = response && resolved(response).content;
      const schema = content && Object.values(content)[0]?.schema;
      assert.ok(schema, `${method} ${path} documents ${answer.statusCode}`);
      accepts(schema, answer.json(), `${method} ${path}`);
    };

    it('of every route', async () => {
      const created = await postOrder(api, ALICE, { from: 'ETH', to: 'polygon', amount: '1' });
      assertDescribed('/api/v1/orders', 'post', created);
      const id = created.json().orderId;
      const gets = {
        '/api/v1/orders': '/api/v1/orders',
        '/api/v1/orders/{id}': `/api/v1/orders/${id}`,
        '/api/v1/orders/{id}/check-balance': `/api/v1/orders/${id}/check-balance`,
        '/api/v1/networks': '/api/v1/networks',
        '/health': '/health',
      };
      for (const [path, url] of Object.entries(gets)) {
        assertDescribed(path, 'get', await api.app.inject({ url, headers: as(ALICE) }));
      }
    });

    it('of errors', async () => {
      assertDescribed('/api/v1/orders', 'post', await postOrder(api, ALICE, { from: 'ETH' }));
      assertDescribed(
        '/api/v1/orders',
        'post',
        await postOrder(api, ALICE, { from: 'DOGE', to: 'polygon', amount: 1 }),
      );
      assertDescribed('/api/v1/orders', 'post', await postOrder(api, 'a-token-of-nobody-at-all', {}));
      assertDescribed('/api/v1/exchange-rate', 'get', await api.app.inject('/api/v1/exchange-rate?from=ETH&to=USD'));
    });

    it('at /docs', async () => {
      assert.equal((await api.app.inject('/docs')).statusCode, 200);
      const served = (await api.app.inject('/docs/json')).json() as Document;
      assert.deepEqual(Object.keys(served.paths), Object.keys(document.paths));
    });

    it('at /openapi.json', async () => {
      const served = await api.app.inject('/openapi.json');
      assert.equal(served.headers['content-type'], 'application/json; charset=utf-8');
      assert.deepEqual(served.json(), (await api.app.inject('/docs/json')).json());
    });
  });

  it('has a page for every error', async () => {
    for (const [code, { status }] of Object.entries(errors)) {
      const page = await api.app.inject(`/docs/errors/${code}`);
      assert.ok(page.body.startsWith(`${code} (${status})`), code);
    }
    assert.equal((await api.app.inject('/docs/errors/toString')).statusCode, 404);
  });
});
