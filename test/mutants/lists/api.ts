import { type Mutant, mutantsOf } from '../mutant.ts';

/** Identity, access, wallets and the HTTP surface of the API. */
export const API_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('api', {
    'api/src/plugins/app/auth.ts': {
      'a refused token is refused on public routes too': ['if (identities.has(request)) unwrap', 'if (false) unwrap'],
      'an agent does nothing that its row does not allow': ['if (!agents && caller.agentId !== null)', 'if (false)'],
      'an admin acts as nobody else where the table says so': [
        "request.caller !== null && access.admins === 'asOthers'",
        'false',
      ],
    },
    'api/src/bridge/last-known.ts': {
      'what was good before a failed reading does not count': [
        'before?.unknownSinceMs ?? atMs',
        'before?.unknownSinceMs',
      ],
    },
    'api/src/areas/market/assets.ts': {
      'a forged mint below a waiting lock is broken': ["return differs ? 'a root", "return false ? 'a root"],
      'one remote that is broken breaks the asset': ["parts.find(({ verdict }) => verdict === 'broken') ??", ''],
    },
    'api/src/areas/operator/access.ts': {
      'only an admin sees what an operator looks at': ["callers: 'admin'", "callers: 'authenticated'"],
    },
    'api/src/areas/operator/payers.ts': {
      'a balance that cannot be read is never enough': ["unknownSinceMs !== undefined ? 'unknown' : ", ''],
    },
    'api/src/areas/market/backing.ts': {
      'both directions of a lane are judged': ['nonces.every(', 'nonces.slice(1).every('],
    },
    'api/src/http/route.ts': {
      'a member that the operation does not declare is refused': [
        '(jsonRpc ? schema : refuseUnknown(schema as JsonSchema))',
        '(schema)',
      ],
    },
    'api/src/http/schema/schema.ts': {
      'undeclared members of objects in lists are refused': ['{ items: refuseUnknown(items) }', '{ items }'],
      'undeclared members of one of several forms are refused': ['anyOf: anyOf.map(refuseUnknown)', 'anyOf'],
    },
    'api/src/plugins/app/json-body.ts': {
      'undeclared members of a foreign protocol are dropped': [
        'return jsonRpc ? declaredOnly(own, form as JsonSchema) : own;',
        'return own;',
      ],
      'no free-form object has a member that leads to a prototype': [
        'SUSPICIOUS.test(body) ? prototypeNameIn(value)',
        'false ? prototypeNameIn(value)',
      ],
    },
    'storage/src/core/only.ts': {
      'a repository writes no column that it does not name': [
        'return copy as Given<T>;',
        'return { ...given, ...copy } as Given<T>;',
      ],
    },
    'storage/src/avatars/profiles.ts': {
      'an old name never wins against a proved address': [
        'rows.find(({ verifiedEmailKey }) => verifiedEmailKey === name)',
        'rows.find(({ usernameKey }) => usernameKey === name)',
      ],
      'a profile has no column beside its own': [
        'yield* change(before, profile)',
        'yield* change(before, patch as Profile)',
      ],
    },
    'api/src/areas/avatars/inspection.ts': {
      'an admin whose role was taken away is explained by no earlier event': [
        'if (changed) return changed.facts.isAdmin === true;',
        'if (changed) return true;',
      ],
    },
    'api/src/http/callers/address-unit.ts': {
      'an owner and its agents are limited together': ['caller.accountId', 'caller.avatarId'],
    },
    'storage/src/core/idempotency.ts': {
      'a repeated request gets the first answer only with the same body': [
        "if (row.bodyHash !== bodyHash) return 'mismatch';",
        '',
      ],
    },
    'api/src/plugins/app/idempotency.ts': {
      'an answer with a secret is stored sealed': ['const kept = secret ?', 'const kept = false ?'],
      'a secret is kept for no stranger who guesses the key': ['caller !== null || isUnguessable(key)', 'true'],
      'a secret that was kept before is shown to no stranger': [
        'if (withheld || (sealed && !mayKeep(request, key))) {',
        'if (withheld) {',
      ],
      'a failed request frees its idempotency key': [
        "if (reply.statusCode < 300 && !reply.hasHeader('set-cookie')) {",
        "if (reply.statusCode < 500 && !reply.hasHeader('set-cookie')) {",
      ],
    },
    'api/src/areas/avatars/authenticator.ts': {
      "an ended session's token is refused at once": ['session.revokedAtMs !== null || ', ''],
      'a frozen admin is no admin': ['isAdmin: isAdmin && !frozen', 'isAdmin'],
    },
    'storage/src/avatars/sessions.ts': {
      'a refresh token that is used twice ends its session': ["yield* end(session.id, 'reuse');", ''],
    },
    'api/src/areas/avatars/throttle.ts': {
      'wrong passwords of one address lock nobody else out': ['attemptKey(name, address)', "attemptKey(name, '')"],
      'guesses from many addresses do not hold up the owner': ['known ? [own] : [own, all]', '[own, all]'],
      'guesses from many addresses get slower': ['known ? [own] : [own, all]', '[own]'],
    },
    'api/src/areas/avatars/compute-pool.ts': {
      'one unit of addresses cannot fill the line': ['if (line.of(unit) >= MOST_OF_UNIT)', 'if (false)'],
    },
    'api/src/areas/avatars/usernames/username.ts': {
      'an address is no username': ["if (nameKey(name).includes('@'))", 'if (false)'],
    },
    'storage/src/avatars/usernames.ts': {
      'names that look the same belong to one avatar': [
        'or(eq(avatars.usernameKey, usernameKey), looksAlike)',
        'eq(avatars.usernameKey, usernameKey)',
      ],
    },
    'storage/src/avatars/mail-requests.ts': {
      'a message over the number of its address is not sent': [
        'if ((yield* countTallies(context, tallies)) > 0) return false;',
        '',
      ],
    },
    'api/src/areas/avatars/passwords.ts': {
      'an unknown name is never signed in': ['return right && known !== null;', 'return right;'],
    },
    'api/src/areas/avatars/registration.ts': {
      'a session without a recent password makes no agent': [
        "caller === null || (caller.credential.kind === 'apiKey' && !withPassword)",
        'caller === null || !withPassword',
      ],
    },
    'api/src/areas/avatars/api-keys.ts': {
      'an API key ends at its expiry': ['(expiresAtMs === null || expiresAtMs > nowMs)', 'true'],
      'an API key has no right that its maker lacks': [
        "hasScope(caller, scope) || caller.role === 'admin'",
        'scope !== undefined',
      ],
    },
    'storage/src/avatars/mail-tokens.ts': {
      'nobody proves an address for somebody else’s agent': [
        "if (before.ownerId !== null && !isOwn && !byOwner) return 'agents';",
        '',
      ],
      'a reset of the password ends every session': [
        "const ending = { reason: 'passwordReset', keepSession: null, keys: 'all' } as const;\n          const ended = yield* endAccess(context, avatarId, ending);",
        'const ended = { sessions: 0, apiKeys: 0, agentKeys: 0, agentPasswords: 0, resetTokens: 0 };',
      ],
    },
    'storage/src/avatars/endings.ts': {
      'the keys of agents end at a takeover': [
        "keys === 'all' ? yield* freezeSteps(context.tables).below(avatarId) : []",
        '[] as string[]',
      ],
      'an agent signs in no more after a takeover': [
        'agentPasswords: yield* endSignIns(context, agents)',
        'agentPasswords: agents.length * 0',
      ],
    },
    'storage/src/avatars/freezes.ts': {
      'an owner does not end an admin’s freeze': ["before.frozenBy === 'admin' && by === 'owner'", 'false'],
      'agents are frozen with their owner': ['if (frozen || at.ownerId === null) return frozen;', 'return frozen;'],
    },
    'api/src/areas/orders/rules/order-storage.ts': {
      'a lock of a frozen wallet is not sent': [
        'if ((yield* unlessFrozen(stores, order, payer)) === undefined) return undefined;',
        '',
      ],
    },
    'api/src/areas/orders/custody/locks.ts': {
      'a lock that no node has taken is not sent after a freeze': [
        "return ok((await storage.orders.get(id))?.state !== 'expired');",
        'return ok(true);',
      ],
    },
    'api/src/areas/wallets/transfer-worker.ts': {
      'a transfer that no node has taken is not sent after a freeze': [
        'ok(!(await transfers.endFrozen(id)))',
        'ok(true)',
      ],
    },
    'api/src/areas/wallets/exports.ts': {
      'a key is exported only after the password is given again': ['if (!right.ok) return right;', ''],
      'an export is in the audit log': ['await wallets.recordExport(wallet.value, what, entry)', 'undefined'],
    },
    'keys/src/aws.ts': {
      'a key service has a bounded number of requests': [
        'return this.#calls(() => this.#ask(operation, body, schema));',
        'return this.#ask(operation, body, schema);',
      ],
    },
    'api/src/areas/wallets/spending.ts': {
      "a day's transfers stay within their limit": ['sendsPerDay: limits.perDay,', 'sendsPerDay: limits.perDay + 1,'],
      'a bridged token draws on the limit of its asset': ['(bridged?.symbol ?? symbol)', 'symbol'],
      'an agent has no password, whatever its credential': [
        "if (agentId !== null) return { kind: 'agent'",
        "if (agentId === '') return { kind: 'agent'",
      ],
    },
    'api/src/areas/wallets/directory.ts': {
      'a deleted wallet pays no new order': ['(row?.hiddenAtMs === null ? row : undefined)', 'row'],
      'an address that nobody proved is not the avatar’s': ['?.verified === true', '?.verified !== undefined'],
    },
    'api/src/areas/wallets/balance.ts': {
      'a wallet whose chain cannot be read is not empty': [
        "if (!chain.ok) return 'unknown';",
        "if (!chain.ok) return 'nothing';",
      ],
    },
    'api/src/areas/wallets/service.ts': {
      'a new wallet has the key of the seed that is there': ['{ sealed, audit,', '{ audit,'],
      'a key makes no address of others the default': [
        'const recent = isHeldHere ? ok(undefined)',
        'const recent = row.value.verified ? ok(undefined)',
      ],
    },
    'api/src/areas/messages/service.ts': {
      'messages are counted for an account': [
        '#countOne({ accountId }: Caller)',
        '#countOne({ avatarId: accountId }: Caller)',
      ],
    },
    'storage/src/libraries/library-reading.ts': {
      'an export that no import takes is not read': [
        '?.bytes ?? 0) > most.bytes) return undefined;',
        '?.bytes ?? 0) < 0) return undefined;',
      ],
    },
    'api/src/http/requests/pagination.ts': {
      'an answer ends before it is too large': ['if (at > 0 && bytes > MOST_BYTES) return', 'if (at < 0) return'],
    },
    'api/src/areas/missions/routes/lists.ts': {
      'a list of missions has no quests unless they are asked for': ["request.query.view === 'full'", 'true'],
    },
    'storage/src/core/page.ts': {
      'a page reads no more than its bytes': [
        'if (at === 0 || bytes <= PAGE_BYTES) continue;',
        'if (at >= 0) continue;',
      ],
    },
    'storage/src/usage/usage.ts': {
      'an owner stores no more than its quota': [
        'used[one] + more[one] > quotas[kind][one]',
        'used[one] > quotas[kind][one] + more[one]',
      ],
    },
    'agents/src/tasks/change.ts': {
      'a task that has ended counts no more': [
        "tally.used(after.submitterId, 'tasks', { items: -items, bytes: -bytes });",
        '',
      ],
      'a result counts in the history': [
        'keptShareOf(after).bytes - keptShareOf(before).bytes',
        'keptShareOf(after).bytes - keptShareOf(after).bytes',
      ],
    },
    'agents/src/tasks/submission.ts': {
      'tasks that are submitted together stay within a quota': [
        'sumOf(stored.get(key) ?? NOTHING, more)',
        'stored.get(key) ?? NOTHING',
      ],
      'what has ended counts in the history': ["['tasks', 'history'] as const", "['tasks'] as const"],
    },
    'storage/src/agents/history/history-repository.ts': {
      'a task stays while its run or its collaboration is open': [
        'and(lt(tasks.endedAtMs, beforeMs), isFree)',
        'lt(tasks.endedAtMs, beforeMs)',
      ],
    },
    'storage/src/agents/history/purge-steps.ts': {
      'what is purged is given back': [
        'add(submitterId, { items: 1, bytes })',
        'add(submitterId, { items: 1, bytes: 0 })',
      ],
    },
    'agents/src/tasks/artifact-repository.ts': {
      'an artifact counts in the history, and is refused beyond its quota': ['if (!taken.ok) return taken;', ''],
    },
    'api/src/areas/messages/rules/message-repository.ts': {
      'a message beyond the quota is not stored': ['if (!within.ok) return within;', ''],
    },
    'api/src/bridge/spendable.ts': {
      'nothing is ordered to an address that nobody can spend from': ['!deployed.has(address) && ', ''],
    },
    'api/src/areas/wallets/rules/ledger.ts': {
      'what is spent counts': ['isMore(sum([used, amount]), most)', 'isMore(amount, most)'],
      'who has no password spends nothing without an allowance': [
        'draw.allowance ?? NOTHING',
        'draw.allowance ?? draw.amount',
      ],
      'a session without a recent password spends a part': ["spender === 'session'),", "spender === 'recent'),"],
      'a frozen wallet spends nothing': ['return frozen && {', 'return undefined && {'],
      'a key that ended meanwhile spends nothing': [
        "return live ? undefined : ({ code: 'CREDENTIAL_ENDED' } as const);",
        'return;',
      ],
    },
    'storage/src/wallets/spent.ts': {
      'an order that never locked gives back': ["ne(orders.state, 'expired')", "ne(orders.state, 'failed')"],
      'a refund does not bring the fee back': ["eq(walletSpends.kind, 'fee'), ", ''],
    },
    'api/src/areas/wallets/rules/wallet-repository.ts': {
      'the phrase above a frozen key stays': [
        "(what === 'recoveryPhrase' ? frozenIn('wallet', yield* frozenKeyOf(context, avatarId)) : undefined)",
        'undefined',
      ],
      'a seed whose phrase only the service has stays': ['if (seed && seed.phraseGivenAtMs !== null)', 'if (seed)'],
    },
    'storage/src/agents/takers/rule.ts': {
      "a stranger's agent takes no task for own ones": ["= 'any' or", "<> 'never' or"],
      'only the submitter’s list counts': ["= 'listed' and", "= 'listed' or"],
    },
    'api/src/areas/agents/takers/trust-service.ts': {
      'an agent does not widen the list of its owner': [
        '(await policy.principalOf(caller)) !== caller.avatarId',
        'false',
      ],
    },
    'api/src/areas/agents/tasks/service.ts': {
      'an agent that has lost a task reads nothing of it': [
        'return isHolders(row) ? ok({ row, until: isLossOf(row.token) }) : notFound(id);',
        'return ok({ row, until: isLossOf(row.token) });',
      ],
    },
    'api/src/plugins/app/sse.ts': {
      'a stream ends with the last event that its caller may see': ['if (until?.(row)) return;', ''],
    },
    'api/src/areas/agents/tasks/view.ts': {
      'the URL of a webhook is its owner’s': ['isTheirs && webhook !== undefined', 'webhook !== undefined'],
    },
    'agents/src/webhooks/assignment.ts': {
      'a webhook brings no input to an agent that has lost the task': [
        'if (!isHolder) return null;',
        'if (!task) return null;',
      ],
    },
  }),
];
