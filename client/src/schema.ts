// Generated from the API's OpenAPI document by `npm run client-types`.

export interface paths {
    "/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process answers
         * @description If not, it must be restarted. Neither the storage nor a chain is asked.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service takes requests
         * @description If not, they must go to another process: this one starts, stops, is overloaded, or has no storage.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The state of the service and of the networks that it needs
         * @description A network that is down makes it `degraded`: orders of the other networks go on.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your orders, newest first
         * @description Admins list the orders of all avatars, or of the one in `avatarId`.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Create a bridge order
         * @description The asset is locked (or, on the way home, burned) on the source chain, and the same amount arrives on the destination chain. The service sends the lock from the caller’s custodial wallet, if there is one; otherwise `transactions` holds the transactions for the caller to sign and send.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an order
         * @description Its on-chain facts are public. The orderer’s token shows all of it.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{id}/check-balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow an order: status, progress, live balances, time left */
        get: operations["checkOrderBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow an order as server-sent events
         * @description Events `order.<status>` and `order.updated`: all of them, or the events after `Last-Event-ID` (also as the query `lastEventId`). A comment is sent every 15 seconds. While the lock waits for finality, `order.updated` has its `confirmations`, without an id. The stream ends once the order cannot change any more; a request after its last event is then 204.
         */
        get: operations["streamOrderEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an order before its lock
         * @description Only while it is `created`. A lock that is seen later revives the order.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an order would bring, cost and refund
         * @description The fee, what arrives and when, and what a refund would return if the order could not be delivered. Nothing is reserved; an order of the same route and amount has the same figures.
         */
        get: operations["getQuote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exchange-rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The price of one token in another
         * @description The median of at least two public price sources; 503 without one, never an invented rate.
         */
        get: operations["getExchangeRate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/networks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The bridged networks, with their live state */
        get: operations["listNetworks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an avatar
         * @description A person needs a password. An AI_Agent without one gets an API key in this answer alone; registered with a token, it belongs to the caller. Only admins register a Wizard or a System.
         */
        post: operations["registerAvatar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description The answer, and its time, do not tell whether the name exists.
         */
        post: operations["authenticateAvatar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/refresh-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for new tokens
         * @description The token is replaced. The same client gets the same answer again for 10 seconds; any other second use ends the session with all of its tokens.
         */
        post: operations["refreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/revoke-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a session
         * @description By its refresh token, or the session of the access token. It is no error if it has ended already.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/reauthenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the password again
         * @description The session then counts as authenticated now, which some operations ask for.
         */
        post: operations["reauthenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Prove an e-mail address */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/resend-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send the message that proves your e-mail address again */
        post: operations["resendVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message that lets you choose a new password
         * @description Only an avatar that has proved the address gets one; the answer does not tell.
         */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/validate-reset-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask whether a token lets you choose a new password */
        post: operations["validateResetToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a new password with a token
         * @description Every session of the avatar ends; its API keys stay.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Your other sessions end.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read your own profile */
        get: operations["getOwnAvatar"];
        /**
         * Change your own profile
         * @description Members that are absent stay.
         */
        put: operations["updateOwnAvatar"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/me/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the agents that you own */
        get: operations["listOwnAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an avatar’s profile
         * @description Everyone sees the public members; the avatar itself, its owner and admins see all.
         */
        get: operations["getAvatar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public keys of access tokens, as a JWK set
         * @description Without an envelope, as libraries for JWTs read it.
         */
        get: operations["getSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an avatar’s keys
         * @description Purpose and public part of each; of yourself and of your agents.
         */
        get: operations["listAvatarKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/{id}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys of an avatar */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make an API key for yourself or for an agent of yours
         * @description The key is in this answer alone. It is sent like an access token: `Authorization: Bearer KEY`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/{id}/api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/{id}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change type and role of an avatar
         * @description Its sessions end. An admin may do everything.
         */
        put: operations["assignRole"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatar/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the log of security events, newest first */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/create-wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a wallet
         * @description The service makes a key below the avatar’s seed and holds it, or, with `generateKeyPair: false`, records an address whose key you hold. The wallet is on disk before the answer.
         */
        post: operations["createWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an avatar’s wallets, oldest first */
        get: operations["listWallets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/wallets/{walletId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a wallet */
        get: operations["getWallet"];
        put?: never;
        post?: never;
        /**
         * Delete a wallet
         * @description Always refused while an order can still end there. The wallet can be restored for 90 days; until then its sealed key is kept.
         */
        delete: operations["deleteWallet"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/default-wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an avatar’s default wallet of a type */
        get: operations["getDefaultWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/wallets/{walletId}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a wallet’s coins and tokens from its chain */
        get: operations["getWalletBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/wallets/{walletId}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the bridge orders from and to a wallet, newest first */
        get: operations["listWalletOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/default-wallet/{walletId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a wallet the default of its type */
        post: operations["setDefaultWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/wallets/{walletId}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a text to sign, which proves that you hold the wallet’s key */
        post: operations["challengeWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/wallets/{walletId}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Prove by a signature of the challenge that you hold the wallet’s key */
        post: operations["verifyWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/wallets/{walletId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a deleted wallet */
        post: operations["restoreWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/wallets/{walletId}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send coins or tokens from a wallet whose key is held here
         * @description The transfer is on disk before the answer, and is sent once, also when the service restarts. Follow it under `Location`: `completed` means that no reorganisation can undo it.
         */
        post: operations["sendFromWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/wallets/{walletId}/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a wallet’s transfers, newest first */
        get: operations["listWalletTransfers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/wallets/{walletId}/transfers/{transferId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow a transfer */
        get: operations["getWalletTransfer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what may leave an avatar’s wallets within a day, and what is used */
        get: operations["getSpendingLimits"];
        /**
         * Change an avatar’s limit of an asset, as an admin
         * @description In place of the service’s limit, lower or higher. It is recorded with its reason in the audit log.
         */
        put: operations["setAvatarLimit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/wallets/{walletId}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set your own limit of an asset for one wallet
         * @description It holds besides the limit of all your wallets together, so only a lower one changes anything.
         */
        put: operations["setWalletLimit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/allowances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Allow an API key or an agent of yours to spend within a day, or withdraw that
         * @description Whoever has no password spends up to its allowance of an asset, and nothing without one. An agent’s allowance is for all its keys together, so it outlasts a renewal. It never widens the limits.
         */
        put: operations["setAllowance"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/Wallet/avatar/{avatarId}/wallets/{walletId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the private key of your wallet, or your recovery phrase
         * @description Takes your password, at most five times an hour, and is recorded in the audit log.
         */
        post: operations["exportWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow everything that concerns you as server-sent events
         * @description One stream of the topics that `topics` names (with commas between them), or of all that the token may read. Its events are those of the topics’ own streams. The first one, `ready`, has the id after which the stream begins: `Last-Event-ID` (also as the query `lastEventId`), the first event of all, or with `since=now` the newest. A comment is sent every 15 seconds. The stream ends when its token is no longer accepted.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/libraries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all libraries, oldest first */
        get: operations["listLibraries"];
        put?: never;
        /**
         * Create a library
         * @description Its first version is `version`, or 1.0.0. A published version never changes.
         */
        post: operations["createLibrary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/libraries/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find libraries by the words of their names and descriptions, best first */
        get: operations["searchLibraries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/libraries/{libraryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a library */
        get: operations["getLibrary"];
        /**
         * Publish a version of a library
         * @description Absent members stay as they are. The version before is kept. Without `version`, a change makes the next patch version. A kept version with the same content becomes current again; one with other content is refused.
         */
        put: operations["updateLibrary"];
        post?: never;
        /**
         * Delete a library that no other one depends on
         * @description Refused while the current version of another library depends on it. Older versions of others still resolve with it.
         */
        delete: operations["deleteLibrary"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/libraries/{libraryId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all versions of a library, highest first */
        get: operations["listLibraryVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/libraries/{libraryId}/dependencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a library depends on
         * @description With `transitive=true` the lock list: one version for each library that is needed, so that all ranges of all of them hold, the highest where there is a choice. If there is no such list, 409 names the conflict.
         */
        get: operations["listLibraryDependencies"];
        put?: never;
        /**
         * Add a dependency to a library, or change its range
         * @description Makes a new version of the library. Refused when the libraries would depend on each other in a circle.
         */
        post: operations["addLibraryDependency"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/libraries/{libraryId}/dependants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the libraries whose current version depends on a library */
        get: operations["listLibraryDependants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/libraries/{libraryId}/add-dependency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a dependency to a library, or change its range
         * @description Makes a new version of the library. Refused when the libraries would depend on each other in a circle.
         */
        post: operations["addDependencyToLibrary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/libraries/{libraryId}/dependencies/{dependencyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a dependency from a library
         * @description Makes a new version of the library: the next patch.
         */
        delete: operations["removeLibraryDependency"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/libraries/{libraryId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a library with all of its versions
         * @description The package has a checksum. The same libraries give the same package, at every service.
         */
        get: operations["exportLibrary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/libraries/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a package
         * @description Libraries keep their ids. What the service lacks is added, as yours: libraries, and versions of your libraries. A version that it has must be the same. A refused package changes nothing.
         */
        post: operations["importLibraries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/libraries/{libraryId}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import a package of this library: its further versions */
        post: operations["importLibrary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messaging/send-message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to another avatar
         * @description The answer comes when the message is stored. A recipient who blocks you is SENDER_BLOCKED: many senders are programs, which would otherwise wait for an answer that cannot come.
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messaging/mark-messages-read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark messages that you received as read
         * @description Ids of other messages are left alone. The senders see when it was.
         */
        post: operations["markMessagesRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messaging/messages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a message that you sent or received */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        /**
         * Delete a message for yourself
         * @description The other avatar keeps it. Its text is removed when both have deleted it.
         */
        delete: operations["deleteMessage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messaging/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the messages that you received, newest first */
        get: operations["listMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messaging/conversation/{avatarId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the messages between you and another avatar, newest first */
        get: operations["listConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messaging/unread-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count your unread messages */
        get: operations["countUnreadMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messaging/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow your messages as server-sent events
         * @description Events `message.received`, `message.read` (you read it, or its recipient did) and `message.deleted`: all of them, the events after `Last-Event-ID` (also as the query `lastEventId`), or with `since=now` only new ones. They name messages by id and have no text. A comment is sent every 15 seconds.
         */
        get: operations["streamMessageEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messaging/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the avatars that you block */
        get: operations["listBlockedAvatars"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messaging/blocks/{avatarId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Take no more messages from an avatar
         * @description Its messages are refused with SENDER_BLOCKED from now on. Earlier messages stay.
         */
        put: operations["blockAvatar"];
        post?: never;
        /** Take messages from an avatar again */
        delete: operations["unblockAvatar"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an agent
         * @description An AI_Agent registers itself. A person’s registration makes a new AI_Agent avatar that belongs to the person; its API key is in this answer alone, like the secret that signs its webhooks.
         */
        post: operations["registerAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/discover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find agents by capability, the best fit first
         * @description Available agents come first; then success rate, response time, cost and free places decide.
         */
        get: operations["discoverAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your agents */
        get: operations["listAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an agent’s profile */
        get: operations["getAgent"];
        /**
         * Change an agent: itself or its owner
         * @description Absent members stay as they are.
         */
        put: operations["updateAgent"];
        post?: never;
        /**
         * Deregister an agent: itself or its owner
         * @description It gets no more tasks, and may end those that it holds.
         */
        delete: operations["deregisterAgent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read whether an agent is online, its tasks and figures */
        get: operations["getAgentStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the figures of an agent’s work */
        get: operations["getAgentPerformance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that the agent is alive
         * @description A claim and a task’s heartbeat say the same. An agent that is silent for a minute is offline.
         */
        post: operations["agentHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/trusted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your list of trusted agents
         * @description They may take your tasks with `requirements.agents` = `listed`. An agent has its owner’s list.
         */
        get: operations["getTrustedAgents"];
        /**
         * Replace your list of trusted agents
         * @description It counts at once, also for tasks that wait. An agent cannot change its owner’s list.
         */
        put: operations["setTrustedAgents"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/tasks/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a task
         * @description The task is on disk before the answer. It waits for an agent with the capability, also one that registers later, until its deadline. An agent with a webhook that is free is asked at once, as `routing` says. The same submission with the same `taskId` is the same task. A webhook tells the `callback` of the task’s end; its secret comes with your first one.
         */
        post: operations["submitTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your tasks, newest first */
        get: operations["listTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/tasks/{taskId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a task’s status, input and result */
        get: operations["getTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/tasks/{taskId}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the ordered history of a task */
        get: operations["traceTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/tasks/{taskId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a task as server-sent events
         * @description Events `task.<status>`, `task.progress` and `task.artifact`: all of them, or the events after `Last-Event-ID` (also as the query `lastEventId`). A comment is sent every 15 seconds. The stream ends with the task, and for its agent with the lease.
         */
        get: operations["streamTaskEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/tasks/{taskId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a task of yours
         * @description The agent that holds it learns so by its next report.
         */
        post: operations["cancelTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/tasks/{taskId}/input": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer the question of an agent about a task of yours
         * @description The task is queued again; the agent that claims it gets all questions and answers.
         */
        post: operations["answerTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/tasks/{taskId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a finished task once more
         * @description A dead letter, for example. The new task has the same input, is yours, names the finished one, and the same `requirements` hold for it.
         */
        post: operations["replayTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/tasks/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim waiting tasks
         * @description Gives up to `limit` tasks that the agent fits, never more than it can hold; with none, waits up to `waitMs` for one. Each task has a lease, which heartbeats extend, and a fencing token, which every report needs. A claim whose connection ends before the answer claims nothing.
         */
        post: operations["claimTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/tasks/{taskId}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extend the lease of a task that you hold, and report progress
         * @description The first one makes the task `working`. A refusal says that the work is to be dropped.
         */
        post: operations["taskHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/tasks/{taskId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a task that you hold
         * @description The result is on disk before the answer. Repeating the report gives the same answer.
         */
        post: operations["completeTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/tasks/{taskId}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that your attempt at a task failed
         * @description Another attempt follows after a pause, until `maxAttempts` have failed.
         */
        post: operations["failTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/tasks/{taskId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refuse a task that you hold; no other agent is asked */
        post: operations["rejectTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/tasks/{taskId}/input-required": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the submitter about a task that you hold
         * @description The task waits for the answer and is then queued again; this attempt has ended and did not fail.
         */
        post: operations["requestTaskInput"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/tasks/{taskId}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give back a task that you hold, for another agent */
        post: operations["releaseTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/tasks/{taskId}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the artifacts of a task
         * @description All of them, in the order in which they were first stored.
         */
        get: operations["listTaskArtifacts"];
        put?: never;
        /**
         * Store an artifact of a task that you hold
         * @description A named part besides the result, up to 32 in a task. It stays when the attempt fails, and the next attempt can replace it.
         */
        post: operations["putTaskArtifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/workflows/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a workflow, or the next version of one of yours
         * @description Cycles, unknown steps and templates that can never be resolved are refused: `problems` has the code, the step and the place of each. The same definition as the newest version is that version.
         */
        post: operations["createWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your workflows by id, each with its newest version */
        get: operations["listWorkflows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/workflows/{workflowId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a version of a workflow of yours */
        get: operations["getWorkflow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/workflows/{workflowId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a workflow of yours, newest first */
        get: operations["listWorkflowVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/workflows/{workflowId}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a run of a workflow of yours
         * @description The run and its first tasks are on disk before the answer. It keeps its version of the workflow, and goes on whatever process stops.
         */
        post: operations["executeWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/workflows/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your runs, newest first */
        get: operations["listWorkflowRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/workflows/runs/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a run of yours with its steps and their results */
        get: operations["getWorkflowRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/workflows/runs/{runId}/diagram": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a picture of a run of yours, in Mermaid’s language */
        get: operations["getWorkflowRunDiagram"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/workflows/runs/{runId}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the ordered history of a run of yours */
        get: operations["traceWorkflowRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/workflows/runs/{runId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a run of yours as server-sent events
         * @description Events `run.<status>` and `step.<status>`: all of them, or the events after `Last-Event-ID` (also as the query `lastEventId`). A comment is sent every 15 seconds. The stream ends with the run.
         */
        get: operations["streamWorkflowRunEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/workflows/runs/{runId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a run of yours with its open tasks */
        post: operations["cancelWorkflowRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the attempts of an agent of yours in a range of time, oldest first */
        get: operations["getAgentLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/debug": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trace, inspect or replay a task of an agent of yours
         * @description `replay` submits a finished task once more, as yours. Of a task that the agent has lost, only `trace` shows its part.
         */
        post: operations["debugAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/messages/send-by-capability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to one agent with a capability
         * @description An available agent gets it and acknowledges it: its webhook answers 2xx, it claims its messages, or it acknowledges an event of its stream. When it is silent for `routing.timeout` milliseconds, the next one gets it. The answer waits for the end up to `waitMs`; the message goes on without it, also after a crash.
         */
        post: operations["sendByCapability"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/messages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a message that you sent or got, and what became of it */
        get: operations["getAgentMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/messages/{messageId}/ack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge a message that you got by your event stream
         * @description Repeating it gives the same answer.
         */
        post: operations["acknowledgeAgentMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/messages/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the messages that wait for you
         * @description Acknowledges them; with none, waits up to `waitMs` for one.
         */
        post: operations["claimAgentMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/events/broadcast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event to agents, or to everyone who follows
         * @description They get it as `event.broadcast` on their streams, and named ones by their webhooks, too. A sender may send 60 to named agents and 10 to all in a minute.
         */
        post: operations["broadcastAgentEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow your tasks, messages, collaborations and broadcasts as server-sent events
         * @description Tasks and runs that you submitted, messages that you got or sent, your collaborations, leases of yours that others ended (`lease.ended`: the task was cancelled, expired, or its agent silent), and broadcasts to you or to all: all events, the events after `Last-Event-ID` (also as the query `lastEventId`), or with `since=now` only new ones. The id is the event’s `seq`, which rises. A comment is sent every 15 seconds.
         */
        get: operations["streamAgentEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your webhooks */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook for callbacks
         * @description A submission with a `callback` adds it, too. An agent’s own webhook is the `webhook` of its profile. With your first webhook you get the secret that signs all of them.
         */
        post: operations["addWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/webhooks/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret that signs your webhooks
         * @description By your own or by a new one. For `overlapSeconds`, both sign.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a webhook of yours */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook of yours
         * @description Deliveries that wait for it are dropped. A later callback to the same URL adds it again.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/webhooks/{webhookId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a webhook of yours again
         * @description What was dropped meanwhile can be replayed.
         */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/webhooks/{webhookId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a webhook of yours
         * @description Deliveries that wait for it are dropped.
         */
        post: operations["disableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was or will be sent to your webhooks, newest first */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/webhooks/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a delivery with its body */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/webhooks/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an ended delivery once more
         * @description With the same `webhook-id` and body, and as many attempts as a new one.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/collaborate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let agents agree, vote, or share work
         * @description Each agent gets a task per round, reserved to it, and its result `{value, weight?}` is its vote; equal JSON is the same value. In a consensus the tasks of later rounds have all earlier votes. The lead of a delegation returns `{subtasks: [{agent | capability, input}]}`. The answer waits for the outcome up to `waitMs` and else has the status `running`; the work goes on, also after a crash.
         */
        post: operations["collaborate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/collaborations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your collaborations, newest first */
        get: operations["listCollaborations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/collaborations/{collaborationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a collaboration with its rounds and outcome */
        get: operations["getCollaboration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/collaborations/{collaborationId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a collaboration of yours, with its open tasks */
        post: operations["cancelCollaboration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/agent-card.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the A2A agent card of the platform
         * @description Its skills are the capabilities of all agents.
         */
        get: operations["getAgentCard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/a2a/agents/{agentId}/.well-known/agent-card.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the A2A agent card of an agent
         * @description A client resolves it from the URL of the agent’s interface, with a slash at its end.
         */
        get: operations["getAgentCardOfAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/a2a": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call an A2A method: JSON-RPC 2.0, header A2A-Version: 1.0
         * @description SendMessage, SendStreamingMessage, GetTask, ListTasks, CancelTask, SubscribeToTask, and push configurations. A message’s `metadata.skill` is the capability of its task.
         */
        post: operations["callA2a"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/a2a/agents/{agentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call an A2A method of one agent
         * @description Tasks of its messages are reserved to it. Otherwise it is the interface of the platform.
         */
        post: operations["callA2aOfAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a tool of the Model Context Protocol (Streamable HTTP)
         * @description JSON-RPC 2.0: initialize, tools/list, tools/call, ping. Tools are operations of this API, within the scopes of the token. The server keeps no session and sends nothing by itself.
         */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List published missions and your own, newest first */
        get: operations["listMissions"];
        put?: never;
        /**
         * Write a mission with its quests and chapters
         * @description Only you see it until you publish it. Quests and chapters without an id get one.
         */
        post: operations["createMission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search missions, best matches first
         * @description In names and texts of missions, quests and chapters. Every word must occur; a word that none has is taken for the most similar ones. Of a very common word the newest 10,000 missions are ranked.
         */
        get: operations["searchMissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/by-type/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List missions of a type, newest first */
        get: operations["listMissionsByType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/by-status/{status}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List missions by your status in them, newest first
         * @description Pending are those that you have not started. `NotStarted` and `Active` mean Pending and InProgress.
         */
        get: operations["listMissionsByStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a mission
         * @description Published missions are public. Your token shows your progress, and your own missions.
         */
        get: operations["getMission"];
        /**
         * Rewrite your mission
         * @description Replaces the mission with all quests and chapters; name an id to keep a part. What is published stays as it is until you publish again, and runs keep the definition that they were started with.
         */
        put: operations["updateMission"];
        post?: never;
        /**
         * Delete your mission
         * @description Nobody can start it any more; runs that are under way go on. Without any run, its definitions and versions go, too.
         */
        delete: operations["deleteMission"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/quests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the quests of a mission */
        get: operations["listQuests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/chapters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the chapters of a mission */
        get: operations["listChapters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the published versions of a mission, newest first */
        get: operations["listMissionVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a published version, which never changes */
        get: operations["getMissionVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/leaderboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who completed a mission, the fastest first
         * @description With all copies of the mission. What avatars earned from missions of their own is not in it.
         */
        get: operations["getMissionLeaderboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish your mission
         * @description Everyone can see and start it as it is now. A published version never changes; a later one has the next number.
         */
        post: operations["publishMission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/republish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish your mission again
         * @description After a change as its next version; after `unpublish` without a change as the same version.
         */
        post: operations["republishMission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take your mission back
         * @description Nobody else can see or start it any more; runs that are under way go on.
         */
        post: operations["unpublishMission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Download a mission as a package
         * @description Self-contained JSON with a checksum and the publisher’s signature. An installed copy answers the package that it came from.
         */
        post: operations["downloadMission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/install": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Install a published mission
         * @description You get a copy that stays as it is, whatever its author does later.
         */
        post: operations["installMission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/install": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Install a package
         * @description A package of a publisher whom nobody here knows needs the `fingerprint` of the key that signed it. A refused package changes nothing.
         */
        post: operations["installPackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/uninstall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove an installed copy */
        post: operations["uninstallMission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a mission to change it
         * @description The copy is yours. It keeps its origin, so that nobody is rewarded for both.
         */
        post: operations["cloneMission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a mission
         * @description Once; a mission that failed or that you abandoned can be started again. Quests without prerequisites are active at once.
         */
        post: operations["startMission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/abandon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give up a mission
         * @description Your run becomes Cancelled.
         */
        post: operations["abandonMission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a mission
         * @description When every quest and chapter is complete. Grants the karma and XP of the mission and its quests, once for all copies of it.
         */
        post: operations["completeMission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/quests/{questId}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a quest
         * @description When its prerequisites are complete. Quests without any are active with the mission.
         */
        post: operations["startQuest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/quests/{questId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a quest
         * @description Its objectives with an order are met by your orders alone; a quest with nothing else completes by itself.
         */
        post: operations["completeQuest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/missions/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow your progress in a mission as server-sent events
         * @description Events `mission.started|completed|cancelled|failed`, `quest.started|completed` and `objective.met`: all of them, or the events after `Last-Event-ID` (also as the query `lastEventId`). The stream ends with the completion of the mission; a request after its last event is then 204.
         */
        get: operations["streamMissionEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/save-holon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save a holon
         * @description Makes the holon, or its next version. The body is the holon, or has it under `holon`. `version` or If-Match names the version that is replaced, so that no other change is lost; a save that changes nothing makes no version. Every version lies with two providers, when two are well, and stays readable.
         */
        post: operations["saveHolon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/load-holon/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Load a holon */
        get: operations["loadHolon"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/load-all-holons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Load your holons, the newest first */
        get: operations["listHolons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/search-holons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search your holons by the words in name, type and metadata, the best first */
        get: operations["searchHolons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/holon/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a holon, the newest first */
        get: operations["listHolonVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/holon/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was done with a holon, the oldest first: saved, deleted, restored */
        get: operations["listHolonHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/delete-holon/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a holon so that it can be restored */
        delete: operations["deleteHolon"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data/restore-holon/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bring a deleted holon back */
        post: operations["restoreHolon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The health of everything that the service needs, from live probes
         * @description Storage, providers of holons, chains and their endpoints, price sources, relayers and signers. One probe serves all callers for five seconds.
         */
        get: operations["listProviderHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider/health/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The kept checks of one resource, the newest first
         * @description A check is kept when the status has changed, and every five minutes.
         */
        get: operations["listProviderHealthHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats/avatar/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The figures of an avatar, and for itself its activity
         * @description Karma, XP, missions and the work of an agent are public; the rest is for the avatar and admins.
         */
        get: operations["getAvatarStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "status": "live"
         *     }
         */
        Liveness: {
            /** @enum {string} */
            status: "live";
        };
        LivenessAnswer: {
            result: components["schemas"]["Liveness"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "status": "ready"
         *     }
         */
        Readiness: {
            /** @enum {string} */
            status: "ready";
        };
        ReadinessAnswer: {
            result: components["schemas"]["Readiness"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "status": "healthy",
         *       "version": "0.1.0",
         *       "uptimeSeconds": 86400,
         *       "networks": [
         *         {
         *           "name": "ethereum",
         *           "status": "healthy"
         *         }
         *       ]
         *     }
         */
        Health: {
            /**
             * @description degraded: a network is not healthy.
             * @enum {unknown}
             */
            status: "healthy" | "degraded";
            version: string;
            uptimeSeconds: number;
            networks: {
                name: string;
                /**
                 * @description degraded: some endpoints do not answer.
                 * @enum {unknown}
                 */
                status: "healthy" | "degraded" | "down";
            }[];
        };
        HealthAnswer: {
            result: components["schemas"]["Health"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "from": "ETH",
         *       "to": "polygon",
         *       "amount": "0.5",
         *       "destinationAddress": "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"
         *     }
         * @example {
         *       "fromToken": "ETH",
         *       "fromChain": "ethereum",
         *       "toToken": "POL",
         *       "toChain": "polygon",
         *       "amount": 0.5
         *     }
         * @example {
         *       "from": "SOL",
         *       "to": "ethereum",
         *       "amount": "1.5",
         *       "fromAddress": "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
         *       "destinationAddress": "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"
         *     }
         */
        OrderRequest: {
            /** @description A chain, an asset, or ASSET@chain. */
            from?: string;
            /** @description A chain, an asset, or ASSET@chain. */
            to?: string;
            /** @description In whole units of the asset. A string is exact; a number must be one that JSON carries exactly. */
            amount: number | string;
            fromToken?: string;
            toToken?: string;
            fromChain?: string;
            toChain?: string;
            /** @description The recipient; the caller’s default wallet there if absent. */
            destinationAddress?: string;
            /** @description The signer of the lock, if the caller has no custodial wallet. */
            fromAddress?: string;
            /** @description The receiver of a refund on the source chain; `fromAddress` if absent, the recipient without either. A custodial wallet is itself refunded, and no other address is accepted. */
            refundAddress?: string;
            expiresInMinutes?: number;
            /**
             * @default bridge
             * @enum {string}
             */
            mode?: "bridge" | "swap";
        } & ((unknown | unknown | unknown) & (unknown | unknown | unknown));
        /**
         * EVM transaction
         * @description A transaction request; the wallet fills in gas and fees.
         */
        EvmTransaction: {
            /** @enum {string} */
            kind: "evm";
            from?: string;
            to: string;
            /** @description Calldata in hexadecimal. */
            data: string;
            /**
             * @description Wei in hexadecimal.
             * @example 0x0
             */
            value: string;
            /**
             * @description In hexadecimal.
             * @example 0x1
             */
            chainId: string;
        };
        /** Solana transaction */
        SolanaTransaction: {
            /** @enum {string} */
            kind: "solana";
            /** @description The transaction in version 0 with an empty signature, base64. */
            transaction: string;
            /** @description The only signer, who pays too: `fromAddress`. */
            feePayer: string;
            recentBlockhash: string;
            /** @description The block hash is valid up to this block height, for about a minute. Later, compile `instructions` with a newer block hash. */
            lastValidBlockHeight: number;
            /** @description The same instructions, for wallets that compile transactions themselves. */
            instructions: {
                programId: string;
                accounts: {
                    pubkey: string;
                    isSigner: boolean;
                    isWritable: boolean;
                }[];
                /** @description base64 */
                data: string;
            }[];
        };
        /** Radix transaction */
        RadixTransaction: {
            /** @enum {string} */
            kind: "radix";
            /**
             * @description 1 mainnet, 2 stokenet, 242 a local network.
             * @example 1
             */
            networkId: number;
            /** @description The transaction manifest without a fee payment, which the wallet adds. */
            manifest: string;
            /** @description Blobs of the manifest in hexadecimal. */
            blobs: string[];
        };
        /**
         * @example {
         *       "orderId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "status": "confirming",
         *       "message": "waiting for the source chain’s finality",
         *       "mode": "bridge",
         *       "origin": "api",
         *       "operation": "lockTokens",
         *       "fromChain": "ethereum",
         *       "toChain": "polygon",
         *       "fromToken": "ETH",
         *       "fromTokenAddress": null,
         *       "toToken": "cwETH",
         *       "toTokenAddress": "0x5FbDB2315678afecb367f032d93F642f64180aa3",
         *       "fromAmount": "0.5",
         *       "toAmount": "0.5",
         *       "fee": "0",
         *       "feeToken": "ETH",
         *       "refundAmount": "0.5",
         *       "refundToken": "ETH",
         *       "exchangeRate": "7412.5",
         *       "exchangeRateToken": "POL",
         *       "valueUsd": "1506.2",
         *       "sender": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *       "destinationAddress": "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
         *       "refundAddress": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *       "reference": "0x3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e",
         *       "messageId": "0x7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a",
         *       "confirmations": 12,
         *       "requiredConfirmations": 32,
         *       "signatures": 0,
         *       "requiredSignatures": 3,
         *       "final": false,
         *       "claimable": false,
         *       "lockTransaction": "0x5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c",
         *       "mintTransaction": null,
         *       "refundTransaction": null,
         *       "isCompleted": false,
         *       "isFailed": false,
         *       "isRolledBack": false,
         *       "isCancelled": false,
         *       "isFinished": false,
         *       "failureCode": null,
         *       "failureMessage": null,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:02:24.000Z",
         *       "completedAt": null,
         *       "expiresAt": "2026-01-05T13:00:00.000Z",
         *       "version": 5
         *     }
         */
        Order: {
            /**
             * Format: uuid
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            orderId: string;
            /**
             * @example confirming
             * @enum {unknown}
             */
            status: "created" | "locking" | "locked" | "confirming" | "proving" | "signing" | "minting" | "completed" | "cancelling" | "refunding" | "refunded" | "expired" | "failed";
            /** @description The status in a sentence. */
            message: string;
            /** @enum {string} */
            mode: "bridge";
            /**
             * @description `chain`: locked without an API order.
             * @enum {unknown}
             */
            origin: "api" | "chain";
            /** @enum {unknown} */
            operation: "lockTokens" | "burnTokens";
            /** @example ethereum */
            fromChain: string;
            /** @example polygon */
            toChain: string;
            /** @example ETH */
            fromToken: string;
            fromTokenAddress: string | null;
            /**
             * @description Symbol of the token that arrives.
             * @example ETH
             */
            toToken: string;
            toTokenAddress: string | null;
            /**
             * @description The amount to lock or burn.
             * @example 0.5
             */
            fromAmount: string;
            /**
             * @description The amount that arrives: the same, 1:1.
             * @example 0.5
             */
            toAmount: string;
            fee: string | null;
            feeToken: string | null;
            /**
             * @description What a refund returns on the source chain, in `refundToken`: the amount, not the fee.
             * @example 0.5
             */
            refundAmount: string;
            /** @example ETH */
            refundToken: string;
            exchangeRate: string | null;
            exchangeRateToken: string | null;
            valueUsd: string | null;
            sender: string | null;
            /** @description The recipient. */
            destinationAddress: string;
            refundAddress: string | null;
            /** @description The 32 bytes that identify the order in its lock. */
            reference: string;
            messageId: string | null;
            confirmations: number;
            requiredConfirmations: number;
            signatures: number;
            requiredSignatures: number;
            /** @description The last payment is beyond its chain’s finality. */
            final: boolean;
            /** @description The recipient refused the payment, and the bridge credits it: `claim` pays it. */
            claimable: boolean;
            lockTransaction: string | null;
            mintTransaction: string | null;
            refundTransaction: string | null;
            isCompleted: boolean;
            isFailed: boolean;
            /** @description Refunded. */
            isRolledBack: boolean;
            /** @description Ended by its orderer before the lock. */
            isCancelled: boolean;
            /** @description Nothing more happens by itself: completed, refunded, cancelled, expired or failed. */
            isFinished: boolean;
            failureCode: string | null;
            failureMessage: string | null;
            /**
             * Format: date-time
             * @description Time of the order, or of its first sight on chain.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            completedAt: string | null;
            expiresAt: string | null;
            version: number;
            avatarId?: string;
            /**
             * @description `service`: the service locks from the caller’s custodial wallet.
             * @enum {unknown}
             */
            custody?: "service" | "self";
            /** @description With custody `self`: the unsigned transactions to sign and send in order, the lock last, in the form of the source chain. */
            transactions?: (components["schemas"]["EvmTransaction"] | components["schemas"]["SolanaTransaction"] | components["schemas"]["RadixTransaction"])[];
        };
        /**
         * @example {
         *       "orderId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "status": "created",
         *       "message": "waiting for the lock on the source chain",
         *       "mode": "bridge",
         *       "origin": "api",
         *       "operation": "lockTokens",
         *       "fromChain": "ethereum",
         *       "toChain": "polygon",
         *       "fromToken": "ETH",
         *       "fromTokenAddress": null,
         *       "toToken": "cwETH",
         *       "toTokenAddress": "0x5FbDB2315678afecb367f032d93F642f64180aa3",
         *       "fromAmount": "0.5",
         *       "toAmount": "0.5",
         *       "fee": "0",
         *       "feeToken": "ETH",
         *       "refundAmount": "0.5",
         *       "refundToken": "ETH",
         *       "exchangeRate": "7412.5",
         *       "exchangeRateToken": "POL",
         *       "valueUsd": "1506.2",
         *       "sender": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *       "destinationAddress": "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
         *       "refundAddress": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *       "reference": "0x3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e",
         *       "messageId": null,
         *       "confirmations": 0,
         *       "requiredConfirmations": 32,
         *       "signatures": 0,
         *       "requiredSignatures": 3,
         *       "final": false,
         *       "claimable": false,
         *       "lockTransaction": null,
         *       "mintTransaction": null,
         *       "refundTransaction": null,
         *       "isCompleted": false,
         *       "isFailed": false,
         *       "isRolledBack": false,
         *       "isCancelled": false,
         *       "isFinished": false,
         *       "failureCode": null,
         *       "failureMessage": null,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "completedAt": null,
         *       "expiresAt": "2026-01-05T13:00:00.000Z",
         *       "version": 1,
         *       "custody": "service",
         *       "result": {
         *         "orderId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *         "status": "created",
         *         "message": "waiting for the lock on the source chain",
         *         "mode": "bridge",
         *         "origin": "api",
         *         "operation": "lockTokens",
         *         "fromChain": "ethereum",
         *         "toChain": "polygon",
         *         "fromToken": "ETH",
         *         "fromTokenAddress": null,
         *         "toToken": "cwETH",
         *         "toTokenAddress": "0x5FbDB2315678afecb367f032d93F642f64180aa3",
         *         "fromAmount": "0.5",
         *         "toAmount": "0.5",
         *         "fee": "0",
         *         "feeToken": "ETH",
         *         "refundAmount": "0.5",
         *         "refundToken": "ETH",
         *         "exchangeRate": "7412.5",
         *         "exchangeRateToken": "POL",
         *         "valueUsd": "1506.2",
         *         "sender": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *         "destinationAddress": "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
         *         "refundAddress": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *         "reference": "0x3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e",
         *         "messageId": null,
         *         "confirmations": 0,
         *         "requiredConfirmations": 32,
         *         "signatures": 0,
         *         "requiredSignatures": 3,
         *         "final": false,
         *         "claimable": false,
         *         "lockTransaction": null,
         *         "mintTransaction": null,
         *         "refundTransaction": null,
         *         "isCompleted": false,
         *         "isFailed": false,
         *         "isRolledBack": false,
         *         "isCancelled": false,
         *         "isFinished": false,
         *         "failureCode": null,
         *         "failureMessage": null,
         *         "createdAt": "2026-01-05T12:00:00.000Z",
         *         "updatedAt": "2026-01-05T12:00:00.000Z",
         *         "completedAt": null,
         *         "expiresAt": "2026-01-05T13:00:00.000Z",
         *         "version": 1,
         *         "custody": "service"
         *       },
         *       "isError": false
         *     }
         * @example {
         *       "orderId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7081",
         *       "status": "created",
         *       "message": "waiting for the lock on the source chain",
         *       "mode": "bridge",
         *       "origin": "api",
         *       "operation": "lockTokens",
         *       "fromChain": "solana",
         *       "toChain": "ethereum",
         *       "fromToken": "SOL",
         *       "fromTokenAddress": null,
         *       "toToken": "cwSOL",
         *       "toTokenAddress": "0x5FbDB2315678afecb367f032d93F642f64180aa3",
         *       "fromAmount": "1.5",
         *       "toAmount": "1.5",
         *       "fee": "0",
         *       "feeToken": "SOL",
         *       "refundAmount": "1.5",
         *       "refundToken": "SOL",
         *       "exchangeRate": "0.0478",
         *       "exchangeRateToken": "ETH",
         *       "valueUsd": "216.01",
         *       "sender": "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
         *       "destinationAddress": "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
         *       "refundAddress": "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
         *       "reference": "0x3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e",
         *       "messageId": null,
         *       "confirmations": 0,
         *       "requiredConfirmations": 32,
         *       "signatures": 0,
         *       "requiredSignatures": 3,
         *       "final": false,
         *       "claimable": false,
         *       "lockTransaction": null,
         *       "mintTransaction": null,
         *       "refundTransaction": null,
         *       "isCompleted": false,
         *       "isFailed": false,
         *       "isRolledBack": false,
         *       "isCancelled": false,
         *       "isFinished": false,
         *       "failureCode": null,
         *       "failureMessage": null,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:02:24.000Z",
         *       "completedAt": null,
         *       "expiresAt": "2026-01-05T13:00:00.000Z",
         *       "version": 1,
         *       "custody": "self",
         *       "transactions": [
         *         {
         *           "kind": "solana",
         *           "transaction": "AQAAAAAAAAAAAAAA…",
         *           "feePayer": "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
         *           "recentBlockhash": "EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N",
         *           "lastValidBlockHeight": 398123606,
         *           "instructions": [
         *             {
         *               "programId": "Ecs89dz8NsNoSxyUtp54G2HPbmvJr8qZnxnWUqiLT92r",
         *               "accounts": [
         *                 {
         *                   "pubkey": "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
         *                   "isSigner": true,
         *                   "isWritable": true
         *                 }
         *               ],
         *               "data": "nQz5mbtFpXw…"
         *             }
         *           ]
         *         }
         *       ],
         *       "result": {
         *         "orderId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7081",
         *         "status": "created",
         *         "message": "waiting for the lock on the source chain",
         *         "mode": "bridge",
         *         "origin": "api",
         *         "operation": "lockTokens",
         *         "fromChain": "solana",
         *         "toChain": "ethereum",
         *         "fromToken": "SOL",
         *         "fromTokenAddress": null,
         *         "toToken": "cwSOL",
         *         "toTokenAddress": "0x5FbDB2315678afecb367f032d93F642f64180aa3",
         *         "fromAmount": "1.5",
         *         "toAmount": "1.5",
         *         "fee": "0",
         *         "feeToken": "SOL",
         *         "refundAmount": "1.5",
         *         "refundToken": "SOL",
         *         "exchangeRate": "0.0478",
         *         "exchangeRateToken": "ETH",
         *         "valueUsd": "216.01",
         *         "sender": "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
         *         "destinationAddress": "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
         *         "refundAddress": "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
         *         "reference": "0x3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e",
         *         "messageId": null,
         *         "confirmations": 0,
         *         "requiredConfirmations": 32,
         *         "signatures": 0,
         *         "requiredSignatures": 3,
         *         "final": false,
         *         "claimable": false,
         *         "lockTransaction": null,
         *         "mintTransaction": null,
         *         "refundTransaction": null,
         *         "isCompleted": false,
         *         "isFailed": false,
         *         "isRolledBack": false,
         *         "isCancelled": false,
         *         "isFinished": false,
         *         "failureCode": null,
         *         "failureMessage": null,
         *         "createdAt": "2026-01-05T12:00:00.000Z",
         *         "updatedAt": "2026-01-05T12:02:24.000Z",
         *         "completedAt": null,
         *         "expiresAt": "2026-01-05T13:00:00.000Z",
         *         "version": 1,
         *         "custody": "self",
         *         "transactions": [
         *           {
         *             "kind": "solana",
         *             "transaction": "AQAAAAAAAAAAAAAA…",
         *             "feePayer": "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
         *             "recentBlockhash": "EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N",
         *             "lastValidBlockHeight": 398123606,
         *             "instructions": [
         *               {
         *                 "programId": "Ecs89dz8NsNoSxyUtp54G2HPbmvJr8qZnxnWUqiLT92r",
         *                 "accounts": [
         *                   {
         *                     "pubkey": "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
         *                     "isSigner": true,
         *                     "isWritable": true
         *                   }
         *                 ],
         *                 "data": "nQz5mbtFpXw…"
         *               }
         *             ]
         *           }
         *         ]
         *       },
         *       "isError": false
         *     }
         * @example {
         *       "orderId": "0198c5b2-8c30-7e5f-9b32-4dac6f708192",
         *       "status": "created",
         *       "message": "waiting for the lock on the source chain",
         *       "mode": "bridge",
         *       "origin": "api",
         *       "operation": "lockTokens",
         *       "fromChain": "radix",
         *       "toChain": "ethereum",
         *       "fromToken": "XRD",
         *       "fromTokenAddress": null,
         *       "toToken": "cwXRD",
         *       "toTokenAddress": "0x5FbDB2315678afecb367f032d93F642f64180aa3",
         *       "fromAmount": "500",
         *       "toAmount": "500",
         *       "fee": "0",
         *       "feeToken": "XRD",
         *       "refundAmount": "500",
         *       "refundToken": "XRD",
         *       "exchangeRate": "0.00000091",
         *       "exchangeRateToken": "ETH",
         *       "valueUsd": "1.37",
         *       "sender": "account_rdx12xu2q3mvf7e3xa332cpakehk2arpah9q40qh3jkwwssf3ms0ukvesd",
         *       "destinationAddress": "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
         *       "refundAddress": "account_rdx12xu2q3mvf7e3xa332cpakehk2arpah9q40qh3jkwwssf3ms0ukvesd",
         *       "reference": "0x3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e",
         *       "messageId": null,
         *       "confirmations": 0,
         *       "requiredConfirmations": 0,
         *       "signatures": 0,
         *       "requiredSignatures": 3,
         *       "final": false,
         *       "claimable": false,
         *       "lockTransaction": null,
         *       "mintTransaction": null,
         *       "refundTransaction": null,
         *       "isCompleted": false,
         *       "isFailed": false,
         *       "isRolledBack": false,
         *       "isCancelled": false,
         *       "isFinished": false,
         *       "failureCode": null,
         *       "failureMessage": null,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:02:24.000Z",
         *       "completedAt": null,
         *       "expiresAt": "2026-01-05T13:00:00.000Z",
         *       "version": 1,
         *       "custody": "self",
         *       "transactions": [
         *         {
         *           "kind": "radix",
         *           "networkId": 1,
         *           "manifest": "CALL_METHOD\n    Address(\"account_rdx12xu2q3mvf7e3xa332cpakehk2arpah9q40qh3jkwwssf3ms0ukvesd\")\n    \"withdraw\"\n    …",
         *           "blobs": []
         *         }
         *       ],
         *       "result": {
         *         "orderId": "0198c5b2-8c30-7e5f-9b32-4dac6f708192",
         *         "status": "created",
         *         "message": "waiting for the lock on the source chain",
         *         "mode": "bridge",
         *         "origin": "api",
         *         "operation": "lockTokens",
         *         "fromChain": "radix",
         *         "toChain": "ethereum",
         *         "fromToken": "XRD",
         *         "fromTokenAddress": null,
         *         "toToken": "cwXRD",
         *         "toTokenAddress": "0x5FbDB2315678afecb367f032d93F642f64180aa3",
         *         "fromAmount": "500",
         *         "toAmount": "500",
         *         "fee": "0",
         *         "feeToken": "XRD",
         *         "refundAmount": "500",
         *         "refundToken": "XRD",
         *         "exchangeRate": "0.00000091",
         *         "exchangeRateToken": "ETH",
         *         "valueUsd": "1.37",
         *         "sender": "account_rdx12xu2q3mvf7e3xa332cpakehk2arpah9q40qh3jkwwssf3ms0ukvesd",
         *         "destinationAddress": "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
         *         "refundAddress": "account_rdx12xu2q3mvf7e3xa332cpakehk2arpah9q40qh3jkwwssf3ms0ukvesd",
         *         "reference": "0x3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e",
         *         "messageId": null,
         *         "confirmations": 0,
         *         "requiredConfirmations": 0,
         *         "signatures": 0,
         *         "requiredSignatures": 3,
         *         "final": false,
         *         "claimable": false,
         *         "lockTransaction": null,
         *         "mintTransaction": null,
         *         "refundTransaction": null,
         *         "isCompleted": false,
         *         "isFailed": false,
         *         "isRolledBack": false,
         *         "isCancelled": false,
         *         "isFinished": false,
         *         "failureCode": null,
         *         "failureMessage": null,
         *         "createdAt": "2026-01-05T12:00:00.000Z",
         *         "updatedAt": "2026-01-05T12:02:24.000Z",
         *         "completedAt": null,
         *         "expiresAt": "2026-01-05T13:00:00.000Z",
         *         "version": 1,
         *         "custody": "self",
         *         "transactions": [
         *           {
         *             "kind": "radix",
         *             "networkId": 1,
         *             "manifest": "CALL_METHOD\n    Address(\"account_rdx12xu2q3mvf7e3xa332cpakehk2arpah9q40qh3jkwwssf3ms0ukvesd\")\n    \"withdraw\"\n    …",
         *             "blobs": []
         *           }
         *         ]
         *       },
         *       "isError": false
         *     }
         */
        CreatedOrder: {
            /**
             * Format: uuid
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            orderId: string;
            /**
             * @example confirming
             * @enum {unknown}
             */
            status: "created" | "locking" | "locked" | "confirming" | "proving" | "signing" | "minting" | "completed" | "cancelling" | "refunding" | "refunded" | "expired" | "failed";
            /** @description The status in a sentence. */
            message: string;
            /** @enum {string} */
            mode: "bridge";
            /**
             * @description `chain`: locked without an API order.
             * @enum {unknown}
             */
            origin: "api" | "chain";
            /** @enum {unknown} */
            operation: "lockTokens" | "burnTokens";
            /** @example ethereum */
            fromChain: string;
            /** @example polygon */
            toChain: string;
            /** @example ETH */
            fromToken: string;
            fromTokenAddress: string | null;
            /**
             * @description Symbol of the token that arrives.
             * @example ETH
             */
            toToken: string;
            toTokenAddress: string | null;
            /**
             * @description The amount to lock or burn.
             * @example 0.5
             */
            fromAmount: string;
            /**
             * @description The amount that arrives: the same, 1:1.
             * @example 0.5
             */
            toAmount: string;
            fee: string | null;
            feeToken: string | null;
            /**
             * @description What a refund returns on the source chain, in `refundToken`: the amount, not the fee.
             * @example 0.5
             */
            refundAmount: string;
            /** @example ETH */
            refundToken: string;
            exchangeRate: string | null;
            exchangeRateToken: string | null;
            valueUsd: string | null;
            sender: string | null;
            /** @description The recipient. */
            destinationAddress: string;
            refundAddress: string | null;
            /** @description The 32 bytes that identify the order in its lock. */
            reference: string;
            messageId: string | null;
            confirmations: number;
            requiredConfirmations: number;
            signatures: number;
            requiredSignatures: number;
            /** @description The last payment is beyond its chain’s finality. */
            final: boolean;
            /** @description The recipient refused the payment, and the bridge credits it: `claim` pays it. */
            claimable: boolean;
            lockTransaction: string | null;
            mintTransaction: string | null;
            refundTransaction: string | null;
            isCompleted: boolean;
            isFailed: boolean;
            /** @description Refunded. */
            isRolledBack: boolean;
            /** @description Ended by its orderer before the lock. */
            isCancelled: boolean;
            /** @description Nothing more happens by itself: completed, refunded, cancelled, expired or failed. */
            isFinished: boolean;
            failureCode: string | null;
            failureMessage: string | null;
            /**
             * Format: date-time
             * @description Time of the order, or of its first sight on chain.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            completedAt: string | null;
            expiresAt: string | null;
            version: number;
            avatarId?: string;
            /**
             * @description `service`: the service locks from the caller’s custodial wallet.
             * @enum {unknown}
             */
            custody?: "service" | "self";
            /** @description With custody `self`: the unsigned transactions to sign and send in order, the lock last, in the form of the source chain. */
            transactions?: (components["schemas"]["EvmTransaction"] | components["schemas"]["SolanaTransaction"] | components["schemas"]["RadixTransaction"])[];
            result: components["schemas"]["Order"];
            /** @enum {boolean} */
            isError: false;
        };
        OrderPage: {
            result: components["schemas"]["Order"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "orderId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "status": "confirming",
         *       "message": "waiting for the source chain’s finality",
         *       "mode": "bridge",
         *       "origin": "api",
         *       "operation": "lockTokens",
         *       "fromChain": "ethereum",
         *       "toChain": "polygon",
         *       "fromToken": "ETH",
         *       "fromTokenAddress": null,
         *       "toToken": "cwETH",
         *       "toTokenAddress": "0x5FbDB2315678afecb367f032d93F642f64180aa3",
         *       "fromAmount": "0.5",
         *       "toAmount": "0.5",
         *       "fee": "0",
         *       "feeToken": "ETH",
         *       "refundAmount": "0.5",
         *       "refundToken": "ETH",
         *       "exchangeRate": "7412.5",
         *       "exchangeRateToken": "POL",
         *       "valueUsd": "1506.2",
         *       "sender": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *       "destinationAddress": "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
         *       "refundAddress": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *       "reference": "0x3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e",
         *       "messageId": "0x7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a",
         *       "confirmations": 12,
         *       "requiredConfirmations": 32,
         *       "signatures": 0,
         *       "requiredSignatures": 3,
         *       "final": false,
         *       "claimable": false,
         *       "lockTransaction": "0x5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c",
         *       "mintTransaction": null,
         *       "refundTransaction": null,
         *       "isCompleted": false,
         *       "isFailed": false,
         *       "isRolledBack": false,
         *       "isCancelled": false,
         *       "isFinished": false,
         *       "failureCode": null,
         *       "failureMessage": null,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:02:24.000Z",
         *       "completedAt": null,
         *       "expiresAt": "2026-01-05T13:00:00.000Z",
         *       "version": 5,
         *       "signers": null,
         *       "proof": null
         *     }
         * @example {
         *       "orderId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "status": "completed",
         *       "message": "delivered",
         *       "mode": "bridge",
         *       "origin": "api",
         *       "operation": "lockTokens",
         *       "fromChain": "ethereum",
         *       "toChain": "polygon",
         *       "fromToken": "ETH",
         *       "fromTokenAddress": null,
         *       "toToken": "cwETH",
         *       "toTokenAddress": "0x5FbDB2315678afecb367f032d93F642f64180aa3",
         *       "fromAmount": "0.5",
         *       "toAmount": "0.5",
         *       "fee": "0",
         *       "feeToken": "ETH",
         *       "refundAmount": "0.5",
         *       "refundToken": "ETH",
         *       "exchangeRate": "7412.5",
         *       "exchangeRateToken": "POL",
         *       "valueUsd": "1506.2",
         *       "sender": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *       "destinationAddress": "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
         *       "refundAddress": "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
         *       "reference": "0x3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e3e",
         *       "messageId": "0x7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a",
         *       "confirmations": 32,
         *       "requiredConfirmations": 32,
         *       "signatures": 3,
         *       "requiredSignatures": 3,
         *       "final": true,
         *       "claimable": false,
         *       "lockTransaction": "0x5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c",
         *       "mintTransaction": "0x4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b",
         *       "refundTransaction": null,
         *       "isCompleted": true,
         *       "isFailed": false,
         *       "isRolledBack": false,
         *       "isCancelled": false,
         *       "isFinished": true,
         *       "failureCode": null,
         *       "failureMessage": null,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:09:12.000Z",
         *       "completedAt": "2026-01-05T12:07:36.000Z",
         *       "expiresAt": "2026-01-05T13:00:00.000Z",
         *       "version": 11,
         *       "signers": [
         *         "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
         *         "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
         *         "0x90F79bf6EB2c4f870365E785982E1f101E93b906"
         *       ],
         *       "proof": {
         *         "firstNonce": "40",
         *         "count": 8,
         *         "root": "0x9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d"
         *       }
         *     }
         */
        OrderDetail: {
            /**
             * Format: uuid
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            orderId: string;
            /**
             * @example confirming
             * @enum {unknown}
             */
            status: "created" | "locking" | "locked" | "confirming" | "proving" | "signing" | "minting" | "completed" | "cancelling" | "refunding" | "refunded" | "expired" | "failed";
            /** @description The status in a sentence. */
            message: string;
            /** @enum {string} */
            mode: "bridge";
            /**
             * @description `chain`: locked without an API order.
             * @enum {unknown}
             */
            origin: "api" | "chain";
            /** @enum {unknown} */
            operation: "lockTokens" | "burnTokens";
            /** @example ethereum */
            fromChain: string;
            /** @example polygon */
            toChain: string;
            /** @example ETH */
            fromToken: string;
            fromTokenAddress: string | null;
            /**
             * @description Symbol of the token that arrives.
             * @example ETH
             */
            toToken: string;
            toTokenAddress: string | null;
            /**
             * @description The amount to lock or burn.
             * @example 0.5
             */
            fromAmount: string;
            /**
             * @description The amount that arrives: the same, 1:1.
             * @example 0.5
             */
            toAmount: string;
            fee: string | null;
            feeToken: string | null;
            /**
             * @description What a refund returns on the source chain, in `refundToken`: the amount, not the fee.
             * @example 0.5
             */
            refundAmount: string;
            /** @example ETH */
            refundToken: string;
            exchangeRate: string | null;
            exchangeRateToken: string | null;
            valueUsd: string | null;
            sender: string | null;
            /** @description The recipient. */
            destinationAddress: string;
            refundAddress: string | null;
            /** @description The 32 bytes that identify the order in its lock. */
            reference: string;
            messageId: string | null;
            confirmations: number;
            requiredConfirmations: number;
            signatures: number;
            requiredSignatures: number;
            /** @description The last payment is beyond its chain’s finality. */
            final: boolean;
            /** @description The recipient refused the payment, and the bridge credits it: `claim` pays it. */
            claimable: boolean;
            lockTransaction: string | null;
            mintTransaction: string | null;
            refundTransaction: string | null;
            isCompleted: boolean;
            isFailed: boolean;
            /** @description Refunded. */
            isRolledBack: boolean;
            /** @description Ended by its orderer before the lock. */
            isCancelled: boolean;
            /** @description Nothing more happens by itself: completed, refunded, cancelled, expired or failed. */
            isFinished: boolean;
            failureCode: string | null;
            failureMessage: string | null;
            /**
             * Format: date-time
             * @description Time of the order, or of its first sight on chain.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            completedAt: string | null;
            expiresAt: string | null;
            version: number;
            avatarId?: string;
            /**
             * @description `service`: the service locks from the caller’s custodial wallet.
             * @enum {unknown}
             */
            custody?: "service" | "self";
            /** @description With custody `self`: the unsigned transactions to sign and send in order, the lock last, in the form of the source chain. */
            transactions?: (components["schemas"]["EvmTransaction"] | components["schemas"]["SolanaTransaction"] | components["schemas"]["RadixTransaction"])[];
            signers: string[] | null;
            proof: {
                /**
                 * @description Nonce of the interval’s first message.
                 * @example 40
                 */
                firstNonce: string;
                /**
                 * @description Messages in the interval.
                 * @example 8
                 */
                count: number;
                /**
                 * @description Merkle root of their ids.
                 * @example 0x9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d9d
                 */
                root: string;
            } | null;
        };
        OrderDetailAnswer: {
            result: components["schemas"]["OrderDetail"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "orderId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "status": "confirming",
         *       "fromChain": "ethereum",
         *       "toChain": "polygon",
         *       "fromToken": "ETH",
         *       "toToken": "cwETH",
         *       "fromAmount": "0.5",
         *       "toAmount": "0.5",
         *       "fee": "0",
         *       "feeToken": "ETH",
         *       "refundAmount": "0.5",
         *       "refundToken": "ETH",
         *       "exchangeRate": "7412.5",
         *       "confirmations": 12,
         *       "requiredConfirmations": 32,
         *       "signatures": 0,
         *       "requiredSignatures": 3,
         *       "final": false,
         *       "lockTransaction": "0x5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c",
         *       "mintTransaction": null,
         *       "refundTransaction": null,
         *       "isCompleted": false,
         *       "isFailed": false,
         *       "isRolledBack": false,
         *       "isCancelled": false,
         *       "isFinished": false,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:02:24.000Z",
         *       "completedAt": null,
         *       "expiresAt": "2026-01-05T13:00:00.000Z",
         *       "message": "waiting for the source chain’s finality",
         *       "expectedSeconds": 249,
         *       "currentFromBalance": "9.499",
         *       "currentToBalance": "0",
         *       "hasSufficientBalance": true
         *     }
         */
        OrderBalance: {
            /**
             * Format: uuid
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            orderId: string;
            /**
             * @example confirming
             * @enum {unknown}
             */
            status: "created" | "locking" | "locked" | "confirming" | "proving" | "signing" | "minting" | "completed" | "cancelling" | "refunding" | "refunded" | "expired" | "failed";
            /** @example ethereum */
            fromChain: string;
            /** @example polygon */
            toChain: string;
            /** @example ETH */
            fromToken: string;
            /**
             * @description Symbol of the token that arrives.
             * @example ETH
             */
            toToken: string;
            /**
             * @description The amount to lock or burn.
             * @example 0.5
             */
            fromAmount: string;
            /**
             * @description The amount that arrives: the same, 1:1.
             * @example 0.5
             */
            toAmount: string;
            fee: string | null;
            feeToken: string | null;
            /**
             * @description What a refund returns on the source chain, in `refundToken`: the amount, not the fee.
             * @example 0.5
             */
            refundAmount: string;
            /** @example ETH */
            refundToken: string;
            exchangeRate: string | null;
            confirmations: number;
            requiredConfirmations: number;
            signatures: number;
            requiredSignatures: number;
            /** @description The last payment is beyond its chain’s finality. */
            final: boolean;
            lockTransaction: string | null;
            mintTransaction: string | null;
            refundTransaction: string | null;
            isCompleted: boolean;
            isFailed: boolean;
            /** @description Refunded. */
            isRolledBack: boolean;
            /** @description Ended by its orderer before the lock. */
            isCancelled: boolean;
            /** @description Nothing more happens by itself: completed, refunded, cancelled, expired or failed. */
            isFinished: boolean;
            /**
             * Format: date-time
             * @description Time of the order, or of its first sight on chain.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            completedAt: string | null;
            expiresAt: string | null;
            /** @description The status in a sentence. */
            message: string;
            expectedSeconds: number | null;
            currentFromBalance: string | null;
            currentToBalance: string | null;
            hasSufficientBalance: boolean | null;
        };
        OrderBalanceAnswer: {
            result: components["schemas"]["OrderBalance"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        OrderAnswer: {
            result: components["schemas"]["Order"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "mode": "bridge",
         *       "operation": "lockTokens",
         *       "fromChain": "ethereum",
         *       "toChain": "polygon",
         *       "fromToken": "ETH",
         *       "fromTokenAddress": null,
         *       "toToken": "cwETH",
         *       "toTokenAddress": "0x5FbDB2315678afecb367f032d93F642f64180aa3",
         *       "fromAmount": "0.5",
         *       "toAmount": "0.5",
         *       "fee": "0",
         *       "feeToken": "ETH",
         *       "refundAmount": "0.5",
         *       "refundToken": "ETH",
         *       "exchangeRate": "7412.5",
         *       "exchangeRateToken": "POL",
         *       "valueUsd": "1506.2",
         *       "requiredConfirmations": 32,
         *       "expectedSeconds": 249
         *     }
         */
        Quote: {
            /** @enum {string} */
            mode: "bridge";
            /** @enum {unknown} */
            operation: "lockTokens" | "burnTokens";
            /** @example ethereum */
            fromChain: string;
            /** @example polygon */
            toChain: string;
            /** @example ETH */
            fromToken: string;
            fromTokenAddress: string | null;
            /**
             * @description Symbol of the token that arrives.
             * @example ETH
             */
            toToken: string;
            toTokenAddress: string | null;
            /**
             * @description The amount to lock or burn.
             * @example 0.5
             */
            fromAmount: string;
            /**
             * @description The amount that arrives: the same, 1:1.
             * @example 0.5
             */
            toAmount: string;
            fee: string | null;
            feeToken: string | null;
            /**
             * @description What a refund returns on the source chain, in `refundToken`: the amount, not the fee.
             * @example 0.5
             */
            refundAmount: string;
            /** @example ETH */
            refundToken: string;
            exchangeRate: string | null;
            exchangeRateToken: string | null;
            valueUsd: string | null;
            requiredConfirmations: number;
            expectedSeconds: number | null;
        };
        QuoteAnswer: {
            result: components["schemas"]["Quote"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "rate": "7412.5",
         *       "fromToken": "ETH",
         *       "toToken": "POL",
         *       "timestamp": "2026-01-05T12:00:00.000Z",
         *       "sources": [
         *         "coinbase",
         *         "coingecko",
         *         "kraken"
         *       ],
         *       "stale": false
         *     }
         */
        ExchangeRate: {
            /** @description Units of `toToken` for one `fromToken`. */
            rate: string;
            fromToken: string;
            toToken: string;
            /**
             * Format: date-time
             * @description Time of the oldest price used.
             */
            timestamp: string;
            sources: string[];
            /** @description The sources cannot be reached; this is the last agreed rate within its bound. */
            stale: boolean;
        };
        ExchangeRateAnswer: {
            result: components["schemas"]["ExchangeRate"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "name": "ethereum",
         *       "symbol": "ETH",
         *       "network": "31101",
         *       "domain": 31101,
         *       "kind": "evm",
         *       "status": "healthy",
         *       "finality": {
         *         "blocks": 32,
         *         "expectedSeconds": 384
         *       },
         *       "bridgeAddress": "0x5FbDB2315678afecb367f032d93F642f64180aa3",
         *       "nativeAsset": {
         *         "symbol": "ETH",
         *         "name": "Ether",
         *         "decimals": 18,
         *         "address": null
         *       },
         *       "latestBlock": 1820
         *     }
         * @example {
         *       "name": "solana",
         *       "symbol": "SOL",
         *       "network": "local",
         *       "domain": 2164195829,
         *       "kind": "solana",
         *       "status": "healthy",
         *       "finality": {
         *         "blocks": 32,
         *         "expectedSeconds": 13
         *       },
         *       "bridgeAddress": "Ecs89dz8NsNoSxyUtp54G2HPbmvJr8qZnxnWUqiLT92r",
         *       "nativeAsset": {
         *         "symbol": "SOL",
         *         "name": "Solana",
         *         "decimals": 9,
         *         "address": null
         *       },
         *       "latestBlock": 398123456
         *     }
         * @example {
         *       "name": "radix",
         *       "symbol": "XRD",
         *       "network": "local",
         *       "domain": 2164196350,
         *       "kind": "radix",
         *       "status": "healthy",
         *       "finality": {
         *         "blocks": 0,
         *         "expectedSeconds": 0
         *       },
         *       "bridgeAddress": "component_sim1cpd4kk6mtdd4kk6mtdd4kk6mtdd4kk6mtdd4kk6mtdd4kk6ms7w0r3",
         *       "nativeAsset": {
         *         "symbol": "XRD",
         *         "name": "Radix",
         *         "decimals": 18,
         *         "address": null
         *       },
         *       "latestBlock": 48211
         *     }
         */
        Network: {
            name: string;
            symbol: string;
            /** @description The chain’s own id: the EIP-155 chain id, or the name of the cluster. */
            network: string;
            domain: number;
            /** @enum {unknown} */
            kind: "evm" | "solana" | "radix";
            /**
             * @description degraded: some endpoints do not answer.
             * @enum {unknown}
             */
            status: "healthy" | "degraded" | "down";
            finality: {
                /** @description Blocks (Solana: slots) above a lock until it is final; 0 where it is final at once, as on Radix. */
                blocks: number;
                /** @description From live block times. */
                expectedSeconds: number | null;
            };
            /** @description Contract, program or component. */
            bridgeAddress: string;
            nativeAsset: {
                symbol: string;
                name: string;
                decimals: number;
                address: string | null;
            };
            /** @description Solana: slot. Radix: state version. */
            latestBlock: number | null;
        };
        NetworkPage: {
            result: components["schemas"]["Network"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "username": "ann",
         *       "email": "ann@example.org",
         *       "password": "a long enough password",
         *       "avatarType": "User"
         *     }
         * @example {
         *       "username": "summer",
         *       "avatarType": "AI_Agent",
         *       "metadata": {
         *         "capabilities": [
         *           "sum"
         *         ],
         *         "model": "m",
         *         "version": "1"
         *       }
         *     }
         */
        RegisterRequest: {
            /** @description Unique in any case; without `@`, so that it is never taken for an e-mail address. */
            username: string;
            /** Format: email */
            email?: string;
            /** @description At least 8 characters. */
            password?: string;
            firstName?: string;
            lastName?: string;
            title?: string;
            /**
             * @default User
             * @enum {string}
             */
            avatarType?: "User" | "AI_Agent" | "Wizard" | "System";
            /** @description Members of the caller’s choice. */
            metadata?: {
                [key: string]: unknown;
            };
            acceptTerms?: boolean;
            /** @description An agent’s first API key has these; the default moves no money. */
            scopes?: ("orders:read" | "orders:write" | "wallets:read" | "wallets:write" | "missions:read" | "missions:write" | "libraries:read" | "libraries:write" | "agents:read" | "agents:write" | "tasks:read" | "tasks:write" | "messages:read" | "messages:write" | "holons:read" | "holons:write" | "admin")[];
        };
        /**
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "username": "ann",
         *       "avatarType": "User",
         *       "title": null,
         *       "metadata": {},
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "email": "ann@example.org",
         *       "isEmailVerified": false,
         *       "firstName": "Ann",
         *       "lastName": null,
         *       "isAdmin": false,
         *       "ownerId": null,
         *       "version": 1,
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "apiKey": null
         *     }
         */
        RegisteredAvatar: {
            /**
             * Format: uuid
             * @description The avatar’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            id: string;
            /**
             * Format: uuid
             * @description The same.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            avatarId: string;
            username: string;
            /** @enum {string} */
            avatarType: "User" | "AI_Agent" | "Wizard" | "System";
            title: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When it registered.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            email: string | null;
            isEmailVerified: boolean;
            firstName: string | null;
            lastName: string | null;
            isAdmin: boolean;
            ownerId: string | null;
            version: number;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            apiKey: string | null;
        };
        RegisteredAvatarAnswer: {
            result: components["schemas"]["RegisteredAvatar"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "username": "ann",
         *       "password": "a long enough password"
         *     }
         */
        AuthenticateRequest: {
            /** @description The username, or the verified e-mail address. */
            username?: string;
            email?: string;
            /** @description The password. */
            password: string;
        } | unknown | unknown;
        /**
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "username": "ann",
         *       "avatarType": "User",
         *       "title": null,
         *       "metadata": {},
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "email": "ann@example.org",
         *       "isEmailVerified": false,
         *       "firstName": "Ann",
         *       "lastName": null,
         *       "isAdmin": false,
         *       "ownerId": null,
         *       "version": 1,
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "jwtToken": "HEADER.CLAIMS.SIGNATURE",
         *       "jwtTokenExpiresAt": "2026-01-05T12:00:00.000Z",
         *       "refreshToken": "REFRESH_TOKEN",
         *       "refreshTokenExpiresAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        SignedInAvatar: {
            /**
             * Format: uuid
             * @description The avatar’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            id: string;
            /**
             * Format: uuid
             * @description The same.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            avatarId: string;
            username: string;
            /** @enum {string} */
            avatarType: "User" | "AI_Agent" | "Wizard" | "System";
            title: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When it registered.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            email: string | null;
            isEmailVerified: boolean;
            firstName: string | null;
            lastName: string | null;
            isAdmin: boolean;
            ownerId: string | null;
            version: number;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            /** @description Access token for `Authorization: Bearer`. */
            jwtToken: string;
            /**
             * Format: date-time
             * @description End of the access token.
             * @example 2026-01-05T12:00:00.000Z
             */
            jwtTokenExpiresAt: string;
            /** @description Gives new tokens, once. */
            refreshToken: string;
            /**
             * Format: date-time
             * @description End of the refresh token.
             * @example 2026-01-05T12:00:00.000Z
             */
            refreshTokenExpiresAt: string;
        };
        SignedInAvatarAnswer: {
            result: components["schemas"]["SignedInAvatar"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "refreshToken": "REFRESH_TOKEN"
         *     }
         */
        RefreshRequest: {
            /** @description The newest one. */
            refreshToken: string;
        };
        /**
         * @example {
         *       "refreshToken": "REFRESH_TOKEN"
         *     }
         */
        RevokeRequest: {
            /** @description Of the session to end; the caller’s own session when absent. */
            refreshToken?: string;
        };
        /**
         * @example {
         *       "done": true
         *     }
         */
        Done: {
            /** @enum {boolean} */
            done: true;
        };
        DoneAnswer: {
            result: components["schemas"]["Done"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "password": "a long enough password"
         *     }
         */
        PasswordRequest: {
            /** @description The password. */
            password: string;
        };
        /**
         * @example {
         *       "token": "TOKEN"
         *     }
         */
        MailTokenRequest: {
            /** @description From the e-mail. */
            token: string;
        };
        /**
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "username": "ann",
         *       "avatarType": "User",
         *       "title": null,
         *       "metadata": {},
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "email": "ann@example.org",
         *       "isEmailVerified": false,
         *       "firstName": "Ann",
         *       "lastName": null,
         *       "isAdmin": false,
         *       "ownerId": null,
         *       "version": 1,
         *       "updatedAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        Avatar: {
            /**
             * Format: uuid
             * @description The avatar’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            id: string;
            /**
             * Format: uuid
             * @description The same.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            avatarId: string;
            username: string;
            /** @enum {string} */
            avatarType: "User" | "AI_Agent" | "Wizard" | "System";
            title: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When it registered.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            email: string | null;
            isEmailVerified: boolean;
            firstName: string | null;
            lastName: string | null;
            isAdmin: boolean;
            ownerId: string | null;
            version: number;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
        };
        AvatarAnswer: {
            result: components["schemas"]["Avatar"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "email": "ann@example.org"
         *     }
         */
        ForgotPasswordRequest: {
            /** Format: email */
            email: string;
        };
        /**
         * @example {
         *       "token": "TOKEN",
         *       "password": "a long enough password"
         *     }
         */
        ResetPasswordRequest: {
            /** @description From the e-mail. */
            token: string;
            /** @description At least 8 characters. */
            password: string;
        };
        /**
         * @example {
         *       "oldPassword": "a long enough password",
         *       "newPassword": "another long password"
         *     }
         */
        ChangePasswordRequest: {
            /** @description The present password. */
            oldPassword: string;
            /** @description At least 8 characters. */
            newPassword: string;
        };
        /**
         * @example {
         *       "firstName": "Ann"
         *     }
         */
        ProfileRequest: {
            firstName?: string | null;
            lastName?: string | null;
            title?: string | null;
            /** @description Members of the caller’s choice. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        AvatarPage: {
            result: components["schemas"]["Avatar"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "username": "ann",
         *       "avatarType": "User",
         *       "title": null,
         *       "metadata": null,
         *       "createdAt": "2026-01-05T12:00:00.000Z"
         *     }
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "username": "ann",
         *       "avatarType": "User",
         *       "title": null,
         *       "metadata": {},
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "email": "ann@example.org",
         *       "isEmailVerified": false,
         *       "firstName": "Ann",
         *       "lastName": null,
         *       "isAdmin": false,
         *       "ownerId": null,
         *       "version": 1,
         *       "updatedAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        AvatarProfile: {
            /**
             * Format: uuid
             * @description The avatar’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            id: string;
            /**
             * Format: uuid
             * @description The same.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            avatarId: string;
            username: string;
            /** @enum {string} */
            avatarType: "User" | "AI_Agent" | "Wizard" | "System";
            title: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When it registered.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            email?: string | null;
            isEmailVerified?: boolean;
            firstName?: string | null;
            lastName?: string | null;
            isAdmin?: boolean;
            ownerId?: string | null;
            version?: number;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt?: string;
        };
        AvatarProfileAnswer: {
            result: components["schemas"]["AvatarProfile"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "keys": [
         *         {
         *           "kty": "OKP",
         *           "crv": "Ed25519",
         *           "x": "BASE64URL",
         *           "kid": "KEY",
         *           "alg": "EdDSA",
         *           "use": "sig"
         *         }
         *       ]
         *     }
         */
        JsonWebKeySet: {
            keys: {
                [key: string]: string;
            }[];
        };
        /**
         * @example {
         *       "keyId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "purpose": "apiKey",
         *       "publicPart": "cwk_4yTq2A",
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "rotatedAt": null
         *     }
         */
        AvatarKey: {
            keyId: string;
            /** @description Use of the key. */
            purpose: string;
            /** @description The public key, or the visible part of a secret. */
            publicPart: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            rotatedAt: string | null;
        };
        AvatarKeyPage: {
            result: components["schemas"]["AvatarKey"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "keyId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "name": "build server",
         *       "prefix": "cwk_4yTq2A",
         *       "scopes": [
         *         "orders:read"
         *       ],
         *       "createdBy": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "expiresAt": null,
         *       "lastUsedAt": null,
         *       "revokedAt": null
         *     }
         */
        ApiKey: {
            /**
             * Format: uuid
             * @description The key’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            keyId: string;
            /**
             * Format: uuid
             * @description The avatar that the key acts as.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            avatarId: string;
            name: string;
            /** @description First characters of the key. */
            prefix: string;
            /** @description Rights of the key. */
            scopes: ("orders:read" | "orders:write" | "wallets:read" | "wallets:write" | "missions:read" | "missions:write" | "libraries:read" | "libraries:write" | "agents:read" | "agents:write" | "tasks:read" | "tasks:write" | "messages:read" | "messages:write" | "holons:read" | "holons:write" | "admin")[];
            /**
             * Format: uuid
             * @description The avatar that made it.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            createdBy: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            expiresAt: string | null;
            lastUsedAt: string | null;
            revokedAt: string | null;
        };
        ApiKeyPage: {
            result: components["schemas"]["ApiKey"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "name": "build server",
         *       "scopes": [
         *         "orders:read"
         *       ],
         *       "expiresAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        ApiKeyRequest: {
            name: string;
            /** @description Rights of the key; none beyond those of the caller and of the avatar. */
            scopes: ("orders:read" | "orders:write" | "wallets:read" | "wallets:write" | "missions:read" | "missions:write" | "libraries:read" | "libraries:write" | "agents:read" | "agents:write" | "tasks:read" | "tasks:write" | "messages:read" | "messages:write" | "holons:read" | "holons:write" | "admin")[];
            expiresAt?: string | null;
        };
        /**
         * @example {
         *       "keyId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "name": "build server",
         *       "prefix": "cwk_4yTq2A",
         *       "scopes": [
         *         "orders:read"
         *       ],
         *       "createdBy": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "expiresAt": null,
         *       "lastUsedAt": null,
         *       "revokedAt": null,
         *       "apiKey": "API_KEY"
         *     }
         */
        NewApiKey: {
            /**
             * Format: uuid
             * @description The key’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            keyId: string;
            /**
             * Format: uuid
             * @description The avatar that the key acts as.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            avatarId: string;
            name: string;
            /** @description First characters of the key. */
            prefix: string;
            /** @description Rights of the key. */
            scopes: ("orders:read" | "orders:write" | "wallets:read" | "wallets:write" | "missions:read" | "missions:write" | "libraries:read" | "libraries:write" | "agents:read" | "agents:write" | "tasks:read" | "tasks:write" | "messages:read" | "messages:write" | "holons:read" | "holons:write" | "admin")[];
            /**
             * Format: uuid
             * @description The avatar that made it.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            createdBy: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            expiresAt: string | null;
            lastUsedAt: string | null;
            revokedAt: string | null;
            /** @description The key. It is shown once, here. */
            apiKey: string;
        };
        NewApiKeyAnswer: {
            result: components["schemas"]["NewApiKey"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        ApiKeyAnswer: {
            result: components["schemas"]["ApiKey"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "avatarType": "Wizard",
         *       "isAdmin": true
         *     }
         */
        RoleRequest: {
            /** @enum {string} */
            avatarType?: "User" | "AI_Agent" | "Wizard" | "System";
            isAdmin?: boolean;
        };
        /**
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "at": "2026-01-05T12:00:00.000Z",
         *       "action": "session.started",
         *       "outcome": "allowed",
         *       "actorId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "subjectId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "credential": null,
         *       "address": "192.0.2.1",
         *       "userAgent": "curl/8.5.0",
         *       "traceId": "4bf92f3577b34da6a3ce929d0e0e4736",
         *       "facts": {}
         *     }
         */
        AuditEntry: {
            /**
             * Format: uuid
             * @description The event’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            id: string;
            /**
             * Format: date-time
             * @description When.
             * @example 2026-01-05T12:00:00.000Z
             */
            at: string;
            /** @enum {string} */
            action: "avatar.registered" | "avatar.roleChanged" | "avatar.profileChanged" | "session.started" | "session.refused" | "session.reuseDetected" | "session.revoked" | "reauthenticated" | "password.changed" | "password.resetRequested" | "password.reset" | "email.verificationSent" | "email.verified" | "email.givenUp" | "apiKey.created" | "apiKey.revoked" | "signingKey.created" | "signingKey.revoked" | "wallet.exported" | "wallet.phraseShown" | "wallet.deleted" | "wallet.restored" | "wallet.sent" | "limits.changed" | "allowance.given" | "allowance.withdrawn" | "wallet.seedDestroyed" | "masterKey.rotated" | "agents.trustChanged";
            /** @enum {string} */
            outcome: "allowed" | "refused";
            actorId: string | null;
            subjectId: string | null;
            credential: string | null;
            address: string | null;
            userAgent: string | null;
            traceId: string | null;
            /** @description Members of the caller’s choice. */
            facts: {
                [key: string]: unknown;
            };
        };
        AuditEntryPage: {
            result: components["schemas"]["AuditEntry"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "name": "Main wallet",
         *       "description": "for everything",
         *       "walletProviderType": 3,
         *       "generateKeyPair": true,
         *       "isDefaultWallet": true
         *     }
         * @example {
         *       "name": "Cold",
         *       "walletProviderType": 7,
         *       "generateKeyPair": false,
         *       "walletAddress": "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"
         *     }
         */
        CreateWalletRequest: {
            name?: string;
            description?: string;
            /** @description The provider type: 3 solana, 4 arbitrum, 5 avalanche, 6 base, 7 ethereum, 8 polygon, 24 bitcoin, 28 optimism, 31 bnb, 32 fantom, 37 radix. */
            walletProviderType: number;
            /**
             * @description False: you hold the key, and give `walletAddress` or `publicKey`.
             * @default true
             */
            generateKeyPair?: boolean;
            /** @description Makes it the default of its type; the first generated wallet is that by itself. */
            isDefaultWallet?: boolean;
            walletAddress?: string;
            publicKey?: string;
            /** @description The answer has the recovery phrase, once, if this is the avatar’s first generated wallet. */
            showRecoveryPhrase?: boolean;
        };
        /**
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "walletId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-1111-7c3d-9f10-2b8a4d5e6f70",
         *       "name": "Main wallet",
         *       "description": "for everything",
         *       "walletProviderType": 3,
         *       "providerType": 3,
         *       "walletAddress": "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
         *       "publicKey": "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
         *       "isDefaultWallet": true,
         *       "custodial": true,
         *       "verified": true,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "deletedAt": null,
         *       "version": 1
         *     }
         */
        CreatedWallet: {
            /**
             * Format: uuid
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            id: string;
            /**
             * Format: uuid
             * @description The same as `id`.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            walletId: string;
            avatarId: string;
            name: string;
            description: string;
            /** @description The provider type: 3 solana, 4 arbitrum, 5 avalanche, 6 base, 7 ethereum, 8 polygon, 24 bitcoin, 28 optimism, 31 bnb, 32 fantom, 37 radix. */
            walletProviderType: number;
            /** @description The same as `walletProviderType`. */
            providerType: number;
            /**
             * @description In the chain’s own form.
             * @example HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk
             * @example 0x9858EfFD232B4033E47d90003D41EC34EcaEda94
             */
            walletAddress: string;
            publicKey: string | null;
            isDefaultWallet: boolean;
            /** @description The key is held here: the service can send and lock from the wallet. */
            custodial: boolean;
            /** @description The key is held here, or its owner has proven that they hold it. */
            verified: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it changed last.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            deletedAt: string | null;
            version: number;
            /** @description The avatar’s 24 words. Write them down: this answer alone has them. */
            recoveryPhrase?: string;
        };
        CreatedWalletAnswer: {
            result: components["schemas"]["CreatedWallet"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "walletId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-1111-7c3d-9f10-2b8a4d5e6f70",
         *       "name": "Main wallet",
         *       "description": "for everything",
         *       "walletProviderType": 3,
         *       "providerType": 3,
         *       "walletAddress": "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
         *       "publicKey": "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
         *       "isDefaultWallet": true,
         *       "custodial": true,
         *       "verified": true,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "deletedAt": null,
         *       "version": 1
         *     }
         */
        Wallet: {
            /**
             * Format: uuid
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            id: string;
            /**
             * Format: uuid
             * @description The same as `id`.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            walletId: string;
            avatarId: string;
            name: string;
            description: string;
            /** @description The provider type: 3 solana, 4 arbitrum, 5 avalanche, 6 base, 7 ethereum, 8 polygon, 24 bitcoin, 28 optimism, 31 bnb, 32 fantom, 37 radix. */
            walletProviderType: number;
            /** @description The same as `walletProviderType`. */
            providerType: number;
            /**
             * @description In the chain’s own form.
             * @example HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk
             * @example 0x9858EfFD232B4033E47d90003D41EC34EcaEda94
             */
            walletAddress: string;
            publicKey: string | null;
            isDefaultWallet: boolean;
            /** @description The key is held here: the service can send and lock from the wallet. */
            custodial: boolean;
            /** @description The key is held here, or its owner has proven that they hold it. */
            verified: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it changed last.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            deletedAt: string | null;
            version: number;
        };
        WalletPage: {
            result: components["schemas"]["Wallet"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        WalletAnswer: {
            result: components["schemas"]["Wallet"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "walletId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "walletAddress": "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
         *       "network": "solana",
         *       "symbol": "SOL",
         *       "balance": "1.5",
         *       "balances": [
         *         {
         *           "symbol": "SOL",
         *           "name": "Solana",
         *           "form": "native",
         *           "home": "solana",
         *           "tokenAddress": null,
         *           "decimals": 9,
         *           "balance": "1.5"
         *         }
         *       ]
         *     }
         */
        WalletBalance: {
            /**
             * Format: uuid
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            walletId: string;
            walletAddress: string;
            /** @example solana */
            network: string;
            /**
             * @description The native coin.
             * @example SOL
             */
            symbol: string;
            balance: string | null;
            balances: {
                /** @example SOL */
                symbol: string;
                name: string;
                /**
                 * @description The chain’s coin, a token at home here, or the bridged token of an asset at home elsewhere.
                 * @enum {unknown}
                 */
                form: "native" | "canonical" | "bridged";
                home: string | null;
                tokenAddress: string | null;
                decimals: number;
                balance: string | null;
            }[];
        };
        WalletBalanceAnswer: {
            result: components["schemas"]["WalletBalance"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "orderId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "role": "recipient",
         *       "status": "completed",
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "completedAt": "2026-01-05T12:01:00.000Z"
         *     }
         */
        WalletOrder: {
            /**
             * Format: uuid
             * @description More under /api/v1/orders/{id}.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            orderId: string;
            /**
             * @description What the wallet is in the order.
             * @enum {unknown}
             */
            role: "sender" | "recipient";
            /** @enum {unknown} */
            status: "created" | "locking" | "locked" | "confirming" | "proving" | "signing" | "minting" | "completed" | "cancelling" | "refunding" | "refunded" | "expired" | "failed";
            /**
             * Format: date-time
             * @description When it was ordered or seen.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            completedAt: string | null;
        };
        WalletOrderPage: {
            result: components["schemas"]["WalletOrder"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "walletId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "challenge": "causeway wallet 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70 nonce 5f1d0c",
         *       "expiresAt": "2026-01-05T12:10:00.000Z"
         *     }
         */
        WalletChallenge: {
            /**
             * Format: uuid
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            walletId: string;
            /** @description The text to sign as it is, with the wallet’s key. */
            challenge: string;
            /**
             * Format: date-time
             * @description Until when it is accepted.
             * @example 2026-01-05T12:00:00.000Z
             */
            expiresAt: string;
        };
        WalletChallengeAnswer: {
            result: components["schemas"]["WalletChallenge"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "signature": "0x5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c"
         *     }
         */
        VerifyWalletRequest: {
            /** @description EVM: personal_sign, hexadecimal. Solana: signMessage, base58. Bitcoin: signmessage (BIP-137), base64. Radix: PUBLICKEY:SIGNATURE, ed25519 of the UTF-8 bytes, hexadecimal. */
            signature: string;
        };
        /**
         * @example {
         *       "toAddress": "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
         *       "amount": "0.25"
         *     }
         */
        SendRequest: {
            /** @description Who receives, on the wallet’s chain. */
            toAddress: string;
            /** @description In whole units of the asset. A string is exact; a number must be one that JSON carries exactly. */
            amount: number | string;
            /** @description Symbol or token address; the chain’s coin when absent. */
            token?: string;
        };
        /**
         * @example {
         *       "transferId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *       "walletId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "status": "requested",
         *       "fromAddress": "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
         *       "toAddress": "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
         *       "token": "SOL",
         *       "tokenAddress": null,
         *       "amount": "0.25",
         *       "transaction": null,
         *       "failureCode": null,
         *       "failureMessage": null,
         *       "isFinished": false,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "version": 1
         *     }
         */
        WalletTransfer: {
            /**
             * Format: uuid
             * @example 0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81
             */
            transferId: string;
            /**
             * Format: uuid
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            walletId: string;
            /** @enum {unknown} */
            status: "requested" | "sent" | "included" | "completed" | "failed";
            fromAddress: string;
            toAddress: string;
            /** @example SOL */
            token: string;
            tokenAddress: string | null;
            /** @example 0.25 */
            amount: string;
            transaction: string | null;
            failureCode: string | null;
            failureMessage: string | null;
            isFinished: boolean;
            /**
             * Format: date-time
             * @description When it was asked for.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it changed last.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            version: number;
        };
        WalletTransferAnswer: {
            result: components["schemas"]["WalletTransfer"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        WalletTransferPage: {
            result: components["schemas"]["WalletTransfer"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "avatarId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "sendsPerDay": 100,
         *       "assets": [
         *         {
         *           "asset": "ETH",
         *           "limit": "10",
         *           "setBy": "service",
         *           "used": "1.5",
         *           "left": "8.5",
         *           "withoutPassword": {
         *             "limit": "1",
         *             "used": "0.5"
         *           }
         *         }
         *       ],
         *       "wallets": [
         *         {
         *           "walletId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *           "asset": "ETH",
         *           "limit": "2",
         *           "used": "1.5",
         *           "left": "0.5"
         *         }
         *       ],
         *       "allowances": [
         *         {
         *           "apiKeyId": null,
         *           "agentId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *           "asset": "ETH",
         *           "limit": "0.5",
         *           "used": "0",
         *           "left": "0.5"
         *         }
         *       ]
         *     }
         */
        SpendingLimits: {
            avatarId: string;
            /** @description Most transfers within 24 hours. */
            sendsPerDay: number;
            assets: {
                /**
                 * @description The asset’s symbol; its bridged tokens count as the asset, on every chain.
                 * @example ETH
                 */
                asset: string;
                limit: string | null;
                /**
                 * @description The service’s limit, or an admin’s for this avatar.
                 * @enum {unknown}
                 */
                setBy: "service" | "admin";
                /**
                 * @description Spent within the last 24 hours by sends, orders and fees, in whole units.
                 * @example 0.5
                 */
                used: string;
                left: string | null;
                /** @description What a session may spend of it without authentication within five minutes. */
                withoutPassword: {
                    /**
                     * @description The most without a recent password.
                     * @example 0.5
                     */
                    limit: string;
                    /**
                     * @description Spent so by sessions.
                     * @example 0.5
                     */
                    used: string;
                };
            }[];
            /** @description Limits that the owner set for single wallets. */
            wallets: {
                /**
                 * Format: uuid
                 * @description The wallet.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                walletId: string;
                /**
                 * @description The asset’s symbol; its bridged tokens count as the asset, on every chain.
                 * @example ETH
                 */
                asset: string;
                /**
                 * @description The most.
                 * @example 0.5
                 */
                limit: string;
                /**
                 * @description Spent within the last 24 hours by sends, orders and fees, in whole units.
                 * @example 0.5
                 */
                used: string;
                /**
                 * @description What is left of it now.
                 * @example 0.5
                 */
                left: string;
            }[];
            /** @description What API keys and agents may spend without a password. */
            allowances: {
                apiKeyId: string | null;
                agentId: string | null;
                /**
                 * @description The asset’s symbol; its bridged tokens count as the asset, on every chain.
                 * @example ETH
                 */
                asset: string;
                /**
                 * @description The allowance.
                 * @example 0.5
                 */
                limit: string;
                /**
                 * @description Spent within the last 24 hours by sends, orders and fees, in whole units.
                 * @example 0.5
                 */
                used: string;
                /**
                 * @description What is left of it now.
                 * @example 0.5
                 */
                left: string;
            }[];
        };
        SpendingLimitsAnswer: {
            result: components["schemas"]["SpendingLimits"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "asset": "ETH",
         *       "amount": "50",
         *       "reason": "asked by phone, ticket 81"
         *     }
         */
        AvatarLimitRequest: {
            /**
             * @description The asset’s symbol; its bridged tokens count as the asset, on every chain.
             * @example ETH
             */
            asset: string;
            amount: string | null;
            /** @description Why; it is in the audit log. */
            reason: string;
        };
        /**
         * @example {
         *       "asset": "ETH",
         *       "amount": "0.5"
         *     }
         */
        WalletLimitRequest: {
            /**
             * @description The asset’s symbol; its bridged tokens count as the asset, on every chain.
             * @example ETH
             */
            asset: string;
            amount: string | null;
        };
        /**
         * @example {
         *       "agentId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "asset": "ETH",
         *       "amount": "0.5"
         *     }
         */
        AllowanceRequest: {
            /**
             * Format: uuid
             * @description An API key of yours.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            apiKeyId?: string;
            /**
             * Format: uuid
             * @description An agent of yours: for all its keys together.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            agentId?: string;
            /**
             * @description The asset’s symbol; its bridged tokens count as the asset, on every chain.
             * @example ETH
             */
            asset: string;
            amount: string | null;
        };
        /**
         * @example {
         *       "password": "a long enough password"
         *     }
         */
        ExportWalletRequest: {
            /** @description Your password, again. */
            password: string;
            /**
             * @default privateKey
             * @enum {unknown}
             */
            what?: "privateKey" | "recoveryPhrase";
        };
        /**
         * @example {
         *       "walletId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "walletAddress": "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
         *       "what": "privateKey",
         *       "secret": "the secret"
         *     }
         */
        ExportedSecret: {
            /**
             * Format: uuid
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            walletId: string;
            walletAddress: string;
            /** @enum {unknown} */
            what: "privateKey" | "recoveryPhrase";
            /** @description EVM and Radix: hexadecimal; Solana: base58 of 64 bytes; Bitcoin: WIF; or the 24 words. */
            secret: string;
        };
        ExportedSecretAnswer: {
            result: components["schemas"]["ExportedSecret"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @description Without its dependencies, which `view=full` adds.
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "libraryId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "version": "1.1.0",
         *       "name": "merkle-proofs",
         *       "description": "Merkle proofs of bridge messages, in batches",
         *       "category": "crypto",
         *       "sourcePath": "libs/merkle",
         *       "language": "TypeScript",
         *       "dependencyCount": 1,
         *       "createdBy": "0198c5b2-1111-7c3d-9f10-2b8a4d5e6f70",
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "revision": 2
         *     }
         */
        ListedLibrary: {
            /**
             * @description The library’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            id: string;
            /** @description The same as `id`. */
            libraryId: string;
            /**
             * @description Semantic version, such as `1.2.3` or `2.0.0-rc.1`.
             * @example 1.0.0
             */
            version: string;
            name: string;
            description: string;
            category: string;
            sourcePath: string | null;
            language: string | null;
            dependencies?: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
                /**
                 * @description The versions that fit: a range of npm’s semver.
                 * @example ^1.2.0
                 */
                versionRange: string;
            }[];
            /** @description The avatar that may change it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description When the library was created.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it changed last.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            /** @description Counts the changes; it is in the ETag. */
            revision: number;
            /** @description The libraries that it depends on itself. */
            dependencyCount: number;
        };
        ListedLibraryPage: {
            result: components["schemas"]["ListedLibrary"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "name": "merkle-proofs",
         *       "description": "Merkle proofs of bridge messages",
         *       "version": "1.0.0",
         *       "category": "crypto"
         *     }
         */
        LibraryRequest: {
            name: string;
            /** @description What it is for; part of the search. */
            description?: string;
            /**
             * @description Semantic version, such as `1.2.3` or `2.0.0-rc.1`.
             * @example 1.0.0
             */
            version?: string;
            /** @description A word to group libraries by. */
            category?: string;
            sourcePath?: string | null;
            language?: string | null;
            dependencies?: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
                /**
                 * @description The versions that fit: a range of npm’s semver.
                 * @default *
                 * @example ^1.2.0
                 */
                versionRange?: string;
            }[];
        };
        /**
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "libraryId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "version": "1.1.0",
         *       "name": "merkle-proofs",
         *       "description": "Merkle proofs of bridge messages, in batches",
         *       "category": "crypto",
         *       "sourcePath": "libs/merkle",
         *       "language": "TypeScript",
         *       "dependencies": [
         *         {
         *           "libraryId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *           "versionRange": "^1.0.0"
         *         }
         *       ],
         *       "createdBy": "0198c5b2-1111-7c3d-9f10-2b8a4d5e6f70",
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "revision": 2
         *     }
         */
        Library: {
            /**
             * @description The library’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            id: string;
            /** @description The same as `id`. */
            libraryId: string;
            /**
             * @description Semantic version, such as `1.2.3` or `2.0.0-rc.1`.
             * @example 1.0.0
             */
            version: string;
            name: string;
            description: string;
            category: string;
            sourcePath: string | null;
            language: string | null;
            dependencies: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
                /**
                 * @description The versions that fit: a range of npm’s semver.
                 * @example ^1.2.0
                 */
                versionRange: string;
            }[];
            /** @description The avatar that may change it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description When the library was created.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it changed last.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            /** @description Counts the changes; it is in the ETag. */
            revision: number;
        };
        LibraryAnswer: {
            result: components["schemas"]["Library"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "version": "1.1.0",
         *       "description": "Merkle proofs of bridge messages, in batches"
         *     }
         */
        LibraryUpdate: {
            name?: string;
            /** @description What it is for; part of the search. */
            description?: string;
            /**
             * @description Semantic version, such as `1.2.3` or `2.0.0-rc.1`.
             * @example 1.0.0
             */
            version?: string;
            /** @description A word to group libraries by. */
            category?: string;
            sourcePath?: string | null;
            language?: string | null;
            dependencies?: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
                /**
                 * @description The versions that fit: a range of npm’s semver.
                 * @default *
                 * @example ^1.2.0
                 */
                versionRange?: string;
            }[];
        };
        /**
         * @example {
         *       "libraryId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "deleted": true
         *     }
         */
        DeletedLibrary: {
            /**
             * @description The library’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            libraryId: string;
            /** @enum {boolean} */
            deleted: true;
        };
        DeletedLibraryAnswer: {
            result: components["schemas"]["DeletedLibrary"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @description Without its dependencies, which `view=full` adds.
         * @example {
         *       "libraryId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "version": "1.1.0",
         *       "name": "merkle-proofs",
         *       "description": "Merkle proofs of bridge messages, in batches",
         *       "category": "crypto",
         *       "sourcePath": "libs/merkle",
         *       "language": "TypeScript",
         *       "dependencyCount": 1,
         *       "isCurrent": true,
         *       "createdAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        LibraryVersion: {
            libraryId: string;
            /**
             * @description Semantic version, such as `1.2.3` or `2.0.0-rc.1`.
             * @example 1.0.0
             */
            version: string;
            name: string;
            description: string;
            category: string;
            sourcePath: string | null;
            language: string | null;
            /** @description The libraries that it depends on itself. */
            dependencyCount: number;
            dependencies?: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
                /**
                 * @description The versions that fit: a range of npm’s semver.
                 * @example ^1.2.0
                 */
                versionRange: string;
            }[];
            /** @description The version that the library shows. */
            isCurrent: boolean;
            /**
             * Format: date-time
             * @description When the version was written.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
        };
        LibraryVersionPage: {
            result: components["schemas"]["LibraryVersion"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "libraryId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *       "name": "hashes",
         *       "version": "1.4.2",
         *       "versionRange": "^1.0.0",
         *       "direct": true,
         *       "requiredBy": [
         *         {
         *           "libraryId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *           "version": "1.1.0",
         *           "versionRange": "^1.0.0"
         *         }
         *       ]
         *     }
         */
        LibraryDependency: {
            /**
             * @description The library’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            libraryId: string;
            name: string;
            version: string | null;
            versionRange: string | null;
            /** @description The library itself depends on it. */
            direct: boolean;
            /** @description Who needs it, at which version, with which range. */
            requiredBy: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
                /**
                 * @description Semantic version, such as `1.2.3` or `2.0.0-rc.1`.
                 * @example 1.0.0
                 */
                version: string;
                /**
                 * @description The versions that fit: a range of npm’s semver.
                 * @example ^1.2.0
                 */
                versionRange: string;
            }[];
        };
        LibraryDependencyPage: {
            result: components["schemas"]["LibraryDependency"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "libraryId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *       "versionRange": "^1.0.0"
         *     }
         */
        NewLibraryDependency: {
            /**
             * @description The library’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            libraryId: string;
            /**
             * @description The versions that fit: a range of npm’s semver.
             * @default *
             * @example ^1.2.0
             */
            versionRange?: string;
            /**
             * @description The library’s new version; the next patch if absent.
             * @example 1.0.0
             */
            version?: string;
        };
        /**
         * @example {
         *       "libraryId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "name": "merkle-proofs",
         *       "version": "1.1.0",
         *       "versionRange": "^1.0.0"
         *     }
         */
        LibraryDependant: {
            /**
             * @description The library’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            libraryId: string;
            name: string;
            /**
             * @description Semantic version, such as `1.2.3` or `2.0.0-rc.1`.
             * @example 1.0.0
             */
            version: string;
            /**
             * @description The versions that fit: a range of npm’s semver.
             * @example ^1.2.0
             */
            versionRange: string;
        };
        LibraryDependantPage: {
            result: components["schemas"]["LibraryDependant"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "format": "causeway-libraries",
         *       "formatVersion": 1,
         *       "libraryId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *       "libraries": [
         *         {
         *           "libraryId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *           "currentVersion": "1.0.0",
         *           "versions": [
         *             {
         *               "version": "1.0.0",
         *               "name": "hashes",
         *               "description": "Hash functions",
         *               "category": "crypto",
         *               "sourcePath": null,
         *               "language": null,
         *               "dependencies": []
         *             }
         *           ]
         *         }
         *       ],
         *       "checksum": "sha256:8c48736f7b5241ab8197c7067186bb8656e0fa924924e0680669647a51faf379"
         *     }
         */
        LibraryPackage: {
            /** @enum {string} */
            format: "causeway-libraries";
            /** @enum {number} */
            formatVersion: 1;
            /** @description The exported library. */
            libraryId: string;
            /** @description In the order of their ids. */
            libraries: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
                /**
                 * @description Semantic version, such as `1.2.3` or `2.0.0-rc.1`.
                 * @example 1.0.0
                 */
                currentVersion: string;
                /** @description From the lowest to the highest. */
                versions: {
                    /**
                     * @description Semantic version, such as `1.2.3` or `2.0.0-rc.1`.
                     * @example 1.0.0
                     */
                    version: string;
                    name: string;
                    description: string;
                    category: string;
                    sourcePath: string | null;
                    language: string | null;
                    dependencies: {
                        /**
                         * @description The library’s id.
                         * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                         */
                        libraryId: string;
                        /**
                         * @description The versions that fit: a range of npm’s semver.
                         * @example ^1.2.0
                         */
                        versionRange: string;
                    }[];
                }[];
            }[];
            /** @description `sha256:` and the SHA-256 of the canonical JSON (RFC 8785) of all other members. */
            checksum: string;
        };
        LibraryPackageAnswer: {
            result: components["schemas"]["LibraryPackage"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "format": "causeway-libraries",
         *       "formatVersion": 1,
         *       "libraryId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *       "libraries": [
         *         {
         *           "libraryId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *           "currentVersion": "1.0.0",
         *           "versions": [
         *             {
         *               "version": "1.0.0",
         *               "name": "hashes",
         *               "description": "Hash functions",
         *               "category": "crypto",
         *               "sourcePath": null,
         *               "language": null,
         *               "dependencies": []
         *             }
         *           ]
         *         }
         *       ],
         *       "checksum": "sha256:8c48736f7b5241ab8197c7067186bb8656e0fa924924e0680669647a51faf379"
         *     }
         */
        ImportedLibraryPackage: {
            /** @enum {string} */
            format: "causeway-libraries";
            /** @enum {number} */
            formatVersion: 1;
            /** @description The exported library. */
            libraryId: string;
            /** @description In the order of their ids. */
            libraries: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
                /**
                 * @description Semantic version, such as `1.2.3` or `2.0.0-rc.1`.
                 * @example 1.0.0
                 */
                currentVersion: string;
                /** @description From the lowest to the highest. */
                versions: {
                    /**
                     * @description Semantic version, such as `1.2.3` or `2.0.0-rc.1`.
                     * @example 1.0.0
                     */
                    version: string;
                    name: string;
                    description: string;
                    category: string;
                    sourcePath: string | null;
                    language: string | null;
                    dependencies: {
                        /**
                         * @description The library’s id.
                         * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                         */
                        libraryId: string;
                        /**
                         * @description The versions that fit: a range of npm’s semver.
                         * @example ^1.2.0
                         */
                        versionRange: string;
                    }[];
                }[];
            }[];
            /** @description `sha256:` and the SHA-256 of the canonical JSON (RFC 8785) of all other members. */
            checksum: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "toAvatarId": "0198c5b2-2222-7c3d-9f10-2b8a4d5e6f70",
         *       "message": "The render is done",
         *       "metadata": {
         *         "taskId": "task-7",
         *         "priority": "high"
         *       }
         *     }
         */
        SendMessageRequest: {
            /**
             * @description The sender: the caller, also if absent.
             * @example 0198c5b2-2222-7c3d-9f10-2b8a4d5e6f70
             */
            fromAvatarId?: string;
            /**
             * @description The recipient.
             * @example 0198c5b2-2222-7c3d-9f10-2b8a4d5e6f70
             */
            toAvatarId: string;
            message: string;
            /** @description Free form. */
            metadata?: {
                /** @description The task that the message is about. */
                taskId?: string;
                /** @description Such as `low`, `normal`, `high` or `urgent`. */
                priority?: string;
            } & {
                [key: string]: unknown;
            };
        };
        /**
         * @example {
         *       "messageId": "0198c5b2-8c3f-7e4e-8a21-3c9b5e6f7a81",
         *       "sentAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        SentMessage: {
            /**
             * Format: uuid
             * @description The message’s id.
             * @example 0198c5b2-8c3f-7e4e-8a21-3c9b5e6f7a81
             */
            messageId: string;
            /**
             * Format: date-time
             * @description When it was stored.
             * @example 2026-01-05T12:00:00.000Z
             */
            sentAt: string;
        };
        SentMessageAnswer: {
            result: components["schemas"]["SentMessage"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "messageIds": [
         *         "0198c5b2-8c3f-7e4e-8a21-3c9b5e6f7a81"
         *       ]
         *     }
         */
        MarkMessagesReadRequest: {
            messageIds: string[];
        };
        /**
         * @example {
         *       "messageIds": [
         *         "0198c5b2-8c3f-7e4e-8a21-3c9b5e6f7a81"
         *       ],
         *       "unreadCount": 0
         *     }
         */
        MarkedMessages: {
            /** @description The messages that were unread before. */
            messageIds: string[];
            /** @description Unread messages that are left. */
            unreadCount: number;
        };
        MarkedMessagesAnswer: {
            result: components["schemas"]["MarkedMessages"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "messageId": "0198c5b2-8c3f-7e4e-8a21-3c9b5e6f7a81",
         *       "deleted": true
         *     }
         */
        DeletedMessage: {
            /**
             * Format: uuid
             * @description The message’s id.
             * @example 0198c5b2-8c3f-7e4e-8a21-3c9b5e6f7a81
             */
            messageId: string;
            /** @enum {boolean} */
            deleted: true;
        };
        DeletedMessageAnswer: {
            result: components["schemas"]["DeletedMessage"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "id": "0198c5b2-8c3f-7e4e-8a21-3c9b5e6f7a81",
         *       "messageId": "0198c5b2-8c3f-7e4e-8a21-3c9b5e6f7a81",
         *       "fromAvatarId": "0198c5b2-1111-7c3d-9f10-2b8a4d5e6f70",
         *       "toAvatarId": "0198c5b2-2222-7c3d-9f10-2b8a4d5e6f70",
         *       "message": "The render is done",
         *       "metadata": {
         *         "taskId": "task-7",
         *         "priority": "high"
         *       },
         *       "sentAt": "2026-01-05T12:00:00.000Z",
         *       "isRead": false,
         *       "readAt": null,
         *       "version": 1
         *     }
         */
        Message: {
            /**
             * Format: uuid
             * @description The message’s id.
             * @example 0198c5b2-8c3f-7e4e-8a21-3c9b5e6f7a81
             */
            id: string;
            /**
             * Format: uuid
             * @description The same as `id`.
             */
            messageId: string;
            /**
             * @description The sender.
             * @example 0198c5b2-2222-7c3d-9f10-2b8a4d5e6f70
             */
            fromAvatarId: string;
            /**
             * @description The recipient.
             * @example 0198c5b2-2222-7c3d-9f10-2b8a4d5e6f70
             */
            toAvatarId: string;
            message: string;
            /** @description Free form. */
            metadata: {
                /** @description The task that the message is about. */
                taskId?: string;
                /** @description Such as `low`, `normal`, `high` or `urgent`. */
                priority?: string;
            } & {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was sent.
             * @example 2026-01-05T12:00:00.000Z
             */
            sentAt: string;
            isRead: boolean;
            readAt: string | null;
            version: number;
        };
        MessageAnswer: {
            result: components["schemas"]["Message"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        MessagePage: {
            result: components["schemas"]["Message"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "unreadCount": 3
         *     }
         */
        UnreadMessages: {
            unreadCount: number;
        };
        UnreadMessagesAnswer: {
            result: components["schemas"]["UnreadMessages"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "avatarId": "0198c5b2-2222-7c3d-9f10-2b8a4d5e6f70",
         *       "blocked": true,
         *       "since": "2026-01-05T12:00:00.000Z"
         *     }
         */
        BlockedAvatar: {
            /**
             * @description The avatar.
             * @example 0198c5b2-2222-7c3d-9f10-2b8a4d5e6f70
             */
            avatarId: string;
            /** @description Its messages to you are refused. */
            blocked: boolean;
            since: string | null;
        };
        BlockedAvatarPage: {
            result: components["schemas"]["BlockedAvatar"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        BlockedAvatarAnswer: {
            result: components["schemas"]["BlockedAvatar"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        CapabilityInput: {
            /** @description The kind of work. */
            type: string;
            models?: string[];
            /**
             * @description Pixels: width x height.
             * @example 1024x768
             */
            maxResolution?: string;
            /** @description In the agent’s own unit. */
            costPerRequest?: number;
            maxImages?: number;
        };
        /**
         * @example {
         *       "name": "Painter",
         *       "capabilities": [
         *         {
         *           "type": "image",
         *           "models": [
         *             "m1"
         *           ],
         *           "maxResolution": "1024x1024",
         *           "costPerRequest": 0.02
         *         }
         *       ],
         *       "availability": "online",
         *       "maxConcurrentTasks": 4
         *     }
         */
        RegisterAgentRequest: {
            /** @description The username of the new agent’s avatar; an AI_Agent that registers itself keeps its own. */
            agentId?: string;
            /** @description For people. */
            name: string;
            /** @description Its kinds of work; an AI_Agent’s `metadata.capabilities` when absent. */
            capabilities?: components["schemas"]["CapabilityInput"][];
            /** @description Where the agent can be reached. Others read `api`, too. */
            endpoints?: {
                /** Format: uri */
                api?: string;
                /**
                 * Format: uri
                 * @description Signed webhooks bring tasks there. An https URL at a public address; others as the service allows.
                 */
                webhook?: string;
            };
            /**
             * @description `online` when absent.
             * @enum {string}
             */
            availability?: "online" | "busy" | "offline" | "maintenance";
            /** @description Tasks that it holds at most. */
            maxConcurrentTasks?: number;
        };
        Capability: {
            /** @description The kind of work. */
            type: string;
            models?: string[];
            /**
             * @description Pixels: width x height.
             * @example 1024x768
             */
            maxResolution?: string;
            /** @description In the agent’s own unit. */
            costPerRequest?: number;
            maxImages?: number;
        };
        /**
         * @example {
         *       "agentId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "ownerId": "0198c5b2-5f0d-7b2c-8e0f-1a7938c4d5e6",
         *       "name": "Painter",
         *       "capabilities": [
         *         {
         *           "type": "image",
         *           "models": [
         *             "m1"
         *           ],
         *           "maxResolution": "1024x1024",
         *           "costPerRequest": 0.02
         *         }
         *       ],
         *       "endpoints": {},
         *       "hasWebhook": false,
         *       "availability": "online",
         *       "maxConcurrentTasks": 4,
         *       "currentTasks": 1,
         *       "lastSeenAt": "2026-01-05T12:00:00.000Z",
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "version": 1,
         *       "apiKey": null,
         *       "webhookSecret": null
         *     }
         */
        RegisteredAgent: {
            /** @description The agent’s id. */
            agentId: string;
            /** @description The same. */
            avatarId: string;
            /** @description The avatar that registered it. */
            ownerId: string;
            /** @description For people. */
            name: string;
            /** @description Its kinds of work. */
            capabilities: components["schemas"]["Capability"][];
            /** @description Where the agent can be reached. Others read `api`, too. */
            endpoints: {
                /** Format: uri */
                api?: string;
                /**
                 * Format: uri
                 * @description Signed webhooks bring tasks there. An https URL at a public address; others as the service allows.
                 */
                webhook?: string;
            };
            /**
             * @description As declared; `offline` when the agent is silent for a minute.
             * @enum {string}
             */
            availability: "online" | "busy" | "offline" | "maintenance";
            /** @description Tasks that it holds at most. */
            maxConcurrentTasks: number;
            /** @description True when `endpoints.webhook` is set, which only the agent and its owner see. */
            hasWebhook: boolean;
            /** @description Tasks that it holds now. */
            currentTasks: number;
            /**
             * Format: date-time
             * @description When it was last heard of.
             * @example 2026-01-05T12:00:00.000Z
             */
            lastSeenAt: string;
            /**
             * Format: date-time
             * @description When it was registered.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            version: number;
            apiKey: string | null;
            webhookSecret: string | null;
        };
        RegisteredAgentAnswer: {
            result: components["schemas"]["RegisteredAgent"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "agentId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "ownerId": "0198c5b2-5f0d-7b2c-8e0f-1a7938c4d5e6",
         *       "name": "Painter",
         *       "capabilities": [
         *         {
         *           "type": "image",
         *           "models": [
         *             "m1"
         *           ],
         *           "maxResolution": "1024x1024",
         *           "costPerRequest": 0.02
         *         }
         *       ],
         *       "endpoints": {},
         *       "hasWebhook": false,
         *       "availability": "online",
         *       "maxConcurrentTasks": 4,
         *       "currentTasks": 1,
         *       "lastSeenAt": "2026-01-05T12:00:00.000Z",
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "version": 1
         *     }
         */
        Agent: {
            /** @description The agent’s id. */
            agentId: string;
            /** @description The same. */
            avatarId: string;
            /** @description The avatar that registered it. */
            ownerId: string;
            /** @description For people. */
            name: string;
            /** @description Its kinds of work. */
            capabilities: components["schemas"]["Capability"][];
            /** @description Where the agent can be reached. Others read `api`, too. */
            endpoints: {
                /** Format: uri */
                api?: string;
                /**
                 * Format: uri
                 * @description Signed webhooks bring tasks there. An https URL at a public address; others as the service allows.
                 */
                webhook?: string;
            };
            /**
             * @description As declared; `offline` when the agent is silent for a minute.
             * @enum {string}
             */
            availability: "online" | "busy" | "offline" | "maintenance";
            /** @description Tasks that it holds at most. */
            maxConcurrentTasks: number;
            /** @description True when `endpoints.webhook` is set, which only the agent and its owner see. */
            hasWebhook: boolean;
            /** @description Tasks that it holds now. */
            currentTasks: number;
            /**
             * Format: date-time
             * @description When it was last heard of.
             * @example 2026-01-05T12:00:00.000Z
             */
            lastSeenAt: string;
            /**
             * Format: date-time
             * @description When it was registered.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            version: number;
        };
        AgentPage: {
            result: components["schemas"]["Agent"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        AgentAnswer: {
            result: components["schemas"]["Agent"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "availability": "maintenance"
         *     }
         */
        UpdateAgentRequest: {
            /** @description For people. */
            name?: string;
            /** @description Its kinds of work. */
            capabilities?: components["schemas"]["CapabilityInput"][];
            /** @description Where the agent can be reached. Others read `api`, too. */
            endpoints?: {
                /** Format: uri */
                api?: string;
                /**
                 * Format: uri
                 * @description Signed webhooks bring tasks there. An https URL at a public address; others as the service allows.
                 */
                webhook?: string;
            };
            /**
             * @description Only an agent that is online gets tasks.
             * @enum {string}
             */
            availability?: "online" | "busy" | "offline" | "maintenance";
            /** @description Tasks that it holds at most. */
            maxConcurrentTasks?: number;
        };
        /**
         * @example {
         *       "tasksCompleted": 12,
         *       "tasksFailed": 1,
         *       "successRate": 0.923,
         *       "averageResponseMs": 1830,
         *       "cost": 0.24,
         *       "uptime30d": 0.9995,
         *       "uptimeTarget": 0.999
         *     }
         */
        AgentPerformance: {
            /** @description Attempts that completed their task. */
            tasksCompleted: number;
            /** @description Attempts that failed, or whose lease ended. */
            tasksFailed: number;
            successRate: number | null;
            averageResponseMs: number | null;
            /** @description Of completed tasks, in the agent’s own unit. */
            cost: number;
            uptime30d: number | null;
            /** @description The share that agents aim at. */
            uptimeTarget: number;
        };
        /**
         * @example {
         *       "agentId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "availability": "online",
         *       "online": true,
         *       "currentTasks": 1,
         *       "maxConcurrentTasks": 4,
         *       "lastSeenAt": "2026-01-05T12:00:00.000Z",
         *       "performance": {
         *         "tasksCompleted": 12,
         *         "tasksFailed": 1,
         *         "successRate": 0.923,
         *         "averageResponseMs": 1830,
         *         "cost": 0.24,
         *         "uptime30d": 0.9995,
         *         "uptimeTarget": 0.999
         *       }
         *     }
         */
        AgentStatus: {
            /** @description The agent’s id. */
            agentId: string;
            /**
             * @description As declared; `offline` when the agent is silent for a minute.
             * @enum {string}
             */
            availability: "online" | "busy" | "offline" | "maintenance";
            online: boolean;
            /** @description Tasks that it holds now. */
            currentTasks: number;
            /** @description Tasks that it holds at most. */
            maxConcurrentTasks: number;
            /**
             * Format: date-time
             * @description When it was last heard of.
             * @example 2026-01-05T12:00:00.000Z
             */
            lastSeenAt: string;
            performance: components["schemas"]["AgentPerformance"];
        };
        AgentStatusAnswer: {
            result: components["schemas"]["AgentStatus"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        AgentPerformanceAnswer: {
            result: components["schemas"]["AgentPerformance"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "lastSeenAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        AgentSeen: {
            /**
             * Format: date-time
             * @description When it was last heard of.
             * @example 2026-01-05T12:00:00.000Z
             */
            lastSeenAt: string;
        };
        AgentSeenAnswer: {
            result: components["schemas"]["AgentSeen"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "trusted": [
         *         "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70"
         *       ]
         *     }
         */
        TrustedAgents: {
            /** @description Ids of agents, and of avatars all of whose agents are trusted. */
            trusted: string[];
        };
        TrustedAgentsAnswer: {
            result: components["schemas"]["TrustedAgents"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "trusted": [
         *         "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70"
         *       ]
         *     }
         */
        SetTrustedAgentsRequest: {
            /** @description Ids of agents, and of avatars all of whose agents are trusted. */
            trusted: string[];
        };
        /**
         * @example {
         *       "type": "image",
         *       "requirements": {
         *         "capability": "image",
         *         "model": "m1",
         *         "resolution": "512x512"
         *       },
         *       "input": {
         *         "prompt": "a bridge"
         *       },
         *       "priority": "high"
         *     }
         */
        SubmitTaskRequest: {
            /**
             * @description The task’s id.
             * @example task-1
             */
            taskId?: string;
            /** @description The kind of work. */
            type: string;
            requirements?: {
                /** @description The kind of work; the task’s `type` when absent. */
                capability?: string;
                /** @description A model that the agent must have. */
                model?: string;
                /**
                 * @description Pixels: width x height.
                 * @example 1024x768
                 */
                resolution?: string;
                /** @description The one agent that may do the task, whatever its capabilities. */
                agent?: string;
                /**
                 * @description Who may take it: `own`: your own agents (for an agent, those of its owner); `listed`: these and the ones on your list of trusted agents; `any`: every agent. An agent that you name yourself may take it in any case. When absent, as the service is configured: `any`, and `own` where networks of value are connected.
                 * @enum {string}
                 */
                agents?: "own" | "listed" | "any";
            };
            /** @description The task’s input. */
            input?: {
                [key: string]: unknown;
            };
            /**
             * @default normal
             * @enum {string}
             */
            priority?: "low" | "normal" | "high" | "urgent";
            /**
             * Format: date-time
             * @description The task expires then; seven days from now when absent.
             * @example 2026-01-05T12:00:00.000Z
             */
            deadline?: string;
            /**
             * @description Attempts that may fail.
             * @default 3
             */
            maxAttempts?: number;
            routing?: {
                /**
                 * @default best_match
                 * @enum {string}
                 */
                strategy?: "first_available" | "best_match" | "load_balanced";
                /**
                 * @description Milliseconds for an agent with a webhook to accept the task; then the next one is asked.
                 * @default 10000
                 */
                timeout?: number;
            };
            /**
             * Format: uri
             * @description Told of the task’s end by a signed webhook. An https URL at a public address; others as the service allows.
             */
            callback?: string;
        };
        /**
         * @example {
         *       "taskId": "task-1",
         *       "status": "queued",
         *       "assignedAgent": null,
         *       "queuePosition": 0,
         *       "routing": {
         *         "strategy": "best_match",
         *         "reason": null
         *       },
         *       "webhookSecret": null,
         *       "requirements": {
         *         "agents": "any"
         *       }
         *     }
         */
        SubmittedTask: {
            /**
             * @description The task’s id.
             * @example task-1
             */
            taskId: string;
            /** @enum {string} */
            status: "pending" | "queued" | "assigned" | "working" | "input_required" | "completed" | "failed" | "cancelled" | "expired" | "rejected";
            assignedAgent: string | null;
            queuePosition: number | null;
            routing: {
                /** @enum {string} */
                strategy: "first_available" | "best_match" | "load_balanced";
                reason: string | null;
            };
            webhookSecret: string | null;
            requirements: {
                /**
                 * @description Who may take it.
                 * @enum {string}
                 */
                agents: "own" | "listed" | "any";
            };
        };
        SubmittedTaskAnswer: {
            result: components["schemas"]["SubmittedTask"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @description Without its input, result and questions, which `view=full` adds.
         * @example {
         *       "taskId": "task-1",
         *       "status": "working",
         *       "type": "image",
         *       "requirements": {
         *         "capability": "image",
         *         "model": "m1",
         *         "resolution": "512x512",
         *         "agent": null,
         *         "agents": "any"
         *       },
         *       "priority": "high",
         *       "submittedBy": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "assignedAgent": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "routing": {
         *         "strategy": "best_match",
         *         "reason": "it claimed the task"
         *       },
         *       "progress": 40,
         *       "progressMessage": "drawing",
         *       "failureCode": null,
         *       "failureMessage": null,
         *       "replayOf": null,
         *       "runId": null,
         *       "attempts": 1,
         *       "failedAttempts": 0,
         *       "maxAttempts": 3,
         *       "isFinished": false,
         *       "deadline": "2026-01-05T12:00:00.000Z",
         *       "nextAttemptAt": null,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "assignedAt": "2026-01-05T12:00:00.000Z",
         *       "completedAt": null,
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "version": 3
         *     }
         */
        ListedTask: {
            /**
             * @description The task’s id.
             * @example task-1
             */
            taskId: string;
            /** @enum {string} */
            status: "pending" | "queued" | "assigned" | "working" | "input_required" | "completed" | "failed" | "cancelled" | "expired" | "rejected";
            type: string;
            requirements: {
                capability: string;
                model: string | null;
                resolution: string | null;
                agent: string | null;
                /**
                 * @description Who may take it.
                 * @enum {string}
                 */
                agents: "own" | "listed" | "any";
            };
            /** @enum {string} */
            priority: "low" | "normal" | "high" | "urgent";
            /** @description The avatar that submitted it. */
            submittedBy: string;
            assignedAgent: string | null;
            routing: {
                /** @enum {string} */
                strategy: "first_available" | "best_match" | "load_balanced";
                reason: string | null;
            };
            progress: number | null;
            progressMessage: string | null;
            failureCode: string | null;
            failureMessage: string | null;
            replayOf: string | null;
            runId: string | null;
            /** @description Claims so far. */
            attempts: number;
            failedAttempts: number;
            maxAttempts: number;
            isFinished: boolean;
            /**
             * Format: date-time
             * @description It expires then.
             * @example 2026-01-05T12:00:00.000Z
             */
            deadline: string;
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When it was submitted.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            assignedAt: string | null;
            completedAt: string | null;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            version: number;
            /** @description The oldest first. */
            questions?: {
                /** @description Of the agent that held the task. */
                question: string;
                /** @description Of the submitter; null while the task waits for it. */
                answer: unknown;
            }[];
            /** @description As submitted. */
            input?: unknown;
            /** @description What the agent reported; null until it completes. */
            result?: unknown;
        };
        ListedTaskPage: {
            result: components["schemas"]["ListedTask"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "taskId": "task-1",
         *       "status": "working",
         *       "type": "image",
         *       "requirements": {
         *         "capability": "image",
         *         "model": "m1",
         *         "resolution": "512x512",
         *         "agent": null,
         *         "agents": "any"
         *       },
         *       "priority": "high",
         *       "submittedBy": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "assignedAgent": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "routing": {
         *         "strategy": "best_match",
         *         "reason": "it claimed the task"
         *       },
         *       "progress": 40,
         *       "progressMessage": "drawing",
         *       "failureCode": null,
         *       "failureMessage": null,
         *       "replayOf": null,
         *       "runId": null,
         *       "attempts": 1,
         *       "failedAttempts": 0,
         *       "maxAttempts": 3,
         *       "isFinished": false,
         *       "deadline": "2026-01-05T12:00:00.000Z",
         *       "nextAttemptAt": null,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "assignedAt": "2026-01-05T12:00:00.000Z",
         *       "completedAt": null,
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "version": 3,
         *       "questions": [],
         *       "queuePosition": null,
         *       "input": {
         *         "prompt": "a bridge"
         *       },
         *       "result": null
         *     }
         */
        Task: {
            /**
             * @description The task’s id.
             * @example task-1
             */
            taskId: string;
            /** @enum {string} */
            status: "pending" | "queued" | "assigned" | "working" | "input_required" | "completed" | "failed" | "cancelled" | "expired" | "rejected";
            type: string;
            requirements: {
                capability: string;
                model: string | null;
                resolution: string | null;
                agent: string | null;
                /**
                 * @description Who may take it.
                 * @enum {string}
                 */
                agents: "own" | "listed" | "any";
            };
            /** @enum {string} */
            priority: "low" | "normal" | "high" | "urgent";
            /** @description The avatar that submitted it. */
            submittedBy: string;
            assignedAgent: string | null;
            routing: {
                /** @enum {string} */
                strategy: "first_available" | "best_match" | "load_balanced";
                reason: string | null;
            };
            progress: number | null;
            progressMessage: string | null;
            failureCode: string | null;
            failureMessage: string | null;
            replayOf: string | null;
            runId: string | null;
            /** @description Claims so far. */
            attempts: number;
            failedAttempts: number;
            maxAttempts: number;
            isFinished: boolean;
            /**
             * Format: date-time
             * @description It expires then.
             * @example 2026-01-05T12:00:00.000Z
             */
            deadline: string;
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When it was submitted.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            assignedAt: string | null;
            completedAt: string | null;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            version: number;
            /** @description The oldest first. */
            questions: {
                /** @description Of the agent that held the task. */
                question: string;
                /** @description Of the submitter; null while the task waits for it. */
                answer: unknown;
            }[];
            /** @description As submitted. */
            input: unknown;
            /** @description What the agent reported; null until it completes. */
            result: unknown;
            queuePosition: number | null;
        };
        TaskAnswer: {
            result: components["schemas"]["Task"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        TaskAnswerAnswer: {
            result: components["schemas"]["TaskAnswer"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "seq": 7,
         *       "type": "task.assigned",
         *       "at": "2026-01-05T12:00:00.000Z",
         *       "taskId": "task-1",
         *       "from": "queued",
         *       "trigger": "claimed",
         *       "agentId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "token": 1,
         *       "version": 2
         *     }
         */
        TaskEvent: {
            seq: number;
            /** @description `task.<status>`, `task.progress` or `task.artifact`. */
            type: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-05T12:00:00.000Z
             */
            at: string;
            /**
             * @description The task’s id.
             * @example task-1
             */
            taskId: string;
            from?: ("pending" | "queued" | "assigned" | "working" | "input_required" | "completed" | "failed" | "cancelled" | "expired" | "rejected") | null;
            trigger?: string;
            agentId?: string | null;
            token?: number;
            progress?: number | null;
            message?: string | null;
            question?: string;
            /** @description The name of the stored artifact. */
            artifact?: string;
            failureCode?: string;
            failureMessage?: string;
            version?: number;
        };
        /**
         * @example {
         *       "taskId": "task-1",
         *       "status": "working",
         *       "type": "image",
         *       "requirements": {
         *         "capability": "image",
         *         "model": "m1",
         *         "resolution": "512x512",
         *         "agent": null,
         *         "agents": "any"
         *       },
         *       "priority": "high",
         *       "submittedBy": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "assignedAgent": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "routing": {
         *         "strategy": "best_match",
         *         "reason": "it claimed the task"
         *       },
         *       "progress": 40,
         *       "progressMessage": "drawing",
         *       "failureCode": null,
         *       "failureMessage": null,
         *       "replayOf": null,
         *       "runId": null,
         *       "attempts": 1,
         *       "failedAttempts": 0,
         *       "maxAttempts": 3,
         *       "isFinished": false,
         *       "deadline": "2026-01-05T12:00:00.000Z",
         *       "nextAttemptAt": null,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "assignedAt": "2026-01-05T12:00:00.000Z",
         *       "completedAt": null,
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "version": 3,
         *       "questions": []
         *     }
         */
        TaskSummary: {
            /**
             * @description The task’s id.
             * @example task-1
             */
            taskId: string;
            /** @enum {string} */
            status: "pending" | "queued" | "assigned" | "working" | "input_required" | "completed" | "failed" | "cancelled" | "expired" | "rejected";
            type: string;
            requirements: {
                capability: string;
                model: string | null;
                resolution: string | null;
                agent: string | null;
                /**
                 * @description Who may take it.
                 * @enum {string}
                 */
                agents: "own" | "listed" | "any";
            };
            /** @enum {string} */
            priority: "low" | "normal" | "high" | "urgent";
            /** @description The avatar that submitted it. */
            submittedBy: string;
            assignedAgent: string | null;
            routing: {
                /** @enum {string} */
                strategy: "first_available" | "best_match" | "load_balanced";
                reason: string | null;
            };
            progress: number | null;
            progressMessage: string | null;
            failureCode: string | null;
            failureMessage: string | null;
            replayOf: string | null;
            runId: string | null;
            /** @description Claims so far. */
            attempts: number;
            failedAttempts: number;
            maxAttempts: number;
            isFinished: boolean;
            /**
             * Format: date-time
             * @description It expires then.
             * @example 2026-01-05T12:00:00.000Z
             */
            deadline: string;
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When it was submitted.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            assignedAt: string | null;
            completedAt: string | null;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            version: number;
            /** @description The oldest first. */
            questions: {
                /** @description Of the agent that held the task. */
                question: string;
                /** @description Of the submitter; null while the task waits for it. */
                answer: unknown;
            }[];
        };
        TaskSummaryAnswer: {
            result: components["schemas"]["TaskSummary"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "answer": "red"
         *     }
         */
        AnswerTaskRequest: {
            /** @description Any JSON. */
            answer: unknown;
        };
        /**
         * @example {
         *       "limit": 4,
         *       "waitMs": 0
         *     }
         */
        ClaimRequest: {
            /** @default 1 */
            limit?: number;
            /**
             * @description How long to wait for a first task.
             * @default 0
             */
            waitMs?: number;
            /**
             * @description The lease of each task; a heartbeat extends it by as much.
             * @default 30000
             */
            leaseMs?: number;
        };
        /**
         * @example {
         *       "taskId": "task-1",
         *       "type": "image",
         *       "requirements": {
         *         "capability": "image",
         *         "model": "m1",
         *         "resolution": "512x512",
         *         "agent": null,
         *         "agents": "any"
         *       },
         *       "input": {
         *         "prompt": "a bridge"
         *       },
         *       "priority": "high",
         *       "token": 1,
         *       "leaseEndsAt": "2026-01-05T12:00:00.000Z",
         *       "deadline": "2026-01-05T12:00:00.000Z",
         *       "failedAttempts": 0,
         *       "questions": [],
         *       "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
         *     }
         */
        ClaimedTask: {
            /**
             * @description The task’s id.
             * @example task-1
             */
            taskId: string;
            type: string;
            requirements: {
                capability: string;
                model: string | null;
                resolution: string | null;
                agent: string | null;
                /**
                 * @description Who may take it.
                 * @enum {string}
                 */
                agents: "own" | "listed" | "any";
            };
            /** @description As submitted. */
            input: unknown;
            /** @enum {string} */
            priority: "low" | "normal" | "high" | "urgent";
            /** @description The fencing token of the claim. */
            token: number;
            /**
             * Format: date-time
             * @description Report before it, or another agent gets the task.
             * @example 2026-01-05T12:00:00.000Z
             */
            leaseEndsAt: string;
            /**
             * Format: date-time
             * @description It expires then.
             * @example 2026-01-05T12:00:00.000Z
             */
            deadline: string;
            failedAttempts: number;
            /** @description The oldest first. */
            questions: {
                /** @description Of the agent that held the task. */
                question: string;
                /** @description Of the submitter; null while the task waits for it. */
                answer: unknown;
            }[];
            traceparent: string | null;
        };
        /**
         * @example {
         *       "token": 1,
         *       "progress": 40,
         *       "message": "drawing"
         *     }
         */
        TaskHeartbeatRequest: {
            /** @description The fencing token of the claim. */
            token: number;
            /** @description Percent. */
            progress?: number;
            message?: string;
        };
        /**
         * @example {
         *       "taskId": "task-1",
         *       "status": "working",
         *       "leaseEndsAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        TaskLease: {
            /**
             * @description The task’s id.
             * @example task-1
             */
            taskId: string;
            /** @enum {string} */
            status: "pending" | "queued" | "assigned" | "working" | "input_required" | "completed" | "failed" | "cancelled" | "expired" | "rejected";
            /**
             * Format: date-time
             * @description The end of the extended lease.
             * @example 2026-01-05T12:00:00.000Z
             */
            leaseEndsAt: string;
        };
        TaskLeaseAnswer: {
            result: components["schemas"]["TaskLease"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "token": 1,
         *       "result": {
         *         "url": "https://example.org/1.png"
         *       }
         *     }
         */
        CompleteTaskRequest: {
            /** @description The fencing token of the claim. */
            token: number;
            /** @description Any JSON; null when absent. */
            result?: unknown;
            /** @description The capability’s cost per request when absent. */
            cost?: number;
        };
        /**
         * @example {
         *       "token": 1,
         *       "message": "the model did not answer"
         *     }
         */
        FailTaskRequest: {
            /** @description The fencing token of the claim. */
            token: number;
            /** @default AGENT_FAILED */
            code?: string;
            message: string;
            /**
             * @description False: another attempt is of no use, so that the task fails.
             * @default true
             */
            retryable?: boolean;
        };
        /**
         * @example {
         *       "token": 1,
         *       "message": "the input has no prompt"
         *     }
         */
        RejectTaskRequest: {
            /** @description The fencing token of the claim. */
            token: number;
            /** @default AGENT_FAILED */
            code?: string;
            message: string;
        };
        /**
         * @example {
         *       "token": 1,
         *       "question": "which colour?"
         *     }
         */
        RequestInputRequest: {
            /** @description The fencing token of the claim. */
            token: number;
            /** @description For the submitter. */
            question: string;
        };
        /**
         * @example {
         *       "token": 1
         *     }
         */
        ReleaseTaskRequest: {
            /** @description The fencing token of the claim. */
            token: number;
        };
        /**
         * @example {
         *       "token": 1,
         *       "name": "summary",
         *       "mediaType": "text/markdown",
         *       "content": "# Findings"
         *     }
         */
        PutArtifactRequest: {
            /** @description The fencing token of the claim. */
            token: number;
            /** @description Unique in the task: an artifact with the same name is replaced. */
            name: string;
            /**
             * @description Of the content, for readers; text and encoded bytes are JSON strings.
             * @default application/json
             */
            mediaType?: string;
            /** @description Any JSON. */
            content: unknown;
        };
        /**
         * @example {
         *       "name": "summary",
         *       "mediaType": "text/markdown",
         *       "content": "# Findings",
         *       "agentId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "token": 1,
         *       "updatedAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        TaskArtifact: {
            name: string;
            mediaType: string;
            /** @description As the agent gave it. */
            content: unknown;
            /** @description The agent that stored it last. */
            agentId: string;
            /** @description The fencing token of the attempt that stored it last. */
            token: number;
            /**
             * Format: date-time
             * @description When it was stored last.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
        };
        TaskArtifactAnswer: {
            result: components["schemas"]["TaskArtifact"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        WorkflowStepInput: {
            /** @description Unique within the workflow; letters, digits, `_` and `-`, at most 63. */
            stepId: string;
            /** @description The kind of work, which is the capability that an agent needs. */
            type: string;
            /** @description Any JSON. In its texts, `{{input.<member>}}` is a member of the run’s input and `{{<stepId>.result.<member>}}` a member of the result of a step that has ended by then. A text that is one template keeps the value’s type. */
            input?: unknown;
            /** @description The one agent that may do the step; any agent with the capability when absent. */
            agent?: string;
            requirements?: {
                /**
                 * @description Who may take it: `own`: your own agents (for an agent, those of its owner); `listed`: these and the ones on your list of trusted agents; `any`: every agent. An agent that you name yourself may take it in any case. When absent, as the workflow says.
                 * @enum {string}
                 */
                agents?: "own" | "listed" | "any";
            };
            /** @description Steps that must have succeeded before. */
            dependsOn?: string[];
            /** @description The step that follows a success, or `complete`, which ends the run. It runs only when so named. */
            onSuccess?: string;
            /** @description The step that follows a failure, or `complete`. A failure without it fails the run. */
            onFailure?: string;
            /** @description Life of the step’s task, milliseconds; not longer than the run’s. */
            timeoutMs?: number;
            /**
             * @description Attempts that may fail.
             * @default 3
             */
            maxAttempts?: number;
        };
        /**
         * @example {
         *       "workflowId": "poster",
         *       "steps": [
         *         {
         *           "stepId": "draft",
         *           "type": "write",
         *           "input": {
         *             "topic": "{{input.topic}}"
         *           }
         *         },
         *         {
         *           "stepId": "draw",
         *           "type": "image",
         *           "input": {
         *             "prompt": "{{draft.result.text}}"
         *           },
         *           "dependsOn": [
         *             "draft"
         *           ],
         *           "maxAttempts": 5
         *         }
         *       ]
         *     }
         */
        CreateWorkflowRequest: {
            /**
             * @description The workflow’s id.
             * @example poster
             */
            workflowId?: string;
            /** @description 1 to 100 steps. */
            steps: components["schemas"]["WorkflowStepInput"][];
            requirements?: {
                /**
                 * @description Who may take it: `own`: your own agents (for an agent, those of its owner); `listed`: these and the ones on your list of trusted agents; `any`: every agent. An agent that you name yourself may take it in any case. For steps that do not say so themselves. When absent, as the service is configured: `any`, and `own` where networks of value are connected.
                 * @enum {string}
                 */
                agents?: "own" | "listed" | "any";
            };
            /** @description Life of a run, milliseconds; seven days when absent. */
            timeoutMs?: number;
        };
        /**
         * @example {
         *       "workflowId": "poster",
         *       "version": 1
         *     }
         */
        CreatedWorkflow: {
            /**
             * @description The workflow’s id.
             * @example poster
             */
            workflowId: string;
            /** @description 1 for a new workflow. */
            version: number;
        };
        CreatedWorkflowAnswer: {
            result: components["schemas"]["CreatedWorkflow"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "workflowId": "poster",
         *       "version": 1,
         *       "ownerId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "createdAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        WorkflowVersion: {
            /**
             * @description The workflow’s id.
             * @example poster
             */
            workflowId: string;
            /** @description Versions never change; every run keeps its own. */
            version: number;
            /** @description The avatar that created it. */
            ownerId: string;
            /**
             * Format: date-time
             * @description When this version was created.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
        };
        WorkflowVersionPage: {
            result: components["schemas"]["WorkflowVersion"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        WorkflowStep: {
            /** @description Unique within the workflow; letters, digits, `_` and `-`, at most 63. */
            stepId: string;
            /** @description The kind of work, which is the capability that an agent needs. */
            type: string;
            /** @description Any JSON. In its texts, `{{input.<member>}}` is a member of the run’s input and `{{<stepId>.result.<member>}}` a member of the result of a step that has ended by then. A text that is one template keeps the value’s type. */
            input?: unknown;
            /** @description The one agent that may do the step; any agent with the capability when absent. */
            agent?: string;
            requirements?: {
                /**
                 * @description Who may take it: `own`: your own agents (for an agent, those of its owner); `listed`: these and the ones on your list of trusted agents; `any`: every agent. An agent that you name yourself may take it in any case. When absent, as the workflow says.
                 * @enum {string}
                 */
                agents?: "own" | "listed" | "any";
            };
            /** @description Steps that must have succeeded before. */
            dependsOn?: string[];
            /** @description The step that follows a success, or `complete`, which ends the run. It runs only when so named. */
            onSuccess?: string;
            /** @description The step that follows a failure, or `complete`. A failure without it fails the run. */
            onFailure?: string;
            /** @description Life of the step’s task, milliseconds; not longer than the run’s. */
            timeoutMs?: number;
            /**
             * @description Attempts that may fail.
             * @default 3
             */
            maxAttempts?: number;
        };
        /**
         * @example {
         *       "workflowId": "poster",
         *       "version": 1,
         *       "ownerId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "steps": [
         *         {
         *           "stepId": "draft",
         *           "type": "write",
         *           "input": {
         *             "topic": "{{input.topic}}"
         *           }
         *         },
         *         {
         *           "stepId": "draw",
         *           "type": "image",
         *           "input": {
         *             "prompt": "{{draft.result.text}}"
         *           },
         *           "dependsOn": [
         *             "draft"
         *           ],
         *           "maxAttempts": 5
         *         }
         *       ],
         *       "timeoutMs": null
         *     }
         */
        Workflow: {
            /**
             * @description The workflow’s id.
             * @example poster
             */
            workflowId: string;
            /** @description Versions never change; every run keeps its own. */
            version: number;
            /** @description The avatar that created it. */
            ownerId: string;
            /**
             * Format: date-time
             * @description When this version was created.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /** @description 1 to 100 steps. */
            steps: components["schemas"]["WorkflowStep"][];
            requirements?: {
                /**
                 * @description Who may take it: `own`: your own agents (for an agent, those of its owner); `listed`: these and the ones on your list of trusted agents; `any`: every agent. An agent that you name yourself may take it in any case. For steps that do not say so themselves. When absent, as the service is configured: `any`, and `own` where networks of value are connected.
                 * @enum {string}
                 */
                agents?: "own" | "listed" | "any";
            };
            timeoutMs: number | null;
        };
        WorkflowAnswer: {
            result: components["schemas"]["Workflow"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "input": {
         *         "topic": "bridges"
         *       }
         *     }
         */
        ExecuteWorkflowRequest: {
            /** @description The run’s input. */
            input?: {
                [key: string]: unknown;
            };
            /** @description A version of the workflow; the newest when absent. */
            version?: number;
        };
        /**
         * @example {
         *       "runId": "0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51",
         *       "status": "running",
         *       "requirements": {
         *         "agents": "any"
         *       }
         *     }
         */
        StartedWorkflowRun: {
            /**
             * @description The run’s id.
             * @example 0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51
             */
            runId: string;
            /** @enum {string} */
            status: "running" | "completed" | "failed" | "cancelled" | "expired";
            requirements: {
                /**
                 * @description Who may take it.
                 * @enum {string}
                 */
                agents: "own" | "listed" | "any";
            };
        };
        StartedWorkflowRunAnswer: {
            result: components["schemas"]["StartedWorkflowRun"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "runId": "0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51",
         *       "workflowId": "poster",
         *       "workflowVersion": 1,
         *       "status": "running",
         *       "submittedBy": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "requirements": {
         *         "agents": "any"
         *       },
         *       "failedStep": null,
         *       "failureCode": null,
         *       "failureMessage": null,
         *       "isFinished": false,
         *       "deadline": "2026-01-05T12:00:00.000Z",
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "completedAt": null,
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "version": 2
         *     }
         */
        WorkflowRunSummary: {
            /**
             * @description The run’s id.
             * @example 0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51
             */
            runId: string;
            /**
             * @description The workflow’s id.
             * @example poster
             */
            workflowId: string;
            /** @description Versions never change; every run keeps its own. */
            workflowVersion: number;
            /** @enum {string} */
            status: "running" | "completed" | "failed" | "cancelled" | "expired";
            /** @description The avatar that began it. */
            submittedBy: string;
            requirements: {
                /**
                 * @description Who may take it.
                 * @enum {string}
                 */
                agents: "own" | "listed" | "any";
            };
            failedStep: string | null;
            failureCode: string | null;
            failureMessage: string | null;
            isFinished: boolean;
            /**
             * Format: date-time
             * @description It expires then.
             * @example 2026-01-05T12:00:00.000Z
             */
            deadline: string;
            /**
             * Format: date-time
             * @description When it began.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            completedAt: string | null;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            version: number;
        };
        WorkflowRunSummaryPage: {
            result: components["schemas"]["WorkflowRunSummary"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "runId": "0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51",
         *       "workflowId": "poster",
         *       "workflowVersion": 1,
         *       "status": "running",
         *       "submittedBy": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "requirements": {
         *         "agents": "any"
         *       },
         *       "failedStep": null,
         *       "failureCode": null,
         *       "failureMessage": null,
         *       "isFinished": false,
         *       "deadline": "2026-01-05T12:00:00.000Z",
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "completedAt": null,
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "version": 2,
         *       "input": {
         *         "topic": "bridges"
         *       },
         *       "steps": [
         *         {
         *           "stepId": "draft",
         *           "type": "write",
         *           "status": "completed",
         *           "taskId": "0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51:draft",
         *           "failureCode": null,
         *           "failureMessage": null,
         *           "startedAt": "2026-01-05T12:00:00.000Z",
         *           "endedAt": "2026-01-05T12:00:00.000Z",
         *           "durationMs": 1830
         *         }
         *       ],
         *       "result": {
         *         "draft": {
         *           "text": "a bridge at dawn"
         *         }
         *       }
         *     }
         */
        WorkflowRun: {
            /**
             * @description The run’s id.
             * @example 0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51
             */
            runId: string;
            /**
             * @description The workflow’s id.
             * @example poster
             */
            workflowId: string;
            /** @description Versions never change; every run keeps its own. */
            workflowVersion: number;
            /** @enum {string} */
            status: "running" | "completed" | "failed" | "cancelled" | "expired";
            /** @description The avatar that began it. */
            submittedBy: string;
            requirements: {
                /**
                 * @description Who may take it.
                 * @enum {string}
                 */
                agents: "own" | "listed" | "any";
            };
            failedStep: string | null;
            failureCode: string | null;
            failureMessage: string | null;
            isFinished: boolean;
            /**
             * Format: date-time
             * @description It expires then.
             * @example 2026-01-05T12:00:00.000Z
             */
            deadline: string;
            /**
             * Format: date-time
             * @description When it began.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            completedAt: string | null;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            version: number;
            /** @description As given. */
            input: unknown;
            /** @description In the order of the definition. */
            steps: {
                stepId: string;
                type: string;
                /** @enum {string} */
                status: "waiting" | "running" | "completed" | "failed" | "skipped" | "cancelled";
                taskId: string | null;
                failureCode: string | null;
                failureMessage: string | null;
                startedAt: string | null;
                endedAt: string | null;
                durationMs: number | null;
            }[];
            /** @description The results of completed steps by their ids. */
            result: {
                [key: string]: unknown;
            };
        };
        WorkflowRunAnswer: {
            result: components["schemas"]["WorkflowRun"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        WorkflowRunAnswerAnswer: {
            result: components["schemas"]["WorkflowRunAnswer"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "runId": "0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51",
         *       "status": "running",
         *       "mermaid": "flowchart TD\n  start((start))\n  s0[\"draft<br/>write\"]:::running\n  start --> s0\n"
         *     }
         */
        WorkflowRunDiagram: {
            /**
             * @description The run’s id.
             * @example 0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51
             */
            runId: string;
            /** @enum {string} */
            status: "running" | "completed" | "failed" | "cancelled" | "expired";
            /** @description A flowchart in Mermaid’s language; each step has the class of its status. */
            mermaid: string;
        };
        WorkflowRunDiagramAnswer: {
            result: components["schemas"]["WorkflowRunDiagram"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "seq": 7,
         *       "type": "step.completed",
         *       "at": "2026-01-05T12:00:00.000Z",
         *       "runId": "0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51",
         *       "workflowId": "poster",
         *       "workflowVersion": 1,
         *       "stepId": "draft",
         *       "taskId": "0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51:draft",
         *       "agentId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "from": "running",
         *       "version": 2
         *     }
         */
        WorkflowRunEvent: {
            seq: number;
            /** @description `run.<status>` or `step.<status>`. */
            type: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-05T12:00:00.000Z
             */
            at: string;
            /**
             * @description The run’s id.
             * @example 0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51
             */
            runId: string;
            /**
             * @description The workflow’s id.
             * @example poster
             */
            workflowId: string;
            /** @description Versions never change; every run keeps its own. */
            workflowVersion: number;
            stepId?: string;
            taskId?: string | null;
            agentId?: string | null;
            from?: string | null;
            failureCode?: string;
            failureMessage?: string;
            version: number;
        };
        WorkflowRunSummaryAnswer: {
            result: components["schemas"]["WorkflowRunSummary"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "taskId": "task-1",
         *       "token": 1,
         *       "agentId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "startedAt": "2026-01-05T12:00:00.000Z",
         *       "endedAt": "2026-01-05T12:00:00.000Z",
         *       "durationMs": 1830,
         *       "outcome": "failed",
         *       "failureCode": "AGENT_FAILED",
         *       "failureMessage": "the model did not answer"
         *     }
         */
        TaskAttempt: {
            /**
             * @description The task’s id.
             * @example task-1
             */
            taskId: string;
            /** @description Its fencing token. */
            token: number;
            agentId: string;
            /**
             * Format: date-time
             * @description When the agent claimed the task.
             * @example 2026-01-05T12:00:00.000Z
             */
            startedAt: string;
            endedAt: string | null;
            durationMs: number | null;
            outcome: string | null;
            failureCode: string | null;
            failureMessage: string | null;
        };
        TaskAttemptPage: {
            result: components["schemas"]["TaskAttempt"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "taskId": "task-1",
         *       "action": "inspect",
         *       "options": {
         *         "includeState": true
         *       }
         *     }
         */
        DebugAgentRequest: {
            /**
             * @description The task’s id.
             * @example task-1
             */
            taskId: string;
            /** @enum {string} */
            action: "trace" | "replay" | "inspect";
            options?: {
                /** @description inspect: with input, result and attempts. */
                includeState?: boolean;
                /** @description inspect: with the questions, answers and messages of progress. */
                includeMessages?: boolean;
            };
        };
        /**
         * @example {
         *       "taskId": "task-1",
         *       "action": "replay",
         *       "status": "failed",
         *       "replayTaskId": "task-2"
         *     }
         */
        AgentDebug: {
            /**
             * @description The task’s id.
             * @example task-1
             */
            taskId: string;
            /** @enum {string} */
            action: "trace" | "replay" | "inspect";
            /** @enum {string} */
            status: "pending" | "queued" | "assigned" | "working" | "input_required" | "completed" | "failed" | "cancelled" | "expired" | "rejected";
            /** @description trace: the events of the task in their order. */
            history?: components["schemas"]["TaskEvent"][];
            /** @description replay: the new task. */
            replayTaskId?: string;
            task?: components["schemas"]["TaskSummary"];
            state?: {
                /** @description As submitted. */
                input: unknown;
                /** @description What the agent reported. */
                result: unknown;
                attempts: components["schemas"]["TaskAttempt"][];
            };
            /** @description Questions and messages of progress. */
            messages?: components["schemas"]["TaskEvent"][];
        };
        AgentDebugAnswer: {
            result: components["schemas"]["AgentDebug"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "capability": "image",
         *       "message": {
         *         "type": "preview",
         *         "taskId": "task-1",
         *         "input": {
         *           "prompt": "a bridge"
         *         }
         *       },
         *       "routing": {
         *         "strategy": "load_balanced",
         *         "timeout": 2000
         *       },
         *       "waitMs": 0
         *     }
         */
        SendByCapabilityRequest: {
            /** @description The agent must have it. */
            capability: string;
            message: {
                /** @description The kind of message. */
                type: string;
                /** @description The task that it is about. */
                taskId?: string;
                /** @description Free form. */
                input?: {
                    [key: string]: unknown;
                };
            };
            requirements?: {
                /**
                 * @description Who may take it: `own`: your own agents (for an agent, those of its owner); `listed`: these and the ones on your list of trusted agents; `any`: every agent. An agent that you name yourself may take it in any case. When absent, as the service is configured: `any`, and `own` where networks of value are connected.
                 * @enum {string}
                 */
                agents?: "own" | "listed" | "any";
            };
            routing?: {
                /**
                 * @default best_match
                 * @enum {string}
                 */
                strategy?: "first_available" | "best_match" | "load_balanced";
                /**
                 * @description Milliseconds for each agent to acknowledge; then the next one gets the message.
                 * @default 5000
                 */
                timeout?: number;
            };
            /**
             * @description How long the answer waits for an acknowledgement; the message goes on without it.
             * @default 30000
             */
            waitMs?: number;
        };
        /**
         * @example {
         *       "messageId": "0198c5b2-9d40-7f5e-8a21-3c9b5e6f7a81",
         *       "deliveredTo": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "status": "acknowledged",
         *       "strategy": "load_balanced",
         *       "requirements": {
         *         "agents": "any"
         *       },
         *       "reason": "it is the least loaded of 2 available agents: 0 of 4 tasks",
         *       "tried": [
         *         "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70"
         *       ]
         *     }
         */
        SentByCapability: {
            /**
             * Format: uuid
             * @description The message’s id.
             * @example 0198c5b2-9d40-7f5e-8a21-3c9b5e6f7a81
             */
            messageId: string;
            deliveredTo: string | null;
            /**
             * @description `offered`: an agent has it and may still acknowledge it.
             * @enum {string}
             */
            status: "offered" | "acknowledged" | "undelivered";
            /**
             * @description How each agent is chosen.
             * @enum {string}
             */
            strategy: "first_available" | "best_match" | "load_balanced";
            requirements: {
                /**
                 * @description Who may take it.
                 * @enum {string}
                 */
                agents: "own" | "listed" | "any";
            };
            /** @description Why the last agent was chosen. */
            reason: string;
            /** @description The agents that got it, in their order. */
            tried: string[];
        };
        SentByCapabilityAnswer: {
            result: components["schemas"]["SentByCapability"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "messageId": "0198c5b2-9d40-7f5e-8a21-3c9b5e6f7a81",
         *       "from": "0198c5b2-5f0d-7b2c-8e0f-1a7938c4d5e6",
         *       "capability": "image",
         *       "type": "preview",
         *       "taskId": "task-1",
         *       "input": {
         *         "prompt": "a bridge"
         *       },
         *       "status": "acknowledged",
         *       "strategy": "best_match",
         *       "tried": [
         *         "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70"
         *       ],
         *       "requirements": {
         *         "agents": "any"
         *       },
         *       "reason": "it fits best of 1 available agents: 92 % success",
         *       "deliveredTo": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "ackedBy": "ack",
         *       "ackUntil": null,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "endedAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        AgentMessage: {
            /**
             * Format: uuid
             * @description The message’s id.
             * @example 0198c5b2-9d40-7f5e-8a21-3c9b5e6f7a81
             */
            messageId: string;
            /** @description The avatar that sent it. */
            from: string;
            capability: string;
            /** @description The kind of message. */
            type: string;
            taskId: string | null;
            /** @description As sent. */
            input: unknown;
            /**
             * @description `offered`: an agent has it and may still acknowledge it.
             * @enum {string}
             */
            status: "offered" | "acknowledged" | "undelivered";
            /**
             * @description How each agent is chosen.
             * @enum {string}
             */
            strategy: "first_available" | "best_match" | "load_balanced";
            requirements: {
                /**
                 * @description Who may take it.
                 * @enum {string}
                 */
                agents: "own" | "listed" | "any";
            };
            /** @description Why the last agent was chosen. */
            reason: string;
            deliveredTo: string | null;
            tried: string[];
            ackedBy: ("webhook" | "claim" | "ack") | null;
            ackUntil: string | null;
            /**
             * Format: date-time
             * @description When it was sent.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            endedAt: string | null;
        };
        AgentMessageAnswer: {
            result: components["schemas"]["AgentMessage"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "waitMs": 0
         *     }
         */
        ClaimMessagesRequest: {
            /** @default 32 */
            limit?: number;
            /**
             * @description How long to wait for a first message.
             * @default 0
             */
            waitMs?: number;
        };
        /**
         * @example {
         *       "event": "task_completed",
         *       "data": {
         *         "taskId": "task-1"
         *       },
         *       "subscribers": "all"
         *     }
         */
        BroadcastRequest: {
            /** @description The event’s name. */
            event: string;
            /** @description The agent that sends it: you or an agent of yours. You when absent. */
            agentId?: string;
            /** @description Free form. */
            data?: {
                [key: string]: unknown;
            };
            /** @description The agents that get it, or everyone who follows. */
            subscribers: string[] | "all";
        };
        /**
         * @example {
         *       "eventId": "0198c5b2-9d40-7f5e-8a21-3c9b5e6f7a81",
         *       "seq": 41,
         *       "recipients": 12
         *     }
         */
        BroadcastResult: {
            /** Format: uuid */
            eventId: string;
            /** @description Every recipient has it at this `seq` of its stream or before. */
            seq: number;
            /** @description The agents named, or all registered ones. */
            recipients: number;
        };
        BroadcastResultAnswer: {
            result: components["schemas"]["BroadcastResult"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "webhookId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *       "kind": "callback",
         *       "url": "https://receiver.example/hook",
         *       "enabled": true,
         *       "disabledAt": null,
         *       "disabledReason": null,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        Webhook: {
            /**
             * @description The webhook’s id; an agent’s own has the agent’s.
             * @example 0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81
             */
            webhookId: string;
            /**
             * @description `agent`: tasks for the agent; `callback`: ends of tasks that you submitted.
             * @enum {string}
             */
            kind: "agent" | "callback";
            url: string;
            enabled: boolean;
            disabledAt: string | null;
            disabledReason: ("gone" | "owner") | null;
            /**
             * Format: date-time
             * @description When it was added.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
        };
        WebhookPage: {
            result: components["schemas"]["Webhook"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "url": "https://receiver.example/hook"
         *     }
         */
        AddWebhookRequest: {
            /**
             * Format: uri
             * @description An https URL at a public address; others as the service allows.
             */
            url: string;
        };
        /**
         * @example {
         *       "webhookId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *       "kind": "callback",
         *       "url": "https://receiver.example/hook",
         *       "enabled": true,
         *       "disabledAt": null,
         *       "disabledReason": null,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "webhookSecret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
         *     }
         */
        AddedWebhook: {
            /**
             * @description The webhook’s id; an agent’s own has the agent’s.
             * @example 0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81
             */
            webhookId: string;
            /**
             * @description `agent`: tasks for the agent; `callback`: ends of tasks that you submitted.
             * @enum {string}
             */
            kind: "agent" | "callback";
            url: string;
            enabled: boolean;
            disabledAt: string | null;
            disabledReason: ("gone" | "owner") | null;
            /**
             * Format: date-time
             * @description When it was added.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            webhookSecret: string | null;
        };
        AddedWebhookAnswer: {
            result: components["schemas"]["AddedWebhook"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "overlapSeconds": 3600
         *     }
         */
        RotateWebhookSecretRequest: {
            /** @description `whsec_` and 24 to 64 bytes in base64; a new one when absent. */
            secret?: string;
            /**
             * @description How long the secret before it signs too.
             * @default 86400
             */
            overlapSeconds?: number;
        };
        /**
         * @example {
         *       "webhookSecret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
         *       "previousUntil": "2026-01-05T12:00:00.000Z"
         *     }
         */
        RotatedWebhookSecret: {
            /** @description The secret, in this answer alone. */
            webhookSecret: string;
            previousUntil: string | null;
        };
        RotatedWebhookSecretAnswer: {
            result: components["schemas"]["RotatedWebhookSecret"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        WebhookAnswer: {
            result: components["schemas"]["Webhook"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "deliveryId": "0198c5b2-8c30-7e5f-9b32-4dac6f708b92",
         *       "webhookId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "type": "task.completed",
         *       "subject": "task:task-1",
         *       "status": "delivered",
         *       "attempts": 1,
         *       "lastStatus": 204,
         *       "lastError": null,
         *       "nextAttemptAt": null,
         *       "attemptedAt": "2026-01-05T12:00:00.000Z",
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "endedAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        WebhookDelivery: {
            /**
             * @description The delivery’s id, which is its `webhook-id`.
             * @example 0198c5b2-8c30-7e5f-9b32-4dac6f708b92
             */
            deliveryId: string;
            /**
             * @description The webhook’s id; an agent’s own has the agent’s.
             * @example 0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81
             */
            webhookId: string;
            /** @enum {string} */
            type: "task.assigned" | "task.completed" | "task.failed" | "task.cancelled" | "task.expired" | "message.received" | "event.broadcast" | "a2a.task";
            /**
             * @description What it tells of, such as `task:<id>`.
             * @example task:task-1
             */
            subject: string;
            /**
             * @description `failed`: no attempt is left; `dropped`: the webhook was disabled, or the fact is of no use any more.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "dropped";
            attempts: number;
            lastStatus: number | null;
            lastError: string | null;
            nextAttemptAt: string | null;
            attemptedAt: string | null;
            /**
             * Format: date-time
             * @description When the fact happened.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            endedAt: string | null;
        };
        WebhookDeliveryPage: {
            result: components["schemas"]["WebhookDelivery"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "deliveryId": "0198c5b2-8c30-7e5f-9b32-4dac6f708b92",
         *       "webhookId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "type": "task.completed",
         *       "subject": "task:task-1",
         *       "status": "delivered",
         *       "attempts": 1,
         *       "lastStatus": 204,
         *       "lastError": null,
         *       "nextAttemptAt": null,
         *       "attemptedAt": "2026-01-05T12:00:00.000Z",
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "endedAt": "2026-01-05T12:00:00.000Z",
         *       "payload": {
         *         "type": "task.completed",
         *         "timestamp": "2026-01-05T12:00:00.000Z",
         *         "data": {}
         *       }
         *     }
         */
        WholeWebhookDelivery: {
            /**
             * @description The delivery’s id, which is its `webhook-id`.
             * @example 0198c5b2-8c30-7e5f-9b32-4dac6f708b92
             */
            deliveryId: string;
            /**
             * @description The webhook’s id; an agent’s own has the agent’s.
             * @example 0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81
             */
            webhookId: string;
            /** @enum {string} */
            type: "task.assigned" | "task.completed" | "task.failed" | "task.cancelled" | "task.expired" | "message.received" | "event.broadcast" | "a2a.task";
            /**
             * @description What it tells of, such as `task:<id>`.
             * @example task:task-1
             */
            subject: string;
            /**
             * @description `failed`: no attempt is left; `dropped`: the webhook was disabled, or the fact is of no use any more.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "dropped";
            attempts: number;
            lastStatus: number | null;
            lastError: string | null;
            nextAttemptAt: string | null;
            attemptedAt: string | null;
            /**
             * Format: date-time
             * @description When the fact happened.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            endedAt: string | null;
            /** @description The body: `{type, timestamp, data}`; that of `task.assigned` without input and questions. */
            payload: unknown;
        };
        WholeWebhookDeliveryAnswer: {
            result: components["schemas"]["WholeWebhookDelivery"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        WebhookDeliveryAnswer: {
            result: components["schemas"]["WebhookDelivery"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "taskId": "choose-1",
         *       "agents": [
         *         "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *         "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f71"
         *       ],
         *       "protocol": "voting",
         *       "input": {
         *         "question": "which colour?"
         *       },
         *       "options": {
         *         "voting": "weighted",
         *         "timeoutMs": 60000
         *       },
         *       "waitMs": 0
         *     }
         */
        CollaborateRequest: {
            /** @description Your name for the work. The same request with the same `taskId` is one collaboration. */
            taskId?: string;
            /** @description The agents; the first one leads a delegation. */
            agents: string[];
            /**
             * @description `consensus`: every agent votes until all agree, in up to `options.rounds` rounds. `voting`: every agent votes once. `delegation`: the first agent splits the work into subtasks, and others do them.
             * @enum {string}
             */
            protocol: "consensus" | "voting" | "delegation";
            requirements?: {
                /**
                 * @description Who may take it: `own`: your own agents (for an agent, those of its owner); `listed`: these and the ones on your list of trusted agents; `any`: every agent. An agent that you name yourself may take it in any case. It counts for subtasks of a capability. When absent, as the service is configured: `any`, and `own` where networks of value are connected.
                 * @enum {string}
                 */
                agents?: "own" | "listed" | "any";
            };
            /** @description For every task, as `input`. */
            input?: {
                [key: string]: unknown;
            };
            options?: {
                /**
                 * @description The `type` of the agents’ tasks. They are reserved to the agents, whatever these can do.
                 * @default collaborate
                 */
                capability?: string;
                /**
                 * @description Of a consensus.
                 * @default 3
                 */
                rounds?: number;
                /**
                 * @description Time for the tasks of a round; a task that is open then expires.
                 * @default 300000
                 */
                timeoutMs?: number;
                /**
                 * @description `majority`: every vote counts the same. `weighted`: by `weights`, else by the votes’ own `weight`.
                 * @default majority
                 * @enum {string}
                 */
                voting?: "majority" | "weighted";
                /** @description Weights by agent, which count in place of the agents’ own; 1 for an agent without one. */
                weights?: {
                    [key: string]: number;
                };
                /**
                 * @description The lead of a delegation makes the result from those of the subtasks.
                 * @default false
                 */
                join?: boolean;
            };
            /**
             * @description How long the answer waits for the outcome; the work goes on without it.
             * @default 10000
             */
            waitMs?: number;
        };
        /**
         * @example {
         *       "collaborationId": "0198c5b2-ae51-7f5e-8a21-3c9b5e6f7a81",
         *       "taskId": "choose-1",
         *       "protocol": "voting",
         *       "agents": [
         *         "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *         "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f71"
         *       ],
         *       "requirements": {
         *         "agents": "any"
         *       },
         *       "status": "completed",
         *       "round": 1,
         *       "isFinished": true,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "endedAt": "2026-01-05T12:00:00.000Z",
         *       "version": 2,
         *       "outcome": {
         *         "value": "red",
         *         "tie": false,
         *         "tied": [],
         *         "entries": [
         *           {
         *             "value": "red",
         *             "votes": 1,
         *             "weight": 2,
         *             "agents": [
         *               "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70"
         *             ]
         *           }
         *         ],
         *         "abstained": [
         *           {
         *             "agentId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f71",
         *             "code": "DEADLINE",
         *             "message": "the deadline is over"
         *           }
         *         ]
         *       },
         *       "rounds": [
         *         {
         *           "round": 1,
         *           "tasks": [
         *             {
         *               "taskId": "0198c5b2-ae51-7f5e-8a21-3c9b5e6f7a81:1:0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *               "agentId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *               "kind": "vote",
         *               "status": "completed",
         *               "result": {
         *                 "value": "red",
         *                 "weight": 2
         *               },
         *               "failureCode": null,
         *               "failureMessage": null
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        Collaboration: {
            /**
             * Format: uuid
             * @description The collaboration’s id.
             * @example 0198c5b2-ae51-7f5e-8a21-3c9b5e6f7a81
             */
            collaborationId: string;
            /** @description The caller’s name for the work. */
            taskId: string;
            /**
             * @description `consensus`: every agent votes until all agree, in up to `options.rounds` rounds. `voting`: every agent votes once. `delegation`: the first agent splits the work into subtasks, and others do them.
             * @enum {string}
             */
            protocol: "consensus" | "voting" | "delegation";
            agents: string[];
            requirements: {
                /**
                 * @description Who may take it.
                 * @enum {string}
                 */
                agents: "own" | "listed" | "any";
            };
            /**
             * @description `undecided`: the rounds are over without agreement, votes are tied, or nobody voted.
             * @enum {string}
             */
            status: "running" | "completed" | "undecided" | "failed" | "cancelled";
            /** @description The current round, or the last one. */
            round: number;
            isFinished: boolean;
            /**
             * Format: date-time
             * @description When it began.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            endedAt: string | null;
            version: number;
            /** @description Null until it ends. Of votes: `value`, `entries` (each value with its votes, weight and agents), `abstained` with the reasons, and `agreed`, or `tie` and `tied`. Of a delegation: `value` after a join, and `results`. */
            outcome: unknown;
            rounds: {
                round: number;
                tasks: {
                    /** @description The task. */
                    taskId: string;
                    agentId: string | null;
                    /** @enum {string} */
                    kind: "vote" | "split" | "subtask" | "join";
                    status: ("pending" | "queued" | "assigned" | "working" | "input_required" | "completed" | "failed" | "cancelled" | "expired" | "rejected") | null;
                    /** @description What the agent reported. */
                    result: unknown;
                    failureCode: string | null;
                    failureMessage: string | null;
                }[];
            }[];
        };
        CollaborationAnswer: {
            result: components["schemas"]["Collaboration"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "collaborationId": "0198c5b2-ae51-7f5e-8a21-3c9b5e6f7a81",
         *       "taskId": "choose-1",
         *       "protocol": "voting",
         *       "agents": [
         *         "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *         "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f71"
         *       ],
         *       "requirements": {
         *         "agents": "any"
         *       },
         *       "status": "completed",
         *       "round": 1,
         *       "isFinished": true,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "endedAt": "2026-01-05T12:00:00.000Z",
         *       "version": 2
         *     }
         */
        CollaborationSummary: {
            /**
             * Format: uuid
             * @description The collaboration’s id.
             * @example 0198c5b2-ae51-7f5e-8a21-3c9b5e6f7a81
             */
            collaborationId: string;
            /** @description The caller’s name for the work. */
            taskId: string;
            /**
             * @description `consensus`: every agent votes until all agree, in up to `options.rounds` rounds. `voting`: every agent votes once. `delegation`: the first agent splits the work into subtasks, and others do them.
             * @enum {string}
             */
            protocol: "consensus" | "voting" | "delegation";
            agents: string[];
            requirements: {
                /**
                 * @description Who may take it.
                 * @enum {string}
                 */
                agents: "own" | "listed" | "any";
            };
            /**
             * @description `undecided`: the rounds are over without agreement, votes are tied, or nobody voted.
             * @enum {string}
             */
            status: "running" | "completed" | "undecided" | "failed" | "cancelled";
            /** @description The current round, or the last one. */
            round: number;
            isFinished: boolean;
            /**
             * Format: date-time
             * @description When it began.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            endedAt: string | null;
            version: number;
        };
        CollaborationSummaryPage: {
            result: components["schemas"]["CollaborationSummary"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "name": "Painter",
         *       "description": "An agent of this platform.",
         *       "version": "1",
         *       "supportedInterfaces": [
         *         {
         *           "url": "https://example.org/api/a2a",
         *           "protocolBinding": "JSONRPC",
         *           "protocolVersion": "1.0"
         *         }
         *       ],
         *       "capabilities": {
         *         "streaming": true,
         *         "pushNotifications": true,
         *         "extendedAgentCard": false
         *       },
         *       "securitySchemes": {
         *         "bearer": {
         *           "httpAuthSecurityScheme": {
         *             "description": "An access token or an API key.",
         *             "scheme": "Bearer"
         *           }
         *         }
         *       },
         *       "securityRequirements": [
         *         {
         *           "schemes": {
         *             "bearer": {
         *               "list": []
         *             }
         *           }
         *         }
         *       ],
         *       "defaultInputModes": [
         *         "application/json"
         *       ],
         *       "defaultOutputModes": [
         *         "application/json"
         *       ],
         *       "skills": [
         *         {
         *           "id": "image",
         *           "name": "image",
         *           "description": "Tasks of the capability image.",
         *           "tags": [
         *             "image"
         *           ]
         *         }
         *       ]
         *     }
         */
        AgentCard: {
            name: string;
            description: string;
            version: string;
            supportedInterfaces: {
                url: string;
                protocolBinding: string;
                protocolVersion: string;
            }[];
            capabilities: {
                streaming: boolean;
                pushNotifications: boolean;
                extendedAgentCard: boolean;
            };
            securitySchemes: {
                bearer: {
                    httpAuthSecurityScheme: {
                        description: string;
                        scheme: string;
                    };
                };
            };
            securityRequirements: {
                schemes: {
                    bearer: {
                        list: string[];
                    };
                };
            }[];
            defaultInputModes: string[];
            defaultOutputModes: string[];
            skills: {
                /** @description The capability; a message names it as `metadata.skill`. */
                id: string;
                name: string;
                description: string;
                tags: string[];
            }[];
        };
        /**
         * @example {
         *       "jsonrpc": "2.0",
         *       "id": 1,
         *       "method": "SendMessage",
         *       "params": {
         *         "message": {
         *           "messageId": "message-1",
         *           "role": "ROLE_USER",
         *           "parts": [
         *             {
         *               "text": "Draw a bridge"
         *             }
         *           ]
         *         },
         *         "metadata": {
         *           "skill": "image"
         *         },
         *         "configuration": {
         *           "returnImmediately": true
         *         }
         *       }
         *     }
         */
        A2aCall: {
            /** @enum {string} */
            jsonrpc: "2.0";
            id: string | number;
            method: string;
            params?: {
                [key: string]: unknown;
            };
        };
        /**
         * @example {
         *       "jsonrpc": "2.0",
         *       "id": 1,
         *       "result": {
         *         "task": {
         *           "id": "task-1",
         *           "contextId": "task-1",
         *           "status": {
         *             "state": "TASK_STATE_SUBMITTED",
         *             "timestamp": "2026-01-05T12:00:00.000Z"
         *           }
         *         }
         *       }
         *     }
         */
        A2aAnswer: {
            /** @enum {string} */
            jsonrpc: "2.0";
            id: string | number;
            /** @description What the method answers. */
            result?: unknown;
            error?: {
                code: number;
                message: string;
                data?: unknown[];
            };
        };
        /**
         * @example {
         *       "jsonrpc": "2.0",
         *       "id": 1,
         *       "method": "tools/list",
         *       "params": {}
         *     }
         */
        McpCall: {
            /** @enum {string} */
            jsonrpc: "2.0";
            id?: string | number;
            method: string;
            params?: {
                [key: string]: unknown;
            };
        };
        /**
         * @example {
         *       "jsonrpc": "2.0",
         *       "id": 1,
         *       "result": {
         *         "tools": []
         *       }
         *     }
         */
        McpAnswer: {
            /** @enum {string} */
            jsonrpc: "2.0";
            id: string | number;
            /** @description What the method answers. */
            result?: unknown;
            error?: {
                code: number;
                message: string;
                data?: unknown[];
            };
        };
        /**
         * @example {
         *       "id": "shore",
         *       "chapterDisplayName": "The far shore",
         *       "order": 0,
         *       "displayState": "In Progress",
         *       "displayStatus": "The far shore 0/1",
         *       "completedQuests": 0,
         *       "totalQuests": 1,
         *       "parentMissionId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70"
         *     }
         */
        Chapter: {
            /**
             * @description The chapter’s id, unique in its mission.
             * @example shore
             */
            id: string;
            chapterDisplayName: string;
            /** @description Position; parts with the same keep their sequence. */
            order: number;
            /** @enum {unknown} */
            displayState: "Completed" | "In Progress" | "Pending";
            /**
             * @description Its name with completed and total quests.
             * @example The far shore 1/2
             */
            displayStatus: string;
            /** @description Quests that you have completed. */
            completedQuests: number;
            /** @description Quests in it. */
            totalQuests: number;
            /**
             * Format: uuid
             * @description The mission’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            parentMissionId: string;
        };
        /**
         * @example {
         *       "id": "first-crossing",
         *       "name": "Cross",
         *       "description": "",
         *       "status": "InProgress",
         *       "displayState": "active",
         *       "difficulty": "Easy",
         *       "order": 0,
         *       "rewardKarma": 0,
         *       "rewardXP": 50,
         *       "rewards": {
         *         "karma": 0,
         *         "xp": 50
         *       },
         *       "parentMissionId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "chapterId": "shore",
         *       "prerequisiteQuestIds": [],
         *       "objectives": [
         *         {
         *           "id": "bridge-eth",
         *           "description": "Bridge ETH to Polygon",
         *           "order": {
         *             "from": "ethereum",
         *             "to": "polygon",
         *             "minAmount": "0.1"
         *           },
         *           "isCompleted": false
         *         }
         *       ],
         *       "progressPercent": 0,
         *       "startedAt": "2026-01-05T12:00:00.000Z",
         *       "completedAt": null,
         *       "version": 2,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        Quest: {
            /**
             * @description The quest’s id, unique in its mission.
             * @example first-crossing
             */
            id: string;
            name: string;
            description: string;
            /**
             * @description For you; Pending without a run of yours.
             * @enum {unknown}
             */
            status: "Pending" | "InProgress" | "Completed" | "Failed" | "Cancelled";
            /** @enum {unknown} */
            displayState: "completed" | "active" | "pending";
            /** @enum {unknown} */
            difficulty: "Easy" | "Medium" | "Hard" | "Expert" | "Ludicrous";
            /** @description Position; parts with the same keep their sequence. */
            order: number;
            /** @description Karma for the completion. */
            rewardKarma: number;
            /** @description XP for the completion. */
            rewardXP: number;
            rewards: {
                /** @description Karma for the completion. */
                karma: number;
                /** @description XP for the completion. */
                xp: number;
            };
            /**
             * Format: uuid
             * @description The mission’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            parentMissionId: string;
            chapterId: string | null;
            prerequisiteQuestIds: string[];
            objectives: {
                /**
                 * @description The objective’s id, unique in its quest.
                 * @example order
                 */
                id: string;
                description: string;
                order: {
                    /** @description A chain, an asset, or ASSET@chain. */
                    from: string;
                    /** @description A chain, an asset, or ASSET@chain. */
                    to: string;
                    /**
                     * @description Least amount in whole units.
                     * @example 0.5
                     */
                    minAmount: string;
                } | null;
                isCompleted: boolean;
            }[];
            progressPercent: number;
            startedAt: string | null;
            completedAt: string | null;
            version: number;
            /**
             * Format: date-time
             * @description When the mission was made.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the mission was last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description Without quests, chapters and objectives, which `view=full` adds.
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-5a1d-7b2c-8f0e-1a7b3c4d5e6f",
         *       "originId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "name": "Cross your first bridge",
         *       "description": "Carry an asset to another chain.",
         *       "status": "InProgress",
         *       "missionType": "Easy",
         *       "difficulty": "Easy",
         *       "order": 0,
         *       "rewardKarma": 10,
         *       "rewardXP": 100,
         *       "rewards": {
         *         "karma": 10,
         *         "xp": 100
         *       },
         *       "totalKarma": 10,
         *       "totalXP": 150,
         *       "parentMissionId": null,
         *       "progressPercent": 0,
         *       "completedQuests": 0,
         *       "totalQuests": 1,
         *       "isInstalled": false,
         *       "publishedVersion": 1,
         *       "deadline": null,
         *       "startedAt": "2026-01-05T12:00:00.000Z",
         *       "endedAt": null,
         *       "version": 2,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        ListedMission: {
            /**
             * Format: uuid
             * @description The mission’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            id: string;
            /**
             * Format: uuid
             * @description Its author, or the owner of this copy.
             * @example 0198c5b2-5a1d-7b2c-8f0e-1a7b3c4d5e6f
             */
            avatarId: string;
            /**
             * @description The mission that it is a copy of, or its own id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            originId: string;
            name: string;
            description: string;
            /**
             * @description For you; Pending without a run of yours.
             * @enum {unknown}
             */
            status: "Pending" | "InProgress" | "Completed" | "Failed" | "Cancelled";
            /** @enum {unknown} */
            missionType: "Easy" | "Medium" | "Hard" | "Expert";
            /** @enum {unknown} */
            difficulty: "Easy" | "Medium" | "Hard" | "Expert" | "Ludicrous";
            /** @description Position; parts with the same keep their sequence. */
            order: number;
            /** @description Karma for the completion. */
            rewardKarma: number;
            /** @description XP for the completion. */
            rewardXP: number;
            rewards: {
                /** @description Karma for the completion. */
                karma: number;
                /** @description XP for the completion. */
                xp: number;
            };
            /** @description Karma with that of its quests. */
            totalKarma: number;
            /** @description XP with that of its quests. */
            totalXP: number;
            parentMissionId: string | null;
            progressPercent: number;
            /** @description Quests that you have completed. */
            completedQuests: number;
            /** @description Quests in it. */
            totalQuests: number;
            /** @description An installed copy, which cannot be changed. */
            isInstalled: boolean;
            publishedVersion: number | null;
            deadline: string | null;
            startedAt: string | null;
            endedAt: string | null;
            version: number;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            prerequisiteQuestIds?: string[];
            objectives?: {
                /**
                 * @description The objective’s id, unique in its quest.
                 * @example order
                 */
                id: string;
                description: string;
                order: {
                    /** @description A chain, an asset, or ASSET@chain. */
                    from: string;
                    /** @description A chain, an asset, or ASSET@chain. */
                    to: string;
                    /**
                     * @description Least amount in whole units.
                     * @example 0.5
                     */
                    minAmount: string;
                } | null;
                isCompleted: boolean;
            }[];
            chapters?: components["schemas"]["Chapter"][];
            quests?: components["schemas"]["Quest"][];
        };
        ListedMissionPage: {
            result: components["schemas"]["ListedMission"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "name": "Cross your first bridge",
         *       "description": "Carry an asset to another chain and back.",
         *       "missionType": "Easy",
         *       "rewards": {
         *         "karma": 10,
         *         "xp": 100
         *       },
         *       "chapters": [
         *         {
         *           "id": "shore",
         *           "chapterDisplayName": "The far shore"
         *         }
         *       ],
         *       "quests": [
         *         {
         *           "id": "first-crossing",
         *           "name": "Cross",
         *           "chapterId": "shore",
         *           "rewardXP": 50,
         *           "objectives": [
         *             {
         *               "description": "Bridge ETH",
         *               "order": {
         *                 "from": "ethereum",
         *                 "to": "polygon",
         *                 "minAmount": "0.1"
         *               }
         *             }
         *           ]
         *         },
         *         {
         *           "id": "return",
         *           "name": "Return",
         *           "chapterId": "shore",
         *           "prerequisiteQuestIds": [
         *             "first-crossing"
         *           ]
         *         }
         *       ]
         *     }
         */
        MissionRequest: {
            name: string;
            description?: string;
            /** @enum {unknown} */
            missionType?: "Easy" | "Medium" | "Hard" | "Expert";
            /** @enum {unknown} */
            difficulty?: "Easy" | "Medium" | "Hard" | "Expert" | "Ludicrous" | "Ludiocurous";
            /** @description Position; parts with the same keep their sequence. */
            order?: number;
            /** @description Karma for the completion. */
            rewardKarma?: number;
            /** @description XP for the completion. */
            rewardXP?: number;
            /** @description The same as `rewardKarma` and `rewardXP`. */
            rewards?: {
                /** @description Karma for the completion. */
                karma?: number;
                /** @description XP for the completion. */
                xp?: number;
            };
            deadline?: string | null;
            chapters?: {
                /**
                 * @description The chapter’s id, unique in its mission.
                 * @example shore
                 */
                id?: string;
                chapterDisplayName: string;
                /** @description Position; parts with the same keep their sequence. */
                order?: number;
            }[];
            quests?: {
                /**
                 * @description The quest’s id, unique in its mission.
                 * @example first-crossing
                 */
                id?: string;
                name: string;
                description?: string;
                /** @enum {unknown} */
                difficulty?: "Easy" | "Medium" | "Hard" | "Expert" | "Ludicrous" | "Ludiocurous";
                /** @description Position; parts with the same keep their sequence. */
                order?: number;
                /** @description Karma for the completion. */
                rewardKarma?: number;
                /** @description XP for the completion. */
                rewardXP?: number;
                /** @description The same as `rewardKarma` and `rewardXP`. */
                rewards?: {
                    /** @description Karma for the completion. */
                    karma?: number;
                    /** @description XP for the completion. */
                    xp?: number;
                };
                chapterId?: string | null;
                prerequisiteQuestIds?: string[];
                objectives?: {
                    /**
                     * @description The objective’s id, unique in its quest.
                     * @example order
                     */
                    id?: string;
                    description?: string;
                    order?: {
                        /** @description A chain, an asset, or ASSET@chain. */
                        from: string;
                        /** @description A chain, an asset, or ASSET@chain. */
                        to: string;
                        /**
                         * @description Least amount in whole units.
                         * @example 0.5
                         */
                        minAmount: string;
                    } | null;
                }[];
            }[];
        };
        /**
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-5a1d-7b2c-8f0e-1a7b3c4d5e6f",
         *       "originId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "name": "Cross your first bridge",
         *       "description": "Carry an asset to another chain.",
         *       "status": "InProgress",
         *       "missionType": "Easy",
         *       "difficulty": "Easy",
         *       "order": 0,
         *       "rewardKarma": 10,
         *       "rewardXP": 100,
         *       "rewards": {
         *         "karma": 10,
         *         "xp": 100
         *       },
         *       "totalKarma": 10,
         *       "totalXP": 150,
         *       "parentMissionId": null,
         *       "prerequisiteQuestIds": [],
         *       "objectives": [],
         *       "chapters": [
         *         {
         *           "id": "shore",
         *           "chapterDisplayName": "The far shore",
         *           "order": 0,
         *           "displayState": "In Progress",
         *           "displayStatus": "The far shore 0/1",
         *           "completedQuests": 0,
         *           "totalQuests": 1,
         *           "parentMissionId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70"
         *         }
         *       ],
         *       "quests": [
         *         {
         *           "id": "first-crossing",
         *           "name": "Cross",
         *           "description": "",
         *           "status": "InProgress",
         *           "displayState": "active",
         *           "difficulty": "Easy",
         *           "order": 0,
         *           "rewardKarma": 0,
         *           "rewardXP": 50,
         *           "rewards": {
         *             "karma": 0,
         *             "xp": 50
         *           },
         *           "parentMissionId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *           "chapterId": "shore",
         *           "prerequisiteQuestIds": [],
         *           "objectives": [
         *             {
         *               "id": "bridge-eth",
         *               "description": "Bridge ETH to Polygon",
         *               "order": {
         *                 "from": "ethereum",
         *                 "to": "polygon",
         *                 "minAmount": "0.1"
         *               },
         *               "isCompleted": false
         *             }
         *           ],
         *           "progressPercent": 0,
         *           "startedAt": "2026-01-05T12:00:00.000Z",
         *           "completedAt": null,
         *           "version": 2,
         *           "createdAt": "2026-01-05T12:00:00.000Z",
         *           "updatedAt": "2026-01-05T12:00:00.000Z"
         *         }
         *       ],
         *       "progressPercent": 0,
         *       "completedQuests": 0,
         *       "totalQuests": 1,
         *       "isInstalled": false,
         *       "publishedVersion": 1,
         *       "deadline": null,
         *       "startedAt": "2026-01-05T12:00:00.000Z",
         *       "endedAt": null,
         *       "version": 2,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        Mission: {
            /**
             * Format: uuid
             * @description The mission’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            id: string;
            /**
             * Format: uuid
             * @description Its author, or the owner of this copy.
             * @example 0198c5b2-5a1d-7b2c-8f0e-1a7b3c4d5e6f
             */
            avatarId: string;
            /**
             * @description The mission that it is a copy of, or its own id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            originId: string;
            name: string;
            description: string;
            /**
             * @description For you; Pending without a run of yours.
             * @enum {unknown}
             */
            status: "Pending" | "InProgress" | "Completed" | "Failed" | "Cancelled";
            /** @enum {unknown} */
            missionType: "Easy" | "Medium" | "Hard" | "Expert";
            /** @enum {unknown} */
            difficulty: "Easy" | "Medium" | "Hard" | "Expert" | "Ludicrous";
            /** @description Position; parts with the same keep their sequence. */
            order: number;
            /** @description Karma for the completion. */
            rewardKarma: number;
            /** @description XP for the completion. */
            rewardXP: number;
            rewards: {
                /** @description Karma for the completion. */
                karma: number;
                /** @description XP for the completion. */
                xp: number;
            };
            /** @description Karma with that of its quests. */
            totalKarma: number;
            /** @description XP with that of its quests. */
            totalXP: number;
            parentMissionId: string | null;
            progressPercent: number;
            /** @description Quests that you have completed. */
            completedQuests: number;
            /** @description Quests in it. */
            totalQuests: number;
            /** @description An installed copy, which cannot be changed. */
            isInstalled: boolean;
            publishedVersion: number | null;
            deadline: string | null;
            startedAt: string | null;
            endedAt: string | null;
            version: number;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            prerequisiteQuestIds: string[];
            objectives: {
                /**
                 * @description The objective’s id, unique in its quest.
                 * @example order
                 */
                id: string;
                description: string;
                order: {
                    /** @description A chain, an asset, or ASSET@chain. */
                    from: string;
                    /** @description A chain, an asset, or ASSET@chain. */
                    to: string;
                    /**
                     * @description Least amount in whole units.
                     * @example 0.5
                     */
                    minAmount: string;
                } | null;
                isCompleted: boolean;
            }[];
            chapters: components["schemas"]["Chapter"][];
            quests: components["schemas"]["Quest"][];
        };
        MissionAnswer: {
            result: components["schemas"]["Mission"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "isDeleted": true
         *     }
         */
        DeletedMission: {
            /**
             * Format: uuid
             * @description The mission’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            id: string;
            /** @enum {boolean} */
            isDeleted: true;
        };
        DeletedMissionAnswer: {
            result: components["schemas"]["DeletedMission"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        QuestPage: {
            result: components["schemas"]["Quest"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        ChapterPage: {
            result: components["schemas"]["Chapter"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "missionId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "version": 1,
         *       "checksum": "sha256:3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f",
         *       "publishedAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        MissionVersion: {
            /**
             * Format: uuid
             * @description The mission’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            missionId: string;
            /** @description 0 for an installed copy of a mission that was not published. */
            version: number;
            /** @description `sha256:` and the SHA-256 of the definition in canonical JSON (RFC 8785). */
            checksum: string;
            /**
             * Format: date-time
             * @description When it was published.
             * @example 2026-01-05T12:00:00.000Z
             */
            publishedAt: string;
        };
        MissionVersionPage: {
            result: components["schemas"]["MissionVersion"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        MissionDefinition: {
            name: string;
            description: string;
            /** @enum {unknown} */
            missionType: "Easy" | "Medium" | "Hard" | "Expert";
            /** @enum {unknown} */
            difficulty: "Easy" | "Medium" | "Hard" | "Expert" | "Ludicrous";
            /** @description Position; parts with the same keep their sequence. */
            order: number;
            /** @description Karma for the completion. */
            rewardKarma: number;
            /** @description XP for the completion. */
            rewardXP: number;
            deadline: string | null;
            chapters: {
                /**
                 * @description The chapter’s id, unique in its mission.
                 * @example shore
                 */
                id: string;
                chapterDisplayName: string;
                /** @description Position; parts with the same keep their sequence. */
                order: number;
            }[];
            quests: {
                /**
                 * @description The quest’s id, unique in its mission.
                 * @example first-crossing
                 */
                id: string;
                name: string;
                description: string;
                /** @enum {unknown} */
                difficulty: "Easy" | "Medium" | "Hard" | "Expert" | "Ludicrous";
                /** @description Position; parts with the same keep their sequence. */
                order: number;
                /** @description Karma for the completion. */
                rewardKarma: number;
                /** @description XP for the completion. */
                rewardXP: number;
                chapterId: string | null;
                prerequisiteQuestIds: string[];
                objectives: {
                    /**
                     * @description The objective’s id, unique in its quest.
                     * @example order
                     */
                    id: string;
                    description: string;
                    order: {
                        /** @description A chain, an asset, or ASSET@chain. */
                        from: string;
                        /** @description A chain, an asset, or ASSET@chain. */
                        to: string;
                        /**
                         * @description Least amount in whole units.
                         * @example 0.5
                         */
                        minAmount: string;
                    } | null;
                }[];
            }[];
        };
        /**
         * @example {
         *       "missionId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "version": 1,
         *       "checksum": "sha256:3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f",
         *       "publishedAt": "2026-01-05T12:00:00.000Z",
         *       "mission": {
         *         "name": "Cross your first bridge",
         *         "description": "Carry an asset to another chain.",
         *         "missionType": "Easy",
         *         "difficulty": "Easy",
         *         "order": 0,
         *         "rewardKarma": 10,
         *         "rewardXP": 100,
         *         "deadline": null,
         *         "chapters": [
         *           {
         *             "id": "shore",
         *             "chapterDisplayName": "The far shore",
         *             "order": 0
         *           }
         *         ],
         *         "quests": [
         *           {
         *             "id": "first-crossing",
         *             "name": "Cross",
         *             "description": "",
         *             "difficulty": "Easy",
         *             "order": 0,
         *             "rewardKarma": 0,
         *             "rewardXP": 50,
         *             "chapterId": "shore",
         *             "prerequisiteQuestIds": [],
         *             "objectives": [
         *               {
         *                 "id": "bridge-eth",
         *                 "description": "Bridge ETH to Polygon",
         *                 "order": {
         *                   "from": "ethereum",
         *                   "to": "polygon",
         *                   "minAmount": "0.1"
         *                 }
         *               }
         *             ]
         *           }
         *         ]
         *       }
         *     }
         */
        MissionVersionDetail: {
            /**
             * Format: uuid
             * @description The mission’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            missionId: string;
            /** @description 0 for an installed copy of a mission that was not published. */
            version: number;
            /** @description `sha256:` and the SHA-256 of the definition in canonical JSON (RFC 8785). */
            checksum: string;
            /**
             * Format: date-time
             * @description When it was published.
             * @example 2026-01-05T12:00:00.000Z
             */
            publishedAt: string;
            mission: components["schemas"]["MissionDefinition"];
        };
        MissionVersionDetailAnswer: {
            result: components["schemas"]["MissionVersionDetail"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "rank": 1,
         *       "avatarId": "0198c5b2-5a1d-7b2c-8f0e-1a7b3c4d5e6f",
         *       "karma": 10,
         *       "xp": 150,
         *       "durationSeconds": 612.5,
         *       "completedAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        MissionLeader: {
            rank: number;
            /**
             * Format: uuid
             * @description The avatar.
             * @example 0198c5b2-5a1d-7b2c-8f0e-1a7b3c4d5e6f
             */
            avatarId: string;
            /** @description Karma for this mission. */
            karma: number;
            /** @description XP for this mission. */
            xp: number;
            /** @description From the start to the completion. */
            durationSeconds: number;
            /**
             * Format: date-time
             * @description When it was completed.
             * @example 2026-01-05T12:00:00.000Z
             */
            completedAt: string;
        };
        MissionLeaderPage: {
            result: components["schemas"]["MissionLeader"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "format": "causeway.mission",
         *       "formatVersion": 1,
         *       "missionId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "originId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "version": 1,
         *       "mission": {
         *         "name": "Cross your first bridge",
         *         "description": "Carry an asset to another chain.",
         *         "missionType": "Easy",
         *         "difficulty": "Easy",
         *         "order": 0,
         *         "rewardKarma": 10,
         *         "rewardXP": 100,
         *         "deadline": null,
         *         "chapters": [
         *           {
         *             "id": "shore",
         *             "chapterDisplayName": "The far shore",
         *             "order": 0
         *           }
         *         ],
         *         "quests": [
         *           {
         *             "id": "first-crossing",
         *             "name": "Cross",
         *             "description": "",
         *             "difficulty": "Easy",
         *             "order": 0,
         *             "rewardKarma": 0,
         *             "rewardXP": 50,
         *             "chapterId": "shore",
         *             "prerequisiteQuestIds": [],
         *             "objectives": [
         *               {
         *                 "id": "bridge-eth",
         *                 "description": "Bridge ETH to Polygon",
         *                 "order": {
         *                   "from": "ethereum",
         *                   "to": "polygon",
         *                   "minAmount": "0.1"
         *                 }
         *               }
         *             ]
         *           }
         *         ]
         *       },
         *       "publisher": {
         *         "avatarId": "0198c5b2-5a1d-7b2c-8f0e-1a7b3c4d5e6f",
         *         "publicKey": "d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7"
         *       },
         *       "checksum": "sha256:3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f",
         *       "signature": "9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c"
         *     }
         */
        MissionPackage: {
            /** @enum {string} */
            format: "causeway.mission";
            /** @enum {number} */
            formatVersion: 1;
            /**
             * Format: uuid
             * @description The mission that was packed.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            missionId: string;
            /**
             * Format: uuid
             * @description The mission that it is a copy of, or its own id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            originId: string;
            /** @description Its published version; 0 for one that is not published. */
            version: number;
            mission: components["schemas"]["MissionDefinition"];
            publisher: {
                /**
                 * Format: uuid
                 * @example 0198c5b2-5a1d-7b2c-8f0e-1a7b3c4d5e6f
                 */
                avatarId: string;
                /** @description Ed25519, hex. */
                publicKey: string;
            };
            /** @description `sha256:` and the SHA-256 of all members above in canonical JSON (RFC 8785). */
            checksum: string;
            /** @description The publisher’s Ed25519 signature of the same bytes, hex. */
            signature: string;
        };
        MissionPackageAnswer: {
            result: components["schemas"]["MissionPackage"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "package": {
         *         "format": "causeway.mission",
         *         "formatVersion": 1,
         *         "missionId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *         "originId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *         "version": 1,
         *         "mission": {
         *           "name": "Cross your first bridge",
         *           "description": "Carry an asset to another chain.",
         *           "missionType": "Easy",
         *           "difficulty": "Easy",
         *           "order": 0,
         *           "rewardKarma": 10,
         *           "rewardXP": 100,
         *           "deadline": null,
         *           "chapters": [
         *             {
         *               "id": "shore",
         *               "chapterDisplayName": "The far shore",
         *               "order": 0
         *             }
         *           ],
         *           "quests": [
         *             {
         *               "id": "first-crossing",
         *               "name": "Cross",
         *               "description": "",
         *               "difficulty": "Easy",
         *               "order": 0,
         *               "rewardKarma": 0,
         *               "rewardXP": 50,
         *               "chapterId": "shore",
         *               "prerequisiteQuestIds": [],
         *               "objectives": [
         *                 {
         *                   "id": "bridge-eth",
         *                   "description": "Bridge ETH to Polygon",
         *                   "order": {
         *                     "from": "ethereum",
         *                     "to": "polygon",
         *                     "minAmount": "0.1"
         *                   }
         *                 }
         *               ]
         *             }
         *           ]
         *         },
         *         "publisher": {
         *           "avatarId": "0198c5b2-5a1d-7b2c-8f0e-1a7b3c4d5e6f",
         *           "publicKey": "d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7"
         *         },
         *         "checksum": "sha256:3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f",
         *         "signature": "9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c"
         *       }
         *     }
         */
        InstallMissionRequest: {
            /** @description A package, as `download` answers it. */
            package: {
                [key: string]: unknown;
            };
            /** @description SHA-256 of the publisher’s public key, hex: you trust this key, which nobody here has. */
            fingerprint?: string;
        };
        /**
         * @example {
         *       "newName": "Cross it my way"
         *     }
         */
        CloneMissionRequest: {
            newName: string;
        };
        /**
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-5a1d-7b2c-8f0e-1a7b3c4d5e6f",
         *       "originId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "name": "Cross your first bridge",
         *       "description": "Carry an asset to another chain.",
         *       "status": "Completed",
         *       "missionType": "Easy",
         *       "difficulty": "Easy",
         *       "order": 0,
         *       "rewardKarma": 10,
         *       "rewardXP": 100,
         *       "rewards": {
         *         "karma": 10,
         *         "xp": 100
         *       },
         *       "totalKarma": 10,
         *       "totalXP": 150,
         *       "parentMissionId": null,
         *       "prerequisiteQuestIds": [],
         *       "objectives": [],
         *       "chapters": [
         *         {
         *           "id": "shore",
         *           "chapterDisplayName": "The far shore",
         *           "order": 0,
         *           "displayState": "Completed",
         *           "displayStatus": "The far shore 1/1",
         *           "completedQuests": 1,
         *           "totalQuests": 1,
         *           "parentMissionId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70"
         *         }
         *       ],
         *       "quests": [
         *         {
         *           "id": "first-crossing",
         *           "name": "Cross",
         *           "description": "",
         *           "status": "Completed",
         *           "displayState": "completed",
         *           "difficulty": "Easy",
         *           "order": 0,
         *           "rewardKarma": 0,
         *           "rewardXP": 50,
         *           "rewards": {
         *             "karma": 0,
         *             "xp": 50
         *           },
         *           "parentMissionId": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *           "chapterId": "shore",
         *           "prerequisiteQuestIds": [],
         *           "objectives": [
         *             {
         *               "id": "bridge-eth",
         *               "description": "Bridge ETH to Polygon",
         *               "order": {
         *                 "from": "ethereum",
         *                 "to": "polygon",
         *                 "minAmount": "0.1"
         *               },
         *               "isCompleted": true
         *             }
         *           ],
         *           "progressPercent": 100,
         *           "startedAt": "2026-01-05T12:00:00.000Z",
         *           "completedAt": "2026-01-05T12:00:00.000Z",
         *           "version": 2,
         *           "createdAt": "2026-01-05T12:00:00.000Z",
         *           "updatedAt": "2026-01-05T12:00:00.000Z"
         *         }
         *       ],
         *       "progressPercent": 100,
         *       "completedQuests": 1,
         *       "totalQuests": 1,
         *       "isInstalled": false,
         *       "publishedVersion": 1,
         *       "deadline": null,
         *       "startedAt": "2026-01-05T12:00:00.000Z",
         *       "endedAt": "2026-01-05T12:00:00.000Z",
         *       "version": 2,
         *       "createdAt": "2026-01-05T12:00:00.000Z",
         *       "updatedAt": "2026-01-05T12:00:00.000Z",
         *       "granted": {
         *         "karma": 10,
         *         "xp": 150,
         *         "isCounted": true,
         *         "isFirst": true
         *       }
         *     }
         */
        CompletedMission: {
            /**
             * Format: uuid
             * @description The mission’s id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            id: string;
            /**
             * Format: uuid
             * @description Its author, or the owner of this copy.
             * @example 0198c5b2-5a1d-7b2c-8f0e-1a7b3c4d5e6f
             */
            avatarId: string;
            /**
             * @description The mission that it is a copy of, or its own id.
             * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
             */
            originId: string;
            name: string;
            description: string;
            /**
             * @description For you; Pending without a run of yours.
             * @enum {unknown}
             */
            status: "Pending" | "InProgress" | "Completed" | "Failed" | "Cancelled";
            /** @enum {unknown} */
            missionType: "Easy" | "Medium" | "Hard" | "Expert";
            /** @enum {unknown} */
            difficulty: "Easy" | "Medium" | "Hard" | "Expert" | "Ludicrous";
            /** @description Position; parts with the same keep their sequence. */
            order: number;
            /** @description Karma for the completion. */
            rewardKarma: number;
            /** @description XP for the completion. */
            rewardXP: number;
            rewards: {
                /** @description Karma for the completion. */
                karma: number;
                /** @description XP for the completion. */
                xp: number;
            };
            /** @description Karma with that of its quests. */
            totalKarma: number;
            /** @description XP with that of its quests. */
            totalXP: number;
            parentMissionId: string | null;
            progressPercent: number;
            /** @description Quests that you have completed. */
            completedQuests: number;
            /** @description Quests in it. */
            totalQuests: number;
            /** @description An installed copy, which cannot be changed. */
            isInstalled: boolean;
            publishedVersion: number | null;
            deadline: string | null;
            startedAt: string | null;
            endedAt: string | null;
            version: number;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-01-05T12:00:00.000Z
             */
            updatedAt: string;
            prerequisiteQuestIds: string[];
            objectives: {
                /**
                 * @description The objective’s id, unique in its quest.
                 * @example order
                 */
                id: string;
                description: string;
                order: {
                    /** @description A chain, an asset, or ASSET@chain. */
                    from: string;
                    /** @description A chain, an asset, or ASSET@chain. */
                    to: string;
                    /**
                     * @description Least amount in whole units.
                     * @example 0.5
                     */
                    minAmount: string;
                } | null;
                isCompleted: boolean;
            }[];
            chapters: components["schemas"]["Chapter"][];
            quests: components["schemas"]["Quest"][];
            /** @description What the completion brought. */
            granted: {
                /** @description Karma that you received. */
                karma: number;
                /** @description XP that you received. */
                xp: number;
                /** @description False for a mission of your own or an unpublished one. */
                isCounted: boolean;
                /** @description False when you were rewarded for another copy of it before. */
                isFirst: boolean;
            };
        };
        CompletedMissionAnswer: {
            result: components["schemas"]["CompletedMission"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "name": "what I know",
         *       "holonType": "AgentMemory",
         *       "metadata": {
         *         "agentId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *         "knowledge": {
         *           "topic": "bridges"
         *         },
         *         "timestamp": "2026-01-05T12:00:00.000Z"
         *       }
         *     }
         */
        HolonInput: {
            /**
             * Format: uuid
             * @description The holon to change; a new one, of this id if given, where it is absent.
             */
            id?: string;
            /** @description Name of the record. */
            name: string;
            /** @description Kind of record; AgentMemory is an agent’s memory. */
            holonType: string;
            /** @description Free-form. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description The version that the holon must have, 0 for none; otherwise 412. */
            version?: number;
        };
        /**
         * @example {
         *       "name": "what I know",
         *       "holonType": "AgentMemory",
         *       "metadata": {
         *         "agentId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *         "knowledge": {
         *           "topic": "bridges"
         *         },
         *         "timestamp": "2026-01-05T12:00:00.000Z"
         *       }
         *     }
         */
        SaveHolonRequest: {
            /**
             * Format: uuid
             * @description The holon to change; a new one, of this id if given, where it is absent.
             */
            id?: string;
            /** @description Name of the record. */
            name?: string;
            /** @description Kind of record; AgentMemory is an agent’s memory. */
            holonType?: string;
            /** @description Free-form. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description The version that the holon must have, 0 for none; otherwise 412. */
            version?: number;
            holon?: components["schemas"]["HolonInput"];
        } | unknown | unknown;
        /**
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *       "name": "what I know",
         *       "holonType": "AgentMemory",
         *       "metadata": {
         *         "agentId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *         "knowledge": {
         *           "topic": "bridges"
         *         },
         *         "timestamp": "2026-01-05T12:00:00.000Z"
         *       },
         *       "version": 2,
         *       "providers": [
         *         "database",
         *         "s3"
         *       ],
         *       "checksum": "b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78",
         *       "bytes": 143,
         *       "savedBy": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *       "savedAt": "2026-01-05T12:00:00.000Z",
         *       "provider": "database",
         *       "createdAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        Holon: {
            /** Format: uuid */
            id: string;
            /** @description The owner. */
            avatarId: string;
            name: string;
            holonType: string;
            version: number;
            /**
             * @description The providers that have it.
             * @example [
             *       "database",
             *       "s3"
             *     ]
             */
            providers: string[];
            /**
             * @description SHA-256 of the stored JSON.
             * @example b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78
             */
            checksum: string;
            /** @description Size of the stored JSON. */
            bytes: number;
            /** @description The avatar that saved the version. */
            savedBy: string;
            /**
             * Format: date-time
             * @description When the version was saved.
             * @example 2026-01-05T12:00:00.000Z
             */
            savedAt: string;
            /**
             * Format: date-time
             * @description When the first version was saved.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /** @description Free-form. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description The provider that gave it, or took it first.
             * @example database
             */
            provider: string;
        };
        HolonAnswer: {
            result: components["schemas"]["Holon"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @description Without its metadata, which `view=full` adds.
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "avatarId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *       "name": "what I know",
         *       "holonType": "AgentMemory",
         *       "version": 2,
         *       "providers": [
         *         "database",
         *         "s3"
         *       ],
         *       "checksum": "b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78",
         *       "bytes": 143,
         *       "savedBy": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *       "savedAt": "2026-01-05T12:00:00.000Z",
         *       "createdAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        ListedHolon: {
            /** Format: uuid */
            id: string;
            /** @description The owner. */
            avatarId: string;
            name: string;
            holonType: string;
            version: number;
            /**
             * @description The providers that have it.
             * @example [
             *       "database",
             *       "s3"
             *     ]
             */
            providers: string[];
            /**
             * @description SHA-256 of the stored JSON.
             * @example b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78
             */
            checksum: string;
            /** @description Size of the stored JSON. */
            bytes: number;
            /** @description The avatar that saved the version. */
            savedBy: string;
            /**
             * Format: date-time
             * @description When the version was saved.
             * @example 2026-01-05T12:00:00.000Z
             */
            savedAt: string;
            /**
             * Format: date-time
             * @description When the first version was saved.
             * @example 2026-01-05T12:00:00.000Z
             */
            createdAt: string;
            /** @description Free-form. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description The provider that gave it, or took it first.
             * @example database
             */
            provider?: string;
        };
        ListedHolonPage: {
            result: components["schemas"]["ListedHolon"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "version": 2,
         *       "providers": [
         *         "database",
         *         "s3"
         *       ],
         *       "checksum": "b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78",
         *       "bytes": 143,
         *       "savedBy": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *       "savedAt": "2026-01-05T12:00:00.000Z"
         *     }
         */
        HolonVersion: {
            version: number;
            /**
             * @description The providers that have it.
             * @example [
             *       "database",
             *       "s3"
             *     ]
             */
            providers: string[];
            /**
             * @description SHA-256 of the stored JSON.
             * @example b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78
             */
            checksum: string;
            /** @description Size of the stored JSON. */
            bytes: number;
            /** @description The avatar that saved the version. */
            savedBy: string;
            /**
             * Format: date-time
             * @description When the version was saved.
             * @example 2026-01-05T12:00:00.000Z
             */
            savedAt: string;
        };
        HolonVersionPage: {
            result: components["schemas"]["HolonVersion"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "event": "holon.saved",
         *       "version": 2,
         *       "at": "2026-01-05T12:00:00.000Z"
         *     }
         */
        HolonChange: {
            /**
             * @example holon.saved
             * @example holon.deleted
             * @example holon.restored
             */
            event: string;
            /** @description The version of the holon then. */
            version: number;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-05T12:00:00.000Z
             */
            at: string;
        };
        HolonChangePage: {
            result: components["schemas"]["HolonChange"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "id": "0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70",
         *       "version": 2,
         *       "deletedAt": "2026-01-05T12:00:00.000Z",
         *       "restorableUntil": "2026-04-05T12:00:00.000Z"
         *     }
         */
        DeletedHolon: {
            /** Format: uuid */
            id: string;
            version: number;
            /**
             * Format: date-time
             * @description Since when it is deleted.
             * @example 2026-01-05T12:00:00.000Z
             */
            deletedAt: string;
            /**
             * Format: date-time
             * @description Afterwards it is gone for good.
             * @example 2026-01-05T12:00:00.000Z
             */
            restorableUntil: string;
        };
        DeletedHolonAnswer: {
            result: components["schemas"]["DeletedHolon"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        /**
         * @example {
         *       "name": "chain/ethereum",
         *       "kind": "chain",
         *       "status": "healthy",
         *       "latencyMs": 12,
         *       "checkedAt": "2026-01-05T12:00:00.000Z",
         *       "message": "3 of 3 endpoints answer, block 24000000"
         *     }
         */
        ResourceHealth: {
            /** @example chain/ethereum */
            name: string;
            /** @enum {unknown} */
            kind: "storage" | "chain" | "price" | "relayer" | "signer";
            /** @enum {unknown} */
            status: "healthy" | "degraded" | "down";
            latencyMs: number | null;
            /** Format: date-time */
            checkedAt: string;
            message: string;
        };
        ResourceHealthPage: {
            result: components["schemas"]["ResourceHealth"][];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
            resultsCount: number;
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "avatarId": "0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81",
         *       "karma": 40,
         *       "xp": 400,
         *       "missionsCompleted": 2,
         *       "tasks": {
         *         "completed": 12,
         *         "failed": 1,
         *         "successRate": 0.923,
         *         "averageResponseMs": 1830,
         *         "cost": 0.24
         *       },
         *       "orders": {
         *         "total": 3,
         *         "completed": 2
         *       },
         *       "messages": {
         *         "sent": 4,
         *         "received": 5,
         *         "unread": 1
         *       },
         *       "activity": [
         *         {
         *           "event": "order.completed",
         *           "topic": "orders",
         *           "at": "2026-01-05T12:00:00.000Z",
         *           "data": {
         *             "status": "completed"
         *           }
         *         }
         *       ],
         *       "nextCursor": null
         *     }
         */
        AvatarStats: {
            avatarId: string;
            /** @description Sum of the ledger of rewards, without what stands apart. */
            karma: number;
            /** @description Sum of the ledger of rewards, without what stands apart. */
            xp: number;
            /** @description Completed missions that count. */
            missionsCompleted: number;
            tasks: {
                /** @description Attempts that completed their task. */
                completed: number;
                /** @description Attempts that failed, or whose lease ended. */
                failed: number;
                successRate: number | null;
                averageResponseMs: number | null;
                cost: number;
            };
            orders?: {
                /** @description Bridge orders; for the avatar itself and admins, as all that follows. */
                total: number;
                /** @description Orders that ended as they should. */
                completed: number;
            };
            messages?: {
                /** @description Messages. */
                sent: number;
                /** @description Messages. */
                received: number;
                /** @description Messages. */
                unread: number;
            };
            /** @description Newest first. */
            activity?: {
                event: string;
                topic: string;
                /** Format: date-time */
                at: string;
                /** @description The event as the avatar’s stream has it. */
                data: {
                    [key: string]: unknown;
                };
            }[];
            /** @description Of the activity. */
            nextCursor?: string | null;
        };
        AvatarStatsAnswer: {
            result: components["schemas"]["AvatarStats"];
            /** @enum {boolean} */
            isError: false;
            /** @example OK */
            message: string;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @constant */
            isError: true;
            message: string;
            errorCode: string;
            result: null;
            traceId: string;
        } & {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1. */
        MALFORMED_REQUEST: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `UNAUTHENTICATED`: No token, or one that is unknown; send `Authorization: Bearer TOKEN`. */
        UNAUTHENTICATED: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds. */
        RATE_LIMITED: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `INTERNAL_ERROR`: A defect of the service; quote the traceId. */
        INTERNAL_ERROR: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage. */
        SERVICE_UNAVAILABLE: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `WALLET_NOT_FOUND`: The avatar has no wallet with this id, or it is deleted. */
        WALLET_NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `REQUEST_TIMEOUT`: The request did not arrive whole in time; it had no effect. */
        REQUEST_TIMEOUT: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `BODY_TOO_LARGE`: The body has more than 16 KiB, or than the operation takes. */
        BODY_TOO_LARGE: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`: A body that is not application/json in UTF-8, or is compressed. */
        UNSUPPORTED_MEDIA_TYPE: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly. */
        IDEMPOTENCY_IN_FLIGHT: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `FORBIDDEN`: The token lacks the scope that the answer names, the operation is not for agents, or the resource belongs to another caller. */
        FORBIDDEN: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `ORDER_NOT_FOUND`: No order has this id. */
        ORDER_NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one. */
        IDEMPOTENCY_KEY_REUSED: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `VERSION_MISMATCH`: If-Match names another version than the current one; read again. */
        VERSION_MISMATCH: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `PAIR_UNKNOWN`: No price source is configured for one of the tokens; the answer lists the known ones. */
        PAIR_UNKNOWN: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours. */
        AVATAR_NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `PROVIDER_TYPE_UNSUPPORTED`: No wallets of this type; the answer lists the supported numbers. */
        PROVIDER_TYPE_UNSUPPORTED: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `CHAIN_NOT_CONFIGURED`: The wallet’s chain is not connected to this service. */
        CHAIN_NOT_CONFIGURED: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `ASSET_UNKNOWN`: No asset has this symbol, or it does not exist on that chain; the answer lists the known ones. */
        ASSET_UNKNOWN: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `LIBRARY_NOT_FOUND`: No library has this id, it is deleted, it has no such version, or it does not depend on that library. */
        LIBRARY_NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `LIBRARY_HAS_DEPENDANTS`: Current versions of other libraries depend on it; `dependants` names up to 100 of them. */
        LIBRARY_HAS_DEPENDANTS: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `DEPENDENCIES_TOO_COMPLEX`: The search for versions took too many steps; narrow the ranges that `conflicts` names. */
        DEPENDENCIES_TOO_COMPLEX: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `LIBRARY_VERSION_EXISTS`: The version is kept with other content, and a published version never changes: give a new one. */
        LIBRARY_VERSION_EXISTS: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `MESSAGE_NOT_FOUND`: You have no message with this id, or you deleted it. */
        MESSAGE_NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `RECIPIENT_UNKNOWN`: `toAvatarId` names no avatar, or your own. */
        RECIPIENT_UNKNOWN: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `AGENT_NOT_FOUND`: No agent with this id is registered. */
        AGENT_NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `WEBHOOK_URL_INVALID`: Webhooks go to https URLs without credentials, at public addresses or in networks that the service allows. */
        WEBHOOK_URL_INVALID: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `AGENTS_UNKNOWN`: Agents that the request names are not registered; `unknown` has them. */
        AGENTS_UNKNOWN: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `TASK_NOT_FOUND`: No task has this id, or it is not yours. */
        TASK_NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `WORKFLOW_NOT_FOUND`: No workflow has this id and version, or it is not yours. */
        WORKFLOW_NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `RUN_NOT_FOUND`: No run has this id, or it is not yours. */
        RUN_NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `TIME_RANGE_INVALID`: `endTime` must not be before `startTime`. */
        TIME_RANGE_INVALID: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `AGENT_MESSAGE_NOT_FOUND`: No message has this id, or it is not yours. */
        AGENT_MESSAGE_NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `WEBHOOK_NOT_FOUND`: No webhook of yours has this id. */
        WEBHOOK_NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `DELIVERY_NOT_FOUND`: No delivery to a webhook of yours has this id. */
        DELIVERY_NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `COLLABORATION_NOT_FOUND`: No collaboration has this id, or it is not yours. */
        COLLABORATION_NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `MISSION_NOT_FOUND`: No mission that you may see has this id. */
        MISSION_NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `MISSION_INSTALLED`: An installed mission stays as its package has it; clone it to change it. */
        MISSION_INSTALLED: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `HOLON_NOT_FOUND`: No holon of yours has this id, or it has no such version. */
        HOLON_NOT_FOUND: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Strong validator of the answered version. */
        ETag: string;
        /** @description Path of the new resource. */
        Location: string;
        /** @description The rest of the limit, and seconds until all of it is free. */
        RateLimit: string;
        /** @description The limit, and the seconds in which it counts. */
        "RateLimit-Policy": string;
        /** @description Seconds after which a repetition may succeed. */
        "Retry-After": number;
        /** @description How to authenticate (RFC 6750). */
        "WWW-Authenticate": string;
        /** @description `true` when the answer repeats the answer of an earlier request with this key. */
        "Idempotency-Replayed": "true";
        /** @description Time since which the operation is deprecated (RFC 9745). */
        Deprecation: string;
        /** @description Time until which the operation works (RFC 8594). */
        Sunset: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It answers. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LivenessAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It takes requests. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadinessAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service and its storage work. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                status?: "created" | "locking" | "locked" | "confirming" | "proving" | "signing" | "minting" | "completed" | "cancelling" | "refunding" | "refunded" | "expired" | "failed";
                /** @description Whose orders; only admins may name another avatar. */
                avatarId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRequest"];
            };
        };
        responses: {
            /** @description The order. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOrder"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            /**
             * @description `APPROVAL_NEEDED`: An API key or an agent would spend more within a day than its owner allowed; the answer names asset, allowance and what is used. The owner gives an allowance with PUT /api/Wallet/avatar/{avatarId}/allowances.
             *
             *     `REAUTHENTICATION_REQUIRED`: The password was not given within the last five minutes; POST /api/avatar/reauthenticate first. An API key cannot do it.
             *
             *     `FORBIDDEN`: The token lacks the scope that the answer names, the operation is not for agents, or the resource belongs to another caller.
             */
            403: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["WALLET_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `CHAIN_UNKNOWN`: No configured network has this name; the answer lists the known ones.
             *
             *     `ASSET_UNKNOWN`: No asset has this symbol, or it does not exist on that chain; the answer lists the known ones.
             *
             *     `ASSET_MISMATCH`: `to` names another asset than `from`: a bridge order moves one asset, 1:1.
             *
             *     `SAME_CHAIN`: `from` and `to` name the same chain.
             *
             *     `ROUTE_VIA_HOME`: A bridged asset moves only from and to its home; `orders` names the two orders that do it.
             *
             *     `ROUTE_NOT_OPEN`: The two bridges are not (yet) open towards each other.
             *
             *     `INVALID_AMOUNT`: Not a positive decimal, more decimals than the bridge moves, or a number that JSON cannot carry exactly: send a string.
             *
             *     `AMOUNT_TOO_SMALL`: Below the route’s minimum, which the answer names.
             *
             *     `AMOUNT_TOO_LARGE`: Above the route’s maximum, which the answer names.
             *
             *     `INVALID_ADDRESS`: An address that its chain does not accept.
             *
             *     `INSUFFICIENT_BALANCE`: The wallet holds less than amount and fees; the answer says how much is missing.
             *
             *     `LOCK_REFUSED`: The source chain’s bridge refuses this lock; the answer carries its reason.
             *
             *     `SWAP_NOT_AVAILABLE`: `mode: "swap"` is not offered; use `mode: "bridge"`.
             *
             *     `RECIPIENT_REQUIRED`: No `destinationAddress`, and the caller has no wallet on the destination chain.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `OPEN_ORDERS_EXCEEDED`: The caller has as many open orders as one may; wait until one ends, or cancel one.
             *
             *     `SEND_LIMIT_EXCEEDED`: No more of this asset may leave the avatar’s wallets, or this wallet, by sends, orders and fees within a day, or no more transfers; the answer names the limit and when there is room again.
             *
             *     `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `CHAIN_UNAVAILABLE`: A chain that the request needs cannot be read at present.
             *
             *     `BRIDGE_PAUSED`: The source’s bridge takes no locks at present.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of a known answer; an unchanged one is 304. */
                "if-none-match"?: string;
            };
            path: {
                /**
                 * @description The order’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order and the proof of its delivery. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDetailAnswer"];
                };
            };
            /** @description Unchanged since the ETag given. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["ORDER_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    checkOrderBalance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress of the order. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderBalanceAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["ORDER_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    streamOrderEvents: {
        parameters: {
            query?: {
                lastEventId?: string;
            };
            header?: {
                /** @description Id of the last known event; the stream continues after it. */
                "last-event-id"?: string;
            };
            path: {
                /**
                 * @description The order’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description No further event can come. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["ORDER_NOT_FOUND"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `CALLER_STREAMS_EXCEEDED`: The caller, or the address without a token, holds as many event streams as one may; close one.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `TOO_MANY_STREAMS`: The service holds as many event streams as it is configured for.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The order’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The order, which has ended. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["ORDER_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `ORDER_NOT_CANCELLABLE`: The order left `created`: from the lock on it completes or is refunded.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getQuote: {
        parameters: {
            query: {
                /**
                 * @description A chain, an asset, or ASSET@chain.
                 * @example ETH
                 */
                from?: string;
                /**
                 * @description A chain, an asset, or ASSET@chain.
                 * @example polygon
                 */
                to?: string;
                fromToken?: string;
                toToken?: string;
                fromChain?: string;
                toChain?: string;
                /**
                 * @description In whole units of the asset.
                 * @example 0.5
                 */
                amount: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quote. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            /**
             * @description `CHAIN_UNKNOWN`: No configured network has this name; the answer lists the known ones.
             *
             *     `ASSET_UNKNOWN`: No asset has this symbol, or it does not exist on that chain; the answer lists the known ones.
             *
             *     `ASSET_MISMATCH`: `to` names another asset than `from`: a bridge order moves one asset, 1:1.
             *
             *     `SAME_CHAIN`: `from` and `to` name the same chain.
             *
             *     `ROUTE_VIA_HOME`: A bridged asset moves only from and to its home; `orders` names the two orders that do it.
             *
             *     `ROUTE_NOT_OPEN`: The two bridges are not (yet) open towards each other.
             *
             *     `INVALID_AMOUNT`: Not a positive decimal, more decimals than the bridge moves, or a number that JSON cannot carry exactly: send a string.
             *
             *     `AMOUNT_TOO_SMALL`: Below the route’s minimum, which the answer names.
             *
             *     `AMOUNT_TOO_LARGE`: Above the route’s maximum, which the answer names.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `CHAIN_UNAVAILABLE`: A chain that the request needs cannot be read at present.
             *
             *     `BRIDGE_PAUSED`: The source’s bridge takes no locks at present.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getExchangeRate: {
        parameters: {
            query?: {
                /** @example ETH */
                fromToken?: string;
                /** @example POL */
                toToken?: string;
                /** @description The same as `fromToken`. */
                from?: string;
                /** @description The same as `toToken`. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rate. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangeRateAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            422: components["responses"]["PAIR_UNKNOWN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `PRICE_UNAVAILABLE`: Fewer than two price sources agree at present; no rate is invented.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listNetworks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every configured network. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkPage"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    registerAvatar: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        responses: {
            /** @description The avatar. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredAvatarAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `USERNAME_TAKEN`: Another avatar has this username, in any case.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `PASSWORD_REQUIRED`: Only an AI_Agent avatar registers without a password.
             *
             *     `SCOPES_EXCEEDED`: An API key cannot have scopes that the caller or its avatar lacks.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `ATTEMPTS_EXCEEDED`: Too many wrong passwords for this name, or too many attempts, from your address; wait for Retry-After seconds.
             *
             *     `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `PASSWORDS_BUSY`: More passwords are being checked than the service computes at once; repeat after Retry-After seconds.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    authenticateAvatar: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthenticateRequest"];
            };
        };
        responses: {
            /** @description The avatar and its tokens. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInAvatarAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            /**
             * @description `CREDENTIALS_REFUSED`: No avatar has this name with this password; the answer does not tell which of the two is wrong.
             *
             *     `UNAUTHENTICATED`: No token, or one that is unknown; send `Authorization: Bearer TOKEN`.
             */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `ATTEMPTS_EXCEEDED`: Too many wrong passwords for this name, or too many attempts, from your address; wait for Retry-After seconds.
             *
             *     `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `PASSWORDS_BUSY`: More passwords are being checked than the service computes at once; repeat after Retry-After seconds.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    refreshToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description The avatar and its tokens. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInAvatarAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            /**
             * @description `REFRESH_TOKEN_REFUSED`: The refresh token is unknown, has expired, or its session has ended; authenticate again.
             *
             *     `UNAUTHENTICATED`: No token, or one that is unknown; send `Authorization: Bearer TOKEN`.
             */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RevokeRequest"];
            };
        };
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reauthenticate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordRequest"];
            };
        };
        responses: {
            /** @description The password is right. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            /**
             * @description `CREDENTIALS_REFUSED`: No avatar has this name with this password; the answer does not tell which of the two is wrong.
             *
             *     `UNAUTHENTICATED`: No token, or one that is unknown; send `Authorization: Bearer TOKEN`.
             */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `ATTEMPTS_EXCEEDED`: Too many wrong passwords for this name, or too many attempts, from your address; wait for Retry-After seconds.
             *
             *     `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `PASSWORDS_BUSY`: More passwords are being checked than the service computes at once; repeat after Retry-After seconds.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailTokenRequest"];
            };
        };
        responses: {
            /** @description The avatar, which can sign in with the address. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvatarAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `EMAIL_TAKEN`: Another avatar has proved this e-mail address before.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `MAIL_TOKEN_REFUSED`: The token of the e-mail is unknown, was used, or has expired; ask for another e-mail.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `ATTEMPTS_EXCEEDED`: Too many wrong passwords for this name, or too many attempts, from your address; wait for Retry-After seconds.
             *
             *     `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resendVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description It is sent soon, unless the address is proved. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `ATTEMPTS_EXCEEDED`: Too many wrong passwords for this name, or too many attempts, from your address; wait for Retry-After seconds.
             *
             *     `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPasswordRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `ATTEMPTS_EXCEEDED`: Too many wrong passwords for this name, or too many attempts, from your address; wait for Retry-After seconds.
             *
             *     `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    validateResetToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailTokenRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `MAIL_TOKEN_REFUSED`: The token of the e-mail is unknown, was used, or has expired; ask for another e-mail.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `ATTEMPTS_EXCEEDED`: Too many wrong passwords for this name, or too many attempts, from your address; wait for Retry-After seconds.
             *
             *     `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `MAIL_TOKEN_REFUSED`: The token of the e-mail is unknown, was used, or has expired; ask for another e-mail.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `ATTEMPTS_EXCEEDED`: Too many wrong passwords for this name, or too many attempts, from your address; wait for Retry-After seconds.
             *
             *     `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `PASSWORDS_BUSY`: More passwords are being checked than the service computes at once; repeat after Retry-After seconds.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoneAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            /**
             * @description `CREDENTIALS_REFUSED`: No avatar has this name with this password; the answer does not tell which of the two is wrong.
             *
             *     `UNAUTHENTICATED`: No token, or one that is unknown; send `Authorization: Bearer TOKEN`.
             */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `ATTEMPTS_EXCEEDED`: Too many wrong passwords for this name, or too many attempts, from your address; wait for Retry-After seconds.
             *
             *     `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `PASSWORDS_BUSY`: More passwords are being checked than the service computes at once; repeat after Retry-After seconds.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOwnAvatar: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of a known answer; an unchanged one is 304. */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The avatar. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvatarAnswer"];
                };
            };
            /** @description Unchanged since the ETag given. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["AVATAR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateOwnAvatar: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProfileRequest"];
            };
        };
        responses: {
            /** @description The avatar. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvatarAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["AVATAR_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listOwnAgents: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                /** @description Items of a page. Without `limit`, `cursor` and `offset`, up to 1000 items are answered. However many are asked for, an answer ends before 1 MiB, and `nextCursor` goes on. */
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agents, oldest first. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvatarPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The avatar’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvatarProfileAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["AVATAR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getSigningKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonWebKeySet"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listAvatarKeys: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                /** @description Items of a page. Without `limit`, `cursor` and `offset`, up to 1000 items are answered. However many are asked for, an answer ends before 1 MiB, and `nextCursor` goes on. */
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The avatar’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, oldest first. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvatarKeyPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["AVATAR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                /** @description Items of a page. Without `limit`, `cursor` and `offset`, up to 1000 items are answered. However many are asked for, an answer ends before 1 MiB, and `nextCursor` goes on. */
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The avatar’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, oldest first, revoked ones included. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["AVATAR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The avatar’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRequest"];
            };
        };
        responses: {
            /** @description The key. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKeyAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["AVATAR_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `SCOPES_EXCEEDED`: An API key cannot have scopes that the caller or its avatar lacks.
             *
             *     `EXPIRY_INVALID`: `expiresAt` is in the past or too far in the future.
             *
             *     `TOO_MANY_API_KEYS`: The avatar has as many API keys as one may; revoke one.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The avatar’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
                /**
                 * @description The key’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, which is refused from now on. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             *
             *     `API_KEY_NOT_FOUND`: The avatar has no API key of this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    assignRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The avatar’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RoleRequest"];
            };
        };
        responses: {
            /** @description The avatar. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvatarAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["AVATAR_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                action?: "avatar.registered" | "avatar.roleChanged" | "avatar.profileChanged" | "session.started" | "session.refused" | "session.reuseDetected" | "session.revoked" | "reauthenticated" | "password.changed" | "password.resetRequested" | "password.reset" | "email.verificationSent" | "email.verified" | "email.givenUp" | "apiKey.created" | "apiKey.revoked" | "signingKey.created" | "signingKey.revoked" | "wallet.exported" | "wallet.phraseShown" | "wallet.deleted" | "wallet.restored" | "wallet.sent" | "limits.changed" | "allowance.given" | "allowance.withdrawn" | "wallet.seedDestroyed" | "masterKey.rotated" | "agents.trustChanged";
                /** @description Who did it. */
                actorId?: string;
                /** @description Whose account or resource. */
                subjectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWalletRequest"];
            };
        };
        responses: {
            /** @description The wallet. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWalletAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["AVATAR_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `WALLET_EXISTS`: The avatar has this address for this provider type already; the answer names the wallet, which may be deleted: restore it.
             *
             *     `WALLET_NOT_VERIFIED`: Only a wallet whose key is proven can be a default.
             *
             *     `RECOVERY_PHRASE_GONE`: The recovery phrase is shown only with the avatar’s first generated wallet; export it instead.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `PROVIDER_TYPE_UNSUPPORTED`: No wallets of this type; the answer lists the supported numbers.
             *
             *     `INVALID_ADDRESS`: An address that its chain does not accept.
             *
             *     `INVALID_PUBLIC_KEY`: Not a key of this type, or not the key of the address.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWallets: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /** @description The provider type: 3 solana, 4 arbitrum, 5 avalanche, 6 base, 7 ethereum, 8 polygon, 24 bitcoin, 28 optimism, 31 bnb, 32 fantom, 37 radix. */
                providerType?: number;
                /** @description Lists the deleted wallets instead. */
                deleted?: boolean;
            };
            header?: never;
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of wallets. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["AVATAR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of a known answer; an unchanged one is 304. */
                "if-none-match"?: string;
            };
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
                /**
                 * @description The wallet’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletAnswer"];
                };
            };
            /** @description Unchanged since the ETag given. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `WALLET_NOT_FOUND`: The avatar has no wallet with this id, or it is deleted.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteWallet: {
        parameters: {
            query?: {
                /** @description Deletes it with its balance, within five minutes of your password. */
                force?: boolean;
            };
            header?: {
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
                /**
                 * @description The wallet’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deleted wallet. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            /**
             * @description `REAUTHENTICATION_REQUIRED`: The password was not given within the last five minutes; POST /api/avatar/reauthenticate first. An API key cannot do it.
             *
             *     `FORBIDDEN`: The token lacks the scope that the answer names, the operation is not for agents, or the resource belongs to another caller.
             */
            403: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `WALLET_NOT_FOUND`: The avatar has no wallet with this id, or it is deleted.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `ORDER_CAN_END_HERE`: A bridge order can still pay this wallet, late locks included; the answer names it. Delete the wallet afterwards.
             *
             *     `TRANSFER_UNDER_WAY`: A transfer from the wallet is not final yet.
             *
             *     `WALLET_HAS_BALANCE`: The wallet holds coins or tokens, or its chain cannot be read: repeat with `force=true` after POST /api/avatar/reauthenticate.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getDefaultWallet: {
        parameters: {
            query: {
                /** @description The provider type: 3 solana, 4 arbitrum, 5 avalanche, 6 base, 7 ethereum, 8 polygon, 24 bitcoin, 28 optimism, 31 bnb, 32 fantom, 37 radix. */
                providerType: number;
            };
            header?: never;
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `WALLET_NOT_FOUND`: The avatar has no wallet with this id, or it is deleted.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["PROVIDER_TYPE_UNSUPPORTED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getWalletBalance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
                /**
                 * @description The wallet’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balances. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletBalanceAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `WALLET_NOT_FOUND`: The avatar has no wallet with this id, or it is deleted.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["CHAIN_NOT_CONFIGURED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listWalletOrders: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
                /**
                 * @description The wallet’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletOrderPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `WALLET_NOT_FOUND`: The avatar has no wallet with this id, or it is deleted.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    setDefaultWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
                /**
                 * @description The wallet’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The wallet. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `WALLET_NOT_FOUND`: The avatar has no wallet with this id, or it is deleted.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `WALLET_NOT_VERIFIED`: Only a wallet whose key is proven can be a default.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    challengeWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
                /**
                 * @description The wallet’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The text; an earlier one is not accepted any more. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletChallengeAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `WALLET_NOT_FOUND`: The avatar has no wallet with this id, or it is deleted.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    verifyWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
                /**
                 * @description The wallet’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyWalletRequest"];
            };
        };
        responses: {
            /** @description The wallet, verified. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `WALLET_NOT_FOUND`: The avatar has no wallet with this id, or it is deleted.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `INVALID_SIGNATURE`: Not a signature of the current challenge by the wallet’s key, or the challenge expired: ask for another one.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    restoreWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
                /**
                 * @description The wallet’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The wallet, which is no default. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `WALLET_NOT_FOUND`: The avatar has no wallet with this id, or it is deleted.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sendFromWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
                /**
                 * @description The wallet’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendRequest"];
            };
        };
        responses: {
            /** @description The transfer. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletTransferAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            /**
             * @description `APPROVAL_NEEDED`: An API key or an agent would spend more within a day than its owner allowed; the answer names asset, allowance and what is used. The owner gives an allowance with PUT /api/Wallet/avatar/{avatarId}/allowances.
             *
             *     `REAUTHENTICATION_REQUIRED`: The password was not given within the last five minutes; POST /api/avatar/reauthenticate first. An API key cannot do it.
             *
             *     `FORBIDDEN`: The token lacks the scope that the answer names, the operation is not for agents, or the resource belongs to another caller.
             */
            403: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `WALLET_NOT_FOUND`: The avatar has no wallet with this id, or it is deleted.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `WALLET_NOT_CUSTODIAL`: The owner holds the key of this wallet.
             *
             *     `CHAIN_NOT_CONFIGURED`: The wallet’s chain is not connected to this service.
             *
             *     `ASSET_UNKNOWN`: No asset has this symbol, or it does not exist on that chain; the answer lists the known ones.
             *
             *     `INVALID_AMOUNT`: Not a positive decimal, more decimals than the bridge moves, or a number that JSON cannot carry exactly: send a string.
             *
             *     `INVALID_ADDRESS`: An address that its chain does not accept.
             *
             *     `INSUFFICIENT_BALANCE`: The wallet holds less than amount and fees; the answer says how much is missing.
             *
             *     `TRANSFER_REFUSED`: The chain refuses this transfer; the answer carries its reason.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `SEND_LIMIT_EXCEEDED`: No more of this asset may leave the avatar’s wallets, or this wallet, by sends, orders and fees within a day, or no more transfers; the answer names the limit and when there is room again.
             *
             *     `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `CHAIN_UNAVAILABLE`: A chain that the request needs cannot be read at present.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWalletTransfers: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
                /**
                 * @description The wallet’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transfers. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletTransferPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `WALLET_NOT_FOUND`: The avatar has no wallet with this id, or it is deleted.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getWalletTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
                /**
                 * @description The wallet’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                walletId: string;
                /**
                 * @description The transfer’s id.
                 * @example 0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81
                 */
                transferId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transfer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletTransferAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `WALLET_NOT_FOUND`: The avatar has no wallet with this id, or it is deleted.
             *
             *     `TRANSFER_NOT_FOUND`: The wallet has no transfer with this id.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getSpendingLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Limits and allowances. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendingLimitsAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["AVATAR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    setAvatarLimit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AvatarLimitRequest"];
            };
        };
        responses: {
            /** @description The avatar’s limits now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendingLimitsAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            /**
             * @description `FORBIDDEN`: The token lacks the scope that the answer names, the operation is not for agents, or the resource belongs to another caller.
             *
             *     `REAUTHENTICATION_REQUIRED`: The password was not given within the last five minutes; POST /api/avatar/reauthenticate first. An API key cannot do it.
             */
            403: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["AVATAR_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["ASSET_UNKNOWN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    setWalletLimit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
                /**
                 * @description The wallet’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WalletLimitRequest"];
            };
        };
        responses: {
            /** @description The avatar’s limits now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendingLimitsAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            /**
             * @description `FORBIDDEN`: The token lacks the scope that the answer names, the operation is not for agents, or the resource belongs to another caller.
             *
             *     `REAUTHENTICATION_REQUIRED`: The password was not given within the last five minutes; POST /api/avatar/reauthenticate first. An API key cannot do it.
             */
            403: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `WALLET_NOT_FOUND`: The avatar has no wallet with this id, or it is deleted.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["ASSET_UNKNOWN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    setAllowance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllowanceRequest"];
            };
        };
        responses: {
            /** @description The avatar’s limits now. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendingLimitsAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            /**
             * @description `FORBIDDEN`: The token lacks the scope that the answer names, the operation is not for agents, or the resource belongs to another caller.
             *
             *     `REAUTHENTICATION_REQUIRED`: The password was not given within the last five minutes; POST /api/avatar/reauthenticate first. An API key cannot do it.
             */
            403: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `SPENDER_NOT_FOUND`: No API key or agent of yours has this id.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["ASSET_UNKNOWN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    exportWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The avatar’s id. */
                avatarId: string;
                /**
                 * @description The wallet’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportWalletRequest"];
            };
        };
        responses: {
            /** @description The secret: who has it has the coins. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportedSecretAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            /**
             * @description `CREDENTIALS_REFUSED`: No avatar has this name with this password; the answer does not tell which of the two is wrong.
             *
             *     `UNAUTHENTICATED`: No token, or one that is unknown; send `Authorization: Bearer TOKEN`.
             */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `WALLET_NOT_FOUND`: The avatar has no wallet with this id, or it is deleted.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `WALLET_NOT_CUSTODIAL`: The owner holds the key of this wallet.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `ATTEMPTS_EXCEEDED`: Too many wrong passwords for this name, or too many attempts, from your address; wait for Retry-After seconds.
             *
             *     `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `PASSWORDS_BUSY`: More passwords are being checked than the service computes at once; repeat after Retry-After seconds.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @example orders */
                topics?: string;
                /** @description Begin with the events from now on. */
                since?: "now";
                lastEventId?: string;
            };
            header?: {
                /** @description Id of the last known event; the stream continues after it. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description No further event can come. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `CALLER_STREAMS_EXCEEDED`: The caller, or the address without a token, holds as many event streams as one may; close one.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `TOO_MANY_STREAMS`: The service holds as many event streams as it is configured for.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLibraries: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                /** @description Items of a page. Without `limit`, `cursor` and `offset`, up to 1000 items are answered. However many are asked for, an answer ends before 1 MiB, and `nextCursor` goes on. */
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /** @description `full` answers whole items, as their own operation does; a page has fewer of them. */
                view?: "summary" | "full";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The libraries. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedLibraryPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createLibrary: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LibraryRequest"];
            };
        };
        responses: {
            /** @description The library. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `DEPENDENCY_UNKNOWN`: No library has the ids in `libraryIds`, or they are deleted.
             *
             *     `INVALID_VERSION`: Not a semantic version in its normal form (`1.2.3`, `1.2.3-rc.1`), or without a next one: no `v`, no build metadata.
             *
             *     `INVALID_VERSION_RANGE`: Not a range of npm’s semver, such as `^1.2.0`.
             *
             *     `INVALID_DEPENDENCIES`: A library is named twice, or more libraries than one may depend on.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    searchLibraries: {
        parameters: {
            query: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /** @description `full` answers whole items, as their own operation does; a page has fewer of them. */
                view?: "summary" | "full";
                /** @description Words of name, category, language and description; typing errors are forgiven. */
                query: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of libraries. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedLibraryPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getLibrary: {
        parameters: {
            query?: {
                /**
                 * @description A kept version; the current one if absent.
                 * @example 1.0.0
                 */
                version?: string;
            };
            header?: {
                /** @description ETag of a known answer; an unchanged one is 304. */
                "if-none-match"?: string;
            };
            path: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The library, at the version that `version` names. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryAnswer"];
                };
            };
            /** @description Unchanged since the ETag given. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["LIBRARY_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateLibrary: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LibraryUpdate"];
            };
        };
        responses: {
            /** @description The library. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["LIBRARY_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `LIBRARY_VERSION_EXISTS`: The version is kept with other content, and a published version never changes: give a new one.
             *
             *     `LIBRARY_CYCLE`: The libraries would depend on each other in a circle; `path` names them, each followed by one that it depends on.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `DEPENDENCY_UNKNOWN`: No library has the ids in `libraryIds`, or they are deleted.
             *
             *     `INVALID_VERSION`: Not a semantic version in its normal form (`1.2.3`, `1.2.3-rc.1`), or without a next one: no `v`, no build metadata.
             *
             *     `INVALID_VERSION_RANGE`: Not a range of npm’s semver, such as `^1.2.0`.
             *
             *     `INVALID_DEPENDENCIES`: A library is named twice, or more libraries than one may depend on.
             *
             *     `LIBRARY_VERSIONS_EXCEEDED`: The library has as many versions as one may.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteLibrary: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedLibraryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["LIBRARY_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["LIBRARY_HAS_DEPENDANTS"];
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listLibraryVersions: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                /** @description Items of a page. Without `limit`, `cursor` and `offset`, up to 1000 items are answered. However many are asked for, an answer ends before 1 MiB, and `nextCursor` goes on. */
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /** @description `full` answers whole items, as their own operation does; a page has fewer of them. */
                view?: "summary" | "full";
            };
            header?: never;
            path: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryVersionPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["LIBRARY_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listLibraryDependencies: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                /** @description Items of a page. Without `limit`, `cursor` and `offset`, up to 1000 items are answered. However many are asked for, an answer ends before 1 MiB, and `nextCursor` goes on. */
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /**
                 * @description A kept version; the current one if absent.
                 * @example 1.0.0
                 */
                version?: string;
                /** @description Everything that it needs: one version of each library, each after its own dependencies. */
                transitive?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dependencies. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryDependencyPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["LIBRARY_NOT_FOUND"];
            /**
             * @description `DEPENDENCY_CONFLICT`: No kept versions meet all ranges; `conflicts` names the library, who demands what of it, and its versions.
             *
             *     `LIBRARY_CYCLE`: The libraries would depend on each other in a circle; `path` names them, each followed by one that it depends on.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["DEPENDENCIES_TOO_COMPLEX"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    addLibraryDependency: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLibraryDependency"];
            };
        };
        responses: {
            /** @description The library. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["LIBRARY_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `LIBRARY_VERSION_EXISTS`: The version is kept with other content, and a published version never changes: give a new one.
             *
             *     `LIBRARY_CYCLE`: The libraries would depend on each other in a circle; `path` names them, each followed by one that it depends on.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `DEPENDENCY_UNKNOWN`: No library has the ids in `libraryIds`, or they are deleted.
             *
             *     `INVALID_VERSION`: Not a semantic version in its normal form (`1.2.3`, `1.2.3-rc.1`), or without a next one: no `v`, no build metadata.
             *
             *     `INVALID_VERSION_RANGE`: Not a range of npm’s semver, such as `^1.2.0`.
             *
             *     `INVALID_DEPENDENCIES`: A library is named twice, or more libraries than one may depend on.
             *
             *     `LIBRARY_VERSIONS_EXCEEDED`: The library has as many versions as one may.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listLibraryDependants: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                /** @description Items of a page. Without `limit`, `cursor` and `offset`, up to 1000 items are answered. However many are asked for, an answer ends before 1 MiB, and `nextCursor` goes on. */
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dependants. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryDependantPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["LIBRARY_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    addDependencyToLibrary: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLibraryDependency"];
            };
        };
        responses: {
            /** @description The library. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["LIBRARY_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `LIBRARY_VERSION_EXISTS`: The version is kept with other content, and a published version never changes: give a new one.
             *
             *     `LIBRARY_CYCLE`: The libraries would depend on each other in a circle; `path` names them, each followed by one that it depends on.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `DEPENDENCY_UNKNOWN`: No library has the ids in `libraryIds`, or they are deleted.
             *
             *     `INVALID_VERSION`: Not a semantic version in its normal form (`1.2.3`, `1.2.3-rc.1`), or without a next one: no `v`, no build metadata.
             *
             *     `INVALID_VERSION_RANGE`: Not a range of npm’s semver, such as `^1.2.0`.
             *
             *     `INVALID_DEPENDENCIES`: A library is named twice, or more libraries than one may depend on.
             *
             *     `LIBRARY_VERSIONS_EXCEEDED`: The library has as many versions as one may.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    removeLibraryDependency: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
                /** @description The id of the library that it depends on. */
                dependencyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The library. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["LIBRARY_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["LIBRARY_VERSION_EXISTS"];
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `LIBRARY_VERSIONS_EXCEEDED`: The library has as many versions as one may.
             *
             *     `INVALID_VERSION`: Not a semantic version in its normal form (`1.2.3`, `1.2.3-rc.1`), or without a next one: no `v`, no build metadata.
             *
             *     `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    exportLibrary: {
        parameters: {
            query?: {
                /** @description With every library that it needs. */
                transitive?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The package. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryPackageAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["LIBRARY_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    importLibraries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ImportedLibraryPackage"];
            };
        };
        responses: {
            /** @description The package’s library. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `LIBRARY_VERSION_EXISTS`: The version is kept with other content, and a published version never changes: give a new one.
             *
             *     `LIBRARY_CYCLE`: The libraries would depend on each other in a circle; `path` names them, each followed by one that it depends on.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `PACKAGE_DAMAGED`: Not a package of libraries, or not as it was exported: its checksum, or a member that the answer names, is wrong.
             *
             *     `PACKAGE_FOREIGN`: The package is of another format version, of another library, or changes a library of another avatar.
             *
             *     `LIBRARY_VERSIONS_EXCEEDED`: The library has as many versions as one may.
             *
             *     `DEPENDENCY_UNKNOWN`: No library has the ids in `libraryIds`, or they are deleted.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    importLibrary: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The library’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                libraryId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ImportedLibraryPackage"];
            };
        };
        responses: {
            /** @description The library. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibraryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["LIBRARY_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `LIBRARY_VERSION_EXISTS`: The version is kept with other content, and a published version never changes: give a new one.
             *
             *     `LIBRARY_CYCLE`: The libraries would depend on each other in a circle; `path` names them, each followed by one that it depends on.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `PACKAGE_DAMAGED`: Not a package of libraries, or not as it was exported: its checksum, or a member that the answer names, is wrong.
             *
             *     `PACKAGE_FOREIGN`: The package is of another format version, of another library, or changes a library of another avatar.
             *
             *     `LIBRARY_VERSIONS_EXCEEDED`: The library has as many versions as one may.
             *
             *     `DEPENDENCY_UNKNOWN`: No library has the ids in `libraryIds`, or they are deleted.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessageRequest"];
            };
        };
        responses: {
            /** @description It is sent. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentMessageAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            /**
             * @description `SENDER_IS_NOT_CALLER`: `fromAvatarId` names another avatar than the caller’s.
             *
             *     `SENDER_BLOCKED`: The recipient takes no messages from this sender; nothing was sent, and a repetition changes nothing.
             *
             *     `FORBIDDEN`: The token lacks the scope that the answer names, the operation is not for agents, or the resource belongs to another caller.
             */
            403: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `RECIPIENT_UNKNOWN`: `toAvatarId` names no avatar, or your own.
             *
             *     `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `MESSAGES_EXCEEDED`: The sender sends more messages a minute than one may; wait for Retry-After seconds.
             *
             *     `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    markMessagesRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkMessagesReadRequest"];
            };
        };
        responses: {
            /** @description What changed. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarkedMessagesAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of a known answer; an unchanged one is 304. */
                "if-none-match"?: string;
            };
            path: {
                /**
                 * @description The message’s id.
                 * @example 0198c5b2-8c3f-7e4e-8a21-3c9b5e6f7a81
                 */
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageAnswer"];
                };
            };
            /** @description Unchanged since the ETag given. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["MESSAGE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The message’s id.
                 * @example 0198c5b2-8c3f-7e4e-8a21-3c9b5e6f7a81
                 */
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedMessageAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["MESSAGE_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /** @description Only messages that are not marked as read. */
                unread?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listConversation: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The other avatar’s id.
                 * @example 0198c5b2-2222-7c3d-9f10-2b8a4d5e6f70
                 */
                avatarId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    countUnreadMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The count. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadMessagesAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    streamMessageEvents: {
        parameters: {
            query?: {
                /** @description Begin with the events from now on. */
                since?: "now";
                lastEventId?: string;
            };
            header?: {
                /** @description Id of the last known event; the stream continues after it. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description No further event can come. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `CALLER_STREAMS_EXCEEDED`: The caller, or the address without a token, holds as many event streams as one may; close one.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `TOO_MANY_STREAMS`: The service holds as many event streams as it is configured for.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBlockedAvatars: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of avatars. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockedAvatarPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    blockAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The other avatar’s id.
                 * @example 0198c5b2-2222-7c3d-9f10-2b8a4d5e6f70
                 */
                avatarId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description It is blocked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockedAvatarAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["AVATAR_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["RECIPIENT_UNKNOWN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    unblockAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The other avatar’s id.
                 * @example 0198c5b2-2222-7c3d-9f10-2b8a4d5e6f70
                 */
                avatarId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is not blocked. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockedAvatarAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    registerAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterAgentRequest"];
            };
        };
        responses: {
            /** @description The agent. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredAgentAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `AGENT_EXISTS`: The avatar is registered as an agent already; change it instead.
             *
             *     `USERNAME_TAKEN`: Another avatar has this username, in any case.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `WEBHOOK_URL_INVALID`: Webhooks go to https URLs without credentials, at public addresses or in networks that the service allows.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    discoverAgents: {
        parameters: {
            query: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /** @description The kind of work. */
                capability: string;
                /** @description True: only agents that get a new task now; false: only others. */
                available?: boolean;
                /** @description A model that the capability must have. */
                model?: string;
                /**
                 * @description Pixels: width x height.
                 * @example 1024x768
                 */
                resolution?: string;
                /** @description Highest cost per request. */
                maxCost?: number;
                /** @description Only agents that may take your tasks with these `requirements.agents`; `own` and `listed` need a token. */
                agents?: "own" | "listed" | "any";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of agents. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of agents. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent’s id, which is its avatar’s.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["AGENT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The agent’s id, which is its avatar’s.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateAgentRequest"];
            };
        };
        responses: {
            /** @description The agent. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["AGENT_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["WEBHOOK_URL_INVALID"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deregisterAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The agent’s id, which is its avatar’s.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent as it was. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["AGENT_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAgentStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent’s id, which is its avatar’s.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentStatusAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["AGENT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAgentPerformance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent’s id, which is its avatar’s.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentPerformanceAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["AGENT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    agentHeartbeat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The agent’s id, which is its avatar’s.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The time. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSeenAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `AGENT_NOT_FOUND`: No agent with this id is registered.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTrustedAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustedAgentsAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    setTrustedAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetTrustedAgentsRequest"];
            };
        };
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustedAgentsAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["AGENTS_UNKNOWN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    submitTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitTaskRequest"];
            };
        };
        responses: {
            /** @description The task. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmittedTaskAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["AGENT_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `TASK_ID_TAKEN`: Another task, or another collaboration of the caller’s, has this taskId; repeat the same submission or take a new id.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `DEADLINE_INVALID`: The deadline must be in the future, at most 366 days from now.
             *
             *     `WEBHOOK_URL_INVALID`: Webhooks go to https URLs without credentials, at public addresses or in networks that the service allows.
             *
             *     `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /** @description `full` answers whole items, as their own operation does; a page has fewer of them. */
                view?: "summary" | "full";
                status?: "pending" | "queued" | "assigned" | "working" | "input_required" | "completed" | "failed" | "cancelled" | "expired" | "rejected";
                /** @description Tasks that you submitted, or tasks that you as an agent hold, or have ended. */
                role?: "submitter" | "agent";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tasks. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedTaskPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of a known answer; an unchanged one is 304. */
                "if-none-match"?: string;
            };
            path: {
                /**
                 * @description The task’s id.
                 * @example task-1
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskAnswerAnswer"];
                };
            };
            /** @description Unchanged since the ETag given. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TASK_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    traceTask: {
        parameters: {
            query?: {
                /** @description Only events with a larger `seq`. */
                after?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The task’s id.
                 * @example task-1
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to 1,000 events and 1 MiB. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        result: components["schemas"]["TaskEvent"][];
                        /** @enum {boolean} */
                        isError: false;
                        /** @example OK */
                        message: string;
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TASK_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    streamTaskEvents: {
        parameters: {
            query?: {
                lastEventId?: string;
            };
            header?: {
                /** @description Id of the last known event; the stream continues after it. */
                "last-event-id"?: string;
            };
            path: {
                /**
                 * @description The task’s id.
                 * @example task-1
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description No further event can come. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TASK_NOT_FOUND"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `CALLER_STREAMS_EXCEEDED`: The caller, or the address without a token, holds as many event streams as one may; close one.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `TOO_MANY_STREAMS`: The service holds as many event streams as it is configured for.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The task’s id.
                 * @example task-1
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskSummaryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TASK_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `TASK_ENDED`: The task is in a state that it does not leave; the answer names it.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    answerTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The task’s id.
                 * @example task-1
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerTaskRequest"];
            };
        };
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskSummaryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TASK_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `TASK_NOT_WAITING`: Only a task in `input_required` takes an answer; the answer names its state.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    replayTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The task’s id.
                 * @example task-1
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The new task. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmittedTaskAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `TASK_NOT_FOUND`: No task has this id, or it is not yours.
             *
             *     `AGENT_NOT_FOUND`: No agent with this id is registered.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `TASK_NOT_FINISHED`: Only a task that has ended can be replayed; the answer names its state.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    claimTasks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The agent’s id, which is its avatar’s.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ClaimRequest"];
            };
        };
        responses: {
            /** @description The tasks, possibly none. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        result: components["schemas"]["ClaimedTask"][];
                        /** @enum {boolean} */
                        isError: false;
                        /** @example OK */
                        message: string;
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `AGENT_NOT_FOUND`: No agent with this id is registered.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `AGENT_NOT_ONLINE`: The agent declared that it takes no tasks; set its availability to online first.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    taskHeartbeat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The task’s id.
                 * @example task-1
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskHeartbeatRequest"];
            };
        };
        responses: {
            /** @description The lease. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskLeaseAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TASK_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `TOKEN_STALE`: The caller does not hold the task with this token: its lease has passed on, or the task has ended. Drop the work.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    completeTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The task’s id.
                 * @example task-1
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteTaskRequest"];
            };
        };
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskSummaryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TASK_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `TOKEN_STALE`: The caller does not hold the task with this token: its lease has passed on, or the task has ended. Drop the work.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    failTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The task’s id.
                 * @example task-1
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FailTaskRequest"];
            };
        };
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskSummaryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TASK_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `TOKEN_STALE`: The caller does not hold the task with this token: its lease has passed on, or the task has ended. Drop the work.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    rejectTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The task’s id.
                 * @example task-1
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectTaskRequest"];
            };
        };
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskSummaryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TASK_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `TOKEN_STALE`: The caller does not hold the task with this token: its lease has passed on, or the task has ended. Drop the work.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    requestTaskInput: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The task’s id.
                 * @example task-1
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestInputRequest"];
            };
        };
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskSummaryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TASK_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `TOKEN_STALE`: The caller does not hold the task with this token: its lease has passed on, or the task has ended. Drop the work.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    releaseTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The task’s id.
                 * @example task-1
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseTaskRequest"];
            };
        };
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskSummaryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TASK_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `TOKEN_STALE`: The caller does not hold the task with this token: its lease has passed on, or the task has ended. Drop the work.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listTaskArtifacts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The task’s id.
                 * @example task-1
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The artifacts. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        result: components["schemas"]["TaskArtifact"][];
                        /** @enum {boolean} */
                        isError: false;
                        /** @example OK */
                        message: string;
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TASK_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    putTaskArtifact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The task’s id.
                 * @example task-1
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutArtifactRequest"];
            };
        };
        responses: {
            /** @description The artifact. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskArtifactAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TASK_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `TOKEN_STALE`: The caller does not hold the task with this token: its lease has passed on, or the task has ended. Drop the work.
             *
             *     `ARTIFACTS_FULL`: The task has as many artifacts as it may; replace one of them.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkflowRequest"];
            };
        };
        responses: {
            /** @description The workflow’s id and version. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWorkflowAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `WORKFLOW_ID_TAKEN`: Another avatar has a workflow with this id, or a route; take a new one.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `WORKFLOW_INVALID`: The definition cannot run; `problems` has the code, the step, the place and a sentence for each reason.
             *
             *     `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listWorkflows: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of workflows. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowVersionPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getWorkflow: {
        parameters: {
            query?: {
                /** @description A version of the workflow; the newest when absent. */
                version?: number;
            };
            header?: {
                /** @description ETag of a known answer; an unchanged one is 304. */
                "if-none-match"?: string;
            };
            path: {
                /**
                 * @description The workflow’s id.
                 * @example poster
                 */
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The definition. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowAnswer"];
                };
            };
            /** @description Unchanged since the ETag given. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["WORKFLOW_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listWorkflowVersions: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The workflow’s id.
                 * @example poster
                 */
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowVersionPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["WORKFLOW_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    executeWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The workflow’s id.
                 * @example poster
                 */
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExecuteWorkflowRequest"];
            };
        };
        responses: {
            /** @description The run. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedWorkflowRunAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["WORKFLOW_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listWorkflowRuns: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /**
                 * @description The workflow’s id.
                 * @example poster
                 */
                workflowId?: string;
                status?: "running" | "completed" | "failed" | "cancelled" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of runs. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunSummaryPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getWorkflowRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of a known answer; an unchanged one is 304. */
                "if-none-match"?: string;
            };
            path: {
                /**
                 * @description The run’s id.
                 * @example 0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51
                 */
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunAnswerAnswer"];
                };
            };
            /** @description Unchanged since the ETag given. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["RUN_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getWorkflowRunDiagram: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The run’s id.
                 * @example 0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51
                 */
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture as text. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunDiagramAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["RUN_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    traceWorkflowRun: {
        parameters: {
            query?: {
                /** @description Only events with a larger `seq`. */
                after?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The run’s id.
                 * @example 0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51
                 */
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to 1,000 events and 1 MiB. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        result: components["schemas"]["WorkflowRunEvent"][];
                        /** @enum {boolean} */
                        isError: false;
                        /** @example OK */
                        message: string;
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["RUN_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    streamWorkflowRunEvents: {
        parameters: {
            query?: {
                lastEventId?: string;
            };
            header?: {
                /** @description Id of the last known event; the stream continues after it. */
                "last-event-id"?: string;
            };
            path: {
                /**
                 * @description The run’s id.
                 * @example 0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51
                 */
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description No further event can come. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["RUN_NOT_FOUND"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `CALLER_STREAMS_EXCEEDED`: The caller, or the address without a token, holds as many event streams as one may; close one.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `TOO_MANY_STREAMS`: The service holds as many event streams as it is configured for.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelWorkflowRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The run’s id.
                 * @example 0198c5b2-7a2f-7d4e-8a1b-3c9d8e7f6a51
                 */
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunSummaryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["RUN_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `RUN_ENDED`: The run is in a state that it does not leave; the answer names it.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAgentLogs: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /**
                 * @description Only attempts that began then or later.
                 * @example 2026-01-05T12:00:00.000Z
                 */
                startTime?: string;
                /**
                 * @description Only attempts that began then or before.
                 * @example 2026-01-05T12:00:00.000Z
                 */
                endTime?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The agent’s id, which is its avatar’s.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of attempts. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskAttemptPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["AGENT_NOT_FOUND"];
            422: components["responses"]["TIME_RANGE_INVALID"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    debugAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The agent’s id, which is its avatar’s.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DebugAgentRequest"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentDebugAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `AGENT_NOT_FOUND`: No agent with this id is registered.
             *
             *     `TASK_NOT_FOUND`: No task has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `TASK_NOT_FINISHED`: Only a task that has ended can be replayed; the answer names its state.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `TASK_UNKNOWN`: `taskId` names no task that this agent has or had, or one that it has lost, of which only `trace` shows a part.
             *
             *     `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sendByCapability: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendByCapabilityRequest"];
            };
        };
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentByCapabilityAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `NO_AGENT_AVAILABLE`: No agent with this capability that may be given it takes work now; send the message later, or submit a task, which waits.
             *
             *     `MESSAGE_UNDELIVERED`: Every available agent was silent for `routing.timeout`; `tried` names them.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAgentMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The message’s id.
                 * @example 0198c5b2-9d40-7f5e-8a21-3c9b5e6f7a81
                 */
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentMessageAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["AGENT_MESSAGE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    acknowledgeAgentMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The message’s id.
                 * @example 0198c5b2-9d40-7f5e-8a21-3c9b5e6f7a81
                 */
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentMessageAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["AGENT_MESSAGE_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `MESSAGE_PASSED_ON`: The caller does not have the message, or acknowledged it too late: another agent has it, or nobody.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    claimAgentMessages: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The agent’s id, which is its avatar’s.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ClaimMessagesRequest"];
            };
        };
        responses: {
            /** @description The messages, the oldest first; possibly none. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        result: components["schemas"]["AgentMessage"][];
                        /** @enum {boolean} */
                        isError: false;
                        /** @example OK */
                        message: string;
                    };
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `AGENT_NOT_FOUND`: No agent with this id is registered.
             *
             *     `AVATAR_NOT_FOUND`: No avatar has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    broadcastAgentEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BroadcastRequest"];
            };
        };
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BroadcastResultAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["AGENT_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `AGENTS_UNKNOWN`: Agents that the request names are not registered; `unknown` has them.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    streamAgentEvents: {
        parameters: {
            query?: {
                /** @description Begin with the events from now on. */
                since?: "now";
                lastEventId?: string;
            };
            header?: {
                /** @description Id of the last known event; the stream continues after it. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description No further event can come. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `CALLER_STREAMS_EXCEEDED`: The caller, or the address without a token, holds as many event streams as one may; close one.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `TOO_MANY_STREAMS`: The service holds as many event streams as it is configured for.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    addWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddWebhookRequest"];
            };
        };
        responses: {
            /** @description The webhook. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedWebhookAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `WEBHOOK_URL_INVALID`: Webhooks go to https URLs without credentials, at public addresses or in networks that the service allows.
             *
             *     `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description The secret. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhookSecretAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             *
             *     `IDEMPOTENCY_ANSWER_LOST`: The first request with this Idempotency-Key succeeded, and its answer cannot be shown again: the master key that sealed it is gone. Read what it made.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `WEBHOOK_SECRET_INVALID`: A secret is `whsec_` and 24 to 64 bytes in base64, as Standard Webhooks has it.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook’s id; an agent’s own has the agent’s.
                 * @example 0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["WEBHOOK_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook’s id; an agent’s own has the agent’s.
                 * @example 0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook as it was. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["WEBHOOK_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The webhook’s id; an agent’s own has the agent’s.
                 * @example 0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["WEBHOOK_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    disableWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The webhook’s id; an agent’s own has the agent’s.
                 * @example 0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81
                 */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["WEBHOOK_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /**
                 * @description The webhook’s id; an agent’s own has the agent’s.
                 * @example 0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81
                 */
                webhookId?: string;
                status?: "pending" | "delivered" | "failed" | "dropped";
                type?: "task.assigned" | "task.completed" | "task.failed" | "task.cancelled" | "task.expired" | "message.received" | "event.broadcast" | "a2a.task";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The delivery’s id, which is its `webhook-id`.
                 * @example 0198c5b2-8c30-7e5f-9b32-4dac6f708b92
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeWebhookDeliveryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["DELIVERY_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The delivery’s id, which is its `webhook-id`.
                 * @example 0198c5b2-8c30-7e5f-9b32-4dac6f708b92
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["DELIVERY_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `DELIVERY_NOT_REPLAYABLE`: Only a delivery that has ended is sent again, and only to a webhook that is there and enabled.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    collaborate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CollaborateRequest"];
            };
        };
        responses: {
            /** @description The collaboration. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollaborationAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `TASK_ID_TAKEN`: Another task, or another collaboration of the caller’s, has this taskId; repeat the same submission or take a new id.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `AGENTS_UNKNOWN`: Agents that the request names are not registered; `unknown` has them.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listCollaborations: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                status?: "running" | "completed" | "undecided" | "failed" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of collaborations. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollaborationSummaryPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getCollaboration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The collaboration’s id.
                 * @example 0198c5b2-ae51-7f5e-8a21-3c9b5e6f7a81
                 */
                collaborationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collaboration. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollaborationAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["COLLABORATION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    cancelCollaboration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The collaboration’s id.
                 * @example 0198c5b2-ae51-7f5e-8a21-3c9b5e6f7a81
                 */
                collaborationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The collaboration. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollaborationAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["COLLABORATION_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `COLLABORATION_ENDED`: An ended collaboration cannot be cancelled; `status` names its end.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAgentCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of a known answer; an unchanged one is 304. */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The card. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentCard"];
                };
            };
            /** @description Unchanged since the ETag given. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAgentCardOfAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of a known answer; an unchanged one is 304. */
                "if-none-match"?: string;
            };
            path: {
                /**
                 * @description The agent’s id, which is its avatar’s.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The card. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentCard"];
                };
            };
            /** @description Unchanged since the ETag given. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["AGENT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    callA2a: {
        parameters: {
            query?: {
                "A2A-Version"?: string;
            };
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
                /** @description Id of the last known event; the stream continues after it. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["A2aCall"];
            };
        };
        responses: {
            /** @description The answer; for SendStreamingMessage and SubscribeToTask, server-sent events whose data are answers. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["A2aAnswer"];
                };
            };
            /** @description No further event can come. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["TASK_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             *
             *     `CALLER_STREAMS_EXCEEDED`: The caller, or the address without a token, holds as many event streams as one may; close one.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `TOO_MANY_STREAMS`: The service holds as many event streams as it is configured for.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    callA2aOfAgent: {
        parameters: {
            query?: {
                "A2A-Version"?: string;
            };
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
                /** @description Id of the last known event; the stream continues after it. */
                "last-event-id"?: string;
            };
            path: {
                /**
                 * @description The agent’s id, which is its avatar’s.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["A2aCall"];
            };
        };
        responses: {
            /** @description The answer; for SendStreamingMessage and SubscribeToTask, server-sent events whose data are answers. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["A2aAnswer"];
                };
            };
            /** @description No further event can come. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `AGENT_NOT_FOUND`: No agent with this id is registered.
             *
             *     `TASK_NOT_FOUND`: No task has this id, or it is not yours.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             *
             *     `CALLER_STREAMS_EXCEEDED`: The caller, or the address without a token, holds as many event streams as one may; close one.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `TOO_MANY_STREAMS`: The service holds as many event streams as it is configured for.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    callMcp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpCall"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description A notification was taken. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listMissions: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                /** @description Items of a page. Without `limit`, `cursor` and `offset`, up to 1000 items are answered. However many are asked for, an answer ends before 1 MiB, and `nextCursor` goes on. */
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /** @description `full` answers whole items, as their own operation does; a page has fewer of them. */
                view?: "summary" | "full";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of missions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedMissionPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createMission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MissionRequest"];
            };
        };
        responses: {
            /** @description The mission. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            /**
             * @description `REWARD_LIMIT_EXCEEDED`: Mission and quests together have more karma or XP than an author may set; more needs the scope `admin`.
             *
             *     `FORBIDDEN`: The token lacks the scope that the answer names, the operation is not for agents, or the resource belongs to another caller.
             */
            403: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `MISSION_INVALID`: Ids that are used twice or are not there, or prerequisites that form a circle; the message names them.
             *
             *     `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    searchMissions: {
        parameters: {
            query: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /** @description `full` answers whole items, as their own operation does; a page has fewer of them. */
                view?: "summary" | "full";
                query: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of missions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedMissionPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listMissionsByType: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                /** @description Items of a page. Without `limit`, `cursor` and `offset`, up to 1000 items are answered. However many are asked for, an answer ends before 1 MiB, and `nextCursor` goes on. */
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /** @description `full` answers whole items, as their own operation does; a page has fewer of them. */
                view?: "summary" | "full";
            };
            header?: never;
            path: {
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of missions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedMissionPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listMissionsByStatus: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                /** @description Items of a page. Without `limit`, `cursor` and `offset`, up to 1000 items are answered. However many are asked for, an answer ends before 1 MiB, and `nextCursor` goes on. */
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /** @description `full` answers whole items, as their own operation does; a page has fewer of them. */
                view?: "summary" | "full";
            };
            header?: never;
            path: {
                status: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of missions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedMissionPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMission: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of a known answer; an unchanged one is 304. */
                "if-none-match"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mission. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionAnswer"];
                };
            };
            /** @description Unchanged since the ETag given. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateMission: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MissionRequest"];
            };
        };
        responses: {
            /** @description The mission. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            /**
             * @description `REWARD_LIMIT_EXCEEDED`: Mission and quests together have more karma or XP than an author may set; more needs the scope `admin`.
             *
             *     `FORBIDDEN`: The token lacks the scope that the answer names, the operation is not for agents, or the resource belongs to another caller.
             */
            403: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["MISSION_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["MISSION_INSTALLED"];
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `MISSION_INVALID`: Ids that are used twice or are not there, or prerequisites that form a circle; the message names them.
             *
             *     `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteMission: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deletion. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedMissionAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listQuests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All quests, in their order. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestPage"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listChapters: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All chapters, in their order. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChapterPage"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listMissionVersions: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionVersionPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMissionVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
                /** @description A version of the list. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionVersionDetailAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            /**
             * @description `MISSION_NOT_FOUND`: No mission that you may see has this id.
             *
             *     `MISSION_VERSION_NOT_FOUND`: The mission was never published as this version.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMissionLeaderboard: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the leaderboard. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionLeaderPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    publishMission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The mission. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `MISSION_INSTALLED`: An installed mission stays as its package has it; clone it to change it.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    republishMission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The mission. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `MISSION_INSTALLED`: An installed mission stays as its package has it; clone it to change it.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unpublishMission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The mission. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `MISSION_NOT_PUBLISHED`: The mission is not published, or not any more.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    downloadMission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The package. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionPackageAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `MISSION_NOT_PUBLISHED`: The mission is not published, or not any more.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    installMission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Your copy. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `MISSION_NOT_PUBLISHED`: The mission is not published, or not any more.
             *
             *     `MISSION_ALREADY_INSTALLED`: You have a copy of this mission; the answer names it.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `KEYS_UNAVAILABLE`: The service that holds the master key does not answer.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    installPackage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InstallMissionRequest"];
            };
        };
        responses: {
            /** @description Your copy. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            /**
             * @description `REWARD_LIMIT_EXCEEDED`: Mission and quests together have more karma or XP than an author may set; more needs the scope `admin`.
             *
             *     `FORBIDDEN`: The token lacks the scope that the answer names, the operation is not for agents, or the resource belongs to another caller.
             */
            403: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `MISSION_ALREADY_INSTALLED`: You have a copy of this mission; the answer names it.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `PACKAGE_INVALID`: The package is damaged, of another format, or its checksum or signature does not fit; nothing has changed.
             *
             *     `PUBLISHER_UNKNOWN`: Nobody here has the key that signed the package. Give `fingerprint` if you trust the key with the fingerprint in the answer.
             *
             *     `MISSION_INVALID`: Ids that are used twice or are not there, or prerequisites that form a circle; the message names them.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    uninstallMission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The removal. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedMissionAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `MISSION_NOT_INSTALLED`: The mission is no installed copy; delete it instead.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    cloneMission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloneMissionRequest"];
            };
        };
        responses: {
            /** @description The copy. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            /**
             * @description `REWARD_LIMIT_EXCEEDED`: Mission and quests together have more karma or XP than an author may set; more needs the scope `admin`.
             *
             *     `FORBIDDEN`: The token lacks the scope that the answer names, the operation is not for agents, or the resource belongs to another caller.
             */
            403: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["MISSION_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `MISSION_INVALID`: Ids that are used twice or are not there, or prerequisites that form a circle; the message names them.
             *
             *     `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    startMission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The mission with your progress. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `MISSION_ALREADY_STARTED`: You have a run of the mission; only one that failed or was abandoned can be started again.
             *
             *     `MISSION_NOT_PUBLISHED`: The mission is not published, or not any more.
             *
             *     `MISSION_DEADLINE_PASSED`: The mission had to be completed before; the answer says when.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    abandonMission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The mission with your progress. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `MISSION_NOT_STARTED`: You have no run of the mission; start it first.
             *
             *     `MISSION_OVER`: Your run is completed, has failed or was abandoned; the answer says which.
             *
             *     `MISSION_DEADLINE_PASSED`: The mission had to be completed before; the answer says when.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    completeMission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The mission and what it brought. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompletedMissionAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `MISSION_NOT_STARTED`: You have no run of the mission; start it first.
             *
             *     `MISSION_OVER`: Your run is completed, has failed or was abandoned; the answer says which.
             *
             *     `MISSION_DEADLINE_PASSED`: The mission had to be completed before; the answer says when.
             *
             *     `MISSION_INCOMPLETE`: Not every quest and chapter is complete; the answer names the open ones.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    startQuest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
                /**
                 * @description The quest’s id, unique in its mission.
                 * @example first-crossing
                 */
                questId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The mission with your progress. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `MISSION_NOT_FOUND`: No mission that you may see has this id.
             *
             *     `QUEST_NOT_FOUND`: The mission has no quest with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `MISSION_NOT_STARTED`: You have no run of the mission; start it first.
             *
             *     `MISSION_OVER`: Your run is completed, has failed or was abandoned; the answer says which.
             *
             *     `MISSION_DEADLINE_PASSED`: The mission had to be completed before; the answer says when.
             *
             *     `QUEST_ALREADY_STARTED`: The quest is in progress.
             *
             *     `QUEST_ALREADY_COMPLETED`: The quest is complete.
             *
             *     `PREREQUISITES_OPEN`: Other quests must be completed before; the answer names them.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    completeQuest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
                /**
                 * @description The quest’s id, unique in its mission.
                 * @example first-crossing
                 */
                questId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The mission with your progress. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissionAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            /**
             * @description `MISSION_NOT_FOUND`: No mission that you may see has this id.
             *
             *     `QUEST_NOT_FOUND`: The mission has no quest with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `MISSION_NOT_STARTED`: You have no run of the mission; start it first.
             *
             *     `MISSION_OVER`: Your run is completed, has failed or was abandoned; the answer says which.
             *
             *     `MISSION_DEADLINE_PASSED`: The mission had to be completed before; the answer says when.
             *
             *     `QUEST_NOT_STARTED`: Start the quest first.
             *
             *     `QUEST_ALREADY_COMPLETED`: The quest is complete.
             *
             *     `OBJECTIVES_OPEN`: Only your bridge orders meet these objectives; the answer names them.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    streamMissionEvents: {
        parameters: {
            query?: {
                lastEventId?: string;
            };
            header?: {
                /** @description Id of the last known event; the stream continues after it. */
                "last-event-id"?: string;
            };
            path: {
                /**
                 * @description The mission’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description No further event can come. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["MISSION_NOT_FOUND"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `CALLER_STREAMS_EXCEEDED`: The caller, or the address without a token, holds as many event streams as one may; close one.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             *
             *     `TOO_MANY_STREAMS`: The service holds as many event streams as it is configured for.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    saveHolon: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SaveHolonRequest"];
            };
        };
        responses: {
            /** @description The saved holon. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolonAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["HOLON_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            /**
             * @description `HOLON_DELETED`: The holon is deleted; restore it before you save it.
             *
             *     `IDEMPOTENCY_IN_FLIGHT`: The first request with this Idempotency-Key is still being answered; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            /**
             * @description `AGENT_MEMORY_INVALID`: A holon of the type AgentMemory needs `metadata.agentId`, the object `metadata.knowledge`, and `metadata.timestamp` (ISO 8601); an agent saves its own memory only.
             *
             *     `QUOTA_EXCEEDED`: You and your agents store as much of this kind as one owner may; `kind`, `unit`, `limit` and `used` say what. Delete some of it.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: The key was used with another request in the last 24 hours; take a new one.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `HOLON_STORAGE_UNAVAILABLE`: No provider can take the holon, or none that has it can be reached; nothing was changed.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    loadHolon: {
        parameters: {
            query?: {
                /** @description The version; the newest if absent. */
                version?: number;
            };
            header?: {
                /** @description ETag of a known answer; an unchanged one is 304. */
                "if-none-match"?: string;
            };
            path: {
                /**
                 * @description The holon’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The holon. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolonAnswer"];
                };
            };
            /** @description Unchanged since the ETag given. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["HOLON_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `HOLON_STORAGE_UNAVAILABLE`: No provider can take the holon, or none that has it can be reached; nothing was changed.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listHolons: {
        parameters: {
            query?: {
                /** @description Only holons of this type. */
                holonType?: string;
                /**
                 * @description Only holons with this field of the metadata, as `field:value`; the names of nested members have dots between them. The first 32 fields of a holon with a text, number or truth value of up to 200 characters are found.
                 * @example agentId:0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81
                 */
                metadata?: string;
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /** @description `full` answers whole items, as their own operation does; a page has fewer of them. */
                view?: "summary" | "full";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of holons. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedHolonPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `HOLON_STORAGE_UNAVAILABLE`: No provider can take the holon, or none that has it can be reached; nothing was changed.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchHolons: {
        parameters: {
            query: {
                query: string;
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
                /** @description `full` answers whole items, as their own operation does; a page has fewer of them. */
                view?: "summary" | "full";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of holons. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedHolonPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `HOLON_STORAGE_UNAVAILABLE`: No provider can take the holon, or none that has it can be reached; nothing was changed.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listHolonVersions: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The holon’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolonVersionPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["HOLON_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listHolonHistory: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The holon’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolonChangePage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["HOLON_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteHolon: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag that the resource must have; otherwise 412. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The holon’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deleted holon. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedHolonAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["HOLON_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            412: components["responses"]["VERSION_MISMATCH"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    restoreHolon: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the request with the same key within 24 hours gives the first answer again. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The holon’s id.
                 * @example 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The holon. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolonAnswer"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            403: components["responses"]["FORBIDDEN"];
            404: components["responses"]["HOLON_NOT_FOUND"];
            408: components["responses"]["REQUEST_TIMEOUT"];
            409: components["responses"]["IDEMPOTENCY_IN_FLIGHT"];
            413: components["responses"]["BODY_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED"];
            /**
             * @description `RATE_LIMITED`: More requests than RateLimit-Policy allows; wait for Retry-After seconds.
             *
             *     `IDEMPOTENCY_KEYS_EXCEEDED`: The caller used as many keys in the last 24 hours as one may; wait, or send the request without a key.
             */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            /**
             * @description `HOLON_STORAGE_UNAVAILABLE`: No provider can take the holon, or none that has it can be reached; nothing was changed.
             *
             *     `SERVICE_UNAVAILABLE`: The service is starting, stopping, or cannot reach its storage.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProviderHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every resource. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceHealthPage"];
                };
            };
            400: components["responses"]["MALFORMED_REQUEST"];
            401: components["responses"]["UNAUTHENTICATED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listProviderHealthHistory: {
        parameters: {
            query: {
                name: string;
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of checks. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceHealthPage"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAvatarStats: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, with the same filter. */
                cursor?: string;
                limit?: number;
                /** @description Items to skip; instead of `cursor`. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The avatar’s id.
                 * @example 0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvatarStatsAnswer"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: JSON that does not parse or is nested too deeply, a field of the wrong type or form, a member or parameter that the operation does not have, or a request that is no HTTP/1.1.
             *
             *     `INVALID_CURSOR`: A `cursor` that this list, with this filter, did not answer; start again without it.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["UNAUTHENTICATED"];
            404: components["responses"]["AVATAR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMITED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
}
