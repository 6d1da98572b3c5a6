import { randomInt } from 'node:crypto'
import { vaultKeysResponse } from '@portico/protocol/vault'
import { expect, vi } from 'vitest'
import { type Account, createAccount } from '../src/session/createAccount.ts'
import { createSerial } from '../src/session/createSerial.ts'
import { createServerClient } from '../src/session/createServerClient.ts'
import { memoryStorage } from '../src/session/memoryStorage.ts'
import { openPartition } from '../src/session/openPartition.ts'
import type { PartitionStorage } from '../src/session/PartitionStorage.ts'
import { ServerError } from '../src/session/ServerError.ts'
import { startKeyWorkerHere } from './startKeyWorkerHere.ts'
import type { Servers } from './startServers.ts'

/** A partition of a browser: pages come and go, its storage stays. */
export type Device = {
  storage: PartitionStorage
  /** Loads the page. What is in memory is new. */
  load(options?: {
    reach?: ((step: string) => Promise<void>) | undefined
    onEnded?: (() => void) | undefined
    origin?: string | undefined
  }): Promise<Account>
}

/** A device in front of the real servers: the wallet's own code, without its page. */
export function createDevice(
  servers: Servers,
  {
    storage = memoryStorage(),
    overhear,
  }: {
    storage?: PartitionStorage
    /** What goes over the wire, as whoever runs a server sees it. */
    overhear?: ((url: string, headers: Record<string, string>, body: unknown) => void) | undefined
  } = {},
): Device {
  const fetch = createBrowserFetch(servers, overhear)
  let sealTo: ReturnType<typeof readSealingKey> | undefined
  return {
    storage,
    async load({ reach, onEnded, origin = 'http://localhost:4400' } = {}) {
      const dpop = await openPartition({ storage })
      sealTo ??= readSealingKey(servers)
      return createAccount({
        dpop,
        storage,
        gatewayServer: createServerClient({ origin: servers.gatewayUrl, dpop, fetch }),
        vaultServer: createServerClient({ origin: servers.vaultUrl, dpop, fetch }),
        serial: createSerial(undefined),
        startWorker: startKeyWorkerHere,
        sealTo: await sealTo,
        origin,
        projectId: 'local',
        pause: async () => {},
        reach,
        onEnded,
      })
    },
  }
}

/** Adds to requests what a browser would. */
export function createBrowserFetch(
  servers: Pick<Servers, 'walletOrigin'>,
  overhear?: (url: string, headers: Record<string, string>, body: unknown) => void,
): typeof globalThis.fetch {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  return (url, init) => {
    const headers = init?.headers as Record<string, string>
    overhear?.(String(url), headers, init?.body)
    return globalThis.fetch(url, {
      ...init,
      headers: {
        ...headers,
        origin: servers.walletOrigin,
        // A home for every device: what one home may do is limited.
        'x-forwarded-for': address,
        'sec-fetch-site': 'same-site',
        'sec-fetch-mode': 'cors',
      },
    })
  }
}

type Reach = (step: string) => Promise<void>

/** The whole way of a visitor: address, link if one is mailed, code. */
export async function logIn(servers: Servers, account: Account, email: string, reach?: Reach) {
  const { action, code, nextCode } = await askForCode(servers, account, email, reach)
  for (let typed = code; ; typed = await nextCode()) {
    try {
      return { action, session: await account.enterCode(typed) }
    } catch (error) {
      // The code of an earlier attempt, whose mail came late: visitors type the next one, too.
      if (!(error instanceof ServerError) || error.code !== 'code-wrong') throw error
    }
  }
}

/** The way up to the code, which is read and not typed yet. */
export async function askForCode(
  servers: Servers,
  account: Account,
  email: string,
  reach: Reach = async () => {},
) {
  const seen = new Set(servers.mailbox.messages(email).map(({ id }) => id))
  const { action, matchCode } = await account.startLogin(email)
  await reach('ask: started')
  if (action === 'VERIFY_DEVICE') {
    // Mails of earlier attempts, or notices, may come in between.
    const own = new RegExp(`it must be ${matchCode}[^]*/device#([\\w-]{43})$`, 'm')
    const token = await waitForMail(servers, email, seen, own)
    const approved = await fetch(`${servers.vaultUrl}/v1/device/approve`, {
      method: 'POST',
      headers: { origin: servers.walletOrigin, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    expect(approved.status).toBe(200)
    await reach('ask: approved')
    expect(await account.waitForDevice()).toBe('approved')
  }
  const nextCode = () => waitForMail(servers, email, seen, /^(\d{6})$/m)
  const code = await nextCode()
  await reach('ask: code mailed')
  return { action, code, nextCode }
}

/** What `wanted` finds in a mail that was not seen yet, the oldest first. */
async function waitForMail(
  { mailbox }: Servers,
  email: string,
  seen: Set<string>,
  wanted: RegExp,
): Promise<string> {
  return vi.waitFor(
    () => {
      for (const { id, text } of mailbox.messages(email).toReversed()) {
        const match = seen.has(id) ? undefined : wanted.exec(text.replaceAll('\r', ''))?.[1]
        if (match === undefined) continue
        seen.add(id)
        return match
      }
      throw new Error(`No such mail for ${email}.`)
    },
    { timeout: 20_000, interval: 10 },
  )
}

/** The vault's public key, as the wallet's page has it. */
export async function readSealingKey({ vaultUrl }: Pick<Servers, 'vaultUrl'>) {
  const { keys } = vaultKeysResponse.parse(await (await fetch(`${vaultUrl}/.well-known/jwks.json`)).json())
  const { kty, crv, x, y, kid } = keys.find(({ use }) => use === 'enc') as (typeof keys)[number]
  return { kty, crv, x, y, kid }
}
