import type { Page } from '@playwright/test'
import { connectRandomAccount } from './connectRandomAccount.ts'
import { sendEther } from './sendEther.ts'
import type { Stack } from './stack.ts'
import { type Demo, expect, test } from './test.ts'

/** Time for a change to pass through the chain, the gateway and the stream. */
const pipelineTimeout = { timeout: 30_000 }

/** The live streams of a page in the order of opening, and whether each is still open. */
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
  test('behavior: incoming coins appear in tokens, total, activity and on the button without interaction', async ({
    page,
    demo,
    stack,
  }) => {
    const streams = watchStreams(page)
    const wallet = await connectRandomAccount({ page, demo, stack, options: {} })
    const address = wallet.accounts[0] as string
    const button = page.getByTestId('account-button').first()
    const account = await openAccount({ page, demo })
    const balanceText = (ether: RegExp) => account.getByRole('tabpanel').getByText(ether)
    const total = account.getByRole('paragraph').filter({ hasText: 'Total value' })
    await expect(balanceText(/^0 ETH$/)).toBeVisible()
    await expect(total).toContainText('$0.00')
    await expect.poll(() => streams.open.size, pipelineTimeout).toBe(1)

    await sendEther(stack, address, 1)
    await expect(balanceText(/^1 ETH$/)).toBeVisible(pipelineTimeout)
    await expect(total).not.toContainText('$0.00', pipelineTimeout)
    await expect(button).toContainText(/^1 ETH/, pipelineTimeout)

    await account.getByRole('tab', { name: 'Activity' }).click()
    const entries = account.getByRole('tabpanel').getByRole('listitem')
    await expect(entries).toHaveCount(1, pipelineTimeout)
    await sendEther(stack, address, 0.5)
    await expect(entries).toHaveCount(2, pipelineTimeout)
    await expect(entries.first()).toContainText(/0\.5\d* ETH/)
    await expect(button).toContainText(/^1\.50* ETH/, pipelineTimeout)
    await account.getByRole('tab', { name: 'Tokens' }).click()
    await expect(balanceText(/^1\.50* ETH$/)).toBeVisible(pipelineTimeout)
    // One stream per account, however many views were open.
    expect(new Set(streams.opened.map((url) => new URL(url).searchParams.get('topics'))).size).toBe(1)
    expect(streams.open.size).toBe(1)
  })

  test('behavior: after closing and disconnecting there is no stream and no request', async ({
    page,
    demo,
    stack,
  }) => {
    const streams = watchStreams(page)
    const wallet = await connectRandomAccount({ page, demo, stack, options: {} })
    const account = await openAccount({ page, demo })
    await expect.poll(() => streams.open.size, pipelineTimeout).toBe(1)
    await account.getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await expect(demo.dialog).toBeHidden()
    await expect.poll(() => streams.open.size, pipelineTimeout).toBe(0)

    const requestedUrls: string[] = []
    page.on('request', (request) => requestedUrls.push(request.url()))
    await sendEther(stack, wallet.accounts[0] as string, 1)
    // One block later the gateway would have sent an event.
    await expect.poll(() => readBalance(stack, wallet.accounts[0] as string), pipelineTimeout).toBe('1')
    expect(requestedUrls).toEqual([])
    expect(streams.open.size).toBe(0)
  })

  test('behavior: after the gateway was down, updates continue and include what was missed', async ({
    page,
    demo,
    stack,
  }) => {
    test.setTimeout(120_000)
    const wallet = await connectRandomAccount({ page, demo, stack, options: {} })
    const address = wallet.accounts[0] as string
    const account = await openAccount({ page, demo })
    const balanceText = (ether: RegExp) => account.getByRole('tabpanel').getByText(ether)
    await sendEther(stack, address, 1)
    await expect(balanceText(/^1 ETH$/)).toBeVisible(pipelineTimeout)

    await stack.stop('gateway')
    await sendEther(stack, address, 1)
    await stack.start('gateway')
    // The stream reconnects with increasing delays.
    await expect(balanceText(/^2 ETH$/)).toBeVisible({ timeout: 60_000 })
    await sendEther(stack, address, 1)
    await expect(balanceText(/^3 ETH$/)).toBeVisible(pipelineTimeout)
    await expect(page.getByTestId('account-button').first()).toContainText(/^3 ETH/, pipelineTimeout)
  })
})

/** Reads an account's native balance from the gateway. */
async function readBalance(stack: Stack, address: string): Promise<string | undefined> {
  const query = new URLSearchParams({ projectId: 'local', chainId: 'eip155:31337', currency: 'usd' })
  const response = await fetch(`${stack.gatewayUrl}/v1/account/${address}/balance?${query}`)
  const { balances = [] } = (await response.json()) as {
    balances?: { address?: string; quantity: { numeric: string } }[]
  }
  return balances.find((balance) => balance.address === undefined)?.quantity.numeric
}
