import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { type Hex, zeroAddress } from 'viem'
import * as z from 'zod/mini'
import { batchCalldata } from './batchCalldata.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { type RequestedTransaction, readTransaction } from './readTransaction.ts'

const capabilities = z.optional(z.record(z.string(), z.unknown()))

const shape = z.strictObject({
  version: z.enum(['1.0', '2.0.0']),
  id: z.optional(z.string().check(z.minLength(1), z.maxLength(8194))),
  from: z.optional(z.string()),
  chainId: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,14}$/, { error: 'must be 0x and hex digits' })),
  atomicRequired: z.optional(z.boolean()),
  calls: z.array(z.looseObject({ capabilities })),
  capabilities,
})

const maxCalls = 20
/** 128 KiB of calldata, as hex digits. Nodes accept no more in a transaction. */
const maxLength = 2 * 128 * 1024
/** Characters of what a page tells a paymaster. */
const maxContext = 16 * 1024

/** Somebody else's paymaster: its address, what it gets from the page, and whether the project or the visitor may pay if it does not. */
export type PaymasterService = {
  url: string
  context: Readonly<Record<string, unknown>>
  isOptional: boolean
}

/** A batch as the page requested it. */
export type RequestedCalls = {
  version: '1.0' | '2.0.0'
  /** The page's own ID of the batch. */
  id: string | undefined
  atomicRequired: boolean
  /** Whether the page accepts it only if its project pays the fee. */
  isSponsorRequired: boolean
  /** Somebody else's paymaster that the page names (ERC-7677). Whether it may pay, its project says at the gateway. */
  paymaster: PaymasterService | undefined
  isBatch: boolean
  /** The call, or the call of the account to itself that makes all of them. */
  transaction: RequestedTransaction
}

/**
 * Parses the parameter of `wallet_sendCalls`. Unknown fields are refused, and each call is checked like a transaction: none may
 * be for the account itself or a contract of smart accounts, as it would be made in the account's own name.
 *
 * @throws {RequestRefusedError} also with 4100 for another account
 * @throws {RpcError} 5740 for too many or too long calls, 5700 for capabilities that are not optional
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls
 */
export function readCalls(
  params: unknown,
  { gatewayUrl, ...account }: { address: Hex; chainId: string; gatewayUrl: string | undefined },
): RequestedCalls {
  if (!Array.isArray(params) || params.length !== 1) refuse('wallet_sendCalls takes one list of calls.')
  const given = readProperty(params[0], 'calls')
  if (Array.isArray(given) && (given.length > maxCalls || given.reduce(addLength, 0) > maxLength))
    refuseSize()
  const parsed = shape.safeParse(params[0])
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    refuse(`The calls are malformed: ${issue?.path.join('.') || 'they'} ${issue?.message ?? 'are wrong'}.`)
  }
  const { version, id, from, chainId, atomicRequired, calls } = parsed.data
  if (version === '2.0.0' && atomicRequired === undefined) refuse('atomicRequired must be true or false.')
  if (from !== undefined && from.toLowerCase() !== account.address.toLowerCase())
    throw new RequestRefusedError({
      reason: 'The calls are from another account than the one that is connected.',
      rpcCode: rpcErrorCodes.unauthorized,
    })
  if (`eip155:${BigInt(chainId)}` !== account.chainId)
    refuse(`The calls are for another network than the selected one, ${account.chainId}.`)
  const { paymasterService, ...others } = parsed.data.capabilities ?? {}
  refuseCapabilities([others, ...calls.map((call) => call.capabilities)])
  const sponsor = readSponsor(paymasterService, gatewayUrl)
  const read = calls.map((call, index) => readCall(call, index, account))
  const [first] = read
  if (!first) refuse('There are no calls.')
  const isBatch = read.length > 1
  const transaction = isBatch ? toBatchTransaction(read, account.address) : first
  if (transaction.data.length - 2 > maxLength) refuseSize()
  return { version, id, atomicRequired: atomicRequired ?? false, ...sponsor, isBatch, transaction }
}

/**
 * Reads who is to pay: the bundler of the wallet's own gateway, or a paymaster of somebody else, which only the gateway asks, if the
 * project allows it.
 *
 * @throws {RpcError} 5700 for anything else that is not optional
 * @see https://eips.ethereum.org/EIPS/eip-7677
 */
function readSponsor(
  service: unknown,
  gatewayUrl: string | undefined,
): Pick<RequestedCalls, 'isSponsorRequired' | 'paymaster'> {
  if (service === undefined) return { isSponsorRequired: false, paymaster: undefined }
  const isSponsorRequired = readProperty(service, 'optional') !== true
  const url = readProperty(service, 'url')
  const context = readProperty(service, 'context') ?? {}
  const { protocol, origin, pathname } = typeof url === 'string' && URL.canParse(url) ? new URL(url) : {}
  if (gatewayUrl && `${origin}${pathname}` === new URL('/v1/bundler', gatewayUrl).href)
    return { isSponsorRequired, paymaster: undefined }
  const isRecord = typeof context === 'object' && !Array.isArray(context)
  const length = isRecord ? JSON.stringify(context).length : 0
  if (gatewayUrl && protocol === 'https:' && `${url}`.length <= 2048 && isRecord && length <= maxContext)
    return {
      isSponsorRequired,
      paymaster: {
        url: `${url}`,
        context: context as PaymasterService['context'],
        isOptional: !isSponsorRequired,
      },
    }
  refuseCapabilities([{ paymasterService: service }])
  return { isSponsorRequired: false, paymaster: undefined }
}

function addLength(sum: number, call: unknown): number {
  const data = readProperty(call, 'data')
  return sum + (typeof data === 'string' ? Math.max(0, data.length - 2) : 0)
}

function readCall(
  call: Record<string, unknown>,
  index: number,
  account: { address: Hex; chainId: string },
): RequestedTransaction {
  const { to, value, data, capabilities: _capabilities, ...unknown } = call
  const [name] = Object.keys(unknown)
  if (name !== undefined) refuse(`Call ${index + 1} has the unknown field ${name}.`)
  return readTransaction([{ to, value, data }], account)
}

/** Returns the call of the account to itself that makes several calls, all or none. */
export function toBatchTransaction(
  calls: readonly RequestedTransaction[],
  address: Hex,
): RequestedTransaction {
  const list = calls.map(({ to, value, data }, index) => {
    if (!to) refuse(`Call ${index + 1} has no recipient. A contract is created with a call of its own.`)
    // Some contracts of accounts take it for the account itself.
    if (to === zeroAddress) refuse(`Call ${index + 1} is for the zero address.`)
    return { to, value, data }
  })
  const none = undefined
  return {
    to: address,
    value: 0n,
    data: batchCalldata.encode(list),
    gas: none,
    maxFeePerGas: none,
    maxPriorityFeePerGas: none,
    nonce: none,
  }
}

/** The wallet has no other capability that a batch could ask for. */
function refuseCapabilities(all: readonly (Record<string, unknown> | undefined)[]): void {
  for (const [name, value] of all.flatMap((given) => Object.entries(given ?? {})))
    if (readProperty(value, 'optional') !== true)
      throw new RpcError({
        rpcCode: rpcErrorCodes.unsupportedCapability,
        message: `The wallet does not support the capability ${name.slice(0, 100)}.`,
      })
}

function refuseSize(): never {
  throw new RequestRefusedError({
    reason: 'The wallet takes at most 20 calls, with 128 KiB of data in total.',
    rpcCode: rpcErrorCodes.callsTooLarge,
  })
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
