import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SCOPES } from '../../src/http/callers/callers.ts';
import { testApi } from '../support/api.ts';
import { ask, signedUp } from '../support/avatars.ts';
import { pythonWith, TOOLS } from '../support/tools.ts';
import { checksOf, spelledOut } from './checks.ts';
import { adminKey, adminOperations, countSuccesses, fillOperators } from './operators.ts';

/**
 * npm run fuzz:api: installs schemathesis at a fixed version under .causeway/schemathesis, starts an API over chains in
 * memory and lets schemathesis look for answers that the OpenAPI document does not describe: all checks and phases,
 * positive and negative data, once for each seed. What only admins may call is called by an admin. Ends with status 1
 * when it finds one, or when an operation for admins never succeeded.
 */

const HELP = `npm run fuzz:api [-- --seed N]… [-- --examples N] [-- --operation ID]

  --seed N        a seed; repeatable; two fixed ones if absent
  --examples N    examples per operation and phase; 10 if absent
  --operation ID  only this operation; repeatable`;

const config = join(TOOLS, 'schemathesis.toml');
const requests = join(TOOLS, 'schemathesis.json');
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

async function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  // schemathesis keeps its notes in the working folder.
  const options = { stdio: 'inherit', cwd: TOOLS, env: { ...process.env, ...env } } as const;
  const [code] = await once(spawn(command, args, options), 'exit');
  return code ?? 1;
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', multiple: true, default: ['20260101', '77777'] },
    examples: { type: 'string', default: '10' },
    operation: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) console.log(HELP);
else {
  const bin = await pythonWith('schemathesis', here('requirements.txt'));
  const prices = { ETH: '3000', POL: '0.4', ARB: '0.75' };
  const api = await testApi({ api: { rates: { local: prices } } });
  try {
    await fillOperators(api);
    const admin = await adminKey(api);
    const { id, jwtToken: token } = await signedUp(api, 'fuzzer');
    // The session ends when schemathesis revokes its token; the key stays.
    const scopes = SCOPES.filter((scope) => scope !== 'admin');
    const made = await ask(api, `/api/avatar/${id}/api-keys`, { name: 'fuzz', scopes }, { token });
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
    const document = (await api.app.inject('/docs/json')).json();
    const successes = countSuccesses(api);
    writeFileSync(config, checksOf(document, adminOperations(api)));
    writeFileSync(requests, JSON.stringify(spelledOut(document)));
    const only = values.operation.flatMap((id) => ['--include-operation-id', id]);
    for (const seed of values.seed) {
      const args = ['--config-file', config, 'run', requests, '--url', url, '--seed', seed];
      const found = await run(`${bin}/schemathesis`, [...args, '--max-examples', values.examples, ...only], {
        FUZZ_TOKEN: made.result.apiKey,
        FUZZ_ADMIN_TOKEN: admin,
      });
      if (found !== 0) process.exitCode = 1;
    }
    const isTested = (id: string) => only.length === 0 || values.operation.includes(id);
    const missing = successes.missing().filter(isTested);
    if (missing.length > 0) {
      console.error(`never answered with success: ${missing.join(', ')}`);
      process.exitCode = 1;
    }
  } finally {
    await api.close();
  }
}
