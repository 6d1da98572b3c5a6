import { startBitcoin, startSolanaNode } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { expect, onTestFinished, test } from 'vitest'
import { createBuyingGateway } from '../../../test/createBuyingGateway.ts'

const { solana, bitcoin } = devnetManifest

test('behavior: play money arrives on Solana', async () => {
  const node = await startSolanaNode({ port: 0 })
  onTestFinished(node.close)
  const gateway = await createBuyingGateway({ rpcUrls: { [solana.caip2]: [node.url] } })
  const walletAddress = solana.accounts[0]?.address as string
  const sol = { destinationCurrencyCode: 'SOL', destinationChainId: solana.caip2, walletAddress }
  const { widgetUrl, sessionId } = await gateway.buy(sol)
  await gateway.press(widgetUrl, 'pay')
  expect(await gateway.until(sessionId, 'arrived')).toMatchObject({ destinationAmount: '0.65666666' })
  // Without a hash, the payment is found among the transactions of the account; it counts once.
  const again = await gateway.buy(sol)
  await gateway.report({ reference: again.sessionId, status: 'paid', wallet: walletAddress })
  await gateway.services.modules.onramp.watch.run()
  expect((await gateway.session(again.sessionId)).status).toBe('paid')
  await fetch(node.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'requestAirdrop',
      params: [walletAddress, 650_000_000],
    }),
  })
  expect(await gateway.until(again.sessionId, 'arrived')).toMatchObject({ destinationAmount: '0.65' })
}, 60_000)

test('behavior: play money arrives on Bitcoin once it is in a block', async () => {
  const node = await startBitcoin({ port: 0, esploraPort: 0, mineAfter: null })
  onTestFinished(node.close)
  const gateway = await createBuyingGateway({
    rpcUrls: { [bitcoin.caip2]: [node.rpcUrl] },
    esploraUrls: { [bitcoin.caip2]: [node.esploraUrl] },
  })
  const { widgetUrl, sessionId } = await gateway.buy({
    destinationCurrencyCode: 'BTC',
    destinationChainId: bitcoin.caip2,
    walletAddress: bitcoin.accounts[0].ordinals.address,
  })
  await gateway.press(widgetUrl, 'pay')
  const { hash } = await gateway.until(sessionId, 'paid')
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  await gateway.services.modules.onramp.watch.run()
  expect((await gateway.session(sessionId)).status).toBe('paid')
  await node.mine(1)
  expect(await gateway.until(sessionId, 'arrived')).toMatchObject({ hash, destinationAmount: '0.00164166' })
}, 60_000)
