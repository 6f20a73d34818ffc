import { readExamples, withoutImports } from '@causeway/client/test-support/examples';
import { build } from 'esbuild';

/**
 * All examples of the README as one module, for the service at `url`, with usernames of their own. The capability is
 * their own as well, because a service that has run the examples before may choose the agent of that run.
 */
export function exampleModule(url: string, suffix: string): string {
  const [begin, ...areas] = readExamples().map(withoutImports);
  const blocks = areas.map((code) => `{\n${code}\n}`);
  const text = [
    `import { agent, Causeway, CausewayError, isFinished, TaskError } from '@causeway/client';`,
    ...[begin, ...blocks, `console.log('ran all examples');`],
  ].join('\n');
  return text
    .replaceAll('http://127.0.0.1:3000', url)
    .replaceAll(/username: '(\w+)'/g, `username: '$1-${suffix}'`)
    .replaceAll("'greet'", `'greet-${suffix}'`);
}

/** A module of a project with everything that it imports, as one file for browsers. */
export async function bundleForBrowsers(folder: string, module: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [module],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}
