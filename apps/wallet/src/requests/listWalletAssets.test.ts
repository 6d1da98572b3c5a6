import { describe, expect, test } from 'vitest'
import { listWalletAssets } from './listWalletAssets.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const ether = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  value: 3000,
  price: 2000,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: 'https://gateway.example/eth',
}
const dollars = {
  name: 'Dev Dollar',
  symbol: 'DUSD',
  chainId: 'eip155:1',
  address: `eip155:1:${token}`,
  price: 0,
  quantity: { decimals: '6', numeric: '12.000001' },
  iconUrl: '',
}

function list(filter: object, chainId = 'eip155:1') {
  const paths: string[] = []
  const gateway = async (path: string) => {
    paths.push(path)
    return { balances: [ether, dollars].map((one) => ({ ...one })) }
  }
  const answer = listWalletAssets({ params: [{ account: address, ...filter }], address, chainId, gateway })
  return { answer, paths }
}

describe('listWalletAssets', () => {
  test('behavior: the balances of the chosen network, in base units and hex', async () => {
    const { answer, paths } = list({})
    expect(await answer).toEqual({
      '0x1': [
        {
          address: 'native',
          type: 'NATIVE',
          balance: '0x14d1120d7b160000',
          metadata: {
            name: 'Ether',
            symbol: 'ETH',
            decimals: 18,
            price: 2000,
            value: 3000,
            iconUrl: 'https://gateway.example/eth',
          },
        },
        {
          address: token,
          type: 'ERC20',
          balance: '0xb71b01',
          metadata: { name: 'Dev Dollar', symbol: 'DUSD', decimals: 6, iconUrl: '' },
        },
      ],
    })
    expect(paths).toEqual([`/v1/account/${address}/balance?chainId=eip155%3A1&currency=usd`])
  })

  test('param: chainFilter, assetTypeFilter, assetFilter', async () => {
    const typesOf = async (filter: object) => {
      const assets = Object.values(await list(filter).answer).flat()
      return assets.map(({ type }) => type)
    }
    expect(await list({ chainFilter: ['0xa'] }).answer).toEqual({ '0xa': [] })
    expect(await list({ chainFilter: [] }).answer).toEqual({})
    expect(await typesOf({ assetTypeFilter: ['native'] })).toEqual(['NATIVE'])
    expect(await typesOf({ assetTypeFilter: ['erc20'] })).toEqual(['ERC20'])
    const wanted = { address: token.toLowerCase(), type: 'erc20' }
    expect(await typesOf({ assetFilter: { '0x1': [wanted] } })).toEqual(['ERC20'])
  })

  test.each([
    ['another account', { account: `0x${'1'.repeat(40)}` }],
    ['no account', { account: undefined }],
    ['networks by name', { chainFilter: ['mainnet'] }],
    ['too many networks', { chainFilter: Array.from({ length: 11 }, (_, id) => `0x${id + 1}`) }],
  ])('error: %s', async (_, filter) => {
    const { answer, paths } = list(filter)
    await expect(answer).rejects.toMatchObject({ rpcCode: -32602 })
    expect(paths).toEqual([])
  })
})
