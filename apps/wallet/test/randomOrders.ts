import type { Random } from './createRandom.ts'
import { type Scene, type SceneToken, write, writeNft, writeTime } from './createScene.ts'
import type { RandomRequest } from './RandomRequest.ts'
import { sign } from './signRandom.ts'

/** An order at CoW Swap. */
export function signOrder(random: Random, scene: Scene, isSmall: boolean): RandomRequest {
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

/** A listing of an NFT at Seaport. */
export function listNft(random: Random, scene: Scene): RandomRequest {
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
