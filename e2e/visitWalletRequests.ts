import type { Frame, Page } from '@playwright/test'
import { callSolana } from './callSolana.ts'
import { sendEther } from './sendEther.ts'
import type { Stack } from './stack.ts'
import { expect, type Mailbox, type Visitor } from './testWithWallet.ts'
import { type WalletRequest, walletRequests } from './walletRequests.ts'

/** Checks a view in a frame or window of the wallet, and the page that contains it. */
export type CheckWalletView = (
  view: string,
  shown: { page: Page; frame: Page | Frame; heading?: string | undefined },
) => Promise<void>

/** Logs in once, then makes each request in each language and checks it, in the wallet window too if that is where it is approved. */
export async function visitWalletRequests({
  visitor: { page, demo, logIn },
  mailbox,
  stack,
  tags,
  check,
}: {
  visitor: Visitor
  mailbox: Mailbox
  stack: Stack
  tags: readonly string[]
  check(tag: string): CheckWalletView
}): Promise<void> {
  const options = { networks: ['local-one', 'local-solana'], relay: false, signIn: 'off' }
  await demo.open({ options, wallets: 'none' })
  const account = (await logIn(mailbox.address())) as `0x${string}`
  await expect(demo.dialog).toBeHidden()
  await sendEther(stack, account, 1)
  const solanaAccount = await page.evaluate(
    () =>
      (
        window as unknown as { appKit: { getAccount(namespace: string): { address: string } } }
      ).appKit.getAccount('solana').address,
  )
  await callSolana(stack, 'requestAirdrop', [solanaAccount, 2_000_000_000])

  for (const tag of tags) {
    await demo.open({ options: { ...options, language: tag }, wallets: 'none' })
    await expect(demo.output('Status')).toHaveText('connected')
    const { value } = (await callSolana(stack, 'getLatestBlockhash', [])) as { value: { blockhash: string } }
    const requests = walletRequests({
      account,
      host: new URL(stack.url).host,
      solana: { account: solanaAccount, blockhash: value.blockhash },
    })
    for (const [index, request] of requests.entries()) {
      await send(page, request)
      await expect(demo.dialog).toBeVisible()
      const frame = findFrame(page, stack)
      await expect(
        page.frameLocator('#w3m-iframe').locator('.request .buttons > button').nth(1),
      ).toBeVisible()
      const name = `${request.name}, in the frame`
      await check(tag)(name, { page, frame, heading: request.heading })
      if (index >= requests.length - 3) {
        const [opened] = await Promise.all([
          page.context().waitForEvent('page'),
          // Not a click: the frame may still be moving from one size to the other.
          page.frameLocator('#w3m-iframe').locator('.buttons > button').nth(1).press('Enter'),
        ])
        await expect(opened.locator('.window .buttons > button').first()).toBeVisible()
        await check(tag)(`${request.name}, in the window`, {
          ...{ page: opened, frame: opened, heading: request.heading },
        })
        await Promise.all([
          opened.waitForEvent('close'),
          opened.locator('.window .buttons > button').first().click(),
        ])
      } else await page.keyboard.press('Escape')
      await expect(demo.dialog).toBeHidden()
      await page.waitForFunction(() => (window as unknown as { isAnswered: boolean }).isAnswered)
    }
    await forgetPrompts(findFrame(page, stack))
  }
}

export function findFrame(page: Page, { walletUrl }: Stack): Frame {
  const frame = page.frames().find((each) => each.url().startsWith(walletUrl))
  if (!frame) throw new Error('The wallet’s frame is not in the page.')
  return frame
}

/** Sends a request, and leaves its answer in `isAnswered`. */
function send(page: Page, { namespace, method, params }: WalletRequest): Promise<void> {
  return page.evaluate(
    (sent) => {
      type Provider = Record<string, (value: unknown) => Promise<unknown>>
      const state = window as unknown as {
        isAnswered: boolean
        appKit: { getProvider(namespace: string): Provider }
      }
      state.isAnswered = false
      const provider = state.appKit.getProvider(sent.namespace)
      const answer =
        sent.namespace === 'solana'
          ? provider[sent.method]?.(Uint8Array.from(sent.params as number[]))
          : provider.request?.({ method: sent.method, params: sent.params })
      answer
        ?.catch(() => {})
        .finally(() => {
          state.isAnswered = true
        })
    },
    { namespace: namespace ?? 'eip155', method, params },
  )
}

/** Forgets how many requests the page has sent: the wallet takes ten in a minute. It reads that when a page starts. */
function forgetPrompts(frame: Frame): Promise<void> {
  return frame.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('wallet', 1)
        opening.onerror = reject
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('parts', 'readwrite')
          const parts = transaction.objectStore('parts')
          const reading = parts.getAllKeys()
          reading.onsuccess = () => {
            for (const key of reading.result) if (`${key}`.startsWith('memory:limits ')) parts.delete(key)
          }
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
          transaction.onabort = reject
        }
      }),
  )
}
