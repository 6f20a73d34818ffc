import { strict as assert } from 'node:assert';
import { makeAdmin, PASSWORD } from '@causeway/api/test-support/avatars';
import { settleAgents } from '@causeway/api/test-support/tasks';
import { Causeway } from '@causeway/client';
import { LONG } from '@causeway/protocol/test-support/cases';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/chromium.ts';
import { goTo, MARKUP, makeHostile, watched } from '../support/hostile.ts';
import { clientOf } from '../support/people.ts';
import { useSite } from '../support/site.ts';
import { expect, type Owner, ownerAt, signInAt } from '../support/work.ts';

/** A name that no answer of the service has, and whose letters are of two alphabets. */
const TWIN = 'H\u041eSTILE';

/** Somebody else, whose name becomes hostile, too. */
const PEER = 'HOSTILE-peer';

const HOUR_MS = 3_600_000;

describe('hostile names of one’s own', function () {
  this.timeout(60_000);
  const site = useSite({ api: { webhooks: { allowedNetworks: ['127.0.0.1/32'] } } });
  const browser = useBrowser();
  let page: Page;
  let owner: Owner;
  let views: readonly (readonly [path: string, ready: string])[];

  before('give every text the name that becomes hostile', async () => {
    owner = await ownerAt(site, 'HOSTILE');
    const client = new Causeway({ baseUrl: site.at('') });
    const { id } = await client.avatars.login({ username: owner.name, password: PASSWORD });
    const peer = await clientOf(site, PEER);
    const { id: peerId } = await client.avatars.find(PEER);
    const mission = await missionOf(client, peer);
    const library = await libraryOf(client);
    for (const text of ['HOSTILE', MARKUP, `${TWIN}\r\nHOSTILE`]) await peer.messages.send(id, text);
    await client.messages.send(peerId, 'HOSTILE');
    const wallet = await walletOf(client);
    const agentId = await webhooksOf();
    await operatorsOf();
    views = [
      ['/missions', 'main li a[href^="/missions/"]'],
      [`/missions/${mission}`, 'table tbody tr'],
      ['/libraries', 'main li a[href^="/libraries/"]'],
      ['/libraries?find=HOSTILE', 'main li a[href^="/libraries/"]'],
      [`/libraries/${library}`, 'section:nth-of-type(2) table tbody tr'],
      [`/libraries/${library}?version=1.0.0`, 'h1'],
      ['/messages', 'main li a[href^="/messages/"]'],
      [`/messages/${peerId}`, 'section li .long'],
      ['/account', 'main a[href^="/wallets/"]'],
      [`/wallets/${wallet}`, 'section dl'],
      ['/webhooks', 'section:nth-of-type(2) table tbody tr'],
      [`/webhooks?agent=${agentId}`, 'section:nth-of-type(2) table tbody tr'],
      [`/a/${agentId}`, 'a[href^="/webhooks"]'],
      ['/operator', 'section:last-of-type table tbody tr'],
    ];
    // That ends the sessions before.
    await makeAdmin(site.api, id);
    page = await browser.open(site.at('/account?back=/missions'));
    await signInAt(page, owner);
    await page.waitForURL(site.at('/missions'));
  });

  /** Missions, of which the first is completed by somebody else. */
  async function missionOf(client: Causeway, player: Causeway): Promise<string> {
    const quest = { id: 'one', name: 'HOSTILE', description: 'HOSTILE' };
    const mission = { name: 'HOSTILE', description: 'HOSTILE', quests: [quest] };
    const { id } = await client.missions.create(mission);
    await client.missions.create({ ...mission, name: `${MARKUP} ${TWIN}`.slice(0, 200) });
    await client.missions.publish(id);
    await player.missions.start(id);
    await player.missions.completeQuest(id, 'one');
    await player.missions.complete(id);
    return id;
  }

  async function libraryOf(client: Causeway): Promise<string> {
    const texts = { description: 'HOSTILE', category: 'HOSTILE', language: 'HOSTILE', sourcePath: 'HOSTILE' };
    const { libraryId } = await client.libraries.create({ name: 'HOSTILE', ...texts });
    const dependencies = [{ libraryId, versionRange: '>=1.0.0 <2.0.0 || >=3.0.0' }];
    const { libraryId: middle } = await client.libraries.create({ name: `${TWIN} HOSTILE`, dependencies });
    const needs = [...dependencies, { libraryId: middle }];
    return (await client.libraries.create({ ...texts, name: MARKUP, dependencies: needs })).libraryId;
  }

  async function walletOf(client: Causeway): Promise<string> {
    const { walletId } = await client.wallets.create({ walletProviderType: 'ethereum', name: 'HOSTILE' });
    await client.wallets.create({ walletProviderType: 'polygon', name: MARKUP.slice(0, 100) });
    return walletId;
  }

  /** Webhooks whose address has the name, with deliveries that failed; and an agent with one. */
  async function webhooksOf(): Promise<string> {
    const callback = 'http://127.0.0.1:1/HOSTILE';
    await owner.submit({ taskId: 'HOSTILE', type: 'HOSTILE', callback });
    await expect(owner.asks('POST /tasks/HOSTILE/cancel', {}), 200);
    const { agentId } = await owner.worker('HOSTILE', { endpoints: { webhook: callback } });
    const event = { event: 'HOSTILE', subscribers: [agentId], data: { text: 'HOSTILE' } };
    await expect(owner.asks('POST /events/broadcast', event), 200);
    await settleAgents(site.api);
    // What waits for a webhook that is disabled is dropped, and can be sent again.
    const [{ webhookId }] = await expect(owner.asks('GET /webhooks'), 200);
    await expect(owner.asks(`POST /webhooks/${webhookId}/disable`, {}), 200);
    return agentId;
  }

  /** A stuck order, a signer that refuses, and events of a browser with the name. */
  async function operatorsOf(): Promise<void> {
    const { api } = site;
    const stuck = await site.locked({ amount: '12.5' });
    for (const trigger of ['confirmationsStarted', 'lockFinal', 'proposed'] as const)
      await api.storage.orders.transition(stuck, trigger);
    const failed = await site.locked();
    await api.storage.orders.transition(failed, 'lockFinal');
    const failure = { failureCode: MARKUP.slice(0, 40), failureMessage: 'HOSTILE' };
    await api.storage.orders.transition(failed, 'failed', failure);
    api.clock.nowMs += HOUR_MS;
    const refusal = { code: 'NO_QUORUM', message: 'HOSTILE' };
    const answer = { domain: api.polygon.domain, atMs: api.clock.nowMs, refusal };
    await api.storage.oracleRecord.answered([{ ...answer, signer: 'http://127.0.0.1/HOSTILE' }]);
    const { domain } = api.ethereum;
    await api.storage.oracleRecord.notePayer({ domain, address: 'HOSTILE', minimum: null });
    const payload = { username: 'HOSTILE', password: 'wrong password' };
    const headers = { 'user-agent': 'HOSTILE' };
    const { statusCode } = await api.app.inject({ method: 'POST', url: '/api/avatar/authenticate', payload, headers });
    assert.equal(statusCode, 401);
  }

  it('run nothing and overflow nowhere, in missions, libraries, messages, wallets, webhooks and the operators’ view', async () => {
    const { check } = await watched(page, site.at('/'));
    await makeHostile(page);
    await page.reload();
    for (const width of LONG ? [320, 1440] : [320]) {
      await page.setViewportSize({ width, height: 800 });
      for (const [path, ready] of views) {
        await goTo(page, path);
        await check(path, ready, width);
        await page.evaluate(`for (const one of document.querySelectorAll('main details')) one.open = true`);
        await check(`${path}, unfolded`, ready, width);
      }
    }
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    assert.ok((await page.locator('main').innerText()).includes('WWWW'), 'the texts are there');
  });

  it('are the names of questions and forms, too', async () => {
    const { check } = await watched(page, site.at('/'));
    await page.reload();
    await page.setViewportSize({ width: 320, height: 800 });
    await goTo(page, '/webhooks');
    await page.getByRole('button', { name: 'Send again' }).first().click();
    await check('/webhooks, a question', 'dialog', 320);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Show the body' }).first().click();
    await check('/webhooks, a body', 'dialog pre', 320);
    await page.getByRole('button', { name: 'Close' }).click();
  });
});
