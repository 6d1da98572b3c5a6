import type { Page } from '@playwright/test'
import { connectStranger } from './connectStranger.ts'
import { pay } from './pay.ts'
import type { Stack } from './stack.ts'
import { type Demo, expect, test } from './test.ts'

/** What is told has to come over the chain, the gateway and the stream. */
const soon = { timeout: 30_000 }

/** The live streams of a page, in the order they were opened, and which are still open. */
function watchStreams(page: Page) {
  const opened: string[] = []
  const open = new Set<unknown>()
  page.on('request', (request) => {
    if (!request.url().includes('/v1/stream')) return
    opened.push(request.url())
    open.add(request)
  })
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfailed', (request) => open.delete(request))
  return { opened, open }
}

async function openAccount({ page, demo }: { page: Page; demo: Demo }) {
  await page.getByTestId('account-button').first().click()
  const account = demo.view('Account')
  await expect(account.getByText('Ether', { exact: true })).toBeVisible()
  return account
}

test.describe('live', () => {
  test('behavior: coins that arrive are in tokens, total, activity and on the button, with nothing touched', async ({
    page,
    demo,
    stack,
  }) => {
    const streams = watchStreams(page)
    const wallet = await connectStranger({ page, demo, stack, options: {} })
    const address = wallet.accounts[0] as string
    const button = page.getByTestId('account-button').first()
    const account = await openAccount({ page, demo })
    const held = (ether: RegExp) => account.getByRole('tabpanel').getByText(ether)
    const total = account.getByRole('paragraph').filter({ hasText: 'Total value' })
    await expect(held(/^0 ETH$/)).toBeVisible()
    await expect(total).toContainText('$0.00')
    await expect.poll(() => streams.open.size, soon).toBe(1)

    await pay(stack, address, 1)
    await expect(held(/^1 ETH$/)).toBeVisible(soon)
    await expect(total).not.toContainText('$0.00', soon)
    await expect(button).toContainText(/^1 ETH/, soon)

    await account.getByRole('tab', { name: 'Activity' }).click()
    const entries = account.getByRole('tabpanel').getByRole('listitem')
    await expect(entries).toHaveCount(1, soon)
    await pay(stack, address, 0.5)
    await expect(entries).toHaveCount(2, soon)
    await expect(entries.first()).toContainText(/0\.5\d* ETH/)
    await expect(button).toContainText(/^1\.50* ETH/, soon)
    await account.getByRole('tab', { name: 'Tokens' }).click()
    await expect(held(/^1\.50* ETH$/)).toBeVisible(soon)
    // One account, one stream, whatever was looked at.
    expect(new Set(streams.opened.map((url) => new URL(url).searchParams.get('topics'))).size).toBe(1)
    expect(streams.open.size).toBe(1)
  })

  test('behavior: closed and disconnected, nothing is open and nothing is asked', async ({
    page,
    demo,
    stack,
  }) => {
    const streams = watchStreams(page)
    const wallet = await connectStranger({ page, demo, stack, options: {} })
    const account = await openAccount({ page, demo })
    await expect.poll(() => streams.open.size, soon).toBe(1)
    await account.getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await expect(demo.dialog).toBeHidden()
    await expect.poll(() => streams.open.size, soon).toBe(0)

    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await pay(stack, wallet.accounts[0] as string, 1)
    // A block later the gateway has told of it whoever listens.
    await expect.poll(() => readBalance(stack, wallet.accounts[0] as string), soon).toBe('1')
    expect(asked).toEqual([])
    expect(streams.open.size).toBe(0)
  })

  test('behavior: after the gateway was away it goes on, with what has happened meanwhile', async ({
    page,
    demo,
    stack,
  }) => {
    test.setTimeout(120_000)
    const wallet = await connectStranger({ page, demo, stack, options: {} })
    const address = wallet.accounts[0] as string
    const account = await openAccount({ page, demo })
    const held = (ether: RegExp) => account.getByRole('tabpanel').getByText(ether)
    await pay(stack, address, 1)
    await expect(held(/^1 ETH$/)).toBeVisible(soon)

    await stack.stop('gateway')
    await pay(stack, address, 1)
    await stack.start('gateway')
    // The stream is tried again after longer and longer pauses.
    const patience = { timeout: 60_000 }
    await expect(held(/^2 ETH$/)).toBeVisible(patience)
    await pay(stack, address, 1)
    await expect(held(/^3 ETH$/)).toBeVisible(soon)
    await expect(page.getByTestId('account-button').first()).toContainText(/^3 ETH/, soon)
  })
})

/** What the gateway knows of an account's coins. */
async function readBalance(stack: Stack, address: string): Promise<string | undefined> {
  const query = new URLSearchParams({ projectId: 'local', chainId: 'eip155:31337', currency: 'usd' })
  const response = await fetch(`${stack.gatewayUrl}/v1/account/${address}/balance?${query}`)
  const { balances = [] } = (await response.json()) as {
    balances?: { address?: string; quantity: { numeric: string } }[]
  }
  return balances.find((balance) => balance.address === undefined)?.quantity.numeric
}
