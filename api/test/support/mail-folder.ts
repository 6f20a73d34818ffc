import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { avatars } from '../../src/areas/avatars/index.ts';
import type { TestApi } from './api.ts';

/** The links in the messages that an API writes into `folder`, as path and fragment; each message is read once. */
export async function newLinks(api: TestApi, folder: string): Promise<readonly string[]> {
  await api.areas.use(avatars).mail.rounds.next();
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    rmSync(path);
    return [...text.matchAll(/https?:\/\/[^/\s]+(\/\S+#token=\S+)/g)].map(([, link = '']) => link);
  });
}
