import { type Mutant, mutantsOf } from '../mutant.ts';

/** What a view has seen itself, what a scan may skip, and the places of relayers at a signer. */
export const HISTORY_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('history', {
    'relayer/src/view/state-check.ts': {
      'statuses that cannot be read are not as expected': [
        'if (!statuses.ok) return false;\n    const isDone',
        'if (!statuses.ok) return true;\n    const isDone',
      ],
    },
    'relayer/src/view/completeness.ts': {
      'a part is complete only below every gap': ['const below = Math.min(', 'const below = Math.max('],
      'a replaced message without an outcome is looked for': [
        "status === 'replaced' && !found.has(messageId) &&",
        "status === 'none' && !found.has(messageId) &&",
      ],
      'a replaced message is looked for once': ['this.#readAgain.add(replaced);', 'this.#readAgain.has(replaced);'],
    },
    'relayer/src/view/import-view.ts': {
      'an import compares every nonce of an interval': [
        'for (let at = 0; at < count; at += STATUSES) {',
        'for (let at = 0; at < count; at += count) {',
      ],
      'a root that a message needs is compared': [
        'if (found.value.ended === count) continue;',
        'if (found.value.ended !== count) continue;',
      ],
      'a root that differs makes an import refuse': ['if (onChain.value !== root) {', 'if (onChain.value === root) {'],
      'a replaced message needs a recorded outcome': [
        'else if (hasOutcome !== true) {',
        "else if (hasOutcome === false && status !== 'replaced') {",
      ],
      'an outcome stands for its own message only': [
        'else if (hasOutcome !== true) {',
        "else if (status === 'replaced' && hasOutcome !== true) {",
      ],
      'an import looks at dropped intervals too': [
        'if (!dropped.ok || dropped.value !== undefined) return dropped;',
        'if (!dropped.ok) return dropped;',
      ],
    },
    'relayer/src/view/watcher.ts': {
      'a view knows what it scanned itself': ['const fromBlock = this.#numberOf(before) + 1;', 'const fromBlock = 0;'],
    },
    'relayer/src/signer/policy.ts': {
      'no replaced message is cancelled from blocks that were not scanned here': [
        'if (!scanned.ok) return scanned;',
        '',
      ],
    },
    'relayer/src/signer/chain-checks.ts': {
      'the clocks of two chains may differ by a day': ['own.afterTimeMs + CLOCKS_DIFFER_MS', 'own.afterTimeMs'],
    },
    'storage/src/bridge/own-scans.ts': {
      'what a view scanned itself begins at the lowest block': [
        'known.fromBlock <= fromBlock',
        'known.fromBlock > fromBlock',
      ],
    },
    'relayer/src/plan/planner.ts': {
      'new messages are seen behind deferred ones': [
        'const limit = WINDOW + this.deferrals.size + sent;',
        'const limit = WINDOW - this.deferrals.size + sent;',
      ],
      'a limit keeps its own bucket back only': [
        "const same = item.kind === 'execute' && bucketOf",
        "const same = item.kind === 'execute' || bucketOf",
      ],
      'a bucket is used to the last unit': [
        'const fits = message.wireAmount <= available;',
        'const fits = message.wireAmount < available;',
      ],
      'a refund that fits holds nothing': ['if (!fits && isRefund(item.row)', 'if (fits && isRefund(item.row)'],
    },
    'relayer/src/plan/fairness.ts': {
      'a share is one message at least': [
        'Math.max(1, Math.floor(size / SHARES))',
        'Math.min(1, Math.floor(size / SHARES))',
      ],
      'a sender may have its whole share': ['count > share', 'count >= share'],
    },
    'relayer/src/plan/selection.ts': {
      'a cancelled order that can never be delivered is cancelled at once': [
        "if (verdict.value === 'never') return ok('cancel');",
        "if (verdict.value !== 'never') return ok('cancel');",
      ],
      'a Cancel of an executed message has its own reason': [
        'const reason = counting === undefined ?',
        'const reason = counting !== undefined ?',
      ],
    },
    'outbox/src/lease-holder.ts': {
      'a duty that could not begin leaves its lease': [
        'if (this.#lease === lease) this.#leave(lease);\n      await this.#release(lease);\n      throw error;',
        'if (this.#lease !== lease) this.#leave(lease);\n      await this.#release(lease);\n      throw error;',
      ],
    },
    'chains/src/rpc/quorum.ts': {
      'who is overtaken is asked last': [', ...overtaken]', ']'],
      'only endpoints that disagree are asked again': [
        "if (answer.ok || answer.error.code !== 'NO_QUORUM') return answer;",
        "if (answer.ok || answer.error.code === 'NO_QUORUM') return answer;",
      ],
    },
    'chains/src/config/config.ts': {
      'depth alone is refused where it is known not to be final': [
        '(finalizedTag === false && why === undefined)',
        'finalizedTag === false',
      ],
    },
    'relayer/src/exchange/authenticated-routes.ts': {
      'each relayer has its own nonces': [
        'nonces.get(verified.value.from)',
        'nonces.get(relayers[0] ?? verified.value.from)',
      ],
    },
    'relayer/src/signer/turns.ts': {
      'owners take turns': ['waiting.delete(owner);\n', ''],
      'each owner has its own places': [
        'if (own.length >= this.#mostWaiting) return undefined;',
        'if ([...waiting.values()].flat().length >= this.#mostWaiting) return undefined;',
      ],
    },
    'relayer/src/signer/refreshes.ts': {
      'unknown messages update a view once a second': [
        'return since < 0 || since >= PAUSE_MS;',
        'return since !== 0.5;',
      ],
      'an update that helped is no reason to wait': ['this.#inVain.delete(', 'this.#inVain.get('],
    },
  }),
];
