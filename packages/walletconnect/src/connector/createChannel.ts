import type { Account, ConnectorEvent, KeyValueStorage } from '@portico/core'
import {
  type CaipNetworkId,
  isCaipNetworkId,
  type NamespaceId,
  RpcError,
  rpcErrorCodes,
} from '@portico/protocol'
import { isRecord } from '../isRecord.ts'
import type { Client } from '../session/createClient.ts'
import type { ApprovedNamespaces } from '../session/namespaces.ts'
import type { Session } from '../session/Session.ts'
import { storageKeys } from '../session/storageKeys.ts'
import { type Profile, profiles } from './profiles.ts'

/** One family's part of the session: where it is, who is in it, and how it is asked. */
export type Channel = {
  readonly family: NamespaceId
  readonly profile: Profile
  /** What the wallet approved for this family; `undefined` without a session. */
  approved(): ApprovedNamespaces[string] | undefined
  /** The network requests are for; one the session holds, as long as there is one. */
  chain(): CaipNetworkId | undefined
  /** The addresses on that network, the active one first. */
  addresses(): readonly string[]
  accounts(): readonly Account[]
  /** Goes to a network of the session: nobody need be asked. */
  setChain(networkId: CaipNetworkId): void
  /** @throws {RpcError} see `Client.request`. */
  ask(method: string, params: unknown, networkId?: CaipNetworkId | undefined): Promise<unknown>
  /** Resolves to whether the session holds the network, now or after a moment: wallets tell of it apart. */
  waitForChain(networkId: CaipNetworkId): Promise<boolean>
  /** Takes in what the wallet says. */
  hear(event: { chainId: string; name: string; data: unknown }): void
  /** The session changed, in this tab or another. */
  follow(): void
  emit(event: ConnectorEvent): void
  subscribe(listener: (event: ConnectorEvent) => void): () => void
}

/** Milliseconds in which a wallet tells that it shares another network. */
const shareTimeout = 5_000

export function createChannel({
  family,
  client,
  storage,
  getSession,
  firstChain,
}: {
  family: NamespaceId
  client: Client
  storage: KeyValueStorage
  getSession(): Session | undefined
  /** The application's own order of networks. */
  firstChain(): CaipNetworkId | undefined
}): Channel {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const waiting = new Set<() => void>()
  let told = { topic: undefined as string | undefined, chain: '', accounts: '' }
  let choice = readChoice()
  /** A network the wallet moved to before it shared it. */
  let announced: CaipNetworkId | undefined

  const approved = () => {
    const namespaces = getSession()?.namespaces
    return namespaces && Object.hasOwn(namespaces, family) ? namespaces[family] : undefined
  }

  function chain(): CaipNetworkId | undefined {
    const chains = approved()?.chains ?? []
    return [choice.chain, firstChain(), chains[0]].find((one) => one !== undefined && chains.includes(one))
  }

  function addresses(): readonly string[] {
    const here = chain()
    const all = approved()?.accounts.filter((account) => account.startsWith(`${here}:`)) ?? []
    const list = all.map((account) => account.slice(account.lastIndexOf(':') + 1))
    const isFirst = (address: string) => address.toLowerCase() === choice.account?.toLowerCase()
    return [...list.filter(isFirst), ...list.filter((address) => !isFirst(address))]
  }

  function accounts(): readonly Account[] {
    return addresses().map((address) => ({ address, type: profiles[family].accountType }))
  }

  function emit(event: ConnectorEvent) {
    for (const listener of [...listeners]) {
      try {
        listener(event)
      } catch (error) {
        // One listener's fault is neither the others' nor the wallet's.
        globalThis.reportError?.(error)
      }
    }
  }

  /** Tells what has changed since the last time. */
  function follow() {
    const topic = approved() ? getSession()?.topic : undefined
    if (announced && approved()?.chains.includes(announced)) {
      choose({ chain: announced })
      announced = undefined
    }
    const now = { topic, chain: chain() ?? '', accounts: addresses().join() }
    const before = told
    told = now
    for (const look of [...waiting]) look()
    if (!topic) {
      if (before.topic) emit({ type: 'disconnect' })
      return
    }
    if (now.chain !== before.chain && before.topic) {
      emit({ type: 'network', networkId: now.chain as CaipNetworkId })
    }
    if (now.accounts !== before.accounts && before.topic) emit({ type: 'accounts', accounts: accounts() })
  }

  function readChoice(): { chain?: CaipNetworkId | undefined; account?: string | undefined } {
    try {
      const all: unknown = JSON.parse(storage.getItem(storageKeys.chains) ?? '{}')
      const kept = isRecord(all) ? all[family] : undefined
      const { chain: id, account } = isRecord(kept) ? kept : {}
      return {
        ...(isCaipNetworkId(id) ? { chain: id } : {}),
        ...(typeof account === 'string' ? { account } : {}),
      }
    } catch {
      // Somebody else's text: as good as none.
      return {}
    }
  }

  function choose(change: typeof choice) {
    choice = { ...choice, ...change }
    let all: unknown
    try {
      all = JSON.parse(storage.getItem(storageKeys.chains) ?? '{}')
    } catch {
      // Overwritten below.
    }
    const others = isRecord(all) ? all : {}
    storage.setItem(storageKeys.chains, JSON.stringify({ ...others, [family]: choice }))
  }

  const channel: Channel = {
    family,
    profile: profiles[family],
    approved,
    chain,
    addresses,
    accounts,
    setChain(networkId) {
      choose({ chain: networkId })
      follow()
    },
    async ask(method, params, networkId = chain()) {
      const session = getSession()
      if (!session || !networkId) {
        throw new RpcError({ rpcCode: rpcErrorCodes.disconnected, message: 'No wallet is connected.' })
      }
      return client.request({ topic: session.topic, chainId: networkId, method, params })
    },
    waitForChain(networkId) {
      const holds = () => approved()?.chains.includes(networkId) === true
      if (holds()) return Promise.resolve(true)
      return new Promise((resolve) => {
        const done = (answer: boolean) => {
          clearTimeout(timer)
          waiting.delete(look)
          resolve(answer)
        }
        const look = () => {
          if (holds()) done(true)
        }
        const timer = setTimeout(() => done(false), shareTimeout)
        waiting.add(look)
      })
    },
    hear({ chainId, name, data }) {
      if (name === 'chainChanged') {
        const moved = readChain(data, family) ?? (isCaipNetworkId(chainId) ? chainId : undefined)
        if (!moved) return
        if (approved()?.chains.includes(moved)) channel.setChain(moved)
        else announced = moved
        return
      }
      if (!/accountsChanged|addressesChanged/i.test(name) || !Array.isArray(data)) return
      const first: unknown = data[0]
      const address = isRecord(first) ? first.address : first
      if (typeof address !== 'string' || address.length > 200) return
      // CAIP-10 or an address alone: both are sent.
      choose({ account: address.slice(address.lastIndexOf(':') + 1) })
      follow()
    },
    follow,
    emit,
    subscribe(listener) {
      const entry = (event: ConnectorEvent) => listener(event)
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
  }
  follow()
  return channel
}

/** Wallets say 137, '137', '0x89' or 'eip155:137'. */
function readChain(data: unknown, family: NamespaceId): CaipNetworkId | undefined {
  if (isCaipNetworkId(data)) return data
  const text = typeof data === 'number' || typeof data === 'string' ? String(data) : ''
  const reference = /^0x[0-9a-f]{1,12}$/i.test(text) ? String(Number(text)) : text
  const id = `${family}:${reference}`
  return isCaipNetworkId(id) ? id : undefined
}
