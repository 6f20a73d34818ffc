import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { refuse, unwrap } from './errors.ts';

/** The strong ETag of a resource's version; `variant` tells apart representations of the same version. */
export const etagOf = (version: number, variant?: string): string => `"${version}${variant ? `.${variant}` : ''}"`;

/** The header of conditional writes, for their documentation. */
export const ifMatchHeaders = {
  'if-match': Type.Optional(Type.String({ maxLength: 500, description: 'ETag that the resource must still have.' })),
};

const listed = (header: string): readonly string[] => header.split(',').map((tag) => tag.trim());

/** Refuses with VERSION_MISMATCH unless If-Match is absent, `*`, or lists `etag` (strong comparison, RFC 9110). */
export function requireIfMatch(request: FastifyRequest, etag: string): void {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*' || listed(header).includes(etag)) return;
  unwrap(refuse('VERSION_MISMATCH', `the current version is ${etag}`));
}

/** Sets ETag; true when If-None-Match names it (weak comparison) and the answer is 304 without a body. */
export function notModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  return header.trim() === '*' || listed(header).some((tag) => tag.replace(/^W\//, '') === etag);
}
