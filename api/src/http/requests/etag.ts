import type { FastifyReply, FastifyRequest } from 'fastify';

/** The strong ETag of a resource's version; `variant` distinguishes representations of one version. */
export const etagOf = (version: number, variant?: string): string => `"${version}${variant ? `.${variant}` : ''}"`;

/** The strong ETag of a representation that is compressed with `encoding`. */
export const encodedEtag = (etag: string, encoding: string): string => etag.replace(/^("[^"]*)"$/, `$1.${encoding}"`);

/** The ETag without weakness and without the name of a content coding. */
const plain = (tag: string): string => tag.replace(/^W\//, '').replace(/\.(?:br|gzip)"$/, '"');

const listed = (header: string): readonly string[] => header.split(',').map((tag) => tag.trim());

/** Form of the strong ETags of `etagOf`. */
const TAG = /^"(\d{1,15})(?:\.[\w.-]+)?"$/;

/**
 * The versions for which If-Match allows a change; undefined if it is absent or `*`. Weak tags and tags in another form
 * match no version (RFC 9110). The change itself compares the versions in its transaction.
 */
export function expectedVersions(request: FastifyRequest): readonly number[] | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  return listed(header)
    .flatMap((tag) => TAG.exec(tag)?.[1] ?? [])
    .map(Number);
}

/**
 * Sets ETag and Last-Modified (`modifiedMs`, Unix milliseconds); true when the answer is 304 without a body:
 * If-None-Match names the ETag or, without that header, nothing was modified since If-Modified-Since (RFC 9110, section
 * 13.2.2).
 */
export function notModifiedSince(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, modifiedMs }: { readonly etag: string; readonly modifiedMs: number },
): boolean {
  const seconds = Math.floor(modifiedMs / 1_000);
  reply.header('last-modified', new Date(seconds * 1_000).toUTCString());
  const isKnown = notModified(request, reply, etag);
  if (request.headers['if-none-match'] !== undefined) return isKnown;
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return Math.floor(since / 1_000) >= seconds;
}

/** Sets ETag; true when If-None-Match names it (weak comparison) and the answer is 304 without a body. */
export function notModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  return header.trim() === '*' || listed(header).some((tag) => plain(tag) === etag);
}
