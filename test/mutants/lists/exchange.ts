import type { Mutant } from '../mutant.ts';

/** Requests of the relayer and answers of signers. */
export const EXCHANGE_MUTANTS: readonly Mutant[] = [
  {
    id: 'relayer-a-signer-works-for-its-own-relayers-only',
    rule: 'a signer works for its own relayers only',
    file: 'relayer/src/exchange/signed-message.ts',
    find: 'keyid === undefined || !from.includes(keyid)',
    replace: 'keyid === undefined',
    suite: 'relayer',
  },
  {
    id: 'relayer-a-message-is-for-its-receiver-only',
    rule: 'a message is for its receiver only',
    file: 'relayer/src/exchange/signed-message.ts',
    find: 'else if (tag !== tagFor(to))',
    replace: 'else if (tag === undefined)',
    suite: 'relayer',
  },
  {
    id: 'relayer-a-message-is-a-minute-old-at-most',
    rule: 'a message is a minute old at most',
    file: 'relayer/src/exchange/signed-message.ts',
    find: 'skewMs > MOST_AGE_MS',
    replace: 'skewMs > 2 * MOST_AGE_MS',
    suite: 'relayer',
  },
  {
    id: 'relayer-a-request-counts-once',
    rule: 'a request counts once',
    file: 'relayer/src/exchange/nonces.ts',
    find: "if (this.#until.has(nonce)) return 'seen';",
    replace: '',
    suite: 'relayer',
  },
  {
    id: 'relayer-a-nonce-is-remembered-as-long-as-its-request-is-taken',
    rule: 'a nonce is remembered as long as its request is taken',
    file: 'relayer/src/exchange/nonces.ts',
    find: 'if (until > now) break;',
    replace: 'if (until > now + this.#forMs / 2) break;',
    suite: 'relayer',
  },
  {
    id: 'relayer-a-signer-reads-the-signed-body-only',
    rule: 'a signer reads the signed body only',
    file: 'relayer/src/exchange/authenticated-routes.ts',
    find: 'if (hasBody(headersOf(request), request.body))',
    replace: 'if (request.body.length > 0)',
    suite: 'relayer',
  },
  {
    id: 'relayer-an-answer-belongs-to-its-request',
    rule: 'an answer belongs to its request',
    file: 'relayer/src/submit/signers.ts',
    find: 'sender.ok && sender.value.nonce === nonce && hasBody(answered, text)',
    replace: 'sender.ok && hasBody(answered, text)',
    suite: 'relayer',
  },
];
