/** A step of a walk: commands of a shell, and what they print. */
export interface Step {
  /** Line of the page at which the commands begin, from 1. */
  readonly line: number;
  readonly commands: string;
  /** Lines that the output has, in this order; `…` stands for anything within a line. */
  readonly prints: readonly string[];
}

/** Fenced blocks of Markdown. */
const BLOCK = /^```(\w*)\n([\s\S]*?)^```$/gm;

/** The steps of a page: its blocks of `sh`, each with the block of `text` after it, if there is one. */
export function stepsOf(page: string): readonly Step[] {
  const steps: Step[] = [];
  for (const { 1: language, 2: text = '', index } of page.matchAll(BLOCK)) {
    if (language === 'sh') steps.push({ line: page.slice(0, index).split('\n').length, commands: text, prints: [] });
    const last = steps.at(-1);
    if (language === 'text' && last) steps.splice(-1, 1, { ...last, prints: text.trimEnd().split('\n') });
  }
  return steps;
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');

const patternOf = (line: string): RegExp => new RegExp(`^\\s*${line.trim().split('…').map(escaped).join('.*')}\\s*$`);

/** The first line that `output` does not have after the ones before it; undefined when it has all. */
export function missingIn(output: string, { prints }: Step): string | undefined {
  const lines = output.split('\n');
  let at = 0;
  return prints.find((wanted) => {
    const found = lines.slice(at).findIndex((line) => patternOf(wanted).test(line));
    at += found + 1;
    return found < 0;
  });
}
