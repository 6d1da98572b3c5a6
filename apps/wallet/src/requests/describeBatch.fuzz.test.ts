import type { SimulateResponse } from '@portico/protocol/gateway'
import { type Abi, type Hex, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { createRandom, type Random } from '../../test/createRandom.ts'
import { createScene, limits, type Scene } from '../../test/createScene.ts'
import { encode, nft721, permit2, permit2Abi } from '../../test/sendRandom.ts'
import type { Description } from '../approve/Description.ts'
import { type BatchCall, batchCalldata } from './batchCalldata.ts'
import { describeTransaction } from './describeTransaction.ts'

const risks = ['low', 'medium', 'high']
const kinds: Readonly<Record<string, (random: Random, scene: Scene) => Partial<BatchCall>>> = {
  coins: (random, scene) => ({ to: random.address(), value: scene.small(scene.coin) }),
  'many coins': (random, scene) => ({ to: random.address(), value: scene.large(scene.coin) }),
  tokens: (random, scene) => {
    const token = scene.token()
    return { to: token.address, data: encode('transfer', [random.address(), scene.small(token)]) }
  },
  'many tokens': (random, scene) => {
    const token = scene.token()
    return { to: token.address, data: encode('transfer', [random.address(), scene.large(token)]) }
  },
  'an allowance': (random, scene) => {
    const token = scene.token()
    return { to: token.address, data: encode('approve', [random.address(), scene.small(token)]) }
  },
  'an endless allowance': (random, scene) => ({
    to: scene.token().address,
    data: encode('approve', [random.address(), maxUint256]),
  }),
  'an allowance at Permit2': (random, scene) => {
    const token = scene.token()
    const args = [token.address, random.address(), scene.small(token), scene.soon()]
    return { to: permit2, data: encode('approve', args, permit2Abi as Abi) }
  },
  'an end': (random, scene) => ({
    to: scene.token().address,
    data: encode('approve', [random.address(), 0n]),
  }),
  'an NFT': (random, scene) => {
    const { address, id } = scene.nft()
    return {
      to: address,
      data: encode('safeTransferFrom', [scene.account, random.address(), id], nft721 as Abi),
    }
  },
  'all NFTs': (random, scene) => ({
    to: scene.nft().address,
    data: encode('setApprovalForAll', [random.address(), true]),
  }),
  unknown: (random) => ({ to: random.address(), data: `0x1234567${random.integer(0, 9)}` }),
}

/** A simulation that hides everything. */
const simulation: SimulateResponse = {
  status: 'success',
  method: 'eth_simulateV1',
  complete: true,
  changes: [],
  approvals: [],
}

function describe(scene: Scene, call: { to: Hex; value: bigint; data: Hex }, count: number): Description {
  return describeTransaction({
    transaction: {
      ...{ type: 'eip1559', chainId: 1, nonce: 1, gas: 100_000n, ...call },
      ...{ maxFeePerGas: 10n ** 7n, maxPriorityFeePerGas: 10n ** 7n },
    },
    facts: { ...scene.assets, simulation, areContracts: Array(count).fill(true), recipients: [] },
    address: scene.account,
    chainId: scene.chainId,
    limits,
  })
}

const dangersOf = ({ warnings }: Description) =>
  warnings.filter(({ level }) => level === 'danger').map(({ text }) => text.slice(0, 16))

test('behavior: a batch shows what each of its calls shows, and its risk is no lower', () => {
  const random = createRandom(5792)
  const seen = new Set<string>()
  for (let count = 0; count < 300; count++) {
    const scene = createScene(random)
    const chosen = Array.from({ length: random.integer(2, 5) }, () => random.pick(Object.keys(kinds)))
    const calls = chosen.map((kind): BatchCall => {
      const call = kinds[kind]?.(random, scene)
      return { to: call?.to ?? '0x', value: call?.value ?? 0n, data: call?.data ?? '0x' }
    })
    const singles = calls.map((call) => describe(scene, call, 1))
    const data = batchCalldata.encode(calls)
    const batch = describe(scene, { to: scene.account, value: 0n, data }, calls.length)
    const highest = Math.max(...singles.map(({ risk }) => risks.indexOf(risk)))
    expect([chosen, risks.indexOf(batch.risk) >= highest]).toEqual([chosen, true])
    seen.add(batch.risk)
    const shown = batch.facts.map(({ value }) => value)
    for (const single of singles) {
      expect(shown).toContain(single.title)
      for (const { value, kind } of single.facts)
        if (kind === 'address') expect(shown).toContain(value)
        else if (kind === 'out') expect(shown.some((text) => text.includes(value))).toBe(true)
      // The texts of several permissions name them, so only their beginnings are the same.
      for (const danger of dangersOf(single)) expect(dangersOf(batch)).toContain(danger)
    }
  }
  expect([...seen].sort()).toEqual(['high', 'medium'])
})

test('behavior: small amounts that are much together are high risk', () => {
  const random = createRandom(7702)
  for (let count = 0; count < 50; count++) {
    const scene = createScene(random)
    const token = scene.tokens[0]
    if (!token) expect.fail()
    const call = (): BatchCall => ({
      to: token.address,
      value: 0n,
      data: encode(random.pick(['transfer', 'approve']), [random.address(), 40n * 10n ** 6n]),
    })
    const scenes = { ...scene, assets: { ...scene.assets, tokens: rich(scene, token.address) } }
    expect(describe(scenes, call(), 1).risk).toBe('medium')
    const data = batchCalldata.encode([call(), call(), call()])
    expect(describe(scenes, { to: scene.account, value: 0n, data }, 3).risk).toBe('high')
  }
})

/** The tokens of the account, which has a million of one of them. */
function rich({ assets }: Scene, address: Hex) {
  const tokens = new Map(assets.tokens)
  const facts = tokens.get(address.toLowerCase())
  if (facts) tokens.set(address.toLowerCase(), { ...facts, balance: 10n ** 12n })
  return tokens
}
