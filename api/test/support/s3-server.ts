import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Options } from '../../src/areas/holons/bodies/s3.ts';

/** The S3 server for tests, which has no types of its own. */
interface Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => Server;

const BUCKET = 'bodies';
/** The only credentials that the server knows. */
const SECRET = 'S3RVER';

/** A local S3 server with one bucket, on a free port. */
export async function startS3(): Promise<{ readonly options: S3Options; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-s3-'));
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  return {
    options: {
      bucket: BUCKET,
      prefix: 'holons/',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: SECRET, secretAccessKey: SECRET },
    },
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
