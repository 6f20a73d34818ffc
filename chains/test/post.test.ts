import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Poster, post as postIn, Room, TimeoutError } from '../src/rpc/post.ts';

const post = (url: URL, body: string, timeoutMs: number, room = new Room(1 << 26)) =>
  postIn(url, body, timeoutMs, room);

describe('post', () => {
  const servers: Server[] = [];
  const serve = async (listener: RequestListener): Promise<{ readonly server: Server; readonly url: URL }> => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return { server, url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/path?key=1`) };
  };
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  it('sends JSON and returns status and text, over one connection', async () => {
    const sockets = new Set<Socket>();
    const { url } = await serve(async (request, answer) => {
      sockets.add(request.socket);
      let body = '';
      for await (const part of request) body += part;
      answer.writeHead(429).end(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`);
    });
    for (const body of ['{"é":1}', '{}']) {
      const { status, text } = await post(url, body, 60_000);
      assert.deepEqual([status, text], [429, `POST /path?key=1 application/json ${body}`]);
    }
    assert.equal(sockets.size, 1);
  });

  it('gives up when no answer begins, or none ends, in time', async () => {
    const silent = await serve(() => {});
    await assert.rejects(post(silent.url, '{}', 20), TimeoutError);
    const slow = await serve((_request, answer) => void answer.write('{'));
    await assert.rejects(post(slow.url, '{}', 50), TimeoutError);
  });

  it('gives up on an answer that is too long', async () => {
    const { url } = await serve((_request, answer) => void answer.end('x'.repeat(11)));
    await assert.rejects(post(url, '{}', 60_000, new Room(10)), /too much/);
    assert.equal((await post(url, '{}', 60_000, new Room(11))).text.length, 11);
  });

  it('gives up on answers that are too long together, and on none after them', async () => {
    const open: ServerResponse[] = [];
    const { url } = await serve((_request, answer) => {
      answer.write('x'.repeat(7));
      open.push(answer);
    });
    const room = new Room(13);
    const both = [1, 2].map(() => post(url, '{}', 60_000, room));
    await assert.rejects(Promise.all(both), /too much/);
    for (const answer of open) answer.end('xx');
    const states = (await Promise.allSettled(both)).map(({ status }) => status);
    assert.deepEqual(states.sort(), ['fulfilled', 'rejected']);
    const last = post(url, '{}', 60_000, room);
    while (open.length < 3) await new Promise(setImmediate);
    open[2]?.end('x'.repeat(6));
    assert.equal((await last).text.length, 13);
  });

  it('gives up on an answer of too many values, whose reading would stop everything else for seconds', async () => {
    let unit = '';
    const { url } = await serve((_request, answer) => void answer.end(`[${unit.repeat(1 << 22)}0]`));
    for (unit of ['0,', '[{']) await assert.rejects(post(url, '{}', 60_000), /too much/);
    unit = '00';
    assert.equal((await post(url, '{}', 60_000)).text.length, (1 << 23) + 3);
  });

  it('takes no longer in all when the endpoint closes one kept connection after the other', async () => {
    let arrived = 0;
    let isOpen = true;
    const { url } = await serve(async (request, answer) => {
      arrived += 1;
      if (isOpen) {
        while (arrived < 4) await new Promise(setImmediate);
        answer.end('{}');
      } else setTimeout(() => request.socket.resetAndDestroy(), 150);
    });
    await Promise.all([1, 2, 3, 4].map(() => post(url, '{}', 60_000)));
    isOpen = false;
    await assert.rejects(post(url, '{}', 200), TimeoutError);
    assert.ok(arrived <= 6, `${arrived - 4} tries`);
  });

  it('sends again when the endpoint closed the kept connection, but not on a connection of its own', async () => {
    let requests = 0;
    const { url } = await serve((request, answer) => {
      requests += 1;
      if (requests % 2 === 0) request.socket.resetAndDestroy();
      else answer.end('{}');
    });
    await post(url, '{}', 60_000);
    assert.equal((await post(url, '{}', 60_000)).text, '{}');
    assert.equal(requests, 3);
    const resetting = await serve((request) => request.socket.resetAndDestroy());
    await assert.rejects(post(resetting.url, '{}', 60_000), { code: 'ECONNRESET' });
  });

  it('rejects when nobody listens', async () => {
    const { server, url } = await serve(() => {});
    server.close();
    await once(server, 'close');
    await assert.rejects(post(url, '{}', 60_000), { code: 'ECONNREFUSED' });
  });

  describe('to one endpoint', () => {
    /** The settled state of each of `count` requests: the text, or the name of the error. */
    const ask = (poster: Poster, url: URL, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          poster.post(url, String(index)).then(
            ({ text }) => text,
            (error: Error) => error.name,
          ),
        ),
      );

    it('does not let requests wait for one that answers nothing', async () => {
      let received = 0;
      const { url } = await serve(() => {
        received += 1;
      });
      assert.deepEqual(
        await ask(new Poster({ rpcTimeoutMs: 30, rpcInFlight: 2 }), url, 9),
        Array(9).fill('TimeoutError'),
      );
      assert.equal(received, 2);
    });

    it('does not let requests wait for one that answers one of many', async () => {
      let received = 0;
      const { url } = await serve((_request, answer) => {
        received += 1;
        if (received % 8 === 0) answer.end('{}');
      });
      const names = await ask(new Poster({ rpcTimeoutMs: 50, rpcInFlight: 8 }), url, 400);
      assert.equal(names.filter((name) => name === '{}').length, 1);
      assert.ok(received < 20, `${received} requests`);
    });

    it('goes on after one answer that comes too late, while others come', async () => {
      const { url } = await serve(async (request, answer) => {
        let body = '';
        for await (const part of request) body += part;
        if (body !== '0') answer.end(body);
      });
      const answers = await ask(new Poster({ rpcTimeoutMs: 500, rpcInFlight: 2 }), url, 40);
      assert.deepEqual(answers, ['TimeoutError', ...Array.from({ length: 39 }, (_, index) => String(index + 1))]);
    });

    it('refuses more than 10,000 that wait', async () => {
      const { url } = await serve(() => {});
      const poster = new Poster({ rpcTimeoutMs: 300, rpcInFlight: 1 });
      const all = ask(poster, url, 10_001);
      await assert.rejects(poster.post(url, ''), /too many requests waiting/);
      await all;
    });
  });
});
