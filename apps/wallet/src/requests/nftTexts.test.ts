import { encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { printCall, printTransaction } from '../../test/printTransaction.ts'
import { account } from '../../test/showTransaction.ts'
import { alice, apes, cards, kitties, operator, stranger } from '../../test/transactionContracts.ts'

const erc721 = parseAbi(['function safeTransferFrom(address from, address to, uint256 id)'])
const erc1155 = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
])

/** The texts are here to be read: who, what and how much must be clear from them alone. */
describe('what a visitor reads of NFTs', () => {
  test('behavior: an NFT to a friend', async () => {
    const args = [account, alice, 8817n] as const
    const data = encodeFunctionData({ abi: erc721, functionName: 'safeTransferFrom', args })
    expect(await printTransaction({ to: apes, data })).toMatchInlineSnapshot(`
      "Send NFT #8817 (BAYC) (high)
      You send now: NFT #8817 (BAYC)
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Collection: 0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! An NFT has no price, so what this is worth is unknown. An NFT can hold money, such as a liquidity position: that money goes with it."
    `)
  })

  test('behavior: an NFT by transferFrom, which a simulation does not report', async () => {
    expect(await printCall(apes, 'transferFrom', [account, stranger, 8817n])).toMatchInlineSnapshot(`
      "Send NFT #8817 (BAYC) (high)
      You send now: NFT #8817 (BAYC)
      You receive now: nothing
      To: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Collection: 0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! An NFT has no price, so what this is worth is unknown. An NFT can hold money, such as a liquidity position: that money goes with it.
      ! This is the first time you send to this address. Check the whole address before you approve."
    `)
  })

  test('behavior: several copies of an NFT', async () => {
    const args = [account, alice, 12n, 3n, '0x'] as const
    const data = encodeFunctionData({ abi: erc1155, functionName: 'safeTransferFrom', args })
    expect(await printTransaction({ to: cards, data })).toMatchInlineSnapshot(`
      "Send 3 copies of NFT #12 (LL) (high)
      You send now: 3 copies of NFT #12 (LL)
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Collection: 0x76BE3b62873462d2142405439777e971754E8E77
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! An NFT has no price, so what this is worth is unknown. An NFT can hold money, such as a liquidity position: that money goes with it."
    `)
  })

  test('behavior: several NFTs at once', async () => {
    const args = [account, alice, [12n, 13n, 14n], [3n, 1n, 1n], '0x'] as const
    const data = encodeFunctionData({ abi: erc1155, functionName: 'safeBatchTransferFrom', args })
    expect(await printTransaction({ to: cards, data })).toMatchInlineSnapshot(`
      "Send 3 copies of NFT #12 (LL), NFT #13 (LL) and NFT #14 (LL) (high)
      You send now: 3 copies of NFT #12 (LL)
      You send now: NFT #13 (LL)
      You send now: NFT #14 (LL)
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Collection: 0x76BE3b62873462d2142405439777e971754E8E77
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! An NFT has no price, so what this is worth is unknown. An NFT can hold money, such as a liquidity position: that money goes with it."
    `)
  })

  test('behavior: more NFTs than a title names', async () => {
    const args = [account, alice, [1n, 2n, 3n, 4n, 5n], [1n, 1n, 1n, 1n, 1n], '0x'] as const
    const data = encodeFunctionData({ abi: erc1155, functionName: 'safeBatchTransferFrom', args })
    expect(await printTransaction({ to: cards, data })).toContain(
      'Send NFT #1 (LL), NFT #2 (LL), NFT #3 (LL) and 2 more NFTs (high)',
    )
  })

  test('behavior: a permission for one NFT', async () => {
    expect(await printCall(apes, 'approve', [operator, 8817n])).toMatchInlineSnapshot(`
      "Let someone take NFT #8817 (BAYC) (high)
      Now: you send nothing but the fee
      Can be taken later: NFT #8817 (BAYC)
      Spender: 0x1E0049783F008A0085193E00003D00cd54003c71
      Permission ends: when the NFT has a new owner, or when you revoke it
      Collection: 0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! An NFT has no price, so what this is worth is unknown. An NFT can hold money, such as a liquidity position: that money goes with it.
      ! The spender can take the NFT until the permission ends, without paying and without asking you again.
      ! This is the first time you deal with this spender. Check the whole address before you approve."
    `)
  })

  test('behavior: a permission for NFT 0, which takes nothing back', async () => {
    expect(await printCall(apes, 'approve', [operator, 0n])).toMatchInlineSnapshot(`
      "Let someone take NFT #0 (BAYC) (high)
      Now: you send nothing but the fee
      Can be taken later: NFT #0 (BAYC)
      Spender: 0x1E0049783F008A0085193E00003D00cd54003c71
      Permission ends: when the NFT has a new owner, or when you revoke it
      Collection: 0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! An NFT has no price, so what this is worth is unknown. An NFT can hold money, such as a liquidity position: that money goes with it.
      ! The spender can take the NFT until the permission ends, without paying and without asking you again.
      ! This is the first time you deal with this spender. Check the whole address before you approve."
    `)
  })

  test('behavior: a permission for an NFT that is taken back', async () => {
    expect(await printCall(apes, 'approve', [zeroAddress, 8817n])).toMatchInlineSnapshot(`
      "Revoke the permission to take NFT #8817 (BAYC) (medium)
      Now: you send nothing but the fee
      Revokes: the permission to take NFT #8817 (BAYC)
      Not changed: a permission to take all NFTs of the collection
      Spender: whoever may take this NFT now (not known to the wallet)
      Collection: 0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum"
    `)
  })

  test('behavior: a permission for a whole collection', async () => {
    expect(await printCall(apes, 'setApprovalForAll', [operator, true])).toMatchInlineSnapshot(`
      "Let someone take all your NFTs of BAYC (high)
      Now: you send nothing but the fee
      Can be taken later: all your NFTs of BAYC, also what you get in future
      Spender: 0x1E0049783F008A0085193E00003D00cd54003c71
      Permission ends: never, unless you revoke it
      Collection: 0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! The spender can take all your NFTs of this collection until you revoke it, without paying and without asking you again.
      ! An NFT has no price, so what this is worth is unknown. An NFT can hold money, such as a liquidity position: that money goes with it.
      ! This is the first time you deal with this spender. Check the whole address before you approve."
    `)
  })

  test('behavior: a permission for a whole collection without a known name', async () => {
    const unnamed = { contracts: { [apes]: { supports: { '0x80ac58cd': true } } } }
    expect(await printCall(apes, 'setApprovalForAll', [operator, true], unnamed)).toContain(
      'Let someone take all your NFTs of a collection without a known name (0xBC4C…f13D) (high)',
    )
    expect(await printCall(apes, 'setApprovalForAll', [operator, false], unnamed)).toContain(
      'Revoke the permission to take all your NFTs of a collection without a known name (0xBC4C…f13D) (medium)',
    )
  })

  test('behavior: a permission at a contract of an unclear kind', async () => {
    expect(await printCall(kitties, 'approve', [operator, 0n])).toMatchInlineSnapshot(`
      "Change a permission: it ends one, or gives NFT #0 (CK) (high)
      Now: you send nothing but the fee
      If it is a token: this spender can take nothing from now on
      If it is a collection: this spender can take NFT #0 (CK) until the NFT has a new owner or the permission is revoked, without asking again
      Spender: 0x1E0049783F008A0085193E00003D00cd54003c71
      Contract: 0x06012c8cf97BEaD5deAe237070F9587f8E7A266d
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! Could not find out whether this contract is a token or a collection of NFTs. Of a token, nothing can be taken any more; of a collection, NFT #0 can be taken. Reject it unless you know this contract.
      ! This is the first time you deal with this spender. Check the whole address before you approve."
    `)
  })
})
