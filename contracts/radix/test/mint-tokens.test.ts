import assert from 'node:assert/strict';
import { KIND, type Message, messageIdOf } from '@causeway/protocol';
import { wordOf } from './support/addresses.ts';
import { withArgs } from './support/call.ts';
import { unitOf } from './support/calls.ts';
import { keyOf } from './support/keys.ts';
import { LIMITS, REFERENCE, REMOTE } from './support/setting.ts';
import { useBridge } from './support/shared.ts';
import { createAccount, MOST_MINTED } from './support/tokens.ts';

const UNIT = unitOf(REMOTE);

describe('mintTokens', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;
  const lock = (fields: Partial<Message> = {}) => bridge.inbound(KIND.lock, fields);
  const minted = (message: Message) => ({
    messageId: messageIdOf(message),
    recipient: message.recipient,
    wireAmount: message.wireAmount,
    reference: REFERENCE,
    credited: false,
  });

  it('mints to an account that was never used', () => {
    const recipient = keyOf('never used');
    const committed = bridge.commitAround(lock({ recipient: wordOf(recipient) }));
    bridge.runEmitting(calls.mint(committed, 2), 'TokensMinted', minted(committed.messages[2] as Message));
    assert.equal(bridge.bridgedBalance(recipient), 1_000n);
  });

  it('mints to an account that belongs to no key', () => {
    const recipient = createAccount(chain);
    const committed = bridge.commitAround(lock({ recipient: wordOf(recipient) }));
    bridge.runEmitting(calls.mint(committed, 2), 'TokensMinted', minted(committed.messages[2] as Message));
    assert.equal(bridge.bridgedBalance(recipient), 1_000n);
  });

  it('keeps the statuses of neighbours apart, across pages', () => {
    const committed = bridge.commit(Array.from({ length: 70 }, () => lock()));
    const executed = [0, 3, 31, 32, 60, 63, 64, 66, 69];
    bridge.run(...executed.map((index) => calls.mint(committed, index)));
    const statuses = bridge.statusesOf(committed.messages.map(({ nonce }) => nonce));
    assert.deepEqual(
      statuses,
      committed.messages.map((_, index) => (executed.includes(index) ? 'executed' : 'none')),
    );
  });

  it('is refused for a recipient that is no account', () => {
    const call = calls.mint(bridge.commitAround(lock()), 2);
    for (const recipient of [bridge.address, bridge.canonical, bridge.locker])
      bridge.fails(withArgs(call, { recipient }), /SchemaValidation|TypeCheckError/);
  });

  it('is refused for more than the engine mints at once', () => {
    const most = MOST_MINTED / UNIT;
    bridge.run(
      calls.setLimits(REMOTE, 'bridged', { ...LIMITS, capacity: 2n ** 128n - 1n, refillPerSecond: 2n ** 127n }),
    );
    chain.setTime(chain.time + 10n);
    for (const wireAmount of [most + 1n, 2n ** 128n - 1n])
      bridge.refuse(calls.mint(bridge.commitAround(lock({ wireAmount })), 2), 'AmountTooLarge');
    bridge.run(calls.mint(bridge.commitAround(lock({ wireAmount: most })), 2));
    assert.equal(bridge.bridgedSupply(), most);
  });
});
