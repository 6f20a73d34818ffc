import { resolve } from 'node:path';
import { ConfigError, readSecret } from '@causeway/config';
import type { BaseLogger } from 'pino';
import type { MailSettings } from '../settings.ts';
import { fileMailer } from './file.ts';
import { logMailer, type Mailer } from './mailer.ts';
import { smtpMailer } from './smtp.ts';

export type { Mail } from './mailer.ts';
export { composer, QUIET_MS, unprovedTally } from './messages.ts';
export { endedText } from './notices.ts';
export { type Draft, MailQueue, type MailWish, resealedMailRequest } from './queue.ts';

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
