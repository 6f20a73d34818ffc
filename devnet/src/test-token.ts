import type { Deployment } from '@causeway/chains';
import artifact from '@causeway/contracts-evm/TestToken.json' with { type: 'json' };
import { Contract, JsonRpcProvider, Wallet } from 'ethers';
import { devAccount, USER_ROLES } from './accounts.ts';
import type { DevnetChain } from './chains.ts';
import { type EvmNetwork, FAMILY } from './networks.ts';

/** Whole tokens that each user starts with. */
const FUNDING = 1_000_000n;

/** Gives every user of a chain whose canonical asset is a test token some of it, unless they have some. */
export async function fundUsers({ network, node }: DevnetChain<EvmNetwork>, deployment: Deployment): Promise<void> {
  const asset = deployment.bridges[FAMILY]?.canonicalAsset;
  if (!asset?.address) return;
  const provider = new JsonRpcProvider(node.url, network.chainId, { staticNetwork: true, cacheTimeout: -1 });
  provider.pollingInterval = 50;
  try {
    const token = new Contract(asset.address, artifact.abi, new Wallet(devAccount('deployer').privateKey, provider));
    for (const role of USER_ROLES) {
      const { address } = devAccount(role);
      if ((await token.getFunction('balanceOf')(address)) > 0n) continue;
      const mint = await token.getFunction('mint')(address, FUNDING * 10n ** BigInt(asset.decimals));
      await mint.wait();
    }
  } finally {
    provider.destroy();
  }
}
