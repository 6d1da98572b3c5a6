import type { SwapProvider } from '../../chains/shared/providers/SwapProvider.ts'
import type { SwapService } from './createSwapService.ts'
import { type JupiterBuild, jupiterBuild, jupiterBuildFor } from './jupiterBuild.ts'

/** Jupiter swaps on Solana's main network only. */
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
/** The mint of the wrapped coin, in which Jupiter trades the coin. */
const wrappedMint = 'So11111111111111111111111111111111111111112'
/** What a transaction with one signature costs, in lamports. */
const fee = 5_000n

/**
 * Offers swaps over Jupiter. `build` returns the instruction that swaps and the addresses of lookup tables, as JSON in base64. The kit
 * reads the instruction, and writes the rest of the transaction itself.
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
      return found && { amountOut: found.outAmount, gas: fee }
    },
    async build(query) {
      const found = await jupiterBuildFor(service, mintsOf(query))
      const value = query.from === 'native' ? query.amount : 0n
      return { to: found.swapInstruction.programId, data: toData(found), value }
    },
  }
}

const toMint = (token: string): string => (token === 'native' ? wrappedMint : token)

function toData({ swapInstruction, addressesByLookupTableAddress }: JupiterBuild): string {
  const lookupTables = Object.keys(addressesByLookupTableAddress ?? {})
  return Buffer.from(JSON.stringify({ swapInstruction, lookupTables })).toString('base64')
}
