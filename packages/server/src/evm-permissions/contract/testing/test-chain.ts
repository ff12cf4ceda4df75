import { Common, Hardfork, Mainnet, Sepolia } from '@ethereumjs/common';
import { createEVM, type EVM } from '@ethereumjs/evm';
import {
  decodeErrorResult,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  hexToBytes,
  bytesToHex,
  type Abi,
  type Hex,
} from 'viem';

type ContractAddress = NonNullable<Awaited<ReturnType<EVM['runCall']>>['createdAddress']>;

export interface Contract {
  readonly abi: Abi;
  readonly at: ContractAddress;
  readonly address: Hex;
}

export interface Outcome {
  readonly result: unknown;
  /** Name of the contract error that reverted the call; null if the call succeeded. */
  readonly error: string | null;
  readonly gas: bigint;
}

/**
 * Starts an EVM of the fork that introduced the P-256 precompile (EIP-7951). The test sets its clock.
 * Addresses depend only on the order of deployment.
 */
export async function startTestChain(name: 'mainnet' | 'sepolia' = 'mainnet') {
  const common = new Common({ chain: name === 'mainnet' ? Mainnet : Sepolia, hardfork: Hardfork.Osaka });
  const evm = await createEVM({ common });
  // The EVM requires a coinbase address; an empty contract serves as one.
  const coinbase = required((await evm.runCall({ data: Uint8Array.of(0) })).createdAddress);
  let timestamp = 0n;
  const gasLimit = 30_000_000n;

  async function run(to: ContractAddress | undefined, data: Hex, value = 0n) {
    return evm.runCall({
      ...(to ? { to } : {}),
      data: hexToBytes(data),
      value,
      gasLimit,
      skipBalance: true,
      block: { header: { ...emptyHeader, coinbase, timestamp } },
    });
  }

  return {
    chainId: Number(common.chainId()),
    setTime(seconds: number): void {
      timestamp = BigInt(seconds);
    },
    async deploy(abi: Abi, bytecode: Hex, args: readonly unknown[] = [], value = 0n): Promise<Contract> {
      const { createdAddress, execResult } = await run(
        undefined,
        encodeDeployData({ abi, bytecode, args }),
        value,
      );
      if (!createdAddress || execResult.exceptionError)
        throw new Error(`deployment failed: ${execResult.exceptionError?.error}`);
      return { abi, at: createdAddress, address: getAddress(createdAddress.toString()) };
    },
    async call(
      contract: Contract,
      functionName: string,
      args: readonly unknown[],
      errors: Abi = contract.abi,
    ): Promise<Outcome> {
      const { execResult } = await run(
        contract.at,
        encodeFunctionData({ abi: contract.abi, functionName, args }),
      );
      const answer = bytesToHex(execResult.returnValue);
      const gas = execResult.executionGasUsed;
      if (execResult.exceptionError) {
        const error =
          answer === '0x'
            ? execResult.exceptionError.error
            : decodeErrorResult({ abi: errors, data: answer }).errorName;
        return { result: undefined, error, gas };
      }
      return {
        result: decodeFunctionResult({ abi: contract.abi, functionName, data: answer }),
        error: null,
        gas,
      };
    },
  };
}

export type TestChain = Awaited<ReturnType<typeof startTestChain>>;

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the EVM made no contract');
  return value;
}

const emptyHeader = {
  number: 1n,
  difficulty: 0n,
  prevRandao: new Uint8Array(32),
  gasLimit: 60_000_000n,
  baseFeePerGas: 0n,
  getBlobGasPrice: () => 1n,
};
