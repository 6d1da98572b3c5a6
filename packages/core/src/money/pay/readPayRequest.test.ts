import { describe, expect, onTestFinished, test } from 'vitest'
import { ada } from '../../testing/fakeNamespace.ts'
import { testKit } from '../../testing/testKit.ts'
import type { NamespaceTransfers } from '../NamespaceTransfers.ts'
import type { PayOptions } from './PayRequest.ts'
import { readPayRequest } from './readPayRequest.ts'

const token = `0x${'ab'.repeat(20)}`
const metadata = { name: 'USD Coin', symbol: 'USDC', decimals: 6 }

/** A namespace that can send, and takes 40 hex digits as an address. */
function makeKit() {
  const made = testKit()
  onTestFinished(made.kit.destroy)
  const readRecipient: NamespaceTransfers['readRecipient'] = ({ text }) => {
    if (text.startsWith('ethereum:')) return { address: text.slice(9), isLink: true }
    return /^0x[0-9a-f]{40}$/i.test(text) ? { address: text } : undefined
  }
  made.fake.namespace.transfers = async () => ({ readRecipient }) as unknown as NamespaceTransfers
  return made.kit
}
const read = (options: Partial<PayOptions>) =>
  readPayRequest(makeKit(), { network: 'eip155:8453', recipient: ada, amount: '1', ...options })

describe('readPayRequest', () => {
  test('behavior: the coin of a network', async () => {
    expect(await read({ amount: '0.015' })).toEqual({
      networkId: 'eip155:8453',
      recipient: ada,
      token: undefined,
      name: 'Ether',
      symbol: 'ETH',
      decimals: 18,
      amount: '15000000000000000',
    })
  })

  test('behavior: a token, with AppKit’s paymentAsset too', async () => {
    const expected = { token, symbol: 'USDC', decimals: 6, amount: '12500000' }
    expect(await read({ asset: token, metadata, amount: 12.5 })).toMatchObject(expected)
    const paymentAsset = { network: 'eip155:8453', asset: token, metadata }
    expect(await readPayRequest(makeKit(), { paymentAsset, recipient: ada, amount: 12.5 })).toMatchObject(
      expected,
    )
  })

  test.each<[string, Partial<PayOptions>, RegExp]>([
    ['another network', { network: 'eip155:10' }, /eip155:10, is not one of/],
    ['no network', { network: undefined }, /none, is not one of/],
    ['no address', { recipient: 'ada.eth' }, /ada\.eth, is no address on Base/],
    ['a link as recipient', { recipient: `ethereum:${ada}` }, /is no address on Base/],
    ['a token that is no address', { asset: 'USDC', metadata }, /USDC, is no address/],
    ['a token without decimals', { asset: token }, /how many decimals/],
    [
      'decimals that are none',
      { asset: token, metadata: { ...metadata, decimals: 1.5 } },
      /how many decimals/,
    ],
    ['nothing', { amount: 0 }, /0, is not a positive/],
    ['less than nothing', { amount: '-1' }, /-1, is not/],
    ['too many decimals', { asset: token, metadata, amount: '0.0000001' }, /at most 6 decimals/],
    ['a number in exponents', { amount: 1e-7 }, /1e-7, is not/],
    ['not a number', { amount: Number.NaN }, /NaN, is not/],
  ])('error: %s', async (_, options, message) => {
    await expect(read(options)).rejects.toMatchObject({
      code: 'pay-request',
      message: expect.stringMatching(message),
    })
  })

  test('error: a namespace that cannot send', async () => {
    const { kit, fake } = testKit()
    onTestFinished(kit.destroy)
    Reflect.deleteProperty(fake.namespace, 'transfers')
    const reading = readPayRequest(kit, { network: 'eip155:1', recipient: ada, amount: 1 })
    await expect(reading).rejects.toThrow(/Nothing can be sent on Ethereum/)
  })
})
