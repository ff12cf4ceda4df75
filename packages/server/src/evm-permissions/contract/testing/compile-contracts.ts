import { readFileSync } from 'node:fs';
import solc from 'solc';
import type { Abi, Hex } from 'viem';

export interface Compiled {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

interface CompilerOutput {
  readonly errors?: readonly { readonly formattedMessage: string }[];
  readonly contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
}

const files = ['PermissionVerifier.sol', 'testing/TestAccount.sol'];

/** Compiles the contracts with the settings of a deployment. A compiler warning is an error. */
export function compileContracts(): { verifier: Compiled; account: Compiled } {
  const sources = Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(new URL(`../${file}`, import.meta.url), 'utf8') }]),
  );
  const settings = {
    evmVersion: 'osaka',
    optimizer: { enabled: true, runs: 200 },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  };
  const output: CompilerOutput = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })),
  );
  if (output.errors?.length) throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'));
  const pick = (file: string, name: string): Compiled => {
    const contract = output.contracts[file]![name]!;
    return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` };
  };
  return {
    verifier: pick('PermissionVerifier.sol', 'PermissionVerifier'),
    account: pick('testing/TestAccount.sol', 'TestAccount'),
  };
}
