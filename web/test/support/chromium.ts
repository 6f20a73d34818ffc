import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Debian's Chromium without a window. */
export const CHROMIUM = '/usr/bin/chromium-headless-shell';

export interface OpenOptions extends BrowserContextOptions {
  /** The time at which the page's clock stands, Unix milliseconds; the machine's clock when absent. */
  readonly nowMs?: number;
}

/** The one browser of this process, which starts with the first description that opens pages. */
let browser: Browser | undefined;
async function start(): Promise<Browser> {
  if (browser?.isConnected()) return browser;
  // The user of the tests may be root, as which Chromium has no sandbox; it opens pages of these tests alone.
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  return browser;
}
after('end Chromium', () => browser?.close());

/**
 * A browser for all tests of a description. It is there once the hooks run. What a test opens is closed after it, and
 * what a hook opens at the end of the description.
 */
export function useBrowser(): { open(url: string, options?: OpenOptions): Promise<Page> } {
  const opened: BrowserContext[] = [];
  /** Contexts that were open before the present test. */
  let lasting = 0;
  const closeAfter = async (kept: number) => {
    await Promise.all(opened.splice(kept).map((context) => context.close()));
  };
  before('start Chromium', async function startChromium() {
    this.timeout(60_000);
    await start();
  });
  beforeEach('note what is open', () => {
    lasting = opened.length;
  });
  afterEach('close what the test opened', () => closeAfter(lasting));
  after('close all that is open', () => closeAfter(0));
  return {
    /** Opens `url` in a context of its own, and fails the test when the page reports an error or a refused policy. */
    async open(url, { nowMs, ...options } = {}) {
      const context = await (await start()).newContext({ viewport: { width: 1440, height: 900 }, ...options });
      opened.push(context);
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
