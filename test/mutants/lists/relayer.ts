import { type Mutant, mutantsOf } from '../mutant.ts';

/** The relayer and its signers. */
export const RELAYER_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('relayer', {
    'storage/src/bridge/chain-view-repository.ts': {
      'no Cancel of an executed message is paid': [
        "if ((yield* outcomeOf(context, messageId))?.status === 'executed') return undefined;",
        '',
      ],
    },
    'storage/src/bridge/chain-scan.ts': {
      'a cancellation after an execution stops no chain': [
        "const isPutAside = status === 'cancelled' && isBefore(recorded, at);",
        "const isPutAside = status === 'cancelled' && recorded.status === 'cancelled' && isBefore(recorded, at);",
      ],
      'a second execution is refused': [
        "const isPutAside = status === 'cancelled' && isBefore(recorded, at);",
        'const isPutAside = isBefore(recorded, at);',
      ],
    },
    'chains/src/keys/held-key.ts': {
      'a key service is believed only for signatures of the key': [
        'const valid = signed.ok && held.verifies(publicKey, payload, signed.value);',
        'const valid = signed.ok;',
      ],
      'a key service has a key of the curve that the kind signs with': [
        'if (curve !== held.curve)',
        "if (curve === '')",
      ],
    },
    'relayer/src/signer/known-final.ts': {
      'a signer signs final messages only': [
        'row.at.block.number > finalized.value.number',
        'row.at.block.number > finalized.value.number + 1',
      ],
      'a block that changed is not final': [
        'if (block.value?.hash === hash) return ok(undefined);',
        'if (block.value !== null) return ok(undefined);',
      ],
    },
    'relayer/src/account/admin-watch.ts': {
      'what cannot be compared is not known': ['compared?.ok === true && state', 'state'],
      'an accepted difference is known': [
        'state?.differences.every(({ accepted }) => accepted) === true',
        'state?.differences.length === 0',
      ],
    },
    'relayer/src/signer/chain-checks.ts': {
      'a signer refuses an oracle that deviates from its deployment': [
        'if (differences.length > 0) {',
        'if (differences.length > deviations.length) {',
      ],
      'a signer signs for the current anchor only': [
        "return code === 'ANCHOR_MISMATCH' ? refuse('ANCHOR_MISMATCH', message) : noQuorum(accepted.error);",
        "return code === 'ANCHOR_MISMATCH' ? ok(undefined) : noQuorum(accepted.error);",
      ],
      'a commitment continues the lane': [
        'return next === firstNonce ? ok(undefined)',
        'return next !== undefined && next <= firstNonce ? ok(undefined)',
      ],
      'both bridges register each other': [
        'remote.bridge.toLowerCase() === there.provider.bridge.toLowerCase() &&',
        'remote.bridge.length === there.provider.bridge.length &&',
      ],
      'a signer believes no message beyond those that the source has counted': [
        'if (next <= state.value.nextOutboundNonce) return ok(undefined);',
        'if (next > 0n) return ok(undefined);',
      ],
      'an oracle has a majority threshold': [
        'if (2 * threshold <= members.length)',
        'if (2 * threshold < members.length - 1)',
      ],
    },
    'relayer/src/signer/policy.ts': {
      'the committed root is the signers own': [
        'root.toLowerCase() === proven.batch.root.toLowerCase()',
        'root.length === proven.batch.root.length',
      ],
      'a cancelled message is not executed': [
        "if (status !== 'none') return refuseStatus(status, index);",
        "if (status === 'executed') return refuseStatus(status, index);",
      ],
      'a refunded message is final': [
        'for (const { undone } of permitted.value) if (undone) rest(destination, undone);',
        '',
      ],
      'a temporary refusal is no reason to cancel': ["if (blamed && verdict.value === 'never')", 'if (blamed)'],
      'a signer refuses what its own view has an outcome for': [
        'if (outcome) return refuseStatus(outcome.status, item.index);',
        '',
      ],
      'a signer compares the interval that reaches furthest with the messages that the source has counted': [
        'end > known.firstNonce + BigInt(known.count)',
        'end < known.firstNonce + BigInt(known.count)',
      ],
      'a signer remembers a lane once it is open and mirrored': [
        'if (mirrored.ok) this.#mirrored.add(lane);',
        'this.#mirrored.add(lane);',
      ],
      'a used message is final, under a committed root too': [
        'for (const { row, index, interval } of items) rest(interval.source, { row, index });',
        '',
      ],
    },
    'relayer/src/signer/turns.ts': {
      'a waiting job is refused only while as many wait': [
        'waiting.set(owner, [...own, turn.resolve]);',
        'waiting.set(owner, [...own, turn.resolve, turn.resolve]);',
      ],
    },
    'chains/src/provider/backing.ts': {
      'a bridge owes what it credited, too': ['>= outstanding + credits', '>= outstanding'],
      'a payment between two reads is no shortfall': [' || before.value.credits !== credits', ''],
    },
    'relayer/src/plan/refunds.ts': {
      'a refund has the amount that was locked': [
        'isGenuineCancel(cancel.message, original.message);',
        'original.message.sender === cancel.message.sender;',
      ],
      'a message has its time to be delivered': [
        'finalizedTimeMs > row.at.block.timeMs + afterMs',
        'finalizedTimeMs > row.at.block.timeMs',
      ],
    },
    'relayer/src/submit/signer-pool.ts': {
      'only members signatures count': [
        'if (member === null || !members.includes(member)) {',
        'if (member === null) {',
      ],
      'a signature over another transaction does not count': [
        'if (answer.digest.toLowerCase() !== transaction.digest.toLowerCase()) {',
        'if (answer.digest.length !== transaction.digest.length) {',
      ],
    },
    'relayer/src/submit/proposed-orders.ts': {
      'what fails in the block alone is tried rarely': ['{ rarely: commitsApart }', '{ rarely: !commitsApart }'],
    },
    'relayer/src/submit/destination.ts': {
      'what recipients can change is put aside together': ['(provider.assumed?.(proposal.anchor) ?? [])', '[]'],
      'nothing is submitted below the threshold': [
        'if (signatures.length >= oracle.threshold) {',
        'if (signatures.length >= oracle.threshold - 1) {',
      ],
      'what landed of a failed submission is seen first': [
        "const seen = state === 'failed' ? await watcher.reach(followed.value.block) : await watcher.advance();",
        "const seen = state === 'failed' ? ok(undefined) : await watcher.advance();",
      ],
    },
    'relayer/src/orders/order-tracker.ts': {
      'an order is proven only when its lock is final': [
        "if (order.state === 'confirming' && message?.final) {",
        "if (order.state === 'confirming' && message) {",
      ],
      'no order is hidden by those that stay as they are': [
        'after = page.length < this.#atOnce ? undefined : page.at(-1)?.id;',
        'after = undefined;',
      ],
    },
    'relayer/src/plan/prover.ts': {
      'a batch has no gap': ['return gap < 0 ? rows : rows.slice(0, gap);', 'return rows;'],
    },
    'relayer/src/plan/fairness.ts': {
      'refunds are served first': [
        'if (kind === KIND.cancel) return -1;',
        'if (kind === KIND.cancel) return Number.MAX_SAFE_INTEGER;',
      ],
    },
    'relayer/src/plan/verdicts.ts': {
      'what somebody else executed is done': ["AlreadyExecuted: 'done',", "AlreadyExecuted: 'never',"],
    },
    'relayer/src/submit/submitter.ts': {
      'a failed transaction is not an inclusion': ['if (!outcome.success) {', 'if (outcome.success === undefined) {'],
    },
    'relayer/src/signer/shape.ts': {
      'a root is used once it is on chain, where commitments go apart': [
        'if (rules.commitsApart && committed && action.firstNonce >= committed.firstNonce) {',
        'if (rules.commitsApart && committed && action.firstNonce > committed.firstNonce) {',
      ],
      'a commitment has no more messages than the destination takes': [
        'if (action.count > rules.maxCommitMessages) {',
        'if (action.count > 2 * rules.maxCommitMessages) {',
      ],
      'the messages of a proposal are bounded': [
        'if (messages > MAX_MESSAGES) {',
        'if (action.count > MAX_MESSAGES) {',
      ],
    },
    'relayer/src/signer/service.ts': {
      'a signer signs nothing while its view catches up': [
        "if (behind !== undefined) return refuse('CATCHING_UP', behind);",
        '',
      ],
      'a signer is a member by the key of that kind of chain': [
        'const key = provider && keys[provider.kind];',
        'const key = provider && Object.values(keys)[0];',
      ],
    },
    'relayer/src/plan/selection.ts': {
      'older roots are used while new ones are committed': [
        'calls: maxCalls - commits.length,',
        'calls: commits.length > 0 ? 0 : maxCalls,',
      ],
      'a batch holds no more calls than its destination takes, roots included': [
        'if (items.length + 1 + roots.size > room.calls || ',
        'if (items.length + 1 > room.calls || ',
      ],
      'a Cancel that undoes nothing is not proposed': [
        'if (counting?.messageId === row.messageId) {',
        'if (kind !== KIND.cancel || (await view.message(reference)) !== undefined) {',
      ],
    },
    'relayer/src/plan/planner.ts': {
      'calls that pass alone draw together no more than a bucket holds': [
        'available: fits ? available - message.wireAmount : available, capacity',
        'available, capacity',
      ],
    },
    'relayer/src/view/watcher.ts': {
      'a range is recorded only on the fork of the range before it': [
        'if (!follows.value) return this.#rewinding.takeBack(head, change);',
        '',
      ],
      'foreign transactions are not downloaded': [
        'this.#provider.scan(from, to, this.#stateCheck.forScan())',
        'this.#provider.scan(from, to)',
      ],
    },
    'relayer/src/view/import-view.ts': {
      'an imported block has the events that its exporter recorded': [
        'if (one?.block === other?.block && one?.digest === other?.digest) continue;',
        'if (one?.block === other?.block) continue;',
      ],
      'an import lacks no outcome': ['return ok(recorded < unknown ?', 'return ok(recorded < 0 ?'],
      'an import lacks no replaced root': ['if (onChain.value !== root) {', 'if (onChain.value === null) {'],
    },
    'relayer/src/view/broken-finality.ts': {
      'a rollback keeps no event that the chain has lost': [
        'if (most !== undefined && newest.value.isLost) {',
        'if (most !== undefined && kept === undefined) {',
      ],
      'a chain whose blocks without events changed is followed again': [
        'if (scanned.value?.hash === cursor.hash) {',
        'if (scanned.value !== undefined) {',
      ],
    },
    'relayer/src/view/finality.ts': {
      'a block that changed at finality is taken back': ['if (check.value) continue;', 'if (check.ok) continue;'],
    },
    'relayer/src/view/rewinding.ts': {
      'a contradiction that takes nothing back is a failure': [
        'if (!left.ok || left.value?.number !== cursor?.number) return left;',
        'if (!left.ok || left.value !== cursor) return left;',
      ],
    },
    'relayer/src/view/recording.ts': {
      'a record that is behind the counters is read again': [
        'if (right < cursor.number) {',
        'if (right > cursor.number) {',
      ],
      'a counter that fell is followed back to where the record ends': [
        "(of === 'roots' && counted > missing)",
        "of === 'roots'",
      ],
    },
    'relayer/src/view/state-check.ts': {
      'transactions are not passed over when a message was sent': [
        'if (sent.next !== state.value.nextOutboundNonce) return undefined;',
        '',
      ],
      'transactions are not passed over when an interval was committed': [
        'return next === state.value.nextInboundNonce ? next : undefined;',
        'return next;',
      ],
      'transactions are not passed over when a message was executed': [
        'if (statuses.includes(false)) return false;',
        '',
      ],
      'transactions are not passed over when a root was replaced': [
        'return different.ok && different.value.length === 0;',
        'return different.ok;',
      ],
      'transactions are not passed over when a delivered interval was dropped': [
        'done.every((nonce) => isDone(statuses.value.get(nonce)))',
        'done.length >= 0',
      ],
      'transactions are not passed over while the messages of an interval are unknown': [
        'if ((await this.#records.announced(source)) < committed) return undefined;',
        '',
      ],
      'transactions are not passed over when an unknown message was executed and dropped': [
        'const BEYOND = 64;',
        'const BEYOND = 0;',
      ],
      'lanes are read at the end of the range or later': [
        'this.#bridge.provider.lane(remote, to);',
        'this.#bridge.provider.lane(remote);',
      ],
    },
    'relayer/src/view/completeness.ts': {
      'a root that was replaced unseen is missing': ['if (root) needed.set(', 'if (!root) needed.set('],
      'a scan is compared with the lanes own counters': [
        'if (counted === undefined || counted === next) return [];',
        'if (counted === undefined || beyond === undefined) return [];',
      ],
    },
  }),
];
