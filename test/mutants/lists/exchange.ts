import { type Mutant, mutantsOf } from '../mutant.ts';

/** Requests of the relayer and answers of signers. */
export const EXCHANGE_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('relayer', {
    'relayer/src/exchange/signed-message.ts': {
      'a signer works for its own relayers only': [
        'keyid === undefined || !from.includes(keyid)',
        'keyid === undefined',
      ],
      'a message is for its receiver only': ['else if (tag !== tagFor(to))', 'else if (tag === undefined)'],
      'a message is a minute old at most': ['skewMs > MOST_AGE_MS', 'skewMs > 2 * MOST_AGE_MS'],
    },
    'relayer/src/exchange/nonces.ts': {
      'a request counts once': ["if (this.#until.has(nonce)) return 'seen';", ''],
      'a nonce is remembered as long as its request is taken': [
        'if (until > now) break;',
        'if (until > now + this.#forMs / 2) break;',
      ],
    },
    'relayer/src/exchange/authenticated-routes.ts': {
      'a signer reads the signed body only': [
        'if (hasBody(headersOf(request), request.body))',
        'if (request.body.length > 0)',
      ],
    },
    'relayer/src/submit/signers.ts': {
      'an answer belongs to its request': [
        'sender.ok && sender.value.nonce === nonce && hasBody(answered, text)',
        'sender.ok && hasBody(answered, text)',
      ],
    },
    'relayer/src/plan/batch-size.ts': {
      'a batch is halved after a time-out': [
        '      this.#halvings += 1;\n    } while (this.most',
        '      break;\n    } while (this.most',
      ],
    },
    'relayer/src/signer/known-final.ts': {
      'a final block is read once': ['for (const { row } of unknown) remembered.add(row.at.block);', ''],
    },
    'relayer/src/signer/pages.ts': {
      'work ends when the caller goes': ['if (!going.ok) return going;', ''],
    },
    'relayer/src/signer/policy.ts': {
      'a deployment is verified before the first signature': [
        'const verified = await requireVerified(destination, this.#deps.deployments);\n    if (!verified.ok) return verified;',
        '',
      ],
    },
  }),
];
