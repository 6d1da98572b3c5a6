import { isCaipNetworkId } from '@portico/protocol'
import { isAddress, parseAbiItem, parseEther, parseUnits, toFunctionSelector } from 'viem/utils'
import * as z from 'zod/mini'
import { readPublicUrl } from '../../infra/egress/readPublicUrl.ts'
import { projectId } from '../../modules/projects/projectSchema.ts'

type Hex = `0x${string}`

const addressForm = 'must be an address: 0x followed by 40 hex digits'
const address = z.string({ error: addressForm }).check(
  z.regex(/^0x[0-9a-fA-F]{40}$/, { error: addressForm, abort: true }),
  // Capital letters are a checksum.
  z.refine((value) => isAddress(value), { error: 'has a wrong checksum: copy the address again' }),
  z.refine((value) => !/^0x0{40}$/.test(value), { error: 'must not be the zero address' }),
) as z.ZodMiniType<Hex, string>

const isAmount = (text: string) => /^(0|[1-9]\d{0,8})(\.\d{1,18})?$/.test(text) && /[1-9]/.test(text)
const amountForm = 'must be an amount in whole coins, as a text such as "0.01"'
const amount = z.pipe(
  z.string({ error: amountForm }).check(z.refine(isAmount, { error: amountForm, abort: true })),
  z.transform((text: string) => parseEther(text)),
)

const evmNetwork = z.string().check(
  z.refine((value) => isCaipNetworkId(value) && value.startsWith('eip155:'), {
    error: 'must be the CAIP-2 ID of an EVM chain, such as eip155:1',
  }),
)

/** The form of `PAYMASTERS`, by CAIP-2 ID. */
export const paymastersSchema = z.record(
  evmNetwork,
  z.strictObject({ owner: address, maxCost: amount, depositFloor: amount, relayerFloor: amount }).check(
    z.refine(({ maxCost, depositFloor }) => depositFloor >= maxCost, {
      error: 'must be at least maxCost, so that the deposit can pay every operation that is signed',
      path: ['depositFloor'],
    }),
  ),
)

/** The form of `BUNDLER_URLS`, by CAIP-2 ID. */
export const bundlerUrlsSchema = z.record(
  evmNetwork,
  z.string().check(
    z.refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
      error: 'must be an http:// or https:// address',
    }),
  ),
)

const functionForm =
  'must be a function such as "transfer(address,uint256)", or its selector such as "0xa9059cbb"'
const selector = z.pipe(
  z
    .string({ error: functionForm })
    .check(z.refine((text) => readSelector(text) !== undefined, { error: functionForm, abort: true })),
  z.transform((text) => readSelector(text) as Hex),
)

/** Returns four bytes in lower case. Types are written out: `uint` is `uint256` in a selector. */
function readSelector(text: string): Hex | undefined {
  if (/^0x[0-9a-fA-F]{8}$/.test(text)) return text.toLowerCase() as Hex
  try {
    const item: { type: string } = parseAbiItem(`function ${text}` as 'function f()')
    return item.type === 'function' ? toFunctionSelector(item as never) : undefined
  } catch {
    return undefined
  }
}

const toLowerCase = (text: string) => text.toLowerCase()

const revocationsForm = 'must be a whole number from 0 to 100'
const operationsForm = 'must be a whole number from 1 to 1000000'
const paymasterHost = z.string().check(
  z.refine((host) => isPublicHost(host), {
    error: 'must be the name of a public host in lower case, such as paymaster.example.org',
  }),
)
const isPublicHost = (host: string): boolean => {
  const read = readPublicUrl(`https://${host}/`)
  return typeof read === 'object' && !read.isAddress && read.host === host
}

const policy = z.strictObject({
  paymasterHosts: z.optional(z.array(paymasterHost).check(z.maxLength(10, { error: 'may have 10 hosts' }))),
  allow: z.record(address, z.array(selector).check(z.minLength(1, { error: 'must have a function' }))).check(
    z.refine((allow) => Object.keys(allow).length > 0, { error: 'must have a contract' }),
    // One spelling would take the functions of another one away.
    z.refine((allow) => new Set(Object.keys(allow).map(toLowerCase)).size === Object.keys(allow).length, {
      error: 'must name each contract once, however its address is spelled',
    }),
  ),
  perDay: z
    .strictObject({
      userOperations: z
        .int({ error: operationsForm })
        .check(z.minimum(1, { error: operationsForm }), z.maximum(1_000_000, { error: operationsForm })),
      user: amount,
      project: amount,
      revocations: z._default(
        z
          .int({ error: revocationsForm })
          .check(z.minimum(0, { error: revocationsForm }), z.maximum(100, { error: revocationsForm })),
        5,
      ),
    })
    .check(
      z.refine(({ user, project }) => project >= user, {
        error: 'must be at least what one user may cost',
        path: ['project'],
      }),
    ),
})

/** The form of `SPONSORS`: by project ID, then by CAIP-2 ID. */
export const sponsorsSchema = z.record(projectId, z.record(evmNetwork, policy))

const markupForm = 'must be a whole number of percent from 0 to 100'
const decimalsForm = 'must be a whole number from 0 to 36'
const rateForm = 'must be the price of one coin in whole tokens, as a text such as "2500"'
const feeToken = z.strictObject({
  token: address,
  symbol: z
    .string({ error: 'must be a text of 1 to 16 characters' })
    .check(z.regex(/^[\x21-\x7e]{1,16}$/, { error: 'must be 1 to 16 visible ASCII characters' })),
  decimals: z
    .int({ error: decimalsForm })
    .check(z.minimum(0, { error: decimalsForm }), z.maximum(36, { error: decimalsForm })),
  collector: address,
  markupPercent: z
    .int({ error: markupForm })
    .check(z.minimum(0, { error: markupForm }), z.maximum(100, { error: markupForm })),
  rate: z.optional(z.string({ error: rateForm }).check(z.refine(isAmount, { error: rateForm }))),
})

/** The form of `FEE_TOKENS`, by CAIP-2 ID. */
export const feeTokensSchema = z.record(
  evmNetwork,
  z.array(feeToken).check(
    z.maxLength(10, { error: 'may have 10 tokens' }),
    z.refine((list) => new Set(list.map(({ token }) => token.toLowerCase())).size === list.length, {
      error: 'must name each token once',
    }),
  ),
)

/** Returns a price of one coin in whole tokens as smallest units for wei. */
export function toFeeRate(rate: string, decimals: number): { units: bigint; wei: bigint } {
  return { units: parseUnits(rate, decimals + 18), wei: 10n ** 36n }
}
