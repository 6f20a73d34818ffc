import type { Deployment, PlanFile } from '@causeway/chains';
import type { Hex } from '@causeway/protocol';
import Safe from '@safe-global/protocol-kit';
import { computeAddress, Interface, type JsonFragment } from 'ethers';
import { z } from 'zod';
import { contractNetworks } from '../../src/evm/kit.ts';
import { SAFE_VERSION } from '../../src/evm/oracle-payload.ts';
import type { Anvil } from './anvil.ts';

/** A file of the Transaction Builder of Safe{Wallet}. */
const batchFile = z.object({
  version: z.literal('1.0'),
  chainId: z.string(),
  createdAt: z.int(),
  meta: z.object({
    name: z.string(),
    description: z.string(),
    txBuilderVersion: z.string(),
    createdFromSafeAddress: z.string(),
    createdFromOwnerAddress: z.string(),
    checksum: z.string(),
  }),
  transactions: z.array(
    z.strictObject({
      to: z.string(),
      value: z.string(),
      data: z.string().nullable(),
      contractMethod: z.object({ inputs: z.array(z.unknown()), name: z.string(), payable: z.boolean() }).nullable(),
      contractInputsValues: z.record(z.string(), z.string()).nullable(),
    }),
  ),
});
type BatchFile = z.infer<typeof batchFile>;

export const readBatch = ({ text }: Pick<PlanFile, 'text'>): BatchFile => batchFile.parse(JSON.parse(text));

/** Calldata of a transaction of a file, by its description alone, as the Transaction Builder makes it. */
export function calldataOf({ data, contractMethod, contractInputsValues }: BatchFile['transactions'][number]): string {
  if (data !== null) return data;
  if (contractMethod === null) return '0x';
  const described = new Interface([{ type: 'function', ...contractMethod } as JsonFragment]);
  const values = contractMethod.inputs.map((input) => {
    const text = contractInputsValues?.[(input as { name: string }).name] ?? '';
    return text.startsWith('[') ? JSON.parse(text) : text;
  });
  return described.encodeFunctionData(contractMethod.name, values);
}

/** A Safe whose owners sign by protocol-kit. */
export interface OwnedSafe {
  readonly address: string;
  /** Executes all transactions of a plan as one, signed by as many owners as the threshold. */
  execute(file: PlanFile): Promise<void>;
}

/** Makes a Safe whose owners have the private keys `owners`, by protocol-kit and the deployment's contracts. */
export async function makeSafe(
  node: Anvil,
  { contracts }: Deployment,
  owners: readonly Hex[],
  threshold: number,
): Promise<OwnedSafe> {
  const addresses = owners.map((key) => computeAddress(key));
  const [first = '0x'] = owners;
  const common = { provider: node.url, contractNetworks: contractNetworks(node.chainId, contracts) };
  const predicted = await Safe.init({
    ...common,
    signer: first,
    predictedSafe: {
      safeAccountConfig: { owners: addresses, threshold },
      safeDeploymentConfig: { safeVersion: SAFE_VERSION, saltNonce: '77' },
    },
  });
  const address = await predicted.getAddress();
  const { to, data } = await predicted.createSafeDeploymentTransaction();
  await node.send({ from: addresses[0] as string, to, data });
  const kits = await Promise.all(owners.map((signer) => Safe.init({ ...common, signer, safeAddress: address })));
  return {
    address,
    async execute(file) {
      const [kit, ...others] = kits.slice(0, threshold) as [Safe, ...Safe[]];
      const transactions = readBatch(file).transactions.map((planned) => {
        return { to: planned.to, value: planned.value, data: calldataOf(planned) };
      });
      let signed = await kit.signTransaction(await kit.createTransaction({ transactions }));
      for (const other of others) signed = await other.signTransaction(signed);
      const { hash } = await kit.executeTransaction(signed);
      const receipt = async () => (await node.rpc('eth_getTransactionReceipt', hash)) as { status: string } | null;
      while ((await receipt()) === null);
      if ((await receipt())?.status !== '0x1') throw new Error(`the Safe's transaction ${hash} failed`);
    },
  };
}
