import type { FastifyReply } from 'fastify';

/** Runs `work` with a signal that aborts when the client goes before the answer. */
export async function whileThere<T>(reply: FastifyReply, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  reply.raw.once('close', leave);
  try {
    return await work(gone.signal);
  } finally {
    reply.raw.off('close', leave);
  }
}
