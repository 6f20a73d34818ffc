import type { SourceFile } from './sources.ts';

/** Words that CONTRIBUTING, "Comments", replaces. */
const WORDS: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /\b(?:he|him|his|himself)\b/i, instead: 'write "they", "their" or the noun' },
  { pattern: /\blest\b/i, instead: 'write "so that … does not"' },
  { pattern: /\bfor want of\b/i, instead: 'write "because … is missing"' },
  { pattern: /\bfor ever\b/i, instead: 'write "permanently", "without a limit" or "cannot be undone"' },
];

/** Turns of phrase that need a second reading. Comments alone are held to these, not titles and documents. */
const PHRASES: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /\bthose of\b/i, instead: 'name the thing again' },
  { pattern: /\bwhat it\b/i, instead: 'name the thing' },
  { pattern: /\blooks\b/i, instead: 'write "polls", "searches", "reads", "checks" or "resembles"' },
  { pattern: /\b(?<!`)told\b(?!`)/i, instead: 'write "reports", "notifies", "warns" or the answer' },
  { pattern: /\bas far as\b/i, instead: 'write the condition' },
  { pattern: /\bfor nothing\b/i, instead: 'write "in vain", or what is missing' },
];

/** The columns of a line of comment; the formatter guards the columns of code. */
const COLUMNS = 120;
/** The manifest of the contracts has sums of these, so that a changed comment would ask for new artifacts. */
const HAS_SUM = /^(?:scripts\/lib\/build|contracts\/solana\/idl)\//;

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
    .filter(({ path }) => /\.(?:ts|mjs)$/.test(path) && !HAS_SUM.test(path))
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

/** A comment that is more than one line as one text, with the number of its first line. */
function wholeComments(text: string): readonly { readonly line: number; readonly comment: string }[] {
  const whole: { line: number; comment: string }[] = [];
  let isOpen = false;
  text.split('\n').forEach((line, index) => {
    const start = line.trimStart();
    const isLine = !isOpen && start.startsWith('//');
    if (!isLine && !isOpen && !start.startsWith('/*')) return;
    const last = whole.at(-1);
    const words = start.replace(/^(?:\/\/|\/\*+|\*(?!\/))\s?/, '');
    const goesOn = isOpen || (isLine && last !== undefined && isLineAbove(text, index));
    if (goesOn && last !== undefined) last.comment += ` ${words}`;
    else whole.push({ line: index + 1, comment: words });
    if (!isLine) isOpen = !line.includes('*/');
  });
  return whole;
}

const isLineAbove = (text: string, index: number): boolean =>
  (text.split('\n')[index - 1] ?? '').trimStart().startsWith('//');

/** Comments of modules with a turn of phrase that needs a second reading. */
export function phraseProblems(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\.(?:ts|mjs)$/.test(path) && !HAS_SUM.test(path))
    .flatMap(({ path, text }) =>
      wholeComments(text).flatMap(({ line, comment }) =>
        PHRASES.flatMap(({ pattern, instead }) => {
          const found = pattern.exec(comment);
          return found === null ? [] : [`${path}:${line}: "${found[0]}": ${instead}`];
        }),
      ),
    );
}
