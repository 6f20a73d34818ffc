import { strict as assert } from 'node:assert';
import { makeAdmin, PASSWORD } from '@causeway/api/test-support/avatars';
import { Causeway } from '@causeway/client';
import { LONG } from '@causeway/protocol/test-support/cases';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/chromium.ts';
import { clientOf, part } from '../support/people.ts';
import { useSite } from '../support/site.ts';
import { expect, type Owner, ownerAt, signInAt } from '../support/work.ts';

/** A list of the page: where it is, which request reads it, and how many rows the page asks for at first. */
interface List {
  readonly name: string;
  readonly path: string;
  /** The heading of its section; the whole page when absent. */
  readonly section?: string;
  readonly request: RegExp;
  readonly step: number;
  /** True where older rows, and the button, stand above the others. */
  readonly isAbove?: true;
}

/** A list of each form: of rows near the window, a table, a list, groups, with older ones above, and of an admin. */
const FORMS: readonly string[] = ['orders', 'wallets', 'missions', 'senders', 'messages', 'audit log'];

describe('long lists', function () {
  this.timeout(60_000);
  const site = useSite({ api: { webhooks: { allowedNetworks: ['127.0.0.1/32'] } } });
  const browser = useBrowser();
  let ann: Owner;
  let page: Page;
  let lists: readonly List[];
  const three = [1, 2, 3] as const;

  before('make three of each, and sign their owner in', async () => {
    for (const _ of three) await site.locked();
    ann = await ownerAt(site, 'ann');
    const client = new Causeway({ baseUrl: site.at('') });
    const { id } = await client.avatars.login({ username: ann.name, password: PASSWORD });
    await fill(client, id);
    lists = await listsOf(client);
    // That ends the sessions before.
    await makeAdmin(site.api, id);
    page = await browser.open(site.at('/account?back=/agents/mine'));
    await signInAt(page, ann);
    await page.waitForURL(site.at('/agents/mine'));
  });

  async function fill(client: Causeway, id: string): Promise<void> {
    const worker = await ann.worker('write');
    const workflow = { steps: [{ stepId: 'one', type: 'print' }] };
    const { workflowId } = await expect(ann.asks('POST /workflows/create', workflow), 201);
    const hashes = await client.libraries.create({ name: 'hashes' });
    for (const n of three) {
      await ann.worker(`more-${n}`);
      await ann.submit({ taskId: `task-${n}`, type: 'nobody', callback: `http://127.0.0.1:1/${n}` });
      await expect(ann.asks(`POST /tasks/task-${n}/cancel`, {}), 200);
      await expect(ann.asks(`POST /workflows/${workflowId}/execute`, {}), 201);
      const body = { agents: [worker.agentId], protocol: 'voting', waitMs: 0 };
      await expect(ann.asks('POST /collaborate', body), 201);
      const dependencies = [{ libraryId: hashes.libraryId }];
      await client.libraries.create({ name: `tree-${n}`, dependencies });
      await client.libraries.publish(hashes.libraryId, { version: `2.0.${n}` });
      await client.missions.create({ name: `mission-${n}`, quests: [{ id: 'one', name: 'One' }] });
      await client.wallets.create({ walletProviderType: 'ethereum' });
      const friend = await clientOf(site, `friend-${n}`);
      for (const _ of n === 1 ? three : [n]) await friend.messages.send(id, `from ${n}`);
    }
  }

  async function listsOf(client: Causeway): Promise<readonly List[]> {
    const { id: friend } = await client.avatars.find('friend-1');
    const libraries = client.libraries.search('hashes');
    const { value: hashes } = await libraries.next();
    const library = `/libraries/${hashes?.libraryId}`;
    return [
      { name: 'orders', path: '/?fromChain=ethereum', request: /explorer\/orders\?/, step: 25 },
      { name: 'wallets', path: '/account', section: 'Wallets', request: /\/wallets\?/, step: 20 },
      { name: 'missions', path: '/missions', request: /\/api\/missions\?/, step: 50 },
      { name: 'libraries', path: '/libraries', request: /\/api\/libraries\?/, step: 50 },
      { name: 'versions', path: library, section: 'Versions', request: /\/versions\?/, step: 50 },
      { name: 'dependants', path: library, section: 'Who depends on it', request: /\/dependants\?/, step: 50 },
      { name: 'senders', path: '/messages', request: /\/messages\?/, step: 100 },
      { name: 'messages', path: `/messages/${friend}`, request: /\/conversation\/.*\?/, step: 50, isAbove: true },
      { name: 'agents', path: '/agents/mine', section: 'Agents', request: /\/api\/agents\?/, step: 10 },
      { name: 'tasks', path: '/agents/mine', section: 'Tasks that you submitted', request: /\/tasks\?/, step: 10 },
      { name: 'runs', path: '/agents/mine', section: 'Runs of workflows', request: /\/runs\?/, step: 10 },
      { name: 'votes', path: '/agents/mine', section: 'Collaborations', request: /\/collaborations\?/, step: 10 },
      { name: 'webhooks', path: '/webhooks', section: 'Where they go', request: /\/webhooks\?/, step: 20 },
      { name: 'deliveries', path: '/webhooks', section: 'Deliveries', request: /\/deliveries\?/, step: 20 },
      { name: 'audit log', path: '/operator', section: 'Audit log', request: /\/audit-log\?/, step: 20 },
    ];
  }

  /** Lets the service answer one row where the page asks for `step`. */
  const cut = (on: Page, { request, step }: List) =>
    on.route(request, (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', String(Number(url.searchParams.get('limit')) / step));
      return route.continue({ url: url.href });
    });

  /** Waits until the row with `id` has the focus. */
  const hasFocus = (id: string | null | undefined) => page.locator(`[data-row="${id}"]:focus`).waitFor();

  it('show more by the keyboard, and the focus goes to the first new row', async () => {
    // One of each form; the long mode has all of them.
    for (const list of LONG ? lists : lists.filter(({ name }) => FORMS.includes(name))) {
      await cut(page, list);
      await page.goto(site.at(list.path));
      const area = list.section === undefined ? page.locator('main') : part(page, list.section);
      const rows = area.locator('[data-row]');
      const button = area.getByRole('button', { name: 'Show more', exact: true });
      for (const count of [2, 3]) {
        await button.focus().catch(() => assert.fail(`${list.name}: no button for row ${count}`));
        await page.keyboard.press('Enter');
        await rows.nth(count - 1).waitFor();
        await hasFocus(await rows.nth(list.isAbove ? 0 : count - 1).getAttribute('data-row'));
        assert.equal(await rows.count(), count, list.name);
      }
      await page.unrouteAll();
    }
  });

  it('stay where they are when the focus has gone elsewhere, and come back as long as they were', async () => {
    const list = lists.find(({ name }) => name === 'missions') ?? assert.fail();
    await cut(page, list);
    await page.goto(site.at(list.path));
    const rows = page.locator('main [data-row]');
    const more = page.getByRole('button', { name: 'Show more' });
    let answer = () => {};
    const held = new Promise<void>((done) => {
      answer = done;
    });
    await page.route(/cursor=|limit=100/, async (route) => {
      await held;
      await route.fallback();
    });
    await more.press('Enter');
    await page.getByLabel('Words').focus();
    answer();
    await rows.nth(1).waitFor();
    assert.equal(await page.evaluate('document.activeElement.name'), 'find');
    await page.getByRole('link', { name: 'mission-' }).first().click();
    await page.getByRole('heading', { name: 'mission-' }).waitFor();
    await page.goBack();
    await rows.nth(1).waitFor();
    assert.equal(await rows.count(), 2);
    await page.unrouteAll();
  });

  it('have no order twice, and the focus at the older one, when newer ones come while the next page is awaited', async () => {
    const [orders = assert.fail()] = lists;
    await cut(page, orders);
    await page.goto(site.at('/'));
    const rows = page.locator('main [data-row]');
    await page.getByRole('button', { name: 'Show more' }).waitFor();
    const before = await rows.count();
    const last = await rows.last().getAttribute('data-row');
    let answer = () => {};
    const held = new Promise<void>((done) => {
      answer = done;
    });
    await page.route(/cursor=/, async (route) => {
      await held;
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    const newer = await site.locked();
    await page.locator(`[data-row="${newer}"]`).waitFor();
    answer();
    await rows.nth(before + 1).waitFor();
    const all = `[...document.querySelectorAll('main [data-row]')].map((row) => row.dataset.row)`;
    const ids = (await page.evaluate(all)) as readonly string[];
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids[0], newer);
    await hasFocus(ids[ids.indexOf(last ?? '') + 1]);
    await page.unrouteAll();
  });

  it('have the focus at a row that is drawn, also far below the first ones', async () => {
    const ids: string[] = [];
    while (ids.length < 55) ids.unshift(await site.locked());
    await page.goto(site.at('/'));
    for (const at of [25, 50]) {
      await page.getByRole('button', { name: 'Show more' }).press('Enter');
      await hasFocus(ids[at]);
    }
  });
});
