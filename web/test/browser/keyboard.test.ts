import { strict as assert } from 'node:assert';
import { hold, RECIPIENT, units } from '@causeway/api/test-support/api';
import type { Locator, Page } from 'playwright-core';
import { assertFits } from '../support/accessible.ts';
import { useBrowser } from '../support/chromium.ts';
import { clientOf, PASSWORD, part } from '../support/people.ts';
import { useSite } from '../support/site.ts';

/** Most places on a page between two that somebody goes to. */
const MOST_TABS = 60;

describe('the keyboard alone', function () {
  this.timeout(60_000);
  const site = useSite();
  const browser = useBrowser();

  /** Goes on to a control with the key for it. */
  async function tabTo(page: Page, control: Locator): Promise<void> {
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      if (await control.evaluate((node) => node === node.ownerDocument.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`no way to ${control}`);
  }
  const press = async (page: Page, role: 'link' | 'button', name: string) => {
    const control = page.getByRole(role, { name });
    await control.waitFor();
    await tabTo(page, control);
    await page.keyboard.press('Enter');
  };
  const fill = async (page: Page, label: string, text: string) => {
    await tabTo(page, page.getByLabel(label).last());
    await page.keyboard.type(text);
  };

  it('registers somebody, makes a wallet and sends from it', async () => {
    const page = await browser.open(site.at('/'));
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'Skip to the content');
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await fill(page, 'Name', 'typist');
    await fill(page, 'Password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Create a wallet' }));
    await page.keyboard.press('Enter');
    const address = page.getByRole('row').nth(1).locator('.hash bdi').last();
    hold(site.api.ethereum, String(await address.getAttribute('title')), units(10));
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { level: 1, name: 'Send' }).waitFor();
    await fill(page, 'Amount', '1.25');
    await fill(page, 'Recipient', RECIPIENT);
    await page.getByText('If it cannot be delivered, you get back').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '1.25 ETH → polygon' }).waitFor();
    assert.equal(await page.evaluate('document.activeElement.closest("main") !== null'), true, 'the focus follows');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Find an order').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('leads from the list of missions through the sign-in to a completed one, and what is done elsewhere shows', async () => {
    const author = await clientOf(site, 'author');
    const quests = [
      { id: 'build', name: 'Build' },
      { id: 'cross', name: 'Cross', prerequisiteQuestIds: ['build'] },
    ];
    const { id } = await author.missions.create({ name: 'Cross the river', rewards: { karma: 5, xp: 50 }, quests });
    await author.missions.publish(id);
    const elsewhere = await clientOf(site, 'player');
    const page = await browser.open(site.at('/missions'));
    await press(page, 'link', 'Cross the river');
    await page.getByRole('heading', { name: 'Cross the river' }).waitFor();
    await press(page, 'link', 'Sign in to start it.');
    await fill(page, 'Name or e-mail address', 'player');
    await tabTo(page, page.getByLabel('Password').first());
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await press(page, 'button', 'Start the mission');
    await press(page, 'button', 'Complete Build');
    await page.getByRole('button', { name: 'Start Cross' }).waitFor();
    await elsewhere.missions.startQuest(id, 'cross');
    await elsewhere.missions.completeQuest(id, 'cross');
    await page.getByText('2 of 2 quests, 100 %').first().waitFor();
    await press(page, 'button', 'Complete the mission');
    await page.getByText('Completed: 5 karma and 50 XP are yours.').waitFor();
    await part(page, 'Leaderboard').getByRole('cell', { name: 'player' }).waitFor();
    await assertFits(page);
  });
});
