// @vitest-environment jsdom

import { updateSettings } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { KitContext, type KitScope } from '../../kit/KitContext.ts'
import { mainnet } from '../../networks.ts'
import { createTheme } from '../../theme.ts'
import { createRouter } from '../router.ts'
import { Picture } from './Picture.tsx'

const image = 'https://images.test/a.png'
const stops: (() => void)[] = []
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
})

function draw(src: string, options: Parameters<typeof testKit>[0] = {}) {
  const { kit } = testKit({ gatewayUrl: 'https://gateway.test', ...options })
  stops.push(() => kit.destroy())
  const scope: KitScope = { kit, router: createRouter(), theme: createTheme({}) }
  const { container } = render(
    <KitContext value={scope}>
      <Picture src={src} name="Ada" />
    </KitContext>,
  )
  return { kit, shown: () => container.querySelector('img') }
}

describe('Picture', () => {
  test.each<[string, Parameters<typeof testKit>[0]]>([
    ['chainImages', { chainImages: { 1: image } }],
    ['connectorImages', { connectorImages: { 'dev.fake': image } }],
    ['customWallets', { customWallets: [{ id: 'mine', name: 'Mine', image_url: image }] }],
    ['tokens', { tokens: { 'eip155:1': { address: '0x00', image } } }],
    ['the assets of a network', { networks: [{ ...mainnet, assets: { imageUrl: image } }] }],
    ['metadata.icons', { metadata: { icons: [image] } }],
  ])('behavior: an image on another host is drawn if it is set in %s, without a referrer', (_, options) => {
    const { shown } = draw(image, options)
    expect(shown()?.src).toBe(image)
    expect(shown()?.getAttribute('referrerpolicy')).toBe('no-referrer')
  })

  test.each([
    ['https://images.test/b.png'],
    ['https://images.test.evil.test/a.png'],
    ['//images.test/b.png'],
    ['javascript:alert(1)'],
  ])('behavior: %s, which a wallet or a list could set, is not drawn', (src) => {
    expect(draw(src, { chainImages: { 1: image } }).shown()).toBeNull()
  })

  test('behavior: images of the page and of the gateway, and data URLs are drawn', () => {
    for (const src of ['/a.png', 'https://gateway.test/a.png', 'data:image/png;base64,AA'])
      expect(draw(src).shown()).not.toBeNull()
  })

  test('behavior: an image that the application sets later is drawn', () => {
    const { kit } = draw(image)
    updateSettings(kit, { chainImages: { 1: image } })
    const scope: KitScope = { kit, router: createRouter(), theme: createTheme({}) }
    const { container } = render(
      <KitContext value={scope}>
        <Picture src={image} name="Ada" />
      </KitContext>,
    )
    expect(container.querySelector('img')).not.toBeNull()
  })
})
