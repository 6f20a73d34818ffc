import { resolve } from 'node:path';
import { ConfigError, readSecret } from '@causeway/chains';
import type { BaseLogger } from 'pino';
import type { MailSettings } from '../settings.ts';
import { fileMailer } from './file.ts';
import { logMailer, type Mail, type Mailer } from './mailer.ts';
import { smtpMailer } from './smtp.ts';

export type { Mail, Mailer } from './mailer.ts';

interface MailerDeps {
  readonly from: string;
  readonly baseDir: string;
  readonly newName: () => string;
  readonly log: BaseLogger;
}

/** The mailer of the configuration. Throws ConfigError when its password cannot be read. */
export function openMailer(settings: MailSettings, { from, baseDir, newName, log }: MailerDeps): Mailer {
  switch (settings.kind) {
    case 'log':
      return logMailer(log);
    case 'file':
      return fileMailer(resolve(baseDir, settings.folder), from, newName);
    case 'smtp': {
      const password = settings.password && readSecret(settings.password, baseDir);
      if (password?.ok === false) throw new ConfigError(`api.avatars.mail.password: ${password.error.message}`);
      return smtpMailer({ ...settings, password: password?.value }, from);
    }
  }
}

/** Delivers after the answer, so that its time does not tell whether there is a message. */
export class Outgoing {
  readonly #mailer: Mailer;
  readonly #log: BaseLogger;
  readonly #under = new Set<Promise<void>>();

  constructor(mailer: Mailer, log: BaseLogger) {
    this.#mailer = mailer;
    this.#log = log;
  }

  /** Runs `work` later; a failure is logged. */
  later(work: () => Promise<Mail | undefined>): void {
    const run = async (): Promise<void> => {
      try {
        const mail = await work();
        if (mail) await this.#mailer.send(mail);
      } catch (error) {
        // A server's answer may repeat the message; its code is enough.
        const { code, name } = error as NodeJS.ErrnoException;
        this.#log.error({ code: code ?? name }, 'a message was not delivered');
      }
    };
    const running = run().finally(() => this.#under.delete(running));
    this.#under.add(running);
  }

  /** Resolves when everything under way has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#under);
  }

  async close(): Promise<void> {
    await this.settled();
    this.#mailer.close();
  }
}
