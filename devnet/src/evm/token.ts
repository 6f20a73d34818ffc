import artifact from '@causeway/contracts-evm/TestToken.json' with { type: 'json' };
import { Contract, JsonRpcProvider, Wallet } from 'ethers';
import { devAccount, USER_ROLES } from '../accounts.ts';

/** Mints `amount` local units of the test token at `address` to every user of the chain at `url` without any. */
export async function fundUsers(url: string, address: string, amount: bigint): Promise<void> {
  const provider = new JsonRpcProvider(url, undefined, { staticNetwork: true, cacheTimeout: -1 });
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
