import { type Abi, maxUint256, parseAbi } from 'viem'
import { write, writeTime } from './createScene.ts'
import type { MakeRequest } from './RandomRequest.ts'
import { atOnce, encode, never, out, permit2, send } from './sendRandom.ts'

const token20 = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const permits = parseAbi([
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)',
])
const multicall3 = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
])
const word = `0x${'11'.repeat(32)}`
const signature = `0x${'11'.repeat(65)}`

/** Rarer kinds of transactions of high risk. */
export const rareTransactions: Readonly<Record<string, MakeRequest>> = {
  permit: (random, scene) => {
    const token = scene.token()
    const spender = random.address()
    const data = encode('permit', [scene.account, spender, maxUint256, 1n, 27, word, word], token20 as Abi)
    return send(
      random,
      scene,
      'a signed permission that is handed in',
      { to: token.address, data },
      { gets: spender, howMuch: `all ${token.symbol}`, when: 'later', until: 'never' },
      [spender, `all your ${token.symbol}`, never],
    )
  },
  permits: (random, scene) => {
    const listed = random
      .some(scene.tokens, random.pick([2, 3, 5]))
      .map((token) => ({ token, amount: scene.large(token), end: scene.later() }))
    const spender = random.address()
    const details = listed.map(({ token, amount, end }) => ({
      token: token.address,
      amount,
      expiration: end,
      nonce: 0,
    }))
    const data = encode(
      'permit',
      [scene.account, { details, spender, sigDeadline: 1n }, signature],
      permits as Abi,
    )
    const texts = listed.map(({ token, amount }) => `up to ${write(amount, token)}`)
    const ends = listed.map(({ end }) => writeTime(end))
    return send(
      random,
      scene,
      'signed permissions at Permit2 that are handed in',
      { to: permit2, data },
      { gets: spender, howMuch: texts.join(' + '), when: 'later', until: ends.join(' + ') },
      [spender, ...texts, ...ends],
    )
  },
  relayed: (random, scene) => {
    const token = scene.token()
    const to = random.address()
    const target = random.address()
    const amount = scene.large(token)
    const calls = [{ target: token.address, allowFailure: false, callData: encode('transfer', [to, amount]) }]
    return send(
      random,
      scene,
      'calls that another contract makes',
      { to: target, data: encode('aggregate3', [calls], multicall3 as Abi) },
      {
        gets: `${to} gets tokens of the contract ${target}`,
        howMuch: `${write(amount, token)} of the contract, and unknown for the visitor`,
        when: 'unknown',
        until: 'unknown',
      },
      [to, target, write(amount, token), 'in its own name', 'Owner, the contract itself'],
    )
  },
  partlyUnknown: (random, scene) => {
    const token = scene.token()
    const spender = random.address()
    const calls = [encode('approve', [spender, maxUint256]), '0xdeadbeef']
    return send(
      random,
      scene,
      'several calls, one of them unknown',
      { to: token.address, data: encode('multicall', [calls]) },
      { gets: spender, howMuch: `all ${token.symbol}, and unknown`, when: 'later', until: 'never' },
      [
        spender,
        'make another call that is unknown',
        `all your ${token.symbol}`,
        never,
        'cannot read what this call does',
      ],
    )
  },
  lookAlike: (random, scene) => {
    const token = scene.token()
    const friend = random.address()
    const twin =
      `${friend.slice(0, 6)}${random.address().slice(6, 38)}${friend.slice(-4)}`.toLowerCase() as `0x${string}`
    const amount = scene.small(token)
    const request = send(
      random,
      scene,
      'tokens to an address that only looks like a known one',
      { to: token.address, data: encode('transfer', [twin, amount]) },
      { gets: `a stranger, ${twin}`, howMuch: write(amount, token), when: 'now', until: atOnce },
      [write(amount, token)],
      { changes: [out(token, amount)], known: [friend] },
    )
    return request
  },
  exchange: (random, scene) => {
    const token = scene.token()
    const value = scene.large(scene.coin)
    return send(
      random,
      scene,
      'coins for a contract that may give nothing in return',
      { to: token.address, value, data: encode('deposit', []) },
      {
        gets: `the contract of ${token.symbol}`,
        howMuch: write(value, scene.coin),
        when: 'now',
        until: atOnce,
      },
      [`You send now: ${write(value, scene.coin)}`, token.address, 'you may get nothing for it'],
    )
  },
}
