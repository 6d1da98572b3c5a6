import { startSolanaNode } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import type { CaipNetworkId } from '@portico/protocol'
import { createLog } from '@portico/server'
import { Agent } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { withoutCircuitBreaker } from '../../chains/shared/providers/withoutCircuitBreaker.ts'
import { createSwapService } from '../../sources/swaps/createSwapService.ts'
import { makerSwaps } from '../../sources/swaps/makerSwaps.ts'
import { createConvertService } from './createConvertService.ts'

const { solana } = devnetManifest
const chain = solana.caip2 as CaipNetworkId
const [dollar] = solana.tokens
const [visitor, , maker] = solana.accounts

test('behavior: quotes a maker, and passes on the transaction that it has signed', async () => {
  const node = await startSolanaNode({ port: 0 })
  const dispatcher = new Agent()
  onTestFinished(async () => {
    await dispatcher.destroy()
    await node.close()
  })
  const url = `${node.url}/maker`
  const provider = makerSwaps({ chain, service: createSwapService({ url, headers: {}, dispatcher }) })
  const service = createConvertService({
    providers: [withoutCircuitBreaker(provider)],
    chains: new Map(),
    secret: Buffer.alloc(32, 1),
    log: createLog({ level: 'silent' }),
  })
  expect(service.serves(chain)).toBe(true)
  const swap = {
    ...{ chain, account: visitor.address, from: 'native', to: dollar.mint },
    ...{ amount: 2_000_000_000n, slippageBps: 100 },
  }
  const [quote] = await service.quote(swap)
  expect(quote).toMatchObject({
    ...{ provider: 'maker', toAmount: '299100000', minAmount: '296109000', spender: null },
    ...{ route: { kind: 'maker', maker: maker.address }, gas: '10000' },
  })
  const { tx } = await service.build({ ...swap, quoteId: quote?.id })
  expect(tx).toMatchObject({ from: visitor.address, amount: '2000000000' })
  expect(tx.eip155).toBeUndefined()
  expect(Buffer.from(tx.data, 'base64')[0]).toBe(2)
  const more = service.build({ ...swap, quoteId: quote?.id, minimum: 299_100_001n })
  await expect(more).rejects.toMatchObject({ code: 'swap-quote-expired' })
})
