import { type ConnectorEvent, defineChain, type Network } from '@portico/core'
import { type SolanaNode, startSolanaNode } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { createSolanaWallet } from '@portico/testkit'
import {
  Connection,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAssets } from './assets/createAssets.ts'
import { createConnector } from './connector/createConnector.ts'
import type { SolanaProvider } from './provider/SolanaProvider.ts'

const { solana, solanaTwo } = devnetManifest
const { caip2, name, coin, tokens, accounts } = solana
const [visitor, counterparty] = accounts
let node: SolanaNode
let nodeTwo: SolanaNode
beforeAll(async () => {
  node = await startSolanaNode({ port: 0 })
  nodeTwo = await startSolanaNode({ network: solanaTwo, port: 0 })
})
afterAll(() => Promise.all([node.close(), nodeTwo.close()]))

const network = defineChain({
  id: caip2.slice('solana:'.length),
  name,
  chainNamespace: 'solana',
  nativeCurrency: coin,
  rpcUrls: { default: { http: [] } },
})
const assets = createAssets({ commitment: 'confirmed' })

async function start(features?: Parameters<typeof createSolanaWallet>[0], networks: readonly Network[] = []) {
  const wallet = createSolanaWallet({ rpcUrls: { 'solana:localnet': node.url }, ...features })
  const connector = createConnector({
    id: 'Sol',
    name: 'Sol',
    icon: undefined,
    wallet: wallet.wallet,
    commitment: 'confirmed',
    networks,
  })
  const events: ConnectorEvent[] = []
  connector.subscribe((event) => events.push(event))
  await connector.connect({ silent: false, networkId: network.caipNetworkId })
  return { provider: connector.getProvider() as SolanaProvider, connector, events, wallet }
}

const endpoint = () => ({ network, urls: [node.url] })
const coinsOf = async (address: string) => {
  const [native] = await assets.getBalances({ ...endpoint(), address, tokens: [] })
  return Number(native?.quantity.numeric)
}
const transfer = (lamports: number) =>
  SystemProgram.transfer({
    fromPubkey: new PublicKey(visitor.address),
    toPubkey: new PublicKey(counterparty.address),
    lamports,
  })

describe('@portico/solana on a local chain', () => {
  test('behavior: the native balance and the tokens of both programs', async () => {
    const balances = await assets.getBalances({ ...endpoint(), address: visitor.address, tokens: [] })
    expect(balances[0]).toMatchObject({ symbol: coin.symbol, chainId: caip2 })
    for (const { mint, decimals } of tokens) {
      const held = balances.find(({ address }) => address === `${caip2}:${mint}`)
      expect(held?.quantity.decimals).toBe(`${decimals}`)
      expect(Number(held?.quantity.numeric)).toBeGreaterThan(0)
    }
  })

  test.each([
    ['the wallet sends', 0.25, undefined],
    ['the wallet signs and the connection sends', 0.125, { features: ['solana:signTransaction'] } as const],
  ])('behavior: a transfer arrives when %s', async (_, amount, features) => {
    const { provider, events } = await start(features)
    const connection = new Connection(node.url, 'confirmed')
    const before = await coinsOf(counterparty.address)
    const hash = await provider.sendTransaction(
      new Transaction().add(transfer(amount * 1e9)),
      connection as never,
    )
    await assets.waitForTransaction({ ...endpoint(), hash, signal: AbortSignal.timeout(20_000) })
    expect(await coinsOf(counterparty.address)).toBeCloseTo(before + amount, 9)
    expect(events).toContainEqual({ type: 'transaction', hash, networkId: caip2 })
  })

  test('behavior: a transaction of version 0', async () => {
    const { provider } = await start()
    const connection = new Connection(node.url, 'confirmed')
    const { blockhash } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      payerKey: new PublicKey(visitor.address),
      recentBlockhash: blockhash,
      instructions: [transfer(1_000)],
    }).compileToV0Message()
    const hash = await provider.signAndSendTransaction(new VersionedTransaction(message))
    await assets.waitForTransaction({ ...endpoint(), hash, signal: AbortSignal.timeout(20_000) })
    const { value } = await connection.getSignatureStatus(hash)
    expect(value?.err).toBeNull()
  })

  test('behavior: on a network without a Wallet Standard chain, the wallet signs and the network’s own endpoint sends', async () => {
    const networkTwo = defineChain({
      id: solanaTwo.caip2.slice('solana:'.length),
      name: solanaTwo.name,
      chainNamespace: 'solana',
      nativeCurrency: coin,
      // The first endpoint serves another network and is skipped.
      rpcUrls: { default: { http: [node.url, nodeTwo.url] } },
    })
    const { provider, connector, events, wallet } = await start({}, [network, networkTwo])
    await connector.switchNetwork?.({ network: networkTwo })
    const { blockhash } = await new Connection(nodeTwo.url, 'confirmed').getLatestBlockhash()
    const transaction = new Transaction({
      feePayer: new PublicKey(visitor.address),
      recentBlockhash: blockhash,
    })

    const hash = await provider.signAndSendTransaction(transaction.add(transfer(1_000)))

    const endpointTwo = { network: networkTwo, urls: [nodeTwo.url] }
    await assets.waitForTransaction({ ...endpointTwo, hash, signal: AbortSignal.timeout(20_000) })
    expect(wallet.requests.at(-1)?.method).toBe('solana:signTransaction')
    expect(events).toContainEqual({ type: 'transaction', hash, networkId: solanaTwo.caip2 })
  })

  test('error: an error of the node is returned with its message', async () => {
    const { provider } = await start()
    const connection = new Connection(node.url, 'confirmed')
    const far = new Transaction().add(transfer(Number.MAX_SAFE_INTEGER))
    const error = await provider.sendTransaction(far, connection).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ rpcCode: -32002 })
  })
})
