import { isRecord } from '@portico/protocol'

/** Approved namespaces in the wire format (CAIP-25). */
export type SessionNamespaces = Record<
  string,
  { chains?: string[] | undefined; accounts: string[]; methods: string[]; events: string[] }
>

/** How approvals deviate from approving everything proposed. Applies to the next pairings. */
export type Settlement = {
  /** Approve only these chains, as if the wallet supported no others. */
  chains?: readonly string[] | undefined
  /** Approve only these methods. */
  methods?: readonly string[] | undefined
  /** Approve exactly these namespaces, regardless of the proposal. */
  namespaces?: unknown
  /** Seconds since epoch; defaults to seven days from now. */
  expiry?: number | undefined
}

/**
 * Returns the namespaces a wallet approves: everything proposed, required or optional, that it supports.
 *
 * @see https://chainagnostic.org/CAIPs/caip-25
 */
export function settleNamespaces({
  proposal,
  accounts,
  chainIds,
  otherAccounts,
  settlement,
}: {
  proposal: Record<string, unknown>
  accounts: readonly string[]
  chainIds: readonly number[]
  otherAccounts: Readonly<Record<string, readonly string[]>>
  settlement: Settlement
}): SessionNamespaces {
  if (settlement.namespaces !== undefined) return settlement.namespaces as SessionNamespaces
  const settled: SessionNamespaces = {}
  for (const [key, proposed] of [
    ...entries(proposal.requiredNamespaces),
    ...entries(proposal.optionalNamespaces),
  ]) {
    const [namespace = ''] = key.split(':')
    const chains = (key.includes(':') ? [key] : strings(proposed.chains)).filter(
      (chain) =>
        (settlement.chains ?? [chain]).includes(chain) &&
        (namespace === 'eip155'
          ? chainIds.some((chainId) => chain === `eip155:${chainId}`)
          : otherAccounts[namespace]?.some((account) => account.startsWith(`${chain}:`))),
    )
    if (chains.length === 0) continue
    const existing = settled[namespace] ?? { chains: [], accounts: [], methods: [], events: [] }
    settled[namespace] = {
      chains: union(existing.chains ?? [], chains),
      accounts: union(
        existing.accounts,
        chains.flatMap((chain) =>
          namespace === 'eip155'
            ? accounts.map((address) => `${chain}:${address}`)
            : (otherAccounts[namespace] ?? []).filter((account) => account.startsWith(`${chain}:`)),
        ),
      ),
      methods: union(
        existing.methods,
        strings(proposed.methods).filter((method) => (settlement.methods ?? [method]).includes(method)),
      ),
      events: union(existing.events, strings(proposed.events)),
    }
  }
  return settled
}

function entries(value: unknown): [string, Record<string, unknown>][] {
  if (!isRecord(value)) return []
  return Object.entries(value).filter((entry): entry is [string, Record<string, unknown>] =>
    isRecord(entry[1]),
  )
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])]
}
