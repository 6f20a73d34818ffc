import type { SourceFile } from './sources.ts';

/** Words that CONTRIBUTING, "Comments", replaces. */
const WORDS: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /\b(?:he|him|his|himself)\b/i, instead: 'write "they", "their" or the noun' },
  { pattern: /\blest\b/i, instead: 'write "so that … does not"' },
  { pattern: /\bfor want of\b/i, instead: 'write "because … is missing"' },
  { pattern: /\bfor ever\b/i, instead: 'write "permanently", "without a limit" or "cannot be undone"' },
];

/** The columns of a line of comment; the formatter guards those of code. */
const COLUMNS = 120;
/** The manifest of the contracts has sums of these, so that a changed comment would ask for new artifacts. */
const BUILD_SCRIPTS = 'scripts/lib/build/';

const TITLE = /^\s*(?:it|describe)\((['"`])(.*)\1,/;

/** The comments and test titles of a module, line by line; other lines are empty. */
function commentLines(text: string): string[] {
  let inBlock = false;
  return text.split('\n').map((line) => {
    const start = line.trimStart();
    if (!inBlock && start.startsWith('//')) return line;
    if (!inBlock && !start.startsWith('/*')) return TITLE.exec(line)?.[2] ?? '';
    inBlock = !line.includes('*/');
    return line;
  });
}

/** The prose of a Markdown document, line by line, without code. */
function proseLines(text: string): string[] {
  let inFence = false;
  return text.split('\n').map((line) => {
    const isFence = line.trimStart().startsWith('```');
    if (isFence) inFence = !inFence;
    return isFence || inFence ? '' : line.replace(/`[^`]*`/g, '');
  });
}

/** Lines of comments that are longer than COLUMNS. */
export function longCommentProblems(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\.(?:ts|mjs)$/.test(path) && !path.startsWith(BUILD_SCRIPTS))
    .flatMap(({ path, text }) =>
      commentLines(text).flatMap((line, index) =>
        line.length > COLUMNS && !TITLE.test(text.split('\n')[index] as string)
          ? [`${path}:${index + 1}: the comment has ${line.length} columns, ${COLUMNS} is the most`]
          : [],
      ),
    );
}

/** Lines of comments, test titles and documents with a word that has a plainer replacement. */
export function commentProblems(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const isDocument = path.endsWith('.md');
    if (!isDocument && !/\.(?:ts|mjs)$/.test(path)) return [];
    const lines = isDocument ? proseLines(text) : commentLines(text);
    return lines.flatMap((line, index) =>
      WORDS.flatMap(({ pattern, instead }) => {
        const found = pattern.exec(line);
        return found === null ? [] : [`${path}:${index + 1}: "${found[0]}": ${instead}`];
      }),
    );
  });
}
