import { type Abi, zeroAddress } from 'viem'
import { write, writeNft } from './createScene.ts'
import type { MakeRequest } from './RandomRequest.ts'
import {
  allowanceOf,
  approve,
  approve2,
  atOnce,
  encode,
  never,
  out,
  permit2,
  permit2Abi,
  send,
  sendCoins,
  sendSeveral,
  sendToken,
} from './sendRandom.ts'

/** Kinds of transactions that can be of medium risk. */
export const mediumTransactions: Readonly<Record<string, MakeRequest>> = {
  coins: (random, scene) => sendCoins(random, scene, true),
  tokens: (random, scene) => {
    const token = scene.token()
    return sendToken(random, scene, token, scene.small(token))
  },
  several: (random, scene) => sendSeveral(random, scene, random.pick([2, 3, 4]), true),
  approve: (random, scene) => {
    const token = scene.token()
    return approve(random, scene, token, scene.small(token))
  },
  approve2: (random, scene) => {
    const token = scene.token()
    return approve2(random, scene, token, scene.small(token))
  },
  revoke: (random, scene) => {
    const token = scene.token()
    const spender = random.address()
    return send(
      random,
      scene,
      'a permission for a token that is revoked',
      { to: token.address, data: encode('approve', [spender, 0n]) },
      { gets: `${spender} loses the permission`, howMuch: token.symbol, when: 'nothing', until: atOnce },
      [spender, `the permission to take your ${token.symbol}`],
    )
  },
  lower: (random, scene) => {
    const token = scene.token()
    const spender = random.address()
    const value = scene.small(token)
    const left = scene.small(token)
    const isKnown = random.chance(0.8)
    return send(
      random,
      scene,
      'a permission for a token that is lowered',
      { to: token.address, data: encode('decreaseAllowance', [spender, value]) },
      {
        gets: `${spender} loses part of the permission`,
        howMuch: `${write(value, token)}; left: ${isKnown ? write(left, token) : 'unknown'}`,
        when: 'nothing',
        until: atOnce,
      },
      [
        spender,
        `the permission to take your ${token.symbol} by ${write(value, token)}`,
        `What is left: ${isKnown ? `${write(left, token)}; it can still be taken` : 'could not be read'}`,
        never,
      ],
      { allowances: allowanceOf(token, spender, isKnown ? value + left : undefined) },
    )
  },
  revokeNft: (random, scene) => {
    const nft = scene.nft()
    return send(
      random,
      scene,
      'a permission for an NFT that is revoked',
      { to: nft.address, data: encode('approve', [zeroAddress, nft.id]) },
      {
        gets: 'whoever has the permission loses it',
        howMuch: writeNft(nft, nft.id),
        when: 'nothing',
        until: atOnce,
      },
      [`the permission to take ${writeNft(nft, nft.id)}`],
    )
  },
  revokeCollection: (random, scene) => {
    const nft = scene.nft()
    const operator = random.address()
    return send(
      random,
      scene,
      'a permission for a collection that is revoked',
      { to: nft.address, data: encode('setApprovalForAll', [operator, false]) },
      {
        gets: `${operator} loses the permission`,
        howMuch: 'every NFT of the collection',
        when: 'nothing',
        until: atOnce,
      },
      [operator, 'the permission to take all your NFTs of'],
    )
  },
  lockdown: (random, scene) => {
    const listed = random
      .some(scene.tokens, random.pick([1, 2, 3, 6]))
      .map((token) => ({ token, spender: random.address() }))
    const approvals = listed.map(({ token, spender }) => ({ token: token.address, spender }))
    return send(
      random,
      scene,
      'permissions at Permit2 that are revoked',
      { to: permit2, data: encode('lockdown', [approvals], permit2Abi as Abi) },
      {
        gets: `${listed.map(({ spender }) => spender).join(' + ')} lose the permission`,
        howMuch: listed.map(({ token }) => token.symbol).join(' + '),
        when: 'nothing',
        until: atOnce,
      },
      listed.flatMap(({ token, spender }) => [
        spender,
        token.address,
        `the permission to take your ${token.symbol}`,
      ]),
    )
  },
  invalidate: (random, scene) => {
    const token = scene.token()
    const spender = random.address()
    return send(
      random,
      scene,
      'signed permissions at Permit2 that are cancelled',
      { to: permit2, data: encode('invalidateNonces', [token.address, spender, 5], permit2Abi as Abi) },
      {
        gets: `${spender} can no longer use signed permissions with a number below 5`,
        howMuch: token.symbol,
        when: 'nothing',
        until: atOnce,
      },
      [spender, `unused permissions to take ${token.symbol} with a number below 5`],
    )
  },
  wrap: (random, scene) => {
    const { wrapped } = scene
    if (!wrapped) return sendCoins(random, scene, true)
    const value = scene.small(scene.coin)
    const isWrapped = random.chance(0.5)
    const [give, get] = isWrapped ? [scene.coin, wrapped] : [wrapped, scene.coin]
    return send(
      random,
      scene,
      'coins that are wrapped or unwrapped',
      isWrapped
        ? { to: wrapped.address, value, data: encode('deposit', []) }
        : { to: wrapped.address, data: encode('withdraw', [value]) },
      {
        gets: `the visitor gets ${write(value, get)}`,
        howMuch: write(value, give),
        when: 'now',
        until: atOnce,
      },
      [`Exchange ${write(value, give)} for ${write(value, get)}`],
      {
        changes: isWrapped
          ? [{ ...out(wrapped, value), direction: 'in' }]
          : [{ direction: 'in', kind: 'native', amount: `${value}`, verified: true }],
      },
    )
  },
  ofOthers: (random, scene) => {
    const token = scene.token()
    const from = random.address()
    const to = random.address()
    const value = scene.small(token)
    return send(
      random,
      scene,
      'tokens of another account that are sent',
      { to: token.address, data: encode('transferFrom', [from, to, value]) },
      { gets: to, howMuch: `${write(value, token)} of ${from}`, when: 'now', until: atOnce },
      [to, write(value, token), `Owner, not you: ${from}`],
    )
  },
  toSelf: (random, scene) => {
    const value = scene.small(scene.coin)
    return send(
      random,
      scene,
      'coins to the own account',
      { to: scene.account, value },
      { gets: 'the visitor', howMuch: write(value, scene.coin), when: 'nothing', until: atOnce },
      [`Send ${write(value, scene.coin)} to yourself`],
    )
  },
  exchange: (random, scene) => {
    const token = scene.token()
    const value = scene.small(scene.coin)
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
