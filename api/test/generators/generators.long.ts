import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { openApiDocument } from '../../src/openapi.ts';
import { apiForAll } from '../support/api.ts';
import { signedUpForAll } from '../support/avatars.ts';
import { npmWith, outputOf, pythonWith } from '../support/tools.ts';

const PACKAGES = [
  '@hey-api/openapi-ts@0.99.0',
  'swagger-typescript-api@13.13.0',
  'typescript@5.9.3',
  '@types/node@24.10.1',
];
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** A program over the Python client: all of its modules, and a call by one of them. */
const PYTHON = `
import importlib, pkgutil, sys
import causeway_api_client as package
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
from causeway_api_client.api.avatars import get_own_avatar
client = package.AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
print(get_own_avatar.sync(client=client).result.username)
`;

/** A program over the client of Hey API. */
const HEY = `
import { client } from './hey/client.gen.ts';
import { getOwnAvatar } from './hey/sdk.gen.ts';
const [baseUrl = '', token = ''] = process.argv.slice(2);
client.setConfig({ baseUrl, auth: token });
const { data } = await getOwnAvatar({ throwOnError: true });
console.log(data.result.username);
`;

/** A program over the client of swagger-typescript-api. */
const SWAGGER = `
import { Api } from './swagger/api.ts';
const [baseUrl = '', token = ''] = process.argv.slice(2);
const headers = { authorization: \`Bearer \${token}\` };
const { data } = await new Api({ baseUrl, baseApiParams: { headers } }).api.getOwnAvatar();
console.log(data.result.username);
`;

describe('clients that generators make of the document', function () {
  this.timeout(600_000);
  const folder = mkdtempSync(join(tmpdir(), 'causeway-generators-'));
  const document = join(folder, 'openapi.json');
  const api = apiForAll();
  const [person] = signedUpForAll(api, 'person');
  let url: string;
  let tools: string;
  const tool = (name: string): string => join(tools, 'node_modules/.bin', name);
  before('install the generators, and write the document', async () => {
    tools = await npmWith('generators', ...PACKAGES);
    symlinkSync(join(tools, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(document, JSON.stringify(await openApiDocument()));
    url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Type-checks a program with everything that it imports, and runs it. */
  const compiledAndRun = async (name: string, program: string): Promise<string> => {
    const [file, bundle] = [join(folder, `${name}.ts`), join(folder, `${name}.mjs`)];
    writeFileSync(file, program);
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--target',
      'es2022',
    ];
    await outputOf(tool('tsc'), [...options, '--allowImportingTsExtensions', '--types', 'node', file], folder);
    await build({
      entryPoints: [file],
      outfile: bundle,
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
    });
    return outputOf(process.execPath, [bundle, url, person.jwtToken], folder);
  };

  it('compile and call the API in Python (openapi-python-client)', async () => {
    const bin = await pythonWith('openapi-python-client', here('requirements.txt'));
    const out = join(folder, 'python');
    await outputOf(`${bin}/openapi-python-client`, ['generate', '--path', document, '--output-path', out], folder);
    await outputOf(`${bin}/python`, ['-m', 'compileall', '-q', out], folder);
    writeFileSync(join(out, 'program.py'), PYTHON);
    const output = await outputOf(`${bin}/python`, [join(out, 'program.py'), url, person.jwtToken], out);
    assert.equal(output.trim(), 'person');
  });

  it('compile and call the API in TypeScript (@hey-api/openapi-ts)', async () => {
    await outputOf(tool('openapi-ts'), ['-i', document, '-o', join(folder, 'hey')], folder);
    assert.equal((await compiledAndRun('hey', HEY)).trim(), 'person');
  });

  it('compile and call the API in TypeScript (swagger-typescript-api)', async () => {
    const options = ['-p', document, '-o', join(folder, 'swagger'), '-n', 'api.ts'];
    await outputOf(tool('swagger-typescript-api'), ['generate', ...options], folder);
    assert.equal((await compiledAndRun('swagger', SWAGGER)).trim(), 'person');
  });
});
