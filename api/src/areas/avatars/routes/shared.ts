import type { FastifyRequest } from 'fastify';
import type { Origin } from '../../../http/callers/origin.ts';
import type { AvatarService } from '../service.ts';

/** Longest recorded name of a client program. */
const MAX_USER_AGENT = 200;

/** Where `request` comes from. */
export const originOf = ({ caller, ip, headers, id }: FastifyRequest): Origin => ({
  caller,
  address: ip,
  userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
  traceId: id,
});

/** Said in place of the promise of a message by a service without a mail server. */
export const NOT_SENT = 'no mail is sent, because the service has no mail server (api.avatars.mail)';

/** The member of an answer that would promise a message, which says when none is sent. */
export const mailOf = ({ sendsMail }: Pick<AvatarService, 'sendsMail'>): { readonly mail?: 'notSent' } =>
  sendsMail ? {} : { mail: 'notSent' };
