import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';

interface Manifest {
  readonly files: Readonly<Record<string, object>>;
  readonly pages: readonly { readonly path: string; readonly file: string; readonly preload: readonly string[] }[];
  readonly sizes: Readonly<Record<string, number>>;
}

const dist = new URL('../dist/', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, dist), 'utf8');

describe('the page as it is built', () => {
  const { files, pages, sizes }: Manifest = JSON.parse(text('manifest.json'));

  it('is within its budgets', () => {
    const { firstScript = 0, style = 0, html = 0, whole = 0, firstRequests = 0 } = sizes;
    assert.ok(firstScript > 0 && firstScript <= 60_000, `${firstScript} bytes of script`);
    assert.ok(style <= 10_000 && html <= 8_000 && whole <= 160_000 && firstRequests <= 12, JSON.stringify(sizes));
  });

  it('has every page of its table, with nothing inline and every file that it names', () => {
    const table = JSON.parse(readFileSync(new URL('../src/pages.json', import.meta.url), 'utf8'));
    assert.deepEqual(
      pages.map(({ path }) => path),
      table.map(({ path }: { readonly path: string }) => path),
    );
    for (const { file } of [...pages, { file: 'index.html' }]) {
      const html = text(file);
      assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)[^>]*>|<style|\son\w+=|style="/, file);
      for (const [, url = ''] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
        assert.ok(files[url], `${file}: ${url}`);
    }
  });

  it('names in each page only requests of the API', () => {
    for (const { path, preload } of pages)
      for (const url of preload) assert.match(url, /^\/api\/v1\/[\w/:?=]+$/, `${path}: ${url}`);
  });
});
