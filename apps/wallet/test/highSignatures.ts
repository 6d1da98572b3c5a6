import { encodeFunctionData, maxUint256, parseAbi } from 'viem'
import type { Random } from './createRandom.ts'
import { type Scene, write, writeNft, writeTime } from './createScene.ts'
import type { MakeRequest, RandomRequest } from './RandomRequest.ts'
import { listNft, signOrder } from './randomOrders.ts'
import { signAuthorization, signPermit, signPermit2, signTransferOnce } from './randomPermissions.ts'
import { sign, signText } from './signRandom.ts'

const never = 'never'
const noEnd = 'without an end'
const erc20 = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
])

function forward(random: Random, scene: Scene): RandomRequest {
  const token = scene.token()
  const nft = scene.nft()
  const other = random.address()
  const amount = scene.large(token)
  const deadline = scene.soon()
  const [to, data, howMuch, text, when] = random.pick([
    [
      token.address,
      encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [other, amount] }),
      `${write(amount, token)} each time; the total is unknown`,
      `${write(amount, token)}; the total is unknown`,
      'later',
    ],
    [
      token.address,
      encodeFunctionData({ abi: erc20, functionName: 'approve', args: [other, maxUint256] }),
      `all ${token.symbol}`,
      `all your ${token.symbol}`,
      'later',
    ],
    [
      nft.address,
      encodeFunctionData({ abi: erc20, functionName: 'setApprovalForAll', args: [other, true] }),
      'every NFT of the collection',
      'all your NFTs of',
      'later',
    ],
    [random.address(), '0x4e71d92d', 'unknown', 'unknown call', 'unknown'],
  ] as const)
  return sign(
    'a call that someone else makes in the visitor’s name (EIP-2771)',
    {
      type: 'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)',
      domain: { name: 'ERC2771Forwarder', version: '1', verifyingContract: random.address() },
      message: { from: scene.account, to, value: '0', gas: '200000', nonce: '0', deadline, data },
    },
    scene,
    {
      gets: when === 'unknown' ? `unknown; called contract ${to}` : other,
      howMuch,
      when,
      until: `signature: ${writeTime(deadline)}`,
    },
    [text, writeTime(deadline), ...(when === 'unknown' ? [to] : [other])],
  )
}

/** Kinds of signatures of high risk. */
export const highSignatures: Readonly<Record<string, MakeRequest>> = {
  permit: (random, scene) => {
    const token = scene.token()
    return signPermit(random, scene, token, random.chance(0.5) ? maxUint256 : scene.large(token))
  },
  permit2: (random, scene) =>
    signPermit2(
      random,
      scene,
      random.some(scene.tokens, random.pick([1, 1, 2, 3, 7])).map((token) => ({
        token,
        amount: random.chance(0.5) ? 2n ** 160n - 1n : scene.large(token),
      })),
    ),
  transferOnce: signTransferOnce,
  authorization: (random, scene) => signAuthorization(random, scene, false),
  order: (random, scene) => signOrder(random, scene, false),
  forward,
  listing: listNft,
  nftPermit: (random, scene) => {
    const nft = scene.nft()
    const spender = random.address()
    const deadline = scene.soon()
    return sign(
      'a permission for an NFT (ERC-4494)',
      {
        type: 'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
        domain: { name: 'Positions', version: '1', verifyingContract: nft.address },
        message: { spender, tokenId: `${nft.id}`, nonce: 0, deadline },
      },
      scene,
      {
        gets: spender,
        howMuch: writeNft(nft, nft.id),
        when: 'later',
        until: `permission: until the NFT has a new owner or it is revoked; signature: ${writeTime(deadline)}`,
      },
      [spender, writeNft(nft, nft.id), writeTime(deadline), 'without paying'],
    )
  },
  credit: (random, scene) => {
    const token = scene.token()
    const delegatee = random.address()
    const deadline = scene.soon()
    const isAll = random.chance(0.4)
    const amount = scene.large(token)
    return sign(
      'a permission to borrow in the visitor’s name (Aave)',
      {
        type: 'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
        domain: { name: 'Aave Variable Debt', version: '1', verifyingContract: token.address },
        message: { delegatee, value: `${isAll ? maxUint256 : amount}`, nonce: 0, deadline },
      },
      scene,
      {
        gets: delegatee,
        howMuch: isAll ? 'as much as the deposits allow' : `up to ${write(amount, token)}`,
        when: 'later',
        until: `permission: ${never}; signature: ${writeTime(deadline)}`,
      },
      [
        delegatee,
        isAll ? 'as much as your deposits allow' : write(amount, token),
        writeTime(deadline),
        'never, unless',
      ],
    )
  },
  safe: (random, scene) => {
    const token = scene.token()
    const to = random.address()
    const amount = scene.large(token)
    const nonce = random.integer(1, 400)
    const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, amount] })
    return sign(
      'a transaction of a Safe',
      {
        type: 'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
        domain: { verifyingContract: random.address() },
        message: {
          to: token.address,
          value: 0,
          data,
          operation: 0,
          safeTxGas: 0,
          baseGas: 0,
          gasPrice: 0,
          gasToken: `0x${'0'.repeat(40)}`,
          refundReceiver: `0x${'0'.repeat(40)}`,
          nonce,
        },
      },
      scene,
      {
        gets: to,
        howMuch: `${write(amount, token)} of the Safe`,
        when: 'later',
        until: `until the Safe makes its transaction number ${nonce}`,
      },
      [to, write(amount, token), `transaction number ${nonce}`],
    )
  },
  vote: (random, scene) =>
    sign(
      'a vote (Snapshot)',
      {
        type: 'Vote(address from,string space,uint64 timestamp,bytes32 proposal,uint32 choice,string reason,string app,string metadata)',
        domain: { name: 'snapshot', version: '0.1.4', chainId: undefined },
        message: {
          from: scene.account,
          space: 'uniswapgovernance.eth',
          timestamp: Math.floor(scene.now / 1000),
          proposal: random.hash(),
          choice: random.integer(1, 3),
          reason: '',
          app: 'snapshot',
          metadata: '{}',
        },
      },
      scene,
      {
        gets: 'a vote in uniswapgovernance.eth',
        howMuch: 'nothing, if it is a vote',
        when: 'unknown',
        until: 'unknown',
      },
      ['uniswapgovernance.eth', 'This looks like a vote'],
    ),
  unknown: (random, scene) =>
    sign(
      'data of an unknown kind',
      {
        type: 'Move(address player,string action,uint256 amount)',
        domain: { name: 'Castle', version: '1', verifyingContract: random.address() },
        message: { player: scene.account, action: 'Attack the tower', amount: random.integer(1, 9) },
      },
      scene,
      { gets: 'unknown', howMuch: 'unknown, possibly everything', when: 'unknown', until: 'unknown' },
      ['unknown to this wallet', 'Attack the tower'],
    ),
  code: (random, scene) => {
    const message = random.hash().slice(2)
    return signText(
      'a code that people cannot read',
      message,
      scene,
      { gets: `${scene.host} gets the signed code`, howMuch: 'unknown', when: 'unknown', until: noEnd },
      ['written for programs and not for people'],
    )
  },
}
