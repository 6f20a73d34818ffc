import { createTransport } from 'nodemailer';
import { bodyOf, type Mailer } from './mailer.ts';

/** Times limits of one delivery, milliseconds. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

export interface SmtpOptions {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

const isLocal = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** Sends messages through an SMTP server: always encrypted, unless the server is this machine. */
export function smtpMailer({ host, port, secure, user, password }: SmtpOptions, from: string): Mailer {
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: !secure && !isLocal(host),
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    // Files and URLs must never become part of a message.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      await transport.sendMail({ from, to: { name: '', address: mail.to }, subject: mail.subject, text: bodyOf(mail) });
    },
    close: () => transport.close(),
  };
}
