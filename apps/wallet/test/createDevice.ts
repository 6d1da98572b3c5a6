import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { localFarcaster } from '@portico/devnet/identity'
import { socialProvider } from '@portico/protocol/social'
import { recoverAddress } from 'viem'
import { expect, vi } from 'vitest'
import type { SealingKey } from '../src/keys/sealToServer.ts'
import { readServerKey } from '../src/server/readServerKey.ts'
import { type Account, createAccount } from '../src/session/createAccount.ts'
import { createLock } from '../src/session/createLock.ts'
import { createServerClient } from '../src/session/createServerClient.ts'
import { memoryStorage } from '../src/session/memoryStorage.ts'
import { openPartition } from '../src/session/openPartition.ts'
import type { PartitionStorage } from '../src/session/PartitionStorage.ts'
import { ServerError } from '../src/session/ServerError.ts'
import { countToSolution } from '../src/work/countToSolution.ts'
import { approveLink } from './approveLink.ts'
import { type Intercept, interceptCalls } from './interceptCalls.ts'
import { startKeyWorkerHere } from './startKeyWorkerHere.ts'
import type { Servers } from './startServers.ts'

/** One partition of a browser: pages are loaded and closed, its storage stays. */
export type Device = {
  storage: PartitionStorage
  /** Loads the page, with new memory. */
  load(options?: {
    /** Runs around each call of the page to storage, gateway, vault and key worker. */
    intercept?: Intercept | undefined
    onEnded?: (() => void) | undefined
    origin?: string | undefined
    projectId?: string | undefined
  }): Promise<Account>
  /** Sends requests as the pages of this browser do. */
  fetch: typeof globalThis.fetch
}

/** Observes the requests of a page, as the operator of a server would. */
export type OnRequest = (url: string, headers: Record<string, string>, body: unknown) => void

const runCall: Intercept = (_step, call) => call()

/** Creates a device that uses the real servers: the wallet's own code, without its page. */
export function createDevice(
  servers: Servers,
  {
    storage = memoryStorage(),
    onRequest,
  }: { storage?: PartitionStorage; onRequest?: OnRequest | undefined } = {},
): Device {
  const fetch = createBrowserFetch(servers, onRequest)
  let keys: Promise<[SealingKey, SealingKey]> | undefined
  const { identityUrl, walletOrigin } = servers
  return {
    storage,
    fetch,
    async load({ intercept = runCall, onEnded, origin = 'http://localhost:4400', projectId = 'local' } = {}) {
      const dpop = await openPartition({ storage })
      keys ??= Promise.all([readSealingKey(servers), readSealingKey(servers, 'gateway')])
      const [sealTo, gatewayKey] = await keys
      const dependencies = {
        storage,
        gatewayServer: createServerClient({ origin: servers.gatewayUrl, dpop, fetch }),
        vaultServer: createServerClient({ origin: servers.vaultUrl, dpop, fetch }),
        startWorker: startKeyWorkerHere,
      }
      return createAccount({
        ...interceptCalls(dependencies, intercept),
        dpop,
        lock: createLock(undefined),
        solveWork: async (task) => countToSolution(task),
        sealTo,
        gatewayKey,
        origin,
        projectId,
        social: {
          site: walletOrigin,
          providers: identityUrl === undefined ? [] : socialProvider.options,
          farcasterRelay: identityUrl && `${identityUrl}${localFarcaster.path}`,
        },
        wait: async () => {},
        onEnded,
      })
    },
  }
}

/** Adds the headers of a browser to requests. */
export function createBrowserFetch(
  servers: Pick<Servers, 'walletOrigin'>,
  onRequest?: OnRequest,
): typeof globalThis.fetch {
  // An IP address for each device: requests of one address are limited.
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  return (url, init) => {
    const headers = init?.headers as Record<string, string>
    onRequest?.(String(url), headers, init?.body)
    return globalThis.fetch(url, {
      ...init,
      headers: {
        ...headers,
        origin: servers.walletOrigin,
        'x-forwarded-for': address,
        'sec-fetch-site': 'same-site',
        'sec-fetch-mode': 'cors',
      },
    })
  }
}

/** Called after each step that happens outside of the page. */
export type OnStep = (step: string) => Promise<void>

/** Logs in as a visitor does: address, link if one is mailed, code. */
export async function logIn(
  servers: Servers,
  account: Account,
  email: string,
  onStep?: OnStep,
  options?: { needsLink?: boolean },
) {
  const { action, code, nextCode } = await requestCode(servers, account, email, onStep, options)
  for (let typed = code; ; typed = await nextCode()) {
    try {
      return { action, session: await account.enterCode(typed) }
    } catch (error) {
      // The code of an earlier attempt, whose mail came late: type the next one.
      if (!(error instanceof ServerError) || error.code !== 'code-wrong') throw error
    }
  }
}

/** Logs in up to the code, which is read from the mail and not typed yet. */
export async function requestCode(
  servers: Servers,
  account: Account,
  email: string,
  onStep: OnStep = async () => {},
  options: { needsLink?: boolean } = {},
) {
  const seen = new Set(servers.inbox.messages(email).map(({ id }) => id))
  const { action, matchCode } = await account.startLogin(email, options)
  if (action === 'VERIFY_DEVICE') {
    await approveMailedLink(servers, { email, digits: matchCode, seen })
    await onStep('link approved')
    expect(await account.waitForDevice()).toBe('approved')
  }
  const nextCode = () => waitForMail(servers, email, seen, /^([0-9A-HJKMNP-TV-Z]{6})$/m)
  const code = await nextCode()
  await onStep('code mailed')
  return { action, code, nextCode }
}

/** Approves the link mailed to an address with the digits that the frame or the modal shows, as its page does. */
export async function approveMailedLink(
  servers: Servers,
  { email, digits, seen }: { email: string; digits: string | undefined; seen: Set<string> },
): Promise<void> {
  for (let outcome = ''; outcome !== 'approved'; ) {
    const token = await waitForMail(servers, email, seen, /\/device#([\w-]{43})$/m)
    outcome = await approveLink(servers, { token, digits })
    // Links of earlier attempts, whose digits are others, may come in between.
    expect(['approved', 'digits-wrong', 'digits-burnt', 'link-invalid']).toContain(outcome)
  }
}

/** Waits for a mail that matches and was not seen yet, the oldest first; returns the first group of the match. */
export async function waitForMail(
  { inbox }: Servers,
  email: string,
  seen: Set<string>,
  pattern: RegExp,
): Promise<string> {
  return vi.waitFor(
    () => {
      for (const { id, text } of inbox.messages(email).toReversed()) {
        const match = seen.has(id) ? undefined : pattern.exec(text.replaceAll('\r', ''))?.[1]
        if (match === undefined) continue
        seen.add(id)
        return match
      }
      throw new Error(`No such mail for ${email}.`)
    },
    { timeout: 20_000, interval: 10 },
  )
}

const hash = `0x${'cd'.repeat(32)}` as const

/** Opens the wallet, signs a hash, and returns the address that the signature recovers to. */
export async function signHash(account: Account): Promise<string> {
  const signer = await account.openSigner()
  const signature = await signer.signHash(hash)
  signer.close()
  return recoverAddress({ hash, signature })
}

/** Reads the encryption key of a server, which the wallet's page is served with. */
export const readSealingKey = (
  { vaultUrl, gatewayUrl, dataDir }: Pick<Servers, 'vaultUrl' | 'gatewayUrl' | 'dataDir'>,
  server: 'vault' | 'gateway' = 'vault',
) =>
  readServerKey({
    server,
    url: server === 'vault' ? vaultUrl : gatewayUrl,
    dataDir: join(dataDir, 'wallet'),
  })
