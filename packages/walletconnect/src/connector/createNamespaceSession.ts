import { type Account, type ConnectorEvent, createEmitter, type KeyValueStorage } from '@portico/core'
import { type CaipNetworkId, isCaipNetworkId, isRecord, type NamespaceId } from '@portico/protocol'
import type { Client } from '../session/createClient.ts'
import type { ApprovedNamespaces } from '../session/namespaces.ts'
import type { Session } from '../session/Session.ts'
import { storageKeys } from '../session/storageKeys.ts'
import { notConnectedError } from './notConnectedError.ts'

/** The part of a session that belongs to one namespace: its current chain, its accounts, and requests to the wallet. */
export type NamespaceSession = {
  /** Returns what the wallet approved for this namespace; `undefined` without a session. */
  approved(): ApprovedNamespaces[string] | undefined
  /** Returns what the wallet said about itself when it approved the session. */
  properties(): Pick<Session, 'properties' | 'scopedProperties'>
  /** Returns the current chain, which requests are sent for. It is one of the session, while there is a session. */
  chain(): CaipNetworkId | undefined
  /** Returns the addresses on the current chain, the active one first. */
  addresses(): readonly string[]
  accounts(): readonly Account[]
  /** Makes a chain of the session the current one, without a request to the wallet. */
  setChain(networkId: CaipNetworkId): void
  /** Sends a request to the wallet. @throws {RpcError} see `Client.request`. */
  request(method: string, params: unknown, networkId?: CaipNetworkId | undefined): Promise<unknown>
  /** Resolves to whether the session includes the chain, waiting up to 5 s: wallets add chains in a separate message. */
  waitForChain(networkId: CaipNetworkId): Promise<boolean>
  /** Applies an event of the wallet. */
  handleEvent(event: { chainId: string; name: string; data: unknown }): void
  /** Emits what changed in the session. Call it after each change, in this tab or another. */
  update(): void
  emit(event: ConnectorEvent): void
  subscribe(listener: (event: ConnectorEvent) => void): () => void
}

/** Milliseconds a wallet has to add a chain to the session. */
const addChainTimeoutMs = 5_000

export function createNamespaceSession({
  namespace,
  accountType,
  client,
  storage,
  getSession,
  defaultChain,
}: {
  namespace: NamespaceId
  accountType: Account['type']
  client: Client
  storage: KeyValueStorage
  getSession(): Session | undefined
  /** Returns the application's first chain of this namespace. */
  defaultChain(): CaipNetworkId | undefined
}): NamespaceSession {
  const { emit, on } = createEmitter<ConnectorEvent>()
  const chainWaiters = new Set<() => void>()
  let emitted = { topic: undefined as string | undefined, chain: '', accounts: '' }
  let selection = readSelection()
  /** A chain the wallet switched to before adding it to the session. */
  let announcedChain: CaipNetworkId | undefined

  const approved = () => {
    const namespaces = getSession()?.namespaces
    return namespaces && Object.hasOwn(namespaces, namespace) ? namespaces[namespace] : undefined
  }

  function chain(): CaipNetworkId | undefined {
    const chains = approved()?.chains ?? []
    return [selection.chain, defaultChain(), chains[0]].find((id) => id !== undefined && chains.includes(id))
  }

  function addresses(): readonly string[] {
    const current = chain()
    const accounts = approved()?.accounts.filter((account) => account.startsWith(`${current}:`)) ?? []
    const list = accounts.map((account) => account.slice(account.lastIndexOf(':') + 1))
    const isActive = (address: string) => address.toLowerCase() === selection.account?.toLowerCase()
    return [...list.filter(isActive), ...list.filter((address) => !isActive(address))]
  }

  function accounts(): readonly Account[] {
    return addresses().map((address) => ({ address, type: accountType }))
  }

  function update() {
    const topic = approved() ? getSession()?.topic : undefined
    if (announcedChain && approved()?.chains.includes(announcedChain)) {
      select({ chain: announcedChain })
      announcedChain = undefined
    }
    const before = emitted
    const after = { topic, chain: chain() ?? '', accounts: addresses().join() }
    emitted = after
    for (const check of [...chainWaiters]) check()
    if (!topic) {
      if (before.topic) emit({ type: 'disconnect' })
      return
    }
    if (after.chain !== before.chain && before.topic) {
      emit({ type: 'network', networkId: after.chain as CaipNetworkId })
    }
    if (after.accounts !== before.accounts && before.topic) emit({ type: 'accounts', accounts: accounts() })
  }

  function readSelections(): Record<string, unknown> {
    try {
      const stored: unknown = JSON.parse(storage.getItem(storageKeys.chains) ?? '{}')
      return isRecord(stored) ? stored : {}
    } catch {
      // Not JSON, so not written by this package: treat it as absent.
      return {}
    }
  }

  function readSelection(): { chain?: CaipNetworkId | undefined; account?: string | undefined } {
    const stored = readSelections()[namespace]
    const { chain: id, account } = isRecord(stored) ? stored : {}
    return {
      ...(isCaipNetworkId(id) ? { chain: id } : {}),
      ...(typeof account === 'string' ? { account } : {}),
    }
  }

  function select(change: typeof selection) {
    selection = { ...selection, ...change }
    storage.setItem(storageKeys.chains, JSON.stringify({ ...readSelections(), [namespace]: selection }))
  }

  const session: NamespaceSession = {
    approved,
    properties: () => getSession() ?? {},
    chain,
    addresses,
    accounts,
    setChain(networkId) {
      select({ chain: networkId })
      update()
    },
    async request(method, params, networkId = chain()) {
      const topic = getSession()?.topic
      if (!topic || !networkId) throw notConnectedError()
      return client.request({ topic, chainId: networkId, method, params })
    },
    waitForChain(networkId) {
      const isIncluded = () => approved()?.chains.includes(networkId) === true
      if (isIncluded()) return Promise.resolve(true)
      return new Promise((resolve) => {
        const finish = (result: boolean) => {
          clearTimeout(timer)
          chainWaiters.delete(check)
          resolve(result)
        }
        const check = () => {
          if (isIncluded()) finish(true)
        }
        const timer = setTimeout(() => finish(false), addChainTimeoutMs)
        chainWaiters.add(check)
      })
    },
    handleEvent({ chainId, name, data }) {
      if (name === 'chainChanged') {
        const changedTo = parseChain(data, namespace) ?? (isCaipNetworkId(chainId) ? chainId : undefined)
        if (!changedTo) return
        if (approved()?.chains.includes(changedTo)) session.setChain(changedTo)
        else announcedChain = changedTo
        return
      }
      if (!/accountsChanged|addressesChanged/i.test(name) || !Array.isArray(data)) return
      const first: unknown = data[0]
      const address = isRecord(first) ? first.address : first
      if (typeof address !== 'string' || address.length > 200) return
      // Wallets send either a CAIP-10 id or an address.
      select({ account: address.slice(address.lastIndexOf(':') + 1) })
      update()
    },
    update,
    emit,
    subscribe: on,
  }
  update()
  return session
}

/** Parses the data of `chainChanged`, for which wallets send 137, '137', '0x89' or 'eip155:137'. */
function parseChain(data: unknown, namespace: NamespaceId): CaipNetworkId | undefined {
  if (isCaipNetworkId(data)) return data
  const text = typeof data === 'number' || typeof data === 'string' ? String(data) : ''
  const reference = /^0x[0-9a-f]{1,12}$/i.test(text) ? String(Number(text)) : text
  const id = `${namespace}:${reference}`
  return isCaipNetworkId(id) ? id : undefined
}
