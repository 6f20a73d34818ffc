import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What a lie returns to refuse a call with a JSON-RPC error. */
export class Refusal {
  readonly message: string;
  readonly code: number;
  constructor(message: string, code = -32_005) {
    this.message = message;
    this.code = code;
  }
}

/** Changes the result of a call, as a lying endpoint would. */
export type Lie = (call: Call, result: unknown) => unknown;

/** How the endpoint behaves: as its node, dead (drops connections), slow (never answers), or lying. */
export type Behaviour = 'honest' | 'dead' | 'slow' | Lie;

/** An RPC endpoint between a test and its node, whose behaviour can be changed at any time. */
export interface RpcProxy {
  readonly url: string;
  behaviour: Behaviour;
  stop(): Promise<void>;
}

/** Starts a proxy before the node at `target` on a free port. */
export async function startProxy(target: string): Promise<RpcProxy> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const call = JSON.parse(Buffer.concat(chunks).toString()) as Call;
    if (proxy.behaviour === 'dead') request.socket.destroy();
    else if (proxy.behaviour !== 'slow') await answer(call, response);
  });
  const answer = async (call: Call, response: ServerResponse) => {
    const upstream = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    });
    const body = (await upstream.json()) as { result?: unknown; error?: unknown };
    const lie = typeof proxy.behaviour === 'function' ? proxy.behaviour : undefined;
    const told = lie && body.error === undefined ? lie(call, body.result) : body.result;
    const error = told instanceof Refusal ? { code: told.code, message: told.message } : body.error;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...(error ? { error } : { result: told }) }));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: RpcProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour: 'honest',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
