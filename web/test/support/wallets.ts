/** Kinds of chains for which browsers have wallets. */
export type FakeKind = 'evm' | 'solana' | 'radix';

// Scripts of wallets that announce themselves as their kind does, say no to the first transaction, and sign later ones
// by `window.sign`, which the test gives to the page, with the options that the page asks for. `window.answers` says
// what becomes of the next question.
const COMMON = `
  window.questions = 0;
  window.answers = 'no';
  const NAME = window.walletName ?? '<b>Wallet</b>'.repeat(50);
  const decide = async (no, unsigned, options = {}) => {
    window.questions += 1;
    const answer = window.answers;
    window.answers = 'yes';
    if (answer === 'never') return new Promise(() => {});
    if (answer === 'no') throw no;
    if (answer === 'failure') throw new Error('something \\u202e went wrong');
    return window.sign(unsigned, options);
  };
`;

const SCRIPTS: Readonly<Record<FakeKind, (address: string) => string>> = {
  evm: (address) => `${COMMON}
    let chain = '0x1';
    const request = async ({ method, params }) => {
      if (method === 'eth_requestAccounts') return ['${address}'];
      if (method === 'eth_chainId') return chain;
      if (method === 'wallet_switchEthereumChain') {
        if (window.answers === 'wrong network') throw Object.assign(new Error('what network'), { code: 4902 });
        chain = params[0].chainId;
        return null;
      }
      if (window.answers === 'busy') throw Object.assign(new Error('wait'), { code: -32002 });
      const [{ from, to, data, value }] = params;
      return decide(Object.assign(new Error('n'), { code: 4001 }), { kind: 'evm', from, to, data, value, chainId: chain });
    };
    const detail = { info: { uuid: 'test', name: NAME, rdns: 'test', icon: '' }, provider: { request } };
    addEventListener('eip6963:requestProvider', () =>
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })));
  `,
  solana: (address) => `${COMMON}
    const account = { address: '${address}', publicKey: new Uint8Array(32), chains: ['solana:localnet'], features: [] };
    const signAndSendTransaction = async (input) => {
      const { account: { address: feePayer }, chain, transaction, options } = input;
      if (chain !== 'solana:localnet') throw new Error('another chain');
      const base64 = btoa(String.fromCharCode(...transaction));
      const unsigned = { kind: 'solana', transaction: base64, feePayer };
      await decide(new Error('User rejected the request.'), unsigned, options);
      return [{ signature: new Uint8Array(64) }];
    };
    const wallet = {
      version: '1.0.0', name: NAME, icon: '', chains: ['solana:mainnet', 'solana:localnet'], accounts: [],
      features: {
        'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [account] }) },
        'solana:signAndSendTransaction': {
          version: '1.0.0', supportedTransactionVersions: ['legacy', 0], signAndSendTransaction },
      },
    };
    addEventListener('wallet-standard:app-ready', ({ detail }) => detail.register(wallet));
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: ({ register }) => register(wallet) }));
  `,
  radix: (address) => `${COMMON}
    window.isLinked = true;
    const answer = (detail) => dispatchEvent(new CustomEvent('radix#chromeExtension#receive', { detail }));
    const account = { address: '${address}', label: NAME, appearanceId: 1 };
    addEventListener('radix#chromeExtension#send', async ({ detail }) => {
      const { interactionId, discriminator, interaction } = detail;
      const isLinked = window.isLinked;
      if (discriminator === 'extensionStatus')
        return answer({ eventType: discriminator, interactionId, isExtensionAvailable: true, isWalletLinked: isLinked,
          canHandleSessions: true });
      answer({ eventType: 'receivedByWallet', interactionId });
      const { items, metadata: { networkId, origin, version, dAppDefinitionAddress } } = interaction;
      const isKnown = version === 2 && origin === location.origin && dAppDefinitionAddress.startsWith('account_');
      if (!isKnown) return answer({ discriminator: 'failure', interactionId, error: 'unknownWebsite' });
      if (items.discriminator === 'unauthorizedRequest')
        return answer({ discriminator: 'success', interactionId,
          items: { discriminator: 'unauthorizedRequest', oneTimeAccounts: { accounts: [account] } } });
      const { transactionManifest: manifest, blobs } = items.send;
      try {
        const raw = await decide(new Error('no'), { kind: 'radix', networkId, manifest, blobs });
        answer({ discriminator: 'success', interactionId,
          items: { discriminator: 'transaction', send: { transactionIntentHash: raw.slice(0, 64) } } });
      } catch {
        answer({ discriminator: 'failure', interactionId, error: 'rejectedByUser' });
      }
    });
  `,
};

/** The script of a wallet of a kind with this account, for a page before it loads. */
export const fakeWallet = (kind: FakeKind, address: string): string => `(() => { ${SCRIPTS[kind](address)} })();`;
