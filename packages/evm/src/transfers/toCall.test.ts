import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, erc20Abi, erc721Abi, getAddress, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { toCall } from './toCall.ts'

const erc1155Abi = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
])
const contract = '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35'
const highest = 2n ** 256n - 1n

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))
const number = fc.oneof(fc.bigInt({ min: 0n, max: highest }), fc.constantFrom(0n, 1n, highest))

describe('toCall', () => {
  test('behavior: the coin is sent without data', () => {
    fc.assert(
      fc.property(address, address, number, (from, to, amount) => {
        expect(toCall({ from, to, amount })).toEqual({ from, to, value: `0x${amount.toString(16)}` })
      }),
    )
  })

  test('behavior: a token is sent with the bytes that viem writes, for all amounts', () => {
    fc.assert(
      fc.property(address, address, number, (from, to, amount) => {
        const call = toCall({ from, to, token: contract, amount })
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
        expect(call).toEqual({ from, to: contract, value: '0x0', data })
        expect(decodeFunctionData({ abi: erc20Abi, data }).args).toEqual([to, amount])
      }),
    )
  })

  test('behavior: an ERC-721 NFT is sent with the bytes that viem writes, for all IDs', () => {
    fc.assert(
      fc.property(address, address, number, (from, to, id) => {
        const nft = { standard: 'erc721', contract, tokenId: String(id) } as const
        const args = [from, to, id] as const
        const data = encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args })
        expect(toCall({ from, to, nft, amount: 1n })).toEqual({ from, to: contract, value: '0x0', data })
      }),
    )
  })

  test('behavior: ERC-1155 NFTs are sent with the bytes that viem writes, for all IDs and amounts', () => {
    fc.assert(
      fc.property(address, address, number, number, (from, to, id, amount) => {
        const nft = { standard: 'erc1155', contract, tokenId: String(id) } as const
        const args = [from, to, id, amount, '0x'] as const
        const data = encodeFunctionData({ abi: erc1155Abi, functionName: 'safeTransferFrom', args })
        expect(toCall({ from, to, nft, amount })).toEqual({ from, to: contract, value: '0x0', data })
      }),
    )
  })

  const [from, to] = [contract, contract]
  test.each([
    { standard: 'metaplex', contract, tokenId: '1' },
    { standard: 'erc721', contract, tokenId: '' },
    { standard: 'erc721', contract, tokenId: '0x1' },
    { standard: 'erc721', contract, tokenId: '-1' },
    { standard: 'erc721', contract, tokenId: '1e3' },
  ] as const)('error: the NFT $tokenId of $standard cannot be sent', (nft) => {
    expect(toCall({ from, to, nft, amount: 1n })).toBeUndefined()
  })

  test('error: an ERC-721 NFT has no copies', () => {
    const nft = { standard: 'erc721', contract, tokenId: '1' } as const
    for (const amount of [0n, 2n]) expect(toCall({ from, to, nft, amount })).toBeUndefined()
  })

  test('error: what does not fit is never cut', () => {
    for (const amount of [-1n, highest + 1n])
      expect(() => toCall({ from, to, token: contract, amount })).toThrow(RangeError)
    for (const wrong of ['0x', `${to}00`, 'name.eth', `0x${'g'.repeat(40)}`])
      expect(() => toCall({ from, to: wrong, token: contract, amount: 1n })).toThrow(RangeError)
    const nft = { standard: 'erc1155', contract, tokenId: String(highest + 1n) } as const
    expect(() => toCall({ from, to, nft, amount: 1n })).toThrow(RangeError)
  })
})
