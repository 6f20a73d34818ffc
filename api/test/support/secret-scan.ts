import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A secret that must not be found, with its name for the report. */
export interface Planted {
  readonly name: string;
  readonly text: string;
}

/** A place where a secret is, in one of its forms. */
export interface Finding {
  readonly secret: string;
  readonly form: string;
  readonly file: string;
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58 of bytes without leading zeros. */
export function base58(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = BASE58[Number(rest % 58n)] + text;
  return text;
}

/** Base64 of bytes wherever they begin in a longer text: without the characters that neighbours change. */
function base64Forms(bytes: Buffer, encoding: 'base64' | 'base64url'): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString(encoding)
      .replace(/=+$/, '');
    return text.slice(offset === 0 ? 0 : offset + 1, -2);
  });
}

/** The forms of a secret in files. */
function formsOf({ text }: Planted): readonly (readonly [form: string, bytes: Buffer])[] {
  const plain = Buffer.from(text);
  const forms: [string, Buffer][] = [['raw', plain]];
  if (text.includes(' ')) forms.push(['words', Buffer.from(text.split(' ').join('","'))]);
  const decoded = [plain];
  if (/^[\w-]{43}$/.test(text)) decoded.push(Buffer.from(text, 'base64url'));
  if (text.startsWith('whsec_')) decoded.push(Buffer.from(text.slice('whsec_'.length), 'base64'));
  if (/^[0-9a-f]{64,}$/.test(text)) decoded.push(Buffer.from(text, 'hex'));
  for (const bytes of decoded) {
    const hex = bytes.toString('hex');
    forms.push(['bytes', bytes], ['hex', Buffer.from(hex)], ['hex', Buffer.from(hex.toUpperCase())]);
    forms.push(['base58', Buffer.from(base58(bytes))]);
    for (const encoding of ['base64', 'base64url'] as const) {
      for (const form of base64Forms(bytes, encoding)) forms.push([encoding, Buffer.from(form)]);
    }
  }
  return forms;
}

/** Every file below `path`, or `path` itself. */
export function filesBelow(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

interface Form {
  readonly secret: string;
  readonly form: string;
  readonly bytes: Buffer;
}

/** Four bytes as one number, by which forms are found. */
const START = 4;

/** The forms whose bytes are in `content`, in one pass. */
function formsIn(content: Buffer, byStart: ReadonlyMap<number, readonly Form[]>): ReadonlySet<Form> {
  const found = new Set<Form>();
  let start = 0;
  for (let at = 0; at < content.length; at += 1) {
    start = ((start << 8) | (content[at] as number)) >>> 0;
    const forms = at + 1 < START ? undefined : byStart.get(start);
    if (forms === undefined) continue;
    const from = at + 1 - START;
    for (const form of forms) {
      if (form.bytes.equals(content.subarray(from, from + form.bytes.length))) found.add(form);
    }
  }
  return found;
}

/** Searches for every form of every secret in `contents`, which are files by their names. */
export function scan(secrets: readonly Planted[], contents: Readonly<Record<string, Buffer>>): readonly Finding[] {
  const byStart = new Map<number, Form[]>();
  for (const secret of secrets) {
    for (const [form, bytes] of formsOf(secret)) {
      const start = bytes.readUInt32BE(0);
      byStart.set(start, [...(byStart.get(start) ?? []), { secret: secret.name, form, bytes }]);
    }
  }
  return Object.entries(contents).flatMap(([file, content]) =>
    [...formsIn(content, byStart)].map(({ secret, form }) => ({ secret, form, file })),
  );
}

/** The files below `paths` with their contents. */
export const contentsOf = (paths: readonly string[]): Readonly<Record<string, Buffer>> =>
  Object.fromEntries(paths.flatMap(filesBelow).map((file) => [file, readFileSync(file)]));
