import { createTransport } from 'nodemailer';
import { bodyOf, type Mailer, Undeliverable } from './mailer.ts';

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

/** An error of nodemailer. */
type SmtpError = Error & { readonly code?: string; readonly responseCode?: number; readonly command?: string };

/** The server refuses this recipient for good (RFC 5321: 5yz), which says nothing of other messages. */
const isFinal = ({ code, responseCode = 0, command }: SmtpError): boolean =>
  code === 'EENVELOPE' && command === 'RCPT TO' && responseCode >= 500;

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
      const message = { from, to: { name: '', address: mail.to }, subject: mail.subject, text: bodyOf(mail) };
      try {
        await transport.sendMail(message);
      } catch (error) {
        throw isFinal(error as SmtpError) ? new Undeliverable('RECIPIENT_REFUSED') : error;
      }
    },
    close: () => transport.close(),
  };
}
