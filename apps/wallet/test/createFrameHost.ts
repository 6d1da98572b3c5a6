import { privateKeyToAccount } from 'viem/accounts'
import { createNetwork } from '../src/frame/createNetwork.ts'
import { createHandlers } from '../src/handlers/createHandlers.ts'
import { createSignInOffer } from '../src/handlers/createSignInOffer.ts'
import type { FrameServices } from '../src/handlers/FrameServices.ts'
import { createRequests } from '../src/requests/createRequests.ts'
import type { CodeQuestion } from '../src/session/CodeQuestion.ts'
import { NoChallengeError, ProviderOffError } from '../src/session/createLogin.ts'
import type { SocialOutcome } from '../src/session/createSocialLogin.ts'
import { ServerError } from '../src/session/ServerError.ts'
import type { StoredSession } from '../src/session/storedSession.ts'
import { createTestSigner, testSolanaAddress } from './createTestSigner.ts'

const owner = privateKeyToAccount(`0x${'01'.repeat(32)}`)
const { address } = owner
/** The result of a social login. */
export const socialUri = 'https://wallet.example/social?result=tx_1'
/** What the Farcaster app opens. */
export const farcasterUrl = 'https://farcaster.example/~/siwf?channelToken=1'

/**
 * Creates the frame's handlers and the real request queue, with scripted servers and a scripted visitor. Counts approvals
 * and signatures; `unapproved` counts signatures without an approval. A code typed in a form that names a sign-in
 * approves one signature.
 */
export function createFrameHost({
  decide = async () => 'rejected' as const,
  enterCode = async () => {},
  checkCode = async () => {},
  now = Date.now,
  solanaAddress = testSolanaAddress,
  socialOutcome = { uri: socialUri },
  confirmFarcaster = async () => {},
  networks = async () => [],
  node = async (method) => (method === 'eth_blockNumber' ? '0x10' : null),
  stored = new Map(),
}: {
  decide?: ((signal: AbortSignal) => Promise<'approved' | 'rejected' | 'blocked'>) | undefined
  enterCode?: (() => Promise<void>) | undefined
  /** Runs while the servers check a code that was submitted. */
  checkCode?: (() => Promise<void>) | undefined
  now?: (() => number) | undefined
  /** Null: the wallet has no Solana account. */
  solanaAddress?: string | null | undefined
  /** How a social login, which works with X only, ends at the provider. */
  socialOutcome?: SocialOutcome | undefined
  /** Resolves when the visitor has confirmed the login in the Farcaster app. */
  confirmFarcaster?: (() => Promise<void>) | undefined
  /** The networks with smart accounts, as the gateway names them. */
  networks?: (() => Promise<unknown>) | undefined
  node?: ((method: string, chainId: string) => Promise<unknown>) | undefined
  /** What requests remember between pages. */
  stored?: Map<string, unknown> | undefined
} = {}) {
  /** What the page sent about itself, and how often the frame was reloaded. */
  const page: { theme?: unknown; dapp?: unknown; reloads: number } = { reloads: 0 }
  const counts = { approved: 0, signed: 0, unapproved: 0 }
  const events: unknown[] = []
  const questions: (CodeQuestion & { resend?: (() => Promise<unknown>) | undefined })[] = []
  let session: StoredSession | undefined
  let login: { action: 'VERIFY_DEVICE' | 'VERIFY_OTP'; email: string; resendAt: number } | undefined
  let newEmail: string | undefined
  let mails = 0
  let cancels = 0
  /** Sends a mail every 30 seconds, from the start of time; returns when the next one may be requested. */
  const mail = () => 30_000 * ++mails
  const network = createNetwork('eip155:1')
  const origin = 'http://localhost:4400'

  const account = {
    current: () => session,
    resume: async () => session,
    isConnected: () => session?.origins.includes(origin) ?? false,
    async connectOrigin() {
      if (session) session = { ...session, origins: [origin] }
    },
    readSolanaAddress: async () => solanaAddress ?? undefined,
    challenge: () => login,
    async startLogin(email: string) {
      if (email.startsWith('soon'))
        throw new ServerError({ type: '', title: 'x', status: 429, code: 'too-soon', retryAfter: 11.5 })
      login = { action: 'VERIFY_DEVICE', email, resendAt: mail() }
      return { ...login, matchCode: '42' }
    },
    async waitForDevice() {
      if (!login) throw new Error('secret detail')
      login = { ...login, action: 'VERIFY_OTP', resendAt: mail() }
      return 'approved' as const
    },
    async resendCode() {
      if (!login) throw new Error('secret detail')
      login = { ...login, resendAt: mail() }
      return { ...login, format: 'digits' }
    },
    async enterCode() {
      await checkCode()
      const email = login?.email ?? ''
      session = { userId: 'usr_a', email, address, solanaAddress, origins: [origin] }
      login = undefined
      return session
    },
    cancelLogin() {
      login = undefined
    },
    socialLogin: async () => ({
      async start(provider: string) {
        if (provider !== 'x') throw new ProviderOffError(provider)
        return { uri: 'https://wallet.example/social?provider=x' }
      },
      async complete(uri: string) {
        if (uri !== socialUri) throw new NoChallengeError()
        session = { userId: 'usr_a', method: 'x', userName: 'ada', address, solanaAddress, origins: [origin] }
        return session
      },
    }),
    farcasterLogin: async () => ({
      start: async () => farcasterUrl,
      async complete() {
        await confirmFarcaster()
        session = {
          userId: 'usr_a',
          method: 'farcaster',
          userName: 'ada',
          address,
          solanaAddress,
          origins: [origin],
        }
        return session
      },
    }),
    cancelFarcasterLogin() {
      cancels += 1
    },
    emailChange: async () => ({
      async start(email: string) {
        newEmail = email
      },
      next: () => newEmail,
      step: () => ({ format: 'digits', resendAt: 0 }),
      isLinkApproved: () => false,
      mailLink: async () => ({ format: 'digits', digits: '42', resendAt: 0 }),
      waitForLink: async () => 'approved',
      resend: async () => ({ format: 'digits', resendAt: 0 }),
      enterOld: checkCode,
      async enterNew() {
        await checkCode()
        const email = newEmail ?? ''
        newEmail = undefined
        return email
      },
    }),
    async signOut() {
      session = undefined
    },
  } as unknown as FrameServices['account']

  function countSignature() {
    counts.signed += 1
    if (counts.signed > counts.approved) counts.unapproved += 1
  }

  const requests = createRequests({
    session: {
      address,
      origin,
      projectId: 'local',
      dapp: {},
      solanaAddress: () => solanaAddress ?? undefined,
      chainId: network.get,
      openSigner: async () => createTestSigner(owner, { onSign: countSignature }),
    },
    surface: { show() {}, hide() {} },
    riskLimits: { usd: 100, share: 0.5 },
    approver: {
      async ask(_, signal) {
        const decision = await decide(signal)
        if (decision === 'approved') counts.approved += 1
        return decision
      },
      showProgress() {},
      showFailure: async () => 'close',
      hide() {},
    },
    store: {
      read: async (key) => stored.get(key),
      async write(key, value) {
        stored.set(key, value)
      },
    },
    rpc: (chainId, method) => node(method, chainId),
    gateway: async (path) => (path === '/wallet/v1/networks' ? networks() : { nonce: 1 }),
    now,
  })

  const handlers = createHandlers({
    account,
    projectId: 'local',
    network,
    setDapp(dapp) {
      page.dapp = dapp
    },
    applyTheme(theme) {
      page.theme = theme
    },
    async askCode({ enter, ...question }) {
      questions.push(question)
      const form = questions.length
      await enterCode()
      // Another form has replaced this one.
      if (questions.length !== form) throw new Error('The login was cancelled.')
      if (question.purpose === 'login' && question.signsIn) counts.approved += 1
      return enter('123456')
    },
    askLink: async ({ wait }) => void (await wait()),
    askWallet: async () => false,
    followSocial: async () => socialOutcome,
    signInOffer: createSignInOffer(),
    closeCode() {},
    requests: () => requests,
    emit: (event) => void events.push(event),
    reload() {
      page.reloads += 1
    },
  })
  return {
    address,
    handlers,
    /** Returns how often a login with Farcaster was ended. */
    farcasterCancels: () => cancels,
    counts,
    events,
    page,
    questions,
    stored,
    clearStore: () => stored.clear(),
  }
}
