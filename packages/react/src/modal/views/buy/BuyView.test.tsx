// @vitest-environment jsdom
import { connect } from '@portico/core'
import { ada, testKit } from '@portico/core/testing'
import type { OnrampStatus } from '@portico/protocol/gateway'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { installBrowserMethods } from '../../../testing/installBrowserMethods.ts'
import { createTheme } from '../../../theme.ts'
import { openRequested } from '../../openRequested.ts'
import { Card } from '../../parts/Card.tsx'
import { createRouter, currentView } from '../../router.ts'

installBrowserMethods()
// Generous, because a busy machine may take ten times as long as an idle one.
configure({ asyncUtilTimeout: 15_000 })

const stops: (() => void)[] = []
beforeAll(loadViewCopy)
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const session = {
  sessionId: 'f00d',
  serviceProvider: 'moonpay',
  hash: null as string | null,
  chainId: 'eip155:1',
  destinationCurrencyCode: 'ETH',
  destinationTokenAddress: null,
  destinationAmount: '0.015',
  sourceCurrencyCode: 'USD',
  sourceAmount: '50',
  createdAt: '2026-11-28T00:00:00.000Z',
  updatedAt: '2026-11-28T00:00:00.000Z',
  expiresAt: '2026-11-29T00:00:00.000Z',
}
const options = {
  paymentCurrencies: [
    { id: 'USD', limits: [{ id: 'card', min: '20', max: '500' }] },
    { id: 'EUR', limits: [] },
  ],
  purchaseCurrencies: [
    {
      id: 'USDC',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [{ name: 'base', displayName: 'Base', contractAddress: '0xusdc', chainId: 'eip155:8453' }],
    },
    {
      id: 'ETH',
      name: 'Ether',
      symbol: 'ETH',
      networks: [
        { name: 'ethereum', displayName: 'Ethereum', contractAddress: '', chainId: 'eip155:1' },
        { name: 'elsewhere', displayName: 'Elsewhere', contractAddress: '', chainId: 'eip155:999' },
      ],
    },
  ],
}
const quote = (serviceProvider: string, destinationAmount: number) => ({
  serviceProvider,
  sourceAmount: 50,
  sourceAmountWithoutFees: 48,
  sourceCurrencyCode: 'USD',
  countryCode: 'US',
  destinationAmount,
  destinationCurrencyCode: 'ETH',
  exchangeRate: 3200,
  networkFee: 0.5,
  transactionFee: 1.5,
  totalFee: 2,
  paymentMethodType: null,
})

/** What the gateway answers. */
let answers: {
  providers: object[]
  quotes: object[]
  widgetUrl: string
  status: OnrampStatus
  widgetProblem?: { status: number; code: string }
}
let asked: { path: string; query: URLSearchParams; body: Record<string, unknown> | undefined }[]
beforeEach(() => {
  asked = []
  answers = {
    providers: [
      { serviceProvider: 'moonpay', name: 'MoonPay', quotes: true },
      { serviceProvider: 'transak', name: 'Transak', quotes: true },
      { serviceProvider: 'meld', name: 'Meld', quotes: true },
      { serviceProvider: 'own', name: 'Corner shop', quotes: false },
    ],
    quotes: [
      quote('transak', 0.0151),
      quote('moonpay', 0.015),
      { ...quote('meld:BANXA', 0.014), name: 'Banxa' },
      quote('unknown', 9),
    ],
    widgetUrl: 'https://buy.moonpay.com/?x=1',
    status: 'opened',
  }
  vi.stubGlobal('fetch', async (url: URL, request: RequestInit) => {
    const { pathname: path, searchParams: query } = new URL(url)
    asked.push({ path, query, body: request.body ? JSON.parse(`${request.body}`) : undefined })
    if (path === '/v1/onramp/providers') return Response.json(answers.providers)
    if (path === '/v1/onramp/buy/options') return Response.json(options)
    if (path === '/v1/onramp/multi/quotes') return Response.json(answers.quotes)
    if (path.startsWith('/v1/onramp/sessions/')) return Response.json({ ...session, status: answers.status })
    const { widgetProblem } = answers
    if (path === '/v1/onramp/widget' && widgetProblem)
      return Response.json(
        { type: 'about:blank', title: '', ...widgetProblem },
        { status: widgetProblem.status },
      )
    if (path === '/v1/onramp/widget')
      return Response.json({ widgetUrl: answers.widgetUrl, sessionId: 'f00d' })
    return Response.json({ count: 0, data: [], balances: [], http: [], ws: [], next: null, features: [] })
  })
})

/** A window that the browser opens, or null if it blocks it. */
function stubWindow(isBlocked = false) {
  const location = { replace: vi.fn<(url: string) => void>() }
  const opened = { opener: {} as unknown, closed: false, location, close: vi.fn<() => void>() }
  vi.spyOn(window, 'open').mockReturnValue(isBlocked ? null : (opened as unknown as Window))
  return opened
}

async function open(view = 'OnRampProviders') {
  const { kit } = testKit({ gatewayUrl: 'https://gateway.test' })
  stops.push(() => kit.destroy())
  await connect(kit, { connectorId: 'dev.fake' })
  const scope = { kit, router: createRouter(), theme: createTheme({}) }
  await openRequested(scope, { view })
  await act(async () => {
    render(
      <KitContext value={scope}>
        <Card setLabel={() => {}} />
      </KitContext>,
    )
  })
  return { kit, router: scope.router, view: () => currentView(scope.router.store.getState()).name }
}

const type = async (amount: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: 'Amount' }), {
    target: { value: amount },
  })
/** Finds a text that may have values in elements of their own. */
const findStatus = (words: string | RegExp) =>
  waitFor(() => {
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent ?? '')
    expect(said.some((text) => (typeof words === 'string' ? text === words : words.test(text)))).toBe(true)
  })
const findOffer = (name: RegExp) => screen.findByRole('button', { name })

describe('BuyView', () => {
  test('behavior: lists the offers, the best first, then providers without a number', async () => {
    await open()
    await type('50')
    await findOffer(/^Transak/)
    const names = screen
      .getAllByRole('listitem')
      .map((item) => within(item).getByRole('button').textContent ?? '')
    expect(names.map((name) => /Transak|MoonPay|Banxa|Corner shop/.exec(name)?.[0])).toEqual([
      'Transak',
      'MoonPay',
      'Banxa',
      'Corner shop',
    ])
    expect(screen.getAllByTestId(/^onramp-provider-/).map(({ dataset }) => dataset.testid)[0]).toBe(
      'onramp-provider-transak',
    )
    expect(names[0]).toContain('Fees $2.00')
    expect(names[0]).toContain('0.0151 ETH')
    expect(names[3]).not.toMatch(/\d/)
    const body = asked.find(({ path }) => path.endsWith('/quotes'))?.body
    expect(body).toMatchObject({
      countryCode: 'US',
      sourceAmount: '50',
      sourceCurrencyCode: 'USD',
      walletAddress: ada,
      destinationCurrencyCode: 'ETH',
      destinationChainId: 'eip155:1',
    })
  })

  test('behavior: opens the window in the click, gives up its opener, and leads it to the provider', async () => {
    const { view } = await open()
    await type('50')
    const offer = await findOffer(/^MoonPay/)
    const opened = stubWindow()
    fireEvent.click(offer)
    expect(window.open).toHaveBeenCalledWith('about:blank', '_blank')
    expect(opened.opener).toBeNull()
    await waitFor(() => expect(opened.location.replace).toHaveBeenCalledWith('https://buy.moonpay.com/?x=1'))
    await waitFor(() => expect(view()).toBe('buy-progress'))
    expect(await screen.findByRole('heading', { name: 'Continue at MoonPay' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Open MoonPay' })).toBeNull()
  })

  test('behavior: a visitor who has left meanwhile stays where they are', async () => {
    const { router, view } = await open()
    await type('50')
    const offer = await findOffer(/^MoonPay/)
    const opened = stubWindow()
    fireEvent.click(offer)
    act(() => router.reset({ name: 'networks' }))
    await waitFor(() => expect(opened.location.replace).toHaveBeenCalledWith('https://buy.moonpay.com/?x=1'))
    await act(async () => {})
    expect(view()).toBe('networks')
  })

  test('behavior: a blocked window becomes a link', async () => {
    await open()
    await type('50')
    const offer = await findOffer(/^MoonPay/)
    stubWindow(true)
    fireEvent.click(offer)
    const link = await screen.findByRole('link', { name: 'Open MoonPay' })
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://buy.moonpay.com/?x=1',
      'noopener noreferrer',
    ])
  })

  test('error: a page of another host is not opened, and the window is closed', async () => {
    answers.widgetUrl = 'https://attacker.example/'
    const { view } = await open()
    await type('50')
    const offer = await findOffer(/^MoonPay/)
    const opened = stubWindow()
    fireEvent.click(offer)
    await waitFor(() => expect(opened.close).toHaveBeenCalled())
    expect(opened.location.replace).not.toHaveBeenCalled()
    expect(view()).toBe('buy')
    await findStatus(/could not be opened safely/)
  })

  test.each([
    ['onramp-country', /does not sell in this country/],
    ['onramp-limits', /does not sell this amount/],
    ['rate-limited', /Too many attempts/],
    ['something-new', /could not be opened\. Try again/],
  ])('error: %s is said in words', async (code, words) => {
    answers.widgetProblem = { status: 400, code }
    await open()
    await type('50')
    const offer = await findOffer(/^MoonPay/)
    stubWindow()
    fireEvent.click(offer)
    await findStatus(words)
  })

  test('behavior: an amount outside of the limits asks for no offers', async () => {
    await open()
    await type('19,99')
    await findStatus('The smallest purchase is $20.00.')
    await type('500,01')
    await findStatus('The largest purchase is $500.00.')
    await type('12x')
    await findStatus('Incorrect value')
    expect(asked.some(({ path }) => path.endsWith('/quotes'))).toBe(false)
  })

  test('behavior: another country asks its providers, and says if there are none', async () => {
    await open()
    const country = await screen.findByRole('combobox', { name: 'Country' })
    answers.providers = []
    fireEvent.change(country, { target: { value: 'BR' } })
    expect(await screen.findByText('Not available in your country')).toBeDefined()
    const countries = asked.filter(({ path }) => path === '/v1/onramp/providers')
    expect(countries.at(-1)?.query.get('countries')).toBe('BR')
  })

  test('behavior: another currency and another asset are chosen in lists of their own', async () => {
    const { view } = await open()
    fireEvent.click(await findOffer(/^Change currency, now USD/))
    fireEvent.click(await screen.findByRole('button', { name: /^Euro/ }))
    expect(await screen.findByRole('button', { name: 'Change currency, now EUR' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: /^ETH/ }))
    expect(view()).toBe('buy-token')
    const listed = await screen.findByRole('list', { name: 'Choose what to buy' })
    // The network that the application does not list is not offered.
    expect(within(listed).getAllByRole('listitem')).toHaveLength(2)
    fireEvent.click(within(listed).getByRole('button', { name: /^USDC/ }))
    expect(await screen.findByRole('button', { name: /^USDC/ })).toBeDefined()
  })
})

describe('BuyProgressView', () => {
  test.each<[OnrampStatus, string, string]>([
    ['working', 'MoonPay is working on it', 'waiting'],
    ['paid', 'MoonPay has sent ETH', 'waiting'],
    ['arrived', 'ETH has arrived', 'done'],
    ['failed', 'The purchase failed', 'failed'],
    ['expired', 'The purchase has expired', 'failed'],
  ])('behavior: %s is announced as "%s"', async (status, heading, shown) => {
    answers.status = status
    await open()
    await type('50')
    const offer = await findOffer(/^MoonPay/)
    stubWindow()
    fireEvent.click(offer)
    const title = await screen.findByRole('heading', { name: heading })
    expect(title.closest('[role=status]')).not.toBeNull()
    expect(title.closest('[data-status]')?.getAttribute('data-status')).toBe(shown)
  })

  test('behavior: purchases are listed, and lead to their progress', async () => {
    const { kit, view } = await open()
    await type('50')
    const offer = await findOffer(/^MoonPay/)
    stubWindow()
    fireEvent.click(offer)
    await screen.findByRole('heading', { name: 'Continue at MoonPay' })
    cleanup()
    const scope = { kit, router: createRouter(), theme: createTheme({}) }
    await openRequested(scope, { view: 'OnRampActivity' })
    await act(async () => {
      render(
        <KitContext value={scope}>
          <Card setLabel={() => {}} />
        </KitContext>,
      )
    })
    fireEvent.click(await screen.findByRole('button', { name: /^ETH · \$50\.00/ }))
    expect(await screen.findByRole('heading', { name: 'Continue at MoonPay' })).toBeDefined()
    expect(view).toBeDefined()
  })
})
