import { privateKeyToAccount } from 'viem/accounts'
import { createHandlers } from '../src/handlers/createHandlers.ts'
import type { FrameServices } from '../src/handlers/FrameServices.ts'
import { createRequests } from '../src/requests/createRequests.ts'
import { ServerError } from '../src/session/ServerError.ts'
import type { StoredSession } from '../src/session/storedSession.ts'

const owner = privateKeyToAccount(`0x${'01'.repeat(32)}`)
const { address } = owner

/**
 * The frame's handlers and the real queue of requests, in front of servers and a visitor that do as they are told. Counts
 * what was approved and what was signed.
 */
export function createFrameHost({
  decide = async () => 'rejected' as const,
  enterCode = async () => {},
  now = Date.now,
}: {
  decide?: ((signal: AbortSignal) => Promise<'approved' | 'rejected' | 'blocked'>) | undefined
  enterCode?: (() => Promise<void>) | undefined
  now?: (() => number) | undefined
} = {}) {
  const counts = { approved: 0, signed: 0, unapproved: 0 }
  const kept = new Map<string, unknown>()
  const events: unknown[] = []
  let session: StoredSession | undefined
  let login: { action: 'VERIFY_DEVICE' | 'VERIFY_OTP'; email: string; resendAt: number } | undefined
  let update: string | undefined
  let chainId = 'eip155:1'
  const origin = 'http://localhost:4400'

  const account = {
    current: () => session,
    resume: async () => session,
    isConnected: () => session?.origins.includes(origin) ?? false,
    async connectOrigin() {
      if (session) session = { ...session, origins: [origin] }
    },
    login: () => login,
    async startLogin(email: string) {
      if (email.startsWith('soon'))
        throw new ServerError({ type: '', title: 'x', status: 429, code: 'too-soon', retryAfter: 11.5 })
      login = { action: 'VERIFY_DEVICE', email, resendAt: 0 }
      return { ...login, matchCode: '42' }
    },
    async waitForDevice() {
      if (!login) throw new Error('secret detail')
      login = { ...login, action: 'VERIFY_OTP' }
      return 'approved' as const
    },
    async enterCode() {
      session = { userId: 'usr_a', email: login?.email ?? '', address, origins: [origin] }
      login = undefined
      return session
    },
    cancelLogin() {
      login = undefined
    },
    async startUpdate(email: string) {
      update = email
    },
    updating: () => update,
    enterPrimaryCode: async () => {},
    async enterSecondaryCode() {
      const email = update ?? ''
      update = undefined
      return email
    },
    async signOut() {
      session = undefined
    },
  } as unknown as FrameServices['account']

  const requests = createRequests({
    session: {
      address,
      origin,
      projectId: 'local',
      dapp: {},
      chainId: () => chainId,
      async openSigner() {
        return {
          address,
          signHash(hash) {
            counts.signed += 1
            if (counts.signed > counts.approved) counts.unapproved += 1
            return owner.sign({ hash })
          },
          close() {},
        }
      },
    },
    surface: { show() {}, hide() {} },
    approver: {
      async ask(_, signal) {
        const decision = await decide(signal)
        if (decision === 'approved') counts.approved += 1
        return decision
      },
      work() {},
      fail: async () => 'close',
      end() {},
    },
    memory: {
      read: async (key) => kept.get(key),
      async write(key, value) {
        kept.set(key, value)
      },
    },
    rpc: async (_, method) => (method === 'eth_blockNumber' ? '0x10' : null),
    gateway: async () => ({ nonce: 1 }),
    now,
  })

  const handlers = createHandlers({
    account,
    projectId: 'local',
    network: {
      get: () => chainId,
      set: (id) => {
        chainId = id
      },
    },
    setDapp() {},
    applyTheme() {},
    async askCode({ enter }) {
      await enterCode()
      return enter('123456')
    },
    closeCode() {},
    requests: () => requests,
    emit: (event) => void events.push(event),
    reload() {},
  })
  return { address, handlers, counts, events, forget: () => kept.clear() }
}
