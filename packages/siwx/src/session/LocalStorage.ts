import type { CaipNetworkId } from '@portico/protocol'
import { readProperty } from '@portico/protocol'
import type { KeyValueStorage } from '../config/SIWXContext.ts'
import type { SIWXSession } from '../config/SIWXSession.ts'
import type { SIWXStorage } from '../config/SIWXStorage.ts'
import { matchAccount } from '../message/matchAccount.ts'
import { pageStorage } from './pageStorage.ts'

/**
 * Stores sessions as a JSON array under one storage key, newest last. Every write re-reads the stored value in the same
 * synchronous step, so that two tabs do not overwrite each other's sessions. Unreadable values count as empty.
 *
 * @example
 * import { DefaultSIWX, LocalStorage } from '@portico/siwx'
 * const siwx = new DefaultSIWX({ storage: new LocalStorage({ key: 'my-app/sessions' }) })
 */
export class LocalStorage implements SIWXStorage {
  readonly #key: string
  readonly #storage: KeyValueStorage
  constructor({
    key = '@appkit/siwx',
    storage = pageStorage(),
  }: { key?: string | undefined; storage?: KeyValueStorage | undefined } = {}) {
    this.#key = key
    this.#storage = storage
  }

  async add(session: SIWXSession): Promise<void> {
    const isOfAccount = await matchSession(session.data.chainId, session.data.accountAddress)
    this.#write([...this.#read().filter((other) => !isOfAccount(other)), toPlain(session)])
  }

  async set(sessions: SIWXSession[]): Promise<void> {
    this.#write(sessions.map(toPlain))
  }

  async get(chainId: CaipNetworkId, address: string): Promise<SIWXSession[]> {
    const isOfAccount = await matchSession(chainId, address)
    return this.#read().filter(isOfAccount)
  }

  async delete(chainId: CaipNetworkId, address: string): Promise<void> {
    const isOfAccount = await matchSession(chainId, address)
    this.#write(this.#read().filter((session) => !isOfAccount(session)))
  }

  #read(): SIWXSession[] {
    try {
      const value: unknown = JSON.parse(this.#storage.getItem(this.#key) ?? '[]')
      return Array.isArray(value) ? value.filter(isSession) : []
    } catch {
      // Written by another version or edited by hand: the visitor must sign in again.
      return []
    }
  }

  #write(sessions: SIWXSession[]): void {
    if (sessions.length === 0) this.#storage.removeItem(this.#key)
    else this.#storage.setItem(this.#key, JSON.stringify(sessions))
  }
}

async function matchSession(chainId: string, address: string): Promise<(session: SIWXSession) => boolean> {
  const isAccount = await matchAccount(chainId, address)
  return ({ data }) => isAccount(`${data.chainId}:${data.accountAddress}`)
}

function toPlain({ data, message, signature, cacao, login }: SIWXSession): SIWXSession {
  return { data, message, signature, ...(cacao === undefined ? {} : { cacao }), ...(login ? { login } : {}) }
}

function isSession(value: unknown): value is SIWXSession {
  const data = readProperty(value, 'data')
  const texts = [
    readProperty(data, 'chainId'),
    readProperty(data, 'accountAddress'),
    readProperty(value, 'message'),
    readProperty(value, 'signature'),
  ]
  return texts.every((text) => typeof text === 'string')
}
