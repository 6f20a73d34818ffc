import { Causeway } from '@causeway/client';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { useBrowser } from './chromium.ts';
import type { Site } from './site.ts';

export const PASSWORD = 'correct horse battery';

/** The part of the page with this heading. */
export const part = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Registers somebody by the form of the page for accounts. */
export async function registerOn(page: Page, name: string): Promise<void> {
  const form = part(page, 'Register');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Register' }).click();
}

/** Opens the page for accounts as somebody who has just registered there. */
export async function registered(
  { site, browser }: { readonly site: Pick<Site, 'at'>; readonly browser: ReturnType<typeof useBrowser> },
  name: string,
  options?: BrowserContextOptions,
): Promise<Page> {
  const page = await browser.open(site.at('/account'), options);
  await registerOn(page, name);
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  return page;
}

/** A client of somebody who has registered, for what is prepared beside the page. */
export async function clientOf(site: Site, username: string, email?: string): Promise<Causeway> {
  const client = new Causeway({ baseUrl: site.at('') });
  await client.avatars.register({ username, password: PASSWORD, ...(email !== undefined && { email }) });
  await client.avatars.login({ username, password: PASSWORD });
  return client;
}
