import { rpcErrorCodes } from '@portico/protocol'
import { delegatorContracts, smartAccountCode } from '@portico/protocol/smartAccount'
import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { ProviderRpcError } from '../../ProviderRpcError.ts'
import { signTransaction } from './signTransaction.ts'
import type { SendBatch } from './wallet_sendCalls.ts'

const implementation: Address = delegatorContracts.EIP7702StatelessDeleGator
/** Batch, revert if one call does (ERC-7579). */
const mode: Hex = `0x01${'0'.repeat(62)}`

const abi = parseAbi(['function execute(bytes32 mode, bytes executionCalldata) payable'])
const executions = [
  {
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'callData', type: 'bytes' },
    ],
  },
] as const

/**
 * Executes the calls in one transaction, all or none: the account delegates to a contract that does so (EIP-7702), and calls itself.
 *
 * @throws {ProviderRpcError} 5760 if the chain has no such contract
 */
export const sendAtomically: SendBatch = async (wallet, { batch, from, calls }) => {
  const { chainId } = batch
  const request = (method: string, params: unknown[]) => wallet.node({ chainId, method, params })
  await wallet.inTurn(async () => {
    const [contract, own] = await Promise.all([
      request('eth_getCode', [implementation, 'latest']),
      request('eth_getCode', [from, 'latest']),
    ])
    if (contract === '0x')
      throw new ProviderRpcError({
        code: rpcErrorCodes.atomicityNotSupported,
        message: `There is no contract at ${implementation} on chain ${chainId} that executes calls together.`,
      })
    const list = calls.map(({ to, value = '0x0', data = '0x' }) => ({
      target: to as Address,
      value: BigInt(value),
      callData: data,
    }))
    const data = encodeFunctionData({
      abi,
      functionName: 'execute',
      args: [mode, encodeAbiParameters(executions, [list])],
    })
    const upgrades = `${own}`.toLowerCase() !== smartAccountCode
    const draft = { chainId, from, to: from, data }
    const raw = await signTransaction(wallet, upgrades ? { ...draft, delegateTo: implementation } : draft)
    batch.hashes.push((await request('eth_sendRawTransaction', [raw])) as Hex)
  })
  batch.isOpen = false
}
