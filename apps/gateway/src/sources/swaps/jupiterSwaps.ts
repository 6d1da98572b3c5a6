import { BaseError } from '@portico/protocol'
import type { SwapProvider } from '../../chains/shared/providers/SwapProvider.ts'
import type { SwapService } from './createSwapService.ts'
import { type JupiterBuild, jupiterBuild, jupiterBuildFor } from './jupiterBuild.ts'

/** Jupiter swaps on Solana's main network only. */
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
/** The mint of the wrapped coin, in which Jupiter trades the coin. */
const wrappedMint = 'So11111111111111111111111111111111111111112'
/** What the network charges for the transaction that the kit writes, in lamports. */
const fee = 75_000n
const program = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
/** The first bytes of `shared_accounts_route_v2`, in hexadecimal. */
const readable = 'd19853937cfed8e9'

/**
 * Offers swaps over Jupiter. `build` returns the instruction that swaps and the addresses of lookup tables, as JSON in base64. The kit
 * reads the instruction, and writes the rest of the transaction itself. What it does not sign is not offered: routes whose exchanges
 * get the account's signature.
 *
 * @param parameters.service with the operator's key in the header `x-api-key`
 */
export function jupiterSwaps({ service }: { service: SwapService }): SwapProvider {
  const mintsOf = <Query extends { from: string; to: string }>(query: Query) => ({
    ...query,
    from: toMint(query.from),
    to: toMint(query.to),
  })
  return {
    id: 'jupiter',
    serves: (chain) => chain === mainnet,
    cost: 1,
    rate: 1,
    async quote(query) {
      const found = await jupiterBuild(service, mintsOf(query))
      return found && isReadable(found) ? { amountOut: found.outAmount, gas: fee } : undefined
    },
    async build(query) {
      const found = await jupiterBuildFor(service, mintsOf(query))
      if (!isReadable(found)) throw new BaseError('Jupiter now has only a route that the kit does not sign.')
      const value = query.from === 'native' ? query.amount : 0n
      return { to: found.swapInstruction.programId, data: toData(found), value }
    },
  }
}

const toMint = (token: string): string => (token === 'native' ? wrappedMint : token)

const isReadable = ({ swapInstruction: { programId, data } }: JupiterBuild): boolean =>
  programId === program && Buffer.from(data, 'base64').subarray(0, 8).toString('hex') === readable

function toData({ swapInstruction, addressesByLookupTableAddress }: JupiterBuild): string {
  const lookupTables = Object.keys(addressesByLookupTableAddress ?? {})
  return Buffer.from(JSON.stringify({ swapInstruction, lookupTables })).toString('base64')
}
