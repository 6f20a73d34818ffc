// Every formatter checks its argument and throws a TypeError, because an answer that does not fit its schema must show
// the part that has it as unreadable.

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Digits after the point of an amount in a table. */
const SHOWN_DECIMALS = 6;

/** The decimal string, or a TypeError. */
export function decimal(value: unknown): string {
  if (typeof value !== 'string' || !DECIMAL.test(value)) throw new TypeError('no decimal string');
  return value;
}

/** Below 0 when the decimal `a` is less than `b`, above 0 when it is more. Both are not negative. */
export function compareDecimals(a: string, b: string): number {
  const [[wholeA = '', partA = ''], [wholeB = '', partB = '']] = [decimal(a).split('.'), decimal(b).split('.')];
  const places = Math.max(partA.length, partB.length);
  const difference = BigInt(wholeA + partA.padEnd(places, '0')) - BigInt(wholeB + partB.padEnd(places, '0'));
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The text, or a TypeError. */
export function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('no text');
  return value;
}

/** Control characters, and those that turn the direction of what stands around a text. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** A text of users, tokens or agents, cut after `most` characters, without characters that act on the text around. */
export function harmless(value: string, most: number): string {
  // A character is one or two units of a string.
  const characters = [...text(value).slice(0, 2 * most + 2)];
  const cut = characters.slice(0, most).join('').replace(CONTROLS, '\ufffd');
  return characters.length > most ? `${cut}…` : cut;
}

/** The same in a text of several lines, of which line ends, tabs and the marks of a letter's direction stay. */
const CONTROLS_OF_LINES = /(?![\n\t\u200e\u200f\u061c])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** A text of users or agents in several lines, without characters that act on the text around. */
export const harmlessLines = (value: string): string =>
  text(value).replace(/\r\n?/g, '\n').replace(CONTROLS_OF_LINES, '\ufffd');

/** Characters of a name, of a chain or token for example. */
export const NAME_LENGTH = 40;

/** A name within a sentence, where no element can isolate its direction. */
export function named(value: string): string {
  const name = harmless(value, NAME_LENGTH);
  return /^[ -~…]*$/.test(name) ? name : `\u2068${name}\u2069`;
}

/** The integer, or a TypeError. */
export function integer(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new TypeError('no integer');
  return value;
}

/** The list, or a TypeError. */
export function list<T>(value: readonly T[]): readonly T[] {
  if (!Array.isArray(value)) throw new TypeError('no list');
  return value;
}

/** A decimal string with groups of three digits, cut after six decimals; a smaller amount says so. */
export function shortAmount(value: string): string {
  const [whole = '', fraction = ''] = decimal(value).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ' ');
  const cut = fraction.slice(0, SHOWN_DECIMALS).replace(/0+$/, '');
  const isTiny = cut === '' && /[1-9]/.test(fraction) && /^-?0$/.test(whole);
  if (isTiny) return whole.startsWith('-') ? '> −0.000001' : '< 0.000001';
  return cut === '' ? grouped : `${grouped}.${cut}`;
}

/** An address or hash, shortened in the middle. */
export function shortened(value: string): string {
  const whole = text(value).replace(CONTROLS, '\ufffd');
  return whole.length <= 16 ? whole : `${whole.slice(0, 8)}…${whole.slice(-6)}`;
}

/** Milliseconds since the epoch of an ISO 8601 time, or a TypeError. */
export function timeMs(value: unknown): number {
  const ms = Date.parse(text(value));
  if (Number.isNaN(ms)) throw new TypeError('no time');
  return ms;
}

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** A duration in milliseconds in its largest units, two unless said otherwise. */
export function duration(ms: number, most = 2): string {
  let seconds = Math.max(0, Math.round(ms / 1_000));
  const words: string[] = [];
  for (const [size, unit] of UNITS) {
    const count = Math.floor(seconds / size);
    if (count === 0 && (words.length === 0 ? size !== 1 : true)) {
      if (words.length > 0) break;
      continue;
    }
    words.push(`${count} ${unit}`);
    seconds -= count * size;
    if (words.length === most) break;
  }
  return words.join(' ');
}

/** A duration in milliseconds, with a short one exact. */
export const span = (ms: number): string => (ms < 1_000 ? `${Math.max(0, Math.round(ms))} ms` : duration(ms));

/** A share from 0 to 1 in percent, cut after two decimals, so that nothing short of the whole is 100 %. */
export function percent(share: unknown): string {
  if (typeof share !== 'number' || !(share >= 0 && share <= 1)) throw new TypeError('no share');
  return `${Math.floor(share * 10_000) / 100} %`;
}

/** A number of any kind as a reader sees it, or a TypeError. */
export function number(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError('no number');
  return value.toLocaleString('en-GB', { maximumFractionDigits: 6 });
}

const exactTimes = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** The time in the reader's time zone, to the second. */
export const exactTime = (ms: number): string => exactTimes.format(ms);
