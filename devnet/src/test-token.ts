import type { Deployment } from '@causeway/chains';
import artifact from '@causeway/contracts-evm/TestToken.json' with { type: 'json' };
import { Contract, JsonRpcProvider, Wallet } from 'ethers';
import { devAccount, USER_ROLES } from './accounts.ts';
import { type DevnetChain, isEvmChain, isRadixChain, isSolanaChain } from './chains.ts';
import type { EvmNetwork, Family } from './networks.ts';
import { mintToRadixUsers } from './radix-token.ts';
import { mintToUsers } from './solana-token.ts';

/** Initial balance of each user, whole tokens. */
const FUNDING = 1_000_000n;

/** Gives test tokens to every user without any, on a chain whose canonical asset is a test token. */
export async function fundUsers(chain: DevnetChain, { bridges }: Deployment, family: Family): Promise<void> {
  const asset = bridges[family]?.canonicalAsset;
  if (!asset?.address) return;
  const amount = FUNDING * 10n ** BigInt(asset.decimals);
  if (isEvmChain(chain)) await fundEvmUsers(chain, asset.address, amount);
  if (isSolanaChain(chain)) await mintToUsers(chain.node.url, asset.address, amount);
  if (isRadixChain(chain)) await mintToRadixUsers(chain.node.url, asset.address, amount);
}

async function fundEvmUsers(
  { network, node }: DevnetChain<EvmNetwork>,
  address: string,
  amount: bigint,
): Promise<void> {
  const provider = new JsonRpcProvider(node.url, network.chainId, { staticNetwork: true, cacheTimeout: -1 });
  provider.pollingInterval = 50;
  try {
    const token = new Contract(address, artifact.abi, new Wallet(devAccount('deployer').privateKey, provider));
    for (const role of USER_ROLES) {
      const user = devAccount(role).address;
      if ((await token.getFunction('balanceOf')(user)) > 0n) continue;
      const mint = await token.getFunction('mint')(user, amount);
      await mint.wait();
    }
  } finally {
    provider.destroy();
  }
}
