import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { evmPour } from '../src/evm/pour.ts';
import { askFaucet } from '../src/faucet/ask.ts';
import { Faucet } from '../src/faucet/faucet.ts';
import { serveFaucet } from '../src/faucet/server.ts';
import type { Tap } from '../src/faucet/tap.ts';

const ADDRESS = '0x00000000000000000000000000000000DeaDBeef';

describe('a faucet before a chain that does not answer', () => {
  const sockets = new Set<Socket>();
  let silent: Server;
  let url: string;
  before(async () => {
    silent = createServer((socket) => void sockets.add(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  });
  after(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  const offers = [{ symbol: 'ETH', decimals: 18, address: null, usual: 1n, most: 2n }];
  const dead = (): Tap => ({ network: 'dead', offers, parse: (address) => address, pour: evmPour(url) });
  const alive: Tap = { network: 'alive', offers, parse: (address) => address, pour: async () => '0xdone' };

  it('says after its time which gift is missing and what was given', async () => {
    const given = await new Faucet([dead(), alive], 50).give({ address: ADDRESS });
    assert.ok(!given.ok);
    assert.deepEqual(
      [given.error.code, given.error.message],
      ['CHAIN_SILENT', 'no answer within 0.05 s for ETH on dead; given: ETH on alive'],
    );
  });

  it('tells those who ask over HTTP, who do not wait without end either', async () => {
    const server = await serveFaucet(new Faucet([dead()], 50), 0);
    await assert.rejects(askFaucet(server.url, { address: ADDRESS }), /no answer within 0.05 s for ETH on dead/);
    const answer = await fetch(server.url, { method: 'POST', body: JSON.stringify({ address: ADDRESS }) });
    assert.equal(answer.status, 504);
    await server.stop();
    await assert.rejects(askFaucet(url, { address: ADDRESS }, 50), /the faucet at .* does not answer within 0.05 s/);
  });
});
