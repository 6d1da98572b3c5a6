import { createMessage } from '@portico/siwx'
import { encodeFunctionData, maxUint256, parseAbi, stringToHex } from 'viem'
import { describeMessage } from '../src/requests/describeMessage.ts'
import { describeTypedData } from '../src/requests/describeTypedData.ts'
import { buildTypedData } from './buildTypedData.ts'
import type { Random } from './createRandom.ts'
import { limits, type Scene, type SceneToken, write, writeNft, writeTime } from './createScene.ts'
import type { RandomRequest, ScreenKey } from './RandomRequest.ts'

type Make = (random: Random, scene: Scene) => RandomRequest
type Told = Pick<ScreenKey, 'gets' | 'howMuch' | 'when' | 'until'>

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const permissions = 'TokenPermissions(address token,uint256 amount)'
const permit = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'
const never = 'never'
const noEnd = 'without an end'
const erc20 = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
])

const texts = [
  'Welcome to the forum, Ada. Please prove that this account is yours.',
  'I agree to the terms of service, version 4.',
  'Verify my account for the support chat.\nTicket: 48213',
  'Link this address to the player Ada_1815.',
  'Claim my seat at the community meeting in Lisbon',
]

function signText(
  kind: string,
  message: string,
  scene: Scene,
  told: Told,
  shown: readonly string[],
): RandomRequest {
  const { description } = describeMessage([stringToHex(message), scene.account], {
    address: scene.account,
    origin: `https://${scene.host}`,
    chainId: scene.chainId,
    now: scene.now,
  })
  return { description, key: { kind, asks: scene.host, ...told }, shown: [message, ...shown] }
}

function sign(
  kind: string,
  {
    type,
    domain,
    message,
  }: { type: string; domain: Record<string, unknown>; message: Record<string, unknown> },
  scene: Scene,
  told: Told,
  shown: readonly string[],
): RandomRequest {
  const data = buildTypedData(type, { chainId: Number(scene.chainId.split(':')[1]), ...domain }, message)
  const { description } = describeTypedData([scene.account, data], {
    address: scene.account,
    origin: `https://${scene.host}`,
    chainId: scene.chainId,
    now: scene.now,
    assets: scene.assets,
    limits,
  })
  return { description, key: { kind, asks: scene.host, ...told }, shown: [...shown] }
}

function signPermit(random: Random, scene: Scene, token: SceneToken, value: bigint): RandomRequest {
  const spender = random.address()
  const deadline = random.chance(0.2) ? undefined : scene.soon()
  const isAll = value === maxUint256
  const howMuch = isAll ? `all ${token.symbol}` : value === 0n ? token.symbol : `up to ${write(value, token)}`
  const until = deadline === undefined ? noEnd : writeTime(deadline)
  return sign(
    value === 0n ? 'a permission (ERC-2612) that is revoked' : 'a permission (ERC-2612)',
    {
      type: permit,
      domain: { name: `${token.symbol} Token`, version: '1', verifyingContract: token.address },
      message: {
        owner: scene.account,
        spender,
        value: `${value}`,
        nonce: random.integer(0, 20),
        deadline: `${deadline ?? maxUint256}`,
      },
    },
    scene,
    {
      gets: value === 0n ? `${spender} loses the permission` : spender,
      howMuch,
      when: value === 0n ? 'nothing' : 'later',
      until: value === 0n ? `signature: ${until}` : `permission: ${never}; signature: ${until}`,
    },
    value === 0n
      ? [spender, `the permission to take ${token.symbol}`, until]
      : [spender, isAll ? `all your ${token.symbol}` : howMuch, until, 'never, unless you revoke it'],
  )
}

function signPermit2(
  random: Random,
  scene: Scene,
  entries: readonly { token: SceneToken; amount: bigint }[],
): RandomRequest {
  const spender = random.address()
  const deadline = scene.soon()
  const isRevoked = entries.every(({ amount }) => amount === 0n)
  const listed = entries.map(({ token, amount }) => {
    const isEndless = amount > 2n ** 95n && random.chance(0.5)
    return { token, amount, expiration: isEndless ? 2 ** 48 - 1 : scene.later() }
  })
  const items = listed.map(({ token, amount, expiration }) => ({
    token: token.address,
    amount: `${amount}`,
    expiration,
    nonce: 0,
  }))
  const isOne = items.length === 1
  const ends = listed.map(({ expiration }) =>
    expiration > 2 ** 47 ? 'never, unless you revoke it' : writeTime(expiration),
  )
  const amounts = listed.map(({ token, amount }) =>
    isRevoked
      ? token.symbol
      : amount > 2n ** 95n
        ? `all your ${token.symbol}`
        : `up to ${write(amount, token)}`,
  )
  return sign(
    isRevoked ? 'permissions at Permit2 that are revoked' : 'permissions at Permit2',
    {
      type: isOne
        ? `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`
        : `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${details}`,
      domain: { name: 'Permit2', verifyingContract: permit2 },
      message: { details: isOne ? items[0] : items, spender, sigDeadline: deadline },
    },
    scene,
    {
      gets: isRevoked ? `${spender} loses the permission` : spender,
      howMuch: amounts.join(' + '),
      when: isRevoked ? 'nothing' : 'later',
      until: isRevoked
        ? `signature: ${writeTime(deadline)}`
        : `permission: ${ends.join(' + ')}; signature: ${writeTime(deadline)}`,
    },
    [
      spender,
      writeTime(deadline),
      ...(isRevoked
        ? amounts.slice(0, 3).map((symbol) => `the permission to take ${symbol}`)
        : [...amounts.slice(0, 3), ...ends.slice(0, 3)]),
    ],
  )
}

function signOrder(random: Random, scene: Scene, isSmall: boolean): RandomRequest {
  const [give, get] = random.some(scene.tokens, 2) as [SceneToken, SceneToken]
  const amount = isSmall ? scene.small(give) : scene.large(give)
  const isForNothing = !isSmall && random.chance(0.2)
  const least = isForNothing ? 1n : scene.small(get)
  const receiver = !isSmall && random.chance(0.3) ? random.address() : scene.account
  const validTo = random.chance(0.8) ? scene.soon() : scene.later()
  const isOwn = receiver === scene.account
  return sign(
    'an order at CoW Swap',
    {
      type: 'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
      domain: {
        name: 'Gnosis Protocol',
        version: 'v2',
        verifyingContract: '0x9008D19f58AAbD9eD0D60971565AA8510560ab41',
      },
      message: {
        sellToken: give.address,
        buyToken: get.address,
        receiver,
        sellAmount: `${amount}`,
        buyAmount: `${least}`,
        validTo,
        appData: random.hash(),
        feeAmount: '0',
        kind: 'sell',
        partiallyFillable: random.chance(0.5),
        sellTokenBalance: 'erc20',
        buyTokenBalance: 'erc20',
      },
    },
    scene,
    {
      gets: isOwn
        ? `the filler gets the ${give.symbol}, the visitor gets ${write(least, get)}`
        : `${receiver} gets ${write(least, get)}`,
      howMuch: write(amount, give),
      when: 'later',
      until: writeTime(validTo),
    },
    [write(amount, give), write(least, get), writeTime(validTo), ...(isOwn ? [] : [receiver])],
  )
}

function signTransferOnce(random: Random, scene: Scene): RandomRequest {
  const count = random.pick([1, 1, 1, 2, 3, 6])
  const entries = random.some(scene.tokens, count).map((token) => ({
    token,
    amount: random.chance(0.2) ? maxUint256 : scene.large(token),
  }))
  const spender = random.address()
  const deadline = scene.soon()
  const items = entries.map(({ token, amount }) => ({ token: token.address, amount: `${amount}` }))
  const amounts = entries.map(({ token, amount }) =>
    amount === maxUint256 ? `all your ${token.symbol}` : `up to ${write(amount, token)}`,
  )
  return sign(
    'a transfer that the spender makes once (Permit2)',
    {
      type:
        count === 1
          ? `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`
          : `PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`,
      domain: { name: 'Permit2', verifyingContract: permit2 },
      message: {
        permitted: count === 1 ? items[0] : items,
        spender,
        nonce: `${random.integer(1, 999)}`,
        deadline,
      },
    },
    scene,
    {
      gets: `whom the spender chooses; spender ${spender}`,
      howMuch: amounts.join(' + '),
      when: 'later',
      until: `once, ${writeTime(deadline)}`,
    },
    [spender, writeTime(deadline), ...amounts.slice(0, 3)],
  )
}

function signAuthorization(random: Random, scene: Scene, isSmall: boolean): RandomRequest {
  const token = scene.token()
  const amount = isSmall ? scene.small(token) : scene.large(token)
  const to = random.address()
  const validBefore = scene.soon()
  const name = random.pick(['TransferWithAuthorization', 'ReceiveWithAuthorization'])
  return sign(
    'a transfer by signature (EIP-3009)',
    {
      type: `${name}(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)`,
      domain: { name: `${token.symbol} Token`, version: '2', verifyingContract: token.address },
      message: {
        from: scene.account,
        to,
        value: `${amount}`,
        validAfter: 0,
        validBefore,
        nonce: random.hash(),
      },
    },
    scene,
    { gets: to, howMuch: write(amount, token), when: 'later', until: `once, ${writeTime(validBefore)}` },
    [to, write(amount, token), writeTime(validBefore)],
  )
}

function forward(random: Random, scene: Scene): RandomRequest {
  const token = scene.token()
  const [nft] = [scene.nft()]
  const other = random.address()
  const amount = scene.large(token)
  const deadline = scene.soon()
  const [to, data, howMuch, text, when] = random.pick([
    [
      token.address,
      encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [other, amount] }),
      write(amount, token),
      write(amount, token),
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

function listNft(random: Random, scene: Scene): RandomRequest {
  const nft = scene.nft()
  const isForNothing = random.chance(0.25)
  const price = isForNothing ? 1n : BigInt(random.integer(1, 90)) * 10n ** 17n
  const other = random.address()
  const endTime = scene.later()
  const item = {
    itemType: 2,
    token: nft.address,
    identifierOrCriteria: `${nft.id}`,
    startAmount: 1,
    endAmount: 1,
  }
  const paid = (amount: bigint, recipient: string) => ({
    itemType: 0,
    token: `0x${'0'.repeat(40)}`,
    identifierOrCriteria: 0,
    startAmount: `${amount}`,
    endAmount: `${amount}`,
    recipient,
  })
  return sign(
    isForNothing ? 'a listing of an NFT for nothing (Seaport)' : 'a listing of an NFT (Seaport)',
    {
      type: 'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)',
      domain: {
        name: 'Seaport',
        version: '1.6',
        verifyingContract: '0x0000000000000068F116a894984e2DB1123eB395',
      },
      message: {
        offerer: scene.account,
        zone: `0x${'0'.repeat(40)}`,
        offer: [item],
        consideration: isForNothing
          ? [paid(1n, other)]
          : [paid(price, scene.account), paid(price / 40n, other)],
        orderType: 0,
        startTime: Math.floor(scene.now / 1000),
        endTime,
        zoneHash: `0x${'00'.repeat(32)}`,
        salt: '1',
        conduitKey: random.hash(),
        counter: 0,
      },
    },
    scene,
    {
      gets: isForNothing
        ? 'whoever fills the order; the visitor gets nothing'
        : `whoever fills the order; the visitor gets ${write(price, scene.coin)}`,
      howMuch: writeNft(nft, nft.id),
      when: 'later',
      until: writeTime(endTime),
    },
    [
      writeNft(nft, nft.id),
      writeTime(endTime),
      isForNothing ? 'You get: nothing' : write(price, scene.coin),
      other,
    ],
  )
}

/** Kinds of signatures that can be of low risk. */
export const lowSignatures: Readonly<Record<string, Make>> = {
  text: (random, scene) => {
    const message = random.pick(texts)
    return signText(
      'a text',
      message,
      scene,
      { gets: `${scene.host} gets the signed text`, howMuch: 'nothing', when: 'nothing', until: noEnd },
      [scene.host, noEnd],
    )
  },
  signIn: (random, scene) => {
    const end = random.chance(0.5) ? new Date(scene.now + random.integer(1, 30) * 86_400_000) : undefined
    const message = createMessage({
      domain: scene.host,
      address: scene.account,
      uri: `https://${scene.host}/`,
      version: '1',
      chainId: scene.chainId,
      nonce: random.hash().slice(2, 18),
      issuedAt: new Date(scene.now).toISOString(),
      ...(end ? { expirationTime: end.toISOString() } : {}),
    })
    const until = end ? writeTime(end.getTime() / 1000) : 'when the site ends it'
    const told = {
      gets: `${scene.host} signs the visitor in`,
      howMuch: 'nothing',
      when: 'nothing',
      until,
    } as const
    return signText('a sign-in', message, scene, told, [scene.host, until])
  },
  revokedPermit: (random, scene) => signPermit(random, scene, scene.token(), 0n),
  revokedPermit2: (random, scene) =>
    signPermit2(
      random,
      scene,
      random.some(scene.tokens, random.pick([1, 2, 5])).map((token) => ({ token, amount: 0n })),
    ),
  revokedCollection: (random, scene) => {
    const nft = scene.nft()
    const operator = random.address()
    const deadline = scene.soon()
    return sign(
      'a permission for a collection that is revoked',
      {
        type: 'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)',
        domain: { name: 'Collection', verifyingContract: nft.address },
        message: { operator, approved: false, nonce: 0, deadline },
      },
      scene,
      {
        gets: `${operator} loses the permission`,
        howMuch: 'every NFT of the collection',
        when: 'nothing',
        until: `signature: ${writeTime(deadline)}`,
      },
      [operator, writeTime(deadline), 'the permission to take all NFTs of'],
    )
  },
  cancelled: (random, scene) => {
    const token = scene.token()
    return sign(
      'a signed transfer that is cancelled (EIP-3009)',
      {
        type: 'CancelAuthorization(address authorizer,bytes32 nonce)',
        domain: { name: `${token.symbol} Token`, version: '2', verifyingContract: token.address },
        message: { authorizer: scene.account, nonce: random.hash() },
      },
      scene,
      { gets: 'nobody', howMuch: `one transfer of ${token.symbol}`, when: 'nothing', until: noEnd },
      [`Cancel a transfer of ${token.symbol}`, noEnd],
    )
  },
}

/** Kinds of signatures that can be of medium risk. */
export const mediumSignatures: Readonly<Record<string, Make>> = {
  permit: (random, scene) => {
    const token = scene.token()
    return signPermit(random, scene, token, scene.small(token))
  },
  permit2: (random, scene) => {
    const token = scene.token()
    return signPermit2(random, scene, [{ token, amount: scene.small(token) }])
  },
  authorization: (random, scene) => signAuthorization(random, scene, true),
  order: (random, scene) => signOrder(random, scene, true),
}

/** Kinds of signatures of high risk. */
export const highSignatures: Readonly<Record<string, Make>> = {
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
      ['a code that people cannot read'],
    )
  },
}
