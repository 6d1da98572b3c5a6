import { isRecord } from '../evm/methods/method.ts'

/** Approved namespaces as they go over the wire (CAIP-25). */
export type SessionNamespaces = Record<
  string,
  { chains?: string[] | undefined; accounts: string[]; methods: string[]; events: string[] }
>

/** Deviations from a plain yes, for the next pairings. */
export type Settlement = {
  /** Only these chains, as if the wallet knew no others. */
  chains?: readonly string[] | undefined
  /** Only these methods. */
  methods?: readonly string[] | undefined
  /** Exactly these namespaces, whatever was proposed. */
  namespaces?: unknown
  /** Seconds since 1970; in seven days if left out. */
  expiry?: number | undefined
}

/**
 * What a wallet that says yes approves: of everything proposed, required or optional, what it knows.
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
  for (const [key, wanted] of [
    ...entries(proposal.requiredNamespaces),
    ...entries(proposal.optionalNamespaces),
  ]) {
    const [family = ''] = key.split(':')
    const chains = (key.includes(':') ? [key] : strings(wanted.chains)).filter(
      (chain) =>
        (settlement.chains ?? [chain]).includes(chain) &&
        (family === 'eip155'
          ? chainIds.some((chainId) => chain === `eip155:${chainId}`)
          : otherAccounts[family]?.some((account) => account.startsWith(`${chain}:`))),
    )
    if (chains.length === 0) continue
    const known = settled[family] ?? { chains: [], accounts: [], methods: [], events: [] }
    settled[family] = {
      chains: union(known.chains ?? [], chains),
      accounts: union(
        known.accounts,
        chains.flatMap((chain) =>
          family === 'eip155'
            ? accounts.map((address) => `${chain}:${address}`)
            : (otherAccounts[family] ?? []).filter((account) => account.startsWith(`${chain}:`)),
        ),
      ),
      methods: union(
        known.methods,
        strings(wanted.methods).filter((method) => (settlement.methods ?? [method]).includes(method)),
      ),
      events: union(known.events, strings(wanted.events)),
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
