// @vitest-environment jsdom
import { connect } from '@portico/core'
import { ada, testKit } from '@portico/core/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { defineChain, mainnet } from '../../../networks.ts'
import { createTheme } from '../../../theme.ts'
import { createRouter } from '../../router.ts'
import { AccountView } from './AccountView.tsx'

const stops: (() => void)[] = []
beforeAll(loadViewCopy)
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ count: 0, data: [] }))
})
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

async function show(blockExplorers: { default: { name: string; url: string } } | undefined) {
  const { kit } = testKit({ networks: [defineChain({ ...mainnet, blockExplorers })] })
  stops.push(() => kit.destroy())
  await connect(kit, { connectorId: 'dev.fake' })
  render(
    <KitContext value={{ kit, router: createRouter(), theme: createTheme({}) }}>
      <AccountView />
    </KitContext>,
  )
  return screen.queryByRole('link')
}

describe('AccountView', () => {
  test('behavior: links to the account at the block explorer of the network', async () => {
    const link = await show({ default: { name: 'Etherscan', url: 'https://etherscan.io' } })
    expect(link?.textContent).toBe('Explorer')
    expect(link?.getAttribute('href')).toBe(`https://etherscan.io/address/${ada}`)
    // The explorer learns neither the page nor can it reach its window.
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer')
    expect(link?.getAttribute('target')).toBe('_blank')
    expect(link?.getAttribute('title')).toBe('Etherscan')
  })

  test.each([
    ['no block explorer', undefined],
    ['an explorer that is not a web page', { default: { name: 'Bad', url: 'javascript:alert(1)' } }],
  ])('behavior: %s, no link', async (_, blockExplorers) => {
    expect(await show(blockExplorers)).toBeNull()
  })
})
