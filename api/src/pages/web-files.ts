import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The codings in which a file of the page lies beside itself, the smallest first. */
const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];
const ENDS: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' };

/** A file of the page, ready to be sent. */
export interface WebFile {
  /** Media type, with the character set of a text. */
  readonly type: string;
  /** The strong ETag of the file itself. */
  readonly etag: string;
  readonly plain: Buffer;
  /** The file in each coding that it has; fonts have none. */
  readonly coded: Readonly<Partial<Record<Coding, Buffer>>>;
}

/** A page: its path, in which a part with a colon is variable, and the requests that begin beside its script. */
export interface WebPage {
  readonly path: string;
  readonly html: WebFile;
  /** Paths of the API with the same variable parts. */
  readonly preload: readonly string[];
}

/** The web app as it was built. */
export interface WebApp {
  readonly pages: readonly WebPage[];
  /** What a browser sees at a path without a page. */
  readonly notFound: WebFile;
  /** The assets by path. Their names contain their hashes, so what a path has never changes. */
  readonly assets: ReadonlyMap<string, WebFile>;
}

const manifest = z.object({
  files: z.record(z.string(), z.object({ type: z.string(), sha256: z.string() })),
  pages: z.array(z.object({ path: z.string(), file: z.string(), preload: z.array(z.string()) })),
});

const HTML = 'text/html; charset=utf-8';

/** The folder into which the installation builds the web app. */
export const WEB_FOLDER = new URL('../../../web/dist/', import.meta.url);

/** Reads the web app that was built into `folder`; undefined when there is none. Throws when a file is missing. */
export function readWebApp(folder: string): WebApp | undefined {
  const text = readIfThere(join(folder, 'manifest.json'));
  if (!text) return undefined;
  const { files, pages } = manifest.parse(JSON.parse(text.toString()));
  const read = (path: string, type: string, sha256: string): WebFile => {
    const at = join(folder, path);
    const coded = CODINGS.map((coding) => [coding, readIfThere(`${at}${ENDS[coding]}`)] as const);
    return {
      type,
      etag: `"${sha256.slice(0, 32)}"`,
      plain: readFileSync(at),
      coded: Object.fromEntries(coded.filter(([, data]) => data !== undefined)),
    };
  };
  // The HTML of a page names its assets by their hashes, and the manifest's own hash changes with any of them.
  const ofPages = digest(text);
  const html = new Map<string, WebFile>();
  const htmlOf = (file: string): WebFile => {
    const known = html.get(file) ?? read(file, HTML, ofPages);
    html.set(file, known);
    return known;
  };
  return {
    pages: pages.map(({ path, file, preload }) => ({ path, preload, html: htmlOf(file) })),
    notFound: htmlOf('index.html'),
    assets: new Map(Object.entries(files).map(([path, { type, sha256 }]) => [path, read(path, type, sha256)])),
  };
}

/** The file in the best coding that `accepted`, an Accept-Encoding header, names; without one in none. */
export function codedFor(
  file: WebFile,
  accepted: string | undefined,
): { readonly data: Buffer; readonly coding?: Coding } {
  const named = new Set((accepted ?? '').split(',').flatMap((part) => nameOf(part)));
  for (const coding of CODINGS) {
    const data = file.coded[coding];
    if (data && named.has(coding)) return { data, coding };
  }
  return { data: file.plain };
}

/** The coding of one part of an Accept-Encoding header, unless its weight is zero. */
function nameOf(part: string): readonly string[] {
  const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
  return parameters.some((word) => /^q=0(?:\.0*)?$/.test(word)) ? [] : [name];
}

const digest = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
