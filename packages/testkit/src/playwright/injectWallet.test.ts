import type { Browser, Page } from '@playwright/test'
import { type Hex, stringToHex, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chromiumPath, openBrowser } from '../../test/openBrowser.ts'
import { servePage } from '../../test/servePage.ts'
import { createEvmWallet } from '../evm/createEvmWallet.ts'
import type { ProviderRpcError } from '../ProviderRpcError.ts'
import { injectWallet } from './injectWallet.ts'

const missing = !chromiumPath && !process.env.CI

describe.skipIf(missing)(`injectWallet${missing ? ' (skipped: no Chromium on this machine)' : ''}`, () => {
  let site: Awaited<ReturnType<typeof servePage>>
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    site = await servePage({
      html: '<script type="module" src="/page.js"></script>',
      script: new URL('../../test/dappPage.ts', import.meta.url).pathname,
    })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    site?.stop()
  })
  beforeEach(async () => {
    page = await (await browser.newContext()).newPage()
  })
  afterEach(() => page.context().close())

  async function createPage() {
    const wallet = createEvmWallet({ chains: [{ chainId: 31337 }, { chainId: 31338 }] })
    await injectWallet({ page, wallet, legacy: true })
    await page.goto(site.url)
    return wallet
  }

  test('behavior: the page finds the wallet, also after a reload, and gets valid signatures', async () => {
    const wallet = await createPage()
    for (const visit of ['first', 'reload']) {
      if (visit === 'reload') await page.reload()
      const infos = await page.evaluate(() => window.dapp.details.map(({ info }) => info))
      expect(infos).toEqual([wallet.info, wallet.info])
      expect(await page.evaluate(() => window.dapp.provider === window.ethereum)).toBe(true)
      const signature = await page.evaluate(async (message) => {
        const { request } = window.dapp.provider
        const [account] = (await request({ method: 'eth_requestAccounts' })) as string[]
        return request({ method: 'personal_sign', params: [message, account] })
      }, stringToHex('hello'))
      const [address] = wallet.accounts
      if (!address) throw new Error('no account')
      expect(await verifyMessage({ address, message: 'hello', signature: signature as Hex })).toBe(true)
    }
    expect(wallet.requests.map(({ method }) => method)).toEqual([
      'eth_requestAccounts',
      'personal_sign',
      'eth_requestAccounts',
      'personal_sign',
    ])
  })

  test('behavior: the test decides requests and changes the wallet', async () => {
    const wallet = await createPage()
    wallet.setPolicy('ask')
    await page.evaluate(() => window.dapp.listen())
    const accounts = page.evaluate(() => window.dapp.provider.request({ method: 'eth_requestAccounts' }))
    const request = await wallet.waitForRequest({ method: 'eth_requestAccounts' })
    request.approve()
    expect(await accounts).toEqual(wallet.accounts)
    wallet.switchChain(31338)
    wallet.disconnect()
    wallet.remove()
    await page.waitForFunction(() => window.dapp.events.length === 4)
    expect(await page.evaluate(() => window.dapp.events)).toEqual([
      ['accountsChanged', wallet.accounts],
      ['chainChanged', '0x7a6a'],
      ['accountsChanged', []],
      ['disconnect', 4900],
    ])
  })

  test('error: errors reach the page with code and message', async () => {
    const wallet = await createPage()
    wallet.setPolicy('reject')
    const error = await page.evaluate(() =>
      window.dapp.provider.request({ method: 'eth_requestAccounts' }).catch((thrown: unknown) => {
        const { name, code, message } = thrown as ProviderRpcError
        return { isError: thrown instanceof Error, name, code, message }
      }),
    )
    expect(error).toEqual({
      isError: true,
      name: 'ProviderRpcError',
      code: 4001,
      message: 'User rejected the request.',
    })
  })
})
