// Stack traces of the bundle name the sources. Node's own --enable-source-maps would read every map at the start, which
// costs a process 25 MB and a fifth of a second; here a map is read when a trace that needs it is.
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const maps = new Map();

function mapOf(url) {
  if (!url?.startsWith('file:') || !url.endsWith('.mjs')) return undefined;
  if (!maps.has(url)) {
    const path = `${fileURLToPath(url)}.map`;
    maps.set(url, existsSync(path) ? { map: new SourceMap(JSON.parse(readFileSync(path, 'utf8'))), path } : undefined);
  }
  return maps.get(url);
}

/** One line of a trace, at its place in the source if a map has it. */
function describe(site) {
  const text = String(site);
  const found = mapOf(site.getFileName());
  const entry = found?.map.findEntry(site.getLineNumber() - 1, site.getColumnNumber() - 1);
  if (entry?.originalSource === undefined) return text;
  const source = resolve(dirname(found.path), entry.originalSource);
  const place = `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  const name = site.getFunctionName();
  return name ? `${site.isAsync() ? 'async ' : ''}${name} (${place})` : place;
}

Error.prepareStackTrace = (error, trace) => {
  const lines = trace.map((site) => `\n    at ${describe(site)}`);
  return `${Error.prototype.toString.call(error)}${lines.join('')}`;
};
