import { base64, hex } from '@scure/base'
import { p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEsplora } from '../../test/startEsplora.ts'
import { createXverseProvider, type XverseProviderOptions } from './createXverseProvider.ts'

const payment = 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw'
const ordinals = 'bcrt1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzs92e5zv'

let esplora: Awaited<ReturnType<typeof startEsplora>>
beforeAll(async () => {
  esplora = await startEsplora({ [payment]: 100_000 })
})
afterAll(() => esplora.stop())

function create(options: XverseProviderOptions = {}) {
  const xverse = createXverseProvider({ esploraUrls: { 'bitcoin:regtest': esplora.url }, ...options })
  const ask = async (method: string, params?: unknown) => {
    const response = (await xverse.provider.request(method, params)) as { result?: unknown; error?: unknown }
    return response.error ?? response.result
  }
  return { xverse, ask }
}

describe('createXverseProvider', () => {
  test('behavior: installs itself beside others and restores the window', () => {
    const others = { StacksProvider: {} }
    const target: Record<string, unknown> = { XverseProviders: others }
    const { xverse } = create()
    const stop = xverse.announce(target)
    expect(target.XverseProviders).toEqual({ ...others, BitcoinProvider: xverse.provider })
    expect(target.btc_providers).toMatchObject([{ id: 'XverseProviders.BitcoinProvider', name: 'Xverse' }])
    stop()
    expect(target).toEqual({ XverseProviders: others, btc_providers: [] })
  })

  test('behavior: connects, and responds without consent afterwards', async () => {
    const { xverse, ask } = create()
    expect(await ask('wallet_getAccount')).toMatchObject({ code: -32002 })
    const account = await ask('wallet_connect', { addresses: ['payment', 'ordinals'], network: 'Regtest' })
    expect(account).toMatchObject({
      network: { bitcoin: { name: 'Regtest' } },
      addresses: [
        { address: payment, purpose: 'payment', addressType: 'p2wpkh' },
        { address: ordinals, purpose: 'ordinals', addressType: 'p2tr' },
      ],
    })
    xverse.setPolicy('reject')
    expect(await ask('wallet_getAccount')).toEqual(account)
    expect(await ask('getAccounts', { purposes: ['payment'] })).toMatchObject([{ address: payment }])
    await ask('wallet_disconnect')
    expect(await ask('wallet_connect', {})).toMatchObject({ code: -32000 })
    expect(xverse.requests.map(({ method }) => method).slice(0, 2)).toEqual([
      'wallet_getAccount',
      'wallet_connect',
    ])
  })

  test('behavior: signs with both protocols, taproot addresses with BIP-322 only', async () => {
    const { ask } = create({ authorized: true })
    const sign = (params: object) => ask('signMessage', { message: 'Hello', ...params })
    const simple = (await sign({ address: payment, protocol: 'BIP322' })) as { signature: string }
    expect(base64.decode(simple.signature)[0]).toBe(2)
    const recoverable = (await sign({ address: payment })) as { signature: string }
    expect(base64.decode(recoverable.signature)).toHaveLength(65)
    expect(await sign({ address: ordinals })).toMatchObject({ protocol: 'BIP322' })
    expect(await sign({ address: ordinals, protocol: 'ECDSA' })).toMatchObject({ code: -32602 })
    expect(await sign({ address: 'unknown' })).toMatchObject({ code: -32602 })
    expect(await sign({ address: payment, protocol: 'RSA' })).toMatchObject({ code: -32602 })
  })

  test('behavior: emits account and network changes and disconnect', async () => {
    const { xverse, ask } = create({ authorized: true })
    const events: unknown[] = []
    const stops = ['accountChange', 'networkChange', 'disconnect'].map((eventName) =>
      xverse.provider.addListener({ eventName, cb: (payload) => events.push(payload) }),
    )
    xverse.switchAccount(1)
    await ask('wallet_changeNetwork', { name: 'Testnet' })
    xverse.disconnect()
    for (const stop of stops) stop()
    xverse.switchNetwork('bitcoin:regtest')
    expect(events).toMatchObject([
      { type: 'accountChange', addresses: [{ address: 'bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3' }, {}] },
      {
        type: 'networkChange',
        bitcoin: { name: 'Testnet' },
        addresses: [{ address: expect.stringMatching(/^tb1q/) }, { address: expect.stringMatching(/^tb1p/) }],
      },
      { type: 'accountChange', addresses: [] },
      { type: 'disconnect' },
    ])
  })

  test('behavior: sends with change, at the fee rate of the node', async () => {
    const { ask } = create({ authorized: true })
    const result = await ask('sendTransfer', { recipients: [{ address: ordinals, amount: 40_000 }] })
    const [raw = ''] = esplora.sent.splice(0)
    const sent = Transaction.fromRaw(hex.decode(raw))
    expect(result).toEqual({ txid: sent.id })
    expect(sent.outputsLength).toBe(2)
    const amounts = [0, 1].map((index) => sent.getOutput(index).amount ?? 0n)
    const fee = 100_000n - (amounts[0] as bigint) - (amounts[1] as bigint)
    expect(Number(fee) / sent.vsize).toBeGreaterThanOrEqual(2)
    expect(Number(fee) / sent.vsize).toBeLessThan(2.5)
    const scripts = [0, 1].map((index) => hex.encode(sent.getOutput(index).script ?? new Uint8Array()))
    expect(scripts.some((script) => script.startsWith('5120'))).toBe(true)
    expect(await ask('sendTransfer', { recipients: [{ address: ordinals, amount: 400_000 }] })).toMatchObject(
      { code: -32000 },
    )
    expect(await ask('sendTransfer', { recipients: [{ address: 'bc1q', amount: 1000 }] })).toMatchObject({
      code: -32602,
    })
    expect(await ask('sendTransfer', { recipients: [{ address: ordinals, amount: 1.5 }] })).toMatchObject({
      code: -32602,
    })
    expect(esplora.sent).toEqual([])
  })

  test('behavior: signs PSBTs, and broadcasts them if requested', async () => {
    const { ask } = create({ authorized: true })
    const network = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
    const account = (await ask('wallet_getAccount')) as { addresses: { publicKey: string }[] }
    const [first, second] = account.addresses.map(({ publicKey }) => hex.decode(publicKey)) as [
      Uint8Array,
      Uint8Array,
    ]
    const transaction = new Transaction()
    const scripts = [p2wpkh(first, network).script, p2tr(second, undefined, network).script]
    for (const [index, script] of scripts.entries())
      transaction.addInput({ txid: 'bb'.repeat(32), index, witnessUtxo: { script, amount: 5000n } })
    transaction.addOutputAddress(payment, 9000n, network)
    const psbt = base64.encode(transaction.toPSBT())
    const signInputs = { [payment]: [0], [ordinals]: [1] }
    const { psbt: signed } = (await ask('signPsbt', { psbt, signInputs })) as { psbt: string }
    expect(Transaction.fromPSBT(base64.decode(signed)).isFinal).toBe(false)
    const { txid } = (await ask('signPsbt', { psbt, signInputs, broadcast: true })) as { txid: string }
    expect(esplora.sent.splice(0).map((raw) => Transaction.fromRaw(hex.decode(raw)).id)).toEqual([txid])
    expect(await ask('signPsbt', { psbt: 'AAAA', signInputs })).toMatchObject({ code: -32602 })
  })

  test('error: unknown and unsupported methods; a removed wallet', async () => {
    const { xverse, ask } = create({ methods: ['getAccounts'] })
    expect(await ask('stx_signMessage')).toMatchObject({ code: -32601 })
    expect(await ask('wallet_connect')).toMatchObject({ code: -32601 })
    expect(await ask('getAccounts', { purposes: ['payment'] })).toHaveLength(1)
    xverse.remove()
    expect(await ask('getAccounts')).toMatchObject({ code: 4900 })
  })
})
