import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type BodyKey, type BodyProvider, pathOf } from './provider.ts';

export interface S3Options {
  readonly bucket: string;
  /** Precedes every key, such as `holons/`. */
  readonly prefix: string;
  readonly region: string;
  /** Base URL of a store other than AWS; its buckets are in the path. */
  readonly endpoint?: string | undefined;
  /** The SDK takes credentials from the environment where these are absent. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** Keeps bodies as objects of a bucket of an S3-compatible store. */
export function openS3(name: string, { bucket, prefix, region, endpoint, credentials }: S3Options): BodyProvider {
  const config: S3ClientConfig = {
    region,
    // Another provider is asked instead of this one again.
    maxAttempts: 1,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
  };
  const client = new S3Client(config);
  const objectOf = (key: BodyKey) => ({ Bucket: bucket, Key: `${prefix}${pathOf(key).join('/')}.json` });

  async function read(object: ReturnType<typeof objectOf>, abortSignal: AbortSignal): Promise<string | undefined> {
    try {
      const { Body } = await client.send(new GetObjectCommand(object), { abortSignal });
      return await Body?.transformToString('utf-8');
    } catch (error) {
      if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return undefined;
      throw error;
    }
  }

  return {
    name,

    async put(key, body, abortSignal) {
      const object = { ...objectOf(key), Body: body, ContentType: 'application/json' };
      await client.send(new PutObjectCommand(object), { abortSignal });
    },

    async get(key, abortSignal) {
      return read(objectOf(key), abortSignal);
    },

    async remove(key, abortSignal) {
      await client.send(new DeleteObjectCommand(objectOf(key)), { abortSignal });
    },

    /** Reading is what providers are asked for most, and needs no right beyond that of reading bodies. */
    async probe(abortSignal) {
      await read({ Bucket: bucket, Key: `${prefix}probe` }, abortSignal);
    },

    async close() {
      client.destroy();
    },
  };
}
