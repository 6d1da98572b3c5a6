import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { setSwitches } from '../testing/setSwitches.ts'
import { startServer } from '../testing/startServer.ts'
import { localFarcaster } from './localFarcaster.ts'
import { pressButton } from './testing/pressButton.ts'

const request = { siweUri: 'http://wallet.localhost:4402', domain: 'wallet.localhost:4402' }

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const createChannel = (base: string, changes: object = {}) =>
  post(`${base}/farcaster/v1/channel`, { ...request, ...changes })

async function readStatus(base: string, channelToken: string) {
  const headers = { authorization: `Bearer ${channelToken}` }
  const response = await fetch(`${base}/farcaster/v1/channel/status`, { headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('answerRelay', () => {
  test('behavior: a channel has a token, an address of the app and a nonce', async () => {
    const base = await startServer()
    const { status, body } = await createChannel(base)
    expect(status).toBe(201)
    expect(body.channelToken).toMatch(/^[\da-f-]{36}$/)
    expect(body.url).toBe(`${base}/farcaster/~/siwf?channelToken=${body.channelToken}`)
    expect(body.nonce).toMatch(/^[a-zA-Z0-9]{8,}$/)
    expect((await createChannel(base)).body.nonce).not.toBe(body.nonce)
  })

  test.each([
    [{ siweUri: undefined }],
    [{ siweUri: 'no address' }],
    [{ domain: undefined }],
    [{ domain: 'http://wallet.localhost' }],
    [{ nonce: 5 }],
    [{ expirationTime: 'tomorrow' }],
    [{ acceptAuthAddress: 'yes' }],
    [{ fid: 1 }],
  ])('error: a channel with %j', async (changes) => {
    const { status, body } = await createChannel(await startServer(), changes)
    expect(status).toBe(400)
    expect(body.error).toBe('Validation error')
    expect(body.message).toContain(Object.keys(changes)[0])
  })

  test('error: the token of no channel, and no token', async () => {
    const base = await startServer()
    await createChannel(base)
    expect((await readStatus(base, randomUUID())).status).toBe(401)
    expect((await fetch(`${base}/farcaster/v1/channel/status`)).status).toBe(401)
    const page = await fetch(`${base}/farcaster/~/siwf?channelToken=${randomUUID()}`)
    expect(page.status).toBe(404)
    const { status } = await post(
      `${base}/farcaster/v1/channel/authenticate`,
      { message: 'text', signature: `0x${'00'.repeat(65)}`, fid: 1001 },
      {
        authorization: `Bearer ${randomUUID()}`,
        'x-farcaster-auth-relay-key': localFarcaster.relayKey,
      },
    )
    expect(status).toBe(401)
  })

  test('error: an answer of the wrong form, or for a number that nobody has', async () => {
    const base = await startServer()
    const { body } = await createChannel(base)
    const headers = {
      authorization: `Bearer ${body.channelToken}`,
      'x-farcaster-auth-relay-key': localFarcaster.relayKey,
    }
    const url = `${base}/farcaster/v1/channel/authenticate`
    const answer = { message: 'text', signature: `0x${'00'.repeat(65)}`, fid: 1001, username: 'ada' }
    for (const changes of [{ signature: '0x12' }, { username: 'Ada Moreau' }, { fid: 1.5 }])
      expect((await post(url, { ...answer, ...changes }, headers)).status).toBe(400)
    expect((await post(url, { ...answer, fid: 9 }, headers)).status).toBe(500)
    expect((await readStatus(base, body.channelToken ?? '')).status).toBe(202)
  })

  test('behavior: a channel ends after an hour', async () => {
    let time = Date.now()
    const base = await startServer({ now: () => time })
    const { body } = await createChannel(base)
    const { channelToken = '', url = '' } = body
    time += 3_600_000 - 1
    expect((await readStatus(base, channelToken)).status).toBe(202)
    time += 1
    expect((await readStatus(base, channelToken)).status).toBe(401)
    expect((await fetch(url)).status).toBe(404)
  })

  test('behavior: pages of every origin may use the relay, but not the pages of the app', async () => {
    const base = await startServer()
    const preflight = await fetch(`${base}/farcaster/v1/channel/status`, { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, content-type')
    const { body } = await createChannel(base)
    const answers = [preflight, await fetch(`${base}/farcaster/v1/channel/status`)]
    for (const { headers } of answers) expect(headers.get('access-control-allow-origin')).toBe('*')
    const page = await fetch(body.url ?? '')
    expect(page.headers.has('access-control-allow-origin')).toBe(false)
  })

  test('behavior: the switches slow and error', async () => {
    const waits: number[] = []
    const base = await startServer({ sleep: async (ms) => void waits.push(ms) })
    await setSwitches(base, { farcaster: { slow: true } })
    expect((await createChannel(base)).status).toBe(201)
    expect(waits).toEqual([5_000])
    await setSwitches(base, { farcaster: { error: true } })
    expect((await createChannel(base)).status).toBe(500)
    expect(waits).toHaveLength(1)
  })
})

describe('answerApp', () => {
  test('behavior: the page names the application, three people with their accounts, and Cancel', async () => {
    const base = await startServer()
    const { body } = await createChannel(base)
    const response = await fetch(body.url ?? '')
    expect(response.status).toBe(200)
    const page = await response.text()
    expect(page).toContain('<title>Log in with Farcaster</title>')
    expect(page).toContain('This page imitates Farcaster on this machine.')
    expect(page).toContain('<strong>wallet.localhost:4402</strong>')
    for (const [index, name] of ['Ada Moreau', 'Ben Keller', 'Cleo Okafor'].entries()) {
      const { username, fid, custody } = localFarcaster.accounts[index] ?? expect.fail()
      expect(page).toContain(name)
      expect(page).toContain(`@${username} · fid ${fid}`)
      expect(page).toContain(custody.address)
    }
    expect(page).toMatch(/<button name="cancel"[^>]*>Cancel</)
  })

  test('behavior: the page after the login links back to where it began, if that is a web address', async () => {
    const base = await startServer()
    const open = async (redirectUrl: string) => {
      const { body } = await createChannel(base, { redirectUrl })
      return (await pressButton({ url: body.url ?? '', button: 'ada' })).page
    }
    expect(await open('http://localhost:4400/demo?a=1&b=2')).toContain(
      '<a href="http://localhost:4400/demo?a=1&amp;b=2">',
    )
    for (const url of ['javascript:alert(1)', 'not an address']) expect(await open(url)).not.toContain('<a ')
  })

  test('behavior: the switch deny refuses every login and leaves the channel pending', async () => {
    const base = await startServer()
    const { body } = await createChannel(base)
    await setSwitches(base, { farcaster: { deny: true } })
    const { page } = await pressButton({ url: body.url ?? '', button: 'ada' })
    expect(page).toContain('Farcaster cannot log you in')
    expect((await readStatus(base, body.channelToken ?? '')).body.state).toBe('pending')
  })

  test('error: a nonce that no message can have', async () => {
    const base = await startServer()
    const { body } = await createChannel(base, { nonce: 'short' })
    const { status, page } = await pressButton({ url: body.url ?? '', button: 'ada' })
    expect(status).toBe(400)
    expect(page).toContain('nonce')
    expect((await readStatus(base, body.channelToken ?? '')).body.state).toBe('pending')
  })
})

describe('switchesPage', () => {
  test('behavior: shows the switches of Farcaster', async () => {
    const base = await startServer()
    await setSwitches(base, { farcaster: { error: true, signer: 'authAddress', lie: 'nonce' } })
    const page = await (await fetch(base)).text()
    const [, fieldset = ''] = /<fieldset name="farcaster">(.+?)<\/fieldset>/s.exec(page) ?? []
    expect(fieldset.match(/ checked/g)).toHaveLength(1)
    for (const expected of ['name="error" checked', '<option selected>authAddress', '<option selected>nonce'])
      expect(fieldset).toContain(expected)
  })
})
