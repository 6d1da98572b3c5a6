import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { afterAll, describe, expect, test } from 'vitest'
import { chromiumPath, openBrowser } from '../../test/openBrowser.ts'
import { servePage } from '../../test/servePage.ts'

const solanaAccount = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const isSkipped = !chromiumPath && !process.env.CI
const reason = isSkipped ? ' (skipped: no Chromium)' : ''
const cleanups: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanUp of cleanups.reverse()) await cleanUp()
})

describe('createMultiChainWallet', () => {
  test.skipIf(isSkipped)(
    `behavior: announces itself and signs in a browser, under a strict Content Security Policy${reason}`,
    async () => {
      const script = new URL('../../test/polyglotPage.ts', import.meta.url).pathname
      const served = await servePage({ html: '<script type="module" src="/page.js"></script>', script })
      cleanups.push(() => served.stop())
      const browser = await openBrowser()
      cleanups.push(() => browser.close())
      const page = await browser.newPage()
      const errors: unknown[] = []
      page.on('pageerror', (error) => errors.push(error))
      await page.goto(served.url)
      await page.waitForFunction(() => 'signAll' in window)
      const { names, addresses, signatures } = await page.evaluate(() => window.signAll())
      expect(names).toEqual(['Polyglot', 'Polyglot'])
      expect(addresses).toContain(solanaAccount)
      const [solana = '', bitcoin = ''] = signatures.map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')))
      const message = new TextEncoder().encode('hello')
      expect(ed25519.verify(solana as Uint8Array, message, base58.decode(solanaAccount))).toBe(true)
      expect(bitcoin.length).toBeGreaterThan(60)
      expect(errors).toEqual([])
    },
  )
})
