import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ada } from '../../testing/fakeNamespace.ts'
import { testKit } from '../../testing/testKit.ts'
import { readPurchases } from './purchases.ts'
import { startPurchase } from './startPurchase.ts'

const asset = { symbol: 'ETH', name: 'Ether', chainId: 'eip155:1', token: '' }
const purchase = { country: 'DE', currency: 'EUR', asset, amount: '49.99', address: ada }

async function start(widgetUrl: string, onrampHosts?: readonly string[]) {
  const requests: { key: string | undefined; body: unknown }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      requests.push({ key: request.headers['idempotency-key'] as string, body: JSON.parse(body) })
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' })
      response.end(JSON.stringify({ widgetUrl, sessionId: `session-${requests.length}` }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const gatewayUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { kit, storage } = testKit({ gatewayUrl, onrampHosts })
  onTestFinished(kit.destroy)
  const buy = () => startPurchase(kit, { provider: 'moonpay', providerName: 'MoonPay', purchase })
  return { kit, storage, requests, buy }
}

describe('startPurchase', () => {
  test('behavior: asks for the account’s own address, once, and remembers the purchase', async () => {
    const { kit, requests, buy } = await start('https://buy.moonpay.com/?x=1')
    expect(await buy()).toEqual({ url: 'https://buy.moonpay.com/?x=1', sessionId: 'session-1' })
    await buy()
    expect(requests[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
    expect(requests[1]?.key).not.toBe(requests[0]?.key)
    expect(requests[0]?.body).toEqual({
      sessionData: {
        countryCode: 'DE',
        sourceCurrencyCode: 'EUR',
        sourceAmount: '49.99',
        destinationCurrencyCode: 'ETH',
        destinationChainId: 'eip155:1',
        serviceProvider: 'moonpay',
        walletAddress: ada,
      },
    })
    const stored = readPurchases(kit, `eip155:1:${ada}`)
    expect(stored.map(({ sessionId, providerName }) => [sessionId, providerName])).toEqual([
      ['session-2', 'MoonPay'],
      ['session-1', 'MoonPay'],
    ])
    // Bought on Ethereum, and looked for while Base is the active network.
    expect(readPurchases(kit, `eip155:8453:${ada}`)).toEqual(stored)
    expect(readPurchases(kit, 'eip155:1:another')).toEqual([])
    expect(readPurchases(kit, `solana:1:${ada}`)).toEqual([])
  })

  test('error: a page of another host is not opened, and nothing is remembered', async () => {
    const { kit, buy } = await start('https://attacker.example/buy.moonpay.com')
    await expect(buy()).rejects.toMatchObject({
      code: 'provider-url',
      message: expect.stringContaining('attacker'),
    })
    expect(readPurchases(kit, `eip155:1:${ada}`)).toEqual([])
  })

  const thief = '0xbadbad0000000000000000000000000000000bad'
  test.each([
    `?walletAddress=${thief}`,
    `?walletAddress=${ada}&walletAddress=${thief}`,
    `?WALLETADDRESS=7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q`,
    `?walletAddresses=${encodeURIComponent(`{"eth":"${ada}","btc":"bc1qthief"}`)}`,
    `?destinationWallets=${encodeURIComponent(`[{"address":"${thief}"}]`)}`,
    `?to=%30x${thief.slice(2).toUpperCase()}`,
    `${thief}?walletAddress=${ada}`,
    `#/buy?to=${thief}`,
  ])('error: a page of the provider that would pay somebody else is not opened: %s', async (rest) => {
    const { kit, buy } = await start(`https://buy.moonpay.com/${rest}`)
    await expect(buy()).rejects.toMatchObject({ code: 'provider-url' })
    expect(readPurchases(kit, `eip155:1:${ada}`)).toEqual([])
  })

  test.each([
    `?walletAddress=${ada}&currencyCode=eth&signature=abc`,
    `?walletAddress=${ada.toLowerCase()}&tokenAddress=`,
    '?sessionToken=MWYyNDRiOTAtZTk5',
  ])('behavior: one that pays the visitor, or names nobody, is: %s', async (rest) => {
    const { buy } = await start(`https://buy.moonpay.com/${rest}`)
    expect((await buy()).url).toBe(`https://buy.moonpay.com/${rest}`)
  })

  test('param: onrampHosts allows further hosts', async () => {
    const { buy } = await start('https://buy.example.com/', ['buy.example.com'])
    expect((await buy()).url).toBe('https://buy.example.com/')
  })

  test('behavior: purchases are forgotten after a week, and unreadable ones ignored', async () => {
    const { kit, storage, buy } = await start('https://buy.moonpay.com/')
    await buy()
    expect(readPurchases(kit, `eip155:1:${ada}`, Date.now() + 8 * 86_400_000)).toEqual([])
    for (const text of ['{', '[{}]', 'null', '"x"']) {
      storage.setItem('@portico/purchases', text)
      expect(readPurchases(kit, `eip155:1:${ada}`)).toEqual([])
    }
  })
})
