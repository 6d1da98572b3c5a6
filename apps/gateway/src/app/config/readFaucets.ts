import { type CaipNetworkId, isCaipNetworkId } from '@portico/protocol'
import type { EnvReader } from '@portico/server/process'
import * as z from 'zod/mini'
import { namespaceOf } from '../../chains/namespaceRules.ts'
import { isTestNetwork } from '../../chains/testNetworks.ts'
import type { FaucetConfig } from '../../infra/config/FaucetConfig.ts'
import { readPrivateKey } from './readPrivateKey.ts'

const amount = z.string().check(
  z.refine((text) => /^(0|[1-9]\d{0,8})(\.\d{1,18})?$/.test(text) && /[1-9]/.test(text), {
    error: 'must be an amount in whole coins, as a text such as "0.1"',
  }),
)
/** The form of `FAUCETS`, by CAIP-2 ID. */
export const faucetsSchema = z.record(
  z.string(),
  z.strictObject({ amount, keyFile: z.optional(z.string().check(z.minLength(1))) }),
)

/** Reads the faucets of the networks that are served, and their keys. Adds invalid ones to `problems`, which never contain a key. */
export function readFaucets({
  faucets,
  isServed,
  problems,
}: {
  faucets: z.output<typeof faucetsSchema>
  isServed: (chain: CaipNetworkId) => boolean
  problems: EnvReader['problems']
}): ReadonlyMap<CaipNetworkId, FaucetConfig> {
  const found = new Map<CaipNetworkId, FaucetConfig>()
  for (const [chain, { amount, keyFile }] of Object.entries(faucets)) {
    const at = `FAUCETS at ${chain.slice(0, 60)}`
    const namespace = isCaipNetworkId(chain) ? namespaceOf(chain) : undefined
    if (!isCaipNetworkId(chain) || !namespace) {
      problems.push(`${at} is invalid: must be the CAIP-2 ID of a network, such as eip155:11155111.`)
      continue
    }
    if (!isTestNetwork(chain)) {
      problems.push(`${at} is refused: it is not a known test network, and a faucet gives its coins away.`)
      continue
    }
    if (!isServed(chain)) continue
    if ((keyFile === undefined) !== (namespace === 'solana'))
      problems.push(
        namespace === 'solana'
          ? `${at} must have no keyFile: the network's airdrop pays.`
          : `${at} needs keyFile, the file with the private key that pays.`,
      )
    const key =
      keyFile === undefined ? undefined : readPrivateKey({ name: `${at} › keyFile`, file: keyFile, problems })
    found.set(chain, { key, amount })
  }
  return found
}
