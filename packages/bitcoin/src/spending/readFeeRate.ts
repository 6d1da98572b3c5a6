import type { Endpoint, TransferSpeed } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { feesResponse } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import { requestEsplora } from '../esplora/requestEsplora.ts'

const estimates = z.record(z.string(), z.number().check(z.gte(0)))

/** The numbers of blocks within which a transaction of each speed should be included, in the order of preference. */
const targets = {
  slow: ['144', '25', '6'],
  standard: ['6', '3'],
  fast: ['1', '2', '3'],
} as const satisfies Record<TransferSpeed, readonly string[]>

/** In satoshi per virtual byte. Nodes do not pass on less; a higher rate is treated as an error. */
const lowestRate = 1
const highestRate = 2000

/**
 * Reads the fee rate of a speed, in satoshi per 1000 virtual bytes: from the gateway, if there is one, else from the Esplora API.
 *
 * @param parameters.gatewayUrl the gateway's URL for RPC requests
 * @throws {RpcError} −32603 if the rate is above 2000 satoshi per virtual byte
 */
export async function readFeeRate({
  urls,
  customUrls,
  gatewayUrl,
  speed = 'standard',
}: {
  urls: readonly string[]
  customUrls?: Endpoint['customUrls']
  gatewayUrl?: string | undefined
  speed?: TransferSpeed | undefined
}): Promise<bigint> {
  const rate =
    (gatewayUrl === undefined ? undefined : await readGateway(gatewayUrl, speed).catch(() => undefined)) ??
    readEstimate(await requestEsplora({ urls, customUrls, path: '/fee-estimates' }), speed)
  if (rate > highestRate)
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: `The estimated fee is ${rate} satoshi per byte, above the limit of ${highestRate}.`,
    })
  return BigInt(Math.ceil(Math.max(rate, lowestRate) * 1000))
}

async function readGateway(rpcUrl: string, speed: TransferSpeed): Promise<number> {
  const { origin, pathname, search } = new URL(rpcUrl)
  const url = `${origin}${pathname.replace(/\/*$/, '')}`
  const { data } = feesResponse.parse(await requestEsplora({ urls: [url], path: `/fees${search}` }))
  return data[speed]
}

function readEstimate(response: unknown, speed: TransferSpeed): number {
  const parsed = estimates.safeParse(response)
  const rates = targets[speed].map((blocks) => parsed.data?.[blocks])
  return rates.find((rate) => rate !== undefined) ?? lowestRate
}
