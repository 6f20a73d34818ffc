import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '@causeway/protocol';
import { bodyOf, type Mailer } from './mailer.ts';

/** Writes each message to a file of its own in `folder`, which only the owner of the process may read. */
export function fileMailer(folder: string, from: string, newName: () => string): Mailer {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      const header = `From: ${from}\r\nTo: ${mail.to}\r\nSubject: ${mail.subject}\r\n`;
      const type = 'Content-Type: text/plain; charset=utf-8\r\n\r\n';
      const path = join(folder, `${newName()}.eml`);
      await writeFile(`${path}.part`, header + type + bodyOf(mail), { mode: PRIVATE_FILE, flag: 'wx' });
      await rename(`${path}.part`, path);
    },
    close() {},
  };
}
