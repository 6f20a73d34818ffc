import { strict as assert } from 'node:assert';
import type { Page } from 'playwright-core';

export const MARKUP = `<img src=x onerror=alert(1)>"'><script>alert(2)</script><a href="javascript:alert(3)">x</a>`;
/** What the name HOSTILE stands for in every answer of the service: markup, characters of direction, great length. */
export const HOSTILE = `${MARKUP}\u202e\u2069\u2066\u0007${'W'.repeat(10_000)}`;

/** Runs in every page: what a policy refuses, and what goes beyond the window outside the parts that scroll. */
const WATCH = `
  window.walletName = ${JSON.stringify(HOSTILE)};
  window.refused = [];
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => window.refused.push(violatedDirective));
  window.found = () => ({
    refused: window.refused,
    elements: [...document.querySelectorAll('img, main script, main b, main [onerror], a[href^="javascript"]')].length,
    wide: document.documentElement.scrollWidth - innerWidth,
    beyond: [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.scroll, .sr, option'))
      .map((one) => one.outerHTML.slice(0, 200)),
    directions: /[\\u202a-\\u202e\\u0007]/.test(document.body.innerText + document.title),
  });
`;

/** A page that runs nothing, asks nobody else and overflows nowhere, whatever its texts are. */
export interface Watched {
  /** Goes to a view within the page, and fails unless it is as it should be once `ready` is there. */
  check(path: string, ready: string, width: number): Promise<void>;
}

/** Watches a page at `origin`; it must be loaded again once. */
export async function watched(page: Page, origin: string): Promise<Watched> {
  const ran: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) ran.push(request.url());
  });
  await page.addInitScript(WATCH);
  return {
    async check(path, ready, width) {
      await page.locator(ready).first().waitFor();
      const found = (await page.evaluate('window.found()')) as { readonly wide: number };
      const nothing = { refused: [], elements: 0, wide: 0, beyond: [], directions: false };
      // A page that is narrower than the window is as good.
      assert.deepEqual({ ...found, wide: Math.max(0, found.wide) }, nothing, `${path} at ${width}`);
      assert.deepEqual(ran, [], path);
    },
  };
}

/** Goes to another view without loading the page anew. */
export const goTo = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new Event('popstate'))`);

/** Puts the hostile text wherever an answer has the name HOSTILE. */
export async function makeHostile(page: Page): Promise<void> {
  const json = JSON.stringify(HOSTILE).slice(1, -1);
  await page.route(/\/api\/(?!.*\/events)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('HOSTILE', json) });
  });
}
