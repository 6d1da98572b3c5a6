import { jsonRpcResponse } from '@portico/protocol/gateway'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import { numberToHex } from 'viem/utils'
import * as z from 'zod/mini'
import type { Hex } from '../../../chains/shared/Chain.ts'
import type { SponsorPolicy } from '../../../infra/config/SponsorConfig.ts'
import type { SafeFetch } from '../../../infra/egress/createSafeFetch.ts'
import { readPublicUrl } from '../../../infra/egress/readPublicUrl.ts'
import { BundlerError, bundlerErrorCodes } from '../BundlerError.ts'
import { entryPoint } from '../node/entryPoint.ts'
import { toRpcUserOperation } from '../operation/toRpcUserOperation.ts'
import type { UserOperation } from '../operation/UserOperation.ts'

/** What somebody else's paymaster adds to an operation. */
export type OtherPaymaster = Pick<
  UserOperation,
  'paymaster' | 'paymasterData' | 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'
>

type Query = {
  url: URL
  operation: UserOperation
  context: Readonly<Record<string, unknown>>
}

/** Asks paymasters of others (ERC-7677), whose answers are not believed. */
export type OtherPaymasters = {
  /** @throws {BundlerError} */
  stub(query: Query): Promise<OtherPaymaster>
  /** @throws {BundlerError} */
  sign(query: Query): Promise<Pick<OtherPaymaster, 'paymaster' | 'paymasterData'>>
}

/** Gas that another paymaster may need at most to check an operation, and after it. */
export const mostPaymasterGas = { verification: 300_000n, postOp: 200_000n }
const maxBytes = 64 * 1024
const usualVerificationGas = 100_000n

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const bytes = z.string().check(z.maxLength(2 + 2 * 1024), z.regex(/^0x([0-9a-fA-F]{2})*$/))
const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,32}$/))
const data = z.object({ paymaster: address, paymasterData: bytes })
const stub = z.extend(data, {
  paymasterVerificationGasLimit: z.optional(quantity),
  paymasterPostOpGasLimit: z.optional(quantity),
})

/**
 * Reads the address of a paymaster that the page names: a public one, at a host that its project allows.
 *
 * @throws {BundlerError} `not-sponsored`
 */
export function readPaymasterUrl(
  url: string,
  { paymasterHosts }: Pick<SponsorPolicy, 'paymasterHosts'>,
): URL {
  const read = readPublicUrl(url)
  if (typeof read === 'object' && !read.isAddress && paymasterHosts.has(read.host)) return read.url
  throw refuse('The project does not let the paymaster at this address pay.')
}

/** Creates the client of paymasters of others on one network. */
export function createOtherPaymasters({
  safeFetch,
  chainId,
  own,
}: {
  safeFetch: Pick<SafeFetch, 'post'>
  chainId: bigint
  /** Address of the own paymaster, in whose name nobody else signs. */
  own: Hex
}): OtherPaymasters {
  const never = new Set(
    [own, `0x${'0'.repeat(40)}`, ...Object.values(delegatorContracts)].map((one) => one.toLowerCase()),
  )

  async function ask<Schema extends z.ZodMiniType>(
    method: string,
    { url, operation, context }: Query,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const { paymaster, paymasterData, signature, ...rest } = toRpcUserOperation(operation)
    const params = [rest, entryPoint.address, numberToHex(chainId), context]
    const json = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const fetched = await safeFetch.post({ url: url.href, json, mediaTypes: ['application/json'], maxBytes })
    if (!fetched.ok)
      throw new BundlerError({
        rpcCode: bundlerErrorCodes.rejected,
        reason: 'paused',
        message: 'The paymaster of the project did not answer.',
      })
    const answer = jsonRpcResponse.safeParse(parseJson(fetched.bytes))
    // Its own words are not passed on.
    if (answer.success && 'error' in answer.data) throw refuse('The paymaster of the project refuses to pay.')
    const read = schema.safeParse(answer.success && 'result' in answer.data ? answer.data.result : undefined)
    if (!read.success) throw refuse('The paymaster of the project answers with something else.')
    return read.data
  }

  /** The EntryPoint calls it, and takes the fee from its deposit: it must be nobody who pays something else. */
  function check(given: string, { sender }: UserOperation): Hex {
    const paymaster = given.toLowerCase() as Hex
    if (paymaster === sender || never.has(paymaster))
      throw refuse('The paymaster of the project names a contract that does not pay for others.')
    return paymaster
  }

  return {
    async stub(query) {
      const answer = await ask('pm_getPaymasterStubData', query, stub)
      const verification = BigInt(answer.paymasterVerificationGasLimit ?? usualVerificationGas)
      const postOp = BigInt(answer.paymasterPostOpGasLimit ?? 0)
      if (verification > mostPaymasterGas.verification || postOp > mostPaymasterGas.postOp)
        throw refuse('The paymaster of the project needs too much gas.')
      return {
        paymaster: check(answer.paymaster, query.operation),
        paymasterData: answer.paymasterData.toLowerCase() as Hex,
        paymasterVerificationGasLimit: verification,
        paymasterPostOpGasLimit: postOp,
      }
    },

    async sign(query) {
      const answer = await ask('pm_getPaymasterData', query, data)
      return {
        paymaster: check(answer.paymaster, query.operation),
        paymasterData: answer.paymasterData.toLowerCase() as Hex,
      }
    },
  }
}

function refuse(message: string): BundlerError {
  return new BundlerError({
    rpcCode: bundlerErrorCodes.rejectedByPaymaster,
    reason: 'not-sponsored',
    message,
  })
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
