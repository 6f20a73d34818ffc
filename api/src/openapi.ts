import { pathToFileURL } from 'node:url';
import { systemClock } from '@causeway/runtime';
import { type ApiServices, AREAS, buildApp } from './app.ts';

/** Services for an application that is only described: using one is a defect. */
const undescribed: ApiServices = {
  storage: {} as ApiServices['storage'],
  sealer: {} as ApiServices['sealer'],
  authenticator: {} as ApiServices['authenticator'],
  state: {} as ApiServices['state'],
  areas: AREAS.map((area) => ({ area, service: undefined })),
};

/** The OpenAPI 3.1 document; this starts and reads nothing. */
export async function openApiDocument(): Promise<unknown> {
  const app = await buildApp(undescribed, {
    clock: { ...systemClock, now: () => 0 },
    perMinute: 1,
    maxKeysPerCaller: 1,
    heartbeatMs: 1_000,
    maxStreams: 1,
    maxStreamsPerCaller: 1,
    maxPublicStreams: 1,
    maxPublicStreamsPerCaller: 1,
    trustProxy: false,
    requestTimeoutMs: 1_000,
    cors: { origins: [], maxAgeSeconds: 0 },
    overload: { maxEventLoopDelayMs: 0, maxHeapBytes: 0 },
    logger: false,
  });
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}

/** Prints the document on standard output. */
export async function printOpenApi(): Promise<void> {
  process.stdout.write(`${JSON.stringify(await openApiDocument(), null, 2)}\n`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await printOpenApi();
