import { strict as assert } from 'node:assert';
import { AxeBuilder } from '@axe-core/playwright';
import { LONG } from '@causeway/protocol/test-support/cases';
import type { Page } from 'playwright-core';

export const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

/** Fails when axe finds anything on the page as it is, or when the page is wider than its window. */
export async function assertAccessible(page: Page): Promise<void> {
  // The pages have no frames, so axe can end its work in the page itself instead of another one. Of parts without a
  // fault it needs no description.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    [],
  );
  await assertNarrow(page);
}

/** Fails when the page is wider than its window. */
export async function assertNarrow(page: Page, name = page.url()): Promise<void> {
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(Number(overflow) <= 0, `${overflow} pixels too wide: ${name}`);
}

/**
 * Checks a page that a test has come to: it fits the smallest screen; in the long mode, axe finds nothing in any size
 * and colour.
 */
export async function assertFits(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await assertNarrow(page);
  for (const colorScheme of LONG ? (['light', 'dark'] as const) : [])
    for (const size of SIZES) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await assertAccessible(page);
    }
  if (before) await page.setViewportSize(before);
}
