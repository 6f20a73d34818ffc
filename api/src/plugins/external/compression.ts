import fastifyCompress from '@fastify/compress';
import type { onSendHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { encodedEtag } from '../../http/requests/etag.ts';

/** Smallest answer that is compressed, bytes. */
const THRESHOLD = 1_024;

/** The compressed bytes get a strong ETag of their own (RFC 9110, section 8.8.3). */
const tagEncoded: onSendHookHandler = async (_request, reply, payload) => {
  const [etag, encoding] = [reply.getHeader('etag'), reply.getHeader('content-encoding')];
  if (typeof etag === 'string' && typeof encoding === 'string') reply.header('etag', encodedEtag(etag, encoding));
  return payload;
};

/** Compresses answers from 1 KiB for clients that accept it. Event streams and requests are never compressed. */
export const compression = fp(
  async (app) => {
    await app.register(fastifyCompress, {
      threshold: THRESHOLD,
      encodings: ['br', 'gzip'],
      globalDecompression: false,
    });
    // After the hook of the library, which has the same way to every route.
    app.addHook('onRoute', (route) => {
      route.onSend = [...[route.onSend ?? []].flat(), tagEncoded];
    });
  },
  { name: 'compression' },
);
