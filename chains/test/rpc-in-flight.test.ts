import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BuiltInKind } from '@causeway/protocol';
import { evmSettings } from '../src/evm/config.ts';
import { connectEvm } from '../src/evm/connection.ts';
import { radixSettings } from '../src/radix/config.ts';
import { connectRadix } from '../src/radix/connection.ts';
import { SIMULATOR } from '../src/radix/network.ts';
import { solanaSettings } from '../src/solana/config.ts';
import { connectSolana } from '../src/solana/connection.ts';

const BOUND = 3;
const ASKED = 20;

/** Asks the only endpoint of a connection with these settings for item `number`. */
const ASK: Readonly<Record<BuiltInKind, (settings: object) => (number: number) => Promise<unknown>>> = {
  evm: (settings) => {
    const [endpoint] = connectEvm(31_337, evmSettings.parse(settings)).rpc.endpoints;
    return async (number) => endpoint?.send('eth_getLogs', [number]);
  },
  solana: (settings) => {
    const [endpoint] = connectSolana(solanaSettings.parse(settings)).rpc.endpoints;
    return async (number) => endpoint?.send('getBlock', [number]);
  },
  radix: (settings) => {
    const [endpoint] = connectRadix(SIMULATOR, radixSettings.parse(settings)).rpc.endpoints;
    return async (number) => endpoint?.transactions(number, 1);
  },
};

describe('requests to one endpoint', () => {
  let server: Server;
  let url: string;
  /** Requests that are not answered yet. */
  let open: ServerResponse[];
  let received: number;
  /** Whether requests stay open. */
  let isHolding: boolean;

  before(async () => {
    server = createServer(async (request, answer) => {
      let body = '';
      for await (const part of request) body += part;
      if (body.includes('eth_chainId')) return answer.end('{"result":"0x7a69"}');
      if (body === 'last') return answer.end();
      received += 1;
      if (!isHolding) return answer.end('{}');
      return open.push(answer);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    open = [];
    received = 0;
    isHolding = true;
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  /** Waits until the endpoint has received what was sent before. */
  const arrived = async () => {
    for (let turn = 0; turn < 3; turn++) await fetch(url, { method: 'POST', body: 'last' });
  };

  for (const kind of Object.keys(ASK) as BuiltInKind[]) {
    it(`are as many at a time as the chain's settings say, and all get their turn: ${kind}`, async () => {
      const ask = ASK[kind]({ value: false, rpc: [url], rpcInFlight: BOUND });
      const asked = Promise.allSettled(Array.from({ length: ASKED }, (_, number) => ask(number + 1)));
      while (received < BOUND) await new Promise(setImmediate);
      await arrived();
      assert.equal(received, BOUND);
      isHolding = false;
      for (const answer of open) answer.end('{}');
      await asked;
      assert.equal(received, ASKED);
    });
  }

  it('are 32 at a time where nothing is said', () => {
    for (const settings of [evmSettings, solanaSettings, radixSettings]) {
      assert.equal(settings.parse({ rpc: [url] }).rpcInFlight, 32);
    }
  });
});
