import type { ParsedMessage } from './parse-transaction.ts';

const lamportsPerSignature = 5000n;
const unitsMax = 1_400_000n;
const unitsPerInstruction = 200_000n;
/** SIMD-0170: instructions of built-in programs count less. */
const unitsPerBuiltin = 3000n;

const computeBudget = 'ComputeBudget111111111111111111111111111111';
const precompiles = new Set<string>([
  'Secp256r1SigVerify1111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
]);
const builtins = new Set<string>([
  ...precompiles,
  computeBudget,
  '11111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
]);

/** The fee of a message: its signatures, the signatures in precompile instructions, and the priority fee. */
export function feeOf(message: Pick<ParsedMessage, 'keys' | 'instructions' | 'signerCount'>): bigint {
  let signatures = BigInt(message.signerCount);
  let unitPrice = 0n;
  let unitLimit: bigint | null = null;
  let unitsByDefault = 0n;
  for (const { programIdIndex, data } of message.instructions) {
    const program = message.keys[programIdIndex] ?? '';
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    unitsByDefault += builtins.has(program) ? unitsPerBuiltin : unitsPerInstruction;
    if (precompiles.has(program)) signatures += BigInt(data[0] ?? 0);
    if (program === computeBudget && data[0] === 2 && data.length >= 5)
      unitLimit = BigInt(view.getUint32(1, true));
    if (program === computeBudget && data[0] === 3 && data.length >= 9)
      unitPrice = view.getBigUint64(1, true);
  }
  const units = unitLimit ?? unitsByDefault;
  const priority = (unitPrice * (units < unitsMax ? units : unitsMax) + 999_999n) / 1_000_000n;
  return lamportsPerSignature * signatures + priority;
}
