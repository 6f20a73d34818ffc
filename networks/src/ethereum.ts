import { DEPTH_AND_TAG, estimate, from, type NetworkProfile } from './profile.ts';

const DAY = '2026-11-28';

export const ETHEREUM: NetworkProfile = {
  name: 'ethereum',
  title: 'Ethereum',
  kind: 'evm',
  chainId: from('https://github.com/ethereum/consensus-specs/blob/master/configs/mainnet.yaml', DAY)('1'),
  value: true,
  coin: 'ETH',
  asset: { symbol: 'ETH', native: true },
  walletType: 7,
  finality: {
    rule: 'validators finalize blocks after two epochs; before, 32 blocks can be taken back',
    depthSeconds: from('https://ethereum.org/developers/docs/consensus-mechanisms/pos', DAY)(384),
    seconds: from('https://developers.circle.com/cctp/required-block-confirmations', DAY)([780, 1140]),
  },
  settings: {
    finality: estimate(DEPTH_AND_TAG, DAY),
    maxFeePerGasGwei: estimate(100, DAY),
    logRange: estimate(2_000, DAY),
    pollMs: estimate(6_000, DAY),
  },
};
