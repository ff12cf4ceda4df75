import { toAddress, type Address } from '@pid/protocol';

/** Programs of the runtime itself, its precompiles and sysvars: never a game, whatever a list says. */
const builtinPrograms: ReadonlySet<Address> = new Set(
  [
    '11111111111111111111111111111111',
    'AddressLookupTab1e1111111111111111111111111',
    'BPFLoader1111111111111111111111111111111111',
    'BPFLoader2111111111111111111111111111111111',
    'BPFLoaderUpgradeab1e11111111111111111111111',
    'ComputeBudget111111111111111111111111111111',
    'Config1111111111111111111111111111111111111',
    'Ed25519SigVerify111111111111111111111111111',
    'Feature111111111111111111111111111111111111',
    'KeccakSecp256k11111111111111111111111111111',
    'LoaderV411111111111111111111111111111111111',
    'NativeLoader1111111111111111111111111111111',
    'Secp256r1SigVerify1111111111111111111111111',
    'Stake11111111111111111111111111111111111111',
    'StakeConfig11111111111111111111111111111111',
    'Vote111111111111111111111111111111111111111',
    'ZkE1Gama1Proof11111111111111111111111111111',
    'ZkTokenProof1111111111111111111111111111111',
  ].map(toAddress),
);

export function isBuiltinProgram(program: string): boolean {
  return builtinPrograms.has(program as Address) || program.startsWith('Sysvar');
}
