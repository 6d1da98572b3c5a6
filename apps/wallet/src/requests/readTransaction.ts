import { checksumAddress } from '@portico/siwx'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { assertTransaction } from './assertTransaction.ts'
import type { CodeChange } from './CodeChange.ts'
import { type DecodedCall, decodeCall } from './decodeCall.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { smartAccountContracts } from './smartAccountContracts.ts'

const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/, { error: 'must be 0x and hex digits' }))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be an address of 20 bytes' }))
const bytes = z
  .string()
  .check(
    z.maxLength(262_146, { error: 'is longer than 128 KiB' }),
    z.regex(/^0x([0-9a-fA-F]{2})*$/, { error: 'must be 0x and pairs of hex digits' }),
  )

const shape = z.strictObject({
  from: z.optional(address),
  to: z.optional(z.nullable(address)),
  value: z.optional(quantity),
  data: z.optional(bytes),
  input: z.optional(bytes),
  gas: z.optional(quantity),
  gasLimit: z.optional(quantity),
  gasPrice: z.optional(quantity),
  maxFeePerGas: z.optional(quantity),
  maxPriorityFeePerGas: z.optional(quantity),
  nonce: z.optional(quantity),
  chainId: z.optional(quantity),
  type: z.optional(z.enum(['0x0', '0x2'])),
  accessList: z.optional(z.array(z.unknown()).check(z.maxLength(0, { error: 'is not supported' }))),
})

/** A transaction as the page requested it. */
export type RequestedTransaction = {
  to: Hex | undefined
  value: bigint
  data: Hex
  gas: bigint | undefined
  maxFeePerGas: bigint | undefined
  maxPriorityFeePerGas: bigint | undefined
  nonce: number | undefined
  /**
   * Set by the wallet alone: turns smart-account features on or off. A batch that needs them turns them on if this is not set, and
   * is not sent without them if it is `none`.
   */
  change?: CodeChange['type'] | 'none' | undefined
}

/**
 * Parses the parameter of `eth_sendTransaction`. Unknown fields are refused, as ignoring one could change the meaning.
 * Authorisations (EIP-7702) and blobs are not supported. Calls to the account itself and to the contracts of smart accounts are
 * refused: after an upgrade of the account they could control it.
 *
 * @throws {RequestRefusedError}
 */
export function readTransaction(
  params: unknown,
  account: { address: Hex; chainId: string },
): RequestedTransaction {
  if (!Array.isArray(params) || params.length !== 1) refuse('eth_sendTransaction takes one transaction.')
  const [transaction] = params as [unknown]
  if (typeof transaction === 'object' && transaction !== null && 'authorizationList' in transaction)
    refuse(
      'Someone could control your account with this transaction, so this wallet never sends it. It delegates the account to a contract (EIP-7702).',
    )
  const parsed = shape.safeParse(transaction)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    refuse(`The transaction is malformed: ${issue?.path.join('.') || 'it'} ${issue?.message ?? 'is wrong'}.`)
  }
  const { from, to, value, data, input, gas, gasLimit, gasPrice, nonce, chainId, ...fees } = parsed.data
  if (from && from.toLowerCase() !== account.address.toLowerCase())
    refuse('The transaction is from another account than the one that is connected.')
  if (chainId && `eip155:${BigInt(chainId)}` !== account.chainId)
    refuse(`The transaction is for another network than the selected one, ${account.chainId}.`)
  if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase())
    refuse('data and input of the transaction disagree.')
  const code = ((data ?? input ?? '0x') as string).toLowerCase() as Hex
  if (!to && code === '0x') refuse('A transaction needs a recipient, or the code of a new contract.')
  refuseAccountCall({ to: to?.toLowerCase(), isCall: code !== '0x', address: account.address })
  if (to && code !== '0x') refuseInnerCalls(decodeCall(code), account.address)
  if (gasPrice && (fees.maxFeePerGas || fees.maxPriorityFeePerGas))
    refuse('A transaction has a gasPrice or a maxFeePerGas, not both.')
  const maxFeePerGas = toNumber(fees.maxFeePerGas ?? gasPrice)
  const maxPriorityFeePerGas = toNumber(fees.maxPriorityFeePerGas ?? gasPrice)
  const recipient = to ? (checksumAddress(to.toLowerCase()) as Hex) : undefined
  assertTransaction({ account: account.address, to: recipient, maxFeePerGas, maxPriorityFeePerGas })
  return {
    to: recipient,
    value: toNumber(value) ?? 0n,
    data: code,
    gas: toNumber(gas ?? gasLimit),
    maxFeePerGas,
    maxPriorityFeePerGas,
    nonce: nonce === undefined ? undefined : Number(nonce),
  }
}

/** Refuses the same calls if another contract is to make them, as far as the calldata can be read. */
function refuseInnerCalls({ calls }: DecodedCall, address: Hex): void {
  for (const call of calls) {
    refuseAccountCall({ to: call.to?.toLowerCase(), isCall: call.selector !== '0x', address })
    refuseInnerCalls(call, address)
  }
}

function refuseAccountCall({
  to,
  isCall,
  address,
}: {
  to: string | undefined
  isCall: boolean
  address: Hex
}): void {
  if (to === undefined) return
  if (isCall && to === address.toLowerCase())
    refuse(
      'Someone could control your account with this transaction, so this wallet never sends it. It calls the account itself.',
    )
  // Without data too: coins that the EntryPoint holds for the account can only be taken out by a call.
  const name = Object.hasOwn(smartAccountContracts, to) ? smartAccountContracts[to] : undefined
  if (name)
    refuse(
      `Someone could control your account with this transaction, so this wallet never sends it. It is for ${name}, a contract of smart accounts.`,
    )
}

function toNumber(value: string | undefined): bigint | undefined {
  return value === undefined ? undefined : BigInt(value)
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
