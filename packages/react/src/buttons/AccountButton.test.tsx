// @vitest-environment jsdom
import { connect } from '@portico/core'
import { memoryStorage, testKit } from '@portico/core/testing'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createInstance } from '../appKit.ts'
import { setDefaultAppKit } from '../defaultKit.ts'
import { createRouter } from '../modal/router.ts'
import { createTheme } from '../theme.ts'
import { AccountButton } from './AccountButton.tsx'

const stops: (() => void)[] = []
afterEach(() => {
  cleanup()
  setDefaultAppKit(undefined)
  for (const stop of stops.splice(0)) stop()
  warnings.length = 0
  vi.unstubAllGlobals()
})

const usd = {
  name: 'Dev USD',
  symbol: 'DUSD',
  chainId: 'eip155:1',
  address: 'eip155:1:0xabcd',
  price: 0,
  quantity: { decimals: '6', numeric: '5' },
  iconUrl: '/public/getTokenImage/a.png',
}

const warnings: string[] = []

/** Shows the button with a cached portfolio. */
async function show(image: string | undefined, gatewayUrl: string | undefined) {
  vi.stubGlobal('fetch', async () => Response.json({ balances: [usd] }))
  const storage = memoryStorage()
  const { kit, wallet } = testKit({
    storage,
    gatewayUrl,
    tokens: { 'eip155:1': { address: '0xabcd', image } },
  })
  stops.push(() => kit.destroy())
  kit.logger.warn = (...values) => warnings.push(values.join(' '))
  setDefaultAppKit(createInstance({ kit, router: createRouter(), theme: createTheme({}) }))
  await connect(kit, { connectorId: wallet.id })
  const { container } = render(<AccountButton />)
  const root = () => container.querySelector('span')?.shadowRoot
  await waitFor(() => expect(root()?.textContent).toContain('5 DUSD'))
  return [...(root()?.querySelectorAll<HTMLImageElement>('img.token') ?? [])].map(({ src }) => src)
}

describe('AccountButton', () => {
  const gateway = 'https://gateway.example'
  test.each([
    ['a path of the page', '/usd.png', [`${location.origin}/usd.png`]],
    ['an image on the gateway', `${gateway}/usd.png`, [`${gateway}/usd.png`]],
    ['a data URL', 'data:image/png;base64,AA==', ['data:image/png;base64,AA==']],
    ['an image on another host', 'https://other.example/usd.png', []],
    ['no image', undefined, []],
  ])('param: `tokens` with %s', async (_, image, expected) => {
    expect(await show(image, gateway)).toEqual(expected)
  })

  test('behavior: warns of an image that is not drawn', async () => {
    await show('https://other.example/usd.png', gateway)
    expect(warnings).toEqual([
      'The account button draws no image from another host. https://other.example/usd.png',
    ])
    cleanup()
    warnings.length = 0
    await show('/usd.png', gateway)
    expect(warnings).toEqual([])
  })
})
