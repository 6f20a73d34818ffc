// Prints the contracts of Hyperlane that the comparison deploys, as their package has them: {name: {abi, bytecode}}.
const core = await import('@hyperlane-xyz/core');

const NAMES = [
  'Mailbox',
  'MerkleTreeHook',
  'ProtocolFee',
  'StaticMessageIdMultisigIsmFactory',
  'StaticMerkleRootMultisigIsmFactory',
  'HypNative',
  'HypERC20',
  'HypERC20Collateral',
];
const artifacts = Object.fromEntries(
  NAMES.map((name) => {
    const { abi, bytecode } = core[`${name}__factory`];
    return [name, { abi, bytecode }];
  }),
);
process.stdout.write(JSON.stringify(artifacts));
