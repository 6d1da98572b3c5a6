import { sponsorPaymasterAddress } from '@portico/contracts'
import type { CaipNetworkId } from '@portico/protocol'
import type { EnvReader } from '@portico/server/process'
import { privateKeyToAddress } from 'viem/accounts'
import type * as z from 'zod/mini'
import type {
  FeeToken,
  SponsorConfig,
  SponsorNetwork,
  SponsorPolicy,
} from '../../infra/config/SponsorConfig.ts'
import { readPrivateKey } from './readPrivateKey.ts'
import {
  bundlerUrlsSchema,
  feeTokensSchema,
  paymastersSchema,
  sponsorsSchema,
  toFeeRate,
} from './sponsorSchemas.ts'

type Hex = `0x${string}`
type ReadJson = <Schema extends z.ZodMiniType>(name: string, schema: Schema) => z.output<Schema> | undefined

/**
 * Reads who pays the fees of whose operations: `PAYMASTERS`, `SPONSORS`, `FEE_TOKENS`, `BUNDLER_URLS`, and the keys in
 * `SPONSOR_KEY_FILE` and `RELAYER_KEY_FILE`. Adds invalid values to `problems`, which never contain a key.
 *
 * @param networks where accounts may become smart accounts; the others are left out.
 * @returns undefined without `PAYMASTERS`
 */
export function readSponsoring({
  reader: { get, problems },
  json,
  networks,
}: {
  reader: Pick<EnvReader, 'get' | 'problems'>
  json: ReadJson
  networks: readonly CaipNetworkId[]
}): SponsorConfig | undefined {
  const paymasters = json('PAYMASTERS', paymastersSchema) ?? {}
  const sponsors = json('SPONSORS', sponsorsSchema) ?? {}
  const feeTokens = json('FEE_TOKENS', feeTokensSchema) ?? {}
  const bundlerUrls = json('BUNDLER_URLS', bundlerUrlsSchema) ?? {}
  const has = (chain: string) => Object.hasOwn(paymasters, chain)
  const without = [
    ...Object.entries(sponsors).flatMap(([project, policies]) =>
      Object.keys(policies).map((chain) => [`SPONSORS at ${project} ›`, chain] as const),
    ),
    ...Object.keys(feeTokens).map((chain) => ['FEE_TOKENS at', chain] as const),
    ...Object.keys(bundlerUrls).map((chain) => ['BUNDLER_URLS at', chain] as const),
  ].filter(([, chain]) => !has(chain))
  // Invalid PAYMASTERS have been reported already.
  if (!get('PAYMASTERS') || Object.keys(paymasters).length > 0)
    for (const [at, chain] of without)
      problems.push(`${at} ${chain} needs a paymaster: add ${chain} to PAYMASTERS.`)
  if (Object.keys(paymasters).length === 0) return undefined

  const needsRelayer = Object.keys(paymasters).some((chain) => !Object.hasOwn(bundlerUrls, chain))
  const signerKey = readKey('SPONSOR_KEY_FILE', 'the key that makes the paymasters pay', { get, problems })
  const relayerKey = needsRelayer
    ? readKey('RELAYER_KEY_FILE', 'the key of the account that sends operations', { get, problems })
    : undefined
  if (!signerKey || (needsRelayer && !relayerKey)) return undefined
  const signer = privateKeyToAddress(signerKey)
  const relayer = relayerKey && privateKeyToAddress(relayerKey)
  if (signerKey === relayerKey)
    problems.push(
      'RELAYER_KEY_FILE and SPONSOR_KEY_FILE must contain different keys: one of them would lose the coins of both.',
    )
  for (const [chain, { owner }] of Object.entries(paymasters))
    if ([signer, relayer].some((account) => account?.toLowerCase() === owner.toLowerCase()))
      problems.push(
        `PAYMASTERS at ${chain} › owner is invalid: must not be an account whose key the gateway has, because the owner can withdraw the deposit.`,
      )
  return {
    signerKey,
    relayerKey,
    networks: new Map(
      networks.flatMap((chain) => {
        const terms = paymasters[chain]
        if (!terms) return []
        const network = {
          terms,
          signer,
          relayer,
          bundlerUrl: bundlerUrls[chain],
          feeTokens: feeTokens[chain] ?? [],
        }
        return [[chain, toNetwork(network)] as const]
      }),
    ),
    projects: new Map(
      Object.entries(sponsors).map(([project, policies]) => [
        project,
        new Map(
          networks.flatMap((chain) => {
            const policy = policies[chain]
            return policy ? [[chain, toPolicy(policy)] as const] : []
          }),
        ),
      ]),
    ),
  }
}

function readKey(
  name: string,
  meaning: string,
  { get, problems }: Pick<EnvReader, 'get' | 'problems'>,
): Hex | undefined {
  const file = get(name)
  if (file) return readPrivateKey({ name, file, problems })
  problems.push(`${name} is not set, but PAYMASTERS is: set it to the file with ${meaning}.`)
  return undefined
}

function toNetwork({
  terms: { owner, maxCost, depositFloor, relayerFloor },
  signer,
  relayer,
  bundlerUrl,
  feeTokens,
}: {
  terms: z.output<typeof paymastersSchema>[string]
  signer: Hex
  relayer: Hex | undefined
  bundlerUrl: string | undefined
  feeTokens: z.output<typeof feeTokensSchema>[string]
}): SponsorNetwork {
  const terms = { owner, signer, maxCost }
  return {
    paymaster: sponsorPaymasterAddress(terms),
    terms,
    depositFloor,
    relayerFloor,
    bundlerUrl: bundlerUrl?.replace(/\/+$/, ''),
    relayer: bundlerUrl === undefined ? relayer : undefined,
    feeTokens: feeTokens.map(
      ({ token, rate, ...rest }): FeeToken => ({
        ...rest,
        address: token,
        rate: rate === undefined ? undefined : toFeeRate(rate, rest.decimals),
      }),
    ),
  }
}

function toPolicy({
  allow,
  paymasterHosts = [],
  perDay: { userOperations, user, project, revocations },
}: z.output<typeof sponsorsSchema>[string][string]): SponsorPolicy {
  return {
    allow: new Map(
      Object.entries(allow).map(([target, selectors]) => [target.toLowerCase() as Hex, new Set(selectors)]),
    ),
    paymasterHosts: new Set(paymasterHosts),
    perDay: { userOperations, userWei: user, projectWei: project, revocations },
  }
}
