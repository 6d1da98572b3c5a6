import { isCaipNetworkId } from '@portico/protocol'
import { findRouter } from '@portico/protocol/swaps'
import type { EnvReader } from '@portico/server/process'
import { readClientSecret } from '@portico/server/social'
import { isAddress } from 'viem/utils'
import * as z from 'zod/mini'
import type { SwapProviderId, SwapsConfig } from '../../infra/config/SwapsConfig.ts'

const ids: readonly SwapProviderId[] = ['onchain', 'kyberswap', '1inch', 'jupiter']

const error = 'must be an address: 0x followed by 40 hex digits'
const address = z.string({ error }).check(
  z.regex(/^0x[0-9a-fA-F]{40}$/, { error, abort: true }),
  // Capital letters are a checksum.
  z.refine((value) => isAddress(value), { error: 'has a wrong checksum: copy the address again' }),
) as z.ZodMiniType<`0x${string}`, string>
const fee = 'must be a whole number from 0 to 999999, in hundredths of a basis point: 3000 is 0.3 %'
const dex = z.strictObject({
  id: z
    .string({ error: 'must be a name' })
    .check(z.regex(/^[a-z0-9-]{1,32}$/, { error: 'must be of lower-case letters, digits and -' })),
  kind: z.enum(['v2', 'v3'], { error: 'must be v2 or v3' }),
  factory: address,
  router: address,
  fees: z
    .array(z.int({ error: fee }).check(z.minimum(0, { error: fee }), z.maximum(999_999, { error: fee })), {
      error: 'must be a list of the fees of its pools, such as [500,3000]',
    })
    .check(z.minLength(1, { error: 'must have a fee' }), z.maxLength(8, { error: 'may have 8 fees' })),
  quoter: z.optional(address),
})

/** The schema of `DEXES`: exchanges by CAIP-2 ID of an EVM network. */
export const dexes = z
  .record(
    z.string().check(
      z.refine((value) => isCaipNetworkId(value) && value.startsWith('eip155:'), {
        error: 'must be the CAIP-2 ID of an EVM chain, such as eip155:1',
      }),
    ),
    z.array(dex, { error: 'must be a list of exchanges; [] for none' }).check(
      z.maxLength(10, { error: 'may have 10 exchanges' }),
      z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
        error: 'must have an id of its own for each exchange',
      }),
    ),
    { error: 'must be an object of lists of exchanges, by CAIP-2 ID of their network' },
  )
  .check((payload) => {
    for (const [chain, list] of Object.entries(payload.value))
      for (const [index, { kind, router }] of list.entries())
        if (kind === 'v3' && findRouter(chain, router)?.kind === 'v2')
          payload.issues.push({
            code: 'custom',
            input: router,
            path: [chain, index, 'router'],
            message: 'swaps over v2 pools only: name a SwapRouter02',
          })
  })

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
