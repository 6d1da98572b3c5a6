import { vaultKeysResponse } from '@portico/protocol/vault'
import { expect, vi } from 'vitest'
import { type Account, createAccount } from '../src/session/createAccount.ts'
import { createSerial } from '../src/session/createSerial.ts'
import { createServerClient } from '../src/session/createServerClient.ts'
import { memoryStorage } from '../src/session/memoryStorage.ts'
import { openPartition } from '../src/session/openPartition.ts'
import type { PartitionStorage } from '../src/session/PartitionStorage.ts'
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
export function createDevice(servers: Servers, storage = memoryStorage()): Device {
  // What a browser would add.
  const fetch: typeof globalThis.fetch = (url, init) =>
    globalThis.fetch(url, {
      ...init,
      headers: {
        ...(init?.headers as Record<string, string>),
        origin: servers.walletOrigin,
        'sec-fetch-site': 'same-site',
        'sec-fetch-mode': 'cors',
      },
    })
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

/** The whole way of a visitor: address, link if one is mailed, code. */
export async function logIn(servers: Servers, account: Account, email: string) {
  const { action, code } = await askForCode(servers, account, email)
  return { action, session: await account.enterCode(code) }
}

/** The way up to the code, which is read and not typed yet. */
export async function askForCode(servers: Servers, account: Account, email: string) {
  const before = servers.mailbox.messages(email).length
  const { action } = await account.startLogin(email)
  if (action === 'VERIFY_DEVICE') {
    const mail = await nextMail(servers, email, before)
    const token = /\/device#([A-Za-z0-9_-]{43})/.exec(mail)?.[1]
    const approved = await fetch(`${servers.vaultUrl}/v1/device/approve`, {
      method: 'POST',
      headers: { origin: servers.walletOrigin, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    expect(approved.status).toBe(200)
    expect(await account.waitForDevice()).toBe('approved')
  }
  const mailed = before + (action === 'VERIFY_DEVICE' ? 1 : 0)
  const code = /^\d{6}$/m.exec(await nextMail(servers, email, mailed))?.[0] as string
  return { action, code }
}

/** The text of the mail after so many. */
async function nextMail(servers: Servers, email: string, after: number): Promise<string> {
  return vi.waitFor(
    () => {
      const mails = servers.mailbox.messages(email)
      const mail = mails[mails.length - after - 1]
      if (!mail) throw new Error(`No mail for ${email}.`)
      return mail.text.replaceAll('\r', '')
    },
    { timeout: 10_000, interval: 10 },
  )
}

async function readSealingKey({ vaultUrl }: Servers) {
  const { keys } = vaultKeysResponse.parse(await (await fetch(`${vaultUrl}/.well-known/jwks.json`)).json())
  const { kty, crv, x, y, kid } = keys.find(({ use }) => use === 'enc') as (typeof keys)[number]
  return { kty, crv, x, y, kid }
}
