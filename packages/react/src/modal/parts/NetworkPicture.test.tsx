// @vitest-environment jsdom
import { defineChain, type Network } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadViewCopy } from '../../copy.ts'
import { viewIcons } from '../../icons/viewIcons.ts'
import { KitContext } from '../../kit/KitContext.ts'
import { base } from '../../networks.ts'
import { createTheme } from '../../theme.ts'
import { createRouter } from '../router.ts'
import { NetworkPicture } from './NetworkPicture.tsx'

const gatewayUrl = 'https://gateway.test'
const at = (url: string) => ({
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  rpcUrls: { default: { http: [url] } },
})
const local = {
  eip155: defineChain({ id: 31337, name: 'Local', ...at('http://127.0.0.1:8545') }),
  solana: defineChain({
    ...{ id: 'localnet', name: 'Local', chainNamespace: 'solana', caipNetworkId: 'solana:localnet' },
    ...at('http://localhost:8899'),
  }),
  bip122: defineChain({
    ...{ id: 'regtest', name: 'Local', chainNamespace: 'bip122', caipNetworkId: 'bip122:regtest' },
    ...at('http://[::1]:18443'),
  }),
}

beforeAll(loadViewCopy)
afterEach(cleanup)

function draw(network: Network, chainImages: Record<string, string> = {}) {
  const { kit } = testKit({ gatewayUrl, chainImages })
  const { container } = render(
    <KitContext value={{ kit, router: createRouter(), theme: createTheme({}) }}>
      <NetworkPicture network={network} />
    </KitContext>,
  )
  kit.destroy()
  return {
    image: container.querySelector('img')?.getAttribute('src'),
    path: container.querySelector('path')?.getAttribute('d'),
  }
}

describe('NetworkPicture', () => {
  test('behavior: a public network has the image of the gateway', () => {
    expect(draw(base)).toEqual({ image: `${gatewayUrl}/public/getAssetImage/eip155:8453`, path: undefined })
  })

  test.each(['eip155', 'solana', 'bip122'] as const)(
    'behavior: a local network of %s has the icon of its namespace, and no image is requested',
    (namespace) => {
      expect(draw(local[namespace])).toEqual({ image: undefined, path: viewIcons[namespace] })
    },
  )

  test('param: an image of chainImages goes first', () => {
    const image = 'data:image/png;base64,AA=='
    expect(draw(local.eip155, { 31337: image })).toEqual({ image, path: undefined })
  })
})
