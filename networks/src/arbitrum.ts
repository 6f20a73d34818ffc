import { DEPTH_AND_TAG, estimate, from, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const ARBITRUM: NetworkProfile = {
  name: 'arbitrum',
  title: 'Arbitrum One',
  kind: 'evm',
  chainId: from('https://docs.arbitrum.io/chain-info', DAY)('42161'),
  value: true,
  coin: 'ETH',
  asset: { symbol: 'ARB', native: false },
  walletType: 4,
  finality: {
    rule: 'Ethereum finalizes the batch with the block; before, it is the sequencer’s word',
    depthSeconds: from(
      'https://dev.to/swiftnodes/arbitrum-rpc-a-developers-guide-chain-id-42161-250ms-blocks-fake-gas-limit-57gc',
      DAY,
    )(8),
    seconds: from('https://developers.circle.com/cctp/required-block-confirmations', DAY)([780, 1800]),
  },
  settings: {
    finality: estimate(DEPTH_AND_TAG, DAY),
    maxFeePerGasGwei: estimate(2, DAY),
    logRange: estimate(2_000, DAY),
    pollMs: estimate(1_000, DAY),
  },
};
