import { readProperty } from '@portico/protocol'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import type { Ask } from './Ask.ts'
import { noOperations } from './operations/noOperations.ts'
import { operationCalldata } from './operations/operationCalldata.ts'
import { sendsOperations } from './operations/sendsOperations.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { toBatchTransaction } from './readCalls.ts'
import { readTransaction } from './readTransaction.ts'
import { sendTransaction } from './sendTransaction.ts'

/** 128 KiB of calldata, as hex digits. */
const maxLength = 2 + 2 * 128 * 1024

/**
 * Handles `eth_sendUserOperation`: the calls of its `execute` are sent as the wallet's own operation, if somebody pays for it. Gas, fees,
 * nonce, paymaster and signature are the wallet's. Returns the hash of that operation.
 *
 * @throws {RequestRefusedError} for an operation of another account or EntryPoint, or one that is no `execute`
 * @throws {RpcError} 4200 where the wallet sends no operations
 * @see https://eips.ethereum.org/EIPS/eip-7769
 */
export const askOperation: Ask = async ({ id, params, chainId }, context, active) => {
  if (!(await sendsOperations(context.batchNetworks, chainId))) throw noOperations(chainId)
  const requested = readOperation(params, { address: context.session.address, chainId })
  await context.limits.admit()
  const { hash } = await sendTransaction(requested, { id, chainId, context, active, needs: 'operation' })
  return hash
}

function readOperation(params: unknown, account: { address: Hex; chainId: string }) {
  if (!Array.isArray(params) || params.length !== 2)
    refuse('eth_sendUserOperation takes an operation and the address of the EntryPoint.')
  const [operation, entryPoint] = params
  const [sender, callData] = [readProperty(operation, 'sender'), readProperty(operation, 'callData')]
  if (`${entryPoint}`.toLowerCase() !== delegatorContracts.EntryPoint.toLowerCase())
    refuse(`The EntryPoint is another one than ${delegatorContracts.EntryPoint}.`)
  if (`${sender}`.toLowerCase() !== account.address.toLowerCase())
    refuse('The operation is of another account than the one that is connected.')
  for (const name of ['eip7702Auth', 'authorization', 'factory', 'initCode'])
    if (isSet(readProperty(operation, name)))
      refuse(`The operation has the field ${name}: the wallet alone decides about the account’s code.`)
  const isBytes =
    typeof callData === 'string' && callData.length <= maxLength && /^0x([0-9a-fA-F]{2})*$/.test(callData)
  const decoded = isBytes
    ? operationCalldata.decode(callData.toLowerCase() as Hex, account.address)
    : undefined
  if (!decoded) refuse('The call data of the operation is not an execute with calls, all or none.')
  if (decoded.fee) refuse('The operation pays a fee itself.')
  const { calls } = decoded
  if (calls.length > 20) refuse('The wallet takes at most 20 calls.')
  // Each call is checked like a transaction: none may be for the account itself or a contract of smart accounts.
  const read = calls.map(({ to, value, data }) =>
    readTransaction([{ to, value: `0x${value.toString(16)}`, data }], account),
  )
  const [first] = read
  return first && read.length === 1 ? first : toBatchTransaction(read, account.address)
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '0x'
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
