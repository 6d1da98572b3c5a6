import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hex } from '@scure/base'
import { p2ms, p2wsh, Transaction } from '@scure/btc-signer'
import { describe, expect, test, vi } from 'vitest'
import { spend, startTestBitcoin, wallets } from '../testing/bitcoin.ts'
import { tempFolder } from '../testing/tempFolder.ts'
import { localBitcoin } from './localBitcoin.ts'
import { localSignet } from './localSignet.ts'
import type { StartBitcoinParameters } from './startBitcoin.ts'

const [visitor, friend, miner] = localBitcoin.accounts
const visitorAddress = visitor.payment.address
const friendAddress = friend.payment.address
/** Hash of the last seeded block; changes with the seed. */
const lastSeeded = '035c2dcca593c813c78355e821ddce7340990ba63b267ab2469da1adf2531e08'
const wait = { timeout: 15_000, interval: 50 }

// Both engines pass the same suite, because clients must not notice a difference.
const { BITCOIND } = process.env
const engines: [name: string, parameters: StartBitcoinParameters][] = [['the local ledger', {}]]
if (BITCOIND && BITCOIND !== 'none') engines.push([`the real node of BITCOIND`, { bitcoind: BITCOIND }])
else test.skip('startBitcoin on a real node (skipped: BITCOIND does not name one)', () => {})

describe.each(engines)('startBitcoin on %s', (_name, parameters) => {
  const start = (more: StartBitcoinParameters = {}) => startTestBitcoin({ ...parameters, ...more })
  type Node = Awaited<ReturnType<typeof start>>

  /** Pays a coin of a script type from the visitor's largest coin, and confirms it. */
  const fund = async (node: Node, kind: keyof typeof wallets, value = 1_000_000) => {
    const [coin] = (await node.utxos(visitorAddress))
      .filter(({ status }) => status.confirmed)
      .sort((a, b) => b.value - a.value)
    if (!coin) throw new Error('The visitor has no coins.')
    const raw = await spend({
      kind: 'p2wpkh',
      coins: [coin],
      outputs: [
        [wallets[kind].address as string, BigInt(value)],
        [visitorAddress, BigInt(coin.value - value - 1_000)],
      ],
    })
    const { body: txid } = await node.post(raw)
    await node.mine()
    return { txid, vout: 0, value }
  }

  test('behavior: the seed contains blocks, coins of both types, incoming and outgoing payments, and one unconfirmed', async () => {
    const node = await start()
    expect(Number(await node.get('/blocks/tip/height'))).toBeGreaterThan(100)
    expect(await node.get('/block-height/0')).toBe(localBitcoin.genesisHash)
    // Both engines produce identical blocks.
    expect(await node.get('/block-height/130')).toBe(lastSeeded)
    expect(await node.get(`/address/${visitorAddress}`)).toMatchObject({
      chain_stats: { funded_txo_sum: 643_498_740, spent_txo_sum: 364_999_580, tx_count: 6 },
      mempool_stats: { funded_txo_count: 1, funded_txo_sum: 1_230_000 },
    })
    expect(await node.utxos(visitorAddress)).toHaveLength(5)
    expect(await node.utxos(visitor.ordinals.address)).toHaveLength(2)
    const history = (await node.get(`/address/${visitorAddress}/txs`)) as {
      status: { block_time?: number }
    }[]
    expect(history).toHaveLength(7)
    for (const { status } of history) expect(status.block_time ?? 0).toBeLessThan(Date.now() / 1_000)
  })

  test.each(Object.keys(wallets) as (keyof typeof wallets)[])(
    'behavior: spends a coin of type %s',
    async (kind) => {
      const node = await start()
      const coin = await fund(node, kind)
      const raw = await spend({
        kind,
        coins: [coin],
        outputs: [[friendAddress, 990_000n]],
        previousHex:
          kind === 'p2pkh' ? async (txid) => (await node.get(`/tx/${txid}/hex`)) as string : undefined,
      })
      const { status, body: txid } = await node.post(raw)
      expect(status, txid).toBe(200)
      expect(await node.get(`/tx/${txid}`)).toMatchObject({
        fee: 10_000,
        status: { confirmed: false },
        vin: [{ prevout: { value: 1_000_000, scriptpubkey_address: wallets[kind].address } }],
        vout: [{ value: 990_000, scriptpubkey_address: friendAddress, scriptpubkey_type: 'v0_p2wpkh' }],
      })
      const [hash] = await node.mine()
      expect(await node.get(`/tx/${txid}/status`)).toMatchObject({ confirmed: true, block_hash: hash })
      expect(await node.get(`/tx/${coin.txid}/outspends`)).toMatchObject([{ spent: true, txid, vin: 0 }, {}])
      expect(await node.get(`/block/${hash}/txids`)).toContain(txid)
    },
  )

  test('error: an invalid signature, for each script type', async () => {
    const node = await start()
    for (const kind of ['p2wpkh', 'p2tr', 'p2sh-p2wpkh'] as const) {
      const coin = await fund(node, kind)
      const raw = await spend({ kind, coins: [coin], outputs: [[friendAddress, 990_000n]] })
      // Changing the amount after signing leaves a well-formed signature of another transaction.
      const forged = raw.replace('301b0f0000000000', '2f1b0f0000000000')
      expect(forged).not.toBe(raw)
      const { status, body } = await node.post(forged)
      expect(status).toBe(400)
      expect(body).toMatch(/-26.*script-verify-flag-failed/)
    }
  })

  test('error: a double spend, in the mempool and in the chain', async () => {
    const node = await start()
    const coin = await fund(node, 'p2wpkh')
    const send = async (amount: bigint) =>
      node.post(await spend({ kind: 'p2wpkh', coins: [coin], outputs: [[friendAddress, amount]] }))
    expect((await send(990_000n)).status).toBe(200)
    expect((await send(990_001n)).body).toMatch(/-26.*insufficient fee/)
    // A transaction with a sufficiently higher fee replaces the first.
    const { body: replacement } = await send(980_000n)
    expect((await node.rpc('getrawmempool')).result).toContain(replacement)
    await node.mine()
    expect((await send(970_000n)).body).toMatch(/-25.*bad-txns-inputs-missingorspent/)
  })

  test('error: outputs above inputs, no fee, dust, bytes that are not a transaction', async () => {
    const node = await start()
    const coin = await fund(node, 'p2wpkh')
    const send = async (amount: bigint, value = coin.value) =>
      node.post(
        await spend({ kind: 'p2wpkh', coins: [{ ...coin, value }], outputs: [[friendAddress, amount]] }),
      )
    expect((await send(1_000_001n, 2_000_000)).body).toMatch(/-26.*bad-txns-in-belowout/)
    expect((await send(1_000_000n)).body).toMatch(/-26.*min relay fee not met/)
    expect((await send(100n)).body).toMatch(/-26.*dust/)
    expect((await node.post('00')).body).toMatch(/-22.*TX decode failed/)
    expect((await node.post('not hex')).status).toBe(400)
  })

  test('error: an immature coinbase', async () => {
    const node = await start()
    const [hash] = (await node.rpc('generatetoaddress', 1, visitorAddress)).result as string[]
    const [txid] = (await node.get(`/block/${hash}/txids`)) as string[]
    const { vout } = (await node.get(`/tx/${txid}`)) as { vout: { value: number }[] }
    const coin = { txid: txid as string, vout: 0, value: vout[0]?.value ?? 0 }
    const raw = await spend({ kind: 'p2wpkh', coins: [coin], outputs: [[friendAddress, 100_000n]] })
    expect((await node.post(raw)).body).toMatch(/-26.*bad-txns-premature-spend-of-coinbase/)
    await node.mine(99)
    // The coinbase is mature now. Almost all of it is paid out, because Core refuses very high fees.
    const rich = await spend({
      kind: 'p2wpkh',
      coins: [coin],
      outputs: [[friendAddress, BigInt(coin.value) - 1_000n]],
    })
    expect((await node.post(rich)).status).toBe(200)
  })

  test('behavior: an unconfirmed coin can be spent, and both transactions are mined together', async () => {
    const node = await start()
    const coin = await fund(node, 'p2wpkh')
    const { body: parent } = await node.post(
      await spend({ kind: 'p2wpkh', coins: [coin], outputs: [[visitorAddress, 990_000n]] }),
    )
    const { body: child } = await node.post(
      await spend({
        kind: 'p2wpkh',
        coins: [{ txid: parent, vout: 0, value: 990_000 }],
        outputs: [[friendAddress, 980_000n]],
      }),
    )
    const [hash] = await node.mine()
    expect(await node.get(`/block/${hash}/txids`)).toEqual(expect.arrayContaining([parent, child]))
  })

  test('behavior: history in pages of 25, by address and by script', async () => {
    const node = await start()
    const { address } = miner.payment
    const first = (await node.get(`/address/${address}/txs/chain`)) as { txid: string }[]
    expect(first).toHaveLength(25)
    const second = (await node.get(`/address/${address}/txs/chain/${first.at(-1)?.txid}`)) as {
      txid: string
    }[]
    expect(second).toHaveLength(25)
    expect(new Set([...first, ...second].map(({ txid }) => txid)).size).toBe(50)
    const { vout } = (await node.get(`/tx/${second[0]?.txid}`)) as { vout: { scriptpubkey: string }[] }
    const digest = await crypto.subtle.digest(
      'SHA-256',
      new Uint8Array(hex.decode(vout[0]?.scriptpubkey ?? '')),
    )
    const byScript = await node.get(`/scripthash/${hex.encode(new Uint8Array(digest))}/txs/chain`)
    expect(byScript).toEqual(first)
    expect(await node.get('/address/nonsense/txs')).toBe('Invalid Bitcoin address')
    expect(await node.get(`/tx/${'0'.repeat(64)}`)).toBe('Transaction not found')
  })

  test('behavior: a reorganisation restores spent coins', async () => {
    const node = await start()
    const coin = await fund(node, 'p2wpkh')
    const raw = await spend({ kind: 'p2wpkh', coins: [coin], outputs: [[friendAddress, 990_000n]] })
    const { body: txid } = await node.post(raw)
    const [hash] = await node.mine()
    expect(await node.get(`/tx/${txid}/status`)).toMatchObject({ confirmed: true })

    await node.rpc('invalidateblock', hash)

    expect(await node.get(`/tx/${txid}/status`)).toEqual({ confirmed: false })
    expect(await node.get(`/block/${hash}/status`)).toEqual({ in_best_chain: false })
    const [again] = (await node.rpc('generatetoaddress', 1, friendAddress)).result as string[]
    expect(again).not.toBe(hash)
    expect(await node.get(`/tx/${txid}/status`)).toMatchObject({ confirmed: true, block_hash: again })
  })

  test('param: mineAfter mines sent transactions unless it is paused, but not the unconfirmed one of the seed', async () => {
    const node = await start({ mineAfter: 10 })
    const [seeded] = (await node.get('/mempool/txids')) as string[]
    const [coin] = (await node.utxos(visitorAddress)).sort((a, b) => b.value - a.value)
    if (!coin) throw new Error('The visitor has no coins.')
    const raw = await spend({
      kind: 'p2wpkh',
      coins: [coin],
      outputs: [[friendAddress, BigInt(coin.value) - 1_000n]],
    })
    const isConfirmed = async (txid: string) =>
      ((await node.get(`/tx/${txid}/status`)) as { confirmed: boolean }).confirmed
    expect(await node.rpc('setautomine', false)).toMatchObject({ result: null, error: null })
    const { body: txid } = await node.post(raw)
    // Two looks at the mempool later.
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(await isConfirmed(txid)).toBe(false)
    expect((await node.rpc('setautomine', 'yes')).error).toMatchObject({ code: -8 })
    await node.rpc('setautomine', true)
    await vi.waitUntil(() => isConfirmed(txid), wait)
    expect(await node.get('/mempool/txids')).toEqual([seeded])
  })

  test('behavior: chain and mempool survive a restart', async () => {
    const folder = await tempFolder()
    const first = await start({ folder })
    const coin = await fund(first, 'p2wpkh')
    const { body: txid } = await first.post(
      await spend({ kind: 'p2wpkh', coins: [coin], outputs: [[friendAddress, 990_000n]] }),
    )
    const tip = Number(await first.get('/blocks/tip/height'))
    await first.close()

    const second = await start({ folder })
    expect(Number(await second.get('/blocks/tip/height'))).toBeGreaterThanOrEqual(tip)
    expect(await second.get(`/tx/${coin.txid}/status`)).toMatchObject({ confirmed: true, block_height: tip })
    expect(await second.get(`/tx/${txid}/status`)).toEqual({ confirmed: false })
  })
})

describe('the local ledger', () => {
  test('behavior: after a kill only an incomplete journal line is lost', async () => {
    const folder = await tempFolder()
    const first = await startTestBitcoin({ folder })
    const [hash] = await first.mine()
    await appendFile(join(folder, 'bitcoin.jsonl'), '{"block":"00')
    const second = await startTestBitcoin({ folder })
    expect(await second.get('/blocks/tip/hash')).toBe(hash)
  })

  test('behavior: the signet is a separate chain with its own genesis block, addresses and coins', async () => {
    const [regtest, signet] = await Promise.all([
      startTestBitcoin(),
      startTestBitcoin({ network: localSignet }),
    ])
    const [{ payment }, to] = localSignet.accounts
    expect(await signet.get('/block-height/0')).toBe(localSignet.genesisHash)
    expect((await signet.rpc('getblockchaininfo')).result).toMatchObject({ chain: 'signet', blocks: 103 })
    expect(await signet.get(`/address/${visitorAddress}`)).toBe('Invalid Bitcoin address')
    expect(await regtest.get(`/address/${payment.address}`)).toBe('Invalid Bitcoin address')
    expect(await signet.utxos(payment.address)).toMatchObject([{ value: 37_499_580 }])

    const raw = await spend({
      kind: 'p2wpkh',
      coins: await signet.utxos(payment.address),
      outputs: [[wallets.p2wpkh.address as string, 37_000_000n]],
    })

    // A key has the same script on both chains, but the coin exists only on the signet.
    expect((await regtest.post(raw)).body).toContain('bad-txns-inputs-missingorspent')
    const { body: txid } = await signet.post(raw)
    expect(await signet.get(`/tx/${txid}`)).toMatchObject({
      vin: [{ prevout: { scriptpubkey_address: payment.address } }],
      vout: [{ scriptpubkey_address: payment.address }],
    })
    expect(await signet.mine()).toHaveLength(1)
    expect(await signet.utxos(payment.address)).toMatchObject([{ txid, status: { confirmed: true } }])
    expect(await signet.utxos(to.payment.address)).toMatchObject([{ value: 12_500_000 }])
  })

  test('error: spending a script type that cannot be verified is refused', async () => {
    const node = await startTestBitcoin()
    const publicKey = hex.decode(visitor.payment.publicKey)
    const multisig = p2wsh(p2ms(1, [publicKey]))
    const [coin] = await node.utxos(visitorAddress)
    if (!coin) throw new Error('The visitor has no coins.')
    const pay = new Transaction()
    pay.addInput({
      txid: coin.txid,
      index: coin.vout,
      witnessUtxo: { script: wallets.p2wpkh.script, amount: BigInt(coin.value) },
    })
    pay.addOutput({ script: multisig.script, amount: 100_000n })
    pay.addOutput({ script: wallets.p2wpkh.script, amount: BigInt(coin.value) - 101_000n })
    const privateKey = hex.decode(visitor.payment.privateKey.slice(2))
    pay.sign(privateKey)
    pay.finalize()
    expect((await node.post(pay.hex)).body).toBe(pay.id)
    const take = new Transaction()
    take.addInput({
      txid: pay.id,
      index: 0,
      witnessUtxo: { script: multisig.script, amount: 100_000n },
      witnessScript: multisig.witnessScript as Uint8Array,
    })
    take.addOutput({ script: wallets.p2wpkh.script, amount: 90_000n })
    take.sign(privateKey)
    take.finalize()
    expect((await node.post(take.hex)).body).toContain('set BITCOIND to a real node for the rest')
  })
})
