import { encodeFunctionData, maxUint256, parseAbi } from 'viem'
import { type SceneToken, write, writeTime } from './createScene.ts'
import type { MakeRequest } from './RandomRequest.ts'
import { sign, signText } from './signRandom.ts'

const erc20 = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
])
const permissions = 'TokenPermissions(address token,uint256 amount)'

/** Rarer kinds of signatures of high risk. */
export const rareSignatures: Readonly<Record<string, MakeRequest>> = {
  oneInch: (random, scene) => {
    const [give, get] = random.some(scene.tokens, 2) as [SceneToken, SceneToken]
    const [amount, least] = [scene.large(give), scene.large(get)]
    const isEndless = random.chance(0.3)
    const end = scene.later()
    return sign(
      'an order at 1inch',
      {
        type: 'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
        domain: {
          name: '1inch Aggregation Router',
          version: '6',
          verifyingContract: '0x111111125421cA6dc452d289314280a0f8842A65',
        },
        message: {
          salt: '1',
          maker: scene.account,
          receiver: `0x${'0'.repeat(40)}`,
          makerAsset: give.address,
          takerAsset: get.address,
          makingAmount: `${amount}`,
          takingAmount: `${least}`,
          makerTraits: isEndless ? '0' : `${BigInt(end) << 80n}`,
        },
      },
      scene,
      {
        gets: `the filler gets the ${give.symbol}, the visitor gets ${write(least, get)}`,
        howMuch: write(amount, give),
        when: 'later',
        until: isEndless ? 'no deadline' : writeTime(end),
      },
      [write(amount, give), write(least, get), isEndless ? 'no deadline' : writeTime(end)],
    )
  },
  uniswapX: (random, scene) => {
    const token = scene.token()
    const amount = scene.large(token)
    const least = scene.small(scene.coin)
    const spender = random.address()
    const deadline = scene.soon()
    return sign(
      'an order at UniswapX (Permit2 with a witness)',
      {
        type: `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Order witness)DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)Order(address swapper,DutchOutput[] outputs)${permissions}`,
        domain: { name: 'Permit2', verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' },
        message: {
          permitted: { token: token.address, amount: `${amount}` },
          spender,
          nonce: '7',
          deadline,
          witness: {
            swapper: scene.account,
            outputs: [
              {
                token: `0x${'0'.repeat(40)}`,
                startAmount: `${least * 2n}`,
                endAmount: `${least}`,
                recipient: scene.account,
              },
            ],
          },
        },
      },
      scene,
      {
        gets: `spender ${spender}; the visitor should get ${write(least, scene.coin)}, which is not certain`,
        howMuch: `up to ${write(amount, token)}`,
        when: 'later',
        until: `once, ${writeTime(deadline)}`,
      },
      [
        spender,
        `up to ${write(amount, token)}`,
        write(least, scene.coin),
        writeTime(deadline),
        'up to the spender',
      ],
    )
  },
  dai: (random, scene) => {
    const token = scene.token()
    const spender = random.address()
    return sign(
      'a permission without a limit (DAI)',
      {
        type: 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
        domain: { name: `${token.symbol} Stablecoin`, version: '1', verifyingContract: token.address },
        message: { holder: scene.account, spender, nonce: 0, expiry: 0, allowed: true },
      },
      scene,
      {
        gets: spender,
        howMuch: `all ${token.symbol}`,
        when: 'later',
        until: 'permission: never; signature: no deadline',
      },
      [spender, `all your ${token.symbol}`, 'never, unless you revoke it', 'no deadline'],
    )
  },
  collection: (random, scene) => {
    const nft = scene.nft()
    const operator = random.address()
    const deadline = scene.soon()
    return sign(
      'a permission for a collection',
      {
        type: 'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)',
        domain: { name: 'Collection', verifyingContract: nft.address },
        message: { operator, approved: true, nonce: 0, deadline },
      },
      scene,
      {
        gets: operator,
        howMuch: 'every NFT of the collection',
        when: 'later',
        until: `permission: never; signature: ${writeTime(deadline)}`,
      },
      [operator, 'all your NFTs of', 'never, unless you revoke it', writeTime(deadline), 'without paying'],
    )
  },
  metaTransaction: (random, scene) => {
    const token = scene.token()
    const amount = scene.large(token)
    const to = random.address()
    const data = `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
    return sign(
      'a call that someone else makes in the visitor’s name (MetaTransaction)',
      {
        type: 'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
        domain: { name: `${token.symbol} (PoS)`, version: '1', verifyingContract: token.address },
        message: { nonce: 2, from: scene.account, functionSignature: data },
      },
      scene,
      {
        gets: to,
        howMuch: `${write(amount, token)} each time; the total is unknown`,
        when: 'later',
        until: 'no deadline',
      },
      [to, `${write(amount, token)}; the total is unknown`, 'no deadline'],
    )
  },
  otherContract: (random, scene) => {
    const token = scene.token()
    const spender = random.address()
    const deadline = scene.soon()
    return sign(
      'a permission at a contract that only looks like Permit2',
      {
        type: 'PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)',
        domain: { name: 'Permit2', verifyingContract: random.address() },
        message: {
          details: {
            token: token.address,
            amount: `${scene.small(token)}`,
            expiration: scene.later(),
            nonce: 0,
          },
          spender,
          sigDeadline: deadline,
        },
      },
      scene,
      { gets: spender, howMuch: 'possibly more than is shown', when: 'later', until: 'unknown' },
      [spender, 'It is not for the contract that is known for such requests'],
    )
  },
  ofOthers: (random, scene) => {
    const token = scene.token()
    const spender = random.address()
    const from = random.address()
    const deadline = scene.soon()
    return sign(
      'a permission for what belongs to another account',
      {
        type: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
        domain: { name: token.symbol, version: '1', verifyingContract: token.address },
        message: { owner: from, spender, value: `${maxUint256}`, nonce: 0, deadline },
      },
      scene,
      {
        gets: spender,
        howMuch: `all ${token.symbol} of ${from}, not of the visitor`,
        when: 'later',
        until: `permission: never; signature: ${writeTime(deadline)}`,
      },
      [spender, from, `all ${token.symbol}`, 'Owner, not you', writeTime(deadline)],
    )
  },
  safeMessage: (random, scene) => {
    const safe = random.address()
    return sign(
      'a message of a Safe',
      {
        type: 'SafeMessage(bytes message)',
        domain: { verifyingContract: safe },
        message: { message: random.hash() },
      },
      scene,
      {
        gets: `the Safe ${safe} signs an unknown message`,
        howMuch: 'unknown: what the Safe holds',
        when: 'unknown',
        until: 'without an end',
      },
      [safe, 'only its hash is signed', 'without an end'],
    )
  },
  safeCode: (random, scene) => {
    const [safe, to] = [random.address(), random.address()]
    return sign(
      'a transaction of a Safe that runs other code',
      {
        type: 'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
        domain: { verifyingContract: safe },
        message: {
          to,
          value: 0,
          data: '0x4e71d92d',
          operation: 1,
          safeTxGas: 0,
          baseGas: 0,
          gasPrice: 0,
          gasToken: `0x${'0'.repeat(40)}`,
          refundReceiver: `0x${'0'.repeat(40)}`,
          nonce: 9,
        },
      },
      scene,
      {
        gets: `the contract ${to}`,
        howMuch: 'everything that the Safe has',
        when: 'later',
        until: 'until the Safe makes its transaction number 9',
      },
      [safe, to, 'take all it has', 'transaction number 9'],
    )
  },
  ballot: (random, scene) => {
    const proposal = random.integer(1, 500)
    return sign(
      'a vote (Governor)',
      {
        type: 'Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)',
        domain: { name: 'Governor', version: '1', verifyingContract: random.address() },
        message: { proposalId: `${proposal}`, support: 0, voter: scene.account, nonce: 1 },
      },
      scene,
      {
        gets: `a vote against proposal ${proposal}`,
        howMuch: 'nothing, if it is a vote',
        when: 'unknown',
        until: 'unknown',
      },
      ['Your vote: against', `Proposal: ${proposal}`, 'This looks like a vote'],
    )
  },
  operation: (random, scene) => {
    const account = random.address()
    return sign(
      'an operation of another smart account',
      {
        type: 'UserOperation(address sender,uint256 nonce,bytes callData)',
        domain: { name: 'Account', verifyingContract: random.address() },
        message: { sender: account, nonce: 0, callData: '0xb61d27f6' },
      },
      scene,
      {
        gets: 'anyone who has the signature',
        howMuch: `unknown, possibly everything that ${account} has`,
        when: 'unknown',
        until: 'unknown',
      },
      [
        account,
        'unknown to this wallet',
        'everything the account has',
        'cannot tell whether the account is yours',
      ],
    )
  },
  transactionText: (random, scene) => {
    const to = random.address()
    const message = JSON.stringify({ to, value: `${scene.large(scene.coin)}`, nonce: random.integer(1, 99) })
    return signText(
      'a text that is a transaction',
      message,
      scene,
      {
        gets: `${scene.host} gets the signed text`,
        howMuch: 'unknown',
        when: 'unknown',
        until: 'without an end',
      },
      [to, 'It could be an order or a transaction', 'what for is unknown'],
    )
  },
  ownCall: (random, scene) => {
    const token = scene.token()
    const to = random.address()
    const amount = scene.large(token)
    return sign(
      'a call that someone else makes in the visitor’s name at the token itself',
      {
        type: 'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
        domain: { name: token.symbol, version: '1', verifyingContract: token.address },
        message: {
          nonce: 2,
          from: scene.account,
          functionSignature: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, amount] }),
        },
      },
      scene,
      {
        gets: to,
        howMuch: `${write(amount, token)} each time; the total is unknown`,
        when: 'later',
        until: 'no deadline',
      },
      [
        to,
        write(amount, token),
        'with no deadline',
        `the token itself: ${token.address}`,
        'the same contract',
      ],
    )
  },
  safePermission: (random, scene) => {
    const token = scene.token()
    const [safe, spender] = [random.address(), random.address()]
    return sign(
      'a permission that a Safe gives',
      {
        type: 'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
        domain: { verifyingContract: safe },
        message: {
          to: token.address,
          value: 0,
          data: encodeFunctionData({ abi: erc20, functionName: 'approve', args: [spender, maxUint256] }),
          operation: 0,
          safeTxGas: 0,
          baseGas: 0,
          gasPrice: 0,
          gasToken: `0x${'0'.repeat(40)}`,
          refundReceiver: `0x${'0'.repeat(40)}`,
          nonce: 21,
        },
      },
      scene,
      {
        gets: spender,
        howMuch: `all ${token.symbol} of the Safe ${safe}`,
        when: 'later',
        until: 'approval: until the Safe makes its transaction number 21; permission: never',
      },
      [
        safe,
        spender,
        `all the Safe’s ${token.symbol}`,
        'transaction number 21',
        'unless the Safe revokes it',
      ],
    )
  },
  direction: (random, scene) => {
    const message = `Pay \u202e000${random.integer(1, 9)} to Ada`
    const { shown: _, ...request } = signText(
      'a text with a reversed reading direction',
      message,
      scene,
      {
        gets: `${scene.host} gets the signed text`,
        howMuch: 'unknown',
        when: 'unknown',
        until: 'without an end',
      },
      [],
    )
    return { ...request, shown: ['change the order in which it is read', '[hidden character]'] }
  },
}
