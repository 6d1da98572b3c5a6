import type { CatalogueDex } from '@portico/catalogue'
import type { CaipNetworkId } from '@portico/protocol'
import { findRouter } from '@portico/protocol/swaps'
import { describe, expect, test } from 'vitest'
import type { Dex } from '../../../infra/config/SwapsConfig.ts'
import { createDexes } from './createDexes.ts'

/** As in the catalogue that is built from `@uniswap/sdk-core` 7.19.4. */
const published: Readonly<Record<CaipNetworkId, readonly CatalogueDex[]>> = {
  'eip155:1': [
    { id: 'uniswap-v3', kind: 'v3', factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984' },
    {
      id: 'uniswap-v2',
      kind: 'v2',
      factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
    },
  ],
  'eip155:8453': [
    {
      id: 'uniswap-v3',
      kind: 'v3',
      factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
      router: '0x2626664c2603336E57B271c5C0b26F421741e481',
    },
    {
      id: 'uniswap-v2',
      kind: 'v2',
      factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
      router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    },
  ],
  // A v2 factory without a router.
  'eip155:57073': [
    {
      id: 'uniswap-v3',
      kind: 'v3',
      factory: '0x640887A9bA3A9C53Ed27D0F7e8246A4F933f3424',
      router: '0x177778F19E89dD1012BdBe603F144088A95C4B53',
    },
    { id: 'uniswap-v2', kind: 'v2', factory: '0xFe57A6BA1951F69aE2Ed4abe23e0f095DF500C04' },
  ],
  // Its coin has no wrapped form.
  'eip155:42220': [{ id: 'uniswap-v3', kind: 'v3', factory: '0xAfE208a311B21f13EF87E33A90049fC17A7acDEc' }],
  // Its nodes run no code that is not deployed.
  'eip155:324': [
    {
      id: 'uniswap-v3',
      kind: 'v3',
      factory: '0x8FdA5a7a8dCA67BBcDd10F02Fa0649A937215422',
      router: '0x99c56385daBCE3E81d8499d0b8d0257aBC07E8A3',
    },
  ],
  // Not a network that the kit swaps on.
  'eip155:30': [{ id: 'uniswap-v3', kind: 'v3', factory: '0xaF37EC98A00FD63689CF3060BF3B6784E00caD82' }],
}

function create(
  configured: Readonly<Record<CaipNetworkId, readonly Dex[]>> = {},
  listed: typeof published = published,
) {
  return createDexes({
    configured: new Map(Object.entries(configured) as [CaipNetworkId, readonly Dex[]][]),
    catalogue: { dexes: (chain) => listed[chain] ?? [] },
  })
}
const brief = (dexes: readonly Dex[]) => dexes.map(({ id, router }) => [id, router])

describe('createDexes', () => {
  test('behavior: the catalogue’s exchanges, over the routers that the kit knows', () => {
    const dexesOf = create()
    expect(dexesOf('eip155:8453')).toEqual([
      {
        id: 'uniswap-v3',
        kind: 'v3',
        factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
        router: '0x2626664c2603336e57b271c5c0b26f421741e481',
        fees: [100, 500, 3000, 10_000],
      },
      {
        id: 'uniswap-v2',
        kind: 'v2',
        factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
        router: '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
        fees: [3000],
      },
    ])
    // The same list each time, so that what is known of its pools is found again.
    expect(dexesOf('eip155:8453')).toBe(dexesOf('eip155:8453'))
  })

  test('behavior: on Ethereum one router swaps over both kinds of pools', () => {
    const router = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'
    expect(brief(create()('eip155:1'))).toEqual([
      ['uniswap-v3', router],
      ['uniswap-v2', router],
    ])
  })

  test('behavior: every router is one that pages accept', () => {
    const dexesOf = create()
    for (const chain of Object.keys(published) as CaipNetworkId[])
      for (const { kind, router } of dexesOf(chain)) {
        const known = findRouter(chain, router)
        expect(known?.wrapped, chain).toBeDefined()
        expect(known?.kind === 'router02' || known?.kind === kind, chain).toBe(true)
      }
  })

  test('behavior: leaves out what pages would refuse, or nodes could not quote', () => {
    const dexesOf = create()
    expect(brief(dexesOf('eip155:57073')).map(([id]) => id)).toEqual(['uniswap-v3'])
    for (const chain of ['eip155:42220', 'eip155:324', 'eip155:30', 'eip155:31337'] as const)
      expect(dexesOf(chain), chain).toEqual([])
    expect(create()('eip155:__proto__' as CaipNetworkId)).toEqual([])
  })

  test('behavior: leaves out an exchange whose router is not the kit’s', () => {
    const [v3, v2] = published['eip155:8453'] as [CatalogueDex, CatalogueDex]
    const router = '0x000000000000000000000000000000000000bEEF'
    const dexesOf = create({}, { 'eip155:8453': [{ ...v3, router }, v2] })
    expect(brief(dexesOf('eip155:8453')).map(([id]) => id)).toEqual(['uniswap-v2'])
  })

  test('param: configured: replaces the exchanges of its networks, also by none', () => {
    const own: Dex = {
      id: 'own',
      kind: 'v2',
      factory: '0x1111111111111111111111111111111111111111',
      router: '0x2222222222222222222222222222222222222222',
      fees: [2500],
    }
    const dexesOf = create({ 'eip155:1': [own], 'eip155:8453': [] })
    expect(dexesOf('eip155:1')).toEqual([own])
    expect(dexesOf('eip155:8453')).toEqual([])
    expect(dexesOf('eip155:57073')).toHaveLength(1)
  })
})
