import { strict as assert } from 'node:assert';
import { Causeway, CausewayError } from '@causeway/client';
import type { TestApi } from './api.ts';

/** A client of `api` without a network, as the caller of `token`. It sends each request once. */
export function clientOf(api: Pick<TestApi, 'app'>, token?: string): Causeway {
  const inject = async (request: Request): Promise<Response> => {
    const answer = await api.app.inject({
      method: request.method as 'GET',
      url: request.url,
      headers: Object.fromEntries(request.headers),
      payload: await request.text(),
    });
    const body = answer.statusCode === 204 || answer.statusCode === 304 ? null : answer.body;
    return new Response(body, { status: answer.statusCode, headers: answer.headers as Record<string, string> });
  };
  return new Causeway({
    baseUrl: 'https://api.test',
    fetch: inject,
    retry: { attempts: 1 },
    ...(token !== undefined && { apiKey: token }),
  });
}

/** Status and code of the refusal that `answer` must be. */
export async function refusalOf(answer: Promise<unknown>): Promise<readonly [status: number, code: string]> {
  const error = await answer.then(
    () => assert.fail('it was not refused'),
    (reason: unknown) => reason,
  );
  assert(error instanceof CausewayError, String(error));
  return [error.status, error.code];
}

/** All items of a list. */
export async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
