import ts from 'typescript';
import type { SourceFile } from './sources.ts';

export const LANGUAGES = ['TypeScript', 'Rust', 'Solidity'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a file is for: use, proof, or work on the project (benches, generators, checks). */
export const PARTS = ['shipped', 'tests', 'tools'] as const;
export type Part = (typeof PARTS)[number];

/** Each line of a file is in one of the three: a line with code and a comment is code. */
export interface LineCount {
  readonly code: number;
  readonly comments: number;
  readonly blank: number;
}

/** The lines of all files of one workspace, language and part. */
export interface CountedLines extends LineCount {
  readonly workspace: string;
  readonly language: Language;
  readonly part: Part;
  readonly files: number;
}

const EXTENSIONS: Readonly<Record<string, Language>> = {
  '.ts': 'TypeScript',
  '.tsx': 'TypeScript',
  '.mts': 'TypeScript',
  '.mjs': 'TypeScript',
  '.rs': 'Rust',
  '.sol': 'Solidity',
};
/** Written by a command from another file. */
const GENERATED: readonly string[] = ['client/src/schema.ts'];

const TESTS = /(?:^|\/)(?:tests?|test-support|conformance)\/|\.t\.sol$/;
const TOOLS = /(?:^|\/)bench\/|\.config\.ts$|^[^/]+(?:\/[^/]+)?\/scripts\//;
/** The commands of a contributor among the files of scripts/, with their libraries. */
const CONTRIBUTORS =
  /^scripts\/(?:(?:build-\w+|check|client-types|count-code|test)\.ts|lib\/(?:(?:build|check|tests)\/|install\/(?:build-package|client-types)\.ts))/;

/** The language of a file that a person writes and reads; undefined for others. */
export function languageOf(path: string): Language | undefined {
  return GENERATED.includes(path) ? undefined : EXTENSIONS[/\.\w+$/.exec(path)?.[0] ?? ''];
}

export function partOf(path: string): Part {
  if (TESTS.test(path)) return 'tests';
  return TOOLS.test(path) || CONTRIBUTORS.test(path) ? 'tools' : 'shipped';
}

/** The workspace of a path: its first folder, and the second too in contracts/. */
export function workspaceOf(path: string): string {
  const [first = '', second = '', ...rest] = path.split('/');
  if (second === '') return '.';
  return first === 'contracts' && rest.length > 0 ? `${first}/${second}` : first;
}

/** Counts the lines of every file in one of the languages, grouped and ordered by workspace, language and part. */
export function countFiles(files: readonly SourceFile[]): CountedLines[] {
  const groups = new Map<string, CountedLines>();
  for (const { path, text } of files) {
    const language = languageOf(path);
    if (language === undefined) continue;
    const group = { workspace: workspaceOf(path), language, part: partOf(path) };
    const key = [group.workspace, LANGUAGES.indexOf(language), PARTS.indexOf(group.part)].join(' ');
    const known = groups.get(key) ?? { ...group, files: 0, code: 0, comments: 0, blank: 0 };
    const lines = countLines(text, language);
    groups.set(key, {
      ...group,
      files: known.files + 1,
      code: known.code + lines.code,
      comments: known.comments + lines.comments,
      blank: known.blank + lines.blank,
    });
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/** Counts the lines of one file. The last line needs no line feed. */
export function countLines(text: string, language: Language): LineCount {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const without = withoutComments(text, language).split('\n');
  const count = { code: 0, comments: 0, blank: 0 };
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') count.blank += 1;
    else if (without[index]?.trim() === '') count.comments += 1;
    else count.code += 1;
  }
  return count;
}

/** The text with spaces in place of its comments; line feeds stay. */
function withoutComments(text: string, language: Language): string {
  const ranges = language === 'TypeScript' ? typescriptComments(text) : commentsOf(text, language);
  let result = '';
  let end = 0;
  for (const [from, to] of ranges) {
    result += text.slice(end, from) + text.slice(from, to).replace(/[^\n]/g, ' ');
    end = to;
  }
  return result + text.slice(end);
}

const { SyntaxKind } = ts;
type Range = readonly [from: number, to: number];

/** Tokens after which a slash divides. After others it opens a regular expression. */
const OPERAND_ENDS: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.Identifier,
  SyntaxKind.PrivateIdentifier,
  SyntaxKind.NumericLiteral,
  SyntaxKind.BigIntLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateTail,
  SyntaxKind.RegularExpressionLiteral,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.ThisKeyword,
  SyntaxKind.SuperKeyword,
  SyntaxKind.TrueKeyword,
  SyntaxKind.FalseKeyword,
  SyntaxKind.NullKeyword,
]);

/** The comments of a module, from the compiler's own scanner, which a parser must tell templates and expressions. */
function typescriptComments(text: string): Range[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false);
  scanner.setText(text);
  const ranges: Range[] = [];
  /** Open braces; true for those that end inside a template. */
  const braces: boolean[] = [];
  let last: ts.SyntaxKind = SyntaxKind.Unknown;
  for (let token = scanner.scan(); token !== SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token === SyntaxKind.SingleLineCommentTrivia || token === SyntaxKind.MultiLineCommentTrivia) {
      ranges.push([scanner.getTokenStart(), scanner.getTokenEnd()]);
    }
    if (token <= SyntaxKind.LastTriviaToken && token >= SyntaxKind.FirstTriviaToken) continue;
    if (token === SyntaxKind.SlashToken || token === SyntaxKind.SlashEqualsToken) {
      if (!OPERAND_ENDS.has(last)) token = scanner.reScanSlashToken();
    } else if (token === SyntaxKind.OpenBraceToken || token === SyntaxKind.TemplateHead) {
      braces.push(token === SyntaxKind.TemplateHead);
    } else if (token === SyntaxKind.CloseBraceToken && braces.pop() === true) {
      token = scanner.reScanTemplateToken(false);
      if (token === SyntaxKind.TemplateMiddle) braces.push(true);
    }
    last = token;
  }
  return ranges;
}

/** Strings and characters in the first alternatives, which may contain the signs of a comment; comments in the last. */
const TOKENS: Readonly<Record<Exclude<Language, 'TypeScript'>, RegExp>> = {
  // A raw string ends with as many number signs as it began with. A quote without a second one begins a lifetime.
  Rust: /\bb?r(#*)"[\s\S]*?"\1|b?"(?:\\[\s\S]|[^"\\])*"|b?'(?:\\[^']+|\\'|[^'\\\n])'|(?<line>\/\/)|(?<block>\/\*)/g,
  Solidity: /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?<line>\/\/)|(?<block>\/\*)/g,
};

/** The comments of a Rust or Solidity file. Rust's blocks nest. */
function commentsOf(text: string, language: Exclude<Language, 'TypeScript'>): Range[] {
  const ranges: Range[] = [];
  const tokens = new RegExp(TOKENS[language]);
  for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) {
    const { line, block } = found.groups ?? {};
    if (line === undefined && block === undefined) continue;
    tokens.lastIndex =
      line === undefined ? blockEnd(text, found.index, language === 'Rust') : lineEnd(text, found.index);
    ranges.push([found.index, tokens.lastIndex]);
  }
  return ranges;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function blockEnd(text: string, from: number, nests: boolean): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from + 2;
  let depth = 1;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '*/') depth -= 1;
    else if (nests) depth += 1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}
