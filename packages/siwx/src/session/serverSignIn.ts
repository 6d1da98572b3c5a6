import type { CaipNetworkId } from '@portico/protocol'
import type { KeyValueStorage } from '../config/SIWXContext.ts'
import type { SIWXMessenger } from '../config/SIWXMessenger.ts'
import type { SIWXSession } from '../config/SIWXSession.ts'
import type { SIWXStorage } from '../config/SIWXStorage.ts'
import { matchAccount } from '../message/matchAccount.ts'
import { isLive } from './isLive.ts'
import type { SignIn } from './SignIn.ts'
import { SignInServerError } from './SignInServerError.ts'
import { sessionTokens } from './sessionTokens.ts'
import type { SignInServer } from './signInServer.ts'
import type { StoredMap } from './storedMap.ts'

/** Returns whether a CAIP-10 account is the account of a session. */
type MatchAccount = (account: string) => boolean

/** A session is checked at the server at most once in this time. */
const checkIntervalMs = 60_000
/** How long the page waits for this check. A later result is still applied when it arrives. */
const checkTimeoutMs = 1500

/**
 * Creates a sign-in with the gateway, which issues the nonce, verifies the signature and stores the session. The page
 * stores the session's text and its token (under `@appkit/siwx-auth-token`, by CAIP-10 account).
 */
export function serverSignIn({
  server,
  messenger,
  sessions,
  storage,
  nonceTokens,
}: {
  server: SignInServer
  messenger: Pick<SIWXMessenger, 'createMessage'>
  sessions: SIWXStorage
  storage: KeyValueStorage
  /** The tokens that the server issued with its nonces, by nonce. */
  nonceTokens: StoredMap
}): Omit<SignIn, 'prepareLogin'> {
  const tokens = sessionTokens(storage)
  /** The last check of each session token at the server. */
  const checks = new Map<string, { startedAt: number; isValid: Promise<boolean> }>()

  function removeTokens(isAccount: MatchAccount): void {
    for (const [account, token] of tokens.entries()) {
      if (!isAccount(account)) continue
      tokens.delete(account)
      checks.delete(token)
    }
  }

  async function authenticate({ data, message, signature, login }: SIWXSession): Promise<string> {
    const issued = login?.nonce ?? data.nonce
    const nonceToken = nonceTokens.entries().find(([nonce]) => nonce === issued)?.[1]
    const { random, expiresAt } = login ?? {}
    const proof = random && expiresAt ? { login: { random, expiresAt } } : {}
    const token = await server.authenticate({ data: { ...data }, message, signature, ...proof }, nonceToken)
    nonceTokens.delete(issued)
    return token
  }

  function storeToken({ data }: SIWXSession, token: string, isAccount: MatchAccount): void {
    removeTokens(isAccount)
    tokens.set(`${data.chainId}:${data.accountAddress}`, token)
    checks.set(token, { startedAt: Date.now(), isValid: Promise.resolve(true) })
  }

  /** Returns whether the server still accepts the session token. Returns true if the server does not respond. */
  function isTokenValid(token: string): Promise<boolean> {
    const last = checks.get(token)
    if (last && Date.now() - last.startedAt < checkIntervalMs) return last.isValid
    const isValid = server.me(token).then(
      () => true,
      (error: unknown) => !(error instanceof SignInServerError && error.status === 401),
    )
    checks.set(token, { startedAt: Date.now(), isValid })
    return isValid
  }

  async function isValid(session: SIWXSession): Promise<boolean> {
    const isAccount = await matchSession(session)
    const token = tokens.find(isAccount)
    // No token: the session was verified only in the page, or another tab has signed out.
    if (token === undefined || !isLive(session, Date.now())) return false
    const checked = isTokenValid(token).then(async (valid) => {
      // Keep the session if another tab has signed in again in the meantime.
      if (!valid && tokens.find(isAccount) === token) {
        removeTokens(isAccount)
        await sessions.delete(session.data.chainId, session.data.accountAddress)
      }
      return valid
    })
    return withTimeout(checked)
  }

  /** Signs out at the server. Failures are ignored: the page has removed the sessions, and the server expires them. */
  async function signOutAtServer(removed: string[]): Promise<void> {
    await Promise.allSettled(removed.map((token) => server.signOut(token)))
  }

  /** Returns the token of a session that the server has already accepted. */
  async function storedToken(session: SIWXSession, isAccount: MatchAccount): Promise<string | undefined> {
    const stored = await sessions.get(session.data.chainId, session.data.accountAddress)
    const isSame = ({ message, signature }: SIWXSession) =>
      message === session.message && signature === session.signature
    return stored.some(isSame) ? tokens.find(isAccount) : undefined
  }

  return {
    createMessage: (input) => messenger.createMessage(input),
    async addSession(session) {
      const isAccount = await matchSession(session)
      storeToken(session, await authenticate(session), isAccount)
      await sessions.add(session)
    },
    async setSessions(next) {
      const accepted: [SIWXSession, string, MatchAccount][] = []
      const newTokens: string[] = []
      try {
        for (const session of next) {
          // A nonce can be used once, so a session that the server has accepted is not sent again.
          const isAccount = await matchSession(session)
          const existing = await storedToken(session, isAccount)
          const token = existing ?? (await authenticate(session))
          if (existing === undefined) newTokens.push(token)
          accepted.push([session, token, isAccount])
        }
      } catch (error) {
        await signOutAtServer(newTokens)
        throw error
      }
      const previous = tokens.entries()
      for (const [account] of previous) tokens.delete(account)
      for (const each of accepted) storeToken(...each)
      await sessions.set(next)
      const current = new Set(accepted.map(([, token]) => token))
      await signOutAtServer(previous.map(([, token]) => token).filter((token) => !current.has(token)))
    },
    async getSessions(chainId: CaipNetworkId, address: string) {
      const stored = await sessions.get(chainId, address)
      const valid = await Promise.all(stored.map(isValid))
      return stored.filter((_, index) => valid[index])
    },
    async revokeSession(chainId, address) {
      const isAccount = await matchAccount(chainId, address)
      const token = tokens.find(isAccount)
      removeTokens(isAccount)
      await sessions.delete(chainId, address)
      if (token !== undefined) await signOutAtServer([token])
    },
  }
}

function matchSession({ data }: SIWXSession): Promise<MatchAccount> {
  return matchAccount(data.chainId, data.accountAddress)
}

function withTimeout(checked: Promise<boolean>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(true), checkTimeoutMs)
    checked.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
