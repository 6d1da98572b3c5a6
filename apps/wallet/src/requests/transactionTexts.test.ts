import { encodeFunctionData, type Hex, maxUint256, parseAbi, parseEther, parseUnits, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { account, type ScriptedContract, showTransaction } from '../../test/showTransaction.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const stranger = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const meme = '0x6982508145454Ce325dDbE47a25d4ec3d2311933'
const apes = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
const cards = '0x76BE3b62873462d2142405439777e971754E8E77'
const kitties = '0x06012c8cf97BEaD5deAe237070F9587f8E7A266d'
const positions = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'
const router = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
const operator = '0x1E0049783F008A0085193E00003D00cd54003c71'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

const contracts: Record<string, ScriptedContract> = {
  [usdc]: { symbol: 'USDC', decimals: 6, price: 1, balance: 2_500_000_000n },
  // Its fallback function wraps coins and returns nothing.
  [weth]: {
    symbol: 'WETH',
    decimals: 18,
    price: 3000,
    balance: parseEther('2'),
    supports: { '0x80ac58cd': '0x', '0xffffffff': '0x' },
  },
  [dai]: { symbol: 'DAI', decimals: 18, price: 1, balance: parseEther('40') },
  [meme]: { symbol: 'MEME', decimals: 18, balance: parseEther('1000000') },
  [apes]: { symbol: 'BAYC', supports: { '0x80ac58cd': true } },
  [cards]: { symbol: 'LL', supports: { '0xd9b67a26': true } },
  [kitties]: { symbol: 'CK', supports: {} },
  [positions]: { symbol: 'UNI-V3-POS', supports: { '0x80ac58cd': true } },
  [router]: {},
  [operator]: {},
  [permit2]: {},
  [multicall3]: {},
}
const known = [alice, usdc, weth, dai, meme, apes, cards, kitties, positions, router, permit2, multicall3]

const token = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function decreaseAllowance(address spender, uint256 subtractedValue)',
  'function setApprovalForAll(address operator, bool approved)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function deposit()',
  'function withdraw(uint256 amount)',
  'function multicall(bytes[] data)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  'function delegate(address delegatee)',
  'function castVote(uint256 proposalId, uint8 support)',
])
const daiPermit = parseAbi([
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
])
const erc721 = parseAbi(['function safeTransferFrom(address from, address to, uint256 id)'])
const erc1155 = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
])
const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function lockdown((address token, address spender)[] approvals)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
])
const permit2Batch = parseAbi([
  'function transferFrom((address from, address to, uint160 amount, address token)[] transfers)',
])
const word = `0x${'11'.repeat(32)}` as const
type Options = NonNullable<Parameters<typeof showTransaction>[1]>

/** Returns what a visitor reads of a transaction, without the details that must be opened. */
async function read(
  transaction: Parameters<typeof showTransaction>[0],
  options: Options = {},
): Promise<string> {
  const { title, facts, warnings, risk } = await showTransaction(transaction, {
    contracts,
    known,
    ...options,
  })
  return [
    `${title} (${risk})`,
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    ...warnings.map(({ level, text }) => `${level === 'danger' ? '!!' : '!'} ${text}`),
  ].join('\n')
}
const call = (
  to: Hex,
  functionName: (typeof token)[number]['name'],
  args: readonly unknown[],
  options?: Options,
) => read({ to, data: encodeFunctionData({ abi: token, functionName, args } as never) }, options)

/** The texts are here to be read: who, what and how much must be clear from them alone. */
describe('what a visitor reads of a transaction', () => {
  test('behavior: coins to a friend', async () => {
    expect(await read({ to: alice, value: parseEther('0.01') })).toMatchInlineSnapshot(`
      "Send 0.01 ETH (medium)
      You send now: 0.01 ETH
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Fee, at most: 0.000063 ETH · $0.19
      Network: Ethereum"
    `)
  })

  test('behavior: coins to a new address', async () => {
    expect(await read({ to: stranger, value: parseEther('0.02') })).toMatchInlineSnapshot(`
      "Send 0.02 ETH (medium)
      You send now: 0.02 ETH
      You receive now: nothing
      To: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Fee, at most: 0.000063 ETH · $0.19
      Network: Ethereum
      ! This is the first time you send to this address. Check the whole address before you approve."
    `)
  })

  test('behavior: many coins', async () => {
    expect(await read({ to: alice, value: parseEther('9.5') })).toMatchInlineSnapshot(`
      "Send 9.5 ETH (high)
      You send now: 9.5 ETH
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Fee, at most: 0.000063 ETH · $0.19
      Network: Ethereum
      ! The total value is about $28,500, including the fee.
      ! 9.5 ETH is 95% of your ETH."
    `)
  })

  test('behavior: coins of a network without prices', async () => {
    const options = { chainId: 'eip155:11155111', coin: { symbol: 'ETH', balance: parseEther('1') } }
    expect(await read({ to: alice, value: parseEther('0.1') }, options)).toMatchInlineSnapshot(`
      "Send 0.1 ETH (high)
      You send now: 0.1 ETH
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Fee, at most: 0.000063 ETH · test coins
      Network: Sepolia (test network: nothing here has real value)
      ! Test network: these coins have no real value."
    `)
  })

  test('behavior: coins while the gateway is unreachable', async () => {
    const options = { simulation: undefined, coin: { symbol: '' } }
    expect(await read({ to: alice, value: parseEther('0.1') }, options)).toMatchInlineSnapshot(`
      "Send 0.1 ETH (high)
      You send now: 0.1 ETH
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Fee, at most: 0.000063 ETH · price unknown
      Network: Ethereum
      ! There is no price for ETH, so the value of ETH is unknown.
      ! Your balance of ETH could not be read."
    `)
  })

  test('behavior: coins to an address that looks like a friend’s', async () => {
    const twin = `0x7099${'0'.repeat(32)}79C8` as const
    expect(await read({ to: twin, value: parseEther('0.01') })).toMatchInlineSnapshot(`
      "Send 0.01 ETH (high)
      You send now: 0.01 ETH
      You receive now: nothing
      To: 0x70990000000000000000000000000000000079c8
      Fee, at most: 0.000063 ETH · $0.19
      Network: Ethereum
      !! This address only looks like 0x70997970c51812dc3a010c7d01b50e0d17dc79c8, which you sent to before. It is a different address."
    `)
  })

  test('behavior: a few tokens', async () => {
    expect(await call(usdc, 'transfer', [alice, 25_000_000n])).toMatchInlineSnapshot(`
      "Send 25 USDC (medium)
      You send now: 25 USDC
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum"
    `)
  })

  test('behavior: many tokens', async () => {
    expect(await call(usdc, 'transfer', [stranger, 2_000_000_000n])).toMatchInlineSnapshot(`
      "Send 2,000 USDC (high)
      You send now: 2,000 USDC
      You receive now: nothing
      To: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The total value is about $2,001, including the fee.
      ! 2,000 USDC is 80% of your USDC.
      ! This is the first time you send to this address. Check the whole address before you approve."
    `)
  })

  test('behavior: most of the tokens, though they are worth little', async () => {
    expect(await call(dai, 'transfer', [alice, parseEther('36')])).toMatchInlineSnapshot(`
      "Send 36 DAI (high)
      You send now: 36 DAI
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Token: 0x6B175474E89094C44Da98b954EedeAC495271d0F
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! 36 DAI is 90% of your DAI."
    `)
  })

  test('behavior: tokens without a price', async () => {
    expect(await call(meme, 'transfer', [alice, parseEther('1000')])).toMatchInlineSnapshot(`
      "Send 1,000 MEME (high)
      You send now: 1,000 MEME
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Token: 0x6982508145454Ce325dDbE47a25d4ec3d2311933
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! There is no price for MEME, so the value of MEME is unknown."
    `)
  })

  test('behavior: tokens to their own contract', async () => {
    expect(await call(usdc, 'transfer', [usdc, 25_000_000n])).toMatchInlineSnapshot(`
      "Send 25 USDC (high)
      You send now: 25 USDC
      You receive now: nothing
      To: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! It sends tokens to the token’s own contract, where they would be lost."
    `)
  })

  test('behavior: an allowance for a small amount', async () => {
    expect(await call(usdc, 'approve', [router, 25_000_000n])).toMatchInlineSnapshot(`
      "Let someone take up to 25 USDC (medium)
      Now: you send nothing but the fee
      Can be taken later: up to 25 USDC in total
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: never, unless you revoke it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The spender can take this until the permission ends, without asking you again."
    `)
  })

  test('behavior: an allowance for 10^15 units', async () => {
    expect(await call(usdc, 'approve', [router, 10n ** 15n])).toMatchInlineSnapshot(`
      "Let someone take up to 1,000,000,000 USDC (high)
      Now: you send nothing but the fee
      Can be taken later: up to 1,000,000,000 USDC in total
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: never, unless you revoke it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The total value is about $1,000,000,001, including the fee.
      ! You have only 2,500 USDC now; what you get later can be taken too.
      ! The spender can take this until the permission ends, without asking you again."
    `)
  })

  test('behavior: an allowance without a limit', async () => {
    expect(await call(usdc, 'approve', [stranger, maxUint256])).toMatchInlineSnapshot(`
      "Let someone take all your USDC (high)
      Now: you send nothing but the fee
      Can be taken later: all your USDC, also what you get in future
      Spender: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Permission ends: never, unless you revoke it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! There is no limit: the spender can take all of it until the permission ends, without asking you again.
      ! This is the first time you deal with this spender. Check the whole address before you approve."
    `)
  })

  test('behavior: an allowance that is taken back', async () => {
    expect(await call(usdc, 'approve', [router, 0n])).toMatchInlineSnapshot(`
      "Revoke the permission to take your USDC (medium)
      Now: you send nothing but the fee
      Revokes: the permission to take your USDC
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum"
    `)
  })

  test('behavior: an allowance that is raised', async () => {
    expect(await call(usdc, 'increaseAllowance', [router, 500_000_000n])).toMatchInlineSnapshot(`
      "Raise what someone may take by 500 USDC (high)
      Now: you send nothing but the fee
      Can be taken later: 500 USDC more than now. What the spender may take now could not be read, so in total it could be all your USDC.
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: never, unless you revoke it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The total value is about $501, including the fee.
      ! The spender can take this until the permission ends, without asking you again."
    `)
  })

  test('behavior: an allowance that is lowered', async () => {
    expect(await call(usdc, 'decreaseAllowance', [router, 500_000_000n])).toMatchInlineSnapshot(`
      "Lower the permission to take your USDC by 500 USDC (medium)
      Now: you send nothing but the fee
      Lowers: the permission to take your USDC by 500 USDC
      What is left: could not be read; perhaps the spender can still take all your USDC. To end the permission, revoke it.
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: never, unless you revoke it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum"
    `)
  })

  test('behavior: a signed permission of one’s own that is handed in', async () => {
    const args = [account, stranger, maxUint256, 1n, 27, word, word]
    expect(await call(usdc, 'permit', args)).toMatchInlineSnapshot(`
      "Let someone take all your USDC (high)
      Now: you send nothing but the fee
      Can be taken later: all your USDC, also what you get in future
      Spender: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Permission ends: never, unless you revoke it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! There is no limit: the spender can take all of it until the permission ends, without asking you again.
      ! This is the first time you deal with this spender. Check the whole address before you approve."
    `)
  })

  test('behavior: a signed permission of someone else', async () => {
    const args = [bob, router, 25_000_000n, 1n, 27, word, word]
    expect(await call(usdc, 'permit', args)).toMatchInlineSnapshot(`
      "Let someone take up to 25 USDC from another account (medium)
      Now: you send nothing but the fee
      Can be taken later: up to 25 USDC in total
      Owner, not you: 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: never, unless the owner revokes it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The spender can take this until the permission ends, without asking the owner again."
    `)
  })

  test('behavior: DAI’s own kind of permission', async () => {
    const args = [account, stranger, 0n, 0n, true, 27, word, word] as const
    const data = encodeFunctionData({ abi: daiPermit, functionName: 'permit', args })
    expect(await read({ to: dai, data })).toMatchInlineSnapshot(`
      "Let someone take all your DAI (high)
      Now: you send nothing but the fee
      Can be taken later: all your DAI, also what you get in future
      Spender: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Permission ends: never, unless you revoke it
      Token: 0x6B175474E89094C44Da98b954EedeAC495271d0F
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! There is no limit: the spender can take all of it until the permission ends, without asking you again.
      ! This is the first time you deal with this spender. Check the whole address before you approve."
    `)
  })

  test('behavior: Permit2 for one token, without a limit', async () => {
    const args = [usdc, router, 2n ** 160n - 1n, 2 ** 48 - 1] as const
    const data = encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args })
    expect(await read({ to: permit2, data })).toMatchInlineSnapshot(`
      "Let someone take all your USDC (high)
      Now: you send nothing but the fee
      Can be taken later: all your USDC, also what you get in future
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: never, unless you revoke it
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Carried out by: Permit2 (it gets nothing itself)
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! There is no limit: the spender can take all of it until the permission ends, without asking you again."
    `)
  })

  test('behavior: Permit2 for a small amount and a month', async () => {
    const args = [usdc, router, 25_000_000n, 1_782_864_000] as const
    const data = encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args })
    expect(await read({ to: permit2, data })).toMatchInlineSnapshot(`
      "Let someone take up to 25 USDC (medium)
      Now: you send nothing but the fee
      Can be taken later: up to 25 USDC in total
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: 2026-07-01 00:00 UTC
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Carried out by: Permit2 (it gets nothing itself)
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The spender can take this until the permission ends, without asking you again."
    `)
  })

  test('behavior: a transfer through Permit2', async () => {
    const args = [account, stranger, 750_000_000n, usdc] as const
    const data = encodeFunctionData({ abi: permit2Abi, functionName: 'transferFrom', args })
    expect(await read({ to: permit2, data })).toMatchInlineSnapshot(`
      "Send 750 USDC (high)
      You send now: 750 USDC
      You receive now: nothing
      To: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Carried out by: Permit2 (it gets nothing itself)
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The total value is about $751, including the fee.
      ! This is the first time you send to this address. Check the whole address before you approve."
    `)
  })

  test('behavior: permissions at Permit2 that are taken back', async () => {
    const approvals = [
      { token: usdc, spender: router },
      { token: dai, spender: stranger },
    ] as const
    const data = encodeFunctionData({ abi: permit2Abi, functionName: 'lockdown', args: [approvals] })
    expect(await read({ to: permit2, data })).toMatchInlineSnapshot(`
      "Revoke the permissions to take your USDC and DAI (medium)
      Now: you send nothing but the fee
      Revokes: the permission to take your USDC
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Revokes: the permission to take your DAI
      Spender: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Not changed: any permission that was not given through Permit2
      Token: USDC: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Token: DAI: 0x6B175474E89094C44Da98b954EedeAC495271d0F
      Carried out by: Permit2 (it gets nothing itself)
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum"
    `)
  })

  test('behavior: an NFT to a friend', async () => {
    const args = [account, alice, 8817n] as const
    const data = encodeFunctionData({ abi: erc721, functionName: 'safeTransferFrom', args })
    expect(await read({ to: apes, data })).toMatchInlineSnapshot(`
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
    expect(await call(apes, 'transferFrom', [account, stranger, 8817n])).toMatchInlineSnapshot(`
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
    expect(await read({ to: cards, data })).toMatchInlineSnapshot(`
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
    expect(await read({ to: cards, data })).toMatchInlineSnapshot(`
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

  test('behavior: a permission for one NFT', async () => {
    expect(await call(apes, 'approve', [operator, 8817n])).toMatchInlineSnapshot(`
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
    expect(await call(apes, 'approve', [operator, 0n])).toMatchInlineSnapshot(`
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
    expect(await call(apes, 'approve', [zeroAddress, 8817n])).toMatchInlineSnapshot(`
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
    expect(await call(apes, 'setApprovalForAll', [operator, true])).toMatchInlineSnapshot(`
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

  test('behavior: a permission at a contract of an unclear kind', async () => {
    expect(await call(kitties, 'approve', [operator, 0n])).toMatchInlineSnapshot(`
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

  test('behavior: coins that are wrapped', async () => {
    const data = encodeFunctionData({ abi: token, functionName: 'deposit' })
    const changes = [
      { direction: 'out', kind: 'native', amount: `${parseEther('0.02')}`, verified: true },
      {
        direction: 'in',
        kind: 'erc20',
        token: weth,
        amount: `${parseEther('0.02')}`,
        verified: true,
        symbol: 'WETH',
        decimals: 18,
      },
    ] as const
    const simulation = { changes: [...changes] }
    expect(await read({ to: weth, value: parseEther('0.02'), data }, { simulation })).toMatchInlineSnapshot(`
      "Exchange 0.02 ETH for 0.02 WETH (medium)
      You send now: 0.02 ETH
      You receive now: 0.02 WETH
      To the token’s contract: 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum"
    `)
  })

  test('behavior: coins that are unwrapped', async () => {
    const changes = [
      { direction: 'in', kind: 'native', amount: `${parseEther('1.5')}`, verified: true },
    ] as const
    const simulation = { changes: [...changes] }
    expect(await call(weth, 'withdraw', [parseEther('1.5')], { simulation })).toMatchInlineSnapshot(`
      "Exchange 1.5 WETH for 1.5 ETH (high)
      You send now: 1.5 WETH
      You receive now: 1.5 ETH
      To the token’s contract: 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The total value is about $4,501, including the fee.
      ! 1.5 WETH is 75% of your WETH."
    `)
  })

  test('behavior: a swap, whose function is unknown', async () => {
    const changes = [
      { direction: 'out', kind: 'native', amount: `${parseEther('0.5')}`, verified: true },
      {
        direction: 'in',
        kind: 'erc20',
        token: usdc,
        amount: `${parseUnits('1490', 6)}`,
        verified: true,
        symbol: 'USDC',
        decimals: 6,
      },
    ] as const
    const data = '0x3593564c00000000000000000000000000000000000000000000000000000000'
    const simulation = { changes: [...changes] }
    expect(await read({ to: router, value: parseEther('0.5'), data }, { simulation })).toMatchInlineSnapshot(`
      "Send 0.5 ETH with an unknown call (high)
      You send now: 0.5 ETH, in a simulation
      You receive now: 1,490 USDC, in a simulation
      To the contract: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! The wallet cannot read what this call does (function 0x3593564c of 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af): it could take more than is shown here, now or later.
      ! The total value is about $1,501, including the fee."
    `)
  })

  test('behavior: an unknown call that does nothing in a simulation', async () => {
    expect(await read({ to: stranger, data: '0xdeadbeef' })).toMatchInlineSnapshot(`
      "Unknown call (high)
      You send now: nothing but the fee, in a simulation
      You receive now: nothing, in a simulation
      Contract: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! The wallet cannot read what this call does (function 0xdeadbeef of 0x90F79bf6EB2c4f870365E785982E1f101E93b906): it could take more than is shown here, now or later.
      !! There is no contract at this address, so the call would do nothing.
      ! This is the first time you use this contract. Check its address."
    `)
  })

  test('behavior: several calls at once', async () => {
    const data = [
      encodeFunctionData({ abi: token, functionName: 'approve', args: [router, 1n] }),
      encodeFunctionData({ abi: token, functionName: 'transferFrom', args: [account, alice, 9n] }),
    ]
    expect(await call(positions, 'multicall', [data])).toMatchInlineSnapshot(`
      "Send NFT #9 (UNI-V3-POS) and let someone take NFT #1 (UNI-V3-POS) (high)
      You send now: NFT #9 (UNI-V3-POS)
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Can be taken later: NFT #1 (UNI-V3-POS)
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Permission ends: when the NFT has a new owner, or when you revoke it
      Collection: 0xC36442b4a4522E871399CD717aBDD847Ab11FE88
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! An NFT has no price, so what this is worth is unknown. An NFT can hold money, such as a liquidity position: that money goes with it.
      ! The spender can take the NFT until the permission ends, without paying and without asking you again."
    `)
  })

  test('behavior: transfers to several recipients', async () => {
    const transfers = [
      { from: account, to: alice, amount: 20_000_000n, token: usdc },
      { from: account, to: stranger, amount: parseEther('0.5'), token: weth },
    ] as const
    const data = encodeFunctionData({ abi: permit2Batch, functionName: 'transferFrom', args: [transfers] })
    expect(await read({ to: permit2, data })).toMatchInlineSnapshot(`
      "Send 20 USDC and 0.5 WETH to 2 recipients (high)
      You send now: 20 USDC
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      You send now: 0.5 WETH
      To (new to you): 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      You receive now: nothing
      Token: USDC: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Token: WETH: 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2
      Carried out by: Permit2 (it gets nothing itself)
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The total value is about $1,521, including the fee.
      ! Check every address that is new to you before you approve."
    `)
  })

  test('behavior: calls that another contract makes', async () => {
    const callData = encodeFunctionData({ abi: token, functionName: 'transfer', args: [alice, 5_000_000n] })
    const args = [[{ target: usdc, allowFailure: false, callData }]]
    expect(await call(multicall3, 'aggregate3', args)).toMatchInlineSnapshot(`
      "Let a contract make a call in its own name (high)
      You send now: nothing but the fee, in a simulation
      You receive now: nothing, in a simulation
      From another account: 5 USDC
      Owner, not you but the contract itself: 0xcA11bde05977b3631167028862bE2a173976CA11
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Contract: 0xcA11bde05977b3631167028862bE2a173976CA11
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! Another contract makes the calls inside in its own name: 0xcA11bde05977b3631167028862bE2a173976CA11. The wallet cannot read what it does with your account."
    `)
  })

  test('behavior: votes that are delegated', async () => {
    expect(await call(meme, 'delegate', [alice])).toMatchInlineSnapshot(`
      "Delegate your votes: let someone vote with your tokens (high)
      You send now: nothing but the fee, in a simulation
      You receive now: nothing, in a simulation
      Votes for you: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      With: all your tokens of this contract, also later ones; they stay yours
      Until: you choose someone else
      Contract: 0x6982508145454Ce325dDbE47a25d4ec3d2311933
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! This looks like a delegation of your votes, which moves no money: your tokens stay yours. But the contract decides what happens: it could take what it holds for you, or what you allowed it to take. Approve it only if you trust this site."
    `)
  })

  test('behavior: a vote', async () => {
    expect(await call(router, 'castVote', [42n, 0])).toMatchInlineSnapshot(`
      "Vote “against” (high)
      You send now: nothing but the fee, in a simulation
      You receive now: nothing, in a simulation
      Your vote: against
      Proposal: 42
      Contract: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! This looks like a vote, and a vote moves no money. But the contract decides what happens: it could take what it holds for you, or what you allowed it to take. Approve it only if you trust this site."
    `)
  })

  test('behavior: signed permissions that are cancelled', async () => {
    const one = encodeFunctionData({
      abi: permit2Abi,
      functionName: 'invalidateNonces',
      args: [usdc, router, 3],
    })
    expect(await read({ to: permit2, data: one })).toMatchInlineSnapshot(`
      "Cancel some or all of your unused signed permissions to take USDC (medium)
      Now: you send nothing but the fee
      Cancels: some or all of your unused signed permissions to take USDC
      Not changed: a permission already in use
      Spender: 0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Carried out by: Permit2 (it gets nothing itself)
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum"
    `)
    const many = encodeFunctionData({
      abi: permit2Abi,
      functionName: 'invalidateUnorderedNonces',
      args: [0n, 1n],
    })
    expect(await read({ to: permit2, data: many })).toMatchInlineSnapshot(`
      "Cancel some or all of the transfers that you signed and nobody has made yet (medium)
      Now: you send nothing but the fee
      Carried out by: Permit2 (it gets nothing itself)
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum"
    `)
  })

  test('behavior: coins and tokens for a contract that may give nothing in return', async () => {
    const data = encodeFunctionData({ abi: token, functionName: 'deposit' })
    expect(await read({ to: dai, value: parseEther('0.02'), data })).toMatchInlineSnapshot(`
      "Send 0.02 ETH to the contract of DAI (medium)
      You send now: 0.02 ETH
      You receive now: nothing, in a simulation
      To the token’s contract: 0x6B175474E89094C44Da98b954EedeAC495271d0F
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The contract gets what you send; you may get nothing for it."
    `)
    expect(await call(dai, 'withdraw', [parseEther('5')])).toMatchInlineSnapshot(`
      "Return 5 DAI to its own contract (medium)
      You send now: 5 DAI
      You receive now: nothing, in a simulation
      To the token’s contract: 0x6B175474E89094C44Da98b954EedeAC495271d0F
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! The contract gets what you send; you may get nothing for it."
    `)
  })

  test('behavior: an exchange that costs more than a twentieth in fees', async () => {
    const fee = 'The fee could be more than 5% of what you send.'
    expect(await call(weth, 'withdraw', [parseEther('0.004')])).toContain(fee)
    expect(await call(weth, 'withdraw', [parseEther('0.006')])).not.toContain(fee)
  })

  test('behavior: a permission that would fail', async () => {
    const simulation = { status: 'reverted' } as const
    const failing = await call(usdc, 'approve', [router, 25_000_000n], { simulation })
    expect(failing).toContain('Then only the fee leaves your account, and no permission is given.')
    expect(failing).toContain('You send now: nothing but the fee\n')
    expect(await call(usdc, 'transfer', [alice, 25_000_000n], { simulation })).toContain(
      'Then only the fee leaves your account.',
    )
  })

  test('behavior: a permission that cannot be simulated as a whole', async () => {
    const simulation = { complete: false }
    expect(await call(usdc, 'approve', [router, 25_000_000n], { simulation })).toContain(
      'You send now: nothing but the fee, as far as is known; more could leave\n',
    )
  })

  test('behavior: a permission for a whole collection without a known name', async () => {
    const unnamed = { contracts: { [apes]: { supports: { '0x80ac58cd': true } } } }
    expect(await call(apes, 'setApprovalForAll', [operator, true], unnamed)).toContain(
      'Let someone take all your NFTs of a collection without a known name (0xBC4C…f13D) (high)',
    )
    expect(await call(apes, 'setApprovalForAll', [operator, false], unnamed)).toContain(
      'Revoke the permission to take all your NFTs of a collection without a known name (0xBC4C…f13D) (medium)',
    )
  })

  test('behavior: more NFTs than a title names', async () => {
    const args = [account, alice, [1n, 2n, 3n, 4n, 5n], [1n, 1n, 1n, 1n, 1n], '0x'] as const
    const data = encodeFunctionData({ abi: erc1155, functionName: 'safeBatchTransferFrom', args })
    expect(await read({ to: cards, data })).toContain(
      'Send NFT #1 (LL), NFT #2 (LL), NFT #3 (LL) and 2 more NFTs (high)',
    )
  })

  test('behavior: a permission without a limit for what someone else owns', async () => {
    const args = [bob, router, maxUint256, 1n, 27, word, word]
    const text = await call(usdc, 'permit', args)
    expect(text).toContain('Permission ends: never, unless the owner revokes it')
    expect(text).toContain('without asking the owner again.')
    expect(text).not.toMatch(/your USDC|asking you|you revoke/)
  })

  test('behavior: an unknown call among several names its function and its contract', async () => {
    const text = await call(usdc, 'multicall', [['0xdeadbeef']])
    expect(text).toContain(`(function 0xdeadbeef of ${usdc})`)
  })

  test('behavior: coins to the own account', async () => {
    expect(await read({ to: account, value: parseEther('0.01') })).toMatchInlineSnapshot(`
      "Send 0.01 ETH to yourself (medium)
      Now: what you send comes back to you, and you pay the fee
      To: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266
      Fee, at most: 0.000063 ETH · $0.19
      Network: Ethereum"
    `)
  })

  test('behavior: a network that the wallet does not know', async () => {
    const options = { chainId: 'eip155:59144', coin: { symbol: 'ETH', balance: parseEther('1') } }
    expect(await read({ to: alice, value: parseEther('0.1') }, options)).toMatchInlineSnapshot(`
      "Send 0.1 ETH (high)
      You send now: 0.1 ETH
      You receive now: nothing
      To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      Fee, at most: 0.000063 ETH · price unknown
      Network: number 59144, which this wallet does not know
      ! There is no price for ETH, so the value of ETH is unknown."
    `)
  })

  test('behavior: tokens to many recipients', async () => {
    const transfers = Array.from({ length: 7 }, (_, index) => ({
      from: account,
      to: `0x${`${index + 1}`.repeat(40)}` as Hex,
      amount: BigInt(index + 1) * 1_000_000n,
      token: usdc as Hex,
    }))
    const data = encodeFunctionData({ abi: permit2Batch, functionName: 'transferFrom', args: [transfers] })
    expect(await read({ to: permit2, data })).toMatchInlineSnapshot(`
      "Send 28 USDC to 7 recipients (medium)
      You send now: 1 USDC
      To (new to you): 0x1111111111111111111111111111111111111111
      You send now: 2 USDC
      To (new to you): 0x2222222222222222222222222222222222222222
      You send now: 3 USDC
      To (new to you): 0x3333333333333333333333333333333333333333
      You send now: 4 USDC
      To (new to you): 0x4444444444444444444444444444444444444444
      You send now: 5 USDC
      To (new to you): 0x5555555555555555555555555555555555555555
      You send now: 6 USDC
      To (new to you): 0x6666666666666666666666666666666666666666
      You send now: 7 USDC
      To (new to you): 0x7777777777777777777777777777777777777777
      You receive now: nothing
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Carried out by: Permit2 (it gets nothing itself)
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! Check every address that is new to you before you approve."
    `)
  })

  test('behavior: many tokens of another account', async () => {
    const args = [alice, stranger, parseUnits('5000', 6)]
    expect(await call(usdc, 'transferFrom', args)).toMatchInlineSnapshot(`
      "Move 5,000 USDC of another account (high)
      Now: you send nothing but the fee
      From another account: 5,000 USDC
      Owner, not you: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
      To: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! What leaves the other account is worth about $5,000. It is not your money.
      ! This is the first time you deal with this recipient. Check the whole address before you approve."
    `)
  })

  test('behavior: a new contract', async () => {
    expect(await read({ data: '0x6080604052' })).toMatchInlineSnapshot(`
      "Create a contract (high)
      You send now: nothing but the fee, in a simulation
      You receive now: nothing, in a simulation
      New contract: its code comes from the site that asks
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! It puts a new contract, a program, on the network. What it does cannot be shown here: it could take what you send it, and what you allow it to take."
    `)
    const paid = await read({ data: '0x6080604052', value: parseEther('0.02') })
    expect(paid.split('\n').slice(0, 4)).toEqual([
      'Create a contract and send it 0.02 ETH (high)',
      'You send now: 0.02 ETH',
      'You receive now: nothing, in a simulation',
      'New contract: its code comes from the site that asks',
    ])
  })
})
