import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Debian's Chromium without a window. */
export const CHROMIUM = '/usr/bin/chromium-headless-shell';

export interface OpenOptions extends BrowserContextOptions {
  /** The time at which the page's clock stands, Unix milliseconds; the machine's clock when absent. */
  readonly nowMs?: number;
}

/** A browser for all tests of a description. It is there once the hooks run. */
export function useBrowser(): { open(url: string, options?: OpenOptions): Promise<Page> } {
  let browser: Browser;
  before('start Chromium', async function start() {
    this.timeout(60_000);
    // The user of the tests may be root, as which Chromium has no sandbox; it opens pages of these tests alone.
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  after('end Chromium', () => browser?.close());
  return {
    /** Opens `url` in a context of its own, and fails the test when the page reports an error or a refused policy. */
    async open(url, { nowMs, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(`${url}: ${error.message}`));
      page.on('console', (message) => {
        if (/Content.Security.Policy|TrustedHTML|Trusted Type/i.test(message.text())) errors.push(message.text());
      });
      if (nowMs !== undefined) await page.clock.setFixedTime(nowMs);
      await page.goto(url);
      return page;
    },
  };
}

/** Errors of pages since the last test; each fails its test. */
const errors: string[] = [];
afterEach('no page had an error', () => {
  const found = errors.splice(0);
  if (found.length > 0) throw new Error(found.join('\n'));
});
