import { createRequire } from 'node:module';
import bridgedTokenArtifact from '@causeway/contracts-evm/BridgedToken.json' with { type: 'json' };
import bridgeArtifact from '@causeway/contracts-evm/CausewayBridge.json' with { type: 'json' };
import testTokenArtifact from '@causeway/contracts-evm/TestToken.json' with { type: 'json' };
import { type Hex, isHex } from '@causeway/protocol';
import { Interface, type InterfaceAbi } from 'ethers';

/** A deployable contract: its creation code and its ABI. */
export interface Artifact {
  readonly abi: Interface;
  readonly bytecode: Hex;
}

function artifact(source: { readonly abi: unknown; readonly bytecode: string }): Artifact {
  if (!isHex(source.bytecode)) throw new TypeError('an artifact without bytecode');
  return { abi: new Interface(source.abi as InterfaceAbi), bytecode: source.bytecode };
}

/** Causeway's own contracts. */
export const CONTRACTS = {
  bridge: artifact(bridgeArtifact),
  bridgedToken: artifact(bridgedTokenArtifact),
  testToken: artifact(testTokenArtifact),
} as const;

const require = createRequire(import.meta.url);
const safeArtifact = (path: string): Artifact =>
  artifact(require(`@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`));

/** The contracts of Safe 1.5.0 that protocol-kit needs, under their names in a deployment's `contracts`. */
export const SAFE_CONTRACTS = {
  safeSingleton: safeArtifact('Safe.sol/Safe'),
  safeProxyFactory: safeArtifact('proxies/SafeProxyFactory.sol/SafeProxyFactory'),
  fallbackHandler: safeArtifact('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler'),
  multiSend: safeArtifact('libraries/MultiSend.sol/MultiSend'),
  multiSendCallOnly: safeArtifact('libraries/MultiSendCallOnly.sol/MultiSendCallOnly'),
} as const;

/** Creation code of `contract`, followed by the constructor's arguments. */
export const initCode = (contract: Artifact, args: readonly unknown[] = []): Hex =>
  `${contract.bytecode}${contract.abi.encodeDeploy(args).slice(2)}`;
