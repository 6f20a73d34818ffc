import Safe, { type Eip1193Provider } from '@safe-global/protocol-kit';
import { type QuorumRpc, toQuantity } from './quorum.ts';
import { contractNetworks, type SafeDeployment } from './safe.ts';

/** Thrown inside protocol-kit when a quorum read fails. It carries the failure through the kit to the caller. */
class KitReadError extends Error {
  override readonly name = 'KitReadError';
  /** EIP-1193 "disconnected", which the kit's client does not mistake for an answer. */
  readonly code = 4900;
}

/** The methods that protocol-kit may call: reads of state, on which a quorum must agree. */
const READS = new Set(['eth_call', 'eth_getCode', 'eth_getStorageAt', 'eth_getBalance', 'eth_getTransactionCount']);

/** An EIP-1193 provider over the quorum, so that protocol-kit cannot trust a single endpoint. */
export function quorumProvider(rpc: QuorumRpc, chainId: number): Eip1193Provider {
  return {
    async request({ method, params }) {
      if (method === 'eth_chainId') return toQuantity(chainId);
      if (!READS.has(method)) throw new KitReadError(`${method} is not offered`);
      const answer = await rpc.agree((endpoint) => endpoint.send(method, Array.isArray(params) ? params : []));
      if (!answer.ok) throw new KitReadError(answer.error.message);
      return answer.value;
    },
  };
}

/** protocol-kit connected to the oracle's Safe. It reads the Safe and packs signatures; it holds no key. */
export function connectKit(rpc: QuorumRpc, deployment: SafeDeployment): Promise<Safe> {
  return Safe.init({
    provider: quorumProvider(rpc, deployment.chainId),
    safeAddress: deployment.safe,
    contractNetworks: contractNetworks(deployment.chainId, deployment.contracts),
  });
}
