import type { CaipNetworkId } from '@portico/protocol'
import type { KeyValueStorage } from '../config/SIWXContext.ts'
import type { SIWXMessenger } from '../config/SIWXMessenger.ts'
import type { SIWXSession } from '../config/SIWXSession.ts'
import type { SIWXStorage } from '../config/SIWXStorage.ts'
import { matchAccount } from '../message/matchAccount.ts'
import { isLive } from './isLive.ts'
import type { SignIn } from './SignIn.ts'
import { SignInServerError } from './SignInServerError.ts'
import type { SignInServer } from './signInServer.ts'
import { type StoredMap, storedMap } from './storedMap.ts'

/** Whether a CAIP-10 account is a certain one. */
type Match = (account: string) => boolean

/** A session is asked for at the server at most once in this time. */
const checkInterval = 60_000
/** A slow server holds the page up no longer than this; its answer is used when it comes. */
const checkPatience = 1500

/**
 * Sign-in with the gateway: it gives the nonce, proves the signature and keeps the session; the page keeps the
 * session's text and its token. Tokens lie under `@appkit/siwx-auth-token`, by CAIP-10 account.
 */
export function serverSignIn({
  server,
  messenger,
  sessions,
  storage,
  nonceTokens,
}: {
  server: SignInServer
  messenger: SIWXMessenger
  sessions: SIWXStorage
  storage: KeyValueStorage
  /** The token of every nonce the server gave. */
  nonceTokens: StoredMap
}): SignIn {
  const tokens = storedMap(storage, '@appkit/siwx-auth-token')
  const checks = new Map<string, { since: number; done: Promise<boolean> }>()

  const tokenOf = (isAccount: Match) => tokens.entries().find(([account]) => isAccount(account))?.[1]

  function forget(isAccount: Match): void {
    for (const [account, token] of tokens.entries()) {
      if (!isAccount(account)) continue
      tokens.delete(account)
      checks.delete(token)
    }
  }

  async function authenticate({ data, message, signature }: SIWXSession): Promise<string> {
    const nonceToken = nonceTokens.entries().find(([nonce]) => nonce === data.nonce)?.[1]
    const token = await server.authenticate({ data: { ...data }, message, signature }, nonceToken)
    nonceTokens.delete(data.nonce)
    return token
  }

  function keep({ data }: SIWXSession, token: string, isAccount: Match): void {
    forget(isAccount)
    tokens.set(`${data.chainId}:${data.accountAddress}`, token)
    checks.set(token, { since: Date.now(), done: Promise.resolve(true) })
  }

  /** Whether the server still knows the session; yes if it cannot say. */
  function stillValid(token: string): Promise<boolean> {
    const last = checks.get(token)
    if (last && Date.now() - last.since < checkInterval) return last.done
    const done = server.me(token).then(
      () => true,
      (error: unknown) => !(error instanceof SignInServerError && error.status === 401),
    )
    checks.set(token, { since: Date.now(), done })
    return done
  }

  async function isValid(session: SIWXSession): Promise<boolean> {
    const isAccount = await matchOf(session)
    const token = tokenOf(isAccount)
    // Proven only in the page, or signed out in another tab: the server has no such session.
    if (token === undefined || !isLive(session, Date.now())) return false
    const checked = stillValid(token).then(async (valid) => {
      // Another tab may have signed in again meanwhile: its session stays.
      if (!valid && tokenOf(isAccount) === token) {
        forget(isAccount)
        await sessions.delete(session.data.chainId, session.data.accountAddress)
      }
      return valid
    })
    return withPatience(checked)
  }

  /** Ends sessions at the server. They are gone from the page already, and an unreachable server ends them by time. */
  async function endAtServer(ended: string[]): Promise<void> {
    await Promise.allSettled(ended.map((token) => server.signOut(token)))
  }

  /** The token of a session that the server has accepted before. */
  async function keptToken(session: SIWXSession, isAccount: Match): Promise<string | undefined> {
    const stored = await sessions.get(session.data.chainId, session.data.accountAddress)
    const same = ({ message, signature }: SIWXSession) =>
      message === session.message && signature === session.signature
    return stored.some(same) ? tokenOf(isAccount) : undefined
  }

  return {
    createMessage: (input) => messenger.createMessage(input),
    async addSession(session) {
      const isAccount = await matchOf(session)
      keep(session, await authenticate(session), isAccount)
      await sessions.add(session)
    },
    async setSessions(next) {
      const proven: [SIWXSession, string, Match][] = []
      const fresh: string[] = []
      try {
        for (const session of next) {
          // A nonce works once: what the server has accepted before is not sent again.
          const isAccount = await matchOf(session)
          const kept = await keptToken(session, isAccount)
          const token = kept ?? (await authenticate(session))
          if (kept === undefined) fresh.push(token)
          proven.push([session, token, isAccount])
        }
      } catch (error) {
        await endAtServer(fresh)
        throw error
      }
      const before = tokens.entries()
      for (const [account] of before) tokens.delete(account)
      for (const each of proven) keep(...each)
      await sessions.set(next)
      const staying = new Set(proven.map(([, token]) => token))
      await endAtServer(before.map(([, token]) => token).filter((token) => !staying.has(token)))
    },
    async getSessions(chainId: CaipNetworkId, address: string) {
      const stored = await sessions.get(chainId, address)
      const valid = await Promise.all(stored.map(isValid))
      return stored.filter((_, index) => valid[index])
    },
    async revokeSession(chainId, address) {
      const isAccount = await matchAccount(chainId, address)
      const token = tokenOf(isAccount)
      forget(isAccount)
      await sessions.delete(chainId, address)
      if (token !== undefined) await endAtServer([token])
    },
  }
}

function matchOf({ data }: SIWXSession): Promise<Match> {
  return matchAccount(data.chainId, data.accountAddress)
}

function withPatience(checked: Promise<boolean>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(true), checkPatience)
    checked.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
