/*
 * Namespaces of CAIP-25 in WalletConnect's format. A namespace is written either as one key `eip155` with a list of
 * chains, or as keys such as `eip155:10` with one chain each. Parsed, there is one entry per namespace.
 *
 * Everything is proposed as optional: a wallet that supports fewer chains is still useful, and wallets refuse a whole
 * proposal for a single required chain they do not support.
 */
import {
  type CaipAddress,
  type CaipNetworkId,
  isCaipAddress,
  isCaipNetworkId,
  isRecord,
} from '@portico/protocol'
import { sessionErrorCodes } from '@portico/protocol/walletconnect'

/** What the application proposes, by namespace. */
export type ProposedNamespaces = Record<
  string,
  { chains: readonly CaipNetworkId[]; methods: readonly string[]; events: readonly string[] }
>

/** What a wallet approved, by namespace. `chains` are those with an account, in the wallet's order. */
export type ApprovedNamespaces = Record<
  string,
  {
    chains: readonly CaipNetworkId[]
    accounts: readonly CaipAddress[]
    methods: readonly string[]
    events: readonly string[]
  }
>

/** Why namespaces are invalid, with the error code to respond with. */
export type NamespacesProblem = { ok: false; code: number; message: string }

const maxEntries = 1_000
const namespacePattern = /^[-a-z0-9]{3,8}$/

/** Merges proposals: per namespace, the union of their chains, methods and events. */
export function mergeProposals(...proposals: readonly ProposedNamespaces[]): ProposedNamespaces {
  const merged: ProposedNamespaces = {}
  for (const [namespace, added] of proposals.flatMap((proposal) => Object.entries(proposal))) {
    const existing = merged[namespace] ?? { chains: [], methods: [], events: [] }
    merged[namespace] = {
      chains: union(existing.chains, added.chains),
      methods: union(existing.methods, added.methods),
      events: union(existing.events, added.events),
    }
  }
  return merged
}

/** Parses proposed namespaces. An error has the code and message of the WalletConnect specification. */
export function parseProposal(
  value: unknown,
): { ok: true; namespaces: ProposedNamespaces } | NamespacesProblem {
  const namespaces: ProposedNamespaces = {}
  if (!isRecord(value))
    return invalid(sessionErrorCodes.unsupportedNamespaceKey, 'Namespaces must be an object')
  for (const [key, one] of Object.entries(value)) {
    const namespace = parseKey(key)
    if (!namespace || !isRecord(one)) {
      return invalid(sessionErrorCodes.unsupportedNamespaceKey, 'Namespace formatting must match CAIP-2')
    }
    const chains = one.chains ?? (key.includes(':') ? [key] : undefined)
    if (!isList(chains) || chains.length === 0) {
      return invalid(sessionErrorCodes.unsupportedChains, 'Chains must not be empty')
    }
    if (!chains.every((chain) => isCaipNetworkId(chain))) {
      return invalid(sessionErrorCodes.unsupportedChains, 'Chains must be CAIP-2 compliant')
    }
    if (!chains.every((chain) => (chain as string).startsWith(`${namespace}:`))) {
      return invalid(sessionErrorCodes.unsupportedChains, 'Chains must be defined in matching namespace')
    }
    const lists = parseLists(one)
    if (!lists.ok) return lists
    const added = { chains: chains as CaipNetworkId[], methods: lists.methods, events: lists.events }
    Object.assign(namespaces, mergeProposals(pick(namespaces, namespace), { [namespace]: added }))
  }
  return { ok: true, namespaces }
}

/** Parses the namespaces a wallet approved. An error has the code and message of the WalletConnect specification. */
export function parseApproval(
  value: unknown,
): { ok: true; namespaces: ApprovedNamespaces } | NamespacesProblem {
  if (!isRecord(value)) {
    return invalid(sessionErrorCodes.invalidSessionSettleRequest, 'Namespaces must be an object')
  }
  const namespaces: ApprovedNamespaces = {}
  for (const [key, one] of Object.entries(value)) {
    const namespace = parseKey(key)
    if (!namespace || !isRecord(one)) {
      return invalid(sessionErrorCodes.unsupportedNamespaceKey, 'Namespace formatting must match CAIP-2')
    }
    const { accounts } = one
    if (!isList(accounts) || accounts.length === 0) {
      return invalid(sessionErrorCodes.userRejectedChains, 'Accounts must not be empty')
    }
    if (!accounts.every((account) => isCaipAddress(account))) {
      return invalid(sessionErrorCodes.userRejectedChains, 'Accounts must be CAIP-10 compliant')
    }
    if (!accounts.every((account) => (account as string).startsWith(`${key}:`))) {
      return invalid(sessionErrorCodes.unsupportedAccounts, 'Accounts must be defined in matching namespace')
    }
    const lists = parseLists(one)
    if (!lists.ok) return lists
    const existing = Object.hasOwn(namespaces, namespace) ? namespaces[namespace] : undefined
    const merged = union(existing?.accounts ?? [], accounts as CaipAddress[])
    namespaces[namespace] = {
      chains: union([], merged.map(chainOf)),
      accounts: merged,
      methods: union(existing?.methods ?? [], lists.methods),
      events: union(existing?.events ?? [], lists.events),
    }
  }
  return { ok: true, namespaces }
}

/**
 * Reduces an approval to the proposed namespaces, methods and events. Chains that were not proposed are kept, because
 * wallets add some when an application requests a switch.
 *
 * Fewer chains or additional namespaces are accepted; an error is returned only if there is no account on a proposed
 * chain.
 */
export function usableNamespaces({
  approved,
  proposed,
}: {
  approved: ApprovedNamespaces
  proposed: ProposedNamespaces
}): { ok: true; namespaces: ApprovedNamespaces } | NamespacesProblem {
  const entries = Object.entries(approved).flatMap(([namespace, approval]) => {
    const proposal = Object.hasOwn(proposed, namespace) ? proposed[namespace] : undefined
    if (!proposal?.chains.some((chain) => approval.chains.includes(chain))) return []
    const methods = approval.methods.filter((method) => proposal.methods.includes(method))
    const events = approval.events.filter((event) => proposal.events.includes(event))
    return [[namespace, { ...approval, methods, events }] as const]
  })
  if (entries.length > 0) return { ok: true, namespaces: Object.fromEntries(entries) }
  const proposedChains = Object.values(proposed).flatMap(({ chains }) => chains)
  const approvedChains = Object.values(approved).flatMap(({ chains }) => chains)
  return invalid(
    sessionErrorCodes.unsupportedChains,
    `No account on a proposed chain. Proposed: ${proposedChains.slice(0, 10).join(', ')}. Approved: ${approvedChains.slice(0, 10).join(', ') || 'none'}.`,
  )
}

/** Returns the chain of an account: `eip155:1` for `eip155:1:0x…`. */
function chainOf(account: CaipAddress): CaipNetworkId {
  return account.slice(0, account.lastIndexOf(':')) as CaipNetworkId
}

/** Returns the namespace of a key such as `eip155` or `eip155:10`; `undefined` if the key is malformed. */
function parseKey(key: string): string | undefined {
  const [namespace = ''] = key.split(':')
  return namespacePattern.test(namespace) && (key === namespace || isCaipNetworkId(key))
    ? namespace
    : undefined
}

function parseLists(
  one: Record<string, unknown>,
): { ok: true; methods: readonly string[]; events: readonly string[] } | NamespacesProblem {
  const { methods = [], events = [] } = one
  if (!isNameList(methods))
    return invalid(sessionErrorCodes.userRejectedMethods, 'Methods must be a list of names')
  if (!isNameList(events))
    return invalid(sessionErrorCodes.userRejectedEvents, 'Events must be a list of names')
  return { ok: true, methods, events }
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length <= maxEntries
}

function isNameList(value: unknown): value is string[] {
  return isList(value) && value.every((one) => typeof one === 'string' && one.length <= 128)
}

function pick(namespaces: ProposedNamespaces, namespace: string): ProposedNamespaces {
  const entry = Object.hasOwn(namespaces, namespace) ? namespaces[namespace] : undefined
  return entry ? { [namespace]: entry } : {}
}

function union<T>(a: readonly T[], b: readonly T[]): T[] {
  return [...new Set([...a, ...b])]
}

function invalid(code: number, message: string): NamespacesProblem {
  return { ok: false, code, message }
}
