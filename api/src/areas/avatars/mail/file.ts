import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bodyOf, type Mailer } from './mailer.ts';

/** Writes each message to a file of its own in `folder`, which only the owner of the process may read. */
export function fileMailer(folder: string, from: string, newName: () => string): Mailer {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const header = `From: ${from}\r\nTo: ${mail.to}\r\nSubject: ${mail.subject}\r\n`;
      const type = 'Content-Type: text/plain; charset=utf-8\r\n\r\n';
      const path = join(folder, `${newName()}.eml`);
      await writeFile(`${path}.part`, header + type + bodyOf(mail), { mode: 0o600, flag: 'wx' });
      await rename(`${path}.part`, path);
    },
    close() {},
  };
}
