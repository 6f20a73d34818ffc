import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hold, units } from '@causeway/api/test-support/api';
import { newLinks } from '@causeway/api/test-support/mail-folder';
import type { Causeway, ListedLibrary } from '@causeway/client';
import { assertFits } from '../support/accessible.ts';
import { useBrowser } from '../support/chromium.ts';
import { clientOf, PASSWORD, part, registered } from '../support/people.ts';
import { useSite } from '../support/site.ts';

describe('pages of one’s own', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'causeway-web-mail-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const site = useSite({ api: { avatars: { mail: { kind: 'file', folder } } } });
  const browser = useBrowser();
  const world = { site, browser };

  it('send from a wallet once on a double click, and show its key for the password alone, for a minute', async () => {
    const page = await registered(world, 'holder');
    const wallets = part(page, 'Wallets');
    await wallets.getByLabel('Network').selectOption('ethereum');
    await wallets.getByRole('button', { name: 'Create a wallet' }).click();
    const row = wallets.getByRole('row').nth(1);
    const address = await row.locator('bdi[title^="0x"]').last().getAttribute('title');
    hold(site.api.ethereum, String(address), units(10));
    await row.getByRole('link').first().click();
    const send = part(page, 'Send on its chain');
    await send.getByLabel('Amount').fill('0.25');
    await send.getByLabel('Recipient').fill(String(address).replace(/.$/, '0').toLowerCase());
    await send.getByRole('button', { name: 'Send' }).dblclick();
    const transfers = part(page, 'Transfers');
    await transfers.getByText('0.25 ETH').waitFor();
    await send.getByRole('button', { name: 'Send', disabled: false }).waitFor();
    assert.equal(await transfers.getByRole('listitem').count(), 1);
    await assertFits(page);
    await page.clock.install();
    const keys = part(page, 'Take its keys with you');
    await keys.getByLabel('Your password').fill('wrong');
    await keys.getByRole('button', { name: 'Show it' }).click();
    await keys.getByRole('alert').getByText('CREDENTIALS').waitFor();
    await keys.getByLabel('Your password').fill(PASSWORD);
    await keys.getByRole('button', { name: 'Show it' }).click();
    const secret = await keys.locator('.secret code').textContent();
    assert.match(String(secret), /^0x[0-9a-f]{64}$/);
    await page.clock.runFor(60_000);
    await keys.getByLabel('Your password').waitFor();
    assert.ok(!(await page.content()).includes(String(secret)), 'hidden after a minute');
  });

  it('take the token of a message out of the address, and set the password with it', async () => {
    await clientOf(site, 'forgetful', 'forgetful@example.org');
    const [verify = ''] = (await newLinks(site.api, folder)).filter((link) => link.startsWith('/verify-email'));
    const page = await browser.open(site.at(verify));
    await page.getByRole('button', { name: 'Confirm the address' }).waitFor();
    assert.equal(page.url(), site.at('/verify-email'));
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await page.getByText('The address is confirmed.').waitFor();
    await page.goto(site.at('/account'));
    await page.getByText('Forgot your password?').click();
    await page.locator('details').getByLabel('E-mail address').fill('forgetful@example.org');
    await page.getByRole('button', { name: 'Send the message' }).click();
    await page.getByText('a message is on its way').waitFor();
    const [reset = ''] = (await newLinks(site.api, folder)).filter((link) => link.startsWith('/reset-password'));
    await page.goto(site.at(reset));
    await page.getByLabel('New password').fill('another long password');
    assert.equal(page.url(), site.at('/reset-password'));
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('The password is changed.').waitFor();
    await page.getByRole('link', { name: 'To the account' }).click();
    await part(page, 'Sign in').getByLabel('Name or').fill('forgetful@example.org');
    await part(page, 'Sign in').getByLabel('Password').fill('another long password');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  });

  it('show messages as they come, mark them read, and lock lists of libraries', async () => {
    const ann = await clientOf(site, 'ann');
    const page = await registered(world, 'reader');
    const reader = await ann.avatars.find('reader');
    await ann.messages.send(reader.id, '<script>first</script>');
    await page.getByRole('link', { name: 'Messages' }).click();
    await page.getByText('1 unread').waitFor();
    // What is marked as read is loaded again: only then does the stream alone bring the next message.
    const isSettled = page.waitForResponse(/mark-messages-read/).then(() => page.waitForResponse(/conversation/));
    await page.getByRole('link', { name: 'ann' }).click();
    await page.getByRole('heading', { name: 'Messages with ann' }).waitFor();
    await page.getByText('<script>first</script>').waitFor();
    await isSettled;
    await ann.messages.send(reader.id, 'second, live');
    await page.getByText('second, live').waitFor();
    await page.getByLabel('Message', { exact: true }).fill('an answer');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('an answer').waitFor();
    await assertFits(page);
    const { value: newest } = await ann.messages.conversation(reader.id).next();
    assert.equal(newest?.message, 'an answer');
    assert.equal(await ann.messages.unreadCount(), 1);
    const hashes = await ann.libraries.create({ name: 'hashes', version: '1.4.0' });
    const trees = [{ libraryId: hashes.libraryId, versionRange: '^1.0.0' }];
    const tree = await ann.libraries.create({ name: 'trees', version: '2.0.0', dependencies: trees });
    const needs = [{ libraryId: tree.libraryId, versionRange: '2' }];
    await ann.libraries.create({ name: 'proofs', dependencies: needs });
    await page.goto(site.at('/libraries'));
    await page.getByLabel('Words of a library').fill('proof');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'proofs' }).click();
    const lock = part(page, 'Lock list').getByRole('row');
    await lock.filter({ hasText: 'hashes' }).filter({ hasText: '1.4.0' }).filter({ hasText: 'trees ^1.0.0' }).waitFor();
    await assertFits(page);
    await lock.filter({ hasText: 'this library 2' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'trees' }).waitFor();
    assert.match(page.url(), /\?version=2\.0\.0$/);
  });

  it('create a library, lock what it needs, publish and delete it', async () => {
    const bob = await clientOf(site, 'bob');
    for (const version of ['1.2.0', '1.3.0']) {
      const [known] = await found(bob, 'sums');
      await (known
        ? bob.libraries.publish(known.libraryId, { version })
        : bob.libraries.create({ name: 'sums', version }));
    }
    const page = await registered(world, 'author');
    await page.goto(site.at('/libraries'));
    await page.getByText('Create a library').first().click();
    const form = page.locator('details');
    await form.getByLabel('Name').fill('ledger');
    await form.getByLabel('Version').fill('not a version');
    await form.getByRole('button', { name: 'Create a library' }).click();
    await form.getByRole('alert').getByText('INVALID_VERSION').waitFor();
    await form.getByLabel('Version').fill('0.1.0');
    await form.getByLabel('What it is for').fill('Keeps sums');
    await form.getByRole('button', { name: 'Create a library' }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'ledger' }).waitFor();
    const [ledger, ...others] = await found(bob, 'ledger');
    assert.deepEqual([ledger?.version, others.length], ['0.1.0', 0], 'one library, not two');

    const change = part(page, 'Change it');
    await change.getByLabel('Library that it needs').fill('no such library');
    await change.getByRole('button', { name: 'Add a dependency' }).click();
    await change.getByText('No library has this name.').waitFor();
    await change.getByLabel('Library that it needs').fill('sums');
    await change.getByLabel('Range').fill('~1.2.0');
    await change.getByRole('button', { name: 'Add a dependency' }).click();
    await part(page, 'Lock list').getByRole('row').filter({ hasText: 'sums' }).filter({ hasText: '1.2.0' }).waitFor();
    await part(page, 'What it is').getByText('0.1.1').waitFor();
    await assertFits(page);
    await change.getByText('Publish a version').first().click();
    await change.getByLabel('Version').fill('1.0.0');
    await change.getByLabel('Language').fill('Rust');
    await change.getByRole('button', { name: 'Publish a version' }).click();
    await part(page, 'What it is').getByText('Rust').waitFor();
    await part(page, 'Versions').getByRole('link', { name: '1.0.0' }).waitFor();
    await part(page, 'What it depends on').getByRole('button', { name: 'Remove sums' }).click();
    await part(page, 'Lock list').getByText('It depends on nothing.').waitFor();
    await change.getByRole('button', { name: 'Delete the library' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the library' }).click();
    await page.waitForURL(site.at('/libraries'));
    assert.deepEqual(await found(bob, 'ledger'), []);

    const [sums] = await found(bob, 'sums');
    await page.goto(site.at(`/libraries/${sums?.libraryId}`));
    await page.getByRole('heading', { level: 1, name: 'sums' }).waitFor();
    await part(page, 'Lock list').getByText('It depends on nothing.').waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Change it' }).count(), 0, 'others read alone');
  });

  async function found(client: Causeway, name: string): Promise<readonly ListedLibrary[]> {
    const all: ListedLibrary[] = [];
    for await (const library of client.libraries.search(name)) if (library.name === name) all.push(library);
    return all;
  }
});
