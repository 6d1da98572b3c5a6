import { isCaipNetworkId } from '@portico/protocol'
import type { EnvReader } from '@portico/server/process'
import { readClientSecret } from '@portico/server/social'
import * as z from 'zod/mini'
import type { SwapProviderId, SwapsConfig } from '../../infra/config/SwapsConfig.ts'

const ids: readonly SwapProviderId[] = ['onchain', 'kyberswap', '1inch', 'jupiter']

const address = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be an address: 0x followed by 40 hex digits' }))
const dex = z.object({
  id: z
    .string()
    .check(z.regex(/^[a-z0-9-]{1,32}$/, { error: 'must be of lower-case letters, digits and -' })),
  kind: z.enum(['v2', 'v3']),
  factory: address,
  router: address,
  fees: z.array(z.int().check(z.minimum(0), z.maximum(999_999))).check(z.minLength(1), z.maxLength(8)),
  quoter: z.optional(address),
})

/** The schema of `DEXES`: exchanges by CAIP-2 ID of an EVM network. */
export const dexes = z.record(
  z.string().check(
    z.refine((value) => isCaipNetworkId(value) && value.startsWith('eip155:'), {
      error: 'must be the CAIP-2 ID of an EVM chain, such as eip155:1',
    }),
  ),
  z.array(dex).check(
    z.maxLength(10),
    z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
      error: 'must have an id of its own for each exchange',
    }),
  ),
)

/** The schema of `SWAP_MAKERS`: the URL of a maker by CAIP-2 ID of a Solana network. */
export const makers = z.record(
  z.string().check(
    z.refine((value) => isCaipNetworkId(value) && value.startsWith('solana:'), {
      error: 'must be the CAIP-2 ID of a Solana network, such as solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    }),
  ),
  z
    .string()
    .check(
      z.refine(
        (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !/[?#]/.test(value),
        { error: 'must be an http:// or https:// address without a query' },
      ),
    ),
)

/** Reads `SWAP_PROVIDERS`, a list of IDs or `none`, and the keys that they need. Adds invalid values to `problems`. */
export function readSwapProviders(
  reader: Pick<EnvReader, 'get' | 'problems'>,
): Pick<SwapsConfig, 'providers' | 'keys'> {
  const { get, problems } = reader
  const named = (get('SWAP_PROVIDERS') ?? 'onchain')
    .split(/[\s,]+/)
    .filter((id) => id !== '' && id !== 'none')
  const unknown = named.filter((id) => !ids.includes(id as SwapProviderId))
  if (unknown.length > 0)
    problems.push(
      `SWAP_PROVIDERS must be a list of ${ids.join(', ')}, or none; it has "${unknown.join(', ').slice(0, 80)}".`,
    )
  const providers = ids.filter((id) => named.includes(id))
  const keys = {
    ...(providers.includes('1inch') ? { '1inch': readClientSecret(reader, 'SWAP_1INCH_KEY_FILE') } : {}),
    ...(providers.includes('jupiter') ? { jupiter: readClientSecret(reader, 'SWAP_JUPITER_KEY_FILE') } : {}),
  }
  return { providers, keys }
}
