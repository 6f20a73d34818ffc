import { type Edit, SWAPS } from './edits.ts';

/** Comments, texts, attributes and imports, where nothing is changed, and the words and signs of both languages. */
const TOKENS =
  /(?<skipped>\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"|#!?\[[^\]]*\]|^(?:pragma|import|use) .*)|(?<=\s)(?<sign>[<>]=?|[=!]=|&&|\|\||[+-]=?)(?=\s)|\b(?<word>true|false|[a-z_]+(?=\())\b|\b(?<number>\d[\d_]*)(?![\w.])/gm;

/** A whole statement of one line that can go: a call whose failure is passed on, a check, or one with an effect. */
const STATEMENTS =
  /(?<=^\s*)(?:[\w.:]+(?:::<[^;=]*>)?\([^;\n]*\)\??|if \([^;{\n]*\) (?:revert|return)\b[^;\n]*|emit [^;\n]*|[\w.[\]]+ [+-]?= [^;\n]*);(?=[ \t]*$)/gm;

/** A condition of one line, in both languages. */
const CONDITIONS = /(?<=\bif )(?!let\b)(?:\((?<solidity>.*)\)(?= (?:revert|return|\{))|(?<rust>[^({][^{]*?)(?= \{))/g;

/** What words and signs of contracts become that TypeScript does not have. */
const CONTRACT_SWAPS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    '==': ['!='],
    '!=': ['=='],
    any: ['all'],
    all: ['any'],
    is_some: ['is_none'],
    is_none: ['is_some'],
    is_ok: ['is_err'],
    is_err: ['is_ok'],
  }),
);

/** Every change of a contract's source that is tried: operators, conditions, constants and statements that go. */
export function contractEditsOf(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  const skipped: (readonly [number, number])[] = [];
  const change = (start: number, old: string, replacements: readonly string[]) => {
    for (const replace of replacements) edits.push({ start, end: start + old.length, replace });
  };
  for (const { 0: token, index, groups } of text.matchAll(TOKENS)) {
    if (groups?.skipped !== undefined) skipped.push([index, index + token.length]);
    else if (groups?.number === undefined) change(index, token, SWAPS.get(token) ?? CONTRACT_SWAPS.get(token) ?? []);
    else {
      const value = BigInt(token.replaceAll('_', ''));
      change(index, token, value === 0n ? ['1'] : [`${value + 1n}`, `${value - 1n}`]);
    }
  }
  const isCode = (at: number) => !skipped.some(([start, end]) => at >= start && at < end);
  for (const { 0: statement, index } of text.matchAll(STATEMENTS)) if (isCode(index)) change(index, statement, ['']);
  for (const { 0: condition, index, groups } of text.matchAll(CONDITIONS)) {
    if (!isCode(index)) continue;
    change(index, condition, [groups?.solidity === undefined ? `!(${condition})` : `(!${condition})`]);
  }
  return edits;
}
