import type { BaseLogger } from 'pino';

/** A message to one person. `token` is a secret, which only the recipient may see; a notice has none. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** The text before the link or token. */
  readonly text: string;
  readonly link?: string;
  readonly token?: string;
  /** What the recipient can do who did not ask for the message. */
  readonly disown?: { readonly text: string; readonly link: string };
}

/** The recipient's server will never accept the message. */
export class Undeliverable extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`the message is refused for good (${code})`);
    this.name = 'Undeliverable';
    this.code = code;
  }
}

/** Delivers messages. Rejects when the message was not accepted, with Undeliverable when it never will be. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** The body of a message. The token is also given alone, for clients without a page for links. */
export const bodyOf = ({ text, link, token, disown }: Mail): string => {
  const use = token === undefined ? [] : [link, `The token alone: ${token}`];
  return `${[text, ...use, ...(disown ? [disown.text, disown.link] : [])].join('\n\n')}\n`;
};

/** An address of which a log shows no more than its owner needs to recognise it. */
export const masked = (address: string): string => address.replace(/^(.).*(@.*)$/, '$1***$2');

/** Says in the log that there is a message, without its token. */
export const logMailer = (log: Pick<BaseLogger, 'info'>): Mailer => ({
  async send({ to, subject }) {
    log.info({ to: masked(to), subject }, 'a message is not delivered, because api.avatars.mail is log');
  },
  close() {},
});
