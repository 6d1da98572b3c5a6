import { type CaipNetworkId, isCaipNetworkId } from '@portico/protocol'
import type { EnvReader } from '@portico/server/process'

/**
 * Reads the networks on which embedded wallets may become smart accounts: those of `SMART_ACCOUNT_CHAINS`, by default all EVM
 * networks; with `SMART_ACCOUNTS=off` none. Adds invalid values to `problems`.
 *
 * @param served the networks with upstreams; others are left out.
 */
export function readSmartAccounts({
  reader: { get, problems },
  served,
}: {
  reader: Pick<EnvReader, 'get' | 'problems'>
  served: readonly string[]
}): readonly CaipNetworkId[] {
  const mode = get('SMART_ACCOUNTS') ?? 'upgraded'
  if (mode !== 'off' && mode !== 'upgraded')
    problems.push(`SMART_ACCOUNTS must be off or upgraded; it is "${mode.slice(0, 40)}".`)
  const named = get('SMART_ACCOUNT_CHAINS') === undefined ? undefined : readSmartAccountChains(get)
  for (const chain of named ?? [])
    if (!isEvm(chain))
      problems.push(
        `SMART_ACCOUNT_CHAINS must be CAIP-2 IDs of EVM chains, such as eip155:1; one is "${chain.slice(0, 80)}".`,
      )
  if (mode !== 'upgraded') return []
  return served.filter(isEvm).filter((chain) => named === undefined || named.includes(chain))
}

/** Returns the entries of `SMART_ACCOUNT_CHAINS`, as they are written. */
export function readSmartAccountChains(get: EnvReader['get']): string[] {
  return (get('SMART_ACCOUNT_CHAINS') ?? '').split(/[\s,]+/).filter((chain) => chain !== '')
}

const isEvm = (chain: string): chain is CaipNetworkId => isCaipNetworkId(chain) && chain.startsWith('eip155:')
