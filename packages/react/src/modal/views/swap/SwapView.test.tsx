// @vitest-environment jsdom
import { connect, type NamespaceSwaps, type SwapPlan, truncateAddress } from '@portico/core'
import { ada, fakeNamespace, fakeWallet, testKit } from '@portico/core/testing'
import { RpcError } from '@portico/protocol'
import type { ConvertQuote } from '@portico/protocol/gateway'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { installBrowserMethods } from '../../../testing/installBrowserMethods.ts'
import { createTheme } from '../../../theme.ts'
import { openRequested } from '../../openRequested.ts'
import { Card } from '../../parts/Card.tsx'
import { createRouter, currentView } from '../../router.ts'

installBrowserMethods()
// The code that is loaded on use can take longer than a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const dusd = '0x1111111111111111111111111111111111111111'
const odd = '0x9999999999999999999999999999999999999999'
const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const tokens = [
  { name: 'Ether', symbol: 'ETH', address: `eip155:1:${coin}`, decimals: 18, listed: true },
  { name: 'Dev USD', symbol: 'DUSD', address: `eip155:1:${dusd}`, decimals: 6, listed: true },
]

/** What gateway, network and wallet say; tests change it. */
let world: {
  chains: string[]
  out: number
  impact: number | null
  /** In wei. */
  balance: bigint
  quotes: boolean
  plan: Partial<SwapPlan>
  fails: unknown
}
const asked: string[] = []
const stops: (() => void)[] = []

const swaps: NamespaceSwaps = {
  async prepare({ order }) {
    const isLess = BigInt(world.out) * 1_000_000n < order.minimum
    const plan = { order, steps: ['swap'] as const, isAtomic: false, fee: 10n ** 15n, notes: [], request: {} }
    return {
      ...plan,
      refusal: isLess ? 'below-minimum' : undefined,
      receives: BigInt(world.out) * 1_000_000n,
      ...world.plan,
    }
  },
  async perform({ step }) {
    asked.push(step)
    if (world.fails) throw world.fails
    return { sent: { hash: '0xswap', from: ada } }
  },
  takeBack: () => Promise.reject(new Error('Nothing is allowed.')),
}

function answer(url: URL): unknown {
  const { pathname, searchParams } = url
  if (pathname.endsWith('/supported-chains')) return { http: [], ws: [], swap: world.chains }
  if (pathname.endsWith('/convert/tokens')) {
    const isOdd = searchParams.get('address') === `eip155:1:${odd}`
    return {
      tokens: isOdd
        ? [{ name: 'Odd', symbol: 'ODD', address: `eip155:1:${odd}`, decimals: 18, listed: false }]
        : tokens,
    }
  }
  if (pathname.endsWith('/convert/gas-price')) return { standard: '1000000000', fast: '1', instant: '1' }
  if (!pathname.endsWith('/convert/quotes')) return { balances: [] }
  const quote: ConvertQuote = {
    provider: 'onchain',
    fromAmount: searchParams.get('amount') ?? '',
    fromAccount: searchParams.get('from') ?? '',
    toAmount: `${world.out * 1_000_000}`,
    toAccount: searchParams.get('to') ?? '',
    minAmount: '1',
    priceImpact: world.impact,
    gas: '150000',
    spender: null,
    expiresAt: new Date().toISOString(),
  }
  return { quotes: world.quotes ? [quote] : [] }
}

beforeAll(async () => {
  await loadViewCopy()
  await import('./steps.ts')
})
beforeEach(() => {
  world = {
    chains: ['eip155:1'],
    out: 3000,
    impact: 0.1,
    balance: 5n * 10n ** 18n,
    quotes: true,
    plan: {},
    fails: undefined,
  }
  asked.length = 0
  vi.stubGlobal('fetch', async (url: URL) => Response.json(answer(new URL(url))))
})
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

async function open(view = 'Swap', given?: object) {
  const { namespace } = fakeNamespace([fakeWallet()], {
    getBalance: async () => world.balance,
  })
  const transfers = async () => ({ waitForOutcome: async () => 'confirmed' }) as never
  const adapter = { namespace: { ...namespace, swaps: async () => swaps, transfers } }
  const { kit } = testKit({ adapters: [adapter], gatewayUrl: 'https://gateway.test' })
  stops.push(() => kit.destroy())
  await connect(kit, { connectorId: 'dev.fake' })
  const scope = { kit, router: createRouter(), theme: createTheme({}) }
  const events: { event: string; properties?: unknown }[] = []
  kit.events.on((event) => {
    if (event.type === 'track') events.push({ event: event.track.event, properties: event.track.properties })
  })
  await openRequested(scope, { view, arguments: given })
  await act(async () => {
    render(
      <KitContext value={scope}>
        <Card setLabel={() => {}} />
      </KitContext>,
    )
  })
  return { kit, events, view: () => currentView(scope.router.store.getState()).name }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => fireEvent.click(await button(name))
/** Both the field and the button below have this name. */
const pressSelect = async () =>
  fireEvent.click((await screen.findAllByRole('button', { name: 'Select token' })).at(-1) as HTMLElement)
const pay = async (amount: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: 'You pay' }), { target: { value: amount } })
/** Chooses DUSD as the token that is bought, and an amount of ETH. */
async function fill(amount = '1') {
  await button(/^Change token, now ETH/)
  await pressSelect()
  await press(/^Dev USD/)
  await pay(amount)
}

describe('SwapView', () => {
  test('behavior: the button says what is missing, and then shows the offer', async () => {
    await open()
    await button(/^Change token, now ETH/)
    await pressSelect()
    expect(await screen.findByRole('heading', { name: 'Select Token' })).toBeDefined()
    expect(screen.getByTestId('swap-select-token-item-DUSD')).toBeDefined()
    await press(/^Dev USD/)
    await button('Add amount')
    await pay('1.2.3')
    await button('Incorrect value')
    await pay('5.5')
    await button('Insufficient balance')
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'Insufficient balance',
    )
    expect(screen.getByTestId('wallet-features-fund-wallet-button').textContent).toContain('Fund wallet')
    await pay('5')
    await button('Not enough ETH for the fee')
    await pay('1,5')
    await button('Review swap')
    for (const id of ['swap-input-sourceToken', 'swap-input-toToken'])
      expect(screen.getByTestId(id).tagName).toBe('INPUT')
    expect(screen.getByTestId('swap-action-button').textContent).toBe('Review swap')
    expect((screen.getByRole('textbox', { name: 'You get' }) as HTMLInputElement).value).toBe('3,000')
    expect(screen.getByText('1 ETH = 2,000 DUSD')).toBeDefined()
  })

  test('behavior: the coin that the application asks to buy is not paid with', async () => {
    await open('Swap', { toToken: 'ETH' })
    await waitFor(() =>
      expect(screen.getByTestId('swap-select-token-button-toToken').textContent).toContain('ETH'),
    )
    expect(screen.getByTestId('swap-select-token-button-sourceToken').textContent).toContain('Select token')
  })

  test('behavior: with less than the amount, all ways to get more are offered', async () => {
    const { view } = await open()
    await fill('5.5')
    fireEvent.click(await screen.findByTestId('wallet-features-fund-wallet-button'))
    expect(view()).toBe('fund')
  })

  test('behavior: without an offer it says so', async () => {
    world.quotes = false
    await open()
    await fill()
    await button('No route found')
  })

  test('behavior: a network without swaps lists those that have them', async () => {
    world.chains = ['eip155:8453']
    await open()
    expect(await screen.findByText('No swaps on this network')).toBeDefined()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Base'])
  })

  test.each([
    [0.5, undefined],
    [2, 'Your swap moves the price by 2 %.'],
    [5, 'You lose 5 % because your swap moves the price.'],
    [null, 'No price to compare with'],
  ])('behavior: a price impact of %s', async (impact, text) => {
    world.impact = impact
    await open()
    await fill()
    await button('Review swap')
    const warnings = [...document.querySelectorAll('.warning')].map(({ textContent }) => textContent)
    expect(warnings).toEqual(text === undefined ? [] : [text])
    expect(document.body.textContent).not.toContain('NaN')
  })

  test('behavior: a pasted address finds a token that is not listed, with a warning', async () => {
    await open()
    await button(/^Change token, now ETH/)
    await pressSelect()
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search tokens' }), {
      target: { value: odd },
    })
    await press(/^Odd/)
    expect(await screen.findByText(/is not on the list/)).toBeDefined()
    await button(/^Change token, now ODD/)
  })

  test('behavior: a slippage of the visitor’s own; a high one warns, a wrong one is not used', async () => {
    const { kit } = await open()
    await button(/^Change token, now ETH/)
    const own = screen.getByRole('textbox', { name: 'Own slippage, in percent', hidden: true })
    fireEvent.change(own, { target: { value: '6,5' } })
    expect(kit.store.getState().money?.swapDraft?.slippage).toBe(650)
    expect(screen.getByText('You could get much less than shown.')).toBeDefined()
    fireEvent.change(own, { target: { value: '99' } })
    expect(kit.store.getState().money?.swapDraft?.slippage).toBe(100)
    expect(own.getAttribute('aria-invalid')).toBe('true')
  })
})

describe('events', () => {
  test('behavior: tell the steps of a swap, without addresses and amounts', async () => {
    const { events } = await open('Account')
    await press('Swap')
    await fill('0.7')
    await press('Review swap')
    await screen.findByTestId('details-least')
    await press('Swap')
    await screen.findByText('Swapped')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Swap Progress')
    const own = events.filter(({ event }) => /SWAP|CONVERT/.test(event))
    expect(own.map(({ event }) => event)).toEqual([
      ...['CLICK_CONVERT', 'OPEN_SWAP', 'CLICK_SELECT_TOKEN_TO_SWAP'],
      ...['INITIATE_SWAP', 'SWAP_SUCCESS'],
    ])
    expect(JSON.stringify(own)).not.toMatch(/0x|0\.7|7000/)
  })
})

describe('SwapPreviewView', () => {
  const review = async () => {
    const opened = await open()
    await fill()
    await press('Review swap')
    await screen.findByTestId('details-least')
    return opened
  }
  const detail = (id: string) => screen.getByTestId(`details-${id}`).textContent

  test('behavior: shows what is paid and received, and swaps', async () => {
    await review()
    expect(detail('pay')).toBe('You pay1 ETH')
    expect(detail('get')).toBe('You get3,000 DUSD')
    expect(detail('token')).toBe(`DUSD${truncateAddress(dusd)}`)
    expect(detail('least')).toBe('At least2,970 DUSD')
    expect(detail('signatures')).toBe('Signatures1')
    await press('Swap')
    expect(await screen.findByText('Swapped')).toBeDefined()
    expect(asked).toEqual(['swap'])
  })

  test('behavior: nothing is signed when the price is worse at the press; the new one can be accepted', async () => {
    await review()
    world.out = 2000
    await press('Swap')
    await button('Accept new price')
    expect(detail('least')).toBe('At least1,980 DUSD')
    expect(asked).toEqual([])
    await press('Accept new price')
    expect(await screen.findByText('Swapped')).toBeDefined()
  })

  test('behavior: a new price that moves much has to be ticked or held like the first one', async () => {
    await review()
    world.out = 2000
    world.impact = 5
    await press('Swap')
    await press('Accept new price')
    expect(asked).toEqual([])
    fireEvent.click(screen.getByRole('checkbox', { name: 'I accept the loss' }))
    await press('Accept new price')
    expect(await screen.findByText('Swapped')).toBeDefined()
    cleanup()
    asked.length = 0
    world.impact = 0.1
    await review()
    world.out = 1000
    world.impact = 12
    await press('Swap')
    await button('Hold to swap')
    expect(screen.queryByRole('button', { name: 'Accept new price' })).toBeNull()
    expect(asked).toEqual([])
  })

  test('behavior: a refusal in the wallet is no error, and can be repeated', async () => {
    world.fails = new RpcError({ rpcCode: 4001 })
    await review()
    await press('Swap')
    expect(await screen.findByText('Not swapped')).toBeDefined()
    world.fails = undefined
    await press('Try again')
    expect(await screen.findByText('Swapped')).toBeDefined()
  })

  test('behavior: an unknown outcome offers no second try', async () => {
    world.fails = new RpcError({ rpcCode: -32603 })
    await review()
    await press('Swap')
    expect(await screen.findByText('Not known yet')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Swap|Try again/ })).toBeNull()
    await button('Done')
  })

  test('behavior: a high price impact has to be ticked, a very high one held', async () => {
    world.impact = 5
    await review()
    await press('Swap')
    expect(asked).toEqual([])
    fireEvent.click(screen.getByRole('checkbox', { name: 'I accept the loss' }))
    await press('Swap')
    await waitFor(() => expect(asked).toEqual(['swap']))
    cleanup()
    asked.length = 0
    world.impact = 12
    await review()
    const hold = await button('Hold to swap')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      fireEvent.pointerDown(hold)
      vi.advanceTimersByTime(1900)
      fireEvent.pointerUp(hold)
      vi.advanceTimersByTime(1000)
      expect(asked).toEqual([])
      fireEvent.pointerDown(hold, { button: 2 })
      act(() => vi.advanceTimersByTime(3000))
      fireEvent.pointerUp(hold, { button: 2 })
      expect(screen.queryByRole('button', { name: 'Hold to swap' })).not.toBeNull()
      fireEvent.keyDown(hold, { key: ' ' })
      act(() => vi.advanceTimersByTime(2000))
    } finally {
      vi.useRealTimers()
    }
    await waitFor(() => expect(asked).toEqual(['swap']))
  })

  test.each<[Partial<SwapPlan>, RegExp]>([
    [{ refusal: 'unverified' }, /not what you asked for/],
    [{ refusal: 'no-fee' }, /enough ETH for the fee/],
  ])('error: %o has no button to swap', async (plan, text) => {
    world.plan = plan
    await review()
    expect(
      screen
        .getAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(),
    ).toMatch(text)
    expect(screen.queryByRole('button', { name: 'Swap' })).toBeNull()
  })

  test('behavior: says that a token cannot be sold again', async () => {
    world.plan = { notes: ['one-way'] }
    await review()
    expect(screen.getByText(/cannot be sold again/)).toBeDefined()
  })
})
