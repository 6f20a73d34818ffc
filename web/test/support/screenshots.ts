import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';

/** The kept pictures. `UPDATE_SCREENSHOTS=1` takes them anew. */
const KEPT = fileURLToPath(new URL('../screenshots/', import.meta.url));
/** Where the picture of a view that differs is put, beside one of the differences. */
const FOUND = fileURLToPath(new URL('../../../.causeway/screenshots/', import.meta.url));

/** Share of pixels that may differ: another version of Chromium smooths edges in its own way. */
const MOST_DIFFERENT = 0.01;

const font = (weight: number): string => {
  const path = createRequire(import.meta.url).resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`);
  return `@font-face { font-family: Pictured; font-weight: ${weight}; src: url(data:font/woff2;base64,${readFileSync(path).toString('base64')}); }`;
};

/** One font for everything, and nothing that moves, so that a picture is the same on every machine. */
const STYLE = [
  ...[400, 600].map(font),
  '* { font-family: Pictured !important; transition: none !important; animation: none !important; caret-color: transparent !important; }',
].join('\n');

/** Gives what is drawn by chance, ids and hashes, one text, and draws with the font of the pictures. */
async function settle(page: Page): Promise<void> {
  await page.addStyleTag({ content: STYLE });
  await page.evaluate(`(async () => {
    await Promise.all([document.fonts.load('400 1em Pictured'), document.fonts.load('600 1em Pictured')]);
    for (const part of document.querySelectorAll('.hash bdi')) part.textContent = '0x0123…cdef';
  })()`);
}

/**
 * Compares what the window shows with the kept picture of `name`. Throws with the paths of the new picture and of one
 * of the differences.
 */
export async function assertPictured(page: Page, name: string): Promise<void> {
  await settle(page);
  const taken = await page.screenshot();
  const kept = join(KEPT, `${name}.png`);
  if (process.env.UPDATE_SCREENSHOTS) {
    writeFileSync(kept, taken);
    return;
  }
  const [found, wanted] = [PNG.sync.read(taken), existsSync(kept) ? PNG.sync.read(readFileSync(kept)) : undefined];
  const { width, height } = found;
  const differences = new PNG({ width, height });
  const hasSize = wanted?.width === width && wanted.height === height;
  const different = hasSize ? pixelmatch(wanted.data, found.data, differences.data, width, height) : width * height;
  if (different <= MOST_DIFFERENT * width * height) return;
  mkdirSync(FOUND, { recursive: true });
  const [at, differ] = [join(FOUND, `${name}.png`), join(FOUND, `${name}-differences.png`)];
  writeFileSync(at, taken);
  writeFileSync(differ, PNG.sync.write(differences));
  const share = ((100 * different) / (width * height)).toFixed(1);
  throw new Error(
    `${share} % of ${name} differ: see ${at} and ${differ}; if it is meant, UPDATE_SCREENSHOTS=1 keeps the new ones`,
  );
}
