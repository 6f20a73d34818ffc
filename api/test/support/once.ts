import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { pino } from 'pino';
import type { App } from '../../src/http/schema/types.ts';
import { contentsOf, type Planted, scan } from './secret-scan.ts';

/** The password of the tests' avatars. */
export const PASSWORD = 'correct horse battery staple';

/** Members of answers that a client sees once. */
const ONCE = /"(jwtToken|refreshToken|apiKey|recoveryPhrase|webhookSecret)":"([^"]+)"/g;

/** Every secret that the answers of this process have shown. */
const shown = new Map<string, string>();
const wrong: string[] = [];

/** Remembers the secrets in the answers of `app`, and answers that have a password. */
export function recordSecrets(app: App): void {
  app.addHook('onSend', async (request, _reply, payload) => {
    // The document itself has examples of these members.
    if (typeof payload !== 'string' || !request.routeOptions.config.operation) return payload;
    for (const [, name = '', text = ''] of payload.matchAll(ONCE)) shown.set(text, name);
    if (payload.includes(PASSWORD)) wrong.push(`${request.method} ${request.url}`);
    return payload;
  });
}

/** The log of all APIs of this process, in `directory`. */
export const logIn = (directory: string) =>
  pino({ level: 'debug' }, pino.destination({ dest: join(directory, 'api.log'), sync: true }));

/**
 * Fails when a file below `directory` (logs, databases, write-ahead logs) or an answer has a secret that it must not.
 */
export function assertKept(directory: string, tokens: readonly string[]): void {
  const planted: Planted[] = [
    { name: 'password', text: PASSWORD },
    ...tokens.map((text) => ({ name: 'API key', text })),
    ...[...shown].map(([text, name]) => ({ name, text })),
  ];
  assert.deepEqual(wrong, [], 'answers with a password');
  assert.deepEqual(scan(planted, contentsOf([directory])), []);
}
