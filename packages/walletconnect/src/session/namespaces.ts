/*
 * Namespaces of CAIP-25 as WalletConnect writes them. Two forms are known for one family: a key `eip155` with a list
 * of chains, and keys such as `eip155:10` for one chain each. Inside, there is one entry for each family.
 *
 * Nothing is ever required of a wallet: what an application requires is asked for together with what it wishes, since
 * a wallet that knows fewer chains is still of use, and wallets refuse whole proposals for one required chain they
 * do not know.
 */
import { type CaipAddress, type CaipNetworkId, isCaipAddress, isCaipNetworkId } from '@portico/protocol'
import { sessionErrorCodes } from '@portico/protocol/walletconnect'
import { isRecord } from '../isRecord.ts'

/** What is asked for, by family. */
export type ProposedNamespaces = Record<
  string,
  { chains: readonly CaipNetworkId[]; methods: readonly string[]; events: readonly string[] }
>

/** What a wallet approved, by family. `chains` are those with an account, in the wallet's order. */
export type ApprovedNamespaces = Record<
  string,
  {
    chains: readonly CaipNetworkId[]
    accounts: readonly CaipAddress[]
    methods: readonly string[]
    events: readonly string[]
  }
>

/** What is wrong, with the number to answer the peer. */
export type NamespacesProblem = { ok: false; code: number; message: string }

const maxEntries = 1_000
const familyGrammar = /^[-a-z0-9]{3,8}$/

/**
 * Puts what is required and what is wished together: the second list of methods and chains is added to the first.
 */
export function mergeProposals(...proposals: readonly ProposedNamespaces[]): ProposedNamespaces {
  const merged: ProposedNamespaces = {}
  for (const [family, wanted] of proposals.flatMap((one) => Object.entries(one))) {
    const known = merged[family] ?? { chains: [], methods: [], events: [] }
    merged[family] = {
      chains: union(known.chains, wanted.chains),
      methods: union(known.methods, wanted.methods),
      events: union(known.events, wanted.events),
    }
  }
  return merged
}

/** Reads a proposal as somebody wrote it, or says what is wrong in the numbers and words of the specification. */
export function parseProposal(
  value: unknown,
): { ok: true; namespaces: ProposedNamespaces } | NamespacesProblem {
  const namespaces: ProposedNamespaces = {}
  if (!isRecord(value)) return no(sessionErrorCodes.unsupportedNamespaceKey, 'Namespaces must be an object')
  for (const [key, one] of Object.entries(value)) {
    const family = readKey(key)
    if (!family || !isRecord(one)) {
      return no(sessionErrorCodes.unsupportedNamespaceKey, 'Namespace formatting must match CAIP-2')
    }
    const chains = one.chains ?? (key.includes(':') ? [key] : undefined)
    if (!isList(chains) || chains.length === 0) {
      return no(sessionErrorCodes.unsupportedChains, 'Chains must not be empty')
    }
    if (!chains.every((chain) => isCaipNetworkId(chain))) {
      return no(sessionErrorCodes.unsupportedChains, 'Chains must be CAIP-2 compliant')
    }
    if (!chains.every((chain) => (chain as string).startsWith(`${family}:`))) {
      return no(sessionErrorCodes.unsupportedChains, 'Chains must be defined in matching namespace')
    }
    const lists = readLists(one)
    if (!lists.ok) return lists
    const wanted = { chains: chains as CaipNetworkId[], methods: lists.methods, events: lists.events }
    Object.assign(namespaces, mergeProposals(pick(namespaces, family), { [family]: wanted }))
  }
  return { ok: true, namespaces }
}

/** Reads what a wallet approved, or says what is wrong in the numbers and words of the specification. */
export function parseApproval(
  value: unknown,
): { ok: true; namespaces: ApprovedNamespaces } | NamespacesProblem {
  if (!isRecord(value)) {
    return no(sessionErrorCodes.invalidSessionSettleRequest, 'Namespaces must be an object')
  }
  const namespaces: ApprovedNamespaces = {}
  for (const [key, one] of Object.entries(value)) {
    const family = readKey(key)
    if (!family || !isRecord(one)) {
      return no(sessionErrorCodes.unsupportedNamespaceKey, 'Namespace formatting must match CAIP-2')
    }
    const { accounts } = one
    if (!isList(accounts) || accounts.length === 0) {
      return no(sessionErrorCodes.userRejectedChains, 'Accounts must not be empty')
    }
    if (!accounts.every((account) => isCaipAddress(account))) {
      return no(sessionErrorCodes.userRejectedChains, 'Accounts must be CAIP-10 compliant')
    }
    if (!accounts.every((account) => (account as string).startsWith(`${key}:`))) {
      return no(sessionErrorCodes.unsupportedAccounts, 'Accounts must be defined in matching namespace')
    }
    const lists = readLists(one)
    if (!lists.ok) return lists
    const known = Object.hasOwn(namespaces, family) ? namespaces[family] : undefined
    const all = union(known?.accounts ?? [], accounts as CaipAddress[])
    namespaces[family] = {
      chains: union([], all.map(chainOf)),
      accounts: all,
      methods: union(known?.methods ?? [], lists.methods),
      events: union(known?.events ?? [], lists.events),
    }
  }
  return { ok: true, namespaces }
}

/**
 * What of an approval the application can use: the families it asked for, and of their methods and events those it
 * asked for. Chains beyond the proposal stay, as wallets add some when they are told to switch.
 *
 * An approval with fewer chains, or with other families besides, is fine as long as one account is left on a chain
 * that was asked for.
 */
export function usableNamespaces({
  approved,
  proposed,
}: {
  approved: ApprovedNamespaces
  proposed: ProposedNamespaces
}): { ok: true; namespaces: ApprovedNamespaces } | NamespacesProblem {
  const entries = Object.entries(approved).flatMap(([family, one]) => {
    const wanted = Object.hasOwn(proposed, family) ? proposed[family] : undefined
    if (!wanted?.chains.some((chain) => one.chains.includes(chain))) return []
    const methods = one.methods.filter((method) => wanted.methods.includes(method))
    const events = one.events.filter((event) => wanted.events.includes(event))
    return [[family, { ...one, methods, events }] as const]
  })
  if (entries.length > 0) return { ok: true, namespaces: Object.fromEntries(entries) }
  const asked = Object.values(proposed).flatMap(({ chains }) => chains)
  const given = Object.values(approved).flatMap(({ chains }) => chains)
  return no(
    sessionErrorCodes.unsupportedChains,
    `None of the chains asked for has an account. Asked: ${asked.slice(0, 10).join(', ')}. Given: ${given.slice(0, 10).join(', ') || 'none'}.`,
  )
}

/** The chain of an account: `eip155:1` of `eip155:1:0x…`. */
function chainOf(account: CaipAddress): CaipNetworkId {
  return account.slice(0, account.lastIndexOf(':')) as CaipNetworkId
}

function readKey(key: string): string | undefined {
  const [family = ''] = key.split(':')
  return familyGrammar.test(family) && (key === family || isCaipNetworkId(key)) ? family : undefined
}

function readLists(
  one: Record<string, unknown>,
): { ok: true; methods: readonly string[]; events: readonly string[] } | NamespacesProblem {
  const { methods = [], events = [] } = one
  if (!isWords(methods)) return no(sessionErrorCodes.userRejectedMethods, 'Methods must be a list of names')
  if (!isWords(events)) return no(sessionErrorCodes.userRejectedEvents, 'Events must be a list of names')
  return { ok: true, methods, events }
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length <= maxEntries
}

function isWords(value: unknown): value is string[] {
  return isList(value) && value.every((one) => typeof one === 'string' && one.length <= 128)
}

function pick(namespaces: ProposedNamespaces, family: string): ProposedNamespaces {
  const known = Object.hasOwn(namespaces, family) ? namespaces[family] : undefined
  return known ? { [family]: known } : {}
}

function union<T>(a: readonly T[], b: readonly T[]): T[] {
  return [...new Set([...a, ...b])]
}

function no(code: number, message: string): NamespacesProblem {
  return { ok: false, code, message }
}
