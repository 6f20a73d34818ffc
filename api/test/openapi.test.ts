import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { AREAS, errorsOf, errorTable } from '../src/app.ts';
import { openApiDocument } from '../src/openapi.ts';
import { ALICE, as, fund, postOrder, type TestApi, testApi } from './support/api.ts';

interface Body {
  readonly content?: Record<
    string,
    {
      readonly schema: JsonSchema;
      readonly example?: unknown;
      readonly examples?: Record<string, { readonly value: unknown }>;
    }
  >;
}
interface Operation {
  readonly requestBody?: Body;
  readonly responses: Record<string, Body>;
}
interface JsonSchema extends Record<string, unknown> {
  readonly examples?: readonly unknown[];
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly description: string };
  readonly paths: Record<string, Record<string, Operation>>;
}

describe('the OpenAPI document', () => {
  let document: Document;
  before(async () => {
    document = (await openApiDocument()) as Document;
  });

  const ajv = new Ajv({ strict: false });
  formats.default(ajv);

  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...structuredClone(document) });
    assert.deepEqual(result.errors ?? [], []);
    assert.equal(result.valid, true);
    assert.match(document.openapi, /^3\.1\./);
  });

  it('has every route, once', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(operations.sort(), [
      'GET /api/v1/exchange-rate',
      'GET /api/v1/networks',
      'GET /api/v1/orders',
      'GET /api/v1/orders/{id}',
      'GET /api/v1/orders/{id}/check-balance',
      'GET /api/v1/orders/{id}/events',
      'GET /health',
      'POST /api/v1/orders',
      'POST /api/v1/orders/{id}/cancel',
    ]);
  });

  it('has an example of every body and answer, which its own schema accepts', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        const bodies = [
          requestBody,
          ...Object.entries(responses).flatMap(([status, r]) => (status === '304' ? [] : [r])),
        ];
        for (const body of bodies) {
          for (const [type, { schema, example, examples = {} }] of Object.entries(body?.content ?? {})) {
            const values = [
              ...Object.values(examples).map(({ value }) => value),
              ...(schema.examples ?? []),
              ...(example === undefined ? [] : [example]),
            ];
            assert.ok(values.length > 0, `${method} ${path} ${type} has no example`);
            for (const value of values)
              assert.ok(ajv.validate(schema, value), `${method} ${path}: ${ajv.errorsText()}`);
          }
        }
      }
    }
  });

  it('prints the error table, also in the README', () => {
    assert.ok(document.info.description.includes(errorTable()));
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    assert.ok(readme.includes(errorTable()), 'README.md: replace the table with the output of errorTable()');
  });

  it('is printed by `npm run openapi` without anything running', () => {
    const script = fileURLToPath(new URL('../src/openapi.ts', import.meta.url));
    const printed = execFileSync(process.execPath, [script], { encoding: 'utf8', env: { PATH: process.env.PATH } });
    assert.deepEqual(JSON.parse(printed), JSON.parse(JSON.stringify(document)));
  });

  describe('describes what is answered', () => {
    let api: TestApi;
    before(async () => {
      api = await testApi();
      fund(api, 'ethereum', 100);
    });
    after(() => api.close());

    const assertDescribed = (path: string, method: string, answer: { statusCode: number; json(): unknown }): void => {
      const content = document.paths[path]?.[method]?.responses[answer.statusCode]?.content;
      const schema = content && Object.values(content)[0]?.schema;
      assert.ok(schema, `${method} ${path} documents ${answer.statusCode}`);
      assert.ok(ajv.validate(schema, answer.json()), `${method} ${path}: ${ajv.errorsText()}`);
    };

    it('by every route', async () => {
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

    it('by errors', async () => {
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
  });

  it('has a page for every error', async () => {
    const api = await testApi();
    for (const [code, { status }] of Object.entries(errorsOf(AREAS))) {
      const page = await api.app.inject(`/docs/errors/${code}`);
      assert.ok(page.body.startsWith(`${code} (${status})`), code);
    }
    assert.equal((await api.app.inject('/docs/errors/toString')).statusCode, 404);
    await api.close();
  });
});
