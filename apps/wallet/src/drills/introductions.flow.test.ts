import {
  introductionCodeResponse,
  introductionMailResponse,
  introductionResponse,
  walletSessionResponse,
} from '@portico/protocol/gateway'
import { emailClaimResponse, emailStartResponse } from '@portico/protocol/vault'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createBrowserFetch, readSealingKey } from '../../test/createDevice.ts'
import { type Servers, startServers } from '../../test/startServers.ts'
import { sealToServer as seal } from '../keys/sealToServer.ts'
import { createDpopProver, makeDpopKeys } from '../session/createDpopProver.ts'
import { createServerClient } from '../session/createServerClient.ts'
import { makeReleaseKeys } from '../session/makeReleaseKeys.ts'

const page = { origin: 'http://localhost:4400', projectId: 'local' }
let servers: Servers

beforeAll(async () => {
  servers = await startServers({ env: { INTRODUCTIONS: 'required' } })
}, 60_000)
afterAll(() => servers?.close())

/** Returns the mails to an address, newest first, once there are this many. */
const mailsTo = (email: string, count: number) =>
  vi.waitFor(
    () => {
      const mails = servers.inbox.messages(email)
      expect(mails).toHaveLength(count)
      return mails
    },
    { timeout: 20_000, interval: 20 },
  )

/** Creates a browser with a key of its own, which sends the requests of a login whose code the gateway mails. */
async function createBrowser() {
  const dpop = await createDpopProver({ keys: await makeDpopKeys() })
  const { jkt } = dpop
  const fetch = createBrowserFetch(servers)
  const vault = createServerClient({ origin: servers.vaultUrl, dpop, fetch })
  const gateway = createServerClient({ origin: servers.gatewayUrl, dpop, fetch })
  const gatewayKey = await readSealingKey(servers, 'gateway')
  const vaultKey = await readSealingKey(servers, 'vault')
  const introductions = '/wallet/v1/introductions'
  return {
    gateway,
    async start(email: string) {
      const { tx, matchCode } = await vault.call({
        path: '/v1/email/start',
        body: { email, ...page },
        schema: emailStartResponse,
      })
      const sealed = await seal(gatewayKey, { email, jkt, tx, ...page })
      const body = { way: 'email', sealed }
      return {
        tx,
        matchCode,
        ...(await gateway.call({ path: introductions, body, schema: introductionResponse })),
      }
    },
    async approve(text: string | undefined, digits: string | undefined) {
      const token = /\/device#([\w-]{43})$/m.exec(text?.replaceAll('\r', '') ?? '')?.[1]
      const headers = { origin: servers.walletOrigin, 'content-type': 'application/json' }
      const approved = await globalThis.fetch(`${servers.vaultUrl}/v1/device/approve`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ token, digits }),
      })
      expect(approved.status).toBe(200)
    },
    async claim(tx: string, introduced?: string) {
      const { publicKey: releaseKey } = await makeReleaseKeys()
      const sealed = await seal(vaultKey, { tx, jkt, releaseKey })
      const body = { sealed, ...(introduced === undefined ? {} : { introduced }) }
      return vault.call({ path: '/v1/email/claim', body, schema: emailClaimResponse })
    },
    mail: (id: string, assertion: string) =>
      gateway.call({
        path: `${introductions}/${id}/mail`,
        body: { assertion },
        schema: introductionMailResponse,
      }),
    async enter(id: string, code: string | undefined) {
      const sealed = await seal(gatewayKey, { code, jkt, id })
      return gateway.call({
        path: `${introductions}/${id}/code`,
        body: { sealed },
        schema: introductionCodeResponse,
      })
    },
    activate: (grant: string, introduced: string) =>
      vault.call({ path: '/v1/grants/activate', body: { grant, introduced }, schema: z.unknown() }),
  }
}

describe('introductions', () => {
  test('behavior: the vault mails a link and the gateway a code to a new browser; a known one gets the code only', async () => {
    const email = 'ada@example.org'
    const browser = await createBrowser()
    const first = await browser.start(email)
    expect(first).toMatchObject({ known: false, format: 'short' })
    const [link] = await mailsTo(email, 1)
    await browser.approve(link?.text, first.matchCode)
    const claim = await browser.claim(first.tx)
    await browser.mail(first.id, claim.assertion)
    const [code] = await mailsTo(email, 2)
    expect(code?.subject).toBe('Your code for localhost:4400')
    const short = /^[0-9A-HJKMNP-TV-Z]{6}$/m.exec(code?.text.replaceAll('\r', '') ?? '')?.[0]
    const session = await browser.enter(first.id, short)
    expect(session.userId).toBe(claim.userId)
    await browser.activate(claim.grant, session.introduced)

    const next = await browser.start(email)
    expect(next).toMatchObject({ known: true, format: 'digits' })
    const [second] = await mailsTo(email, 3)
    const digits = /^\d{6}$/m.exec(second?.text.replaceAll('\r', '') ?? '')?.[0]
    const known = await browser.enter(next.id, digits)
    const claimed = await browser.claim(next.tx, known.introduced)
    expect([known.userId, claimed.userId]).toEqual([claim.userId, claim.userId])
    expect(servers.inbox.messages(email)).toHaveLength(3)
  }, 60_000)

  test('error: with INTRODUCTIONS=required, the assertion of the vault alone opens no session for a new key', async () => {
    const email = 'grace@example.org'
    const browser = await createBrowser()
    const { tx, matchCode } = await browser.start(email)
    const [link] = await mailsTo(email, 1)
    await browser.approve(link?.text, matchCode)
    const { assertion } = await browser.claim(tx)
    const session = browser.gateway.call({
      path: '/wallet/v1/sessions',
      body: { assertion },
      schema: walletSessionResponse,
    })
    await expect(session).rejects.toMatchObject({ code: 'introduction-required' })
  }, 60_000)
})
