import assert from 'node:assert/strict';
import { once } from 'node:events';
import { TOKEN_PROGRAM_ID } from '@solana/spl-token';
import { Keypair, LAMPORTS_PER_SOL, SystemProgram } from '@solana/web3.js';
import { WebSocket } from 'ws';
import { createToken } from './spl.ts';
import { describeNode, MEMO } from './support.ts';

interface Notification {
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into notifications of every form
  readonly params: { readonly subscription: number; readonly result: any };
}

/** A plain WebSocket client that keeps its notifications. */
class Listener {
  readonly told: Notification[] = [];
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (answer: { result?: number; error?: { code: number } }) => void>();
  #nextId = 1;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString());
      if (message.id === undefined) this.told.push(message);
      else this.#answers.get(message.id)?.(message);
    });
  }

  static async open(url: string): Promise<Listener> {
    const socket = new WebSocket(url);
    const listener = new Listener(socket);
    await once(socket, 'open');
    return listener;
  }

  call(method: string, ...params: unknown[]): Promise<{ result?: unknown; error?: { code: number } }> {
    const id = this.#nextId++;
    const answer = new Promise<{ result?: unknown; error?: { code: number } }>((resolve) => {
      this.#answers.set(id, resolve);
    });
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return answer;
  }

  /** Subscribes. Returns the subscription's number. */
  async on(kind: string, ...params: unknown[]): Promise<number> {
    const { result, error } = await this.call(`${kind}Subscribe`, ...params);
    assert.equal(error, undefined, kind);
    return result as number;
  }

  /** All notifications of subscription `id` that were sent before this call, since the socket keeps the order. */
  async heard(id: number): Promise<Notification['params']['result'][]> {
    await this.call('getHealth');
    return this.told.filter(({ params }) => params.subscription === id).map(({ params }) => params.result);
  }

  close(): void {
    this.#socket.terminate();
  }
}

describeNode('Solana chain: subscriptions', 'paused', (test) => {
  let listener: Listener;
  beforeEach(async () => {
    listener = await Listener.open(test.node.webSocketUrl);
  });

  afterEach(() => listener.close());
  it('an account subscription notifies when its commitment is reached', async () => {
    const to = Keypair.generate().publicKey;
    const levels = ['processed', 'confirmed', 'finalized'];
    const ids = await Promise.all(
      levels.map((commitment) => listener.on('account', to.toBase58(), { commitment, encoding: 'base64' })),
    );
    const counts = async () => (await Promise.all(ids.map((id) => listener.heard(id)))).map(({ length }) => length);
    await test.send([test.transfer(to, LAMPORTS_PER_SOL)]);
    const slot = await test.at.processed.getSlot();
    assert.deepEqual(await counts(), [1, 0, 0]);
    await test.advance();
    assert.deepEqual(await counts(), [1, 1, 0]);
    await test.advance(30);
    assert.deepEqual(await counts(), [1, 1, 0]);
    await test.advance();
    assert.deepEqual(await counts(), [1, 1, 1]);
    const [final] = await listener.heard(ids[2] as number);
    assert.deepEqual([final.context.slot, final.value.lamports], [slot, LAMPORTS_PER_SOL]);
  });

  it('a signature subscription notifies once, also about an earlier transaction', async () => {
    const transaction = await test.signed([test.transfer(Keypair.generate().publicKey, LAMPORTS_PER_SOL)]);
    const { default: bs58 } = await import('bs58');
    const signature = bs58.encode(transaction.signature as Buffer);
    const config = { commitment: 'confirmed', enableReceivedNotification: true };
    const id = await listener.on('signature', signature, config);
    await test.at.processed.sendRawTransaction(transaction.serialize());
    assert.deepEqual(
      (await listener.heard(id)).map(({ value }) => value),
      ['receivedSignature'],
    );
    await test.advance(3);
    assert.deepEqual(
      (await listener.heard(id)).map(({ value }) => value),
      ['receivedSignature', { err: null }],
    );
    const late = await listener.on('signature', signature, { commitment: 'confirmed' });
    assert.deepEqual(
      (await listener.heard(late)).map(({ value }) => value),
      [{ err: null }],
    );
    assert.equal((await listener.call('signatureUnsubscribe', late)).error?.code, -32602, 'it has ended by itself');
  });

  it('log subscriptions cover all transactions, or those that mention an account, including failed ones', async () => {
    const to = Keypair.generate().publicKey;
    const all = await listener.on('logs', 'all', { commitment: 'confirmed' });
    const mentions = await listener.on('logs', { mentions: [to.toBase58()] }, { commitment: 'confirmed' });
    const sent = [
      await test.send([test.transfer(to, LAMPORTS_PER_SOL)]),
      await test.send([test.transfer(Keypair.generate().publicKey, LAMPORTS_PER_SOL)]),
      await test.sendFailing([
        SystemProgram.transfer({
          fromPubkey: test.payer.publicKey,
          toPubkey: to,
          lamports: 2_000_000 * LAMPORTS_PER_SOL,
        }),
      ]),
    ];
    assert.deepEqual(await listener.heard(all), []);
    await test.advance();
    assert.deepEqual(
      (await listener.heard(all)).map(({ value }) => value.signature),
      sent,
    );
    const mentioned = await listener.heard(mentions);
    assert.deepEqual(
      mentioned.map(({ value }) => [value.signature, value.err]),
      [
        [sent[0], null],
        [sent[2], { InstructionError: [0, { Custom: 1 }] }],
      ],
    );
    assert.ok(mentioned[0].value.logs.length > 0);
    const two = [to.toBase58(), MEMO.toBase58()];
    assert.equal((await listener.call('logsSubscribe', { mentions: two })).error?.code, -32602);
  });

  it('a program subscription filters its accounts', async () => {
    const filters = [{ dataSize: 165 }];
    const id = await listener.on('program', TOKEN_PROGRAM_ID.toBase58(), {
      commitment: 'confirmed',
      encoding: 'jsonParsed',
      filters,
    });
    const token = await createToken(test, 2);
    await token.mint(test.payer.publicKey, 5n);
    await test.advance();
    const told = await listener.heard(id);
    assert.equal(told.length, 1, 'the mint has another size');
    assert.equal(told[0].value.account.data.parsed.info.tokenAmount.uiAmountString, '0.05');
  });

  it('slot and root subscriptions notify', async () => {
    const slots = await listener.on('slot');
    const roots = await listener.on('root');
    const open = await test.at.processed.getSlot();
    await test.rpc('causeway_skipSlots', 2);
    await test.advance(2);
    const told = await listener.heard(slots);
    assert.deepEqual(
      told.map(({ slot, parent }) => [slot, parent]),
      [
        [open + 3, open],
        [open + 4, open + 3],
        [open + 5, open + 4],
      ],
    );
    assert.equal((await listener.heard(roots)).at(-1), told.at(-1).root);
  });

  it('no notification follows an unsubscription', async () => {
    const id = await listener.on('slot');
    assert.equal((await listener.call('slotUnsubscribe', id)).result, true);
    await test.advance(2);
    assert.deepEqual(await listener.heard(id), []);
    assert.equal((await listener.call('slotUnsubscribe', id)).error?.code, -32602);
    assert.equal((await listener.call('voteSubscribe')).error?.code, -32601);
  });

  it("one client can't end the subscription of another", async () => {
    const other = await Listener.open(test.node.url.replace('http', 'ws'));
    const id = await other.on('slot');
    assert.equal((await listener.call('slotUnsubscribe', id)).error?.code, -32602);
    await test.advance();
    assert.equal((await other.heard(id)).length, 1);
    other.close();
  });

  it("web3.js's own subscriptions get accounts, logs, programs, signatures and slots", async () => {
    const to = Keypair.generate().publicKey;
    const { confirmed } = test.at;
    const heard = {
      account: Promise.withResolvers<number>(),
      logs: Promise.withResolvers<string>(),
      program: Promise.withResolvers<string>(),
      slot: Promise.withResolvers<number>(),
      signature: Promise.withResolvers<unknown>(),
    };
    const ids = {
      account: confirmed.onAccountChange(to, ({ lamports }) => heard.account.resolve(lamports)),
      logs: confirmed.onLogs(to, ({ signature }) => heard.logs.resolve(signature)),
      program: confirmed.onProgramAccountChange(SystemProgram.programId, ({ accountId }) => {
        if (accountId.equals(to)) heard.program.resolve(accountId.toBase58());
      }),
      slot: confirmed.onSlotChange(({ slot }) => heard.slot.resolve(slot)),
    };
    // web3.js subscribes in the background: its first slot notification shows that it has subscribed.
    for (let done = false; !done; ) {
      await test.advance();
      done = await Promise.race([
        heard.slot.promise.then(() => true),
        new Promise<false>((resolve) => setImmediate(resolve, false)),
      ]);
    }
    const signature = await test.send([test.transfer(to, LAMPORTS_PER_SOL)]);
    confirmed.onSignature(signature, ({ err }) => heard.signature.resolve(err));
    await test.advance();
    assert.equal(await heard.account.promise, LAMPORTS_PER_SOL);
    assert.equal(await heard.logs.promise, signature);
    assert.equal(await heard.program.promise, to.toBase58());
    assert.equal(await heard.signature.promise, null);
    await confirmed.removeAccountChangeListener(ids.account);
    await confirmed.removeOnLogsListener(ids.logs);
    await confirmed.removeProgramAccountChangeListener(ids.program);
    await confirmed.removeSlotChangeListener(ids.slot);
  });
});
