// @vitest-environment jsdom
import { socialNonceFields, socialVerifierFields } from '@portico/protocol/social'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashFields } from '../keys/hashFields.ts'
import type { SocialTicket } from '../session/createSocialLogin.ts'
import { memoryStorage } from '../session/memoryStorage.ts'
import type { PartitionStorage } from '../session/PartitionStorage.ts'
import { type SocialPage, showSocialPage } from './showSocialPage.ts'
import { toFragment } from './socialMessages.ts'

const { MessageChannel: Channel } =
  await vi.importActual<typeof import('node:worker_threads')>('node:worker_threads')

const site = 'https://wallet.example'
const vaultUrl = 'https://vault.example'
const gatewayUrl = 'https://gateway.example'
const rServer = 'r'.repeat(43)
const ticket: SocialTicket = {
  provider: 'google',
  tx: `tx_${'t'.repeat(22)}`,
  ticket: 'k'.repeat(43),
  introduction: 'i'.repeat(43),
  jkt: 'j'.repeat(43),
}
const introduction = 'n'.repeat(43)
const second = `/wallet/v1/introductions/${introduction}/second`
const rGateway = 'g'.repeat(43)

type Call = { path: string; body: Record<string, unknown>; jwk: string }
let calls: Call[]
let answers: Record<string, () => Response>
let storage: PartitionStorage
let root: HTMLElement
let left: string[]
let closed: number
let kept: string | undefined

beforeEach(() => {
  vi.stubGlobal('MessageChannel', Channel)
  calls = []
  left = []
  closed = 0
  kept = undefined
  storage = { ...memoryStorage(), isDurable: true }
  root = document.createElement('main')
  document.body.replaceChildren(root)
  answers = {
    '/v1/social/open': () => Response.json({ rServer }),
    '/v1/social/finish': () => Response.json({ status: 'done' }),
    [`${second}/open`]: () => Response.json({ rServer: rGateway }),
    [`${second}/finish`]: () => Response.json({ status: 'done' }),
  }
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The page at this address. `isOpenedByUs` is what the server read from `Sec-Fetch-Site`. */
function show(
  address: string,
  change: Partial<SocialPage> & { isOpenedByUs?: boolean; posted?: string; clients?: object } = {},
): Promise<void> {
  const {
    isOpenedByUs = false,
    posted,
    clients = { google: 'client-1', apple: 'client-2', github: 'client-3', discord: 'client-4' },
    ...more
  } = change
  const { origin, pathname, search, hash } = new URL(address, site)
  return showSocialPage({
    root,
    page: {
      vaultUrl,
      gatewayUrl,
      social: { clients, issuers: 'http://localhost:4409' },
      isOpenedByUs,
      ...(posted === undefined ? {} : { posted }),
    },
    location: { origin, pathname, search, hash },
    isTop: true,
    opener: null,
    storage,
    async fetch(url, init) {
      const { origin: server, pathname: path } = new URL(`${url}`)
      expect(server).toBe(path.startsWith('/wallet/') ? gatewayUrl : vaultUrl)
      const headers = new Headers(init?.headers)
      const [head = ''] = `${headers.get('dpop')}`.split('.')
      const jwk = JSON.stringify(JSON.parse(atob(head.replace(/-/g, '+').replace(/_/g, '/'))).jwk)
      calls.push({ path, body: JSON.parse(`${init?.body}`), jwk })
      return (answers[path] as () => Response)()
    },
    keptState: kept,
    keepState(state) {
      kept = state
    },
    leave: (url) => void left.push(url),
    close: () => {
      closed += 1
    },
    ...more,
  })
}

/** Goes to the provider as the frame's own window does, and returns the request at the provider. */
async function go(change?: Partial<SocialTicket>): Promise<URL> {
  await show(`/social?provider=google${toFragment({ ...ticket, ...change })}`, { isOpenedByUs: true })
  return new URL(`${left.at(-1)}`)
}
const stateOf = (request: URL) => `${request.searchParams.get('state')}`
const text = () => root.textContent
const heading = () => root.querySelector('h1')?.textContent
const paths = () => calls.map(({ path }) => path)

describe('showSocialPage', () => {
  test('behavior: asks Google, and no other provider, for its pages in the visitor’s language', async () => {
    const browser = vi.spyOn(navigator, 'languages', 'get')
    for (const [language, hl] of [
      ['de-CH', 'de'],
      ['zh-TW', 'zh-TW'],
      ['zh-CN', 'zh-CN'],
      // There are no texts in Swedish: Google must not be in English for that.
      ['sv', null],
      ['en', null],
    ] as const) {
      browser.mockReturnValue([language])
      expect((await go()).searchParams.get('hl')).toBe(hl)
    }
    browser.mockReturnValue(['de'])
    for (const provider of ['apple', 'github'] as const) {
      await show(`/social?provider=${provider}${toFragment({ ...ticket, provider })}`, { isOpenedByUs: true })
      const names = [...new URL(`${left.at(-1)}`).searchParams.keys()]
      expect(names.filter((name) => /^(hl|lang|locale|ui_locales)$/.test(name))).toEqual([])
    }
    expect(left.some((url) => url.includes('/apple/'))).toBe(true)
    browser.mockRestore()
  })

  test('behavior: builds the authorization request itself, bound to the frame’s key and both servers', async () => {
    const request = await go()
    expect(`${request.origin}${request.pathname}`).toBe('http://localhost:4409/google/authorize')
    const rPage = `${calls[0]?.body.rPage}`
    expect(calls[0]).toMatchObject({ path: '/v1/social/open', body: { ticket: ticket.ticket } })
    expect(rPage).toMatch(/^[\w-]{43}$/)
    const query = Object.fromEntries(request.searchParams)
    const { introduction: challenge, tx, jkt } = ticket
    const verifier = await hashFields(
      socialVerifierFields({ server: 'vault', provider: 'google', rServer, rPage }),
    )
    const { createHash } = await import('node:crypto')
    expect(query).toEqual({
      response_type: 'code',
      client_id: 'client-1',
      redirect_uri: `${site}/social/google`,
      scope: 'openid email profile',
      prompt: 'select_account',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      nonce: await hashFields(socialNonceFields({ challenge, tx, jkt })),
    })
  })

  test('behavior: the callback hands the code to the vault with the same key, and closes the window', async () => {
    const state = stateOf(await go())
    await show(`/social/google?code=c1&iss=https%3A%2F%2Fissuer&state=${state}&scope=openid`)
    const [opened, finished] = calls
    expect(finished).toMatchObject({
      path: '/v1/social/finish',
      body: { tx: ticket.tx, params: { code: 'c1', iss: 'https://issuer' } },
    })
    expect(Object.keys(finished?.body ?? {})).toEqual(['tx', 'params'])
    expect(finished?.jwk).toBe(opened?.jwk)
    expect(heading()).toBe('You are logged in')
    expect(root.querySelector('[role="status"]')?.textContent).toBe('You can close this window.')
    expect(closed).toBe(1)
  })

  test('error: a fragment counts only if our own site opened the page', async () => {
    await show(`/social?provider=google${toFragment(ticket)}`)
    expect([calls, left]).toEqual([[], []])
    expect(text()).toContain('Go back to the page where you began.')
    await show('/social?provider=google#google.x', { isOpenedByUs: true })
    expect([calls, left]).toEqual([[], []])
  })

  describe('in place of the host page', () => {
    const returnTo = 'https://shop.example/cart?item=1'
    const addressOf = (result: string) =>
      `${returnTo}&result_uri=${encodeURIComponent(`${site}/social?${result}`)}`
    const handle = 'h'.repeat(43)

    test('behavior: goes back with the vault’s handle, and closes nothing', async () => {
      answers['/v1/social/finish'] = () => Response.json({ status: 'done', handle })
      const state = stateOf(await go({ returnTo }))
      await show(`/social/google?code=c&state=${state}`)
      expect(left.at(-1)).toBe(addressOf(`result=${handle}`))
      expect(text()).toContain('Going back to shop.example')
      expect(closed).toBe(0)
    })

    test('behavior: with a leg at the gateway too, and after a reload', async () => {
      answers['/v1/social/finish'] = () => Response.json({ status: 'done', handle })
      const state = stateOf(await go({ provider: 'github', second: introduction, returnTo }))
      await show(`/social/github/second?code=c&state=${state}`)
      const next = stateOf(new URL(`${left.at(-1)}`))
      await show(`/social/github?code=c&state=${next}`)
      expect(left.at(-1)).toBe(addressOf(`result=${handle}`))
    })

    test.each(['refused', 'failed'])('behavior: goes back with the error %s', async (status) => {
      answers['/v1/social/finish'] = () => Response.json({ status })
      const state = stateOf(await go({ returnTo }))
      await show(`/social/google?error=access_denied&state=${state}`)
      expect(left.at(-1)).toBe(addressOf(`error=${status}`))
    })

    test('behavior: a login that cannot begin or has expired offers the way back', async () => {
      const press = () => root.querySelector('button')?.click()
      await show(`/social${toFragment({ ...ticket, returnTo })}`, { isOpenedByUs: true, clients: {} })
      expect(root.querySelector('button')?.textContent).toBe('Go back to shop.example')
      press()
      expect(left).toEqual([addressOf('error=failed')])
      const state = stateOf(await go({ returnTo }))
      answers['/v1/social/finish'] = () =>
        Response.json(
          { type: 'about:blank', title: 'Over', status: 410, code: 'transaction-expired' },
          { status: 410, headers: { 'content-type': 'application/problem+json' } },
        )
      await show(`/social/google?code=c&state=${state}`)
      expect(text()).toContain('older than ten minutes')
      press()
      expect(left.at(-1)).toBe(addressOf('error=failed'))
    })

    test('error: an address in a link leads nowhere', async () => {
      await show(`/social${toFragment({ ...ticket, returnTo })}`)
      expect([calls, left]).toEqual([[], []])
      expect(root.querySelector('button')).toBeNull()
    })
  })

  test('error: an embedded page does nothing', async () => {
    await show(`/social?provider=google${toFragment(ticket)}`, { isOpenedByUs: true, isTop: false })
    expect([calls, left]).toEqual([[], []])
  })

  test('error: nothing is sent to a provider that is not set up, or if the browser stores nothing', async () => {
    await show(`/social${toFragment(ticket)}`, { isOpenedByUs: true, clients: {} })
    expect(text()).toContain('Google is not set up here.')
    await show(`/social${toFragment(ticket)}`, { isOpenedByUs: true, storage: memoryStorage() })
    expect(text()).toContain('Your browser stores nothing for this site')
    expect([calls, left]).toEqual([[], []])
  })

  test.each([
    ['a wrong state', '/social/google?code=c&state=wrong'],
    ['no state', '/social/google?code=c'],
    ['an empty state', '/social/google?code=c&state='],
    ['two states', '/social/google?code=c&state=STATE&state=STATE'],
    ['two codes', '/social/google?code=c&code=d&state=STATE'],
    ['the callback of another provider', '/social/apple?code=c&state=STATE'],
    ['another provider’s callback with a form', '/social/apple', 'code=c&state=STATE'],
  ])(
    'error: %s reaches no server, and the login that is under way stays',
    async (_, address, posted?: string) => {
      const state = stateOf(await go())
      const insert = (value: string) => value.replaceAll('STATE', state)
      await show(insert(address), posted === undefined ? {} : { posted: insert(posted) })
      expect(paths()).toEqual(['/v1/social/open'])
      expect(heading()).toBe('The login did not work')
      expect(text()).toContain('Go back to the page where you began')
      await show(`/social/google?code=c&state=${state}`)
      expect(heading()).toBe('You are logged in')
    },
  )

  test('error: a callback is accepted once', async () => {
    const state = stateOf(await go())
    const address = `/social/google?code=c&state=${state}`
    await show(address)
    await show(address)
    expect(paths()).toEqual(['/v1/social/open', '/v1/social/finish'])
    expect(text()).toContain('This window knows no login')
  })

  test('error: a second callback while the vault has not answered yet', async () => {
    const address = `/social/google?code=c&state=${stateOf(await go())}`
    answers['/v1/social/finish'] = (() => new Promise<Response>(() => {})) as never
    void show(address)
    await vi.waitFor(() => expect(paths()).toContain('/v1/social/finish'))
    await show(address)
    expect(calls).toHaveLength(2)
    expect(text()).toContain('This window knows no login')
  })

  test('error: a callback without the window’s key reaches no server', async () => {
    const state = stateOf(await go())
    storage = { ...memoryStorage(), isDurable: true }
    await show(`/social/google?code=c&state=${state}`)
    expect(paths()).toEqual(['/v1/social/open'])
    expect(text()).toContain('This window knows no login')
  })

  test('error: a missing or foreign issuer is left to the vault, with its answer', async () => {
    answers['/v1/social/finish'] = () => Response.json({ status: 'failed' })
    for (const [query, iss] of [
      ['', undefined],
      ['&iss=https%3A%2F%2Fevil.example', 'https://evil.example'],
    ] as const) {
      const state = stateOf(await go())
      await show(`/social/google?code=c&state=${state}${query}`)
      expect(calls.at(-1)?.body.params).toEqual({ code: 'c', ...(iss ? { iss } : {}) })
      expect(text()).toContain('The login with Google did not work.')
    }
  })

  test('behavior: a login that was cancelled at the provider says so', async () => {
    answers['/v1/social/finish'] = () => Response.json({ status: 'refused' })
    const state = stateOf(await go())
    await show(`/social/google?error=access_denied&state=${state}`)
    expect(calls.at(-1)?.body).toEqual({ tx: ticket.tx, params: { error: 'access_denied' } })
    expect(heading()).toBe('Login cancelled')
    expect(text()).toContain('You cancelled at Google.')
    expect(closed).toBe(1)
  })

  test('behavior: takes a posted form instead of the query', async () => {
    const state = stateOf(await go({ provider: 'apple' }))
    await show(`/social/apple?code=evil&state=${state}`, { posted: `code=c&user=%7B%7D&state=${state}` })
    expect(calls.at(-1)?.body.params).toEqual({ code: 'c', user: '{}' })
  })

  test('behavior: if the vault cannot be reached, the visitor tries again with what there is', async () => {
    const state = stateOf(await go())
    answers['/v1/social/finish'] = () => new Response('', { status: 502 })
    await show(`/social/google?code=c&state=${state}`)
    expect(text()).toContain('can’t be reached')
    const button = root.querySelector('button') as HTMLButtonElement
    answers['/v1/social/finish'] = () => Response.json({ status: 'done' })
    button.focus()
    button.click()
    await vi.waitFor(() => expect(heading()).toBe('You are logged in'))
    expect(document.activeElement).toBe(root.querySelector('h1'))
  })

  test('behavior: two windows log in at once', async () => {
    const [first, other] = [stateOf(await go()), stateOf(await go({ tx: `tx_${'o'.repeat(22)}` }))]
    await show(`/social/google?code=c1&state=${first}`)
    expect(calls.at(-1)?.body).toEqual({ tx: ticket.tx, params: { code: 'c1' } })
    await show(`/social/google?code=c2&state=${other}`)
    expect(calls.at(-1)?.body).toEqual({ tx: `tx_${'o'.repeat(22)}`, params: { code: 'c2' } })
    expect(heading()).toBe('You are logged in')
    expect(new Set(calls.map(({ jwk }) => jwk)).size).toBe(2)
  })

  test('behavior: nothing stays of a login that is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await show(`/social/google?code=c&state=${stateOf(await go())}`)
    expect(await storage.keys()).toEqual([])
    const left = stateOf(await go())
    vi.setSystemTime(Date.now() + 599_000)
    await go()
    expect(await storage.keys()).toContain(`social:${left}`)
    vi.setSystemTime(Date.now() + 2000)
    await go()
    expect(await storage.keys()).toHaveLength(2)
    await show(`/social/google?code=c&state=${left}`)
    expect(text()).toContain('This window knows no login')
  })

  test('error: a page that is reloaded before the vault has answered ends the login, with the vault’s word', async () => {
    const never = () => new Promise<Response>(() => {})
    for (const [status, title] of [
      ['failed', 'The login did not work'],
      ['done', 'You are logged in'],
    ]) {
      const state = stateOf(await go())
      answers['/v1/social/finish'] = never as never
      void show(`/social/google?code=c&state=${state}`)
      await vi.waitFor(() => expect(calls.at(-1)?.body.params).toEqual({ code: 'c' }))
      answers['/v1/social/finish'] = () => Response.json({ status })
      await show('/social/google')
      expect(calls.at(-1)?.body).toEqual({ tx: ticket.tx, params: { error: 'server_error' } })
      expect(heading()).toBe(title)
      const count = calls.length
      await show('/social/google')
      expect(calls).toHaveLength(count)
      expect(text()).toContain('This window knows no login')
    }
  })

  describe('with a code for each server', () => {
    /** Goes to the provider, and returns the request of the gateway's leg. */
    const goTwice = (change?: Partial<SocialTicket>) =>
      go({ provider: 'github', second: introduction, ...change })
    /** Comes back from the gateway's leg, and returns the request of the vault's. */
    async function goOn(request: URL, provider = 'github'): Promise<URL> {
      await show(`/social/${provider}/second?code=c1&state=${stateOf(request)}`)
      return new URL(`${left.at(-1)}`)
    }
    const ended = (error: string) => ({
      path: '/v1/social/finish',
      body: { tx: ticket.tx, params: { error } },
    })

    test('behavior: opens both, and goes to the gateway’s leg first; each code is for one server', async () => {
      const first = await goTwice()
      expect(paths()).toEqual(['/v1/social/open', `${second}/open`])
      const next = await goOn(first)
      expect(calls[2]).toMatchObject({ path: `${second}/finish`, body: { params: { code: 'c1' } } })
      expect(text()).toContain('Going to GitHub once more. Choose the same account.')
      const { createHash } = await import('node:crypto')
      for (const [request, server, path, index] of [
        [first, 'gateway', '/social/github/second', 1],
        [next, 'vault', '/social/github', 0],
      ] as const) {
        const rPage = `${calls[index]?.body.rPage}`
        const verifier = await hashFields(
          socialVerifierFields({
            server,
            provider: 'github',
            rServer: server === 'vault' ? rServer : rGateway,
            rPage,
          }),
        )
        expect(Object.fromEntries(request.searchParams)).toEqual({
          response_type: 'code',
          client_id: 'client-3',
          redirect_uri: `${site}${path}`,
          scope: 'read:user user:email',
          state: expect.stringMatching(/^[\w-]{43}$/),
          code_challenge_method: 'S256',
          code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        })
      }
      expect(stateOf(first)).not.toBe(stateOf(next))
      expect(calls[0]?.body.rPage).not.toBe(calls[1]?.body.rPage)
      await show(`/social/github?code=c2&state=${stateOf(next)}`)
      expect(calls[3]).toMatchObject({
        path: '/v1/social/finish',
        body: { tx: ticket.tx, params: { code: 'c2' } },
      })
      expect(heading()).toBe('You are logged in')
      expect(new Set(calls.map(({ jwk }) => jwk)).size).toBe(1)
      expect(await storage.keys()).toEqual([])
    })

    test('behavior: the vault learns nothing of the introduction', async () => {
      await show(`/social/github?code=c2&state=${stateOf(await goOn(await goTwice()))}`)
      const sent = calls.filter(({ path }) => path.startsWith('/v1/'))
      expect(sent).toHaveLength(2)
      expect(JSON.stringify(sent)).not.toContain(introduction)
    })

    test('behavior: Discord is not asked a second time', async () => {
      const first = await goTwice({ provider: 'discord' })
      const next = await goOn(first, 'discord')
      expect([first, next].map(({ searchParams }) => searchParams.get('prompt'))).toEqual([null, 'none'])
    })

    test.each([
      ['the gateway’s state at the vault’s path', '/social/github?code=c&state=FIRST'],
      ['the vault’s state at the gateway’s path', '/social/github/second?code=c&state=NEXT'],
      ['the vault’s state before the gateway’s leg', '/social/github?code=c&state=NEXT'],
      ['the gateway’s state at the path of another provider', '/social/discord/second?code=c&state=FIRST'],
      ['a foreign state', '/social/github/second?code=c&state=other'],
      ['no state', '/social/github/second?code=c'],
      ['two codes', '/social/github/second?code=c&code=d&state=FIRST'],
      ['another path below', '/social/github/second/x?code=c&state=FIRST'],
      ['a provider with ID tokens', '/social/google/second?code=c&state=FIRST'],
    ])('error: %s reaches no server, and the login goes on', async (_, address) => {
      const request = await goTwice()
      const next = (await storage.read(`social:${stateOf(request)}`)) as { next: { state: string } }
      await show(address.replace('FIRST', stateOf(request)).replace('NEXT', next.next.state))
      expect(calls).toHaveLength(2)
      expect(text()).toContain('Go back to the page where you began')
      await show(`/social/github?code=c2&state=${stateOf(await goOn(request))}`)
      expect(heading()).toBe('You are logged in')
    })

    test('error: a callback of the gateway’s leg is accepted once, also during the vault’s', async () => {
      const request = await goTwice()
      const next = await goOn(request)
      await show(`/social/github/second?code=c1&state=${stateOf(request)}`)
      expect(text()).toContain('This window knows no login')
      await show(`/social/github/second?code=c1&state=${stateOf(next)}`)
      expect(paths().filter((path) => path === `${second}/finish`)).toHaveLength(1)
      await show(`/social/github?code=c2&state=${stateOf(next)}`)
      expect(heading()).toBe('You are logged in')
    })

    test.each([
      ['refused', 'access_denied', 'Login cancelled', 'You cancelled at GitHub.'],
      ['failed', 'server_error', 'The login did not work', 'The login with GitHub did not work.'],
    ])('error: %s at the gateway ends the vault’s leg, so that the frame hears at once', async (...names) => {
      const [status, error, title, sentence] = names
      answers[`${second}/finish`] = () => Response.json({ status })
      answers['/v1/social/finish'] = () => Response.json({ status })
      const request = await goTwice()
      await show(`/social/github/second?error=access_denied&state=${stateOf(request)}`)
      expect(calls.slice(2)).toMatchObject([
        { path: `${second}/finish`, body: { params: { error: 'access_denied' } } },
        ended(error),
      ])
      expect(left).toHaveLength(1)
      expect([heading(), closed]).toEqual([title, 1])
      expect(text()).toContain(sentence)
      expect(await storage.keys()).toEqual([])
    })

    test.each([
      ['knows no such introduction', 404, 'The login is older than ten minutes, or was used before.'],
      ['refuses', 403, 'The login with GitHub did not work.'],
    ])('error: a gateway that %s ends the vault’s leg', async (_, status, sentence) => {
      const refuse = () =>
        Response.json({ type: 'about:blank', title: 'No', status, code: 'transaction-expired' }, { status })
      answers[`${second}/finish`] = refuse
      await show(`/social/github/second?code=c&state=${stateOf(await goTwice())}`)
      expect(calls.at(-1)).toMatchObject(ended('server_error'))
      expect(text()).toContain(sentence)
      answers[`${second}/open`] = refuse
      await show(`/social${toFragment({ ...ticket, provider: 'github', second: introduction })}`, {
        isOpenedByUs: true,
      })
      expect(calls.at(-1)).toMatchObject(ended('server_error'))
      expect(text()).toContain(sentence)
      expect(left).toHaveLength(1)
    })

    test('behavior: if the gateway cannot be reached, the visitor tries again with what there is', async () => {
      const away = () => new Response('', { status: 502 })
      const press = () => root.querySelector('button')?.click()
      answers[`${second}/open`] = away
      await show(`/social${toFragment({ ...ticket, provider: 'github', second: introduction })}`, {
        isOpenedByUs: true,
      })
      expect(text()).toContain('can’t be reached')
      answers[`${second}/open`] = () => Response.json({ rServer: rGateway })
      press()
      await vi.waitFor(() => expect(left).toHaveLength(1))
      // The vault's ticket is used up; the login goes on with the same key.
      expect(paths()).toEqual(['/v1/social/open', `${second}/open`, `${second}/open`])

      answers[`${second}/finish`] = away
      await show(`/social/github/second?code=c1&state=${stateOf(new URL(`${left[0]}`))}`)
      expect(text()).toContain('can’t be reached')
      answers[`${second}/finish`] = () => Response.json({ status: 'done' })
      press()
      await vi.waitFor(() => expect(left).toHaveLength(2))
      expect(paths()).not.toContain('/v1/social/finish')
    })

    test('error: a page that is reloaded before the gateway has answered ends the login', async () => {
      answers[`${second}/finish`] = (() => new Promise<Response>(() => {})) as never
      answers['/v1/social/finish'] = () => Response.json({ status: 'failed' })
      void show(`/social/github/second?code=c1&state=${stateOf(await goTwice())}`)
      await vi.waitFor(() => expect(paths()).toContain(`${second}/finish`))
      await show('/social/github/second')
      expect(calls.at(-1)).toMatchObject(ended('server_error'))
      expect(heading()).toBe('The login did not work')
      expect(left).toHaveLength(1)
    })

    test('behavior: two windows log in at once', async () => {
      const [one, other] = [await goTwice(), await goTwice({ tx: `tx_${'o'.repeat(22)}` })]
      const [nextOfOther, nextOfOne] = [await goOn(other), await goOn(one)]
      for (const [next, tx] of [
        [nextOfOne, ticket.tx],
        [nextOfOther, `tx_${'o'.repeat(22)}`],
      ] as const) {
        await show(`/social/github?code=c2&state=${stateOf(next)}`)
        expect(calls.at(-1)?.body).toEqual({ tx, params: { code: 'c2' } })
      }
    })
  })

  describe('with an opener', () => {
    /** A page with frames. `answer` is the frame's, which gets the challenge. */
    function openerOf(answer?: (challenge: string) => unknown) {
      const hellos: { target: string; challenge: string }[] = []
      const silent = { postMessage() {} }
      const frame = {
        postMessage({ type, challenge }: Record<string, string>, target: string, [port]: MessagePort[]) {
          expect(type).toBe('portico/social-hello')
          hellos.push({ target, challenge: `${challenge}` })
          if (answer) port?.postMessage(answer(`${challenge}`))
        },
      }
      return { hellos, opener: { length: 2, 0: silent, 1: frame } as unknown as SocialPage['opener'] }
    }

    test('behavior: the frame that answers the challenge decides; only our own origin gets the hello', async () => {
      const { hellos, opener } = openerOf((challenge) => ({ type: 'portico/social', challenge, ...ticket }))
      await show('/social?provider=google', { opener })
      expect(hellos).toEqual([{ target: site, challenge: expect.stringMatching(/^[\w-]{43}$/) }])
      expect(calls[0]?.body.ticket).toBe(ticket.ticket)
      expect(left).toHaveLength(1)
    })

    test.each([
      ['another challenge', () => ({ type: 'portico/social', challenge: 'x'.repeat(43), ...ticket })],
      [
        'a field too many',
        (challenge: string) => ({ type: 'portico/social', challenge, ...ticket, url: 'x' }),
      ],
      ['no ticket', (challenge: string) => ({ type: 'portico/social', challenge })],
      ['no answer', undefined],
    ])('error: %s: the page stays, asks for thirty seconds, and says where to go', async (_, answer) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
      const { hellos, opener } = openerOf(answer)
      const shown = show('/social?provider=google', { opener })
      await vi.advanceTimersByTimeAsync(29_900)
      expect(heading()).toBe('Log in with Google')
      expect(text()).not.toContain('Go back')
      await vi.advanceTimersByTimeAsync(200)
      await shown
      expect(hellos).toHaveLength(100)
      expect(new Set(hellos.map(({ target }) => target))).toEqual(new Set([site]))
      expect([calls, left]).toEqual([[], []])
      expect(text()).toContain('Go back to the page where you began.')
    })
  })
})
