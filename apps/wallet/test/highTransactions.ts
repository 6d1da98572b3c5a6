import { type Abi, type Hex, maxUint256 } from 'viem'
import { write, writeNft } from './createScene.ts'
import type { MakeRequest } from './RandomRequest.ts'
import {
  approve,
  approve2,
  atOnce,
  encode,
  never,
  nft721,
  nft1155,
  out,
  send,
  sendCoins,
  sendSeveral,
  sendToken,
} from './sendRandom.ts'

/** Kinds of transactions of high risk. */
export const highTransactions: Readonly<Record<string, MakeRequest>> = {
  coins: (random, scene) => sendCoins(random, scene, false),
  tokens: (random, scene) => {
    const token = random.chance(0.3) ? scene.unpriced() : scene.token()
    return sendToken(random, scene, token, scene.large(token))
  },
  several: (random, scene) => sendSeveral(random, scene, random.pick([2, 3, 7]), false),
  approve: (random, scene) => {
    const token = scene.token()
    return approve(random, scene, token, random.chance(0.6) ? maxUint256 : scene.large(token))
  },
  approve2: (random, scene) => {
    const token = scene.token()
    return approve2(random, scene, token, random.chance(0.6) ? 2n ** 160n - 1n : scene.large(token))
  },
  nft: (random, scene) => {
    const nft = scene.nft()
    const to = random.address()
    return send(
      random,
      scene,
      'an NFT that is sent',
      { to: nft.address, data: encode('safeTransferFrom', [scene.account, to, nft.id], nft721 as Abi) },
      { gets: to, howMuch: writeNft(nft, nft.id), when: 'now', until: atOnce },
      [to, writeNft(nft, nft.id), nft.address],
      { known: [to] },
    )
  },
  copies: (random, scene) => {
    const nft = scene.nft()
    const to = random.address()
    const ids = Array.from({ length: random.pick([1, 2, 3, 6]) }, (_, index) => nft.id + BigInt(index))
    const amounts = ids.map(() => BigInt(random.integer(1, 40)))
    const texts = ids.map((id, index) =>
      amounts[index] === 1n ? writeNft(nft, id) : `${amounts[index]} copies of ${writeNft(nft, id)}`,
    )
    return send(
      random,
      scene,
      'copies of NFTs that are sent (ERC-1155)',
      {
        to: nft.address,
        data: encode('safeBatchTransferFrom', [scene.account, to, ids, amounts, '0x'], nft1155 as Abi),
      },
      { gets: to, howMuch: texts.join(' + '), when: 'now', until: atOnce },
      [to, ...texts],
    )
  },
  approveNft: (random, scene) => {
    const nft = scene.nft()
    const spender = random.address()
    return send(
      random,
      scene,
      'a permission for an NFT',
      { to: nft.address, data: encode('approve', [spender, nft.id]) },
      {
        gets: spender,
        howMuch: writeNft(nft, nft.id),
        when: 'later',
        until: 'until the NFT has a new owner or it is revoked',
      },
      [spender, writeNft(nft, nft.id), 'when the NFT has a new owner', 'without paying'],
    )
  },
  approveCollection: (random, scene) => {
    const nft = scene.nft()
    const operator = random.address()
    return send(
      random,
      scene,
      'a permission for a collection',
      { to: nft.address, data: encode('setApprovalForAll', [operator, true]) },
      { gets: operator, howMuch: 'every NFT of the collection', when: 'later', until: 'never' },
      [operator, 'all your NFTs of', never, 'without paying'],
    )
  },
  unclear: (random, scene) => {
    const to = random.address()
    const spender = random.address()
    const number = BigInt(random.integer(0, 3) && random.integer(1, 5000))
    return send(
      random,
      scene,
      'a permission at a contract of an unclear kind',
      { to, data: encode('approve', [spender, number]) },
      {
        gets: spender,
        howMuch:
          number === 0n ? 'NFT #0, or nothing' : `${number} smallest units of a token, or NFT #${number}`,
        when: 'later',
        until: 'of a token: never; of an NFT: until it has a new owner or it is revoked',
      },
      [
        spender,
        `NFT #${number}`,
        'whether this contract is a token or a collection',
        number === 0n ? 'this spender can take nothing from now on' : 'it is unknown which',
      ],
    )
  },
  swap: (random, scene) => {
    const token = scene.token()
    const value = scene.large(scene.coin)
    const to = random.address()
    const got = scene.large(token)
    const isPaid = random.chance(0.6)
    return send(
      random,
      scene,
      'a call that the wallet cannot read',
      {
        to,
        ...(isPaid ? { value } : {}),
        data: random.pick(['0x3593564c00', '0x12aa3caf00', '0x4e71d92d']) as Hex,
      },
      {
        gets: `the contract ${to}`,
        howMuch: `${isPaid ? `${write(value, scene.coin)}, and ` : ''}unknown: possibly more`,
        when: 'unknown',
        until: 'unknown',
      },
      [
        to,
        'cannot read what this call does',
        ...(isPaid ? [`You send now: ${write(value, scene.coin)}`] : []),
      ],
      {
        changes: isPaid
          ? [
              { direction: 'out', kind: 'native', amount: `${value}`, verified: true },
              { ...out(token, got), direction: 'in' },
            ]
          : [],
      },
    )
  },
  multicall: (random, scene) => {
    const token = scene.token()
    const to = random.address()
    const spender = random.address()
    const value = scene.large(token)
    const data = [encode('approve', [spender, maxUint256]), encode('transfer', [to, value])]
    return send(
      random,
      scene,
      'several calls at once',
      { to: token.address, data: encode('multicall', [data]) },
      {
        gets: `${to} gets tokens now; ${spender} can take more later`,
        howMuch: `${write(value, token)} now, all ${token.symbol} later`,
        when: 'later',
        until: 'never',
      },
      [to, spender, `You send now: ${write(value, token)}`, `all your ${token.symbol}`, never],
      { changes: [out(token, value)] },
    )
  },
  vote: (random, scene) => {
    const to = random.address()
    const delegatee = random.address()
    const isDelegated = random.chance(0.5)
    return send(
      random,
      scene,
      isDelegated ? 'votes that are delegated' : 'a vote',
      { to, data: isDelegated ? encode('delegate', [delegatee]) : encode('castVote', [7n, 1]) },
      isDelegated
        ? {
            gets: `${delegatee} can vote`,
            howMuch: 'votes, no tokens',
            when: 'unknown',
            until: 'until someone else is chosen',
          }
        : { gets: `the contract ${to}`, howMuch: 'a vote for proposal 7', when: 'unknown', until: atOnce },
      isDelegated
        ? [delegatee, 'you choose someone else', 'looks like a delegation']
        : ['Your vote: for', 'Proposal: 7', 'looks like a vote'],
    )
  },
  create: (random, scene) =>
    send(
      random,
      scene,
      'a new contract',
      { data: '0x6080604052' },
      { gets: 'nobody', howMuch: 'nothing but the fee', when: 'unknown', until: atOnce },
      ['Create a contract', 'puts a new contract'],
    ),
}
