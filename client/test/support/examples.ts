import { readFileSync } from 'node:fs';

const README = new URL('../../README.md', import.meta.url);
const IMPORTS = /^import .* from '@causeway\/client';\n/gm;

/** An example of the README: a block of TypeScript. */
export interface Example {
  /** The heading that it stands under. */
  readonly title: string;
  readonly code: string;
}

/** The examples of the README in their order; the first one, which signs in, begins the others. */
export function readExamples(): readonly Example[] {
  const text = readFileSync(README, 'utf8');
  return text.split(/^#+ /m).flatMap((section) => {
    const title = section.slice(0, section.indexOf('\n'));
    return [...section.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => ({ title, code }));
  });
}

/** The code without its imports. */
export const withoutImports = ({ code }: Example): string => code.replaceAll(IMPORTS, '').trim();
