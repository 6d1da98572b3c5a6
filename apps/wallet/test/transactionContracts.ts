import { parseEther } from 'viem'
import type { ScriptedContract } from './showTransaction.ts'

export const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const stranger = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
export const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
export const meme = '0x6982508145454Ce325dDbE47a25d4ec3d2311933'
export const apes = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
export const cards = '0x76BE3b62873462d2142405439777e971754E8E77'
export const kitties = '0x06012c8cf97BEaD5deAe237070F9587f8E7A266d'
export const positions = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'
export const router = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
export const operator = '0x1E0049783F008A0085193E00003D00cd54003c71'
export const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** The contracts of the scripted chain. */
export const contracts: Record<string, ScriptedContract> = {
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

/** Addresses that the account sent to before. */
export const known = [
  alice,
  usdc,
  weth,
  dai,
  meme,
  apes,
  cards,
  kitties,
  positions,
  router,
  permit2,
  multicall3,
]
